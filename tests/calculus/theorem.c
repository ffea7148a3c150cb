/* theorem [-n PROGRAMS] [-s SEED] [-q]: Theorem 1 over random programs (theorem.h), then each rule
   of the calculus broken once. Prints TAP. -q: no breakages. A disagreement is printed as a program
   that can become a golden test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "calculus/breakage.h"
#include "theorem.h"

enum { BROKEN_PROGRAMS = 600 };

enum calculus_breakage calculus_breakage = CALCULUS_BREAKAGE_NONE;

static const struct {
    const char *rule, *wrong;
} breakages[] = {
    {"none", "nothing is broken"},
#define BREAKAGE(name, rule, wrong) {rule, wrong},
#include "calculus/breakage.def"
#undef BREAKAGE
};

struct totals {
    uint32_t programs, untyped, racy, drf, open;
};

static void print_program(const struct baby_program *program, const char *prefix) {
    struct buffer text = {0};
    baby_print(program, NULL, NULL, &text);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n"))
        printf("%s%s\n", prefix, line);
    buffer_release(&text);
}

/* Prints the disagreement, made small. */
static void print_disagreement(struct arena *arena, const struct baby_program *program,
                               bool is_typed, bool asks_prover, const struct judgement *j) {
    struct baby_program *small =
        is_typed ? shrink_program(arena, program, is_typed, asks_prover) : NULL;
    const struct judgement last = small ? judge_program(arena, small, is_typed, asks_prover) : *j;
    printf("# %s, with %u threads and n = %d:\n", last.disagreement, last.threads, PARAM_VALUE);
    print_program(small ? small : program, "#   ");
    if (small)
        baby_program_destroy(small);
}

/* Program number `index` of the seed; every sixth is not well typed. False if the judges disagree.
 */
static bool judge_random(uint64_t seed, uint32_t index, bool asks_prover, bool prints,
                         struct totals *totals) {
    struct arena arena = {0};
    struct rng rng;
    bool is_typed = index % 6 != 5;
    rng_init(&rng, seed * UINT64_C(1000003) + index);
    struct baby_program *program = generate_program(&arena, &rng, is_typed, index);
    struct judgement j = judge_program(&arena, program, is_typed, asks_prover);
    totals->programs++;
    totals->untyped += !is_typed;
    totals->racy += j.racy;
    totals->drf += j.drf;
    totals->open += j.open;
    if (j.disagreement && prints)
        print_disagreement(&arena, program, is_typed, asks_prover, &j);
    baby_program_destroy(program);
    arena_release(&arena);
    return !j.disagreement;
}

static bool judge_all(uint64_t seed, uint32_t count) {
    struct totals totals = {0, 0, 0, 0, 0};
    struct arena arena = {0};
    bool is_good = true;
    const char *wrong = judge_figures(&arena);
    printf("%sok theorem figures and equations of the paper\n", wrong ? "not " : "");
    if (wrong)
        printf("# %s\n", wrong);
    for (uint32_t i = 0; i < count; i++)
        is_good &= judge_random(seed, i, true, true, &totals);
    printf("%sok theorem %u programs, %u of them not well typed, seed %llu: %u times DRF, %u times "
           "racy with 2 to 5 threads; the prover left %u open\n",
           is_good && totals.open == 0 ? "" : "not ", totals.programs, totals.untyped,
           (unsigned long long)seed, totals.drf, totals.racy, totals.open);
    arena_release(&arena);
    return is_good && !wrong && totals.open == 0;
}

/* Whether a figure or a random program notices. */
static bool judge_breakage(uint64_t seed, unsigned breakage) {
    struct totals totals = {0, 0, 0, 0, 0};
    struct arena arena = {0};
    calculus_breakage = (enum calculus_breakage)breakage;
    bool by_figure = judge_figures(&arena) != NULL;
    uint32_t at = 0;
    while (at < BROKEN_PROGRAMS && judge_random(seed, at, false, false, &totals))
        at++;
    bool by_random = at < BROKEN_PROGRAMS;
    printf("%sok theorem broken %s (%s): noticed by %s", by_figure || by_random ? "" : "not ",
           breakages[breakage].rule, breakages[breakage].wrong,
           by_figure   ? "a figure"
           : by_random ? ""
                       : "nothing");
    if (by_random)
        printf("%srandom program %u", by_figure ? " and " : "", at);
    printf("\n");
    if (by_random)
        (void)judge_random(seed, at, false, true, &totals);
    calculus_breakage = CALCULUS_BREAKAGE_NONE;
    arena_release(&arena);
    return by_figure || by_random;
}

int main(int argc, char **argv) {
    uint64_t seed = 1;
    uint32_t count = 500;
    bool breaks = true, is_good;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            count = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-q") == 0)
            breaks = false;
        else {
            fprintf(stderr, "usage: theorem [-n PROGRAMS] [-s SEED] [-q]\n");
            return 2;
        }
    }
    is_good = judge_all(seed, count);
    for (unsigned b = 1; breaks && b < CALCULUS_BREAKAGE_COUNT; b++)
        is_good &= judge_breakage(seed, b);
    if (mem_live_bytes() != 0) {
        printf("not ok theorem memory: %zu bytes are left\n", mem_live_bytes());
        is_good = false;
    }
    return is_good ? 0 : 1;
}
