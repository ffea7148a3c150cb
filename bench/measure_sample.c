/* A sample of the races that were found, for reading by hand: every n-th of those that
   differ in file, lines, array or kind (instantiations of a template and copies of an
   inlined function give one), in the order of the files, kernels and reports. */
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"

struct sampled {
    const struct kernel_row *row;
    const json_t *finding;
    const char *key; /* what makes it distinct */
};

struct sampled_list {
    VEC(struct sampled) list;
};

static const char *lines_of(struct arena *arena, const json_t *finding) {
    const char *lines = "";
    size_t i = 0;
    const json_t *access = NULL;
    json_array_foreach(json_object_get(finding, "accesses"), i, access) {
        lines = arena_printf(arena, "%s%s%lld", lines, i ? "/" : "", (long long)json_integer_value(json_object_get(access, "line")));
    }
    return lines;
}

static bool is_race(const json_t *finding) {
    return strcmp(outcome_text(finding, "rule"), "data-race") == 0 && strcmp(outcome_level(finding), "note") != 0;
}

static void add(struct arena *arena, struct sampled_list *all, const struct kernel_row *row, const json_t *finding) {
    const char *key = arena_printf(arena, "%s\t%s\t%s\t%s", row->run->path, lines_of(arena, finding), outcome_text(finding, "array"),
                                   outcome_text(finding, "kind"));
    for (uint32_t i = 0; i < all->list.size; i++) {
        if (strcmp(all->list.data[i].key, key) == 0) {
            return;
        }
    }
    vec_push(&all->list, (struct sampled){row, finding, key});
}

static void print(const struct sampled *sampled) {
    const json_t *finding = sampled->finding;
    printf("%s\t%s\t%s\t%s\t%s\t%.60s\n", sampled->key, outcome_text(finding, "certainty"), outcome_level(finding),
           outcome_text(finding, "precondition"), outcome_text(finding, "approximation"), outcome_text(sampled->row->json, "display"));
}

void measure_sample(struct arena *arena, const struct runs *runs, unsigned wanted) {
    struct kernel_rows rows = {0};
    struct sampled_list all = {0};
    kernel_rows_collect(arena, runs, &rows);
    for (uint32_t i = 0; i < rows.list.size; i++) {
        size_t j = 0;
        const json_t *finding = NULL;
        json_array_foreach(json_object_get(rows.list.data[i].json, "findings"), j, finding) {
            if (is_race(finding)) {
                add(arena, &all, &rows.list.data[i], finding);
            }
        }
    }
    uint32_t step = wanted && all.list.size > wanted ? all.list.size / wanted : 1;
    for (uint32_t i = 0; i < all.list.size && i / step < wanted; i += step) {
        print(&all.list.data[i]);
    }
    fprintf(stderr, "%u races found, every %u-th is shown\n", all.list.size, step);
    vec_release(&all.list);
    vec_release(&rows.list);
}
