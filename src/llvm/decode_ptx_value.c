/* PTX instructions that compute with registers. */
#include <string.h>

#include "llvm/decode_ptx.h"

static bool is_scalar_statement(const struct ptx_statement *s, uint32_t terms) {
    if (s->term_count != terms || s->has_address) {
        return false;
    }
    for (uint32_t i = 0; i < terms; i++) {
        if (s->terms[i].count != 1 || s->terms[i].is_vector || s->terms[i].is_negated) {
            return false;
        }
    }
    return true;
}

static bool is_base(const struct ptx_statement *s, const char *base) {
    return strcmp(s->parts[0], base) == 0;
}

/* mov, with packing and unpacking. */
static bool move(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed;
    if (!is_base(s, "mov") || s->term_count != 2 || s->has_address || !ptx_type_of(s, "", &type, &is_signed)) {
        return false;
    }
    const struct ptx_term *to = &s->terms[0], *from = &s->terms[1];
    struct decoder *d = m->d;
    value_ref value;
    if (!to->is_vector && !from->is_vector) {
        return to->count == 1 && from->count == 1 && ptx_get(m, &from->elements[0], type, &value) && ptx_set(m, &to->elements[0], value);
    }
    if (to->is_vector && from->is_vector) {
        return false;
    }
    uint32_t count = to->is_vector ? to->count : from->count;
    struct type part = {.kind = TYPE_INT, .width_bits = (uint8_t)(type.width_bits / count), .lanes = 1};
    struct type whole = {.kind = TYPE_INT, .width_bits = type.width_bits, .lanes = 1};
    if (part.width_bits * count != type.width_bits || part.width_bits < 8) {
        return false;
    }
    if (to->is_vector) {
        if (!ptx_get(m, &from->elements[0], whole, &value)) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            value_ref shift = emit_constant(d, whole, i * part.width_bits);
            value_ref bits = i > 0 ? emit2(d, INST_LSHR, whole, value, shift) : value;
            if (!ptx_set(m, &to->elements[i], emit_resize(d, bits, part.width_bits, false))) {
                return false;
            }
        }
        return true;
    }
    value_ref packed = emit_constant(d, whole, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (!ptx_get(m, &from->elements[i], part, &value)) {
            return false;
        }
        value = emit_resize(d, value, whole.width_bits, false);
        value = emit2(d, INST_SHL, whole, value, emit_constant(d, whole, i * part.width_bits));
        packed = emit2(d, INST_OR, whole, packed, value);
    }
    return ptx_set(m, &to->elements[0], packed);
}

static value_ref choose_less(struct decoder *d, struct type type, bool is_signed, bool want_less, value_ref a, value_ref b) {
    value_ref less = emit2(d, is_signed ? INST_SLT : INST_ULT, type_i1, a, b);
    return emit3(d, INST_SELECT, type, less, want_less ? a : b, want_less ? b : a);
}

/* Amounts beyond the width give 0, or the sign. The amount is an unsigned 32-bit number. */
static value_ref shift(struct decoder *d, enum inst_op op, value_ref a, value_ref amount) {
    struct type type = emit_type_of(d, a);
    value_ref limit = emit_constant(d, type_i32, type.width_bits);
    value_ref fits = emit2(d, INST_ULT, type_i1, amount, limit);
    value_ref result = emit2(d, op, type, a, emit_resize(d, amount, type.width_bits, false));
    value_ref beyond = emit_constant(d, type, 0);
    if (op == INST_ASHR) {
        beyond = emit2(d, op, type, a, emit_constant(d, type, type.width_bits - 1u));
    }
    return emit3(d, INST_SELECT, type, fits, result, beyond);
}

static bool shift_statement(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed;
    bool is_left = is_base(s, "shl");
    if ((!is_left && !is_base(s, "shr")) || !is_scalar_statement(s, 3) || !ptx_type_of(s, "", &type, &is_signed) || type.kind != TYPE_INT) {
        return false;
    }
    value_ref a, amount;
    if (!ptx_get(m, &s->terms[1].elements[0], type, &a) || !ptx_get(m, &s->terms[2].elements[0], type_i32, &amount)) {
        return false;
    }
    enum inst_op op = is_left ? INST_SHL : is_signed ? INST_ASHR : INST_LSHR;
    return ptx_set(m, &s->terms[0].elements[0], shift(m->d, op, a, amount));
}

/* mul and mad: .lo, .hi, .wide. */
static bool multiply(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed, is_mad = is_base(s, "mad");
    if ((!is_mad && !is_base(s, "mul")) || !is_scalar_statement(s, is_mad ? 4 : 3) || !ptx_type_of(s, "lo hi wide", &type, &is_signed) ||
        type.kind != TYPE_INT || s->part_count != 3) {
        return false;
    }
    struct decoder *d = m->d;
    value_ref a, b, c, result;
    if (!ptx_get(m, &s->terms[1].elements[0], type, &a) || !ptx_get(m, &s->terms[2].elements[0], type, &b)) {
        return false;
    }
    if (ptx_has_part(s, "wide")) {
        type.width_bits = (uint8_t)(type.width_bits * 2);
        if (type.width_bits > 64) {
            return false;
        }
        a = emit_resize(d, a, type.width_bits, is_signed);
        b = emit_resize(d, b, type.width_bits, is_signed);
        result = emit2(d, INST_MUL, type, a, b);
    } else if (ptx_has_part(s, "hi")) {
        result = emit2(d, is_signed ? INST_MULHI_S : INST_MULHI_U, type, a, b);
    } else {
        result = emit2(d, INST_MUL, type, a, b);
    }
    if (is_mad) {
        if (!ptx_get(m, &s->terms[3].elements[0], type, &c)) {
            return false;
        }
        result = emit2(d, INST_ADD, type, result, c);
    }
    return ptx_set(m, &s->terms[0].elements[0], result);
}

static bool integer_binary(struct ptx_machine *m, const struct ptx_statement *s) {
    static const struct {
        const char *base;
        enum inst_op op;
    } ops[] = {{"add", INST_ADD}, {"sub", INST_SUB}, {"and", INST_AND}, {"or", INST_OR}, {"xor", INST_XOR}};
    struct type type;
    bool is_signed;
    if (!is_scalar_statement(s, 3) || !ptx_type_of(s, "", &type, &is_signed) || type.kind != TYPE_INT) {
        return false;
    }
    bool is_min = is_base(s, "min"), is_max = is_base(s, "max"), is_known = is_min || is_max;
    enum inst_op op = INST_ADD;
    for (size_t i = 0; i < sizeof ops / sizeof *ops && !is_known; i++) {
        is_known = is_base(s, ops[i].base);
        op = ops[i].op;
    }
    value_ref a, b;
    if (!is_known || !ptx_get(m, &s->terms[1].elements[0], type, &a) || !ptx_get(m, &s->terms[2].elements[0], type, &b)) {
        return false;
    }
    value_ref result = is_min || is_max ? choose_less(m->d, type, is_signed, is_min, a, b) : emit2(m->d, op, type, a, b);
    return ptx_set(m, &s->terms[0].elements[0], result);
}

static bool integer_unary(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed;
    if (!is_scalar_statement(s, 2) || !ptx_type_of(s, "", &type, &is_signed) || type.kind != TYPE_INT) {
        return false;
    }
    struct decoder *d = m->d;
    bool is_count = is_base(s, "popc") || is_base(s, "clz");
    bool is_known = is_count || is_base(s, "not") || is_base(s, "neg") || is_base(s, "brev");
    value_ref a, result;
    if (!is_known || !ptx_get(m, &s->terms[1].elements[0], type, &a)) {
        return false;
    }
    if (is_count) {
        result = emit_resize(d, emit1(d, is_base(s, "popc") ? INST_POPC : INST_CTLZ, type, a), 32, false);
    } else if (is_base(s, "brev")) {
        result = emit1(d, INST_BREV, type, a);
    } else if (is_base(s, "not")) {
        result = emit2(d, INST_XOR, type, a, emit_constant(d, type, UINT64_MAX));
    } else {
        result = emit2(d, INST_SUB, type, emit_constant(d, type, 0), a);
    }
    return ptx_set(m, &s->terms[0].elements[0], result);
}

static bool float_arithmetic(struct ptx_machine *m, const struct ptx_statement *s) {
    static const struct {
        const char *base;
        enum inst_op op;
    } ops[] = {{"add", INST_FADD}, {"sub", INST_FSUB}, {"mul", INST_FMUL}};
    struct type type;
    bool is_signed;
    /* round to nearest is the default; others, saturation and flushing are not decoded */
    if (!is_scalar_statement(s, 3) || !ptx_type_of(s, "rn", &type, &is_signed) || type.kind != TYPE_FLOAT || s->part_count > 3 ||
        (s->part_count == 3 && strcmp(s->parts[1], "rn") != 0)) {
        return false;
    }
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        value_ref a, b;
        if (is_base(s, ops[i].base)) {
            return ptx_get(m, &s->terms[1].elements[0], type, &a) && ptx_get(m, &s->terms[2].elements[0], type, &b) &&
                   ptx_set(m, &s->terms[0].elements[0], emit2(m->d, ops[i].op, type, a, b));
        }
    }
    return false;
}

static bool compare(struct ptx_machine *m, const struct ptx_statement *s) {
    static const struct {
        const char *name;
        enum inst_op is_signed, is_unsigned;
        bool is_swapped;
    } tests[] = {
        {"eq", INST_EQ, INST_EQ, false},  {"ne", INST_NE, INST_NE, false},  {"lt", INST_SLT, INST_ULT, false}, {"le", INST_SLE, INST_ULE, false},
        {"gt", INST_SLT, INST_ULT, true}, {"ge", INST_SLE, INST_ULE, true}, {"lo", INST_ULT, INST_ULT, false}, {"ls", INST_ULE, INST_ULE, false},
        {"hi", INST_ULT, INST_ULT, true}, {"hs", INST_ULE, INST_ULE, true},
    };
    struct type type;
    bool is_signed;
    if (!is_base(s, "setp") || s->part_count != 3 || !is_scalar_statement(s, 3) ||
        !ptx_type_of(s, "eq ne lt le gt ge lo ls hi hs", &type, &is_signed) || type.kind != TYPE_INT) {
        return false;
    }
    value_ref a, b;
    if (!ptx_get(m, &s->terms[1].elements[0], type, &a) || !ptx_get(m, &s->terms[2].elements[0], type, &b)) {
        return false;
    }
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (strcmp(tests[i].name, s->parts[1]) == 0) {
            enum inst_op op = is_signed ? tests[i].is_signed : tests[i].is_unsigned;
            value_ref x = tests[i].is_swapped ? b : a, y = tests[i].is_swapped ? a : b;
            return ptx_set(m, &s->terms[0].elements[0], emit2(m->d, op, type_i1, x, y));
        }
    }
    return false;
}

static bool select(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed;
    value_ref a, b, condition;
    if (!is_base(s, "selp") || !is_scalar_statement(s, 4) || !ptx_type_of(s, "", &type, &is_signed) ||
        !ptx_get(m, &s->terms[1].elements[0], type, &a) || !ptx_get(m, &s->terms[2].elements[0], type, &b) ||
        !ptx_get(m, &s->terms[3].elements[0], type_i1, &condition)) {
        return false;
    }
    return ptx_set(m, &s->terms[0].elements[0], emit3(m->d, INST_SELECT, type, condition, a, b));
}

/* ((1 << length) - 1) << position, with shifts as PTX has them. */
static value_ref mask_of(struct decoder *d, struct type type, value_ref position, value_ref length) {
    value_ref one = emit_constant(d, type, 1);
    value_ref ones = emit2(d, INST_SUB, type, shift(d, INST_SHL, one, length), one);
    return shift(d, INST_SHL, ones, position);
}

/* bmsk d, position, length; bfe d, a, position, length; bfi d, a, b, position, length. */
static bool bit_field(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed, is_mask = is_base(s, "bmsk"), is_insert = is_base(s, "bfi");
    uint32_t sources = is_mask ? 0 : is_insert ? 2 : 1;
    if ((!is_mask && !is_insert && !is_base(s, "bfe")) || !is_scalar_statement(s, 3 + sources) || !ptx_type_of(s, "clamp", &type, &is_signed) ||
        type.kind != TYPE_INT || is_signed || (is_mask && !ptx_has_part(s, "clamp"))) {
        return false;
    }
    struct decoder *d = m->d;
    value_ref values[2], position, length, result;
    for (uint32_t i = 0; i < sources; i++) {
        if (!ptx_get(m, &s->terms[1 + i].elements[0], type, &values[i])) {
            return false;
        }
    }
    if (!ptx_get(m, &s->terms[1 + sources].elements[0], type_i32, &position) || !ptx_get(m, &s->terms[2 + sources].elements[0], type_i32, &length)) {
        return false;
    }
    if (!is_mask) { /* only the low 8 bits count */
        value_ref byte = emit_constant(d, type_i32, UINT8_MAX);
        position = emit2(d, INST_AND, type_i32, position, byte);
        length = emit2(d, INST_AND, type_i32, length, byte);
    }
    if (is_mask) {
        result = mask_of(d, type, position, length);
    } else if (is_insert) {
        value_ref mask = mask_of(d, type, position, length);
        value_ref outside = emit2(d, INST_XOR, type, mask, emit_constant(d, type, UINT64_MAX));
        value_ref kept = emit2(d, INST_AND, type, values[1], outside);
        value_ref moved = shift(d, INST_SHL, values[0], position);
        result = emit2(d, INST_OR, type, kept, emit2(d, INST_AND, type, moved, mask));
    } else {
        value_ref mask = mask_of(d, type, emit_constant(d, type_i32, 0), length);
        result = emit2(d, INST_AND, type, shift(d, INST_LSHR, values[0], position), mask);
    }
    return ptx_set(m, &s->terms[0].elements[0], result);
}

/* The number of the highest set bit, or -1. */
static bool find_bit(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type type;
    bool is_signed;
    value_ref a;
    if (!is_base(s, "bfind") || s->part_count != 2 || !is_scalar_statement(s, 2) || !ptx_type_of(s, "", &type, &is_signed) || type.kind != TYPE_INT ||
        is_signed || !ptx_get(m, &s->terms[1].elements[0], type, &a)) {
        return false;
    }
    value_ref zeros = emit_resize(m->d, emit1(m->d, INST_CTLZ, type, a), 32, false);
    value_ref top = emit_constant(m->d, type_i32, type.width_bits - 1u);
    return ptx_set(m, &s->terms[0].elements[0], emit2(m->d, INST_SUB, type_i32, top, zeros));
}

/* cvt between integers, and between floats where nothing or the nearest is to be rounded. */
static bool convert(struct ptx_machine *m, const struct ptx_statement *s) {
    struct type to, from;
    bool is_signed, to_signed;
    bool is_rounded = s->part_count == 4 && strcmp(s->parts[1], "rn") == 0;
    if (!is_base(s, "cvt") || (s->part_count != 3 && !is_rounded) || !is_scalar_statement(s, 2) ||
        !ptx_part_type(s->parts[s->part_count - 1], &from, &is_signed) || !ptx_part_type(s->parts[s->part_count - 2], &to, &to_signed)) {
        return false;
    }
    value_ref value;
    if (to.kind != from.kind || to.width_bits < 8 || from.width_bits < 8 || (is_rounded && to.kind != TYPE_FLOAT) ||
        !ptx_get(m, &s->terms[1].elements[0], from, &value)) {
        return false;
    }
    if (to.kind == TYPE_INT) {
        value = emit_resize(m->d, value, to.width_bits, is_signed);
    } else if (to.width_bits != from.width_bits) {
        value = emit1(m->d, to.width_bits < from.width_bits ? INST_FPTRUNC : INST_FPEXT, to, value);
    }
    return ptx_set_wide(m, &s->terms[0].elements[0], value, to_signed);
}

/* cvta.SPACE: an address in the space to a generic one; cvta.to.SPACE: back. */
static bool convert_address(struct ptx_machine *m, const struct ptx_statement *s) {
    enum space space;
    value_ref value, pointer;
    if (!is_base(s, "cvta") || !is_scalar_statement(s, 2) || !ptx_space(s, &space) || space == SPACE_GENERIC ||
        !ptx_value(m, &s->terms[1].elements[0], &value)) {
        return false;
    }
    bool is_back = ptx_has_part(s, "to");
    if (!ptx_pointer(m->d, value, is_back ? SPACE_GENERIC : space, &pointer)) {
        return false;
    }
    pointer = emit_pointer_cast(m->d, pointer, is_back ? space : SPACE_GENERIC);
    return ptx_set(m, &s->terms[0].elements[0], emit1(m->d, INST_PTRTOINT, type_i64, pointer));
}

bool ptx_arithmetic(struct ptx_machine *m, const struct ptx_statement *s) {
    static bool (*const kinds[])(struct ptx_machine * m, const struct ptx_statement *s) = {
        move,    integer_binary, integer_unary, shift_statement, multiply,  float_arithmetic,
        compare, select,         convert,       convert_address, bit_field, find_bit,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i](m, s)) {
            return true;
        }
    }
    return false;
}
