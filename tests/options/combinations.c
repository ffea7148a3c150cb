/* Every option together with every other: the kernels of the golden tests under combinations of options.

   For each kernel some combinations are drawn; a later one often adds constraints to an earlier one, so that
   its launches are among the other's. Each is run in a process of its own. Demanded is
     that no run ends in a crash or says `internal-error` (one that takes SECONDS_MAX of the processor is only counted);
     that no property is proved for some launches and refuted in one of them, by `check`, `search` or `simulate`.
   A proof that takes an unread axis to have extent 1 says nothing of launches in which it has another. What a run of
   `simulate` does behind an access out of bounds, of arrays whose extent no option states, is no contradiction, nor
   one with contents that break what the kernel assumes or requires of them.

   combinations [-n RUNS] [-e EVERY] [-o OFFSET] [-s SEED] [-b BUDGET] FILE...
   Takes one of EVERY files, and RUNS combinations for each kernel. Prints TAP, a test per file. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/vec.h"
#include "check/check.h"
#include "check/simulation.h"
#include "cli/options.h"
#include "cli/simulate.h"
#include "front/front.h"
#include "protocol/expression.h"
#include "llvm/llvm.h"

enum { RUNS_MAX = 64, WORDS_MAX = 24, NAMES_MAX = 12, TEXT_BYTES = 600, SECONDS_MAX = 15 };

/* What a run has of one dimension of the grid of options; NULL: nothing. */
struct run {
    const char *command;
    const char *block, *grid, *requires, *only;
    const char *params[NAMES_MAX], *extents[NAMES_MAX]; /* by the kernel's parameters and pointers: "n=7" */
    bool simulates;
    bool is_strict, is_lockstep, searches;
};

struct place {
    bool is_known;
    uint32_t block[3], grid[3];
};

/* What came of a run. */
struct outcome {
    bool ended;
    enum verdict properties[PROP_COUNT];
    struct place shown[PROP_COUNT]; /* the launch of an error */
    bool one_block[3], one_grid[3]; /* axes that the proofs take to have extent 1 */
    bool assumes[ASSUMPTION_COUNT];
    bool rests_on_contents;   /* on a required condition about the contents of an array */
    char problem[TEXT_BYTES]; /* an internal error, or empty */
};

struct names {
    const char *numbers[NAMES_MAX], *floats[NAMES_MAX], *pointers[NAMES_MAX];
    uint32_t number_count, float_count, pointer_count;
};

struct session {
    struct arena *arena;
    struct rng rng;
    const char *path, *budget;
    struct llvm_module *module;
    uint32_t runs, kernels, pairs, failed, slow;
};

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* ---- drawing ---- */

static uint32_t below(struct session *s, uint32_t bound) {
    return (uint32_t)rng_below(&s->rng, bound);
}

static const char *one_of(struct session *s, const char *const *words, uint32_t count) {
    return words[below(s, count)];
}
#define ONE_OF(s, words) one_of(s, words, (uint32_t)(sizeof(words) / sizeof *(words)))

static const char *number_text(struct session *s, const char *name) {
    static const char *const values[] = {"0", "1", "7", "32", "64", "1000", "65536"};
    return arena_printf(s->arena, "%s=%s", name, ONE_OF(s, values));
}

static const char *extent_text(struct session *s, const char *name, uint32_t kind) {
    static const char *const sizes[] = {
        "gridDim.x*blockDim.x", "128*gridDim.x", "1048576", "64", "gridDim.x*gridDim.y*blockDim.x*blockDim.y", "4294967296"};
    return arena_printf(s->arena, "%s=%s", name, sizes[kind]);
}

/* Adds to what is not constrained yet. */
static void constrain(struct session *s, struct run *run, const struct names *names) {
    static const char *const blocks[] = {"1", "32", "64", "256", "1024", "100", "8,8", "32,8", "4,4,4"};
    static const char *const grids[] = {"1", "2", "4", "64", "2,2", "65536"};
    static const char *const conditions[] = {"blockDim.x<=256", "blockDim.x==64", "gridDim.x==4", "blockDim.y==1&&gridDim.y==1",
                                             "blockDim.x*gridDim.x<=65536"};
    if (!run->block && below(s, 2) == 0)
        run->block = ONE_OF(s, blocks);
    if (!run->grid && below(s, 2) == 0)
        run->grid = ONE_OF(s, grids);
    if (!run->requires && below(s, 5) == 0)
    run->requires = ONE_OF(s, conditions);
    for (uint32_t i = 0, fixes = below(s, 3) == 0; i < names->number_count; i++)
        if (!run->params[i] && fixes && below(s, 3) != 0)
            run->params[i] = number_text(s, names->numbers[i]);
    uint32_t kind = below(s, 6);
    for (uint32_t i = 0, sizes = below(s, 2) == 0; i < names->pointer_count; i++)
        if (!run->extents[i] && sizes && below(s, 6) != 0)
            run->extents[i] = extent_text(s, names->pointers[i], kind);
}

static void choose_manner(struct session *s, struct run *run) {
    static const char *const properties[] = {
        NULL, NULL, NULL, "race", "divergence", "bounds", "assert", "race,bounds", "race,divergence,advice", "race,divergence,bounds,assert,advice"};
    bool hunts = below(s, 6) == 0;
    run->command = hunts ? "search" : "check";
    run->only = hunts ? NULL : ONE_OF(s, properties);
    run->searches = !hunts && below(s, 6) == 0;
    run->is_strict = below(s, 6) == 0;
    run->is_lockstep = below(s, 8) == 0;
}

static void draw_runs(struct session *s, const struct names *names, struct run *runs) {
    for (uint32_t i = 0; i < s->runs; i++) {
        runs[i] = i < 2 || below(s, 3) == 0 ? (struct run){.command = "check"} : runs[i <= 4 ? 1 : 4 + below(s, i - 4)];
        if (i > 0) {
            choose_manner(s, &runs[i]);
            constrain(s, &runs[i], names);
        }
        if (i >= 1 && i <= 3) { /* one launch, checked, searched and executed */
            static const char *const commands[] = {"check", "search", "simulate"};
            runs[i] = i >= 2 ? runs[1] : runs[i];
            runs[i].command = commands[i - 1];
            runs[i].simulates = i == 3;
            runs[i].only = runs[i].requires = NULL;
            runs[i].searches = false;
            runs[i].grid = is_same(runs[i].grid, "65536") ? "4" : runs[i].grid;
            for (uint32_t k = 0; i == 3 && k < NAMES_MAX; k++)
                runs[i].extents[k] = NULL;
            for (uint32_t k = 0; i == 3 && k < names->number_count; k++)
                runs[i].params[k] = runs[i].params[k] ? runs[i].params[k] : number_text(s, names->numbers[k]);
            runs[i].block = runs[i].block ? runs[i].block : "64";
            runs[i].grid = runs[i].grid ? runs[i].grid : "4";
        }
    }
}

static uint32_t make_words(struct session *s, const struct run *run, const char **words) {
    uint32_t count = 0;
    words[count++] = "warpproof";
    words[count++] = run->command;
    words[count++] = s->path;
    words[count++] = run->simulates ? "--budget=3000000" : arena_printf(s->arena, "--budget=%s", s->budget);
    if (run->searches || strcmp(run->command, "search") == 0)
        words[count++] = "--steps=300000";
    if (run->searches)
        words[count++] = "--search";
    if (run->block)
        words[count++] = arena_printf(s->arena, "--block=%s", run->block);
    if (run->grid)
        words[count++] = arena_printf(s->arena, "--grid=%s", run->grid);
    if (run->requires)
        words[count++] = arena_printf(s->arena, "--requires=%s", run->requires);
    if (run->only)
        words[count++] = arena_printf(s->arena, "--only=%s", run->only);
    if (run->is_strict)
        words[count++] = "--strict";
    if (run->is_lockstep)
        words[count++] = "--warp=lockstep";
    return count;
}

static uint32_t add_names(struct session *s, const char *option, const char *const *texts, const char **words, uint32_t count) {
    for (uint32_t i = 0; i < NAMES_MAX; i++)
        if (texts[i])
            words[count++] = arena_printf(s->arena, "%s=%s", option, texts[i]);
    return count;
}

/* Arrays are large enough for small launches. */
static uint32_t add_arguments(struct session *s, const struct run *run, const struct names *names, const char **words, uint32_t count) {
    static const char *const contents[] = {"iota", "zero", "random:5", "const:1"};
    for (uint32_t i = 0; i < names->number_count; i++)
        words[count++] = arena_printf(s->arena, "--arg=%s", run->params[i]);
    for (uint32_t i = 0; i < names->float_count; i++)
        words[count++] = arena_printf(s->arena, "--arg=%s=1.5", names->floats[i]);
    for (uint32_t i = 0; i < names->pointer_count; i++)
        words[count++] = arena_printf(s->arena, "--arg=%s=%s:4194304", names->pointers[i], ONE_OF(s, contents));
    return count;
}

/* ---- one run, in a process of its own ---- */

static const unsigned PROPERTY_OF_RULE[RULE_COUNT] = {[RULE_DATA_RACE] = PROP_RACE,
                                                      [RULE_SAME_VALUE_WRITE] = PROP_RACE,
                                                      [RULE_BARRIER_DIVERGENCE] = PROP_DIVERGENCE,
                                                      [RULE_OUT_OF_BOUNDS] = PROP_BOUNDS,
                                                      [RULE_ASSERTION] = PROP_ASSERT};

static void note_result(const struct kernel_result *r, struct outcome *o) {
    static const char *const axes[3] = {"x", "y", "z"};
    char name[16];
    memcpy(o->properties, r->properties, sizeof o->properties);
    for (uint32_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        struct place *shown = &o->shown[PROPERTY_OF_RULE[f->rule]];
        if (f->level != LEVEL_ERROR || !f->has_witness || shown->is_known)
            continue;
        shown->is_known = true;
        memcpy(shown->block, f->witness.block, sizeof shown->block);
        memcpy(shown->grid, f->witness.grid, sizeof shown->grid);
    }
    static const char *const of_contents[] = {
#define CONTENT(kind, name, has_bounds) name "(",
#include "protocol/contents.def"
#undef CONTENT
    };
    for (uint32_t i = 0; i < r->assumption_count; i++) {
        const struct assumption *a = &r->assumptions[i];
        o->assumes[a->kind] = true;
        for (size_t j = 0; j < sizeof of_contents / sizeof *of_contents; j++)
            o->rests_on_contents |= a->kind == ASSUMPTION_REQUIRED && strstr(a->text, of_contents[j]);
        for (int axis = 0; axis < 3 && a->kind == ASSUMPTION_UNREAD_AXES; axis++) {
            (void)snprintf(name, sizeof name, "blockDim.%s", axes[axis]);
            o->one_block[axis] |= strstr(a->text, name) != NULL;
            (void)snprintf(name, sizeof name, "gridDim.%s", axes[axis]);
            o->one_grid[axis] |= strstr(a->text, name) != NULL;
        }
    }
    for (uint32_t i = 0; i < r->unproved_count; i++)
        if (strcmp(r->unproved[i].reason, reason_name(REASON_INTERNAL_ERROR)) == 0)
            (void)snprintf(o->problem, sizeof o->problem, "internal-error in line %u: %s", r->unproved[i].place.line, r->unproved[i].detail);
    o->ended = true;
}

/* What an execution shows; nothing if the launch is not whole (members of structs have no argument here). */
static void execute(struct session *s, struct arena *arena, const struct options *options, const struct kernel *kernel, struct outcome *o) {
    const char *error = NULL;
    const struct witness *launch = simulate_launch(arena, options, s->path, kernel, &error);
    const struct simulation_request request = {
        .kernel = kernel, .witness = launch, .schedules = 2, .interpreted_budget = 3000000, .strict = options->check.strict};
    struct simulation_contents contents = {NULL};
    struct kernel_result *result = launch ? simulation_run(arena, &request, &contents, &error) : NULL;
    if (!result)
        return;
    note_result(result, o);
    if (o->properties[PROP_BOUNDS] == VERDICT_REFUTED)
        for (unsigned p = 0; p < PROP_COUNT; p++)
            o->properties[p] = VERDICT_UNCHECKED;
}

static void run_here(struct session *s, uint32_t index, const char **words, uint32_t count, struct outcome *o) {
    struct options options;
    struct arena arena = {0};
    const char *error = NULL;
    if (!options_parse(&arena, (int)count, words, &options, &error)) {
        (void)snprintf(o->problem, sizeof o->problem, "options are not understood: %s", error);
        o->ended = true;
        return;
    }
    struct kernel *kernel = llvm_decode(s->module, index, &arena);
    if (options.command == COMMAND_SIMULATE) {
        execute(s, &arena, &options, kernel, o);
        o->ended = true;
        return;
    }
    const uint32_t *block = options.check.block;
    struct protocol *protocol = protocol_infer(&arena, kernel, block[0] * block[1] * block[2]);
    if (options.check.lockstep)
        protocol_add_sides(protocol, kernel);
    note_result(check_kernel(&arena, kernel, protocol, &options.check), o);
    protocol_destroy(protocol);
}

static void run_apart(struct session *s, uint32_t index, const char **words, uint32_t count, struct outcome *o) {
    int ends[2];
    memset(o, 0, sizeof *o);
    (void)fflush(stdout);
    if (pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        const struct itimerval limit = {.it_value = {.tv_sec = SECONDS_MAX}};
        (void)setitimer(ITIMER_PROF, &limit, NULL);
        run_here(s, index, words, count, o);
        const char *at = (const char *)o;
        for (size_t done = 0; done < sizeof *o;) {
            ssize_t n = write(ends[1], at + done, sizeof *o - done);
            if (n <= 0)
                _exit(1);
            done += (size_t)n;
        }
        _exit(0);
    }
    (void)close(ends[1]);
    size_t done = 0;
    for (ssize_t n; done < sizeof *o && (n = read(ends[0], (char *)o + done, sizeof *o - done)) > 0;)
        done += (size_t)n;
    (void)close(ends[0]);
    int status = 0;
    (void)waitpid(child, &status, 0);
    if (done < sizeof *o) {
        memset(o, 0, sizeof *o);
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
            s->slow++;
            return;
        }
        (void)snprintf(o->problem, sizeof o->problem, "the run is lost: %s %d", WIFSIGNALED(status) ? "signal" : "status",
                       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
}

/* ---- what runs say of each other ---- */

/* Every launch of `narrow` is one of `wide`, and what is a violation there is one here. */
static bool is_among(const struct run *narrow, const struct run *wide) {
    bool fits = (!wide->block || is_same(narrow->block, wide->block)) && (!wide->grid || is_same(narrow->grid, wide->grid)) &&
                (!wide->requires || is_same(narrow->requires, wide->requires)) && narrow->is_strict <= wide->is_strict &&
                narrow->is_lockstep >= wide->is_lockstep;
    for (uint32_t i = 0; i < NAMES_MAX; i++)
        fits = fits && (!wide->params[i] || is_same(narrow->params[i], wide->params[i])) &&
               (!wide->extents[i] || is_same(narrow->extents[i], wide->extents[i]));
    return fits;
}

static bool keeps_axes(const struct place *shown, const struct outcome *proof) {
    bool keeps = true;
    for (int axis = 0; axis < 3 && shown->is_known; axis++)
        keeps = keeps && !(proof->one_block[axis] && shown->block[axis] > 1) && !(proof->one_grid[axis] && shown->grid[axis] > 1);
    return keeps;
}

static void tell_run(const char *what, const char *const *words, uint32_t count) {
    printf("#   %s:", what);
    for (uint32_t i = 1; i < count; i++)
        printf(" '%s'", words[i]);
    printf("\n");
}

struct made {
    struct run run;
    const char *words[WORDS_MAX + 3 * NAMES_MAX];
    uint32_t count;
    struct outcome outcome;
};

static bool compare(struct session *s, const char *kernel, const struct made *wide, const struct made *narrow) {
    bool is_good = true;
    s->pairs++;
    bool is_excused = narrow->run.simulates && (wide->outcome.assumes[ASSUMPTION_ASSUMED] || wide->outcome.rests_on_contents);
    for (unsigned p = 0; p < PROP_COUNT && !is_excused; p++) {
        if (wide->outcome.properties[p] != VERDICT_PROVED || narrow->outcome.properties[p] != VERDICT_REFUTED ||
            !keeps_axes(&narrow->outcome.shown[p], &wide->outcome))
            continue;
        is_good = false;
        printf("# %s of %s is proved and refuted; assuming", property_name(p), kernel);
        for (unsigned a = 0; a < ASSUMPTION_COUNT; a++)
            if (wide->outcome.assumes[a])
                printf(" %s", assumption_name((enum assumption_kind)a));
        printf("\n");
        tell_run("proved", wide->words, wide->count);
        tell_run("refuted", narrow->words, narrow->count);
    }
    return is_good;
}

static struct names names_of(struct session *s, uint32_t index) {
    struct names names = {.number_count = 0};
    struct arena arena = {0};
    struct kernel *kernel = llvm_decode(s->module, index, &arena);
    struct protocol *protocol = protocol_infer(&arena, kernel, 0);
    for (uint32_t i = 0; i < protocol->array_count && names.pointer_count < NAMES_MAX; i++)
        if (protocol->arrays[i].kind == ARRAY_PARAM)
            names.pointers[names.pointer_count++] = arena_strdup(s->arena, protocol->arrays[i].name);
    for (uint32_t i = 0; i < protocol->param_count && names.number_count < NAMES_MAX; i++) {
        const struct proto_param *param = &protocol->params[i];
        const struct term *value = term_is_none(param->value) ? NULL : term_get(protocol->terms, param->value);
        bool is_float = value && expression_is_float(protocol, param->name);
        if (is_float && names.float_count < NAMES_MAX)
            names.floats[names.float_count++] = arena_strdup(s->arena, param->name);
        if (value && term_op_of(value) == TERM_SYMBOL && value->width_bits >= 32 && !is_float)
            names.numbers[names.number_count++] = arena_strdup(s->arena, param->name);
    }
    protocol_destroy(protocol);
    arena_release(&arena);
    return names;
}

static bool try_kernel(struct session *s, uint32_t index) {
    static struct made made[RUNS_MAX];
    struct run runs[RUNS_MAX];
    const char *name = llvm_kernel_display(s->module, index);
    const struct names names = names_of(s, index);
    bool is_good = true;
    draw_runs(s, &names, runs);
    for (uint32_t i = 0; i < s->runs; i++) {
        made[i].run = runs[i];
        made[i].count = make_words(s, &runs[i], made[i].words);
        made[i].count = runs[i].simulates ? add_arguments(s, &runs[i], &names, made[i].words, made[i].count)
                                          : add_names(s, "--param", runs[i].params, made[i].words, made[i].count);
        made[i].count = add_names(s, "--extent", runs[i].extents, made[i].words, made[i].count);
        made[i].words[made[i].count++] = arena_printf(s->arena, "--kernel=%s", llvm_kernel_name(s->module, index));
        run_apart(s, index, made[i].words, made[i].count, &made[i].outcome);
        if (made[i].outcome.problem[0]) {
            is_good = false;
            printf("# %s: %s\n", name, made[i].outcome.problem);
            tell_run("with", made[i].words, made[i].count);
        }
    }
    for (uint32_t i = 0; i < s->runs; i++)
        for (uint32_t j = 0; j < s->runs; j++)
            if (i != j && made[i].outcome.ended && made[j].outcome.ended && is_among(&runs[j], &runs[i]))
                is_good &= compare(s, name, &made[i], &made[j]);
    s->kernels++;
    return is_good;
}

static bool try_file(struct session *s) {
    const struct front_options front = {.executable_path = NULL};
    struct front_result result = {0};
    const char *error = NULL;
    bool is_good = true;
    if (front_compile(s->arena, &front, s->path, &result) != FRONT_OK) {
        front_discard(&result);
        return true;
    }
    s->module = llvm_load(s->arena, result.bitcode_path, NULL, &error);
    for (uint32_t i = 0; s->module && i < llvm_kernel_count(s->module); i++)
        is_good &= try_kernel(s, i);
    if (s->module)
        llvm_release(s->module);
    front_discard(&result);
    return is_good;
}

int main(int argc, char **argv) {
    struct session s = {.runs = 6, .budget = "150000"};
    uint32_t every = 1, offset = 0;
    uint64_t seed = 1;
    int option;
    while ((option = getopt(argc, argv, "n:e:o:s:b:")) != -1) {
        switch (option) {
        case 'n': s.runs = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'e': every = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'o': offset = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'b': s.budget = optarg; break;
        default: return 2;
        }
    }
    if (s.runs < 5 || s.runs > RUNS_MAX || every == 0)
        return 2;
    int tests = 0;
    for (int i = optind; i < argc; i++)
        tests += (uint32_t)(i - optind) % every == offset % every;
    printf("1..%d\n", tests);
    for (int i = optind; i < argc; i++) {
        struct arena arena = {0};
        if ((uint32_t)(i - optind) % every != offset % every)
            continue;
        s.arena = &arena;
        s.path = argv[i];
        rng_init(&s.rng, seed * 1000003u + (uint64_t)(i - optind));
        bool is_good = try_file(&s);
        printf("%s combinations %s\n", is_good ? "ok" : "not ok", s.path);
        s.failed += !is_good;
        (void)fflush(stdout);
        arena_release(&arena);
    }
    printf("# %u kernels, %u runs (%u of them not ended in %d s), %u pairs of runs compared\n", s.kernels, s.kernels * s.runs, s.slow, SECONDS_MAX,
           s.pairs);
    return s.failed > 0;
}
