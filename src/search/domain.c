#include "search/domain.h"

#include <string.h>

#include "kernel/part.h"
#include "protocol/expression.h"
#include "protocol/inputs.h"
#include "simulate/layout.h"

#define THREADS_MAX 1024u

/* ---- strides ---- */

static value_ref without_casts(const struct kernel *k, value_ref v) {
    enum inst_op op = (enum inst_op)kernel_inst(k, v)->op;
    while (op == INST_ZEXT || op == INST_SEXT || op == INST_TRUNC) {
        v = kernel_operand(k, kernel_inst(k, v), 0);
        op = (enum inst_op)kernel_inst(k, v)->op;
    }
    return v;
}

/* A factor of a product that goes into an offset. */
static bool is_stride(const struct kernel *k, const bool *in_offset, const struct witness_slot *slot) {
    for (uint32_t i = 1; i < k->inst_count; i++) {
        const struct inst *inst = &k->insts[i];
        if (inst->op != INST_MUL || !in_offset[i]) {
            continue;
        }
        value_ref a = without_casts(k, kernel_operand(k, inst, 0)), b = without_casts(k, kernel_operand(k, inst, 1));
        bool is_scaling = kernel_inst(k, a)->op == INST_CONST || kernel_inst(k, b)->op == INST_CONST;
        if (!is_scaling && (witness_slot_is(k, slot, a.id) || witness_slot_is(k, slot, b.id))) {
            return true;
        }
    }
    return false;
}

/* ---- constants ---- */

static void add_constant(struct domain *s, int64_t value) {
    uint32_t at = 0;
    while (at < s->constant_count && s->constants[at] < value) {
        at++;
    }
    if (s->constant_count == DOMAIN_CONSTANTS_MAX || (at < s->constant_count && s->constants[at] == value)) {
        return;
    }
    memmove(s->constants + at + 1, s->constants + at, (s->constant_count - at) * sizeof *s->constants);
    s->constants[at] = value;
    s->constant_count++;
}

static void add_real(struct domain *s, const struct inst *constant) {
    double value = 0;
    float narrow;
    uint32_t low = (uint32_t)constant->imm;
    if (constant->type.width_bits == 64) {
        memcpy(&value, &constant->imm, sizeof value);
    } else if (constant->type.width_bits == 32) {
        memcpy(&narrow, &low, sizeof narrow);
        value = (double)narrow;
    }
    if (s->real_count < DOMAIN_CONSTANTS_MAX) {
        s->reals[s->real_count++] = value;
    }
}

static int64_t signed_value(const struct inst *constant) {
    uint32_t unused = 64u - constant->type.width_bits;
    return (int64_t)(constant->imm << unused) >> unused;
}

static void add_operand(struct domain *s, const struct inst *operand) {
    if (operand->op != INST_CONST) {
        return;
    }
    if (operand->type.kind != TYPE_INT) {
        add_real(s, operand);
        return;
    }
    int64_t value = signed_value(operand);
    for (int64_t by = -1; by <= 1; by++) {
        if (operand->type.width_bits > 1 && value > INT64_MIN / 2 && value < INT64_MAX / 2) {
            add_constant(s, value + by);
        }
    }
}

static bool is_comparison(enum inst_op op) {
    return op == INST_EQ || op == INST_NE || op == INST_ULT || op == INST_ULE || op == INST_SLT || op == INST_SLE || op == INST_FCMP ||
           op == INST_SWITCH;
}

static void find_constants(struct domain *s) {
    const struct kernel *k = s->request->kernel;
    for (uint32_t i = 1; i < k->inst_count; i++) {
        const struct inst *inst = &k->insts[i];
        for (uint32_t n = 0; is_comparison((enum inst_op)inst->op) && n < inst->operand_count; n++) {
            add_operand(s, kernel_inst(k, kernel_operand(k, inst, n)));
        }
    }
}

/* ---- inputs ---- */

struct relevance {
    struct inputs inputs;
    bool all;       /* an unknown value is used, and may carry any input */
    bool all_index; /* likewise, in an index */
};

static struct relevance find_relevance(struct arena *arena, const struct protocol *protocol) {
    struct relevance r = {.inputs = inputs_compute(arena, protocol), .all = protocol->problem_count > 0, .all_index = protocol->problem_count > 0};
    for (uint32_t i = 0; i < r.inputs.count; i++) {
        r.all |= r.inputs.items[i].kind == INPUT_UNKNOWN && r.inputs.items[i].use_count > 0;
        for (uint32_t n = 0; n < r.inputs.items[i].use_count && r.inputs.items[i].kind == INPUT_UNKNOWN; n++) {
            r.all_index |= r.inputs.items[i].uses[n].sink == SINK_INDEX;
        }
    }
    return r;
}

static bool does_matter(const struct relevance *r, const char *name) {
    for (uint32_t i = 0; i < r->inputs.count; i++) {
        if (r->inputs.items[i].kind != INPUT_UNKNOWN && strcmp(r->inputs.items[i].name, name) == 0) {
            return r->all || r->inputs.items[i].use_count > 0;
        }
    }
    return true;
}

static bool reaches_index(const struct relevance *r, const char *name) {
    bool reaches = r->all_index;
    for (uint32_t i = 0; i < r->inputs.count; i++) {
        const struct input *input = &r->inputs.items[i];
        for (uint32_t n = 0; n < input->use_count && input->kind == INPUT_CONTENTS && strcmp(input->name, name) == 0; n++) {
            reaches |= input->uses[n].sink == SINK_INDEX;
        }
    }
    return reaches;
}

static void set_fixed(struct domain *s, struct domain_scalar *scalar) {
    for (uint32_t i = 0; i < s->request->fixed_count; i++) {
        if (strcmp(s->request->fixed[i].name, scalar->slot->name) == 0) {
            scalar->is_fixed = true;
            scalar->fixed = s->request->fixed[i].value;
            scalar->fixed_real = s->request->fixed[i].real;
        }
    }
}

static void add_scalar(struct domain *s, const struct relevance *r, const bool *in_offset, const struct witness_slot *slot) {
    struct domain_scalar *scalar = &s->scalars[s->scalar_count];
    *scalar = (struct domain_scalar){.slot = slot, .matters = does_matter(r, slot->name)};
    scalar->is_size = slot->type.kind == TYPE_INT && slot->type.width_bits >= 16;
    scalar->is_stride = scalar->is_size && is_stride(s->request->kernel, in_offset, slot);
    set_fixed(s, scalar);
    s->scalar_array[s->scalar_count] = SIMULATE_NONE;
    if (slot->type.kind == TYPE_POINTER) {
        s->scalar_array[s->scalar_count] = s->array_count;
        s->variable_object[s->array_count] = SIMULATE_NONE;
        s->arrays[s->array_count++] = (struct domain_array){.name = slot->name,
                                                            .type = witness_pointee(s->request->kernel, slot),
                                                            .matters = scalar->matters,
                                                            .reaches_index = reaches_index(r, slot->name)};
    }
    s->scalar_count++;
}

/* Variables whose contents the host may set. */
static void add_variable(struct domain *s, const struct relevance *r, uint32_t index) {
    const struct object *object = &s->request->kernel->objects[index];
    bool is_settable = object->space == SPACE_GLOBAL || (object->space == SPACE_CONSTANT && !object->initialiser);
    uint8_t width = object->elem_bytes == 1 || object->elem_bytes == 2 || object->elem_bytes == 8 ? (uint8_t)(object->elem_bytes * 8) : 32;
    if (!is_settable || object->is_constant || object->size_bytes == 0) {
        return;
    }
    s->variable_object[s->array_count] = index;
    s->arrays[s->array_count++] = (struct domain_array){.name = arena_printf(s->arena, "@%u.%s", index, object->name ? object->name : ""),
                                                        .type = {.kind = TYPE_INT, .width_bits = width, .lanes = 1},
                                                        .matters = !object->name || does_matter(r, object->name),
                                                        .reaches_index = !object->name || reaches_index(r, object->name),
                                                        .is_variable = true,
                                                        .has_initialiser = object->initialiser != NULL,
                                                        .size_bytes = object->size_bytes};
}

/* A struct that is passed by value and read at places that are not fixed. */
static void add_struct(struct domain *s, uint32_t param) {
    const struct param *p = &s->request->kernel->params[param];
    struct type element;
    if (p->by_value_struct && struct_is_indexed(s->request->kernel, param, &element)) {
        s->variable_object[s->array_count] = SIMULATE_NONE;
        s->arrays[s->array_count++] = (struct domain_array){.name = p->name,
                                                            .type = element,
                                                            .matters = true,
                                                            .reaches_index = true,
                                                            .is_variable = true,
                                                            .size_bytes = s->request->kernel->objects[p->object].size_bytes};
    }
}

static void add_family(struct domain *s, const struct link_family *family) {
    s->variable_object[s->array_count] = SIMULATE_NONE;
    s->arrays[s->array_count++] =
        (struct domain_array){.name = family->name, .type = family->type, .matters = true, .reaches_index = true, .is_many = true};
}

/* ---- the launch ---- */

static void choose_axes(struct domain *s) {
    const struct protocol *p = s->request->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        uint32_t asked = s->request->block[a] ? s->request->block[a] : p->required_block[a];
        bool is_read = a == 0 || p->reads_tid[a] || p->reads_bdim[a];
        s->free_block[a] = !asked && is_read;
        s->block[a] = asked ? asked : 1;
        s->free_grid[a] = !s->request->grid[a] && (p->reads_bid[a] || p->reads_gdim[a]);
        s->grid[a] = s->request->grid[a] ? s->request->grid[a] : 1;
    }
    s->max_threads = p->max_threads && p->max_threads < THREADS_MAX ? p->max_threads : THREADS_MAX;
    uint64_t asked = (uint64_t)s->block[0] * s->block[1] * s->block[2];
    if (asked > s->max_threads && s->request->block[0]) {
        s->max_threads = asked > UINT32_MAX ? UINT32_MAX : (uint32_t)asked;
    }
}

static void find_features(struct domain *s) {
    const struct kernel *k = s->request->kernel;
    for (uint32_t i = 1; i < k->inst_count; i++) {
        s->has_barrier |= k->insts[i].op == INST_BARRIER;
        s->has_grid_barrier |= k->insts[i].op == INST_BARRIER && k->insts[i].imm == BARRIER_GRID;
        s->has_assumption |= k->insts[i].op == INST_ASSUME || k->insts[i].op == INST_UNREACHABLE;
    }
}

struct domain *domain_create(struct arena *arena, const struct search_request *request) {
    const struct kernel *k = request->kernel;
    struct domain *s = arena_alloc(arena, sizeof *s);
    uint32_t member_count;
    const char *const *members = expression_members(request->protocol, arena, &member_count);
    struct witness_slots slots = witness_slots_with(arena, k, members, member_count);
    *s = (struct domain){.arena = arena, .request = request, .links = links_find(arena, k)};
    uint32_t arrays = slots.count + k->object_count + k->param_count + s->links->family_count + 1;
    s->scalars = arena_alloc(arena, (slots.count + 1) * sizeof *s->scalars);
    s->scalar_array = arena_alloc(arena, (slots.count + 1) * sizeof *s->scalar_array);
    s->arrays = arena_alloc(arena, arrays * sizeof *s->arrays);
    s->variable_object = arena_alloc(arena, arrays * sizeof *s->variable_object);
    struct relevance relevance = find_relevance(arena, request->protocol);
    const bool *in_offset = layout_offsets(arena, k);
    for (uint32_t i = 0; i < slots.count; i++) {
        add_scalar(s, &relevance, in_offset, &slots.slots[i]);
    }
    for (uint32_t i = 0; i < k->object_count; i++) {
        add_variable(s, &relevance, i);
    }
    for (uint32_t i = 0; i < k->param_count; i++) {
        add_struct(s, i);
    }
    for (uint32_t i = 0; i < s->links->family_count; i++) {
        add_family(s, &s->links->families[i]);
    }
    struct layouts layouts = layouts_find(arena, k);
    for (uint32_t i = 0; i < s->array_count; i++) {
        s->arrays[i].is_layout = layout_is(&layouts, s->arrays[i].name);
    }
    choose_axes(s);
    s->shapes = shapes_find(k, request->protocol->max_threads, s->free_block[2] ? 3 : s->free_block[1] ? 2 : 1);
    find_features(s);
    find_constants(s);
    return s;
}
