#include "front/omission.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/map.h"
#include "front/absent.h"
#include "front/dialect.h"
#include "front/item.h"
#include "front/lost.h"
#include "front/process.h"

#define HOST_ONLY "__wp_left_out"

enum { ROUNDS_MAX = 40, STATEMENTS_MAX = 6, TEXT_BYTES_MAX = 256 << 20 };

/* How much of an item is left out; each error in it asks for more. */
enum extent { EXTENT_STATEMENT, EXTENT_BODY = STATEMENTS_MAX, EXTENT_DEFINITION, EXTENT_ALL_BUT_NAMES, EXTENT_ALL, EXTENT_TOO_MUCH };

struct error {
    uint32_t line, column;
    const char *message;
};
struct edit {
    uint32_t start, end;
    const char *with;
};

struct omitter {
    struct arena *arena;
    struct command_request request;
    const char *directory, *source, *text_path;
    struct front_omissions *omissions;
    double *seconds;
    struct buffer text;
    struct token_list tokens;
    struct item_list items;
    VEC(struct error) errors;
    VEC(struct edit) edits;
    struct map extents; /* place of an item -> enum extent */
    struct lost lost;   /* of a host half */
    bool is_refused;    /* a host half needs a header that is not found */
};

static struct process_result run(struct omitter *o, enum command_mode mode, const char *source, const char *output) {
    struct command command;
    struct command_request request = o->request;
    request.mode = mode;
    request.source = source;
    request.output = output;
    command_build(o->arena, &request, &command);
    struct process_result result = process_run(o->arena, command.arguments.data, o->directory);
    command_release(&command);
    *o->seconds += result.seconds;
    return result;
}

static void note(struct omitter *o, enum omission_kind kind, const char *file, uint32_t line, const char *message) {
    for (uint32_t i = 0; i < o->omissions->list.size; i++) {
        const struct front_omission *known = &o->omissions->list.data[i];
        if (known->kind == kind && known->line == line && strcmp(known->file, file) == 0) {
            return;
        }
    }
    struct front_omission omission = {.kind = kind, .file = file, .line = line, .message = message};
    vec_push(&o->omissions->list, omission);
}

/* ---- headers ---- */

/* "FILE:LINE:COLUMN: fatal error: ..." */
static void note_header(void *context, const char *diagnostics, const char *name) {
    struct omitter *o = context;
    const char *at = strstr(diagnostics, ": fatal error: ");
    const char *start = at;
    o->is_refused |= o->request.is_host && !strstr(at, arena_printf(o->arena, "<%s>", name));
    while (start > diagnostics && start[-1] != '\n') {
        start--;
    }
    char *place = arena_strndup(o->arena, start, (size_t)(at - start));
    char *column = strrchr(place, ':');
    char *line = NULL;
    if (column) {
        *column = '\0';
        line = strrchr(place, ':');
    }
    if (line) {
        *line = '\0';
    }
    note(o, OMISSION_HEADER, place, line ? (uint32_t)strtoul(line + 1, NULL, 10) : 0, name);
}

static bool preprocess(struct omitter *o) {
    struct command_request request = o->request;
    request.output = o->text_path;
    return absent_preprocess(o->arena, &request, o->directory, note_header, o, o->seconds);
}

static bool read_text(struct omitter *o) {
    FILE *file = fopen(o->text_path, "rb");
    char piece[65536];
    buffer_add(&o->text, "__attribute__((host)) void " HOST_ONLY "();\n");
    for (size_t size; file && (size = fread(piece, 1, sizeof piece, file)) > 0 && o->text.size < TEXT_BYTES_MAX;) {
        buffer_add_n(&o->text, piece, size);
    }
    bool is_read = file && !ferror(file) && o->text.size < TEXT_BYTES_MAX;
    if (file) {
        fclose(file);
    }
    dialect_translate(&o->text);
    return is_read && strlen(buffer_text(&o->text)) == o->text.size;
}

/* ---- errors ---- */

/* The text with markers that name the lines of the text itself; what is in a system's header stays so. */
static bool write_probe(struct omitter *o, const char *path) {
    FILE *file = fopen(path, "wb");
    uint32_t line = 1, marker = 0;
    for (const char *at = buffer_text(&o->text); file && *at; line++) {
        size_t size = strcspn(at, "\n");
        size += at[size] == '\n';
        if (marker < o->tokens.markers.size && o->tokens.markers.data[marker].text_line == line) {
            fprintf(file, "# %u \"text\"%s\n", line + 1, o->tokens.markers.data[marker].is_system ? " 3" : "");
            marker++;
        } else {
            fwrite(at, 1, size, file);
        }
        at += size;
    }
    return file && fclose(file) == 0;
}

/* "text:LINE:COLUMN: ..." before `mark`. */
static bool take_place(const char *line, const char *mark, struct error *error) {
    char *rest;
    unsigned long number, column;
    if (strncmp(line, "text:", 5) != 0) {
        return false;
    }
    number = strtoul(line + 5, &rest, 10);
    column = *rest == ':' ? strtoul(rest + 1, &rest, 10) : 0;
    *error = (struct error){.line = (uint32_t)number, .column = (uint32_t)column};
    return rest == mark && column > 0;
}

static bool is_in_system(const struct omitter *o, uint32_t line) {
    const struct line_marker *marker = marker_of(&o->tokens, line);
    return !marker || marker->is_system;
}

/* An error in a template of a system's header is moved to where the program asks for it. */
static void collect_errors(struct omitter *o, const char *diagnostics) {
    o->errors.size = 0;
    for (const char *line = diagnostics; *line;) {
        size_t size = strcspn(line, "\n");
        const char *copy = arena_strndup(o->arena, line, size);
        const char *error = strstr(copy, ": error: "), *fatal = strstr(copy, ": fatal error: "), *asked = strstr(copy, ": note: in instantiation of");
        struct error place;
        if (error && take_place(copy, error, &place)) {
            place.message = error + strlen(": error: ");
            vec_push(&o->errors, place);
        } else if (fatal && take_place(copy, fatal, &place)) {
            place.message = fatal + strlen(": fatal error: ");
            vec_push(&o->errors, place);
        } else if (asked && o->errors.size > 0 && take_place(copy, asked, &place)) {
            struct error *last = &o->errors.data[o->errors.size - 1];
            if (is_in_system(o, last->line)) {
                last->line = place.line;
                last->column = place.column;
            }
        }
        line += size + (line[size] == '\n');
    }
}

/* ---- what to leave out ---- */

static uint32_t match_of(const struct omitter *o, uint32_t token) {
    return o->tokens.tokens.data[token].match;
}
static uint32_t up_of(const struct omitter *o, uint32_t token) {
    return o->tokens.tokens.data[token].up;
}
static bool is(const struct omitter *o, uint32_t token, const char *text) {
    return token_is(&o->tokens, token, text);
}

static bool is_any_of(const struct omitter *o, uint32_t token, const char *const *texts) {
    bool found = false;
    for (; *texts && !found; texts++) {
        found = is(o, token, *texts);
    }
    return found;
}

static bool is_block(const struct omitter *o, uint32_t brace) {
    static const char *const before[] = {")", "{", "}", ";", "else", "do", "try", ":", NULL};
    return brace > 0 && is_any_of(o, brace - 1, before);
}

/* Whether a statement can end with the } before the token. */
static bool starts_statement(const struct omitter *o, uint32_t token) {
    static const char *const no[] = {",", ")", "]", ".", "->", ";", "=", "?", ":", "(", "<", ">", "|", "/", "%", NULL};
    return !is_any_of(o, token, no);
}

/* The statement of the function's body that holds the token. */
static void find_statement(const struct omitter *o, uint32_t body, uint32_t token, uint32_t *first, uint32_t *end) {
    uint32_t close = match_of(o, body);
    for (uint32_t up = up_of(o, token); up != body && up != TOKEN_NONE && !(is(o, up, "{") && is_block(o, up)); up = up_of(o, up)) {
        token = up;
    }
    while (token > body + 1) {
        uint32_t before = token - 1;
        bool is_closing = match_of(o, before) != TOKEN_NONE && match_of(o, before) < before;
        if (is(o, before, ";") || is(o, before, "{") || (is(o, before, "}") && starts_statement(o, token))) {
            break;
        }
        token = is_closing ? match_of(o, before) : before;
    }
    *first = token;
    while (token < close) {
        bool is_brace = is(o, token, "{");
        if (is(o, token, ";")) {
            token++;
            break;
        }
        if (is(o, token, "}")) {
            break;
        }
        bool is_opening = match_of(o, token) != TOKEN_NONE && match_of(o, token) > token;
        token = is_opening ? match_of(o, token) + 1 : token + 1;
        if (is_brace && starts_statement(o, token) && !is(o, token, "else") && !is(o, token, "while") && !is(o, token, "catch")) {
            break;
        }
    }
    *end = token;
}

static void add_edit(struct omitter *o, uint32_t first, uint32_t end, const char *with) {
    const struct token *tokens = o->tokens.tokens.data;
    struct edit edit = {tokens[first].offset, tokens[end - 1].offset + tokens[end - 1].size, with};
    vec_push(&o->edits, edit);
}

static void note_code(struct omitter *o, bool is_device, uint32_t token, const char *message) {
    uint32_t line = o->tokens.tokens.data[token].line;
    const struct line_marker *marker = marker_of(&o->tokens, line);
    if (marker) {
        note(o, is_device ? OMISSION_DEVICE : OMISSION_HOST, marker->file, marker->line + (line - marker->text_line - 1), message);
    }
}

/* The next wider extent for the item. */
static enum extent widen(struct omitter *o, const struct item *item, enum extent least) {
    const struct token *first = &o->tokens.tokens.data[item->first];
    uint32_t line_start = first->offset;
    while (line_start > 0 && buffer_text(&o->text)[line_start - 1] != '\n') {
        line_start--;
    }
    uint64_t key = (uint64_t)first->line << 32 | (first->offset - line_start);
    uint32_t extent = 0;
    (void)map_get(&o->extents, key, &extent);
    extent = extent > least ? extent : least;
    map_set(&o->extents, key, extent + 1);
    return (enum extent)extent;
}

static bool has_name(const struct omitter *o, uint32_t first, uint32_t end, const char *name) {
    for (uint32_t i = first; i < end; i++) {
        if (is(o, i, name)) {
            return true;
        }
    }
    return false;
}

static bool is_word(const struct omitter *o, uint32_t token) {
    return o->tokens.tokens.data[token].kind == TOKEN_NAME;
}

/* Whether the token is a name that the item declares: a variable, a type, a function, an enumerator. */
static bool is_declared(const struct omitter *o, const struct item *item, uint32_t token) {
    static const char *const behind[] = {"=", ";", ",", "[", "(", "}", NULL};
    static const char *const before[] = {"::", "operator", NULL};
    static const char *const not [] = {"__attribute__", "alignas", "__declspec", "decltype", "noexcept", "static_assert", NULL};
    uint32_t up = up_of(o, token), top = up_of(o, item->first);
    bool is_enumerator = up != TOKEN_NONE && up != top && up_of(o, up) == top && is(o, up, "{") && has_name(o, item->first, up, "enum");
    return is_word(o, token) && (up == top || is_enumerator) && is_any_of(o, token + 1, behind) && !is_any_of(o, token, not ) &&
           !(token > item->first && is_any_of(o, token - 1, before));
}

/* Declarations of the item's names as something that nobody can use, so that no other declaration of
   a name is found in its place. */
static const char *poison(struct omitter *o, const struct item *item) {
    static const char *const ends[] = {",", ";", "}", NULL};
    bool is_type = is(o, item->first, "typedef") || is(o, item->first, "using"), is_value = false;
    struct buffer out = {0};
    for (uint32_t i = item->first; i + 1 < item->end && !(item->kind == ITEM_FUNCTION && out.size > 0); i++) {
        bool is_name = !is_value && is_declared(o, item, i);
        if (is_name) {
            const struct token *t = &o->tokens.tokens.data[i];
            buffer_printf(&out, "%s %.*s;", is_type ? "struct" : "extern struct __wp_absent", (int)t->size, o->tokens.text + t->offset);
        }
        bool is_jump = match_of(o, i) != TOKEN_NONE && match_of(o, i) > i && (is_value || !is(o, i, "{"));
        is_value = is(o, i, "=") || (is_value && !is_any_of(o, i, ends));
        i = is_jump ? match_of(o, i) : i;
    }
    const char *text = out.size > 0 ? arena_strdup(o->arena, buffer_text(&out)) : ";";
    buffer_release(&out);
    return text;
}

static bool is_kind(const struct omitter *o, uint32_t first, uint32_t end, const char *attribute) {
    for (uint32_t i = first; i < end; i++) {
        if (is(o, i, attribute) && up_of(o, i) != TOKEN_NONE && up_of(o, i) >= 2 && is(o, up_of(o, i) - 2, "__attribute__")) {
            return true;
        }
    }
    return false;
}

/* Of a host half: the body of a function that the host does not run is empty, any other function keeps its declaration. */
static bool leave_out_host_function(struct omitter *o, const struct item *item, uint32_t token, const char *message) {
    uint32_t head_end = item->colon != TOKEN_NONE ? item->colon : item->body;
    bool deduces = has_name(o, item->first, head_end, "auto") || has_name(o, item->first, head_end, "decltype");
    bool is_of_device =
        is_kind(o, item->first, head_end, "global") || (is_kind(o, item->first, head_end, "device") && !is_kind(o, item->first, head_end, "host"));
    enum extent extent = widen(o, item, token < item->body || deduces ? EXTENT_ALL_BUT_NAMES : EXTENT_DEFINITION);
    if (is_in_system(o, o->tokens.tokens.data[token].line) || extent > EXTENT_ALL_BUT_NAMES ||
        (extent == EXTENT_ALL_BUT_NAMES && (item->outer != TOKEN_NONE || item->is_specialised))) {
        return false;
    }
    if (extent == EXTENT_ALL_BUT_NAMES) {
        add_edit(o, item->first, item->end, poison(o, item));
    } else if (is_of_device) {
        add_edit(o, item->body, item->end, "{}");
    } else {
        add_edit(o, head_end, item->end, ";");
    }
    if (extent == EXTENT_ALL_BUT_NAMES || !is_of_device) {
        lost_add(&o->lost, o->arena, &o->tokens, item->first, item->end);
        note_code(o, false, token, message);
    }
    return true;
}

/* False: clang is wrong about what it says, or too much depends on this. */
static bool leave_out_function(struct omitter *o, const struct item *item, uint32_t token, const char *message) {
    uint32_t head_end = item->colon != TOKEN_NONE ? item->colon : item->body;
    bool is_in_body = token >= item->body;
    bool is_device = item_has_device_code(&o->tokens, item->first, head_end);
    bool deduces = has_name(o, item->first, head_end, "auto") || has_name(o, item->first, head_end, "decltype");
    bool is_reached = strstr(message, HOST_ONLY) || is(o, token, HOST_ONLY);
    enum extent least = !is_in_body || deduces ? EXTENT_ALL_BUT_NAMES : is_device || is_reached ? EXTENT_DEFINITION : EXTENT_STATEMENT;
    enum extent extent = widen(o, item, least);
    uint32_t first = item->first, end = item->end;
    bool is_all = extent == EXTENT_ALL_BUT_NAMES || extent == EXTENT_ALL;
    if (is_all && (item->outer != TOKEN_NONE || (is_device && item->is_specialised))) {
        return false;
    }
    if (extent < EXTENT_BODY) {
        find_statement(o, item->body, token, &first, &end);
        add_edit(o, first, end, HOST_ONLY "();");
    } else if (extent == EXTENT_BODY) {
        first = item->body;
        add_edit(o, first, end, "{" HOST_ONLY "();}");
    } else if (extent == EXTENT_DEFINITION) {
        first = head_end;
        add_edit(o, first, end, "=delete;");
    } else if (is_all) {
        add_edit(o, first, end, extent == EXTENT_ALL ? ";" : poison(o, item));
    } else {
        return false;
    }
    is_device = is_device || is_reached || item_has_device_code(&o->tokens, first, end);
    note_code(o, is_device, token, message);
    return true;
}

static bool leave_out_declaration(struct omitter *o, const struct item *item, uint32_t token, const char *message) {
    enum extent extent = widen(o, item, item->kind == ITEM_CLASS ? EXTENT_DEFINITION : EXTENT_ALL_BUT_NAMES);
    bool is_instantiation = item->is_template && !is(o, item->first + 1, "<");
    bool is_device = item_has_device_code(&o->tokens, item->first, item->end);
    if (o->request.is_host && (is_in_system(o, o->tokens.tokens.data[token].line) || (extent >= EXTENT_ALL && !is_instantiation))) {
        return false;
    }
    if (o->request.is_host) {
        lost_add(&o->lost, o->arena, &o->tokens, item->first, item->end);
    }
    if (extent == EXTENT_DEFINITION) {
        uint32_t first = item->colon != TOKEN_NONE ? item->colon : item->body;
        add_edit(o, first, match_of(o, item->body) + 1, "");
    } else if (extent < EXTENT_TOO_MUCH && !item->is_specialised && (!item->is_template || is_instantiation || item->kind == ITEM_CLASS)) {
        add_edit(o, item->first, item->end, extent == EXTENT_ALL || is_instantiation ? ";" : poison(o, item));
    } else {
        return false;
    }
    note_code(o, is_device, token, message);
    return true;
}

static bool is_edited(const struct omitter *o, uint32_t token) {
    uint32_t offset = o->tokens.tokens.data[token].offset;
    bool is_edited = false;
    for (uint32_t i = 0; i < o->edits.size; i++) {
        is_edited = is_edited || (o->edits.data[i].start <= offset && offset < o->edits.data[i].end);
    }
    return is_edited;
}

/* `=delete` on a function that was declared before: without it nothing but the declaration is left, and a call of it is one of
   a function without a body. */
static bool undo_deletion(struct omitter *o, uint32_t token, const char *message) {
    static const char rejected[] = "deleted definition must be first declaration";
    bool is_deletion = strncmp(message, rejected, strlen(rejected)) == 0 && token > 0 && is(o, token, "delete") && is(o, token - 1, "=");
    if (is_deletion) {
        add_edit(o, token - 1, token + 1, "");
    }
    return is_deletion;
}

static bool leave_out(struct omitter *o, const struct error *error) {
    uint32_t token = token_at(&o->tokens, error->line, error->column);
    if (token != TOKEN_NONE && (is_edited(o, token) || undo_deletion(o, token, error->message))) {
        return true;
    }
    const struct item *item = token == TOKEN_NONE ? NULL : item_of(&o->items, token);
    if (!item) {
        return false;
    }
    bool is_in_body = item->kind == ITEM_FUNCTION && token >= item->body;
    if (item->outer != TOKEN_NONE && !is_in_body) {
        item = &o->items.items.data[item->outer];
    }
    bool is_left_out =
        item->kind == ITEM_FUNCTION && (o->request.is_host ? leave_out_host_function : leave_out_function)(o, item, token, error->message);
    if (!is_left_out && item->outer != TOKEN_NONE) {
        item = &o->items.items.data[item->outer];
    }
    return is_left_out || (item->kind != ITEM_FUNCTION && leave_out_declaration(o, item, token, error->message));
}

static int compare_edits(const void *a, const void *b) {
    const struct edit *x = a, *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    return (x->end < y->end) - (x->end > y->end);
}

/* Lines stay lines. Of two edits that overlap the one that begins first counts, to the end of both. */
static void apply_edits(struct omitter *o) {
    const char *text = buffer_text(&o->text);
    struct buffer result = {0};
    uint32_t at = 0;
    qsort(o->edits.data, o->edits.size, sizeof *o->edits.data, compare_edits);
    for (uint32_t i = 0; i < o->edits.size;) {
        struct edit edit = o->edits.data[i++];
        while (i < o->edits.size && o->edits.data[i].start < edit.end) {
            edit.end = o->edits.data[i].end > edit.end ? o->edits.data[i].end : edit.end;
            i++;
        }
        buffer_add_n(&result, text + at, edit.start - at);
        buffer_add(&result, edit.with);
        for (uint32_t c = edit.start; c < edit.end; c++) {
            if (text[c] == '\n') {
                buffer_char(&result, '\n');
            }
        }
        at = edit.end;
    }
    buffer_add(&result, text + at);
    buffer_release(&o->text);
    o->text = result;
}

static bool parse(struct omitter *o) {
    token_list_release(&o->tokens);
    item_list_release(&o->items);
    o->items = (struct item_list){0};
    bool is_matched = token_list_make(o->arena, buffer_text(&o->text), &o->tokens);
    if (is_matched) {
        item_list_make(&o->tokens, &o->items);
    }
    return is_matched;
}

/* One question to clang; *is_done: it accepts the text. */
static bool cut_once(struct omitter *o, bool *is_done) {
    const char *probe = arena_printf(o->arena, "%s/probe.cu", o->directory);
    if (!parse(o) || !write_probe(o, probe)) {
        return false;
    }
    struct process_result result = run(o, COMMAND_SYNTAX, probe, NULL);
    if (result.signal) {
        return false;
    }
    *is_done = result.was_started && result.exit_status == 0;
    if (*is_done) {
        return true;
    }
    collect_errors(o, result.was_started ? result.output : "");
    o->edits.size = 0;
    bool is_cut = o->errors.size > 0;
    for (uint32_t i = 0; i < o->errors.size && is_cut; i++) {
        is_cut = leave_out(o, &o->errors.data[i]);
    }
    if (is_cut) {
        apply_edits(o);
    }
    return is_cut;
}

/* What the code that is left out of a host half may use, by name. */
static void tell_lost(struct omitter *o) {
    lost_close(&o->lost, o->arena, &o->tokens, &o->items);
    const char **names = arena_alloc(o->arena, (o->lost.names.size + 1) * sizeof *names);
    for (uint32_t i = 0; i < o->lost.names.size; i++) {
        names[i] = o->lost.names.data[i];
    }
    o->omissions->names = names;
    o->omissions->name_count = o->lost.names.size;
}

/* Whether the macros of a header that is absent may matter to a host half. */
static bool needs_macros(struct omitter *o) {
    bool has_absent = o->request.is_host && o->omissions->list.size > 0;
    return o->is_refused || (has_absent && (!parse(o) || lost_macro(o->arena, &o->tokens, o->request.flags->args.data, o->request.flags->args.size)));
}

static bool compile_text(struct omitter *o) {
    FILE *file = fopen(o->text_path, "wb");
    bool is_written = file && fwrite(buffer_text(&o->text), 1, o->text.size, file) == o->text.size;
    is_written = file && fclose(file) == 0 && is_written;
    return is_written && run(o, COMMAND_PREPROCESSED, o->text_path, o->request.output).exit_status == 0;
}

bool omission_compile(struct arena *arena, const struct command_request *request, const char *directory, struct front_omissions *omissions,
                      double *seconds) {
    struct omitter o = {.arena = arena,
                        .request = *request,
                        .directory = directory,
                        .source = request->source,
                        .text_path = arena_printf(arena, "%s/text.cu", directory),
                        .omissions = omissions,
                        .seconds = seconds};
    o.request.absent_headers = arena_printf(arena, "%s/absent", directory);
    bool is_done = false, goes_on = mkdir(o.request.absent_headers, 0700) == 0 && preprocess(&o) && read_text(&o) && !needs_macros(&o);
    for (uint32_t round = 0; round < ROUNDS_MAX && goes_on && !is_done; round++) {
        goes_on = cut_once(&o, &is_done);
    }
    if (is_done) {
        tell_lost(&o);
    }
    is_done = is_done && compile_text(&o);
    if (!is_done) {
        omissions->list.size = 0;
    }
    buffer_release(&o.text);
    token_list_release(&o.tokens);
    item_list_release(&o.items);
    vec_release(&o.errors);
    vec_release(&o.edits);
    map_release(&o.extents);
    lost_release(&o.lost);
    return is_done;
}
