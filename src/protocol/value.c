/* Terms for SSA values.

   Integers become terms exactly. Floating-point values become terms over
   uninterpreted functions: equal operations on equal operands are equal, which
   is all that same-value writes need, and the applications count as
   approximate, because the prover does not know what they compute. Memory that
   the kernel never writes is a function of the byte offset (docs/theory.md,
   "Contents of arrays"); everything else read from memory is a fresh value. */
#include <inttypes.h>

#include "protocol/dyadic.h"
#include "protocol/infer.h"

#define POINTER_ALTS_MAX 16u

struct value value_of_scalar(term_ref t) {
    return (struct value){.kind = VALUE_SCALAR, .term = t};
}

struct value value_of_pointer(struct inference *inf, const struct pointer_alt *alts, uint32_t count) {
    struct value v = {.kind = VALUE_POINTER, .first = inf->alts.size};
    struct term_table *t = inf->terms;
    for (uint32_t i = 0; i < count; i++) {
        struct pointer_alt alt = alts[i];
        if (term_is_false(t, alt.cond))
            continue;
        bool merged = false;
        for (uint32_t j = v.first; j < inf->alts.size && !merged; j++) {
            struct pointer_alt *old = &inf->alts.data[j];
            if (old->array != alt.array || old->marks != alt.marks || old->is_null != alt.is_null)
                continue;
            old->offset = term_ite(t, old->cond, old->offset, alt.offset);
            old->cond = term_or(t, old->cond, alt.cond);
            merged = true;
        }
        if (!merged)
            vec_push(&inf->alts, alt);
    }
    v.count = inf->alts.size - v.first;
    if (v.count > POINTER_ALTS_MAX) {
        inf->alts.size = v.first;
        struct pointer_alt unknown = {term_true(t), roots_unknown_array(inf), value_fresh(inf, 64, (loc_ref){0}, "pointer with many targets"),
                                      MARK_BASE | MARK_OFFSET, false};
        vec_push(&inf->alts, unknown);
        v.count = 1;
    }
    return v;
}

symbol_ref value_shared(struct inference *inf, uint8_t width_bits, enum symbol_scope scope, uint32_t proto_loop, loc_ref location,
                        const char *reason) {
    struct symbol symbol = {.name = arena_printf(inf->arena, "v%u", ++inf->fresh_count),
                            .width_bits = width_bits,
                            .role = SYMBOL_VALUE,
                            .scope = scope,
                            .in_loop = proto_loop == PROTOCOL_NONE || scope == SCOPE_THREAD ? 0 : proto_loop + 1,
                            .approximate = true,
                            .reason = reason,
                            .location = location.id};
    return symbol_create(inf->terms, &symbol);
}

term_ref value_fresh(struct inference *inf, uint8_t width_bits, loc_ref location, const char *reason) {
    return term_symbol(inf->terms, value_shared(inf, width_bits, SCOPE_THREAD, PROTOCOL_NONE, location, reason));
}

static struct value unknown_pointer(struct inference *inf, loc_ref location, const char *reason) {
    struct pointer_alt alt = {term_true(inf->terms), roots_unknown_array(inf), value_fresh(inf, 64, location, reason), MARK_BASE | MARK_OFFSET,
                              false};
    return value_of_pointer(inf, &alt, 1);
}

struct value value_fresh_of_type(struct inference *inf, struct type type, loc_ref location, const char *reason) {
    if (type.kind == TYPE_VOID)
        return (struct value){.kind = VALUE_NONE};
    if (type.lanes > 1) {
        struct value v = {.kind = VALUE_VECTOR, .count = type.lanes};
        uint32_t first = inf->lanes.size;
        for (uint32_t i = 0; i < type.lanes; i++) {
            term_ref lane = value_fresh(inf, type.width_bits, location, reason);
            vec_push(&inf->lanes, lane);
        }
        v.first = first;
        return v;
    }
    if (type.kind == TYPE_POINTER)
        return unknown_pointer(inf, location, reason);
    return value_of_scalar(value_fresh(inf, type.width_bits, location, reason));
}

static struct value vector_of(struct inference *inf, const term_ref *lanes, uint32_t count) {
    struct value v = {.kind = VALUE_VECTOR, .first = inf->lanes.size, .count = count};
    for (uint32_t i = 0; i < count; i++)
        vec_push(&inf->lanes, lanes[i]);
    return v;
}

struct value value_choose(struct inference *inf, term_ref condition, struct value a, struct value b) {
    struct term_table *t = inf->terms;
    if (a.kind == VALUE_SCALAR && b.kind == VALUE_SCALAR)
        return value_of_scalar(term_ite(t, condition, a.term, b.term));
    if (a.kind == VALUE_VECTOR && b.kind == VALUE_VECTOR && a.count == b.count && a.count <= 16) {
        term_ref lanes[16];
        for (uint32_t i = 0; i < a.count; i++)
            lanes[i] = term_ite(t, condition, inf->lanes.data[a.first + i], inf->lanes.data[b.first + i]);
        return vector_of(inf, lanes, a.count);
    }
    if (a.kind == VALUE_POINTER && b.kind == VALUE_POINTER) {
        struct pointer_alt alts[2 * POINTER_ALTS_MAX];
        uint32_t count = 0;
        for (uint32_t i = 0; i < a.count; i++) {
            alts[count] = inf->alts.data[a.first + i];
            alts[count].cond = term_and(t, condition, alts[count].cond);
            count++;
        }
        for (uint32_t i = 0; i < b.count; i++) {
            alts[count] = inf->alts.data[b.first + i];
            alts[count].cond = term_and(t, term_not(t, condition), alts[count].cond);
            count++;
        }
        return value_of_pointer(inf, alts, count);
    }
    return a.kind == VALUE_NONE ? b : a;
}

static struct value leave_loop(struct inference *inf, struct value v, uint32_t loop) {
    if (v.kind == VALUE_SCALAR)
        return value_of_scalar(loop_leave(inf, loop, v.term));
    if (v.kind == VALUE_VECTOR) {
        term_ref lanes[16];
        for (uint32_t i = 0; i < v.count && i < 16; i++)
            lanes[i] = loop_leave(inf, loop, inf->lanes.data[v.first + i]);
        return vector_of(inf, lanes, v.count < 16 ? v.count : 16);
    }
    if (v.kind == VALUE_POINTER) {
        struct pointer_alt alts[POINTER_ALTS_MAX];
        for (uint32_t i = 0; i < v.count; i++) {
            alts[i] = inf->alts.data[v.first + i];
            alts[i].cond = loop_leave(inf, loop, alts[i].cond);
            alts[i].offset = loop_leave(inf, loop, alts[i].offset);
        }
        return value_of_pointer(inf, alts, v.count);
    }
    return v;
}

static bool is_leaf(const struct inst *inst) {
    return inst->op == INST_CONST || inst->op == INST_UNDEF || inst->op == INST_PARAM || inst->op == INST_OBJECT || inst->op == INST_NULLPTR;
}

static struct value leaf_value(struct inference *inf, value_ref v) {
    const struct inst *inst = kernel_inst(inf->kernel, v);
    struct term_table *t = inf->terms;
    if (inst->op == INST_CONST && inst->type.lanes == 1 && inst->type.width_bits <= 64)
        return value_of_scalar(term_const(t, inst->type.width_bits, inst->imm));
    if (inst->op == INST_OBJECT || (inst->op == INST_PARAM && inst->type.kind == TYPE_POINTER)) {
        uint64_t roots = inf->roots[v.id];
        struct pointer_alt alt = {.cond = term_true(t), .offset = term_const(t, 64, 0)};
        while (!(roots >> alt.array & 1))
            alt.array++;
        return value_of_pointer(inf, &alt, 1);
    }
    if (inst->op == INST_PARAM && inst->type.lanes == 1) {
        struct proto_param *param = &inf->protocol->params[inst->imm];
        if (term_is_none(param->value)) {
            struct symbol symbol = {.name = param->name, .width_bits = inst->type.width_bits, .role = SYMBOL_PARAM, .scope = SCOPE_UNIFORM};
            param->value = term_symbol(t, symbol_create(t, &symbol));
        }
        return value_of_scalar(param->value);
    }
    if (inst->op == INST_NULLPTR) {
        struct pointer_alt alt = {.cond = term_true(t), .array = roots_unknown_array(inf), .offset = term_const(t, 64, 0), .is_null = true};
        return value_of_pointer(inf, &alt, 1);
    }
    return value_fresh_of_type(inf, inst->type, inst->loc, "an undefined value");
}

struct value value_at(struct inference *inf, value_ref ref, uint32_t at) {
    const struct inst *inst = kernel_inst(inf->kernel, ref);
    if (is_leaf(inst)) {
        if (inf->values[ref.id].kind == VALUE_NONE)
            inf->values[ref.id] = leaf_value(inf, ref);
        return inf->values[ref.id];
    }
    struct value v = inf->values[ref.id];
    uint32_t loop = inf->cfg->loop_of[inst->block.id];
    while (loop != CFG_NONE && !cfg_loop_contains(inf->cfg, loop, at)) {
        if (inf->loop_states[loop].leave)
            v = leave_loop(inf, v, loop);
        loop = inf->cfg->loops[loop].parent;
    }
    if (v.kind == VALUE_NONE && inst->type.kind != TYPE_VOID)
        return value_fresh_of_type(inf, inst->type, inst->loc, "a value used before its definition");
    return v;
}

term_ref value_scalar_at(struct inference *inf, value_ref ref, uint32_t at) {
    struct value v = value_at(inf, ref, at);
    const struct inst *inst = kernel_inst(inf->kernel, ref);
    if (v.kind == VALUE_SCALAR)
        return v.term;
    return value_fresh(inf, inst->type.width_bits ? inst->type.width_bits : 1, inst->loc, "a value that is no scalar");
}

term_ref value_address_symbol(struct inference *inf, uint32_t array) {
    struct term_table *t = inf->terms;
    char *name = arena_printf(inf->arena, "address.%u", array);
    symbol_ref found;
    if (symbol_find(t, name, &found))
        return term_symbol(t, found);
    const struct proto_array *a = &inf->arrays.data[array];
    struct symbol symbol = {.name = name,
                            .width_bits = 64,
                            .role = SYMBOL_VALUE,
                            .scope = a->kind == ARRAY_LOCAL ? SCOPE_THREAD : SCOPE_UNIFORM,
                            .approximate = true,
                            .reason = arena_printf(inf->arena, "the address of %s", a->name)};
    return term_symbol(t, symbol_create(t, &symbol));
}

static term_ref apply(struct inference *inf, const char *name, uint16_t deps, uint8_t width, const term_ref *operands, uint32_t count) {
    return term_apply(inf->terms, function_intern(inf->terms, name, deps), width, operands, count);
}

static term_ref multiply_high(struct term_table *t, const struct inst *inst, const term_ref *operands) {
    uint8_t w = inst->type.width_bits, wide = (uint8_t)(2 * w);
    bool is_signed = inst->op == INST_MULHI_S;
    term_ref a = is_signed ? term_sext(t, operands[0], wide) : term_zext(t, operands[0], wide);
    term_ref b = is_signed ? term_sext(t, operands[1], wide) : term_zext(t, operands[1], wide);
    term_ref product = term_mul(t, a, b, is_signed ? TERM_NSW : TERM_NUW);
    return term_trunc(t, term_binary(t, TERM_LSHR, product, term_const(t, wide, w)), w);
}

static uint8_t wrap_flags(const struct inst *inst) {
    return (uint8_t)((inst->flags & INST_NSW ? TERM_NSW : 0) | (inst->flags & INST_NUW ? TERM_NUW : 0));
}

/* d of y = x / d * d, unsigned; TERM_NONE: y is something else. */
static term_ref rounding_divisor(struct term_table *t, term_ref x, term_ref y) {
    for (uint32_t side = 0; side < 2 && term_op_of(term_get(t, y)) == TERM_MUL; side++) {
        term_ref quotient = term_child(t, y, side), divisor = term_child(t, y, 1 - side);
        if (term_op_of(term_get(t, quotient)) == TERM_UDIV && term_same(term_child(t, quotient, 0), x) &&
            term_same(term_child(t, quotient, 1), divisor))
            return divisor;
    }
    return TERM_NONE;
}

/* x - y as x + (-y); x - x / d * d as x % d, which it is for every d, 0 included. Without a signed overflow in the difference there is one in -y only if y is the least number,
   which the program is taken not to subtract: a negation that is listed. */
static term_ref difference(struct term_table *t, term_ref x, term_ref y, uint8_t flags) {
    uint8_t width = term_width(t, x), kept = flags & TERM_NSW;
    term_ref divisor = rounding_divisor(t, x, y);
    if (!term_is_none(divisor))
        return term_binary(t, TERM_UREM, x, divisor);
    return width == 1 ? term_sub(t, x, y, 0) : term_add(t, x, term_mul(t, y, term_const(t, width, UINT64_MAX >> (64 - width)), kept), kept);
}

static term_ref opaque_operation(struct inference *inf, const struct inst *inst, const term_ref *operands) {
    const char *name = inst_op_name((enum inst_op)inst->op);
    if (inst->op == INST_CALL && (!inst->name || strncmp(inst->name, "__wp_", 5) == 0))
        return TERM_NONE;
    if (inst->op == INST_CALL)
        name = inst->name;
    term_ref exact = dyadic_operation(inf->terms, inf->kernel, inst, operands);
    if (!term_is_none(exact))
        return exact;
    bool bfloat = inst->type.kind == TYPE_BFLOAT;
    for (uint32_t i = 0; i < inst->operand_count; i++)
        bfloat |= kernel_inst(inf->kernel, kernel_operand(inf->kernel, inst, i))->type.kind == TYPE_BFLOAT;
    if (bfloat) /* not the 16-bit operation on half */
        name = arena_printf(inf->arena, "%s.bf16", name);
    if (inst->op == INST_FCMP)
        name = arena_printf(inf->arena, "%s.%" PRIu64, name, inst->imm);
    term_ref result = apply(inf, name, DEP_APPROX, inst->type.width_bits, operands, inst->operand_count);
    bool is_count = inst->op == INST_POPC || inst->op == INST_CTLZ || inst->op == INST_CTTZ;
    return is_count ? bit_count_limited(inf, inst, operands[0], result) : result;
}

term_ref value_operation(struct inference *inf, const struct inst *inst, const term_ref *o) {
    struct term_table *t = inf->terms;
    uint8_t w = inst->type.width_bits;
    if (inst->type.lanes > 1 || w == 0 || w > 64 || inst->type.kind == TYPE_POINTER)
        return TERM_NONE;
    static const struct {
        uint8_t inst, term;
    } binary[] = {
        {INST_UDIV, TERM_UDIV}, {INST_SDIV, TERM_SDIV}, {INST_UREM, TERM_UREM}, {INST_SREM, TERM_SREM},
        {INST_LSHR, TERM_LSHR}, {INST_ASHR, TERM_ASHR}, {INST_AND, TERM_AND},   {INST_XOR, TERM_XOR},
        {INST_ULT, TERM_ULT},   {INST_ULE, TERM_ULE},   {INST_SLT, TERM_SLT},   {INST_SLE, TERM_SLE},
    };
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (inst->op == binary[i].inst)
            return term_binary(t, (enum term_op)binary[i].term, o[0], o[1]);
    if (inst->op == INST_ADD)
        return term_add(t, o[0], o[1], wrap_flags(inst));
    if (inst->op == INST_OR)
        return inst->flags & INST_DISJOINT && w > 1 ? term_add(t, o[0], o[1], TERM_NUW | TERM_NSW) : term_or(t, o[0], o[1]);
    if (inst->op == INST_SUB)
        return difference(t, o[0], o[1], wrap_flags(inst));
    if (inst->op == INST_MUL)
        return term_mul(t, o[0], o[1], wrap_flags(inst));
    if (inst->op == INST_SHL)
        return term_shl(t, o[0], o[1], wrap_flags(inst));
    if (inst->op == INST_EQ)
        return term_eq(t, o[0], o[1]);
    if (inst->op == INST_NE)
        return term_ne(t, o[0], o[1]);
    if (inst->op == INST_TRUNC)
        return term_trunc(t, o[0], w);
    if (inst->op == INST_ZEXT)
        return term_zext(t, o[0], w);
    if (inst->op == INST_SEXT)
        return term_sext(t, o[0], w);
    if (inst->op == INST_SELECT)
        return term_ite(t, o[0], o[1], o[2]);
    if (inst->op == INST_BITCAST)
        return o[0];
    if ((inst->op == INST_MULHI_U || inst->op == INST_MULHI_S) && w <= 32)
        return multiply_high(t, inst, o);
    if (inst_class_of((enum inst_op)inst->op) == CLASS_VALUE && inst->op != INST_LANE && inst->op != INST_PACK && inst->op != INST_PTRTOINT &&
        inst->op != INST_PHI && inst->op != INST_SREG && inst->op != INST_UNDEF)
        return opaque_operation(inf, inst, o);
    return TERM_NONE;
}

static term_ref linear_thread(struct inference *inf) {
    struct term_table *t = inf->terms;
    const struct protocol *p = inf->protocol;
    uint8_t both = TERM_NSW | TERM_NUW;
    term_ref rows = term_add(t, term_mul(t, p->tid[2], p->bdim[1], both), p->tid[1], both);
    return term_add(t, term_mul(t, rows, p->bdim[0], both), p->tid[0], both);
}

static term_ref special_register(struct inference *inf, const struct inst *inst) {
    struct term_table *t = inf->terms;
    struct protocol *p = inf->protocol;
    uint32_t sreg = (uint32_t)inst->imm;
    static const uint32_t axes = 3;
    if (sreg <= SREG_GDIM_Z) {
        uint32_t axis = sreg % axes;
        bool *reads[4] = {p->reads_tid, p->reads_bid, p->reads_bdim, p->reads_gdim};
        const term_ref *terms[4] = {p->tid, p->bid, p->bdim, p->gdim};
        reads[sreg / axes][axis] = true;
        return terms[sreg / axes][axis];
    }
    if (sreg == SREG_WARPSIZE)
        return term_const(t, 32, 32);
    if (sreg == SREG_LANE)
        return term_and(t, linear_thread(inf), term_const(t, 32, 31));
    return value_fresh(inf, inst->type.width_bits, inst->loc, sreg == SREG_CLOCK ? "a clock" : "a special register");
}

static struct value pointer_add(struct inference *inf, const struct inst *inst, struct value base, term_ref by) {
    struct pointer_alt alts[POINTER_ALTS_MAX];
    uint8_t flags = inst->flags & INST_INBOUNDS ? TERM_NSW : 0;
    for (uint32_t i = 0; i < base.count; i++) {
        alts[i] = inf->alts.data[base.first + i];
        alts[i].offset = term_add(inf->terms, alts[i].offset, by, flags);
    }
    return value_of_pointer(inf, alts, base.count);
}

term_ref value_address(struct inference *inf, struct value pointer) {
    struct term_table *t = inf->terms;
    term_ref address = term_const(t, 64, 0);
    for (uint32_t i = 0; i < pointer.count; i++) {
        struct pointer_alt alt = inf->alts.data[pointer.first + i];
        term_ref here = alt.offset;
        if (alt.array != inf->unknown_array)
            here = term_add(t, value_address_symbol(inf, alt.array), alt.offset, 0);
        address = i == 0 ? here : term_ite(t, alt.cond, here, address);
    }
    return address;
}

/* The pointer an integer stands for, if it is one array's address plus an offset. */
static struct value pointer_of(struct inference *inf, const struct inst *inst, term_ref address) {
    struct term_table *t = inf->terms;
    for (uint32_t i = 0; i < inf->arrays.size; i++) {
        char *name = arena_printf(inf->arena, "address.%u", i);
        symbol_ref symbol;
        if (!symbol_find(t, name, &symbol))
            continue;
        term_ref offset = term_sub(t, address, term_symbol(t, symbol), 0);
        if (term_has_symbol(t, offset, symbol))
            continue;
        struct pointer_alt alt = {term_true(t), i, offset, 0, false};
        return value_of_pointer(inf, &alt, 1);
    }
    struct pointer_alt alt = {term_true(t), roots_unknown_array(inf), address, MARK_BASE | MARK_OFFSET, false};
    (void)inst;
    return value_of_pointer(inf, &alt, 1);
}

static term_ref compare_pointers(struct inference *inf, const struct inst *inst, struct value a, struct value b) {
    struct term_table *t = inf->terms;
    term_ref operands[2] = {value_address(inf, a), value_address(inf, b)};
    if (a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && a.count == 1 && b.count == 1 &&
        inf->alts.data[a.first].array == inf->alts.data[b.first].array) {
        operands[0] = inf->alts.data[a.first].offset;
        operands[1] = inf->alts.data[b.first].offset;
        if (inst->op == INST_ULT)
            return term_slt(t, operands[0], operands[1]);
        if (inst->op == INST_ULE)
            return term_sle(t, operands[0], operands[1]);
    }
    return value_operation(inf, inst, operands);
}

/* Two pointers, or their addresses. */
static bool compares_pointers(const struct kernel *k, const struct inst *inst, value_ref pointers[2]) {
    bool compares = inst->op == INST_EQ || inst->op == INST_NE || inst->op == INST_ULT || inst->op == INST_ULE;
    for (uint32_t i = 0; compares && i < 2; i++) {
        pointers[i] = kernel_operand(k, inst, i);
        const struct inst *of = kernel_inst(k, pointers[i]);
        if (of->op == INST_PTRTOINT && of->type.width_bits == 64)
            pointers[i] = kernel_operand(k, of, 0);
        else
            compares = of->type.kind == TYPE_POINTER;
    }
    return compares;
}

static struct value evaluate_pointer(struct inference *inf, const struct inst *inst, uint32_t at) {
    const struct kernel *k = inf->kernel;
    struct value base = value_at(inf, kernel_operand(k, inst, 0), at);
    if (inst->op == INST_INTTOPTR)
        return pointer_of(inf, inst, value_scalar_at(inf, kernel_operand(k, inst, 0), at));
    if (inst->op == INST_PTRCAST)
        return base;
    if (inst->op == INST_PTRADD && base.kind == VALUE_POINTER)
        return pointer_add(inf, inst, base, value_scalar_at(inf, kernel_operand(k, inst, 1), at));
    return value_fresh_of_type(inf, inst->type, inst->loc, inst->name ? inst->name : "a pointer");
}

static struct value evaluate_lanes(struct inference *inf, const struct inst *inst, uint32_t at) {
    const struct kernel *k = inf->kernel;
    if (inst->op == INST_LANE) {
        struct value vector = value_at(inf, kernel_operand(k, inst, 0), at);
        if (vector.kind == VALUE_VECTOR && inst->imm < vector.count)
            return value_of_scalar(inf->lanes.data[vector.first + inst->imm]);
        return value_fresh_of_type(inf, inst->type, inst->loc, "a vector's lane");
    }
    term_ref lanes[16];
    if (inst->operand_count > 16 || inst->type.kind == TYPE_POINTER)
        return value_fresh_of_type(inf, inst->type, inst->loc, "a wide vector");
    for (uint32_t i = 0; i < inst->operand_count; i++)
        lanes[i] = value_scalar_at(inf, kernel_operand(k, inst, i), at);
    return vector_of(inf, lanes, inst->operand_count);
}

struct value value_evaluate(struct inference *inf, value_ref ref, uint32_t at) {
    const struct kernel *k = inf->kernel;
    const struct inst *inst = kernel_inst(k, ref);
    if (inst->type.kind == TYPE_VOID)
        return (struct value){.kind = VALUE_NONE};
    if (inst->op == INST_SREG)
        return value_of_scalar(special_register(inf, inst));
    if (inst->op == INST_LANE || inst->op == INST_PACK)
        return evaluate_lanes(inf, inst, at);
    if (inst->op == INST_SELECT)
        return value_choose(inf, value_scalar_at(inf, kernel_operand(k, inst, 0), at), value_at(inf, kernel_operand(k, inst, 1), at),
                            value_at(inf, kernel_operand(k, inst, 2), at));
    if (inst->op == INST_PTRTOINT) {
        term_ref address = value_address(inf, value_at(inf, kernel_operand(k, inst, 0), at));
        return value_of_scalar(inst->type.width_bits < 64 ? term_trunc(inf->terms, address, inst->type.width_bits) : address);
    }
    if (inst->type.kind == TYPE_POINTER)
        return evaluate_pointer(inf, inst, at);
    if (inst_class_of((enum inst_op)inst->op) != CLASS_VALUE || inst->operand_count > 32)
        return value_fresh_of_type(inf, inst->type, inst->loc, inst->name ? inst->name : inst_op_name((enum inst_op)inst->op));
    value_ref pointers[2];
    if (compares_pointers(k, inst, pointers))
        return value_of_scalar(compare_pointers(inf, inst, value_at(inf, pointers[0], at), value_at(inf, pointers[1], at)));
    term_ref operands[32];
    for (uint32_t i = 0; i < inst->operand_count; i++) {
        const struct type type = kernel_inst(k, kernel_operand(k, inst, i))->type;
        if (type.kind == TYPE_POINTER)
            operands[i] = value_address(inf, value_at(inf, kernel_operand(k, inst, i), at));
        else
            operands[i] = value_scalar_at(inf, kernel_operand(k, inst, i), at);
    }
    term_ref result = value_operation(inf, inst, operands);
    if (term_is_none(result))
        return value_fresh_of_type(inf, inst->type, inst->loc, inst->name ? inst->name : inst_op_name((enum inst_op)inst->op));
    return value_of_scalar(result);
}
