/* One launch of a kernel in the simulator, and of its program in BabyCUDA's semantics: the same
   races and the same final arrays? See kernels.h. */
#include "kernels.h"

#include <string.h>

#include "base/map.h"
#include "calculus/execute.h"
#include "calculus/type.h"
#include "simulate/simulate.h"

enum { ARRAY_BYTES = 1 << 14, ARGUMENTS_MAX = 24, STEPS = 400000, PAIRS_MAX = 256 };

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
    struct arena *arena;
    const struct kernel *kernel;
    const struct protocol *protocol;
    const struct baby_program *program;
    const char *text; /* of the program */
    struct kernel_launch launch;
    struct element elements[ARGUMENTS_MAX];
    uint32_t param_of[BABY_ARRAYS_MAX]; /* by array of the program: the parameter, or BABY_NONE */
    struct simulate_result *result;
    struct baby_run baby;
    struct pairs by_simulator, by_calculus;
};

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

/* The size of an axis of the block: all threads are in x, or as many are in y and z as the kernel
   has indices for: 8 are 4 by 2, or 2 by 2 by 2; 33 are 3 by 11, or 3 by 1 by 11. */
static uint32_t size_of_axis(const struct run *r, uint32_t axis) {
    bool has_z = r->protocol->reads_tid[2], is_flat = !has_z && !r->protocol->reads_tid[1];
    uint32_t threads = r->launch.threads;
    uint32_t x = is_flat ? threads : threads % 2 ? 3 : has_z ? 2 : 4;
    uint32_t y = !has_z ? threads / x : threads % 2 ? 1 : 2;
    return axis == 0 ? x : axis == 1 ? y : threads / x / y;
}

static void simulate(struct run *r) {
    struct simulate_argument *arguments = arena_alloc(r->arena, (ARGUMENTS_MAX + 1) * sizeof *arguments);
    struct simulate_array *arrays = arena_alloc(r->arena, (ARGUMENTS_MAX + 1) * sizeof *arrays);
    for (uint32_t i = 0; i < r->kernel->param_count; i++) {
        bool is_pointer = r->kernel->params[i].type.kind == TYPE_POINTER;
        arguments[i] = (struct simulate_argument){.bits = number_of(r, i), .array = SIMULATE_NONE};
        arrays[i] = (struct simulate_array){
            .size_bytes = ARRAY_BYTES, .element = element_at, .context = &r->elements[i], .elem_bytes = r->elements[i].elem_bytes};
        if (is_pointer)
            arguments[i] = (struct simulate_argument){.array = i, .offset_bytes = ARRAY_BYTES / 2};
    }
    const struct simulate_input input = {.block = {size_of_axis(r, 0), size_of_axis(r, 1), size_of_axis(r, 2)},
                                         .grid = {1, 1, 1},
                                         .dynamic_shared_bytes = 4096,
                                         .arguments = arguments,
                                         .arrays = arrays,
                                         .array_count = r->kernel->param_count,
                                         .seed = 1,
                                         .step_budget = STEPS,
                                         .keep_contents = true};
    r->result = simulate_run(r->arena, r->kernel, &input);
}

/* `in`, which is a word of BabyCUDA, is called in_2 there. */
static bool is_called(const char *own, const char *in_program) {
    size_t length = strlen(own);
    return strncmp(own, in_program, length) == 0 && (!in_program[length] || strcmp(in_program + length, "_2") == 0);
}

static uint32_t find_param(const struct run *r, const char *name) {
    for (uint32_t i = 0; i < r->kernel->param_count; i++)
        if (is_called(r->kernel->params[i].name, name))
            return i;
    return BABY_NONE;
}

/* Parameters of the program: those of the kernel, and the launch of one block. */
static void execute(struct run *r) {
    uint32_t *params = arena_alloc(r->arena, (r->program->param_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < r->program->param_count; i++) {
        const char *name = r->program->names.data[BABY_NAME_PARAMS + i].text;
        uint32_t param = find_param(r, name);
        params[i] = param != BABY_NONE                   ? (uint32_t)number_of(r, param)
                    : strncmp(name, "blockDim.", 9) == 0 ? size_of_axis(r, (uint32_t)(name[9] - 'x'))
                                                         : strncmp(name, "gridDim", 7) == 0;
    }
    const struct baby_launch launch = {.threads = r->launch.threads, .params = params, .initial = initial, .context = r, .steps = STEPS};
    baby_execute(r->program, &launch, &r->baby);
}

/* ---- races ---- */

static void add_pair(struct run *r, struct pairs *pairs, const char *array, const char *a, const char *b, bool is_same_value) {
    bool is_ordered = strcmp(a, b) <= 0;
    const char *text = arena_printf(r->arena, "%s %s %s", array, is_ordered ? a : b, is_ordered ? b : a);
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
    return arena_printf(r->arena, "%s:%u:%u", l->file ? l->file : "?", l->line, l->column);
}

static const char *array_of_event(const struct run *r, const struct simulate_event *event) {
    if (event->array != SIMULATE_NONE && event->array < r->kernel->param_count)
        return r->kernel->params[event->array].name;
    return event->object != SIMULATE_NONE ? r->kernel->objects[event->object].name : "?";
}

/* The kernel's name for an array of the program. */
static const char *array_of_program(const struct run *r, uint32_t array) {
    const char *name = r->program->arrays.data[array].name;
    uint32_t param = find_param(r, name);
    for (uint32_t i = 0; i < r->kernel->object_count && param == BABY_NONE; i++)
        if (is_called(r->kernel->objects[i].name, name))
            return r->kernel->objects[i].name;
    return param == BABY_NONE ? name : r->kernel->params[param].name;
}

/* The comment behind the statement. */
static const char *place_of_stmt(struct run *r, uint32_t stmt) {
    const char *line = r->text;
    for (uint32_t n = 1; n < r->program->stmts.data[stmt].place.line; n++)
        line = strchr(line, '\n') + 1;
    size_t length = strcspn(line, "\n");
    const char *whole = arena_strndup(r->arena, line, length), *comment = strstr(whole, "// ");
    return comment ? comment + 3 : "?";
}

static void collect_races(struct run *r) {
    for (uint32_t i = 0; i < r->result->finding_count; i++) {
        const struct simulate_finding *f = &r->result->findings[i];
        if (f->rule == SIMULATE_RACE)
            add_pair(r, &r->by_simulator, array_of_event(r, &f->events[0]), place_of_event(r, &f->events[0]), place_of_event(r, &f->events[1]),
                     f->same_value);
    }
    for (uint32_t i = 0; i < r->baby.races.size; i++) {
        const struct baby_race *race = &r->baby.races.data[i];
        add_pair(r, &r->by_calculus, array_of_program(r, race->access[0].array), place_of_stmt(r, race->access[0].stmt),
                 place_of_stmt(r, race->access[1].stmt), race->is_same_value);
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
        if ((r->result->findings[i].rule != SIMULATE_RACE && r->result->findings[i].rule != SIMULATE_UNINITIALISED) ||
            r->result->findings[i].approximate)
            return arena_printf(r->arena, "the simulator sees: %s", simulate_rule_name(r->result->findings[i].rule));
    return r->baby.end == BABY_END_DIVERGED ? "barriers under a condition on which threads disagree" : NULL;
}

/* Whether a value that differs between two runs of a racy program may decide where an access goes.
 */
static bool is_typed(const struct run *r) {
    struct arena arena = {0};
    struct baby_typing typing;
    baby_type(&arena, r->program, &typing);
    bool is = typing.failures.size == 0;
    baby_typing_release(&typing);
    arena_release(&arena);
    return is;
}

static uint32_t count_common(const struct run *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->by_simulator.count; i++)
        count += find_pair(&r->by_calculus, r->by_simulator.all[i].text) != NULL;
    return count;
}

/* Behind a race (or a read of what nobody wrote) the semantics and a schedule may read different
   values. Of a program that is not well typed the accesses behind it may differ then, so that only
   the first races must be the same: some race that both see. */
static const char *compare_pairs(struct run *r) {
    bool has_own_values = r->by_calculus.count > 0 || r->baby.undefined.size > 0;
    if (has_own_values && !is_typed(r))
        return r->by_calculus.count == 0 || count_common(r) > 0 ? NULL : "no race that both see";
    for (uint32_t i = 0; i < r->by_simulator.count; i++) {
        const struct pair *p = &r->by_simulator.all[i], *q = find_pair(&r->by_calculus, p->text);
        if (!q)
            return arena_printf(r->arena, "only the simulator sees a race: %s", p->text);
    }
    for (uint32_t i = 0; i < r->by_calculus.count; i++)
        if (!find_pair(&r->by_simulator, r->by_calculus.all[i].text))
            return arena_printf(r->arena, "only the calculus sees a race: %s", r->by_calculus.all[i].text);
    bool is_same = r->baby.undefined.size > 0 || has_race(&r->by_simulator) == has_race(&r->by_calculus);
    return is_same ? NULL : "they disagree whether a race changes anything";
}

/* What the calculus leaves in the array's element, and what the simulator does. */
static const char *compare_arrays(struct run *r) {
    struct map written;
    const char *wrong = NULL;
    map_init(&written);
    for (uint32_t i = 0; i < r->baby.cells.size; i++)
        map_set(&written, (uint64_t)r->baby.cells.data[i].array << 32 | r->baby.cells.data[i].index, r->baby.cells.data[i].value);
    for (uint32_t a = 0; a < r->program->arrays.size && !wrong; a++) {
        uint32_t param = r->param_of[a];
        if (param == BABY_NONE)
            continue;
        uint32_t bytes = r->elements[param].elem_bytes;
        for (uint32_t n = 0; n < ARRAY_BYTES / bytes && !wrong; n++) {
            uint32_t index = (uint32_t)((int32_t)n - (int32_t)(ARRAY_BYTES / 2 / bytes)), expected = 0, got = 0;
            memcpy(&got, r->result->contents[param] + (size_t)n * bytes, bytes);
            if (!map_get(&written, (uint64_t)a << 32 | index, &expected))
                expected = (uint32_t)element_at(&r->elements[param], 0, n);
            if (got != expected)
                wrong = arena_printf(r->arena, "%s[%d]: %u by the simulator, %u by the calculus", r->program->arrays.data[a].name, (int)index, got,
                                     expected);
        }
    }
    map_release(&written);
    return wrong;
}

/* ---- kernels ---- */

/* A __local pointer of OpenCL: shared memory, not contents that the launch gives. */
static bool is_local_argument(const struct kernel *kernel, uint32_t param) {
    for (uint32_t i = 0; i < kernel->object_count; i++)
        if (kernel->objects[i].is_argument && kernel->objects[i].param == param)
            return true;
    return false;
}

/* Numbers and pointers to elements of the size that the program takes; arrays that are parameters
 * or shared. */
static const char *prepare(struct run *r, const struct protocol *p) {
    if (r->kernel->param_count > ARGUMENTS_MAX)
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
        if (is_used && array->kind != ARRAY_PARAM && array->kind != ARRAY_SHARED && array->kind != ARRAY_DYNAMIC)
            return "a device variable";
        for (uint32_t n = 0; n < p->item_count && array->kind == ARRAY_PARAM; n++) {
            uint64_t size = 4;
            if (p->items[n].kind == ITEM_ACCESS && p->items[n].array == i && term_is_const(p->terms, p->items[n].size, &size))
                r->elements[array->param].elem_bytes = (uint32_t)size;
        }
    }
    for (uint32_t a = 0; a < r->program->arrays.size; a++) {
        uint32_t param = find_param(r, r->program->arrays.data[a].name);
        bool is_local = param != BABY_NONE && is_local_argument(r->kernel, param);
        r->param_of[a] = is_local ? BABY_NONE : param;
    }
    return NULL;
}

/* Whether an array that is a parameter is compared, element by element. */
static bool has_comparable_array(const struct run *r) {
    for (uint32_t a = 0; a < r->program->arrays.size; a++)
        if (r->param_of[a] != BABY_NONE)
            return true;
    return false;
}

static void compare(struct run *r, struct kernel_comparison *result) {
    result->left_out = prepare(r, r->protocol);
    if (result->left_out)
        return;
    simulate(r);
    execute(r);
    result->left_out = foreign_run(r);
    if (result->left_out)
        return;
    collect_races(r);
    result->race_count = r->by_simulator.count;
    result->wrong = compare_pairs(r);
    bool has_values = r->baby.undefined.size == 0 && !has_race(&r->by_calculus);
    if (result->wrong || !has_values)
        return;
    result->wrong = compare_arrays(r);
    result->has_arrays = has_comparable_array(r);
}

struct kernel_comparison compare_launch(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol,
                                        const struct baby_program *program, const char *text, struct kernel_launch launch) {
    struct run r = {.arena = arena, .kernel = kernel, .protocol = protocol, .program = program, .text = text, .launch = launch};
    struct kernel_comparison result = {.left_out = NULL};
    compare(&r, &result);
    baby_run_release(&r.baby);
    return result;
}
