/* Which arrays a pointer may point into: a flow-insensitive fixpoint over the
   pointer values of a kernel, before anything else is inferred.

   Every array is a bit; a kernel with more than ROOTS_MAX of them sends the
   rest to the unknown array. A pointer loaded from a by-value struct parameter
   is an array of its own (distinct pointer arguments do not overlap: a listed
   assumption). Pointers that an array holds which nobody writes lead to one
   array of their own, where that may be assumed (kernel->loads_apart). A pointer
   loaded from anywhere else, or made from an integer, points into the unknown array. */
#include <string.h>

#include "kernel/member.h"
#include "kernel/part.h"
#include "kernel/signature.h"
#include "protocol/infer.h"

#define ROOTS_MAX 63u

enum { POINTER_BYTES = 8 };

static uint32_t add_array(struct inference *inf, const struct proto_array *array) {
    if (inf->arrays.size >= ROOTS_MAX)
        return roots_unknown_array(inf);
    struct proto_array named = *array;
    for (uint32_t copy = 2, i = 0; i < inf->arrays.size; i++) {
        if (strcmp(inf->arrays.data[i].name, named.name) != 0)
            continue;
        named.name = arena_printf(inf->arena, "%s.%u", array->name, copy++);
        i = UINT32_MAX; /* compare with all again */
    }
    vec_push(&inf->arrays, named);
    return inf->arrays.size - 1;
}

uint32_t roots_unknown_array(struct inference *inf) {
    if (inf->unknown_array == PROTOCOL_NONE) {
        struct proto_array array = {.name = "?", .kind = ARRAY_UNKNOWN, .space = SPACE_GENERIC, .param = PROTOCOL_NONE};
        vec_push(&inf->arrays, array);
        inf->unknown_array = inf->arrays.size - 1;
    }
    return inf->unknown_array;
}

static uint32_t array_of_param(struct inference *inf, uint32_t index) {
    if (inf->param_array[index] == PROTOCOL_NONE) {
        const struct param *param = &inf->kernel->params[index];
        struct proto_array array = {.name = param->name, .kind = ARRAY_PARAM, .space = SPACE_GLOBAL, .elem_bytes = param->elem_bytes, .param = index};
        inf->param_array[index] = add_array(inf, &array);
    }
    return inf->param_array[index];
}

static enum array_kind kind_of_object(const struct object *object) {
    if (object->is_constant || object->space == SPACE_CONSTANT || object->space == SPACE_PARAM)
        return ARRAY_CONSTANT;
    if (object->space == SPACE_SHARED)
        return object->dynamic ? ARRAY_DYNAMIC : ARRAY_SHARED;
    if (object->space == SPACE_LOCAL)
        return ARRAY_LOCAL;
    return ARRAY_GLOBAL;
}

static uint32_t array_of_object(struct inference *inf, uint32_t index) {
    if (inf->object_array[index] != PROTOCOL_NONE)
        return inf->object_array[index];
    const struct object *object = &inf->kernel->objects[index];
    enum array_kind kind = kind_of_object(object);
    uint32_t found = PROTOCOL_NONE;
    for (uint32_t i = 0; kind == ARRAY_DYNAMIC && !object->is_argument && i < inf->arrays.size; i++)
        if (inf->arrays.data[i].kind == ARRAY_DYNAMIC && inf->arrays.data[i].param == PROTOCOL_NONE)
            found = i;
    if (found == PROTOCOL_NONE) {
        struct proto_array array = {.name = object->name,
                                    .symbol = object->symbol,
                                    .is_internal = object->is_internal,
                                    .kind = kind,
                                    .space = object->space,
                                    .elem_bytes = object->elem_bytes,
                                    .extent_bytes = object->dynamic ? 0 : object->size_bytes,
                                    .param = object->space == SPACE_PARAM || object->is_argument ? object->param : PROTOCOL_NONE,
                                    .location = object->loc};
        found = add_array(inf, &array);
    }
    inf->object_array[index] = found;
    if (object->is_argument)
        inf->param_array[object->param] = found;
    return found;
}

const struct proto_member *roots_add_member(struct inference *inf, uint32_t param, uint64_t offset_bytes, uint64_t size_bytes) {
    const struct param *of = &inf->kernel->params[param];
    const struct param_member *member = member_at(of, offset_bytes, size_bytes);
    const char *name = member_name(inf->arena, of, offset_bytes, size_bytes);
    for (uint32_t i = 0; i < inf->members.size; i++)
        if (strcmp(inf->members.data[i].name, name) == 0)
            return &inf->members.data[i];
    vec_push(&inf->members, (struct proto_member){.name = name, .type = member ? member->type : "", .param = param, .offset_bytes = offset_bytes});
    return &vec_last(&inf->members);
}

uint32_t roots_field_array(struct inference *inf, uint32_t param, uint64_t offset_bytes) {
    uint64_t key = (uint64_t)param << 32 | (offset_bytes & UINT32_MAX);
    uint32_t found;
    if (map_get(&inf->field_arrays, key, &found))
        return found;
    const struct proto_member *member = roots_add_member(inf, param, offset_bytes, POINTER_BYTES);
    struct signature_pointee pointee = signature_pointee(member->type);
    struct proto_array array = {
        .name = member->name, .kind = ARRAY_PARAM, .space = SPACE_GLOBAL, .elem_bytes = pointee.scalar.width_bits / 8u, .param = param};
    found = add_array(inf, &array);
    map_set(&inf->field_arrays, key, found);
    return found;
}

static uint64_t roots_of_leaf(struct inference *inf, const struct inst *inst) {
    const struct param *param = &inf->kernel->params[inst->imm];
    if (inst->op == INST_OBJECT)
        return UINT64_C(1) << array_of_object(inf, (uint32_t)inst->imm);
    if (param->by_value_struct)
        return UINT64_C(1) << array_of_object(inf, param->object);
    return UINT64_C(1) << array_of_param(inf, (uint32_t)inst->imm);
}

/* ---- memory behind pointers that memory holds ---- */

enum { LOADED_DEPTH = 2, LOADED_BIT = 64 - LOADED_DEPTH }; /* pointers behind pointers */

/* All pointers in the array lead to memory that is no element of a list or tree: such an element could be in the array itself. */
static bool leads_to_numbers(const struct inference *inf, uint32_t array) {
    const struct kernel *k = inf->kernel;
    const struct proto_array *a = &inf->arrays.data[array];
    if (a->param != PROTOCOL_NONE)
        return k->params[a->param].leads_to_numbers;
    for (uint32_t i = 0; i < k->object_count; i++)
        if (inf->object_array[i] == array) /* what device code puts there may be one pointer twice */
            return k->objects[i].leads_to_numbers && !k->objects[i].unknown;
    return false;
}

/* Pointers behind pointers that may be followed lead to numbers, too. */
static bool may_hold(const struct inference *inf, uint32_t array) {
    enum array_kind kind = inf->arrays.data[array].kind;
    if (kind == ARRAY_LOADED)
        return inf->holds_loaded;
    return (kind == ARRAY_PARAM || kind == ARRAY_GLOBAL || kind == ARRAY_CONSTANT) && (inf->holders >> array & 1) && leads_to_numbers(inf, array);
}

static uint32_t depth_of(const struct inference *inf, uint32_t array) {
    uint32_t depth = 0;
    for (; inf->arrays.data[array].kind == ARRAY_LOADED; array = inf->arrays.data[array].holder)
        depth++;
    return depth;
}

uint32_t roots_loaded_array(struct inference *inf, uint32_t holder) {
    if (!may_hold(inf, holder) || depth_of(inf, holder) >= LOADED_DEPTH)
        return roots_unknown_array(inf);
    for (uint32_t i = 0; i < inf->arrays.size; i++)
        if (inf->arrays.data[i].kind == ARRAY_LOADED && inf->arrays.data[i].holder == holder)
            return i;
    struct proto_array array = {.name = arena_printf(inf->arena, "%s[]", inf->arrays.data[holder].name),
                                .kind = ARRAY_LOADED,
                                .space = SPACE_GLOBAL,
                                .param = PROTOCOL_NONE,
                                .holder = holder};
    return add_array(inf, &array);
}

/* The state of a pass over the pointers of a kernel. `is_trial`: all memory behind pointers of arrays is one bit, LOADED_BIT, that behind
   pointers there the next one, and so on, and no array is made for them. */
struct pass {
    struct inference *inf;
    bool is_trial;
    uint64_t used; /* holders that pointers are loaded from */
};

static uint64_t roots_of_load(struct pass *pass, const struct inst *inst) {
    struct inference *inf = pass->inf;
    uint32_t param;
    uint64_t offset, all = 0, from = inf->roots[kernel_operand(inf->kernel, inst, 0).id];
    if (struct_place(inf->kernel, kernel_operand(inf->kernel, inst, 0), &param, &offset))
        return UINT64_C(1) << roots_field_array(inf, param, offset);
    if (!inf->kernel->loads_apart || inst->type.lanes != 1 || (inst->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS)))
        return UINT64_C(1) << roots_unknown_array(inf);
    for (uint32_t i = 0; i < 64; i++) {
        if (!(from >> i & 1))
            continue;
        bool is_behind = pass->is_trial && i >= LOADED_BIT, holds = is_behind ? inf->holds_loaded && i < 63 : may_hold(inf, i);
        if (!holds)
            all |= UINT64_C(1) << roots_unknown_array(inf);
        else if (pass->is_trial)
            all |= UINT64_C(1) << (is_behind ? i + 1 : LOADED_BIT);
        else
            all |= UINT64_C(1) << roots_loaded_array(inf, i);
        pass->used |= holds && !is_behind ? UINT64_C(1) << i : 0;
    }
    return all;
}

static uint64_t roots_of(struct pass *pass, value_ref v) {
    struct inference *inf = pass->inf;
    const struct kernel *kernel = inf->kernel;
    const struct inst *inst = kernel_inst(kernel, v);
    uint64_t all = 0;
    if (inst->op == INST_PARAM || inst->op == INST_OBJECT)
        return roots_of_leaf(inf, inst);
    if (inst->op == INST_NULLPTR || inst->op == INST_UNDEF)
        return 0;
    if (inst->op == INST_PTRADD || inst->op == INST_PTRCAST)
        return inf->roots[kernel_operand(kernel, inst, 0).id];
    if (inst->op == INST_SELECT || inst->op == INST_PHI) {
        for (uint32_t i = inst->op == INST_SELECT; i < inst->operand_count; i++)
            all |= inf->roots[kernel_operand(kernel, inst, i).id];
        return all;
    }
    if (inst->op == INST_LOAD)
        return roots_of_load(pass, inst);
    return UINT64_C(1) << roots_unknown_array(inf);
}

/* ---- writes ---- */

/* What is written: bit i = array i. *everything: through the unknown array, or by what is not modelled. */
static uint64_t find_writes(const struct inference *inf, bool *everything) {
    const struct kernel *kernel = inf->kernel;
    uint64_t written = 0;
    *everything = false;
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        const struct inst *inst = &kernel->insts[kernel->order[i]];
        if (inst->op == INST_STORE || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || inst->op == INST_MEMCPY || inst->op == INST_MEMSET ||
            inst->op == INST_MATRIX_STORE)
            written |= inf->roots[kernel_operand(kernel, inst, 0).id];
        if (inst->op == INST_UNSUPPORTED && inst->imm == UNSUPPORTED_MEMORY)
            *everything = true;
    }
    *everything |= inf->unknown_array != PROTOCOL_NONE && (written >> inf->unknown_array & 1);
    return written;
}

/* ---- the fixpoint ---- */

static bool update(struct pass *pass, uint32_t id) {
    uint64_t before = pass->inf->roots[id];
    pass->inf->roots[id] |= roots_of(pass, (value_ref){id});
    return pass->inf->roots[id] != before;
}

/* Loads through what points nowhere, such as a null pointer. */
static bool find_homeless(struct inference *inf) {
    const struct kernel *kernel = inf->kernel;
    bool found = false;
    for (uint32_t i = 0; i < kernel->order_total; i++) {
        uint32_t id = kernel->order[i];
        if (kernel->insts[id].type.kind != TYPE_POINTER || kernel->insts[id].op != INST_LOAD || inf->roots[id] != 0)
            continue;
        inf->roots[id] = UINT64_C(1) << roots_unknown_array(inf);
        found = true;
    }
    return found;
}

static void find_roots(struct pass *pass) {
    struct inference *inf = pass->inf;
    const struct kernel *kernel = inf->kernel;
    memset(inf->roots, 0, kernel->inst_count * sizeof *inf->roots);
    for (uint32_t i = 1; i < kernel->inst_count; i++) {
        const struct inst *inst = &kernel->insts[i];
        if (inst->type.kind == TYPE_POINTER && inst->op != INST_PHI && inst->op != INST_PTRADD && inst->op != INST_PTRCAST && inst->op != INST_SELECT)
            (void)update(pass, i);
    }
    do {
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = 0; i < kernel->order_total; i++)
                changed |= kernel->insts[kernel->order[i]].type.kind == TYPE_POINTER && update(pass, kernel->order[i]);
        }
    } while (find_homeless(inf));
}

/* Arrays in structs that are passed by value of which pointers are read at fixed places, too: those are arrays of their own. */
static uint64_t read_by_field(const struct inference *inf) {
    uint64_t arrays = 0;
    for (uint32_t i = 0; i < inf->arrays.size; i++)
        for (uint32_t k = 0; k < inf->arrays.size && inf->arrays.data[i].kind == ARRAY_CONSTANT; k++)
            if (inf->arrays.data[k].kind == ARRAY_PARAM && inf->arrays.data[i].param != PROTOCOL_NONE &&
                inf->arrays.data[k].param == inf->arrays.data[i].param)
                arrays |= UINT64_C(1) << i;
    return arrays;
}

static bool find_holders_once(struct inference *inf) {
    struct pass pass = {.inf = inf, .is_trial = true};
    bool everything, held_loaded = inf->holds_loaded;
    uint64_t before = inf->holders;
    find_roots(&pass);
    uint64_t written = find_writes(inf, &everything);
    uint32_t needed = 0;
    for (uint64_t rest = pass.used; rest != 0; rest &= rest - 1)
        needed += LOADED_DEPTH;
    inf->holders &= everything || inf->arrays.size + needed >= LOADED_BIT ? 0 : ~(written | read_by_field(inf));
    inf->holds_loaded &= inf->holders != 0 && (written >> LOADED_BIT & ((UINT64_C(1) << (LOADED_DEPTH - 1)) - 1)) == 0;
    return (pass.used & before) != (pass.used & inf->holders) || held_loaded != inf->holds_loaded;
}

/* Which arrays' pointers are followed: nobody writes them. Fewer of them may be more writes, so that is repeated. */
static void find_holders(struct inference *inf) {
    inf->holds_loaded = inf->kernel->loads_apart;
    inf->holders = inf->holds_loaded ? UINT64_MAX : 0;
    while (inf->holders != 0 && find_holders_once(inf))
        ;
}

void roots_compute(struct inference *inf) {
    struct pass pass = {.inf = inf};
    find_holders(inf);
    find_roots(&pass);
    uint64_t written = find_writes(inf, &inf->everything_written);
    for (uint32_t i = 0; i < inf->arrays.size; i++)
        inf->arrays.data[i].written |= written >> i & 1;
}

bool roots_array_written(const struct inference *inf, uint32_t array) {
    const struct proto_array *a = &inf->arrays.data[array];
    if (a->kind == ARRAY_CONSTANT)
        return false;
    return a->written || (inf->everything_written && a->kind != ARRAY_LOCAL) || a->kind == ARRAY_UNKNOWN;
}
