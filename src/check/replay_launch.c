#include "check/replay_launch.h"

#include <stdlib.h>
#include <string.h>

#define PARAM_ARRAY_BYTES ((uint64_t)(REPLAY_ORIGIN) * 2 - 1)
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
        if (kind == ARRAY_DYNAMIC)
            return i;
        for (uint32_t j = 0; j < target->request->kernel->object_count; j++)
            taken |= target->array_of_object[j] == i;
        if (!taken && array->location.id == object->loc.id && array->extent_bytes == object->size_bytes &&
            is_named_after(array->name, object->name))
            return i;
    }
    return PROTOCOL_NONE;
}

uint32_t replay_array_of(const struct replay_target *target, const struct simulate_event *event, int64_t *offset_bytes) {
    *offset_bytes = event->offset_bytes;
    if (event->array != SIMULATE_NONE) {
        const struct protocol *p = target->request->protocol;
        if (event->array >= p->array_count)
            return PROTOCOL_NONE;
        if (p->arrays[event->array].kind == ARRAY_PARAM)
            *offset_bytes -= REPLAY_ORIGIN;
        return event->array;
    }
    return event->object != SIMULATE_NONE ? target->array_of_object[event->object] : PROTOCOL_NONE;
}

/* ---- contents ---- */

struct filler {
    const struct prove_cell *cells; uint32_t cell_count; /* of this array */
    const struct object *object;  /* with an initialiser, or NULL */
    int64_t origin;
    uint32_t elem_bytes;
    enum replay_contents contents;
    uint64_t seed;
};

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t background(const struct filler *f, int64_t index) {
    uint64_t random = mixed(f->seed + (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15));
    switch (f->contents) {
    case CONTENTS_ZERO: case CONTENTS_COUNT:
        return 0;
    case CONTENTS_SMALL:
        return random % 61 + 1;
    case CONTENTS_FLOAT: {
        float single = (float)(random % 4093 + 1) / 512.0F;
        double wide = (double)single;
        uint64_t bits = random;
        uint32_t low;
        memcpy(&low, &single, sizeof low);
        if (f->elem_bytes == sizeof low)
            bits = low;
        else if (f->elem_bytes == sizeof wide)
            memcpy(&bits, &wide, sizeof bits);
        return bits;
    }
    case CONTENTS_ANY:
        return random;
    }
    return 0;
}

static uint64_t fill_element(void *context, uint64_t index) {
    const struct filler *f = context;
    int64_t start = (int64_t)(index * f->elem_bytes) - f->origin;
    uint64_t value = background(f, start / (int64_t)f->elem_bytes);
    uint8_t bytes[8];
    for (uint32_t i = 0; i < f->elem_bytes; i++) {
        uint64_t at = (uint64_t)start + i;
        bytes[i] = (uint8_t)(value >> (8 * i));
        if (f->object && at < f->object->size_bytes)
            bytes[i] = f->object->initialiser[at];
        for (uint32_t c = 0; c < f->cell_count; c++) {
            uint64_t in_cell = at - f->cells[c].offset_bytes;
            if (in_cell < (f->cells[c].width_bits + 7u) / 8u)
                bytes[i] = (uint8_t)(f->cells[c].value >> (8 * in_cell));
        }
    }
    value = 0;
    for (uint32_t i = 0; i < f->elem_bytes; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static struct filler *filler_create(struct arena *arena, const struct replay_launch *launch, const struct proto_array *array) {
    struct filler *f = arena_alloc(arena, sizeof *f);
    struct prove_cell *cells = arena_alloc(arena, (launch->cells.size + 1) * sizeof *cells);
    for (uint32_t i = 0; i < launch->cells.size && array && !launch->plain_contents; i++)
        if (strcmp(launch->cells.data[i].array, array->name) == 0)
            cells[f->cell_count++] = launch->cells.data[i];
    f->cells = cells;
    f->elem_bytes = array && (array->elem_bytes == 1 || array->elem_bytes == 2 || array->elem_bytes == 8) ? array->elem_bytes : 4;
    f->contents = launch->contents;
    f->seed = launch->seed;
    for (const char *c = array ? array->name : ""; *c; c++)
        f->seed = mixed(f->seed + (uint8_t)*c);
    return f;
}

static struct simulate_array far_array(struct arena *arena, const struct replay_launch *launch, const struct proto_array *array) {
    struct filler *f = filler_create(arena, launch, array);
    f->origin = REPLAY_ORIGIN;
    return (struct simulate_array){.size_bytes = PARAM_ARRAY_BYTES, .element = fill_element, .context = f, .elem_bytes = f->elem_bytes};
}

static struct simulate_array variable_array(struct arena *arena, const struct replay_launch *launch, const struct proto_array *array,
                                            const struct object *object) {
    struct filler *f = filler_create(arena, launch, array);
    f->object = object->initialiser ? object : NULL;
    return (struct simulate_array){.size_bytes = object->size_bytes, .element = fill_element, .context = f, .elem_bytes = f->elem_bytes};
}

/* Whether the host may give the variable other contents than its initialiser. */
static bool is_settable(const struct object *object) {
    return object->space == SPACE_GLOBAL || (object->space == SPACE_CONSTANT && !object->initialiser);
}

/* ---- arguments ---- */

struct builder {
    struct arena *arena;
    const struct replay_target *target;
    const struct replay_launch *launch;
    struct simulate_array *arrays;
    uint64_t *values;             /* by scalar of the target */
};

static uint64_t mask_of(uint8_t width_bits) {
    return width_bits >= 64 ? UINT64_MAX : (UINT64_C(1) << width_bits) - 1;
}

static uint64_t real_bits(double wide, struct type type) {
    float single = (float)wide;
    uint64_t bits = 0x3c00; /* of half: 1 */
    uint32_t low;
    memcpy(&low, &single, sizeof low);
    if (type.width_bits == 32)
        bits = low;
    else if (type.width_bits == 64)
        memcpy(&bits, &wide, sizeof bits);
    return bits;
}

/* What the user or the model says. */
static bool is_given(const struct builder *b, const struct replay_scalar *scalar, uint64_t *value) {
    const struct check_options *options = b->target->request->options;
    const struct prove_named *known = find_param(b->launch, scalar->name);
    if (known && scalar->type.kind != TYPE_INT && b->launch->other_reals)
        known = NULL;
    if (known)
        *value = known->value & mask_of(scalar->type.width_bits);
    for (uint32_t i = 0; i < options->param_count; i++)
        if (strcmp(options->params[i].name, scalar->name) == 0) {
            *value = (uint64_t)options->params[i].value & mask_of(scalar->type.width_bits);
            return true;
        }
    return known != NULL;
}

/* Values for the others are natural ones (design section 1.1): what may be a
   stride is no smaller than a row of threads or any other number, and what may
   be a bound no larger than a stride. */
static void scalar_values(struct builder *b) {
    const struct replay_target *target = b->target;
    uint64_t row = (uint64_t)b->launch->block[0] * b->launch->grid[0], least = b->launch->other_scalars, value;
    for (uint32_t i = 0; i < target->scalar_count; i++)
        if (target->scalars[i].in_offset && is_given(b, &target->scalars[i], &value) && value > 0 && value < least)
            least = value;
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct replay_scalar *scalar = &target->scalars[i];
        bool given = is_given(b, scalar, &b->values[i]);
        uint64_t sign = UINT64_C(1) << (scalar->type.width_bits - 1);
        if (scalar->in_offset || scalar->type.kind != TYPE_INT || scalar->type.width_bits < 16)
            continue;
        if (!given)
            b->values[i] = least;
        else if (b->launch->most && b->values[i] > b->launch->most && !(b->values[i] & sign))
            b->values[i] = b->launch->most;
        if (b->values[i] > row && !(b->values[i] & sign))
            row = b->values[i];
    }
    for (uint32_t i = 0; i < target->scalar_count; i++) {
        const struct replay_scalar *scalar = &target->scalars[i];
        bool is_size = scalar->type.kind == TYPE_INT && scalar->type.width_bits >= 16;
        if (is_given(b, scalar, &value) || (is_size && !scalar->in_offset))
            continue;
        b->values[i] = scalar->type.kind != TYPE_INT ? real_bits(b->launch->real, scalar->type)
                       : (is_size ? row : 1) & mask_of(scalar->type.width_bits);
    }
}

static uint64_t value_of(const struct builder *b, const char *name) {
    for (uint32_t i = 0; i < b->target->scalar_count; i++)
        if (strcmp(b->target->scalars[i].name, name) == 0)
            return b->values[i];
    return 0;
}

static bool param_place(const struct kernel *kernel, value_ref pointer, uint32_t *param, uint64_t *offset_bytes) {
    *offset_bytes = 0;
    for (;;) {
        const struct inst *inst = kernel_inst(kernel, pointer);
        if (inst->op == INST_PTRADD) {
            const struct inst *by = kernel_inst(kernel, kernel_operand(kernel, inst, 1));
            if (by->op != INST_CONST)
                return false;
            *offset_bytes += by->imm;
        } else if (inst->op == INST_OBJECT) {
            *param = kernel->objects[inst->imm].param;
            return kernel->objects[inst->imm].space == SPACE_PARAM;
        } else if (inst->op == INST_PARAM && kernel->params[inst->imm].by_value_struct) {
            *param = (uint32_t)inst->imm;
            return true;
        } else if (inst->op != INST_PTRCAST) {
            return false;
        }
        pointer = kernel_operand(kernel, inst, 0);
    }
}

static const char *field_name(struct arena *arena, const struct kernel *kernel, uint32_t param, uint64_t offset_bytes) {
    return arena_printf(arena, "%s.%llu", kernel->params[param].name, (unsigned long long)offset_bytes);
}

/* Values that offsets are computed from, backwards from pointer additions. */
static bool *offset_sources(struct arena *arena, const struct kernel *kernel) {
    bool *marked = arena_alloc(arena, kernel->inst_count);
    VEC(value_ref) pending = {0};
    for (uint32_t i = 1; i < kernel->inst_count; i++)
        if (kernel->insts[i].op == INST_PTRADD || kernel->insts[i].op == INST_INTTOPTR)
            vec_push(&pending, kernel_operand(kernel, &kernel->insts[i], kernel->insts[i].op == INST_PTRADD));
    while (pending.size > 0) {
        value_ref v = vec_pop(&pending);
        const struct inst *inst = kernel_inst(kernel, v);
        if (marked[v.id])
            continue;
        marked[v.id] = true;
        for (uint32_t i = 0; inst_class_of((enum inst_op)inst->op) == CLASS_VALUE && i < inst->operand_count; i++)
            vec_push(&pending, kernel_operand(kernel, inst, i));
    }
    vec_release(&pending);
    return marked;
}

static void add_scalar(struct replay_target *target, const char *name, struct type type, bool in_offset) {
    for (uint32_t i = 0; i < target->scalar_count; i++)
        if (strcmp(target->scalars[i].name, name) == 0) {
            target->scalars[i].in_offset |= in_offset;
            return;
        }
    target->scalars[target->scalar_count++] = (struct replay_scalar){name, type, in_offset};
}

static void find_scalars(struct replay_target *target) {
    const struct kernel *kernel = target->request->kernel;
    const bool *marked = offset_sources(target->arena, kernel);
    uint32_t most = kernel->param_count, param;
    uint64_t at;
    for (uint32_t i = 1; i < kernel->inst_count; i++)
        most += kernel->insts[i].op == INST_LOAD ? kernel->insts[i].type.lanes : 0;
    target->scalars = arena_alloc(target->arena, (most + 1) * sizeof *target->scalars);
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].type.kind != TYPE_POINTER)
            add_scalar(target, kernel->params[i].name, kernel->params[i].type, false);
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        const struct inst *inst = &kernel->insts[i];
        struct type lane = inst->type;
        lane.lanes = 1;
        if (inst->op == INST_PARAM && inst->type.kind != TYPE_POINTER)
            add_scalar(target, kernel->params[inst->imm].name, lane, marked[i]);
        if (inst->op != INST_LOAD || lane.kind == TYPE_POINTER || !param_place(kernel, kernel_operand(kernel, inst, 0), &param, &at))
            continue;
        for (uint32_t n = 0; n < inst->type.lanes; n++)
            add_scalar(target, field_name(target->arena, kernel, param, at + (uint64_t)n * ((lane.width_bits + 7u) / 8u)), lane, marked[i]);
    }
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
    find_scalars(target);
    return target;
}

static void put_bytes(uint8_t *bytes, uint64_t size_bytes, uint64_t at, uint64_t value, uint32_t count) {
    for (uint32_t i = 0; i < count && at + i < size_bytes; i++)
        bytes[at + i] = (uint8_t)(value >> (8 * i));
}

static uint32_t array_named(const struct protocol *p, const char *name) {
    for (uint32_t i = 0; i < p->array_count; i++)
        if (p->arrays[i].kind == ARRAY_PARAM && strcmp(p->arrays[i].name, name) == 0)
            return i;
    return PROTOCOL_NONE;
}

/* The fields that the kernel reads get values. */
static uint8_t *struct_bytes(struct builder *b, uint32_t param, uint64_t size_bytes) {
    const struct kernel *kernel = b->target->request->kernel;
    uint8_t *bytes = arena_alloc(b->arena, size_bytes + 1);
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        const struct inst *inst = &kernel->insts[i];
        uint32_t of;
        uint64_t at;
        if (inst->op != INST_LOAD || !param_place(kernel, kernel_operand(kernel, inst, 0), &of, &at) || of != param)
            continue;
        struct type lane = inst->type;
        lane.lanes = 1;
        uint32_t lane_bytes = (lane.width_bits + 7u) / 8u;
        for (uint32_t n = 0; n < inst->type.lanes; n++) {
            uint64_t here = at + (uint64_t)n * lane_bytes;
            const char *name = field_name(b->arena, kernel, param, here);
            uint32_t array = lane.kind == TYPE_POINTER ? array_named(b->target->request->protocol, name) : PROTOCOL_NONE;
            uint64_t value = array != PROTOCOL_NONE ? simulate_address(array, REPLAY_ORIGIN)
                             : value_of(b, name);
            put_bytes(bytes, size_bytes, here, value, lane_bytes);
        }
    }
    return bytes;
}

static struct simulate_argument argument(struct builder *b, uint32_t index) {
    const struct replay_request *request = b->target->request;
    const struct param *param = &request->kernel->params[index];
    struct simulate_argument a = {.array = SIMULATE_NONE};
    if (param->by_value_struct) {
        a.byte_count = request->kernel->objects[param->object].size_bytes;
        a.bytes = struct_bytes(b, index, a.byte_count);
        return a;
    }
    if (param->type.kind != TYPE_POINTER) {
        a.bits = value_of(b, param->name);
        return a;
    }
    a.offset_bytes = REPLAY_ORIGIN;
    a.array = request->protocol->array_count + index;
    for (uint32_t i = 0; i < request->protocol->array_count; i++) {
        const struct proto_array *array = &request->protocol->arrays[i];
        if (array->kind == ARRAY_PARAM && array->param == index)
            a.array = i;
    }
    return a;
}

static void make_arrays(struct builder *b, struct simulate_input *input) {
    const struct replay_request *request = b->target->request;
    const struct kernel *kernel = request->kernel;
    const struct protocol *p = request->protocol;
    uint32_t *objects = arena_alloc(b->arena, (kernel->object_count + 1) * sizeof *objects);
    input->array_count = p->array_count + kernel->param_count;
    b->arrays = arena_alloc(b->arena, (input->array_count + 1) * sizeof *b->arrays);
    for (uint32_t i = 0; i < input->array_count; i++) {
        bool is_behind = i >= p->array_count;
        if (is_behind || p->arrays[i].kind == ARRAY_PARAM)
            b->arrays[i] = far_array(b->arena, b->launch, is_behind ? NULL : &p->arrays[i]);
    }
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        uint32_t array = b->target->array_of_object[i];
        objects[i] = SIMULATE_NONE;
        if (array == PROTOCOL_NONE || !is_settable(&kernel->objects[i]))
            continue;
        objects[i] = array;
        b->arrays[array] = variable_array(b->arena, b->launch, &p->arrays[array], &kernel->objects[i]);
    }
    input->arrays = b->arrays;
    input->object_arrays = objects;
}

static bool choose_blocks(struct builder *b, struct simulate_input *input) {
    const struct replay_launch *launch = b->launch;
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t(*blocks)[3] = arena_alloc(b->arena, (launch->threads.size + 1) * sizeof *blocks);
    uint64_t grid_threads = threads;
    for (int a = 0; a < 3; a++)
        if (grid_threads <= GRID_THREADS_MAX)
            grid_threads *= launch->grid[a];
    if (b->target->has_grid_barrier || (launch->more_blocks && grid_threads <= SMALL_GRID_THREADS))
        return grid_threads <= GRID_THREADS_MAX;
    for (uint32_t i = 0; i < launch->threads.size; i++) {
        bool known = false;
        for (uint32_t j = 0; j < input->block_count; j++)
            known |= memcmp(blocks[j], launch->threads.data[i].block, sizeof *blocks) == 0;
        if (!known)
            memcpy(blocks[input->block_count++], launch->threads.data[i].block, sizeof *blocks);
    }
    input->blocks = (const uint32_t(*)[3])blocks;
    return threads <= GRID_THREADS_MAX;
}

bool replay_launch_build(struct arena *arena, const struct replay_target *target, const struct replay_launch *launch,
                         struct simulate_input *input, struct prove_witness *used) {
    const struct kernel *kernel = target->request->kernel;
    const struct check_options *options = target->request->options;
    struct builder b = {.arena = arena, .target = target, .launch = launch};
    *input = (struct simulate_input){.seed = launch->seed + 1, .exit_diverges = options->exit_diverges};
    memcpy(input->block, launch->block, sizeof input->block);
    memcpy(input->grid, launch->grid, sizeof input->grid);
    make_arrays(&b, input);
    b.values = arena_alloc(arena, (target->scalar_count + 1) * sizeof *b.values);
    scalar_values(&b);
    struct simulate_argument *arguments = arena_alloc(arena, (kernel->param_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < kernel->param_count; i++)
        arguments[i] = argument(&b, i);
    input->arguments = arguments;
    uint64_t least = launch->dynamic_bytes > DYNAMIC_BYTES ? launch->dynamic_bytes : DYNAMIC_BYTES;
    input->dynamic_shared_bytes = options->dynamic_shared_given ? options->dynamic_shared_bytes : least;
    input->preferred = launch->threads.data;
    input->preferred_count = launch->threads.size;
    used->params = arena_alloc(target->arena, (target->scalar_count + 1) * sizeof *used->params);
    used->param_count = target->scalar_count;
    for (uint32_t i = 0; i < target->scalar_count; i++)
        used->params[i] = (struct prove_named){target->scalars[i].name, b.values[i], target->scalars[i].type.width_bits};
    used->cells = arena_alloc(target->arena, (launch->cells.size + 1) * sizeof *used->cells);
    used->cell_count = launch->plain_contents ? 0 : launch->cells.size;
    for (uint32_t i = 0; i < used->cell_count; i++)
        used->cells[i] = launch->cells.data[i];
    return choose_blocks(&b, input);
}
