#include "check/replay_launch.h"

#include <stdlib.h>
#include <string.h>

#include "check/param_value.h"
#include "kernel/part.h"
#include "protocol/expression.h"

#define DYNAMIC_BYTES UINT64_C(232448) /* the most a block of current hardware may have */
#define GRID_THREADS_MAX (UINT64_C(1) << 18)
#define SMALL_GRID_THREADS 4096u

void replay_launch_release(struct replay_launch *launch) {
    vec_release(&launch->params);
    vec_release(&launch->cells);
    vec_release(&launch->threads);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static const struct prove_named *find_param(const struct replay_launch *launch, const char *name) {
    for (uint32_t i = 0; i < launch->params.size; i++)
        if (strcmp(launch->params.data[i].name, name) == 0)
            return &launch->params.data[i];
    return NULL;
}

static bool overlap(const struct prove_cell *a, const struct prove_cell *b) {
    int64_t end_a = (int64_t)a->offset_bytes + (a->width_bits + 7) / 8, end_b = (int64_t)b->offset_bytes + (b->width_bits + 7) / 8;
    return strcmp(a->array, b->array) == 0 && (int64_t)a->offset_bytes < end_b && (int64_t)b->offset_bytes < end_a;
}

static bool same_cell(const struct prove_cell *a, const struct prove_cell *b) {
    return overlap(a, b) && a->offset_bytes == b->offset_bytes && a->width_bits == b->width_bits && a->value == b->value;
}

static bool fits(const struct replay_launch *launch, const struct prove_witness *model) {
    if (memcmp(launch->block, model->block, sizeof launch->block) != 0 || memcmp(launch->grid, model->grid, sizeof launch->grid) != 0 ||
        !same_text(launch->precondition, model->precondition))
        return false;
    for (uint32_t i = 0; i < model->param_count; i++) {
        const struct prove_named *known = find_param(launch, model->params[i].name);
        if (known && known->value != model->params[i].value)
            return false;
    }
    for (uint32_t i = 0; i < model->cell_count; i++)
        for (uint32_t j = 0; j < launch->cells.size; j++)
            if (overlap(&model->cells[i], &launch->cells.data[j]) && !same_cell(&model->cells[i], &launch->cells.data[j]))
                return false;
    return true;
}

static void add_cell(struct replay_launch *launch, const struct prove_cell *cell) {
    for (uint32_t i = 0; i < launch->cells.size; i++)
        if (same_cell(&launch->cells.data[i], cell))
            return;
    vec_push(&launch->cells, *cell);
}

static void add_thread(struct replay_launch *launch, const struct prove_witness *model, int who) {
    struct simulate_place place;
    memcpy(place.thread, model->thread[who], sizeof place.thread);
    memcpy(place.block, model->block_index[who], sizeof place.block);
    for (uint32_t i = 0; i < launch->threads.size; i++)
        if (memcmp(&launch->threads.data[i], &place, sizeof place) == 0)
            return;
    vec_push(&launch->threads, place);
}

bool replay_launch_add(struct replay_launch *launch, const struct prove_witness *model) {
    if (launch->threads.size == 0) {
        memcpy(launch->block, model->block, sizeof launch->block);
        memcpy(launch->grid, model->grid, sizeof launch->grid);
        launch->precondition = model->precondition;
    } else if (!fits(launch, model)) {
        return false;
    }
    for (uint32_t i = 0; i < model->param_count; i++)
        if (!find_param(launch, model->params[i].name))
            vec_push(&launch->params, model->params[i]);
    for (uint32_t i = 0; i < model->cell_count; i++)
        add_cell(launch, &model->cells[i]);
    for (int who = 0; who < 2; who++)
        add_thread(launch, model, who);
    return true;
}

/* ---- objects and arrays ---- */

/* An array's name is its variable's, or that with a number behind it. */
static bool is_named_after(const char *array, const char *variable) {
    size_t length = strlen(variable);
    if (strncmp(array, variable, length) != 0)
        return false;
    return array[length] == 0 || (array[length] == '.' && strspn(array + length + 1, "0123456789") == strlen(array + length + 1));
}

static enum array_kind kind_of_object(const struct object *object) {
    if (object->is_constant || object->space == SPACE_CONSTANT || object->space == SPACE_PARAM)
        return ARRAY_CONSTANT;
    if (object->space == SPACE_SHARED)
        return object->dynamic ? ARRAY_DYNAMIC : ARRAY_SHARED;
    return object->space == SPACE_LOCAL ? ARRAY_LOCAL : ARRAY_GLOBAL;
}

static uint32_t find_array(const struct replay_target *target, const struct object *object) {
    const struct protocol *p = target->request->protocol;
    enum array_kind kind = kind_of_object(object);
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        bool taken = false;
        if (array->kind != kind)
            continue;
        if (kind == ARRAY_DYNAMIC && array->param != (object->is_argument ? object->param : PROTOCOL_NONE))
            continue;
        if (kind == ARRAY_DYNAMIC)
            return i;
        for (uint32_t j = 0; j < target->request->kernel->object_count; j++)
            taken |= target->array_of_object[j] == i;
        if (!taken && array->location.id == object->loc.id && array->extent_bytes == object->size_bytes && is_named_after(array->name, object->name))
            return i;
    }
    return PROTOCOL_NONE;
}

static bool has_extent(const struct replay_target *target, uint32_t array) {
    const term_ref *extents = target->request->extents;
    return extents && !term_is_none(extents[array]);
}

bool replay_is_loaded(const struct replay_target *target, const struct simulate_event *event) {
    return event->array != SIMULATE_NONE && event->array >= target->request->protocol->array_count + target->scalar_count;
}

uint32_t replay_array_of(const struct replay_target *target, const struct simulate_event *event, int64_t *offset_bytes) {
    *offset_bytes = event->offset_bytes;
    if (event->array != SIMULATE_NONE) {
        const struct protocol *p = target->request->protocol;
        if (event->array >= p->array_count + target->scalar_count) {
            *offset_bytes -= WITNESS_ORIGIN;
            return target->unknown_array;
        }
        if (event->array >= p->array_count)
            return PROTOCOL_NONE;
        if (p->arrays[event->array].kind == ARRAY_PARAM && !has_extent(target, event->array))
            *offset_bytes -= WITNESS_ORIGIN;
        return event->array;
    }
    return event->object != SIMULATE_NONE ? target->array_of_object[event->object] : PROTOCOL_NONE;
}

/* Whether the host may give the variable other contents than its initialiser. */
static bool is_settable(const struct object *object) {
    bool is_table = object->initialiser && (object->is_constant || object->space == SPACE_CONSTANT);
    return !is_table && (object->space == SPACE_GLOBAL || object->space == SPACE_CONSTANT);
}

/* ---- arguments ---- */

struct builder {
    const struct replay_target *target;
    const struct replay_launch *launch;
    struct witness *witness;
    uint64_t *values;   /* by scalar of the target; of pointers 0 */
    bool is_impossible; /* an array would have a negative or huge size */
    bool lacks_number;  /* a size rests on a number of host code that has no value */
};

static uint64_t mask_of(uint8_t width_bits) {
    return width_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << width_bits) - 1;
}

static uint64_t real_value(double number, struct type type) {
    return param_value_bits(&(struct check_param){.is_real = true, .real = number}, type);
}

static bool is_scalar(const struct witness_slot *slot) {
    return slot->type.kind != TYPE_POINTER && slot->type.kind != TYPE_VOID;
}

static bool is_size(const struct witness_slot *slot) {
    return slot->type.kind == TYPE_INT && slot->type.width_bits >= 16;
}

/* The user or the model gives the scalar's value. */
static bool is_given(const struct builder *b, const struct witness_slot *scalar, uint64_t *value) {
    const struct check_options *options = b->target->request->options;
    const struct prove_named *known = find_param(b->launch, scalar->name);
    if (known && scalar->type.kind != TYPE_INT && b->launch->other_reals)
        known = NULL;
    if (known)
        *value = known->value & mask_of(scalar->type.width_bits);
    for (uint32_t i = 0; i < options->param_count; i++)
        if (strcmp(options->params[i].name, scalar->name) == 0) {
            *value = param_value_bits(&options->params[i], scalar->type) & mask_of(scalar->type.width_bits);
            return true;
        }
    return known != NULL;
}

/* The user gives the scalar's value. */
static bool is_stated(const struct builder *b, const struct witness_slot *scalar) {
    const struct check_options *options = b->target->request->options;
    for (uint32_t i = 0; i < options->param_count; i++)
        if (strcmp(options->params[i].name, scalar->name) == 0)
            return true;
    return false;
}

/* The value, in this attempt, of a parameter that only steers control; `value` is the model's, `least` the
   least value that a possible stride has. */
static uint64_t steered(const struct replay_launch *launch, uint64_t value, uint64_t least) {
    if (launch->most && value > launch->most)
        return launch->most;
    uint64_t raised = least < launch->most ? least : launch->most;
    return launch->raises && value < raised ? raised : value;
}

/* Fills in the scalars that neither the user nor the model gives, with natural values (docs/contracts.md): possible strides are no
   smaller than a row of threads or any other number, possible bounds no larger than a stride. */
static void scalar_values(struct builder *b) {
    const struct replay_target *target = b->target;
    uint64_t row = (uint64_t)b->launch->block[0] * b->launch->grid[0], least = b->launch->other_scalars, value;
    for (uint32_t i = 0; i < target->scalar_count; i++)
        if (target->scalars[i].in_offset && is_given(b, target->scalars[i].slot, &value) && value > 0 && value < least)
            least = value;
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct witness_slot *slot = target->scalars[i].slot;
        bool given = is_given(b, slot, &b->values[i]);
        uint64_t sign = slot->type.width_bits > 0 ? UINT64_C(1) << (slot->type.width_bits - 1) : 0; /* none: a whole struct */
        if (target->scalars[i].in_offset || !is_size(slot))
            continue;
        if (!given)
            b->values[i] = least;
        else if (!is_stated(b, slot) && !(b->values[i] & sign))
            b->values[i] = steered(b->launch, b->values[i], least);
        if (b->values[i] > row && !(b->values[i] & sign))
            row = b->values[i];
    }
    row = b->launch->least_strides ? 1 : row;
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct witness_slot *slot = target->scalars[i].slot;
        if (!is_scalar(slot) || is_given(b, slot, &value) || (is_size(slot) && !target->scalars[i].in_offset))
            continue;
        b->values[i] =
            slot->type.kind != TYPE_INT ? real_value(b->launch->real, slot->type) : (is_size(slot) ? row : 1) & mask_of(slot->type.width_bits);
    }
}

/* Whether an offset is computed from the slot's value. */
static bool is_marked(const struct kernel *kernel, const bool *marked, const struct witness_slot *slot) {
    for (uint32_t i = 1; i < kernel->inst_count; i++)
        if (marked[i] && witness_slot_is(kernel, slot, i))
            return true;
    return false;
}

static void find_scalars(struct replay_target *target) {
    const struct kernel *kernel = target->request->kernel;
    const bool *marked = layout_offsets(target->arena, kernel);
    uint32_t count;
    const char *const *members = expression_members(target->request->protocol, target->arena, &count);
    struct witness_slots slots = witness_slots_with(target->arena, kernel, members, count);
    target->scalars = arena_alloc(target->arena, (slots.count + 1) * sizeof *target->scalars);
    target->scalar_count = slots.count;
    for (uint32_t i = 0; i < slots.count; i++)
        target->scalars[i] = (struct replay_scalar){&slots.slots[i], is_scalar(&slots.slots[i]) && is_marked(kernel, marked, &slots.slots[i])};
}

struct replay_target *replay_target_create(struct arena *arena, const struct replay_request *request) {
    const struct kernel *kernel = request->kernel;
    struct replay_target *target = arena_alloc(arena, sizeof *target);
    target->arena = arena;
    target->request = request;
    target->array_of_object = arena_alloc(arena, (kernel->object_count + 1) * sizeof *target->array_of_object);
    for (uint32_t i = 0; i < kernel->object_count; i++)
        target->array_of_object[i] = PROTOCOL_NONE;
    for (uint32_t i = 0; i < kernel->object_count; i++)
        target->array_of_object[i] = find_array(target, &kernel->objects[i]);
    for (uint32_t i = 1; i < kernel->inst_count; i++)
        target->has_grid_barrier |= kernel->insts[i].op == INST_BARRIER && kernel->insts[i].imm == BARRIER_GRID;
    for (uint32_t i = 0; i < request->protocol->assert_count; i++)
        target->has_assumptions |= request->protocol->asserts[i].kind == CLAIM_ASSUME;
    find_scalars(target);
    target->holds_reals = replay_contents_reals(arena, request->protocol, kernel);
    target->rises = replay_contents_rising(arena, request->protocol);
    target->links = links_find(arena, kernel);
    target->layouts = layouts_find(arena, kernel);
    target->unknown_array = PROTOCOL_NONE;
    for (uint32_t i = 0; i < request->protocol->array_count; i++)
        if (request->protocol->arrays[i].kind == ARRAY_UNKNOWN)
            target->unknown_array = i;
    return target;
}

/* The protocol's array behind a pointer, or PROTOCOL_NONE. */
static uint32_t array_behind(const struct protocol *p, const struct witness_slot *slot) {
    for (uint32_t i = 0; i < p->array_count; i++)
        if (p->arrays[i].kind == ARRAY_PARAM && (slot->is_field ? strcmp(p->arrays[i].name, slot->name) == 0 : p->arrays[i].param == slot->param))
            return i;
    return PROTOCOL_NONE;
}

static uint64_t value_of(struct builder *b, const char *name) {
    for (uint32_t i = 0; i < b->target->scalar_count; i++)
        if (strcmp(b->target->scalars[i].slot->name, name) == 0)
            return b->values[i];
    const struct prove_named *model = find_param(b->launch, name); /* a number of host code */
    b->lacks_number |= !model && expression_is_host_number(name);
    return model ? model->value : 0;
}

static uint64_t extent_symbol(void *context, symbol_ref symbol) {
    struct builder *b = context;
    const struct symbol *s = symbol_get(b->target->request->protocol->terms, symbol);
    if (s->role == SYMBOL_BDIM)
        return b->launch->block[s->axis];
    return s->role == SYMBOL_GDIM ? b->launch->grid[s->axis] : value_of(b, s->name);
}

static uint64_t no_application(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

/* The bytes of the array in this launch, and whether these cannot be. */
static uint64_t extent_bytes(struct builder *b, uint32_t array, uint64_t most) {
    const struct replay_request *request = b->target->request;
    struct term_model model = {b, extent_symbol, no_application};
    struct evaluation *e = evaluation_create(request->protocol->terms, &model);
    uint64_t bytes = evaluation_value(e, request->extents[array]);
    b->is_impossible |= b->lacks_number || bytes > most;
    evaluation_destroy(e);
    return bytes;
}

/* Sets the size of the array to its extent in this launch. */
static void bound_array(struct builder *b, uint32_t array) {
    b->witness->arrays[array].unbounded = false;
    b->witness->arrays[array].size_bytes = extent_bytes(b, array, (uint64_t)WITNESS_ORIGIN - 1);
}

/* Dynamic shared memory is as large as the launch says. */
static void bound_dynamic(struct builder *b) {
    const struct replay_request *request = b->target->request;
    for (uint32_t i = 0; i < request->protocol->array_count; i++) {
        const struct proto_array *array = &request->protocol->arrays[i];
        if (array->kind == ARRAY_DYNAMIC && array->param == PROTOCOL_NONE && !request->options->dynamic_shared_given && has_extent(b->target, i))
            b->witness->dynamic_shared_bytes = extent_bytes(b, i, UINT32_MAX);
    }
}

static void make_pointer(struct builder *b, uint32_t index, struct witness_argument *a) {
    const struct protocol *p = b->target->request->protocol;
    uint32_t array = array_behind(p, b->target->scalars[index].slot);
    if (array == PROTOCOL_NONE && b->target->scalars[index].slot->is_field)
        return;
    a->array = array != PROTOCOL_NONE ? array : p->array_count + index;
    b->witness->arrays[a->array] = replay_contents_of(b->target, b->launch, array != PROTOCOL_NONE ? &p->arrays[array] : NULL,
                                                      array != PROTOCOL_NONE ? p->arrays[array].elem_bytes : 4, a->name);
    b->witness->arrays[a->array].unbounded = true;
    if (array != PROTOCOL_NONE && has_extent(b->target, array))
        bound_array(b, array);
}

static void make_arguments(struct builder *b) {
    const struct replay_target *target = b->target;
    struct witness *w = b->witness;
    w->arguments = arena_alloc(target->arena, (target->scalar_count + 1) * sizeof *w->arguments);
    w->argument_count = target->scalar_count;
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct witness_slot *slot = target->scalars[i].slot;
        struct witness_argument *a = &w->arguments[i];
        *a = (struct witness_argument){.name = slot->name, .type = slot->type, .bits = b->values[i], .array = SIMULATE_NONE};
        if (slot->type.kind == TYPE_POINTER)
            make_pointer(b, i, a);
    }
}

static void make_variables(struct builder *b) {
    const struct protocol *p = b->target->request->protocol;
    const struct kernel *kernel = b->target->request->kernel;
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        const struct object *object = &kernel->objects[i];
        uint32_t array = b->target->array_of_object[i];
        if (array == PROTOCOL_NONE || !is_settable(object))
            continue;
        const char *name = arena_printf(b->target->arena, "@%u.%s", i, object->name ? object->name : "");
        struct witness_array *w = &b->witness->arrays[array];
        *w = replay_contents_of(b->target, b->launch, &p->arrays[array], p->arrays[array].elem_bytes, name);
        w->size_bytes = object->size_bytes;
        if (object->initialiser)
            w->fill = FILL_INITIAL;
    }
}

/* Makes arrays for structs that are passed by value and read at variable offsets: for the bytes that no argument gives. */
static void make_structs(struct builder *b) {
    const struct protocol *p = b->target->request->protocol;
    const struct kernel *kernel = b->target->request->kernel;
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        const struct object *object = &kernel->objects[i];
        uint32_t array = b->target->array_of_object[i];
        struct type element;
        if (array == PROTOCOL_NONE || object->space != SPACE_PARAM || !struct_is_indexed(kernel, object->param, &element))
            continue;
        struct witness_array *w = &b->witness->arrays[array];
        *w = replay_contents_of(b->target, b->launch, &p->arrays[array], element.width_bits / 8u, kernel->params[object->param].name);
        w->size_bytes = object->size_bytes;
    }
}

/* Makes the arrays that pointers in memory lead to. */
static void make_families(struct builder *b) {
    const struct links *links = b->target->links;
    struct witness_array *first = b->witness->arrays + b->witness->array_count - links->family_count;
    for (uint32_t i = 0; i < links->family_count; i++) {
        first[i] = replay_contents_of(b->target, b->launch, NULL, links->families[i].type.width_bits / 8u, links->families[i].name);
        first[i].unbounded = first[i].is_many = true;
    }
    links_put(b->target->arena, links, b->witness);
}

static void add_block(struct builder *b, uint32_t (*blocks)[3], const uint32_t block[3]) {
    bool is_known = false;
    for (uint32_t i = 0; i < b->witness->block_count; i++)
        is_known |= memcmp(blocks[i], block, sizeof *blocks) == 0;
    if (!is_known)
        memcpy(blocks[b->witness->block_count++], block, sizeof *blocks);
}

/* The blocks of the finding's threads, or all. Where the program assumes something the last block runs too: that is where
   `blockIdx.x < n` fails in a grid that is too large. */
static bool choose_blocks(struct builder *b) {
    const struct replay_launch *launch = b->launch;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t(*blocks)[3] = arena_alloc(b->target->arena, (launch->threads.size + 1) * sizeof *blocks);
    const uint32_t last[3] = {launch->grid[0] - 1, launch->grid[1] - 1, launch->grid[2] - 1};
    uint64_t grid_threads = threads;
    for (int a = 0; a < 3; a++)
        if (grid_threads <= GRID_THREADS_MAX)
            grid_threads *= launch->grid[a];
    if (b->target->has_grid_barrier || ((launch->more_blocks || b->target->has_assumptions) && grid_threads <= SMALL_GRID_THREADS))
        return grid_threads <= GRID_THREADS_MAX;
    for (uint32_t i = 0; i < launch->threads.size; i++)
        add_block(b, blocks, launch->threads.data[i].block);
    if (b->target->has_assumptions && b->witness->block_count > 0) /* no block: all run */
        add_block(b, blocks, last);
    b->witness->blocks = (const uint32_t(*)[3])blocks;
    return threads <= GRID_THREADS_MAX;
}

static void copy_threads(struct builder *b) {
    uint32_t count = b->launch->threads.size;
    struct simulate_place *threads = arena_alloc(b->target->arena, (count + 1) * sizeof *threads);
    for (uint32_t i = 0; i < count; i++)
        threads[i] = b->launch->threads.data[i];
    b->witness->threads = threads;
    b->witness->thread_count = count;
}

static void tell_used(const struct builder *b, struct prove_witness *used) {
    const struct replay_target *target = b->target;
    const struct replay_launch *launch = b->launch;
    used->params = arena_alloc(target->arena, (target->scalar_count + (size_t)launch->params.size + 1) * sizeof *used->params);
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct witness_slot *slot = target->scalars[i].slot;
        if (is_scalar(slot))
            used->params[used->param_count++] = (struct prove_named){slot->name, b->values[i], slot->type.width_bits};
    }
    for (uint32_t i = 0; i < launch->params.size; i++)
        if (expression_is_host_number(launch->params.data[i].name))
            used->params[used->param_count++] = launch->params.data[i];
    used->cells = arena_alloc(target->arena, (launch->cells.size + 1) * sizeof *used->cells);
    for (uint32_t i = 0; i < launch->cells.size && !launch->plain_contents; i++) {
        if (launch->apart_layouts && layout_is(&target->layouts, launch->cells.data[i].array))
            continue;
        used->cells[used->cell_count] = launch->cells.data[i];
        used->cells[used->cell_count++].is_guess = false;
    }
}

struct witness *replay_launch_build(const struct replay_target *target, const struct replay_launch *launch, struct prove_witness *used) {
    const struct kernel *kernel = target->request->kernel;
    const struct check_options *options = target->request->options;
    uint64_t least = launch->dynamic_bytes > DYNAMIC_BYTES ? launch->dynamic_bytes : DYNAMIC_BYTES;
    struct witness *w = arena_alloc(target->arena, sizeof *w);
    struct builder b = {.target = target, .launch = launch, .witness = w};
    *w = (struct witness){.file = kernel->file,
                          .kernel = kernel->name,
                          .seed = launch->seed + 1,
                          .exit_diverges = options->exit_diverges,
                          .lockstep = options->lockstep,
                          .dynamic_shared_bytes = options->dynamic_shared_given ? options->dynamic_shared_bytes : least};
    const struct witness *base = options->witness_base;
    if (base) {
        w->file = base->file;
        w->clang_args = base->clang_args;
        w->clang_arg_count = base->clang_arg_count;
        w->gpuverify_annotations = base->gpuverify_annotations;
    }
    memcpy(w->block, launch->block, sizeof w->block);
    memcpy(w->grid, launch->grid, sizeof w->grid);
    w->array_count = target->request->protocol->array_count + target->scalar_count + target->links->family_count;
    w->arrays = arena_alloc(target->arena, (w->array_count + 1) * sizeof *w->arrays);
    b.values = arena_alloc(target->arena, (target->scalar_count + 1) * sizeof *b.values);
    scalar_values(&b);
    bound_dynamic(&b);
    make_arguments(&b);
    make_variables(&b);
    make_structs(&b);
    make_families(&b);
    replay_contents_fit(target, launch, w);
    copy_threads(&b);
    tell_used(&b, used);
    return choose_blocks(&b) && !b.is_impossible ? w : NULL;
}
