/* The table of programs: what is said of their kernels for every launch (runs "any"), and with the launches of the program ("both").
   A kernel whose launches are seen is one of which the second run does not say that a launch is not seen, or not understood. A kernel that several files of a
   program include counts once. */
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"

enum { EVERY, PROGRAM, SIDES };

struct sides {
    const json_t *kernel[SIDES];
};

struct kernels {
    VEC(struct sides) list;
};

static bool is_same(const json_t *a, const json_t *b) {
    return strcmp(outcome_text(a, "name"), outcome_text(b, "name")) == 0 && strcmp(outcome_text(a, "file"), outcome_text(b, "file")) == 0 &&
           json_integer_value(json_object_get(a, "line")) == json_integer_value(json_object_get(b, "line"));
}

/* Kernels of a report, after those from `first` on, which are the same program's. */
static void add_kernels(struct kernels *kernels, uint32_t first, const json_t *report, int side) {
    size_t f, k;
    const json_t *file, *kernel;
    json_array_foreach(json_object_get(report, "files"), f, file) {
        json_array_foreach(json_object_get(file, "kernels"), k, kernel) {
            uint32_t at = first;
            while (at < kernels->list.size && !is_same(kernels->list.data[at].kernel[EVERY], kernel)) {
                at++;
            }
            if (at == kernels->list.size && side == EVERY) {
                vec_push(&kernels->list, (struct sides){{kernel, NULL}});
            } else if (at < kernels->list.size && !kernels->list.data[at].kernel[side]) {
                kernels->list.data[at].kernel[side] = kernel;
            }
        }
    }
}

static bool is_seen(const struct sides *k) {
    const json_t *launch = json_object_get(k->kernel[PROGRAM], "launch");
    const json_t *site;
    size_t i, facts = 0, sites = json_array_size(json_object_get(launch, "sites"));
    json_array_foreach(json_object_get(launch, "sites"), i, site) {
        facts += json_array_size(json_object_get(site, "facts")) > 0;
    }
    return k->kernel[PROGRAM] && facts == sites && !json_is_string(json_object_get(launch, "note"));
}

static void print_row(const char *what, const uint64_t counts[SIDES], uint64_t whole) {
    printf("| %s | %llu (%.1f %%) | %llu (%.1f %%) |\n", what, (unsigned long long)counts[EVERY], percent((double)counts[EVERY], (double)whole),
           (unsigned long long)counts[PROGRAM], percent((double)counts[PROGRAM], (double)whole));
}

static void print_outcomes(const struct kernels *kernels, const char *property, const char *rule, uint64_t whole) {
    uint64_t counts[OUTCOME_COUNT][SIDES] = {0};
    for (uint32_t i = 0; i < kernels->list.size; i++) {
        for (int side = 0; side < SIDES && is_seen(&kernels->list.data[i]); side++) {
            counts[outcome_of(kernels->list.data[i].kernel[side], property, rule)][side]++;
        }
    }
    for (int outcome = 0; outcome < OUTCOME_COUNT; outcome++) {
        char what[64];
        snprintf(what, sizeof what, "%s %s", property, outcome_name((enum outcome)outcome));
        print_row(what, counts[outcome], whole);
    }
}

static void print_words(const struct kernels *kernels, const char *property, uint64_t whole) {
    static const char *const words[] = {"proved", "refuted", "unproved", "unchecked"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        uint64_t counts[SIDES] = {0};
        char what[64];
        for (uint32_t i = 0; i < kernels->list.size; i++) {
            for (int side = 0; side < SIDES && is_seen(&kernels->list.data[i]); side++) {
                const json_t *kernel = kernels->list.data[i].kernel[side];
                const char *word = property ? outcome_text(json_object_get(kernel, "properties"), property) : outcome_text(kernel, "verdict");
                counts[side] += strcmp(word, words[w]) == 0;
            }
        }
        snprintf(what, sizeof what, "%s %s", property ? property : "all that is asked", words[w]);
        print_row(what, counts, whole);
    }
}

/* Of kernels whose race is proved. */
static void print_assumptions(const struct kernels *kernels) {
    uint64_t proofs[SIDES] = {0}, assumptions[SIDES] = {0};
    for (uint32_t i = 0; i < kernels->list.size; i++) {
        for (int side = 0; side < SIDES && is_seen(&kernels->list.data[i]); side++) {
            const json_t *kernel = kernels->list.data[i].kernel[side];
            if (strcmp(outcome_text(json_object_get(kernel, "properties"), "race"), "proved") == 0) {
                proofs[side]++;
                assumptions[side] += json_array_size(json_object_get(kernel, "assumption_kinds"));
            }
        }
    }
    printf("| assumptions per proof of race |");
    for (int side = 0; side < SIDES; side++) {
        printf(" %.2f |", proofs[side] ? (double)assumptions[side] / (double)proofs[side] : 0.0);
    }
    printf("\n");
}

/* Accesses of global memory: those that are proved to stay inside, of all that there are. */
static void print_accesses(const struct kernels *kernels) {
    uint64_t accesses[SIDES] = {0}, inside[SIDES] = {0};
    for (uint32_t i = 0; i < kernels->list.size; i++) {
        for (int side = 0; side < SIDES && is_seen(&kernels->list.data[i]); side++) {
            accesses[side] += (uint64_t)outcome_stat(kernels->list.data[i].kernel[side], "global_accesses");
            inside[side] += (uint64_t)outcome_stat(kernels->list.data[i].kernel[side], "global_accesses_inside");
        }
    }
    printf("| accesses of global memory that are proved to stay inside |");
    for (int side = 0; side < SIDES; side++) {
        printf(" %llu of %llu (%.1f %%) |", (unsigned long long)inside[side], (unsigned long long)accesses[side],
               percent((double)inside[side], (double)accesses[side]));
    }
    printf("\n");
}

static void print_errors(const struct kernels *kernels) {
    for (uint32_t i = 0; i < kernels->list.size; i++) {
        const json_t *finding, *kernel = kernels->list.data[i].kernel[PROGRAM];
        size_t f;
        json_array_foreach(json_object_get(kernel, "findings"), f, finding) {
            if (is_seen(&kernels->list.data[i]) && strcmp(outcome_level(finding), "error") == 0) {
                printf("- %s:%lld `%.60s`: %s\n", outcome_text(kernel, "file"), (long long)json_integer_value(json_object_get(kernel, "line")),
                       outcome_text(kernel, "display"), outcome_text(finding, "message"));
            }
        }
    }
}

void measure_programs(struct arena *arena, const struct runs *runs) {
    struct kernels kernels = {0};
    double seconds[SIDES] = {0};
    uint64_t seen = 0, programs = 0;
    (void)arena;
    for (uint32_t i = 0; i + 1 < runs->size; i += 2) {
        uint32_t first = kernels.list.size;
        bool has_both = runs->data[i].report && runs->data[i + 1].report;
        programs += has_both;
        for (int side = 0; side < SIDES && has_both; side++) {
            add_kernels(&kernels, first, runs->data[i + (uint32_t)side].report, side);
            seconds[side] += runs->data[i + (uint32_t)side].seconds;
        }
    }
    for (uint32_t i = 0; i < kernels.list.size; i++) {
        seen += is_seen(&kernels.list.data[i]);
    }
    printf("| %llu programs, %u kernels | for every launch | for those of the program too |\n|---|---|---|\n", (unsigned long long)programs,
           kernels.list.size);
    printf("| kernels whose launches are seen | | %llu (%.1f %%) |\n", (unsigned long long)seen, percent((double)seen, kernels.list.size));
    print_outcomes(&kernels, "race", "data-race", seen);
    print_words(&kernels, "bounds", seen);
    print_accesses(&kernels);
    print_words(&kernels, "divergence", seen);
    print_words(&kernels, NULL, seen);
    print_assumptions(&kernels);
    printf("| seconds | %.0f | %.0f |\n\nErrors of launches that are seen:\n\n", seconds[EVERY], seconds[PROGRAM]);
    print_errors(&kernels);
    vec_release(&kernels.list);
}
