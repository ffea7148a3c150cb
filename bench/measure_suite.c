/* The table of a folder of CUDA files.

   A kernel that several files include is counted once, as the first of them
   reported it; instantiations of a template count each. A kernel that ran over
   time has no statistics: it counts as one whose constructs are not known to be
   supported and as one without a barrier in a loop, so that a time-out never
   makes a share look better. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outcome.h"

struct table {
    struct kernel_rows kernels;
    uint32_t compiled, fragments, failed, crashed;
    double seconds;
};

static bool is_same_kernel(const struct kernel_row *a, const struct kernel_row *b) {
    return strcmp(outcome_text(a->json, "name"), outcome_text(b->json, "name")) == 0 && strcmp(a->file, b->file) == 0 &&
           json_integer_value(json_object_get(a->json, "line")) == json_integer_value(json_object_get(b->json, "line"));
}

/* A file included through different folders has different names. */
static const char *real_name(struct arena *arena, const char *path) {
    char *real = realpath(path, NULL);
    const char *name = arena_strdup(arena, real ? real : path);
    free(real);
    return name;
}

static void add_kernels(struct arena *arena, struct kernel_rows *rows, const struct run *run) {
    size_t i = 0;
    const json_t *kernel = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        struct kernel_row row = {kernel, real_name(arena, outcome_text(kernel, "file")), run};
        bool is_new = true;
        for (uint32_t j = 0; j < rows->list.size && is_new; j++) {
            is_new = !is_same_kernel(&rows->list.data[j], &row);
        }
        if (is_new) {
            vec_push(&rows->list, row);
        }
    }
}

static bool run_is_ok(const struct run *run) {
    const char *status = outcome_text(run->file, "status");
    return strcmp(status, "analysed") == 0 || strcmp(status, "no-kernels") == 0;
}

static bool run_crashed(const struct run *run) {
    return !run->file || run->status < 0 || run->status > 3 || strcmp(outcome_text(run->file, "status"), "internal-error") == 0;
}

void kernel_rows_collect(struct arena *arena, const struct runs *runs, struct kernel_rows *rows) {
    for (uint32_t i = 0; i < runs->size; i++) {
        add_kernels(arena, rows, &runs->data[i]);
    }
}

static void fill_table(struct arena *arena, struct table *table, const struct runs *runs) {
    kernel_rows_collect(arena, runs, &table->kernels);
    for (uint32_t i = 0; i < runs->size; i++) {
        const struct run *run = &runs->data[i];
        table->seconds += run->seconds;
        bool is_fragment = strcmp(run->expected, "fragment") == 0;
        if (run_crashed(run)) {
            table->crashed++;
        } else if (run_is_ok(run)) {
            table->compiled++;
        } else if (is_fragment) {
            table->fragments++;
        } else {
            table->failed++;
        }
    }
}

static int compare_slowness(const void *left, const void *right) {
    double a = outcome_stat(((const struct kernel_row *)left)->json, "seconds");
    double b = outcome_stat(((const struct kernel_row *)right)->json, "seconds");
    return a > b ? -1 : a < b;
}

static void print_count(const char *what, uint64_t count, uint64_t whole) {
    printf("| %s | %llu of %llu (%.1f %%) |\n", what, (unsigned long long)count, (unsigned long long)whole, percent((double)count, (double)whole));
}

static void print_tallies(const char *what, struct tallies *tallies) {
    tally_sort(tallies);
    printf("| %s | ", what);
    tally_print(tallies, "none");
    printf(" |\n");
    vec_release(&tallies->list);
}

static void add_reasons(struct tallies *tallies, const json_t *kernel, const char *property) {
    struct tallies own = {0};
    size_t i = 0;
    const json_t *unproved = NULL;
    json_array_foreach(json_object_get(kernel, "unproved"), i, unproved) {
        if (strcmp(outcome_text(unproved, "property"), property) == 0) {
            tally_add(&own, outcome_text(unproved, "reason"), 1);
        }
    }
    for (uint32_t j = 0; j < own.list.size; j++) {
        tally_add(tallies, own.list.data[j].name, 1);
    }
    vec_release(&own.list);
}

static void print_files(const struct table *table, const struct runs *runs) {
    printf("| files with a kernel | %u |\n", runs->size);
    printf("| compiled | %u |\n", table->compiled);
    printf("| fragments that another file includes and that do not compile alone | %u |\n", table->fragments);
    printf("| other files that do not compile | %u |\n", table->failed);
    printf("| runs that crashed or were ended | %u |\n", table->crashed);
}

/* Whether a race is shown with accesses that share no byte, as far as the report tells:
   both by number of bytes, or both by number of an element of their size. */
static bool is_apart(const json_t *finding) {
    const json_t *accesses = json_object_get(finding, "accesses");
    long long at[2] = {0}, size[2] = {0};
    bool in_bytes[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        const json_t *access = json_array_get(accesses, i);
        const char *index = outcome_text(access, "index");
        size[i] = json_integer_value(json_object_get(access, "size"));
        in_bytes[i] = strncmp(index, "byte ", 5) == 0;
        at[i] = strtoll(in_bytes[i] ? index + 5 : index, NULL, 10);
    }
    if (json_array_size(accesses) != 2 || size[0] != size[1] || in_bytes[0] != in_bytes[1]) {
        return false;
    }
    long long distance = at[0] > at[1] ? at[0] - at[1] : at[1] - at[0];
    return distance >= (in_bytes[0] ? size[0] : 1);
}

static bool is_over_time(const json_t *kernel) {
    return outcome_has_reason(kernel, NULL, "timeout");
}

/* The construct that a reason names, without the launch of the program where it was met, which goes from the report. */
static const char *construct_of(const json_t *unproved) {
    json_t *detail = json_object_get(unproved, "detail");
    const char *text = outcome_text(unproved, "detail"), *end = strstr(text, " (launched at ");
    if (end) {
        (void)json_string_setn(detail, text, (size_t)(end - text));
    }
    return outcome_text(unproved, "detail");
}

static void print_constructs(const struct table *table) {
    uint64_t internal = 0, over_time = 0, supported = 0, accesses = 0, approximate = 0, apart = 0;
    struct tallies unsupported = {0};
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        const json_t *kernel = table->kernels.list.data[i].json;
        bool is_late = is_over_time(kernel);
        internal += outcome_has_reason(kernel, NULL, "internal-error");
        over_time += is_late;
        supported += !is_late && !outcome_has_reason(kernel, NULL, "unsupported");
        accesses += (uint64_t)outcome_stat(kernel, "accesses");
        approximate += (uint64_t)outcome_stat(kernel, "approximate_accesses");
        struct tallies own = {0};
        size_t j = 0;
        const json_t *finding = NULL;
        json_array_foreach(json_object_get(kernel, "findings"), j, finding) {
            bool is_race = strcmp(outcome_text(finding, "rule"), "data-race") == 0;
            apart += is_race && is_apart(finding);
        }
        const json_t *unproved = NULL;
        json_array_foreach(json_object_get(kernel, "unproved"), j, unproved) {
            if (strcmp(outcome_text(unproved, "reason"), "unsupported") == 0) {
                tally_add(&own, construct_of(unproved), 1);
            }
        }
        for (uint32_t k = 0; k < own.list.size; k++) {
            tally_add(&unsupported, own.list.data[k].name, 1);
        }
        vec_release(&own.list);
    }
    uint64_t kernels = table->kernels.list.size;
    printf("| kernels | %llu |\n", (unsigned long long)kernels);
    print_count("kernels with an internal error", internal, kernels);
    printf("| races shown with accesses that do not overlap | %llu |\n", (unsigned long long)apart);
    print_count("kernels that ran over time", over_time, kernels);
    print_count("kernels without an `unsupported` reason", supported, kernels);
    print_tallies("unsupported, kernels by construct", &unsupported);
    print_count("accesses marked approximate", approximate, accesses);
}

static void print_races(const struct table *table, bool without_barrier_in_loop) {
    uint64_t counts[OUTCOME_COUNT] = {0}, total = 0, complete = 0;
    struct tallies open = {0}, all = {0};
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        const json_t *kernel = table->kernels.list.data[i].json;
        bool has_none = outcome_stat(kernel, "barriers_in_loops") <= 0;
        if (has_none != without_barrier_in_loop) {
            continue;
        }
        total++;
        enum outcome outcome = outcome_of(kernel, "race", "data-race");
        counts[outcome]++;
        complete += outcome != OUTCOME_PROVED && outcome_is_decided(kernel);
        add_reasons(outcome == OUTCOME_OPEN ? &open : &all, kernel, "race");
    }
    printf("| **kernels %s a barrier in a loop** | %llu |\n", without_barrier_in_loop ? "without" : "with", (unsigned long long)total);
    for (int o = 0; o < OUTCOME_COUNT; o++) {
        char what[64];
        snprintf(what, sizeof what, "race %s", outcome_name((enum outcome)o));
        print_count(what, counts[o], total);
    }
    print_count("proved or with a finding", total - counts[OUTCOME_OPEN], total);
    print_count("with a finding, and no pair of accesses left undecided", complete, total - counts[OUTCOME_PROVED] - counts[OUTCOME_OPEN]);
    print_tallies("reasons where open", &open);
    print_tallies("reasons beside a finding", &all);
}

/* All findings but notes, by level and rule; warnings apart by why they are none. */
static void print_findings(const struct table *table) {
    struct tallies errors = {0}, excluded = {0}, possible = {0};
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        size_t j = 0;
        const json_t *finding = NULL;
        json_array_foreach(json_object_get(table->kernels.list.data[i].json, "findings"), j, finding) {
            const char *level = outcome_level(finding), *rule = outcome_text(finding, "rule");
            if (strcmp(level, "note") == 0) {
                continue;
            }
            struct tallies *to = strcmp(level, "error") == 0                                ? &errors
                                 : json_is_string(json_object_get(finding, "precondition")) ? &excluded
                                                                                            : &possible;
            tally_add(to, rule, 1);
        }
    }
    print_tallies("**findings** of level error", &errors);
    print_tallies("warnings that name a precondition", &excluded);
    print_tallies("warnings that rest on unknown values", &possible);
}

static void print_proofs(const struct table *table) {
    uint64_t proofs = 0, assumptions = 0, approximate = 0, without = 0;
    struct tallies kinds = {0};
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        const json_t *kernel = table->kernels.list.data[i].json;
        if (outcome_of(kernel, "race", "data-race") != OUTCOME_PROVED) {
            continue;
        }
        proofs++;
        approximate += outcome_stat(kernel, "approximate_accesses") > 0;
        const json_t *list = json_object_get(kernel, "assumption_kinds");
        without += json_array_size(list) == 0;
        size_t j = 0;
        const json_t *kind = NULL;
        json_array_foreach(list, j, kind) {
            tally_add(&kinds, json_string_value(kind), 1);
            assumptions++;
        }
    }
    printf("| **proofs of race** | %llu |\n", (unsigned long long)proofs);
    printf("| assumptions per proof | %.2f |\n", proofs ? (double)assumptions / (double)proofs : 0.0);
    print_count("proofs without an assumption", without, proofs);
    print_tallies("assumptions by kind", &kinds);
    print_count("proofs of kernels with an approximate access", approximate, proofs);
}

static void print_times(struct table *table) {
    double kernel_seconds = 0;
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        kernel_seconds += outcome_stat(table->kernels.list.data[i].json, "seconds");
    }
    printf("| seconds in all, and in the analysis of kernels | %.0f, %.0f |\n", table->seconds, kernel_seconds);
    printf("\nSlowest kernels (seconds; the number after the file is the line):\n\n");
    qsort(table->kernels.list.data, table->kernels.list.size, sizeof *table->kernels.list.data, compare_slowness);
    for (uint32_t i = 0; i < table->kernels.list.size && i < 10; i++) {
        const struct kernel_row *row = &table->kernels.list.data[i];
        printf("- %.2f %s:%lld `%.60s`\n", outcome_stat(row->json, "seconds"), row->run->path,
               (long long)json_integer_value(json_object_get(row->json, "line")), outcome_text(row->json, "display"));
    }
}

/* The first line of a message that says "error", after the place. */
static void print_first_error(const char *message) {
    const char *error = strstr(message, "error: ");
    const char *start = error ? error : message;
    printf("%.*s", (int)strcspn(start, "\n"), start);
}

static void print_failures(const struct table *table, const struct runs *runs) {
    bool is_headed = false;
    for (uint32_t i = 0; i < runs->size; i++) {
        const struct run *run = &runs->data[i];
        bool is_fragment = strcmp(run->expected, "fragment") == 0;
        if (!run_crashed(run) && (run_is_ok(run) || is_fragment)) {
            continue;
        }
        printf("%s- %s (status %ld): ", is_headed ? "" : "\nFiles without a result:\n\n", run->path, run->status);
        print_first_error(outcome_text(run->file, "error"));
        printf("\n");
        is_headed = true;
    }
    is_headed = false;
    for (uint32_t i = 0; i < table->kernels.list.size; i++) {
        const struct kernel_row *row = &table->kernels.list.data[i];
        bool is_late = is_over_time(row->json);
        if (is_late || outcome_has_reason(row->json, NULL, "internal-error")) {
            printf("%s- %s:%lld `%.60s`: %s\n", is_headed ? "" : "\nKernels over time or with an internal error:\n\n", row->run->path,
                   (long long)json_integer_value(json_object_get(row->json, "line")), outcome_text(row->json, "display"),
                   is_late ? "timeout" : "internal-error");
            is_headed = true;
        }
    }
}

void measure_suite(struct arena *arena, const struct runs *runs) {
    struct table table = {0};
    fill_table(arena, &table, runs);
    printf("| | |\n|---|---|\n");
    print_files(&table, runs);
    print_constructs(&table);
    print_races(&table, true);
    print_races(&table, false);
    print_findings(&table);
    print_proofs(&table);
    print_times(&table);
    print_failures(&table, runs);
    vec_release(&table.kernels.list);
}
