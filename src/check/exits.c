/* Barriers that threads leave the kernel in front of, told once for each kernel. */
#include "check/exits.h"

#include <string.h>

#include "base/buffer.h"

enum { LINES_NAMED_MOST = 4 };

static bool is_excused_exit(const struct finding *finding) {
    return finding->excused && finding->kind == FINDING_KIND_EXITED;
}

static bool is_same_line(const struct finding *a, const struct finding *b) {
    const struct source_place *x = &a->accesses[0].place, *y = &b->accesses[0].place;
    return x->line == y->line && strcmp(x->file, y->file) == 0;
}

/* "line 8", "lines 8, 12 and 2 others"; lines of another file with its name. */
static void add_lines(const struct finding *first, const struct finding *const *others, uint32_t count, struct buffer *out) {
    buffer_add(out, count == 1 ? "line " : "lines ");
    for (uint32_t i = 0; i < count && i < LINES_NAMED_MOST; i++) {
        const struct source_place *place = &others[i]->accesses[0].place;
        bool is_here = strcmp(place->file, first->accesses[0].place.file) == 0;
        buffer_printf(out, "%s%s%s%u", i > 0 ? ", " : "", is_here ? "" : place->file, is_here ? "" : ":", place->line);
    }
    if (count > LINES_NAMED_MOST)
        buffer_printf(out, " and %u other%s", count - LINES_NAMED_MOST, count == LINES_NAMED_MOST + 1 ? "" : "s");
}

static const char *message_of(struct arena *arena, const struct finding *first, const struct finding *const *others, uint32_t count) {
    static const char begin[] = "threads leave the kernel before this barrier";
    struct buffer text = {0};
    if (count == 0 || strncmp(first->message, begin, sizeof begin - 1) != 0)
        return first->message;
    buffer_printf(&text, "%s and %s of ", begin, count == 1 ? "that" : "those");
    add_lines(first, others, count, &text);
    buffer_add(&text, first->message + sizeof begin - 1);
    const char *message = arena_strdup(arena, buffer_text(&text));
    buffer_release(&text);
    return message;
}

uint32_t exits_join(struct arena *arena, struct finding *findings, uint32_t count) {
    const struct finding **others = arena_alloc(arena, (count + 1) * sizeof *others);
    struct finding *first = NULL, *kept = arena_alloc(arena, (count + 1) * sizeof *kept);
    uint32_t other_count = 0, kept_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_told = false;
        if (!first || !is_excused_exit(&findings[i])) {
            first = !first && is_excused_exit(&findings[i]) ? &findings[i] : first;
            continue;
        }
        for (uint32_t j = 0; j < other_count; j++)
            is_told |= is_same_line(others[j], &findings[i]);
        if (!is_told && !is_same_line(first, &findings[i]))
            others[other_count++] = &findings[i];
    }
    if (first)
        first->message = message_of(arena, first, others, other_count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_excused_exit(&findings[i]) || &findings[i] == first)
            kept[kept_count++] = findings[i];
    if (kept_count > 0)
        memcpy(findings, kept, kept_count * sizeof *kept);
    return kept_count;
}
