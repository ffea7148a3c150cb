/* Runs a kernel given as text and words its findings, for the tests of the simulator.
 *
 * Locations !1 to !9 are lines 1 to 9 of k.cu and need not be declared. A finding reads
 * "rule kind scope line[-line][ = same value][ ~ approximate]"; findings are sorted. */
#ifndef WP_TESTS_SIMULATE_RUN_H
#define WP_TESTS_SIMULATE_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec.h"
#include "simulate/simulate.h"

static inline char *simulate_with_locations(struct arena *arena, const char *body) {
    struct buffer text = {0};
    const char *at = strstr(body, "\nb0:");
    assert(at);
    buffer_add_n(&text, body, (size_t)(at - body));
    for (uint32_t i = 1; i <= 9; i++) {
        buffer_printf(&text, "\nloc !%u \"k.cu\" \"k\" %u:1", i, i);
    }
    buffer_add(&text, at);
    char *copy = arena_strdup(arena, buffer_text(&text));
    buffer_release(&text);
    return copy;
}

static inline struct kernel *simulate_parse(struct arena *arena, const char *body) {
    const char *error = NULL;
    struct kernel *kernel = kernel_parse(arena, simulate_with_locations(arena, body), &error);
    if (!kernel) {
        print_message("%s\n", error);
    }
    assert_non_null(kernel);
    return kernel;
}

static inline uint32_t simulate_line(const struct kernel *k, const struct simulate_event *event) {
    return k->locs[event->loc.id].line;
}

static inline char *simulate_words(struct arena *arena, const struct kernel *k, const struct simulate_finding *f) {
    struct buffer out = {0};
    buffer_add(&out, simulate_rule_name(f->rule));
    if (f->kind != FINDING_KIND_NONE) {
        buffer_printf(&out, " %s", finding_kind_name(f->kind));
    }
    if (f->rule == SIMULATE_RACE) {
        buffer_printf(&out, " %s", finding_scope_name(f->scope));
    }
    buffer_printf(&out, " %u", simulate_line(k, &f->events[0]));
    if (f->event_count > 1) {
        buffer_printf(&out, "-%u", simulate_line(k, &f->events[1]));
    }
    buffer_add(&out, f->same_value ? " =" : "");
    buffer_add(&out, f->approximate ? " ~" : "");
    char *copy = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return copy;
}

static inline int simulate_compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All findings, one a line. */
static inline char *simulate_summary(struct arena *arena, const struct kernel *k, const struct simulate_result *result) {
    VEC(char *) lines = {0};
    struct buffer out = {0};
    for (uint32_t i = 0; i < result->finding_count; i++) {
        vec_push(&lines, simulate_words(arena, k, &result->findings[i]));
    }
    if (lines.size > 1) {
        qsort(lines.data, lines.size, sizeof *lines.data, simulate_compare);
    }
    for (uint32_t i = 0; i < lines.size; i++) {
        buffer_printf(&out, "%s\n", lines.data[i]);
    }
    char *copy = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    vec_release(&lines);
    return copy;
}

#endif
