#include "simulate/witness.h"

#include <stdlib.h>
#include <string.h>

#include "base/breakage.h"
#include "kernel/member.h"
#include "simulate/array_file.h"
#include "simulate/value.h"

enum { POINTER_BYTES = 8 };
#define UNBOUNDED_BYTES ((uint64_t)WITNESS_ORIGIN * 2 - 1)

const struct witness_argument *witness_find_argument(const struct witness *witness, const char *name) {
    for (uint32_t i = 0; i < witness->argument_count; i++) {
        if (strcmp(witness->arguments[i].name, name) == 0) {
            return &witness->arguments[i];
        }
    }
    return NULL;
}

uint32_t witness_find_array(const struct witness *witness, const char *name) {
    for (uint32_t i = 0; i < witness->array_count; i++) {
        if (witness->arrays[i].name && strcmp(witness->arrays[i].name, name) == 0) {
            return i;
        }
    }
    return SIMULATE_NONE;
}

/* ---- contents ---- */

static uint64_t mixed(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

bool witness_is_range(struct type type, double low, double high) {
    const double most = 9007199254740992.0;
    return low <= high && (type.kind != TYPE_INT || (low >= -most && high <= most));
}

uint64_t witness_mix_seed(uint64_t seed, const char *text) {
    for (const char *c = text; *c; c++) {
        seed = mixed(seed + (uint8_t)*c);
    }
    return seed;
}

static bool is_float(struct type type) {
    return type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT;
}

static uint64_t random_element(const struct witness_array *array, uint32_t member, int64_t index) {
    uint64_t seed = member ? mixed(array->seed + member) : array->seed;
    uint64_t random = mixed(seed + (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15));
    if (is_float(array->type)) {
        double part = (double)(random >> 11) / (double)(UINT64_C(1) << 53);
        double low = array->has_range ? array->low : 0, high = array->has_range ? array->high : 1;
        return value_from_double(array->type, low + part * (high - low));
    }
    if (!array->has_range) {
        return random;
    }
    uint64_t span = (uint64_t)(array->high - array->low) + 1;
    return (uint64_t)(int64_t)array->low + (span ? random % span : random);
}

static uint64_t step_of(const struct witness_array *array) {
    return array->step ? array->step : 1;
}

uint64_t witness_fill_element(const struct witness_array *array, uint32_t member, int64_t index) {
    uint64_t value = 0;
    switch (array->fill) {
    case FILL_ZERO:
    case FILL_INITIAL: break;
    case FILL_CONSTANT: value = array->value; break;
    case FILL_IOTA:
        value = is_float(array->type)
                    ? value_from_double(array->type, (double)index * (double)step_of(array) + value_to_double(array->type, array->value))
                    : (uint64_t)index * step_of(array) + array->value;
        break;
    case FILL_RANDOM: value = random_element(array, member, index); break;
    }
    return value & value_mask(array->type.width_bits);
}

/* A cell of an array, and its place among them: later ones lie over earlier ones. */
struct placed_cell {
    int64_t offset_bytes;
    uint32_t index, size_bytes;
    uint64_t value;
};

struct filler {
    const struct witness_array *array;
    const struct object *object; /* FILL_INITIAL, with an initialiser; or NULL */
    int64_t origin;
    struct placed_cell *cells; /* by offset */
    uint32_t *targets;         /* of the links: arrays */
    const struct witness *witness;
};

static int compare_cells(const void *one, const void *other) {
    const struct placed_cell *a = one, *b = other;
    if (a->offset_bytes != b->offset_bytes) {
        return a->offset_bytes < b->offset_bytes ? -1 : 1;
    }
    return a->index < b->index ? -1 : a->index > b->index;
}

static uint64_t address_in(const struct witness *witness, uint32_t array, uint32_t member, int64_t offset_bytes) {
    int64_t at = offset_bytes + (witness->arrays[array].unbounded ? WITNESS_ORIGIN : 0);
    return witness->arrays[array].is_many ? simulate_member_address(array, member, at) : simulate_address(array, at);
}

static bool cell_value(const struct witness *witness, const struct witness_cell *cell, uint64_t *value) {
    uint32_t target = cell->target ? witness_find_array(witness, cell->target) : SIMULATE_NONE;
    *value = target != SIMULATE_NONE ? address_in(witness, target, 0, cell->target_bytes) : cell->value;
    return !cell->target || target != SIMULATE_NONE;
}

static struct placed_cell *sort_cells(struct arena *arena, const struct witness *witness, const struct witness_array *array, const char **error) {
    struct placed_cell *cells = arena_alloc(arena, (array->cell_count + 1) * sizeof *cells);
    for (uint32_t i = 0; i < array->cell_count; i++) {
        const struct witness_cell *cell = &array->cells[i];
        cells[i] = (struct placed_cell){cell->offset_bytes, i, cell->size_bytes, 0};
        if (!cell_value(witness, cell, &cells[i].value)) {
            *error = arena_printf(arena, "a cell of '%s' points into '%s', which is no array of this launch", array->name, cell->target);
        }
    }
    qsort(cells, array->cell_count, sizeof *cells, compare_cells);
    return cells;
}

/* The first of the sorted cells that begins at `at` or later. */
static uint32_t first_cell(const struct filler *f, int64_t at) {
    uint32_t low = 0, high = f->array->cell_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->cells[middle].offset_bytes < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whether a pointer of the link lies over the byte; its bits, and which of its bytes it is. */
static bool linked(const struct filler *f, uint32_t link, uint32_t member, int64_t at, uint64_t *bits, uint32_t *part) {
    const struct witness_link *l = &f->array->links[link];
    uint64_t from = (uint64_t)at - (uint64_t)l->offset_bytes, k = l->stride_bytes ? from / l->stride_bytes : 0;
    uint64_t within = from - k * l->stride_bytes;
    bool has_room = !f->array->is_many || k < WITNESS_ROOM;
    if (at < l->offset_bytes || within >= POINTER_BYTES) {
        return false;
    }
    uint64_t number = f->array->is_many ? member * (l->stride_bytes ? (uint64_t)WITNESS_ROOM : 1) + k : k;
    bool exists = has_room && number < SIMULATE_MEMBERS && number * l->times + l->plus < SIMULATE_MEMBERS;
    *bits = exists ? address_in(f->witness, f->targets[link], (uint32_t)(number * l->times + l->plus), 0) : 0;
    *part = (uint32_t)within;
    return true;
}

static uint8_t byte_over(const struct filler *f, uint32_t member, int64_t at, uint8_t byte) {
    const struct witness_array *array = f->array;
    uint64_t bits;
    uint32_t part;
    if (f->object && (uint64_t)at < f->object->size_bytes) {
        byte = f->object->initialiser[at];
    }
    if ((uint64_t)at < array->byte_count) {
        byte = array->bytes[at];
    }
    for (uint32_t i = 0; i < array->link_count; i++) {
        if (linked(f, i, member, at, &bits, &part)) {
            byte = (uint8_t)(bits >> (8 * part));
        }
    }
    const struct placed_cell *top = NULL;
    for (uint32_t c = first_cell(f, at - 7); c < array->cell_count && f->cells[c].offset_bytes <= at; c++) {
        const struct placed_cell *cell = &f->cells[c];
        bool is_over = !top || cell->index > top->index;
        top = is_over && at - cell->offset_bytes < (int64_t)cell->size_bytes ? cell : top;
    }
    if (top) {
        byte = (uint8_t)(top->value >> (8 * (at - top->offset_bytes)));
    }
    return byte;
}

static uint64_t fill_element(void *context, uint32_t member, uint64_t index) {
    const struct filler *f = context;
    uint32_t size_bytes = (f->array->type.width_bits + 7u) / 8u;
    int64_t start = (int64_t)(index * size_bytes) - f->origin;
    uint64_t value = witness_fill_element(f->array, member, start / (int64_t)size_bytes), result = 0;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t byte = byte_over(f, member, start + i, (uint8_t)(value >> (8 * i)));
        result |= (uint64_t)byte << (8 * i);
    }
    return result;
}

static bool is_all_zero(const struct filler *f) {
    bool is_plain = f->array->fill == FILL_ZERO || (f->array->fill == FILL_INITIAL && !f->object);
    return is_plain && f->array->byte_count == 0 && f->array->cell_count == 0 && f->array->link_count == 0;
}

static void find_targets(struct arena *arena, struct filler *f, const char **error) {
    const struct witness_array *array = f->array;
    f->targets = arena_alloc(arena, (array->link_count + 1) * sizeof *f->targets);
    for (uint32_t i = 0; i < array->link_count; i++) {
        f->targets[i] = witness_find_array(f->witness, array->links[i].target);
        if (f->targets[i] == SIMULATE_NONE || !f->witness->arrays[f->targets[i]].is_many) {
            *error = arena_printf(arena, "pointers of '%s' point into '%s', which is no array of many of this launch", array->name,
                                  array->links[i].target);
        }
    }
}

/* Object N of an array named "@N.name". */
static uint32_t object_of(const struct kernel *kernel, const char *name) {
    uint64_t index = 0;
    const char *c = name[0] == '@' ? name + 1 : "";
    bool has_digits = *c >= '0' && *c <= '9';
    for (; *c >= '0' && *c <= '9' && index < kernel->object_count; c++) {
        index = index * 10 + (uint64_t)(*c - '0');
    }
    bool exists = has_digits && index < kernel->object_count;
    bool is_named = exists && *c == '.' && kernel->objects[index].name && strcmp(c + 1, kernel->objects[index].name) == 0;
    return is_named ? (uint32_t)index : SIMULATE_NONE;
}

static bool make_arrays(struct arena *arena, const struct kernel *kernel, const struct witness *witness, struct simulate_input *input,
                        const char **error) {
    struct simulate_array *arrays = arena_alloc(arena, (witness->array_count + 1) * sizeof *arrays);
    uint32_t *objects = arena_alloc(arena, (kernel->object_count + 1) * sizeof *objects);
    for (uint32_t i = 0; i < kernel->object_count; i++) {
        objects[i] = SIMULATE_NONE;
    }
    for (uint32_t i = 0; i < witness->array_count; i++) {
        const struct witness_array *array = &witness->arrays[i];
        if (!array->name) {
            continue;
        }
        struct filler *f = arena_alloc(arena, sizeof *f);
        f->array = array;
        f->witness = witness;
        f->cells = sort_cells(arena, witness, array, error);
        find_targets(arena, f, error);
        if (*error) {
            return false;
        }
        f->origin = array->unbounded ? WITNESS_ORIGIN : 0;
        if (array->name[0] == '@') {
            uint32_t object = object_of(kernel, array->name);
            if (object == SIMULATE_NONE) {
                *error = arena_printf(arena, "the kernel has no variable '%s'", array->name);
                return false;
            }
            bool initial = array->fill == FILL_INITIAL && kernel->objects[object].initialiser;
            f->object = initial ? &kernel->objects[object] : NULL;
            objects[object] = i;
        }
        arrays[i] = (struct simulate_array){.size_bytes = array->unbounded ? UNBOUNDED_BYTES : array->size_bytes,
                                            .element = is_all_zero(f) ? NULL : fill_element,
                                            .context = f,
                                            .elem_bytes = (array->type.width_bits + 7u) / 8u,
                                            .is_many = array->is_many};
    }
    input->arrays = arrays;
    input->array_count = witness->array_count;
    input->object_arrays = objects;
    return true;
}

/* ---- arguments ---- */

static uint64_t bits_of(const struct witness *witness, const struct witness_argument *a) {
    bool points = a->type.kind == TYPE_POINTER && a->array != SIMULATE_NONE;
    return points ? address_in(witness, a->array, 0, a->offset_bytes) : a->bits;
}

static void put_bytes(uint8_t *bytes, uint64_t size_bytes, uint64_t at, uint64_t value, uint32_t count) {
    for (uint32_t i = 0; i < count && at + i < size_bytes; i++) {
        bytes[at + i] = (uint8_t)(value >> (8 * i));
    }
}

/* An array of the struct's name has the bytes that no argument gives. */
static void fill_struct(struct arena *arena, const struct kernel *kernel, const struct witness *witness, uint32_t param,
                        const struct simulate_array *arrays, struct simulate_argument *argument) {
    const struct param *p = &kernel->params[param];
    uint64_t size_bytes = kernel->objects[p->object].size_bytes;
    uint8_t *bytes = arena_alloc(arena, size_bytes + 1);
    uint32_t under = witness_find_array(witness, p->name);
    const struct simulate_array *array = under != SIMULATE_NONE && !witness->arrays[under].unbounded ? &arrays[under] : NULL;
    for (uint64_t at = 0; array && array->element && at < size_bytes; at += array->elem_bytes) {
        put_bytes(bytes, size_bytes, at, array->element(array->context, 0, at / array->elem_bytes), array->elem_bytes);
    }
    for (uint32_t i = 0; i < witness->argument_count; i++) {
        const struct witness_argument *a = &witness->arguments[i];
        int64_t at = member_place(p, a->name);
        if (strcmp(a->name, p->name) == 0 && a->byte_count > 0) {
            uint64_t count = a->byte_count < size_bytes ? a->byte_count : size_bytes;
            memcpy(bytes, a->bytes, count);
        } else if (at >= 0) {
            put_bytes(bytes, size_bytes, (uint64_t)at, bits_of(witness, a), (a->type.width_bits + 7u) / 8u);
        }
    }
    argument->bytes = bytes;
    argument->byte_count = size_bytes;
}

static bool has_struct(const struct witness *witness, const char *parameter) {
    return witness_find_argument(witness, parameter) != NULL;
}

/* A member may be called by its byte, and be part of a larger number. */
static bool find_slot(const struct kernel *kernel, const struct witness *witness, const struct witness_slot *slot) {
    bool is_found = witness_find_argument(witness, slot->name) != NULL;
    for (uint32_t i = 0; i < witness->argument_count && !is_found && slot->is_field; i++) {
        const struct witness_argument *a = &witness->arguments[i];
        int64_t at = member_place(&kernel->params[slot->param], a->name);
        uint64_t end = (uint64_t)at + (a->type.width_bits + 7u) / 8u;
        is_found = member_is_same(kernel, a->name, slot->name) ||
                   (at >= 0 && (uint64_t)at <= slot->offset_bytes && slot->offset_bytes + (slot->type.width_bits + 7u) / 8u <= end);
    }
    return is_found;
}

/* "'n', 'p.8'": slots without an argument. */
static void list_missing(const struct witness_slots *slots, const struct kernel *kernel, const struct witness *witness, struct buffer *out) {
    for (uint32_t i = 0; i < slots->count; i++) {
        const struct witness_slot *slot = &slots->slots[i];
        bool is_given = find_slot(kernel, witness, slot) || has_struct(witness, kernel->params[slot->param].name);
        if (!is_given) {
            buffer_printf(out, "%s'%s'", out->size > 0 ? ", " : "", slot->name);
        }
    }
}

static bool make_arguments(struct arena *arena, const struct kernel *kernel, const struct witness *witness, struct simulate_input *input,
                           const char **error) {
    struct witness_slots slots = witness_slots(arena, kernel);
    struct buffer missing = {0};
    list_missing(&slots, kernel, witness, &missing);
    if (missing.size > 0) {
        *error = arena_printf(arena, "no argument for %s", buffer_text(&missing));
    }
    bool is_whole = missing.size == 0;
    buffer_release(&missing);
    if (!is_whole) {
        return false;
    }
    struct simulate_argument *arguments = arena_alloc(arena, (kernel->param_count + 1) * sizeof *arguments);
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const struct witness_argument *a = witness_find_argument(witness, kernel->params[i].name);
        arguments[i].array = SIMULATE_NONE;
        if (kernel->params[i].by_value_struct) {
            fill_struct(arena, kernel, witness, i, input->arrays, &arguments[i]);
        } else if (a && a->type.kind == TYPE_POINTER && a->array != SIMULATE_NONE && !witness->arrays[a->array].is_many) {
            arguments[i].array = a->array;
            arguments[i].offset_bytes = a->offset_bytes + (witness->arrays[a->array].unbounded ? WITNESS_ORIGIN : 0);
        } else if (a && a->type.kind == TYPE_POINTER) {
            arguments[i].bits = bits_of(witness, a);
        } else if (a) {
            arguments[i].bits = a->bits;
        }
    }
    input->arguments = arguments;
    return true;
}

static bool is_inside(const uint32_t index[3], const uint32_t size[3]) {
    return index[0] < size[0] && index[1] < size[1] && index[2] < size[2];
}

/* The launch has the blocks that are run and the threads that are named. */
static bool check_places(struct arena *arena, const struct witness *witness, const char **error) {
    for (uint32_t i = 0; i < witness->block_count; i++) {
        const uint32_t *block = witness->blocks[i];
        if (!is_inside(block, witness->grid) && !BREAK(OUTSIDE)) {
            *error = arena_printf(arena, "block (%u,%u,%u) is not in the grid (%u,%u,%u)", block[0], block[1], block[2], witness->grid[0],
                                  witness->grid[1], witness->grid[2]);
            return false;
        }
    }
    for (uint32_t i = 0; i < witness->thread_count; i++) {
        const struct simulate_place *place = &witness->threads[i];
        if ((!is_inside(place->thread, witness->block) || !is_inside(place->block, witness->grid)) && !BREAK(OUTSIDE)) {
            *error = arena_printf(arena, "thread (%u,%u,%u) of block (%u,%u,%u) is not in the launch", place->thread[0], place->thread[1],
                                  place->thread[2], place->block[0], place->block[1], place->block[2]);
            return false;
        }
    }
    return true;
}

bool witness_input(struct arena *arena, const struct kernel *kernel, const struct witness *witness, struct simulate_input *input,
                   const char **error) {
    *input = (struct simulate_input){.dynamic_shared_bytes = witness->dynamic_shared_bytes,
                                     .seed = witness->seed,
                                     .step_budget = witness->step_budget,
                                     .exit_diverges = witness->exit_diverges,
                                     .lockstep = witness->lockstep,
                                     .blocks = witness->blocks,
                                     .block_count = witness->block_count,
                                     .preferred = witness->threads,
                                     .preferred_count = witness->thread_count};
    memcpy(input->block, witness->block, sizeof input->block);
    memcpy(input->grid, witness->grid, sizeof input->grid);
    return check_places(arena, witness, error) && make_arrays(arena, kernel, witness, input, error) &&
           make_arguments(arena, kernel, witness, input, error);
}

bool witness_read_files(struct arena *arena, struct witness *witness, const char **error) {
    for (uint32_t i = 0; i < witness->array_count; i++) {
        struct witness_array *array = &witness->arrays[i];
        struct array_file file;
        if (!array->path || array->bytes) {
            continue;
        }
        if (!array_file_read(arena, array->path, &file, error)) {
            return false;
        }
        array->bytes = file.bytes;
        array->byte_count = file.byte_count;
    }
    return true;
}
