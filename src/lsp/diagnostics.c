#define _XOPEN_SOURCE 700 /* realpath */
/* Diagnostics: the messages of a report, what a file could not be compiled for, and what was left out of it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/outcome.h"
#include "lsp/place.h"
#include "lsp/source.h"
#include "report/excerpt.h"
#include "report/json_tree.h"
#include "report/messages.h"
#include "report/report.h"
#include "report/report_words.h"
#include "report/unicode.h"

enum { SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION, SEVERITY_HINT, TAG_UNNECESSARY = 1 };

struct maker {
    const struct outcome *outcome;
    struct arena arena;
    struct source_cache sources;
    json_t *files; /* what is made */
};

/* The URI of a file; the editor's own for the file that was analysed. */
static const char *uri_of(struct maker *m, const char *path) {
    char *whole;
    struct buffer uri = {0};
    if (outcome_is_of_file(m->outcome, path)) {
        return m->outcome->uri;
    }
    whole = realpath(path, NULL);
    if (!whole && path[0] != '/') {
        return m->outcome->uri; /* "<built-in>" and the like */
    }
    place_uri(whole ? whole : path, &uri);
    free(whole);
    const char *copy = arena_strdup(&m->arena, buffer_text(&uri));
    buffer_release(&uri);
    return copy;
}

/* The line without its end, or "" where the file has none. */
static const char *line_of(struct maker *m, const char *path, uint32_t line) {
    size_t start, end;
    if (line == 0) {
        return "";
    }
    if (outcome_is_of_file(m->outcome, path)) {
        bool is_there = place_line(m->outcome->text, line - 1, &start, &end);
        return is_there ? arena_strndup(&m->arena, m->outcome->text + start, end - start) : "";
    }
    const char *begin;
    return source_line(&m->sources, path, line, &begin, &end) ? arena_strndup(&m->arena, begin, end) : "";
}

/* The characters at a place: a word, a barrier with its ';', or one character; a whole line where the column is not known. */
static json_t *range_of(struct maker *m, const struct source_place *place) {
    const char *line = line_of(m, place->file, place->line);
    size_t length = strlen(line), start = place->column > 0 ? place->column - 1 : strspn(line, " \t"), end = length;
    start = start < length ? start : length;
    if (place->column > 0 && start < length) {
        end = source_word_end(line, start);
        end = end > start ? end : place_offset(line, 0, utf8_units(line, start) + 1);
        end = end > start ? end : start + 1;
        source_barrier(line, start, &end);
    }
    json_t *range = place_range(line, start, end);
    tree_set_count(json_object_get(range, "start"), "line", place->line > 0 ? place->line - 1 : 0);
    tree_set_count(json_object_get(range, "end"), "line", place->line > 0 ? place->line - 1 : 0);
    return range;
}

static json_t *add(struct maker *m, const struct source_place *place, int severity, const char *rule, const char *text) {
    const char *uri = uri_of(m, place->file);
    json_t *list = json_object_get(m->files, uri), *diagnostic = json_object();
    if (!list) {
        list = json_array();
        tree_set(m->files, uri, list);
    }
    tree_set(diagnostic, "range", range_of(m, place));
    tree_set_count(diagnostic, "severity", (uint64_t)severity);
    tree_set_string(diagnostic, "code", rule);
    tree_set_string(diagnostic, "source", "warpproof");
    tree_set_string(diagnostic, "message", text);
    tree_append(list, diagnostic);
    return diagnostic;
}

static void add_related(struct maker *m, json_t *related, const struct source_place *place, const char *text) {
    json_t *object = json_object(), *location = json_object();
    tree_set_string(location, "uri", uri_of(m, place->file));
    tree_set(location, "range", range_of(m, place));
    tree_set(object, "location", location);
    tree_set_string(object, "message", text);
    tree_append(related, object);
}

static void relate_accesses(struct maker *m, json_t *diagnostic, const struct finding *finding) {
    json_t *related = json_array();
    struct buffer text = {0};
    for (uint32_t i = 0; i < finding->access_count; i++) {
        const struct finding_access *access = &finding->accesses[i];
        if (i > 0) {
            buffer_clear(&text);
            words_other_access(finding, access, &text);
            add_related(m, related, &access->place, buffer_text(&text));
        }
        for (uint32_t c = 0; c < access->inlined_count; c++) {
            add_related(m, related, &access->inlined_at[c], i > 0 ? "the other access is called here" : "called here");
        }
    }
    buffer_release(&text);
    tree_set(diagnostic, "relatedInformation", related);
}

static void add_message(struct maker *m, const struct message *message) {
    static const int severities[LEVEL_COUNT] = {
        [LEVEL_ERROR] = SEVERITY_ERROR, [LEVEL_WARNING] = SEVERITY_WARNING, [LEVEL_NOTE] = SEVERITY_INFORMATION};
    bool is_redundant = message->advice && message->advice->rule == ADVICE_REDUNDANT_BARRIER;
    struct buffer text = {0};
    buffer_add(&text, message->text);
    if (message->finding && message->finding->has_witness) {
        buffer_char(&text, '\n');
        words_witness(message->finding, &text);
    }
    json_t *diagnostic = add(m, &message->place, is_redundant ? SEVERITY_HINT : severities[message->level], message->rule, buffer_text(&text));
    buffer_release(&text);
    if (message->finding) {
        relate_accesses(m, diagnostic, message->finding);
    }
    if (is_redundant) {
        json_t *tags = json_array();
        tree_append(tags, json_integer(TAG_UNNECESSARY));
        tree_set(diagnostic, "tags", tags);
    }
}

/* One line of clang's, "FILE:LINE:COLUMN: error: TEXT"; false if it is none. */
static bool add_compiler_line(struct maker *m, const char *line, size_t length) {
    static const char *const kinds[] = {": error: ", ": fatal error: "};
    const char *copy = arena_strndup(&m->arena, line, length), *kind = NULL, *text = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !kind; i++) {
        kind = strstr(copy, kinds[i]);
        text = kind ? kind + strlen(kinds[i]) : NULL;
    }
    uint32_t numbers[2] = {0};
    const char *end = kind;
    for (int n = 1; kind && n >= 0; n--) {
        const char *at = end;
        while (at > copy && isdigit((unsigned char)at[-1])) {
            at--;
        }
        if (at == end || at == copy || at[-1] != ':' || end - at > 9) {
            return false;
        }
        numbers[n] = (uint32_t)strtoul(at, NULL, 10);
        end = at - 1;
    }
    if (!kind) {
        return false;
    }
    struct source_place place = {.file = arena_strndup(&m->arena, copy, (size_t)(end - copy)), .line = numbers[0], .column = numbers[1]};
    add(m, &place, SEVERITY_ERROR, m->outcome->file.status, text);
    return true;
}

static void add_error(struct maker *m) {
    const struct file_result *file = &m->outcome->file;
    const char *error = file->error ? file->error : file->status;
    bool is_placed = false;
    for (const char *at = error; *at;) {
        size_t length = strcspn(at, "\n");
        is_placed |= add_compiler_line(m, at, length);
        at += length + (at[length] == '\n');
    }
    if (!is_placed) {
        add(m, &(struct source_place){.file = file->path, .line = 1}, SEVERITY_ERROR, file->status, error);
    }
}

static void add_omission(struct maker *m, const struct file_omission *omission) {
    bool is_header = strcmp(omission->kind, "header") == 0;
    if (strcmp(omission->kind, "host-code") != 0) {
        struct source_place place = {.file = omission->file, .line = omission->line};
        add(m, &place, is_header ? SEVERITY_WARNING : SEVERITY_ERROR, "left-out",
            arena_printf(&m->arena,
                         is_header ? "'%s' is not found; analysed without it" : "this device code, and every kernel that needs it, is left out: %s",
                         omission->message ? omission->message : ""));
    }
}

json_t *outcome_diagnostics(const struct outcome *outcome) {
    struct maker m = {.outcome = outcome, .files = json_object()};
    struct message_list messages = {0};
    const struct file_result *file = &outcome->file;
    source_cache_init(&m.sources);
    tree_set(m.files, outcome->uri, json_array());
    if (!report_file_is_ok(file)) {
        add_error(&m);
    }
    for (uint32_t i = 0; i < file->omission_count; i++) {
        add_omission(&m, &file->omissions[i]);
    }
    messages_collect(&m.arena, file, &messages);
    for (uint32_t i = 0; i < messages.items.size; i++) {
        if (!messages.items.data[i].mark->suppressed) {
            add_message(&m, &messages.items.data[i]);
        }
    }
    messages_release(&messages);
    source_cache_release(&m.sources);
    arena_release(&m.arena);
    return m.files;
}
