/* What reads give: fields of parameters, elements of constant tables, contents of arrays that nobody writes, or unknown values. */
#include "protocol/infer.h"

#include "base/breakage.h"
#include "term/digits.h"

#define TABLE_MAX 64u /* elements of a constant array that are told apart */

static uint64_t type_bytes(struct type type) {
    uint64_t lane = type.kind == TYPE_POINTER ? 8 : ((uint64_t)type.width_bits + 7) / 8;
    return lane * type.lanes;
}

term_ref infer_fixed_size(struct inference *inf, struct type type) {
    return term_const(inf->terms, 64, type_bytes(type));
}

static term_ref param_symbol(struct inference *inf, uint32_t param, uint64_t offset, uint64_t bytes, uint8_t width_bits) {
    const char *name = roots_add_member(inf, param, offset, bytes)->name;
    symbol_ref found;
    if (symbol_find(inf->terms, name, &found) && symbol_get(inf->terms, found)->width_bits == width_bits)
        return term_symbol(inf->terms, found);
    struct symbol symbol = {.name = name, .width_bits = width_bits, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
    return term_symbol(inf->terms, symbol_create(inf->terms, &symbol));
}

/* The part of a struct that begins there, if it ends before `end` and its bits are all it has; or NULL. */
static const struct struct_part *part_at(const struct inference *inf, uint32_t param, uint64_t offset, uint64_t end) {
    const struct struct_parts *parts = &inf->parts[param];
    for (uint32_t i = 0; i < parts->count; i++) {
        const struct struct_part *part = &parts->parts[i];
        bool is_number = part->type.kind != TYPE_POINTER && part->type.width_bits == part->size_bytes * 8;
        if (part->offset_bytes == offset)
            return is_number && part->size_bytes <= end - offset ? part : NULL;
    }
    return NULL;
}

/* A number in a struct that is passed by value: its parts, which other reads of the same bytes share. */
static term_ref param_field(struct inference *inf, const struct inst *inst, uint32_t param, uint64_t offset) {
    struct term_table *t = inf->terms;
    uint8_t width = inst->type.width_bits;
    uint64_t end = offset + type_bytes(inst->type), at = offset;
    const struct struct_part *part;
    while (at < end && (part = part_at(inf, param, at, end)))
        at += part->size_bytes;
    if (at < end)
        return param_symbol(inf, param, offset, end - offset, width);
    term_ref all = term_const(t, width, 0);
    for (at = offset; at < end; at += part->size_bytes) {
        part = part_at(inf, param, at, end);
        term_ref value = term_zext(t, param_symbol(inf, param, at, part->size_bytes, part->type.width_bits), width);
        bool is_top = at + part->size_bytes == end;
        term_ref placed = at == offset ? value : term_shl(t, value, term_const(t, width, 8 * (at - offset)), is_top ? TERM_NUW : TERM_NUW | TERM_NSW);
        all = term_add(t, all, placed, is_top ? TERM_NUW : TERM_NUW | TERM_NSW);
    }
    return all;
}

static const struct object *constant_object(const struct inference *inf, uint32_t array) {
    for (uint32_t i = 0; i < inf->kernel->object_count; i++) {
        const struct object *object = &inf->kernel->objects[i];
        if (inf->object_array[i] == array && object->is_constant && object->initialiser)
            return object;
    }
    return NULL;
}

/* TERM_NONE: not all of its bytes are known. */
static term_ref element(struct inference *inf, const struct inst *inst, const struct object *object, uint64_t at) {
    uint64_t value = 0;
    for (uint64_t b = 0; b < type_bytes(inst->type); b++) {
        if (object->unknown && object->unknown[at + b])
            return TERM_NONE;
        value |= (uint64_t)object->initialiser[at + b] << (8 * b);
    }
    return term_const(inf->terms, inst->type.width_bits, value);
}

/* Each element of a small table by its offset, also of those that overlap where offsets need not be multiples of their size; anything beside them
   is unknown. */
static term_ref chosen_element(struct inference *inf, const struct inst *inst, const struct object *object, uint32_t array, term_ref offset) {
    struct term_table *t = inf->terms;
    uint64_t bytes = type_bytes(inst->type), last = object->size_bytes - bytes;
    uint32_t zeros = digits_trailing_zeros(t, offset);
    bool is_aligned = (UINT64_C(1) << (zeros < 16 ? zeros : 16)) % bytes == 0, is_whole = is_aligned || last < TABLE_MAX;
    uint64_t step = is_aligned || !is_whole ? bytes : 1;
    char *name = arena_printf(inf->arena, "%s beside its elements", inf->arrays.data[array].name);
    uint16_t deps = object->unknown || !is_whole ? DEP_MEMORY | DEP_APPROX : DEP_MEMORY;
    term_ref value = term_apply(t, function_intern(t, name, deps), inst->type.width_bits, &offset, 1);
    for (uint64_t at = last - last % step + step; at > 0; at -= step) {
        term_ref known = element(inf, inst, object, at - step);
        if (!term_is_none(known))
            value = term_ite(t, term_eq(t, offset, term_const(t, 64, at - step)), known, value);
    }
    return value;
}

static term_ref initialised(struct inference *inf, const struct inst *inst, uint32_t array, term_ref offset) {
    const struct object *object = constant_object(inf, array);
    uint64_t at, bytes = type_bytes(inst->type);
    if (!object || inst->type.lanes != 1 || bytes == 0 || bytes > object->size_bytes)
        return TERM_NONE;
    if (term_is_const(inf->terms, offset, &at))
        return at <= object->size_bytes - bytes ? element(inf, inst, object, at) : TERM_NONE;
    return object->size_bytes / bytes <= TABLE_MAX ? chosen_element(inf, inst, object, array, offset) : TERM_NONE;
}

/* Contents of an array that nobody writes: a function of the byte offset. No run takes those of a constant table from a model, nor those behind
   pointers in memory. */
static term_ref contents(struct inference *inf, const struct inst *inst, uint32_t array, term_ref offset) {
    term_ref known = initialised(inf, inst, array, offset);
    if (!term_is_none(known))
        return known;
    uint8_t width = inst->type.width_bits;
    bool is_told = !constant_object(inf, array) && inf->arrays.data[array].kind != ARRAY_LOADED;
    uint16_t deps = is_told ? DEP_MEMORY : DEP_MEMORY | DEP_APPROX;
    char *name = arena_printf(inf->arena, "%s:%u", inf->arrays.data[array].name, (unsigned)width);
    return term_apply(inf->terms, function_intern(inf->terms, name, deps), width, &offset, 1);
}

static const char *read_reason(struct inference *inf, uint32_t array) {
    const struct proto_array *a = &inf->arrays.data[array];
    return a->kind == ARRAY_UNKNOWN ? "value read through an unknown pointer" : arena_printf(inf->arena, "value read from %s", a->name);
}

/* Into the memory behind the pointers of an array: one function of where the pointer lies says where it points. */
static struct value pointer_behind(struct inference *inf, const struct inst *inst, struct pointer_alt from) {
    uint32_t array = roots_loaded_array(inf, from.array);
    if (inf->arrays.data[array].kind != ARRAY_LOADED)
        return value_fresh_of_type(inf, inst->type, inst->loc, read_reason(inf, from.array));
    char *name = arena_printf(inf->arena, PROTOCOL_BEHIND "%s", inf->arrays.data[from.array].name);
    term_ref offset = term_apply(inf->terms, function_intern(inf->terms, name, DEP_MEMORY), 64, &from.offset, 1);
    struct pointer_alt alt = {term_true(inf->terms), array, offset, 0, false};
    return value_of_pointer(inf, &alt, 1);
}

/* A pointer of which it is not known where it lies. As roots.c has it, so that what is written through it is known to be written. */
static struct value some_pointer(struct inference *inf, const struct inst *inst, struct pointer_alt from) {
    uint32_t array = inst->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS) ? PROTOCOL_NONE : roots_loaded_array(inf, from.array);
    if (array == PROTOCOL_NONE || inf->arrays.data[array].kind != ARRAY_LOADED)
        return value_fresh_of_type(inf, inst->type, inst->loc, read_reason(inf, from.array));
    struct pointer_alt alt = {term_true(inf->terms), array, value_fresh(inf, 64, inst->loc, read_reason(inf, from.array)), from.marks | MARK_OFFSET,
                              false};
    return value_of_pointer(inf, &alt, 1);
}

/* A pointer in a constant table is a function's address, which is only compared. */
static struct value held_pointer(struct inference *inf, const struct inst *inst, struct pointer_alt from) {
    term_ref address = initialised(inf, inst, from.array, from.offset);
    if (term_is_none(address))
        return pointer_behind(inf, inst, from);
    struct pointer_alt alt = {term_true(inf->terms), roots_unknown_array(inf), address, MARK_BASE | MARK_OFFSET, false};
    return value_of_pointer(inf, &alt, 1);
}

static struct value load_lanes(struct inference *inf, const struct inst *inst, struct pointer_alt alt) {
    struct value v = {.kind = VALUE_VECTOR, .count = inst->type.lanes};
    term_ref lanes[16];
    struct inst lane = *inst;
    lane.type.lanes = 1;
    for (uint32_t i = 0; i < inst->type.lanes && i < 16; i++) {
        uint64_t step = (uint64_t)i * ((inst->type.width_bits + 7u) / 8u);
        lanes[i] = contents(inf, &lane, alt.array, term_add(inf->terms, alt.offset, term_const(inf->terms, 64, step), TERM_NSW));
    }
    v.first = inf->lanes.size;
    for (uint32_t i = 0; i < inst->type.lanes && i < 16; i++)
        vec_push(&inf->lanes, lanes[i]);
    return v;
}

static struct value loaded_from(struct inference *inf, const struct inst *inst, struct pointer_alt alt) {
    bool known = (BREAK(CONTENTS) || !roots_array_written(inf, alt.array)) && alt.marks == 0 && inf->arrays.data[alt.array].kind != ARRAY_LOCAL &&
                 inf->arrays.data[alt.array].space != SPACE_SHARED && /* uninitialised: not even equal in two blocks */
                 inst->type.width_bits <= 64 && !(inst->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS));
    if (!known && inst->type.kind == TYPE_POINTER && inst->type.lanes == 1)
        return some_pointer(inf, inst, alt);
    if (!known)
        return value_fresh_of_type(inf, inst->type, inst->loc, read_reason(inf, alt.array));
    if (inst->type.kind == TYPE_POINTER)
        return held_pointer(inf, inst, alt);
    if (inst->type.lanes > 1 && inst->type.lanes <= 16)
        return load_lanes(inf, inst, alt);
    if (inst->type.lanes > 1)
        return value_fresh_of_type(inf, inst->type, inst->loc, read_reason(inf, alt.array));
    return value_of_scalar(contents(inf, inst, alt.array, alt.offset));
}

/* The symbols that stand for what an access reads. */
void infer_give_value(struct inference *inf, struct proto_item *item, struct value v) {
    const struct term_table *t = inf->terms;
    const term_ref *lanes = v.kind == VALUE_SCALAR ? &v.term : v.kind == VALUE_VECTOR ? inf->lanes.data + v.first : NULL;
    uint32_t count = v.kind == VALUE_SCALAR ? 1 : lanes ? v.count : 0;
    term_ref *gives = arena_alloc(inf->arena, (count + 1) * sizeof *gives);
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        bool is_symbol = term_op_of(term_get(t, lanes[i])) == TERM_SYMBOL;
        gives[i] = is_symbol ? lanes[i] : TERM_NONE;
        any |= is_symbol;
    }
    item->gives = any ? gives : NULL;
    item->give_count = any ? count : 0;
}

/* `first`: the items of the load, one for each alternative that is not private. */
struct value infer_load_value(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t first) {
    value_ref pointer = kernel_operand(inf->kernel, inst, 0);
    uint32_t param;
    uint64_t offset;
    if (inst->type.lanes == 1 && struct_place(inf->kernel, pointer, &param, &offset)) {
        if (inst->type.kind == TYPE_POINTER) {
            struct pointer_alt alt = {term_true(inf->terms), roots_field_array(inf, param, offset), term_const(inf->terms, 64, 0), 0, false};
            return value_of_pointer(inf, &alt, 1);
        }
        return value_of_scalar(param_field(inf, inst, param, offset));
    }
    struct value p = value_at(inf, pointer, block), result = {.kind = VALUE_NONE};
    if (p.kind != VALUE_POINTER)
        return value_fresh_of_type(inf, inst->type, inst->loc, "value read through an unknown pointer");
    uint32_t item = inf->items.size;
    for (uint32_t i = p.count; i-- > 0;) {
        struct pointer_alt alt = inf->alts.data[p.first + i];
        struct value v = loaded_from(inf, inst, alt);
        if (!infer_is_private(inf, alt.array) && item > first)
            infer_give_value(inf, &inf->items.data[--item], v);
        result = result.kind == VALUE_NONE ? v : value_choose(inf, alt.cond, v, result);
    }
    return result.kind == VALUE_NONE ? value_fresh_of_type(inf, inst->type, inst->loc, "value read through an unknown pointer") : result;
}
