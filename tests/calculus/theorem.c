/* theorem [-n PROGRAMS] [-s SEED] [-q] [-b BREAKAGE] [-k FOLDER] [FILE.baby...]: Theorem 1 over
 * programs of files and random ones (theorem.h), then each rule of the calculus broken once. Prints
 * TAP.
 *
 * -q: no breakages; -b: that one only. A disagreement is made small and printed; with -k it is also
 * written as a golden test FOLDER/theorem_SEED_INDEX.baby, one that a broken rule causes as
 * FOLDER/theorem_BREAKAGE.baby (`-k tests/golden` keeps it for good). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "calculus/breakage.h"
#include "theorem.h"

enum { BROKEN_PROGRAMS = 600 };

enum calculus_breakage calculus_breakage = CALCULUS_BREAKAGE_NONE;

static const struct {
    const char *name, *rule, *wrong;
} breakages[] = {
    {"NONE", "none", "nothing is broken"},
#define BREAKAGE(name, rule, wrong) {#name, rule, wrong},
#include "calculus/breakage.def"
#undef BREAKAGE
};

static const char *const rules[] = {
#define TYPING_RULE(suffix, name, asks) name,
#define SEMANTIC_RULE(suffix, name) name,
#include "calculus/rules.def"
#undef TYPING_RULE
#undef SEMANTIC_RULE
};

static const char *keep_folder; /* NULL: disagreements are printed only */

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

static void keep(const struct baby_program *program, const char *name, const struct judgement *j) {
    enum calculus_breakage broken = calculus_breakage;
    struct arena arena = {0};
    const char *why = broken == CALCULUS_BREAKAGE_NONE
                          ? j->disagreement
                          : arena_printf(&arena, "it tells rule %s from \"%s\"", breakages[broken].rule, breakages[broken].wrong);
    calculus_breakage = CALCULUS_BREAKAGE_NONE;
    bool is_kept = keep_program(keep_folder, name, program, j->threads, why);
    calculus_breakage = broken;
    printf("# %s %s/%s.baby\n", is_kept ? "kept as" : "cannot write", keep_folder, name);
    arena_release(&arena);
}

/* Prints the disagreement, made small, and keeps it under that name. */
static void tell_disagreement(struct arena *arena, const struct baby_program *program, bool asks_prover, const char *name,
                              const struct judgement *j) {
    struct baby_program *small = shrink_program(arena, program, asks_prover);
    const struct judgement last = small ? judge_program(arena, small, must_be_typed(small), asks_prover) : *j;
    printf("# %s, with %u threads and n = %d:\n", last.disagreement, last.threads, PARAM_VALUE);
    print_program(small ? small : program, "#   ");
    if (keep_folder)
        keep(small ? small : program, name, &last);
    if (small)
        baby_program_destroy(small);
}

/* "theorem_1_17", or "theorem_t_seq" if a rule is broken. */
static const char *kept_name(struct arena *arena, uint64_t seed, uint32_t index) {
    if (calculus_breakage == CALCULUS_BREAKAGE_NONE)
        return arena_printf(arena, "theorem_%llu_%u", (unsigned long long)seed, index);
    char *name = arena_printf(arena, "theorem_%s", breakages[calculus_breakage].name);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return name;
}

/* Program number `index` of the seed; every sixth is not well typed. False if the judges disagree.
 */
static bool judge_random(uint64_t seed, uint32_t index, bool asks_prover, bool tells, struct totals *totals) {
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
    if (j.disagreement && tells)
        tell_disagreement(&arena, program, asks_prover, kept_name(&arena, seed, index), &j);
    baby_program_destroy(program);
    arena_release(&arena);
    return !j.disagreement;
}

static bool read_file(const char *path, struct buffer *out) {
    FILE *file = fopen(path, "rb");
    char block[4096];
    size_t count;
    if (!file)
        return false;
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_n(out, block, count);
    return fclose(file) == 0;
}

/* Every program of a file, such as one that was kept; they have one parameter. */
static bool judge_file(const char *path) {
    struct arena arena = {0};
    struct buffer text = {0};
    const char *error = NULL;
    uint32_t at = 0;
    bool is_good = read_file(path, &text);
    struct baby_programs all = baby_parse(&arena, buffer_text(&text), text.size, path, &error);
    for (; at < all.count && is_good; at++) {
        const struct baby_program *program = all.programs[at];
        struct judgement j = {.disagreement = "it has other parameters than n"};
        if (program->param_count <= 1)
            j = judge_program(&arena, program, must_be_typed(program), true);
        if (j.disagreement)
            printf("# %s: %s, with %u threads\n", program->name, j.disagreement, j.threads);
        is_good = !j.disagreement;
    }
    is_good &= !error && all.count > 0;
    printf("%sok theorem %s%s%s\n", is_good ? "" : "not ", path, error ? ": " : "", error ? error : "");
    for (uint32_t i = 0; i < all.count; i++)
        baby_program_destroy(all.programs[i]);
    buffer_release(&text);
    arena_release(&arena);
    return is_good;
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
           is_good && totals.open == 0 ? "" : "not ", totals.programs, totals.untyped, (unsigned long long)seed, totals.drf, totals.racy,
           totals.open);
    arena_release(&arena);
    return is_good && !wrong && totals.open == 0;
}

/* Each rule of rules.def is broken at least once. */
static bool judge_table(void) {
    bool is_good = true;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        unsigned b = 1;
        while (b < CALCULUS_BREAKAGE_COUNT && strcmp(breakages[b].rule, rules[i]) != 0)
            b++;
        if (b == CALCULUS_BREAKAGE_COUNT)
            printf("not ok theorem rule %s is never broken\n", rules[i]);
        is_good &= b < CALCULUS_BREAKAGE_COUNT;
    }
    if (is_good)
        printf("ok theorem each of %zu rules is broken\n", sizeof rules / sizeof *rules);
    return is_good;
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
    printf("%sok theorem broken %s (%s): noticed by %s", by_figure || by_random ? "" : "not ", breakages[breakage].rule, breakages[breakage].wrong,
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

static unsigned find_breakage(const char *name) {
    unsigned b = 1;
    while (b < CALCULUS_BREAKAGE_COUNT && strcmp(breakages[b].name, name) != 0)
        b++;
    return b;
}

struct command {
    uint64_t seed;
    uint32_t count;
    unsigned first, last; /* the breakages first .. last - 1 */
    int files;            /* index of the first file */
};

/* One option with its value; false if it is none. */
static bool read_option(struct command *c, const char *option, const char *value) {
    if (strcmp(option, "-n") == 0)
        c->count = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(option, "-s") == 0)
        c->seed = strtoull(value, NULL, 10);
    else if (strcmp(option, "-k") == 0)
        keep_folder = value;
    else if (strcmp(option, "-b") == 0)
        c->last = (c->first = find_breakage(value)) + 1;
    else
        return false;
    return c->first < CALCULUS_BREAKAGE_COUNT;
}

static bool read_command(int argc, char **argv, struct command *c) {
    int at = 1;
    *c = (struct command){.seed = 1, .count = 500, .first = 1, .last = CALCULUS_BREAKAGE_COUNT};
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "-q") == 0)
            c->last = c->first;
        else if (at + 1 == argc || !read_option(c, argv[at], argv[at + 1]))
            return false;
        else
            at++;
    }
    c->files = at;
    return true;
}

int main(int argc, char **argv) {
    struct command command;
    bool is_good = true;
    if (!read_command(argc, argv, &command)) {
        fprintf(stderr, "usage: theorem [-n PROGRAMS] [-s SEED] [-q] [-b BREAKAGE] [-k FOLDER] "
                        "[FILE.baby...]\n");
        return 2;
    }
    for (int i = command.files; i < argc; i++)
        is_good &= judge_file(argv[i]);
    is_good &= judge_all(command.seed, command.count);
    is_good &= judge_table();
    for (unsigned b = command.first; b < command.last; b++)
        is_good &= judge_breakage(command.seed, b);
    if (mem_live_bytes() != 0) {
        printf("not ok theorem memory: %zu bytes are left\n", mem_live_bytes());
        is_good = false;
    }
    return is_good ? 0 : 1;
}
