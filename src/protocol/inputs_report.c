/* The text of `warpproof inputs`. */
#include <string.h>

#include "protocol/inputs.h"

static const char *base_name(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "";
}

static void print_place(const struct protocol *p, loc_ref location, struct buffer *out) {
    const struct loc *loc = &p->locs[location.id];
    if (location.id == 0)
        buffer_add(out, "an unknown place");
    else
        buffer_printf(out, "%s:%u", base_name(loc->file), loc->line);
}

static void print_sink(const struct protocol *p, const struct input_use *use, struct buffer *out) {
    switch (use->sink) {
    case SINK_INDEX: buffer_printf(out, "index of %s (", p->arrays[use->array].name); return;
    case SINK_BRANCH: buffer_add(out, "branch around ("); return;
    case SINK_LOOP: buffer_add(out, "loop bound ("); return;
    case SINK_ASSERTION: buffer_add(out, "assertion ("); return;
    }
}

/* Uses are sorted, so one sink's lines follow each other. */
static void print_uses(const struct protocol *p, const struct input *input, struct buffer *out) {
    if (input->use_count == 0)
        buffer_add(out, "nothing");
    for (uint32_t i = 0; i < input->use_count; i++) {
        const struct input_use *use = &input->uses[i], *last = use - 1;
        bool is_first = i == 0 || last->sink != use->sink || last->array != use->array;
        const char *file = p->locs[use->location.id].file;
        if (is_first) {
            buffer_add(out, i > 0 ? "), " : "");
            print_sink(p, use, out);
        } else {
            buffer_add(out, ", ");
        }
        if (!is_first && file && p->locs[last->location.id].file && strcmp(file, p->locs[last->location.id].file) == 0)
            buffer_printf(out, "%u", p->locs[use->location.id].line);
        else
            print_place(p, use->location, out);
    }
    buffer_add(out, input->use_count ? ")\n" : "\n");
}

static void print_name(const struct protocol *p, const struct input *input, struct buffer *out) {
    buffer_printf(out, "%s%s", input->kind == INPUT_CONTENTS ? "contents of " : "", input->name);
    if (input->kind == INPUT_UNKNOWN && input->location.id) {
        buffer_add(out, " (");
        print_place(p, input->location, out);
        buffer_char(out, ')');
    }
}

static void print_input(const struct protocol *p, const struct input *input, size_t width, struct buffer *out) {
    struct buffer name = {0};
    print_name(p, input, &name);
    buffer_printf(out, "  %-*s  reaches  ", (int)width, buffer_text(&name));
    buffer_release(&name);
    print_uses(p, input, out);
}

/* Of the inputs, or of the unknown values. */
static size_t widest_name(const struct protocol *p, const struct inputs *inputs, bool is_unknown) {
    size_t width = 0;
    for (uint32_t i = 0; i < inputs->count; i++) {
        if ((inputs->items[i].kind == INPUT_UNKNOWN) != is_unknown)
            continue;
        struct buffer name = {0};
        print_name(p, &inputs->items[i], &name);
        width = name.size > width ? name.size : width;
        buffer_release(&name);
    }
    return width;
}

static void print_total(uint32_t used, uint32_t total, bool is_least, struct buffer *out) {
    if (used == 0 && !is_least)
        buffer_add(out, total ? "  no input matters\n" : "  there are no inputs\n");
    else
        buffer_printf(out, "  %s%u of %u input%s %s\n", is_least ? "at least " : "", used, total, total == 1 ? "" : "s",
                      used == 1 ? "matters" : "matter");
}

void inputs_report(const struct protocol *protocol, struct buffer *out) {
    struct arena arena = {0};
    struct inputs inputs = inputs_compute(&arena, protocol);
    size_t width = widest_name(protocol, &inputs, false);
    uint32_t used = 0, total = 0;
    bool has_unknown = false;
    buffer_printf(out, "kernel %s %s:%u\n", protocol->display, base_name(protocol->file), protocol->line);
    for (uint32_t i = 0; i < inputs.count; i++) {
        const struct input *input = &inputs.items[i];
        if (input->kind == INPUT_UNKNOWN && !has_unknown) {
            width = widest_name(protocol, &inputs, true);
            buffer_add(out, "  unknown values, which may carry any input:\n");
        }
        has_unknown = has_unknown || input->kind == INPUT_UNKNOWN;
        total += input->kind != INPUT_UNKNOWN;
        used += input->kind != INPUT_UNKNOWN && input->use_count > 0;
        print_input(protocol, input, width, out);
    }
    print_total(used, total, has_unknown, out);
    for (uint32_t i = 0; i < protocol->problem_count; i++) {
        if (i == 0)
            buffer_add(out, "  not understood, so the list may be short:\n");
        buffer_printf(out, "    %s (", protocol->problems[i].detail ? protocol->problems[i].detail : reason_name(protocol->problems[i].reason));
        print_place(protocol, protocol->problems[i].location, out);
        buffer_add(out, ")\n");
    }
    arena_release(&arena);
}
