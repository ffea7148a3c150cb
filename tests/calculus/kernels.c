/* kernels [-v] LEAST FILE...: CUDA kernels printed as BabyCUDA, executed by its semantics and by
 * the simulator for the same launch, as TAP: the same final arrays and the same races.
 *
 * Each kernel of the files that lies in the fragment (calculus/express.h) and takes numbers and
 * pointers is run with 8 and with 33 threads in one block. Its text is parsed back; the comment
 * behind a statement says which access of the source it is. A run that the calculus does not
 * describe (an access out of bounds, a run that does not end) is left out. Final arrays are
 * compared if no race and no uninitialised read changes them. At least LEAST kernels must be
 * compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "calculus/execute.h"
#include "calculus/express.h"
#include "front/front.h"
#include "simulate/simulate.h"
#include "llvm/llvm.h"

enum { ARRAY_BYTES = 1 << 14, PARAMETERS_MAX = 24, STEPS = 400000, PAIRS_MAX = 256 };

struct launch {
    uint32_t threads, number;
};
static const struct launch LAUNCHES[] = {{8, 20}, {33, 5}};

struct element {
    uint32_t param, elem_bytes;
};

/* A race: "array place place", and whether it changes something. */
struct pair {
    const char *text;
    bool is_same_value;
};
struct pairs {
    struct pair all[PAIRS_MAX];
    uint32_t count;
};

struct run {
    struct arena arena;
    const struct kernel *kernel;
    const struct baby_program *program;
    const char *text; /* of the program */
    struct launch launch;
    struct element elements[PARAMETERS_MAX];
    uint32_t param_of[BABY_ARRAYS_MAX]; /* by array of the program: the parameter, or BABY_NONE */
    struct simulate_result *result;
    struct baby_run baby;
    struct pairs by_simulator, by_calculus;
};

static bool is_verbose;

/* ---- one launch for both ---- */

static uint64_t element_at(void *context, uint32_t member, uint64_t index) {
    const struct element *e = context;
    (void)member;
    return (index * 7 + e->param * 3) % 61;
}

/* Pointers lead to the middle of their arrays; indices of the calculus are modulo 2^32. */
static bool initial(void *context, uint32_t array, uint32_t index, uint32_t *value) {
    struct run *r = context;
    if (r->param_of[array] == BABY_NONE)
        return false;
    struct element *e = &r->elements[r->param_of[array]];
    int64_t at = (int64_t)(int32_t)index + ARRAY_BYTES / 2 / e->elem_bytes;
    *value = (uint32_t)element_at(e, 0, (uint64_t)at);
    return true;
}

static uint64_t number_of(const struct run *r, uint32_t param) {
    float one = 1.0f;
    uint32_t bits;
    memcpy(&bits, &one, sizeof bits);
    return r->kernel->params[param].type.kind == TYPE_INT ? r->launch.number : bits;
}

static void simulate(struct run *r) {
    struct simulate_argument *arguments =
        arena_alloc(&r->arena, (PARAMETERS_MAX + 1) * sizeof *arguments);
    struct simulate_array *arrays = arena_alloc(&r->arena, (PARAMETERS_MAX + 1) * sizeof *arrays);
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        bool is_pointer = r->kernel->params[i].type.kind == TYPE_POINTER;
        arguments[i] = (struct simulate_argument){.bits = number_of(r, i), .array = SIMULATE_NONE};
        arrays[i] = (struct simulate_array){.size_bytes = ARRAY_BYTES,
                                            .element = element_at,
                                            .context = &r->elements[i],
                                            .elem_bytes = r->elements[i].elem_bytes};
        if (is_pointer)
            arguments[i] = (struct simulate_argument){.array = i, .offset_bytes = ARRAY_BYTES / 2};
    }
    const struct simulate_input input = {.block = {r->launch.threads, 1, 1},
                                         .grid = {1, 1, 1},
                                         .dynamic_shared_bytes = 4096,
                                         .arguments = arguments,
                                         .arrays = arrays,
                                         .array_count = r->kernel->param_count,
                                         .seed = 1,
                                         .step_budget = STEPS,
                                         .keep_contents = true};
    r->result = simulate_run(&r->arena, r->kernel, &input);
}

/* `in`, which is a word of BabyCUDA, is called in_2 there. */
static uint32_t find_param(const struct run *r, const char *name) {
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        const char *own = r->kernel->params[i].name;
        size_t length = strlen(own);
        if (strncmp(own, name, length) == 0 && (!name[length] || strcmp(name + length, "_2") == 0))
            return i;
    }
    return BABY_NONE;
}

/* Parameters of the program: those of the kernel, and the launch of one block. */
static void execute(struct run *r) {
    uint32_t *params = arena_alloc(&r->arena, (r->program->param_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < r->program->param_count; i++) {
        const char *name = r->program->names.data[BABY_NAME_PARAMS + i].text;
        uint32_t param = find_param(r, name);
        params[i] =
            param != BABY_NONE ? (uint32_t)number_of(r, param) : strncmp(name, "gridDim", 7) == 0;
    }
    const struct baby_launch launch = {.threads = r->launch.threads,
                                       .params = params,
                                       .initial = initial,
                                       .context = r,
                                       .steps = STEPS};
    baby_execute(r->program, &launch, &r->baby);
}

/* ---- races ---- */

static void add_pair(struct run *r, struct pairs *pairs, const char *array, const char *a,
                     const char *b, bool is_same_value) {
    bool is_ordered = strcmp(a, b) <= 0;
    const char *text =
        arena_printf(&r->arena, "%s %s %s", array, is_ordered ? a : b, is_ordered ? b : a);
    for (uint32_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->all[i].text, text) == 0) {
            pairs->all[i].is_same_value &= is_same_value;
            return;
        }
    if (pairs->count < PAIRS_MAX)
        pairs->all[pairs->count++] = (struct pair){text, is_same_value};
}

static const char *place_of_event(struct run *r, const struct simulate_event *event) {
    const struct loc *l = &r->kernel->locs[event->loc.id];
    return arena_printf(&r->arena, "%s:%u:%u", l->file ? l->file : "?", l->line, l->column);
}

static const char *array_of_event(const struct run *r, const struct simulate_event *event) {
    if (event->array != SIMULATE_NONE && event->array < r->kernel->param_count)
        return r->kernel->params[event->array].name;
    return event->object != SIMULATE_NONE ? r->kernel->objects[event->object].name : "?";
}

/* The comment behind the statement. */
static const char *place_of_stmt(struct run *r, uint32_t stmt) {
    const char *line = r->text;
    for (uint32_t n = 1; n < r->program->stmts.data[stmt].place.line; n++)
        line = strchr(line, '\n') + 1;
    size_t length = strcspn(line, "\n");
    const char *whole = arena_strndup(&r->arena, line, length), *comment = strstr(whole, "// ");
    return comment ? comment + 3 : "?";
}

static void collect_races(struct run *r) {
    for (uint32_t i = 0; i < r->result->finding_count; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        if (f->rule == SIMULATE_RACE)
            add_pair(r, &r->by_simulator, array_of_event(r, &f->events[0]),
                     place_of_event(r, &f->events[0]), place_of_event(r, &f->events[1]),
                     f->same_value);
    }
    for (uint32_t i = 0; i < r->baby.races.size; i++) {
        const struct baby_race *race = &r->baby.races.data[i];
        add_pair(r, &r->by_calculus, r->program->arrays.data[race->access[0].array].name,
                 place_of_stmt(r, race->access[0].stmt), place_of_stmt(r, race->access[1].stmt),
                 race->is_same_value);
    }
}

static const struct pair *find_pair(const struct pairs *pairs, const char *text) {
    for (uint32_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->all[i].text, text) == 0)
            return &pairs->all[i];
    return NULL;
}

static bool has_race(const struct pairs *pairs) {
    bool has = false;
    for (uint32_t i = 0; i < pairs->count; i++)
        has |= !pairs->all[i].is_same_value;
    return has;
}

/* ---- comparison ---- */

/* Why the calculus does not describe the run, or NULL. */
static const char *foreign_run(struct run *r) {
    if (r->baby.end == BABY_END_BUDGET)
        return "it takes too many steps";
    if (!r->result->complete || r->result->assumption_failed || r->result->incomplete_memory)
        return "the simulator does not finish it";
    for (uint32_t i = 0; i < r->result->finding_count; i++)
        if ((r->result->findings[i].rule != SIMULATE_RACE &&
             r->result->findings[i].rule != SIMULATE_UNINITIALISED) ||
            r->result->findings[i].approximate)
            return arena_printf(&r->arena, "the simulator sees: %s",
                                simulate_rule_name(r->result->findings[i].rule));
    return r->baby.end == BABY_END_DIVERGED ? "barriers under a condition on which threads disagree"
                                            : NULL;
}

static const char *compare_pairs(struct run *r) {
    for (uint32_t i = 0; i < r->by_simulator.count; i++) {
        const struct pair *p = &r->by_simulator.all[i], *q = find_pair(&r->by_calculus, p->text);
        if (!q)
            return arena_printf(&r->arena, "only the simulator sees a race: %s", p->text);
    }
    for (uint32_t i = 0; i < r->by_calculus.count; i++)
        if (!find_pair(&r->by_simulator, r->by_calculus.all[i].text))
            return arena_printf(&r->arena, "only the calculus sees a race: %s",
                                r->by_calculus.all[i].text);
    bool is_same =
        r->baby.undefined.size > 0 || has_race(&r->by_simulator) == has_race(&r->by_calculus);
    return is_same ? NULL : "they disagree whether a race changes anything";
}

/* What the calculus leaves in the array's element, and what the simulator does. */
static const char *compare_arrays(struct run *r) {
    struct map written;
    const char *wrong = NULL;
    map_init(&written);
    for (uint32_t i = 0; i < r->baby.cells.size; i++)
        map_set(&written, (uint64_t)r->baby.cells.data[i].array << 32 | r->baby.cells.data[i].index,
                r->baby.cells.data[i].value);
    for (uint32_t a = 0; a < r->program->arrays.size && !wrong; a++) {
        uint32_t param = r->param_of[a];
        if (param == BABY_NONE)
            continue;
        uint32_t bytes = r->elements[param].elem_bytes;
        for (uint32_t n = 0; n < ARRAY_BYTES / bytes && !wrong; n++) {
            uint32_t index = (uint32_t)((int32_t)n - (int32_t)(ARRAY_BYTES / 2 / bytes)),
                     expected = 0, got = 0;
            memcpy(&got, r->result->contents[param] + (size_t)n * bytes, bytes);
            if (!map_get(&written, (uint64_t)a << 32 | index, &expected))
                expected = (uint32_t)element_at(&r->elements[param], 0, n);
            if (got != expected)
                wrong = arena_printf(&r->arena, "%s[%d]: %u by the simulator, %u by the calculus",
                                     r->program->arrays.data[a].name, (int)index, got, expected);
        }
    }
    map_release(&written);
    return wrong;
}

/* ---- kernels ---- */

/* Numbers and pointers to elements of the size that the program takes; arrays that are parameters
 * or shared. */
static const char *prepare(struct run *r, const struct protocol *p) {
    if (r->kernel->param_count > PARAMETERS_MAX)
        return "too many parameters";
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        const struct param *param = &r->kernel->params[i];
        if (param->by_value_struct)
            return "a struct is passed by value";
        r->elements[i] = (struct element){i, 4};
    }
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        bool is_used = baby_find_array(r->program, array->name) != BABY_NONE;
        if (is_used && array->kind != ARRAY_PARAM && array->kind != ARRAY_SHARED &&
            array->kind != ARRAY_DYNAMIC)
            return "a device variable";
        for (uint32_t n = 0; n < p->item_count && array->kind == ARRAY_PARAM; n++) {
            uint64_t size = 4;
            if (p->items[n].kind == ITEM_ACCESS && p->items[n].array == i &&
                term_is_const(p->terms, p->items[n].size, &size))
                r->elements[array->param].elem_bytes = (uint32_t)size;
        }
    }
    for (uint32_t a = 0; a < r->program->arrays.size; a++)
        r->param_of[a] = find_param(r, r->program->arrays.data[a].name);
    return NULL;
}

/* "", or what differs; *left_out says why nothing was compared. */
static const char *compare(struct run *r, const struct protocol *p, const char **left_out) {
    *left_out = prepare(r, p);
    if (*left_out)
        return NULL;
    simulate(r);
    execute(r);
    *left_out = foreign_run(r);
    if (*left_out)
        return NULL;
    collect_races(r);
    const char *wrong = compare_pairs(r);
    bool has_values = r->baby.undefined.size == 0 && !has_race(&r->by_calculus);
    return wrong || !has_values ? wrong : compare_arrays(r);
}

static bool judge_launch(const struct kernel *kernel, const struct protocol *p,
                         const struct baby_program *program, const char *text, struct launch launch,
                         uint32_t *compared) {
    struct run r = {.kernel = kernel, .program = program, .text = text, .launch = launch};
    const char *left_out = NULL, *wrong = compare(&r, p, &left_out);
    if (left_out && is_verbose)
        printf("# %s, %u threads: left out, %s\n", kernel->display, launch.threads, left_out);
    if (wrong) {
        printf("# %s, %u threads: %s\n", kernel->display, launch.threads, wrong);
        printf("#   the program:\n%s", text);
    }
    *compared += !left_out;
    baby_run_release(&r.baby);
    arena_release(&r.arena);
    return !wrong;
}

/* Whether the kernel was compared; *is_good: and all agreed. */
static bool judge_kernel(const struct kernel *kernel, bool *is_good) {
    struct arena arena = {0};
    struct buffer text = {0};
    const char *error = NULL;
    uint32_t compared = 0;
    struct protocol *p = protocol_infer(&arena, kernel, 0);
    struct baby_programs parsed = {.count = 0};
    if (baby_express(p, &text)) {
        parsed = baby_parse(&arena, buffer_text(&text), text.size, "k.baby", &error);
        if (error) {
            printf("# %s: %s\n%s", kernel->display, error, buffer_text(&text));
            *is_good = false;
        }
    }
    for (size_t i = 0; parsed.count == 1 && i < sizeof LAUNCHES / sizeof *LAUNCHES; i++)
        *is_good &=
            judge_launch(kernel, p, parsed.programs[0], buffer_text(&text), LAUNCHES[i], &compared);
    for (uint32_t i = 0; i < parsed.count; i++)
        baby_program_destroy(parsed.programs[i]);
    buffer_release(&text);
    protocol_destroy(p);
    arena_release(&arena);
    return compared > 0;
}

static uint32_t judge_file(const char *path, bool *all_good) {
    struct arena arena = {0};
    struct front_result front;
    const struct front_options options = {.clang = NULL};
    const struct llvm_options load = {.kernel_globs = NULL};
    const char *error = NULL;
    uint32_t compared = 0, count = 0;
    bool is_good = true;
    enum front_status status = front_compile(&arena, &options, path, &front);
    struct llvm_module *module = status == FRONT_OK || status == FRONT_IN_PART
                                     ? llvm_load(&arena, front.bitcode_path, &load, &error)
                                     : NULL;
    for (uint32_t i = 0; module && i < llvm_kernel_count(module); i++, count++) {
        struct arena scratch = {0};
        compared += judge_kernel(llvm_decode(module, i, &scratch), &is_good);
        arena_release(&scratch);
    }
    if (module)
        llvm_release(module);
    front_discard(&front);
    printf("%sok kernels %s: %u of %u kernels compared\n", module && is_good ? "" : "not ", path,
           compared, count);
    fflush(stdout);
    *all_good &= module && is_good;
    arena_release(&arena);
    return compared;
}

int main(int argc, char **argv) {
    bool is_good = true;
    int first = 1;
    if (argc > 1 && strcmp(argv[1], "-v") == 0) {
        is_verbose = true;
        first++;
    }
    if (argc <= first + 1) {
        fprintf(stderr, "usage: kernels [-v] LEAST FILE...\n");
        return 2;
    }
    uint32_t least = (uint32_t)strtoul(argv[first], NULL, 10), compared = 0;
    for (int i = first + 1; i < argc; i++)
        compared += judge_file(argv[i], &is_good);
    printf("%sok kernels %u kernels compared, at least %u wanted\n",
           compared >= least ? "" : "not ", compared, least);
    return is_good && compared >= least ? 0 : 1;
}
