/* Code actions: the barrier of a repair, a redundant barrier's deletion, a contract. Each is offered only where the text around
   it shows that the edit is one statement more or one less. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lsp/outcome.h"
#include "lsp/place.h"
#include "lsp/source.h"
#include "protocol/stated.h"
#include "report/json_tree.h"

struct editor {
    const struct outcome *outcome;
    const struct action_query *query;
    struct arena arena;
    const char *text, *uri; /* of the file that is edited */
    const char *line_end;   /* of that file: "\n" or "\r\n" */
    json_t *actions;
};

static bool is_asked(const struct editor *e, const struct source_place *place) {
    return place->line > 0 && outcome_is_file(e->outcome, place->file, e->query->path) && place->line - 1 >= e->query->first &&
           place->line - 1 <= e->query->last;
}

/* Turns to the file of the place: false where its text is not known, or is another now than the one that was analysed. */
static bool turn_to(struct editor *e, const struct source_place *place) {
    const struct outcome *o = e->outcome;
    e->text = NULL;
    if (place->line == 0) {
        return false;
    }
    if (outcome_is_of_file(o, place->file)) {
        e->text = o->text;
        e->uri = o->uri;
    }
    for (uint32_t i = 0; i < o->header_count && !e->text; i++) {
        if (outcome_is_file(o, place->file, o->headers[i].path)) {
            e->text = o->headers[i].text;
            e->uri = o->headers[i].uri;
        }
    }
    e->line_end = e->text && strstr(e->text, "\r\n") ? "\r\n" : "\n";
    return e->text && e->query->is_current(e->query->context, e->uri, e->text);
}

static json_t *make_edit(const struct editor *e, size_t start, size_t end, const char *text) {
    json_t *edit = json_object();
    tree_set(edit, "range", place_range(e->text, start, end));
    tree_set_string(edit, "newText", text);
    return edit;
}

/* Takes the reference to edits. */
static void add_action(struct editor *e, const char *title, bool is_preferred, json_t *edits) {
    json_t *action = json_object(), *edit = json_object(), *changes = json_object();
    tree_set_string(action, "title", title);
    tree_set_string(action, "kind", "quickfix");
    if (is_preferred) {
        tree_set(action, "isPreferred", json_true());
    }
    tree_set(changes, e->uri, edits);
    tree_set(edit, "changes", changes);
    tree_set(action, "edit", edit);
    for (size_t i = 0; i < json_array_size(e->actions); i++) {
        if (json_equal(json_array_get(e->actions, i), action)) {
            json_decref(action);
            return; /* of another instance of a template */
        }
    }
    tree_append(e->actions, action);
}

/* ---- barriers ---- */

/* Whether the lines asked for show a race of the kernel. */
static bool shows_race(const struct editor *e, const struct kernel_result *kernel) {
    bool is_shown = false;
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        const struct finding *finding = &kernel->findings[i];
        for (uint32_t a = 0; a < finding->access_count && finding->rule == RULE_DATA_RACE; a++) {
            const struct finding_access *access = &finding->accesses[a];
            is_shown |= is_asked(e, &access->place);
            for (uint32_t c = 0; c < access->inlined_count; c++) {
                is_shown |= is_asked(e, &access->inlined_at[c]);
            }
        }
    }
    return is_shown;
}

/* "" of the file asked about; " of put.h" of another. */
static const char *words_of_file(struct editor *e, const struct source_place *place) {
    const char *file = place->file ? place->file : "", *slash = strrchr(file, '/');
    bool is_here = outcome_is_file(e->outcome, place->file, e->query->path);
    return is_here ? "" : arena_printf(&e->arena, " of %s", slash ? slash + 1 : file);
}

static void offer_barrier(struct editor *e, const struct kernel_result *kernel, const struct advice *advice) {
    size_t start, end;
    bool is_wanted = is_asked(e, &advice->place) || shows_race(e, kernel);
    if (!is_wanted || !advice->where || !advice->barrier || !turn_to(e, &advice->place) ||
        !place_line(e->text, advice->place.line - 1, &start, &end)) {
        return;
    }
    const char *text = e->text;
    bool is_before = strcmp(advice->where, "before") == 0;
    const char *indent = arena_strndup(&e->arena, text + start, strspn(text + start, " \t"));
    const char *line = is_before ? arena_printf(&e->arena, "%s%s;%s", indent, advice->barrier, e->line_end)
                                 : arena_printf(&e->arena, "%s%s%s;", e->line_end, indent, advice->barrier);
    size_t at = is_before ? start : end;
    json_t *edits = json_array();
    tree_append(edits, make_edit(e, at, at, line));
    add_action(
        e, arena_printf(&e->arena, "Insert %s %s line %u%s", advice->barrier, advice->where, advice->place.line, words_of_file(e, &advice->place)),
        true, edits);
}

static void offer_deletion(struct editor *e, const struct advice *advice) {
    size_t start, end, line_start, line_end;
    if (!is_asked(e, &advice->place) || advice->place.column == 0 || !turn_to(e, &advice->place) ||
        !place_line(e->text, advice->place.line - 1, &line_start, &line_end)) {
        return;
    }
    const char *text = e->text;
    start = line_start + advice->place.column - 1;
    if (start >= line_end || !source_barrier(text, start, &end)) {
        return;
    }
    char before = source_before(text, start);
    bool is_free = before == ';' || before == '{' || before == '}'; /* else it may be the body of a loop or a condition */
    bool is_alone = strspn(text + line_start, " \t") == start - line_start && end + strspn(text + end, " \t") == line_end && text[line_end];
    json_t *edits = json_array();
    if (is_free && is_alone) {
        tree_append(edits, make_edit(e, line_start, line_end + strspn(text + line_end, "\r") + 1, ""));
    } else {
        tree_append(edits, make_edit(e, start, end, is_free ? "" : ";"));
    }
    add_action(e, arena_printf(&e->arena, "Delete the redundant barrier of line %u", advice->place.line), false, edits);
}

/* ---- contracts ---- */

/* Whether the condition can stand in C as the report prints it. */
static bool is_c_text(const char *condition) {
    return !strstr(condition, "power_of_two") && !strchr(condition, '^') && !strchr(condition, '\n');
}

/* Whether every instance of the kernel's template has the same conditions. */
static bool agrees(const struct file_result *file, const struct kernel_result *kernel) {
    bool is_same = true;
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        const struct kernel_result *other = file->kernels[k];
        for (unsigned p = 0; p < PROP_COUNT && other->line == kernel->line; p++) {
            const char *a = kernel->sufficient[p], *b = other->sufficient[p];
            is_same &= a && b ? strcmp(a, b) == 0 : a == b;
        }
    }
    return is_same;
}

/* Whether the lines asked for are those of the kernel's name, or of something that a condition is about. */
static bool concerns(const struct editor *e, const struct kernel_result *kernel) {
    bool is_asked_for = is_asked(e, &(struct source_place){.file = kernel->file, .line = kernel->line});
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        const struct finding *finding = &kernel->findings[i];
        is_asked_for |= finding->precondition && finding->access_count > 0 && is_asked(e, &finding->accesses[0].place);
    }
    for (uint32_t i = 0; i < kernel->unproved_count; i++) {
        is_asked_for |= kernel->sufficient[kernel->unproved[i].property] && is_asked(e, &kernel->unproved[i].place);
    }
    return is_asked_for;
}

/* Conditions on contents are said by another macro. */
static bool is_about_contents(const char *condition, size_t length) {
    char *name = mem_alloc(length + 1);
    size_t end = strcspn(condition, "(");
    memcpy(name, condition, length);
    name[end < length ? end : length] = 0;
    bool is = end < length && stated_kind(name) != CONTENT_KINDS;
    mem_free(name, length + 1);
    return is;
}

/* The conjunction's parts: those about sizes together, those about contents together. */
static void add_statements(const char *condition, const char *separator, struct buffer *out) {
    static const char and[] = " && ";
    struct buffer parts[2] = {{0}, {0}};
    for (const char *end; *condition; condition = end) {
        end = strstr(condition, and);
        size_t length = end ? (size_t)(end - condition) : strlen(condition);
        struct buffer *part = &parts[is_about_contents(condition, length)];
        buffer_printf(part, "%s%.*s", part->size ? and : "", (int)length, condition);
        end = condition + length + (end ? strlen(and) : 0);
    }
    for (int i = 0; i < 2; i++) {
        if (parts[i].size > 0) {
            buffer_printf(out, "%s%s(%s);", separator, i == 0 ? "wp_requires" : "wp_contents", buffer_text(&parts[i]));
        }
        buffer_release(&parts[i]);
    }
}

/* "wp_requires(A); wp_requires(B);", each condition once, each behind `separator`. */
static uint32_t add_requirements(const struct kernel_result *kernel, const char *separator, struct buffer *out) {
    uint32_t count = 0;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        bool is_told = !kernel->sufficient[p] || !is_c_text(kernel->sufficient[p]);
        for (unsigned q = 0; q < p && !is_told; q++) {
            is_told = kernel->sufficient[q] && strcmp(kernel->sufficient[p], kernel->sufficient[q]) == 0;
        }
        if (!is_told) {
            add_statements(kernel->sufficient[p], separator, out);
            count++;
        }
    }
    return count;
}

static void offer_contract(struct editor *e, const struct kernel_result *kernel) {
    size_t line_start, line_end, body, next;
    const char *name = outcome_kernel_name(&e->arena, kernel);
    struct source_place place = {.file = kernel->file, .line = kernel->line};
    struct buffer separator = {0}, statements = {0}, title = {0};
    if (!concerns(e, kernel) || !agrees(&e->outcome->file, kernel) || !*name || !turn_to(e, &place) ||
        !place_line(e->text, kernel->line - 1, &line_start, &line_end)) {
        return;
    }
    const char *text = e->text;
    const char *at = strstr(text + line_start, name);
    if (!at || at >= text + line_end || !source_body(text, (size_t)(at - text), &body)) {
        return; /* what a macro makes */
    }
    next = body + strspn(text + body, " \t\r\n");
    while (next > body && text[next - 1] != '\n') {
        next--;
    }
    if (next > body) {
        size_t width = strspn(text + next, " \t");
        buffer_printf(&separator, "%s%.*s", e->line_end, (int)width, text + next);
        buffer_add(&separator, width == 0 ? "    " : "");
    } else {
        buffer_char(&separator, ' ');
    }
    uint32_t count = add_requirements(kernel, buffer_text(&separator), &statements);
    if (count > 0) {
        json_t *edits = json_array();
        if (!strstr(text, "wp_contract.h")) {
            size_t top = source_first_line(text);
            tree_append(edits, make_edit(e, top, top, arena_printf(&e->arena, "#include <wp_contract.h>%s", e->line_end)));
        }
        tree_append(edits, make_edit(e, body, body, buffer_text(&statements)));
        add_requirements(kernel, " ", &title);
        add_action(e, arena_printf(&e->arena, "State the contract of %s:%s", kernel->display, buffer_text(&title)), false, edits);
    }
    buffer_release(&separator);
    buffer_release(&statements);
    buffer_release(&title);
}

json_t *outcome_actions(const struct outcome *outcome, const struct action_query *query) {
    struct editor e = {.outcome = outcome, .query = query, .actions = json_array()};
    for (uint32_t k = 0; k < outcome->file.kernel_count; k++) {
        const struct kernel_result *kernel = outcome->file.kernels[k];
        for (uint32_t i = 0; i < kernel->advice_count; i++) {
            if (kernel->advice[i].rule == ADVICE_REDUNDANT_BARRIER) {
                offer_deletion(&e, &kernel->advice[i]);
            } else {
                offer_barrier(&e, kernel, &kernel->advice[i]);
            }
        }
        offer_contract(&e, kernel);
    }
    arena_release(&e.arena);
    return e.actions;
}
