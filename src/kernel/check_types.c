/* The typing rules of the instructions, one function per group, and the meaning of
 * immediates. ops.def lists operands and results. */
#include "kernel/check.h"
#include "kernel/names.h"

enum { MAX_LANES = 16, MAX_NAMED_OPERANDS = 2 };

static bool type_same(struct type a, struct type b) {
    return a.kind == b.kind && a.width_bits == b.width_bits && a.space == b.space && a.lanes == b.lanes;
}

static bool is_int(struct type t, uint8_t width_bits) {
    return t.kind == TYPE_INT && t.lanes == 1 && (width_bits == 0 || t.width_bits == width_bits);
}

static bool is_float(struct type t) {
    return (t.kind == TYPE_FLOAT || t.kind == TYPE_BFLOAT) && t.lanes == 1;
}

static bool is_pointer(struct type t) {
    return t.kind == TYPE_POINTER && t.lanes == 1;
}

static bool is_scalar(struct type t) {
    return t.kind != TYPE_VOID && t.lanes == 1;
}

static bool space_exists(uint8_t space) {
    switch ((enum space)space) {
    case SPACE_GENERIC:
    case SPACE_GLOBAL:
    case SPACE_SHARED:
    case SPACE_CONSTANT:
    case SPACE_LOCAL:
    case SPACE_PARAM: return true;
    }
    return false;
}

static bool type_is_valid(struct type t) {
    if (t.kind == TYPE_VOID) {
        return t.width_bits == 0 && t.space == 0 && t.lanes <= 1;
    }
    if (t.lanes < 1 || t.lanes > MAX_LANES || (t.kind != TYPE_POINTER && t.space != 0)) {
        return false;
    }
    switch ((enum type_kind)t.kind) {
    case TYPE_INT: return t.width_bits >= 1 && t.width_bits <= 64;
    case TYPE_FLOAT: return t.width_bits == 16 || t.width_bits == 32 || t.width_bits == 64;
    case TYPE_BFLOAT: return t.width_bits == 16;
    case TYPE_POINTER: return t.width_bits == 64 && space_exists(t.space);
    case TYPE_VOID: break;
    }
    return false;
}

/* The instruction under examination. */
struct subject {
    const struct kernel *kernel;
    const struct inst *inst;
    uint32_t count;
    struct type result;
};

static struct type operand_type(const struct subject *s, uint32_t n) {
    return kernel_inst(s->kernel, kernel_operand(s->kernel, s->inst, n))->type;
}

static bool all_operands(const struct subject *s, struct type type) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (!type_same(operand_type(s, i), type)) {
            return false;
        }
    }
    return true;
}

static bool void_result(const struct subject *s) {
    return s->result.kind == TYPE_VOID;
}

static const char *leaf_rule(const struct subject *s) {
    const struct kernel *k = s->kernel;
    uint64_t imm = s->inst->imm;
    if (s->count != 0 || s->result.kind == TYPE_VOID) {
        return "a leaf has a type and no operands";
    }
    if (s->inst->op == INST_UNDEF) {
        return NULL;
    }
    if (s->result.lanes != 1) {
        return "a vector";
    }
    if (s->inst->op == INST_CONST) {
        bool fits = s->result.width_bits == 64 || imm >> s->result.width_bits == 0;
        return s->result.kind != TYPE_POINTER && fits ? NULL : "bits do not fit the type";
    }
    if (s->inst->op == INST_PARAM) {
        if (imm >= k->param_count) {
            return "no such parameter";
        }
        struct type type = k->params[imm].type;
        bool fits = k->params[imm].by_value_struct ? is_pointer(s->result) : type_same(type, s->result);
        return fits ? NULL : "not the parameter's type";
    }
    if (s->result.kind != TYPE_POINTER) {
        return "an address that is no pointer";
    }
    return s->inst->op != INST_OBJECT || imm < k->object_count ? NULL : "no such object";
}

static const char *int_rule(const struct subject *s, uint32_t count) {
    return s->count == count && is_int(s->result, 0) && all_operands(s, s->result) ? NULL : "integers of one width expected";
}

static const char *compare_rule(const struct subject *s, bool pointers) {
    if (s->count != 2 || !is_int(s->result, 1) || !type_same(operand_type(s, 0), operand_type(s, 1))) {
        return "two operands of one type and an i1 expected";
    }
    struct type type = operand_type(s, 0);
    return is_int(type, 0) || (pointers && is_pointer(type)) ? NULL : "operands do not compare";
}

static const char *resize_rule(const struct subject *s, bool grows, bool floats) {
    if (s->count != 1) {
        return "one operand expected";
    }
    struct type from = operand_type(s, 0), to = s->result;
    if (floats ? !is_float(from) || !is_float(to) : !is_int(from, 0) || !is_int(to, 0)) {
        return "wrong kind of type";
    }
    bool ordered = grows ? from.width_bits < to.width_bits : from.width_bits > to.width_bits;
    return ordered ? NULL : "widths do not fit";
}

static const char *convert_rule(const struct subject *s, bool (*from)(struct type), bool (*to)(struct type)) {
    return s->count == 1 && from(operand_type(s, 0)) && to(s->result) ? NULL : "wrong kind of type";
}

static bool is_any_int(struct type t) {
    return is_int(t, 0);
}

static const char *float_rule(const struct subject *s, uint32_t count) {
    return s->count == count && is_float(s->result) && all_operands(s, s->result) ? NULL : "floats of one type expected";
}

static const char *fcmp_rule(const struct subject *s) {
    if (s->inst->imm >= FCMP_PREDICATE_COUNT) {
        return "no such predicate";
    }
    return s->count == 2 && is_int(s->result, 1) && is_float(operand_type(s, 0)) && type_same(operand_type(s, 0), operand_type(s, 1))
               ? NULL
               : "two floats of one type and an i1 expected";
}

static const char *select_rule(const struct subject *s) {
    return s->count == 3 && is_int(operand_type(s, 0), 1) && s->result.kind != TYPE_VOID && type_same(operand_type(s, 1), s->result) &&
                   type_same(operand_type(s, 2), s->result)
               ? NULL
               : "i1 and two operands of the result's type expected";
}

static const char *bitcast_rule(const struct subject *s) {
    if (s->count != 1) {
        return "one operand expected";
    }
    struct type from = operand_type(s, 0), to = s->result;
    bool fits = (is_int(from, 0) || is_float(from)) && (is_int(to, 0) || is_float(to)) && from.width_bits == to.width_bits;
    return fits ? NULL : "an int and a float of one width expected";
}

static const char *call_rule(const struct subject *s) {
    if (!s->inst->name) {
        return "no name";
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (!is_scalar(operand_type(s, i))) {
            return "an operand that is no scalar";
        }
    }
    return s->result.kind == TYPE_VOID ? "no result" : NULL;
}

static const char *vector_rule(const struct subject *s) {
    struct type lane = s->result;
    lane.lanes = 1;
    if (s->inst->op == INST_PACK) {
        return s->result.lanes > 1 && s->count == s->result.lanes && all_operands(s, lane) ? NULL : "one scalar per lane expected";
    }
    if (s->count != 1 || operand_type(s, 0).lanes < 2 || s->result.lanes != 1) {
        return "a vector expected";
    }
    struct type vector = operand_type(s, 0);
    lane.lanes = vector.lanes;
    return type_same(lane, vector) && s->inst->imm < vector.lanes ? NULL : "no such lane";
}

static const char *ptradd_rule(const struct subject *s) {
    return s->count == 2 && is_pointer(s->result) && type_same(operand_type(s, 0), s->result) && is_int(operand_type(s, 1), 64)
               ? NULL
               : "a pointer and an i64 expected";
}

static const char *sreg_rule(const struct subject *s) {
    if (s->inst->imm >= SREG_COUNT) {
        return "no such register";
    }
    bool any_width = s->inst->imm == SREG_CLOCK || s->inst->imm == SREG_OTHER;
    return s->count == 0 && is_int(s->result, any_width ? 0 : 32) ? NULL : "i32 expected";
}

static const char *load_rule(const struct subject *s) {
    return s->count == 1 && is_pointer(operand_type(s, 0)) && s->result.kind != TYPE_VOID ? NULL : "a pointer and a result expected";
}

static const char *store_rule(const struct subject *s) {
    return s->count == 2 && is_pointer(operand_type(s, 0)) && operand_type(s, 1).kind != TYPE_VOID && void_result(s)
               ? NULL
               : "a pointer, a value and no result expected";
}

static const char *atomic_rule(const struct subject *s, uint32_t values) {
    if (s->inst->op == INST_ATOMIC && s->inst->imm >= ATOMIC_OP_COUNT) {
        return "no such operation";
    }
    bool fits = s->count == values + 1 && is_pointer(operand_type(s, 0)) && is_scalar(s->result);
    for (uint32_t i = 1; fits && i <= values; i++) {
        fits = type_same(operand_type(s, i), s->result);
    }
    return fits ? NULL : "a pointer and operands of the result's type expected";
}

static const char *memory_rule(const struct subject *s, bool copies) {
    bool fits = s->count == 3 && void_result(s) && is_pointer(operand_type(s, 0)) && is_int(operand_type(s, 2), 64);
    if (fits) {
        fits = copies ? is_pointer(operand_type(s, 1)) : is_int(operand_type(s, 1), 8);
    }
    return fits ? NULL : "a pointer, a source or i8, and an i64 expected";
}

static const char *matrix_rule(const struct subject *s) {
    bool fits = s->count == 5 && void_result(s) && is_pointer(operand_type(s, 0));
    for (uint32_t i = 1; i < 5 && fits; i++) {
        fits = is_int(operand_type(s, i), 64);
    }
    for (uint32_t i = 2; i < 5 && fits; i++) {
        fits = kernel_inst(s->kernel, kernel_operand(s->kernel, s->inst, i))->op == INST_CONST;
    }
    fits = fits && kernel_inst(s->kernel, kernel_operand(s->kernel, s->inst, 2))->imm <= TILE_LINES_MAX &&
           kernel_inst(s->kernel, kernel_operand(s->kernel, s->inst, 4))->imm < TILE_FRAGMENTS_MAX;
    return fits ? NULL : "a pointer, an i64 and three constants (lines, bytes of each, fragment) expected";
}

static const char *barrier_rule(const struct subject *s) {
    if (s->inst->imm >= BARRIER_KIND_COUNT) {
        return "no such barrier";
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (!is_int(operand_type(s, i), s->inst->imm == BARRIER_SAME ? 64 : 32)) {
            return "integer operands of another width expected";
        }
    }
    bool is_block = s->inst->imm == BARRIER_BLOCK || s->inst->imm == BARRIER_COUNT || s->inst->imm == BARRIER_AND || s->inst->imm == BARRIER_OR ||
                    s->inst->imm == BARRIER_SAME;
    if (s->inst->scope >= FENCE_KIND_COUNT || (s->inst->scope != FENCE_BOTH && !is_block)) {
        return "no such fence";
    }
    switch ((enum barrier_kind)s->inst->imm) {
    case BARRIER_BLOCK:
    case BARRIER_GRID: return s->count == 0 && void_result(s) ? NULL : "neither operand nor result expected";
    case BARRIER_COUNT:
    case BARRIER_AND:
    case BARRIER_OR: return s->count == 1 && is_int(s->result, 32) ? NULL : "one operand, an i32 expected";
    case BARRIER_SAME: return s->count == 1 && void_result(s) && s->inst->scope == FENCE_NEITHER ? NULL : "an i64, no result and no fence expected";
    case BARRIER_WARP: return s->count == 1 && void_result(s) ? NULL : "a mask and no result expected";
    case BARRIER_TILE: return s->count >= 1 && s->count <= MAX_NAMED_OPERANDS && void_result(s) ? NULL : "a number of threads and no result expected";
    case BARRIER_NAMED:
        return s->count >= 1 && s->count <= MAX_NAMED_OPERANDS && void_result(s) ? NULL : "a number, maybe a count, and no result expected";
    case BARRIER_KIND_COUNT: break;
    }
    return NULL;
}

static const char *condition_rule(const struct subject *s) {
    return s->count == 1 && is_int(operand_type(s, 0), 1) && void_result(s) ? NULL : "i1 expected";
}

static const char *other_rule(const struct subject *s) {
    struct type type = s->inst->type;
    bool is_value = s->count == 1 && type.kind == TYPE_INT && type.lanes == 1 && is_int(operand_type(s, 0), type.width_bits);
    return is_value || (s->count == 0 && is_int(type, 1)) ? NULL : "an integer and a result of its type expected, or a result i1";
}

static const char *printf_rule(const struct subject *s) {
    bool is_whole = s->count >= 2 && is_pointer(operand_type(s, 0)) && is_pointer(operand_type(s, 1));
    for (uint32_t i = 2; i < s->count; i++) {
        is_whole = is_whole && operand_type(s, i).lanes == 1;
    }
    return is_whole ? NULL : "two pointers and scalars expected";
}

static const char *switch_rule(const struct subject *s) {
    if (s->count < 1 || !void_result(s) || !is_int(operand_type(s, 0), 0) || !all_operands(s, operand_type(s, 0))) {
        return "integers of one width expected";
    }
    for (uint32_t i = 1; i < s->count; i++) {
        if (kernel_inst(s->kernel, kernel_operand(s->kernel, s->inst, i))->op != INST_CONST) {
            return "a case that is no constant";
        }
    }
    return NULL;
}

static const char *plain_terminator_rule(const struct subject *s) {
    return s->count == 0 && void_result(s) ? NULL : "neither operand nor result expected";
}

static const char *rule_of(const struct subject *s) {
    switch ((enum inst_op)s->inst->op) {
    case INST_CONST:
    case INST_UNDEF:
    case INST_PARAM:
    case INST_OBJECT:
    case INST_NULLPTR: return leaf_rule(s);
    case INST_ADD:
    case INST_SUB:
    case INST_MUL:
    case INST_UDIV:
    case INST_SDIV:
    case INST_UREM:
    case INST_SREM:
    case INST_SHL:
    case INST_LSHR:
    case INST_ASHR:
    case INST_AND:
    case INST_OR:
    case INST_XOR:
    case INST_MULHI_U:
    case INST_MULHI_S: return int_rule(s, 2);
    case INST_BSWAP: return s->result.width_bits % 8 == 0 ? int_rule(s, 1) : "whole bytes expected";
    case INST_POPC:
    case INST_CTLZ:
    case INST_CTTZ:
    case INST_BREV: return int_rule(s, 1);
    case INST_FSHL:
    case INST_FSHR: return int_rule(s, 3);
    case INST_EQ:
    case INST_NE: return compare_rule(s, true);
    case INST_ULT:
    case INST_ULE:
    case INST_SLT:
    case INST_SLE: return compare_rule(s, false);
    case INST_TRUNC: return resize_rule(s, false, false);
    case INST_ZEXT:
    case INST_SEXT: return resize_rule(s, true, false);
    case INST_FPTRUNC: return resize_rule(s, false, true);
    case INST_FPEXT: return resize_rule(s, true, true);
    case INST_FPTOSI:
    case INST_FPTOUI: return convert_rule(s, is_float, is_any_int);
    case INST_SITOFP:
    case INST_UITOFP: return convert_rule(s, is_any_int, is_float);
    case INST_PTRTOINT: return convert_rule(s, is_pointer, is_any_int);
    case INST_INTTOPTR: return convert_rule(s, is_any_int, is_pointer);
    case INST_PTRCAST: return convert_rule(s, is_pointer, is_pointer);
    case INST_FADD:
    case INST_FSUB:
    case INST_FMUL:
    case INST_FDIV:
    case INST_FREM: return float_rule(s, 2);
    case INST_FNEG: return float_rule(s, 1);
    case INST_FCMP: return fcmp_rule(s);
    case INST_SELECT: return select_rule(s);
    case INST_BITCAST: return bitcast_rule(s);
    case INST_CALL: return call_rule(s);
    case INST_LANE:
    case INST_PACK: return vector_rule(s);
    case INST_PTRADD: return ptradd_rule(s);
    case INST_PHI: return s->result.kind != TYPE_VOID && all_operands(s, s->result) ? NULL : "types differ";
    case INST_SREG: return sreg_rule(s);
    case INST_LOAD: return load_rule(s);
    case INST_STORE: return store_rule(s);
    case INST_ATOMIC: return atomic_rule(s, 1);
    case INST_CMPXCHG: return atomic_rule(s, 2);
    case INST_MEMCPY: return memory_rule(s, true);
    case INST_MEMSET: return memory_rule(s, false);
    case INST_MATRIX_LOAD:
    case INST_MATRIX_STORE: return matrix_rule(s);
    case INST_FENCE: return s->inst->imm <= SCOPE_KIND_WARP ? plain_terminator_rule(s) : "no such scope";
    case INST_BARRIER: return barrier_rule(s);
    case INST_COPY_COMMIT: return plain_terminator_rule(s);
    case INST_COPY_WAIT: return s->count == 1 && void_result(s) && is_int(operand_type(s, 0), 64) ? NULL : "an i64 and no result expected";
    case INST_COLLECTIVE: return s->inst->imm <= COLLECTIVE_MATRIX && s->inst->name ? NULL : "no such kind, or no name";
    case INST_ASSUME:
    case INST_ASSERT: return condition_rule(s);
    case INST_OTHER: return other_rule(s);
    case INST_ENABLED: return s->count == 0 && is_int(s->inst->type, 1) ? NULL : "no operand and a result i1 expected";
    case INST_BOUND:
        return s->count == 3 && void_result(s) && is_int(operand_type(s, 0), 64) && is_int(operand_type(s, 1), 64) &&
                       operand_type(s, 2).kind == TYPE_POINTER
                   ? NULL
                   : "an i64 index, an i64 extent and an address expected";
    case INST_PRINTF: return printf_rule(s);
    case INST_UNSUPPORTED: return s->inst->name && s->inst->imm <= UNSUPPORTED_UNIFORM ? NULL : "no name or effect";
    case INST_CONDBR: return condition_rule(s);
    case INST_SWITCH: return switch_rule(s);
    case INST_BR:
    case INST_RET:
    case INST_TRAP:
    case INST_UNREACHABLE: return plain_terminator_rule(s);
    case INST_OP_COUNT: break;
    }
    return NULL;
}

/* Or a fence, of barriers. */
static bool has_scope(const struct inst *inst) {
    return inst->op == INST_BARRIER || inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || (inst->flags & INST_ATOMIC_ACCESS) != 0;
}

static bool has_immediate(const struct inst *inst) {
    enum inst_op op = (enum inst_op)inst->op;
    bool numeric =
        op == INST_CONST || op == INST_PARAM || op == INST_OBJECT || op == INST_LANE || op == INST_LOAD || op == INST_STORE || op == INST_MEMCPY;
    return numeric || imm_names(op) != NULL;
}

static bool vectors_allowed(enum inst_op op, bool as_result) {
    bool both = op == INST_PHI || op == INST_SELECT || op == INST_UNSUPPORTED;
    bool result = op == INST_LOAD || op == INST_PACK || op == INST_CALL || op == INST_UNDEF;
    bool operand = op == INST_STORE || op == INST_LANE;
    return both || (as_result ? result : operand);
}

const char *check_types(struct check *c) {
    const struct kernel *k = c->kernel;
    for (uint32_t i = 0; i < k->param_count; i++) {
        if (!type_is_valid(k->params[i].type)) {
            return check_fail(c, "$%u: no such type", i);
        }
    }
    for (uint32_t id = 1; id < k->inst_count; id++) {
        struct subject s = {k, &k->insts[id], k->insts[id].operand_count, k->insts[id].type};
        const char *error = type_is_valid(s.result) ? rule_of(&s) : "no such type";
        if (!error && s.result.lanes > 1 && !vectors_allowed(s.inst->op, true)) {
            error = "a vector result";
        }
        for (uint32_t i = 0; i < s.count && !error; i++) {
            if (operand_type(&s, i).kind == TYPE_VOID) {
                error = "an operand without a value";
            } else if (operand_type(&s, i).lanes > 1 && !vectors_allowed(s.inst->op, false)) {
                error = "a vector operand";
            }
        }
        if (!error && s.inst->imm != 0 && !has_immediate(s.inst)) {
            error = "an immediate without a meaning";
        }
        bool copies = s.inst->op == INST_MEMCPY || s.inst->op == INST_MEMSET;
        if (!error && (s.inst->flags & (INST_ASYNC | INST_GROUP)) && !copies) {
            error = "only copies are asynchronous, or have the flag of a group's";
        }
        if (!error && s.inst->scope != 0 && (!has_scope(s.inst) || s.inst->scope > SCOPE_KIND_WARP)) {
            error = "a scope that does not exist or does not belong here";
        }
        if (error) {
            return check_fail(c, "%%%u (%s): %s", id, inst_op_name(s.inst->op), error);
        }
    }
    return NULL;
}
