#include "protocol/dyadic.h"

#include <math.h>
#include <string.h>

enum { SCALE_MAX = 20, DEPTH_MAX = 8, SINGLE_BITS = 24, DOUBLE_BITS = 52 };

/* n / 2^scale; low and high bound n. */
struct dyadic {
    term_ref n;
    uint32_t scale;
    int64_t low, high;
};

struct viewer {
    struct term_table *terms;
    enum language language;
};

static int64_t bound_of(uint8_t width_bits) {
    return INT64_C(1) << (width_bits == 32 ? SINGLE_BITS : DOUBLE_BITS);
}

static bool fits(const struct dyadic *d, uint8_t width_bits) {
    int64_t bound = bound_of(width_bits);
    return d->low >= -bound && d->high <= bound && d->scale <= SCALE_MAX;
}

static bool view_constant(struct viewer *v, uint64_t bits, uint8_t width_bits, struct dyadic *out) {
    double value = 0;
    float single;
    uint32_t low = (uint32_t)bits;
    if (width_bits == 32) {
        memcpy(&single, &low, sizeof single);
        value = (double)single;
    } else {
        memcpy(&value, &bits, sizeof value);
    }
    if (!isfinite(value) || fabs(value) > (double)bound_of(32))
        return false;
    out->scale = 0;
    while (value != floor(value) && out->scale < SCALE_MAX) {
        value *= 2;
        out->scale++;
    }
    if (value != floor(value) || fabs(value) > (double)bound_of(width_bits))
        return false;
    out->low = out->high = (int64_t)value;
    out->n = term_const(v->terms, 64, (uint64_t)out->low);
    return true;
}

static bool is_called(const char *name, const char *base) {
    const char *at = name;
    at += strncmp(at, "llvm.", 5) == 0 ? 5 : 0;
    at += strncmp(at, "__nv_", 5) == 0 ? 5 : 0;
    size_t length = strlen(base);
    return strncmp(at, base, length) == 0 && (at[length] == '\0' || at[length] == '.' || strcmp(at + length, "f") == 0);
}

static term_ref shifted(struct viewer *v, term_ref n, uint32_t by) {
    return by == 0 ? n : term_binary(v->terms, TERM_ASHR, n, term_const(v->terms, 64, by));
}

/* n / 2^scale, down. */
static void round_down(struct viewer *v, struct dyadic *d) {
    *d = (struct dyadic){shifted(v, d->n, d->scale), 0, d->low >> d->scale, d->high >> d->scale};
}

/* Both get the larger scale; false: n would not fit 62 bits. */
static bool align(struct viewer *v, struct dyadic *a, struct dyadic *b) {
    struct dyadic *less = a->scale < b->scale ? a : b;
    uint32_t by = a->scale > b->scale ? a->scale - b->scale : b->scale - a->scale;
    int64_t limit = INT64_MAX >> (by + 1);
    if (less->low < -limit || less->high > limit)
        return false;
    int64_t factor = INT64_C(1) << by;
    less->n = by == 0 ? less->n : term_mul(v->terms, less->n, term_const(v->terms, 64, (uint64_t)factor), TERM_NSW);
    less->scale += by;
    less->low *= factor;
    less->high *= factor;
    return true;
}

static void scale_down(struct dyadic *d, int64_t factor) {
    for (; factor > 1; factor /= 2)
        d->scale++;
}

static bool multiply(struct viewer *v, struct dyadic *a, const struct dyadic *b) {
    static const int64_t most = INT64_C(1) << 30;
    bool is_small = a->low >= -most && a->high <= most && b->low >= -most && b->high <= most;
    if (!is_small)
        return false;
    int64_t corners[4] = {a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high};
    a->n = term_mul(v->terms, a->n, b->n, TERM_NSW);
    a->scale += b->scale;
    a->low = a->high = corners[0];
    for (int i = 1; i < 4; i++) {
        a->low = corners[i] < a->low ? corners[i] : a->low;
        a->high = corners[i] > a->high ? corners[i] : a->high;
    }
    return true;
}

static bool view(struct viewer *v, term_ref t, uint8_t width_bits, int depth, struct dyadic *out);

static bool view_sum(struct viewer *v, term_ref t, uint8_t width_bits, int depth, bool is_difference, struct dyadic *out) {
    struct dyadic b;
    if (!view(v, term_child(v->terms, t, 0), width_bits, depth, out) || !view(v, term_child(v->terms, t, 1), width_bits, depth, &b) ||
        !align(v, out, &b))
        return false;
    if (b.low < -(INT64_MAX / 4) || b.high > INT64_MAX / 4 || out->low < -(INT64_MAX / 4) || out->high > INT64_MAX / 4)
        return false;
    term_ref n = is_difference ? term_mul(v->terms, b.n, term_const(v->terms, 64, UINT64_MAX), TERM_NSW) : b.n;
    out->n = term_add(v->terms, out->n, n, TERM_NSW);
    out->low += is_difference ? -b.high : b.low;
    out->high += is_difference ? -b.low : b.high;
    return true;
}

static bool view_product(struct viewer *v, term_ref t, uint8_t width_bits, int depth, bool is_quotient, struct dyadic *out) {
    struct dyadic b;
    if (!view(v, term_child(v->terms, t, 0), width_bits, depth, out) || !view(v, term_child(v->terms, t, 1), width_bits, depth, &b))
        return false;
    if (!is_quotient)
        return multiply(v, out, &b);
    if (b.low != b.high || b.scale != 0 || b.low <= 0 || (b.low & (b.low - 1)) != 0)
        return false;
    scale_down(out, b.low);
    return true;
}

/* Of an integer term that is converted. */
static bool view_integer(struct viewer *v, term_ref t, bool is_signed, struct dyadic *out) {
    struct term_range range = term_range_of(v->terms, t);
    if (term_width(v->terms, t) > 32 && (is_signed ? range.smin < -bound_of(64) || range.smax > bound_of(64) : range.umax > (uint64_t)bound_of(64)))
        return false;
    out->n = is_signed ? term_sext(v->terms, t, 64) : term_zext(v->terms, t, 64);
    out->scale = 0;
    out->low = is_signed ? range.smin : (int64_t)range.umin;
    out->high = is_signed ? range.smax : (int64_t)range.umax;
    return true;
}

/* CUDA's square roots are correctly rounded; OpenCL's need not be. */
static bool is_root(const struct viewer *v, const char *name) {
    bool is_rounded = strncmp(name, "__fsqrt_r", 9) == 0 || strncmp(name, "__dsqrt_r", 9) == 0;
    return v->language == LANGUAGE_CUDA && (is_rounded || is_called(name, "sqrt"));
}

/* Of a constant that is a square. */
static bool take_root(struct viewer *v, struct dyadic *d) {
    if (d->low != d->high || d->low < 0)
        return false;
    int64_t square = d->scale % 2 ? 2 * d->low : d->low, root = 0;
    for (int64_t bit = INT64_C(1) << (DOUBLE_BITS / 2 + 1); bit > 0; bit /= 2)
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    d->scale = (d->scale + 1) / 2;
    d->low = d->high = root;
    d->n = term_const(v->terms, 64, (uint64_t)root);
    return root * root == square;
}

static bool view_application(struct viewer *v, term_ref t, uint8_t width_bits, int depth, struct dyadic *out) {
    const char *name = function_name(v->terms, (uint32_t)term_get(v->terms, t)->value);
    term_ref first = term_child(v->terms, t, 0);
    if (strcmp(name, "sitofp") == 0 || strcmp(name, "uitofp") == 0)
        return view_integer(v, first, name[0] == 's', out);
    if (strcmp(name, "fadd") == 0 || strcmp(name, "fsub") == 0)
        return view_sum(v, t, width_bits, depth, name[1] == 's', out);
    if (strcmp(name, "fmul") == 0 || strcmp(name, "fdiv") == 0)
        return view_product(v, t, width_bits, depth, name[1] == 'd', out);
    if (strcmp(name, "fpext") == 0 || strcmp(name, "fptrunc") == 0) {
        uint8_t from = term_width(v->terms, first);
        return (from == 32 || from == 64) && view(v, first, from, depth, out);
    }
    if (is_root(v, name))
        return view(v, first, width_bits, depth, out) && take_root(v, out);
    bool is_up = is_called(name, "ceil");
    if (!is_up && !is_called(name, "floor"))
        return false;
    if (!view(v, first, width_bits, depth, out))
        return false;
    int64_t rest = (INT64_C(1) << out->scale) - 1;
    if (is_up && rest > 0) {
        out->n = term_add(v->terms, out->n, term_const(v->terms, 64, (uint64_t)rest), TERM_NSW);
        out->low += rest;
        out->high += rest;
    }
    round_down(v, out);
    return true;
}

/* Every intermediate result fits its format, so that no operation rounds. */
static bool view(struct viewer *v, term_ref t, uint8_t width_bits, int depth, struct dyadic *out) {
    uint64_t bits;
    if (depth == 0 || (width_bits != 32 && width_bits != 64))
        return false;
    if (term_is_const(v->terms, t, &bits))
        return view_constant(v, bits, width_bits, out);
    return term_get(v->terms, t)->op == TERM_APPLY && view_application(v, t, width_bits, depth - 1, out) && fits(out, width_bits);
}

static term_ref to_integer(struct viewer *v, struct dyadic *d, uint8_t width_bits, bool is_signed) {
    int64_t most = width_bits >= 63 ? INT64_MAX : (INT64_C(1) << (is_signed ? width_bits - 1 : width_bits)) - 1;
    if ((is_signed ? d->low >> d->scale < -most : d->low < 0) || d->high >> d->scale > most)
        return TERM_NONE;
    term_ref n = d->n;
    if (d->scale > 0) /* towards zero: the bits that are cut off carry into a negative number */
        n = d->low >= 0 ? shifted(v, n, d->scale) : term_binary(v->terms, TERM_SDIV, n, term_const(v->terms, 64, UINT64_C(1) << d->scale));
    return term_trunc(v->terms, n, width_bits);
}

/* Predicates as LLVM numbers them: 1 eq, 2 gt, 4 lt, 8 unordered; exact values are never unordered. */
static term_ref compare(struct viewer *v, struct dyadic *a, struct dyadic *b, uint64_t predicate) {
    struct term_table *t = v->terms;
    switch (predicate & 7) {
    case 1: return term_eq(t, a->n, b->n);
    case 2: return term_binary(t, TERM_SLT, b->n, a->n);
    case 3: return term_binary(t, TERM_SLE, b->n, a->n);
    case 4: return term_binary(t, TERM_SLT, a->n, b->n);
    case 5: return term_binary(t, TERM_SLE, a->n, b->n);
    case 6: return term_ne(t, a->n, b->n);
    default: return predicate & 7 ? term_true(t) : term_false(t);
    }
}

term_ref dyadic_operation(struct term_table *terms, const struct kernel *kernel, const struct inst *inst, const term_ref *operands) {
    struct viewer v = {terms, kernel->language};
    struct dyadic a, b;
    bool is_conversion = inst->op == INST_FPTOSI || inst->op == INST_FPTOUI;
    if (!is_conversion && inst->op != INST_FCMP)
        return TERM_NONE;
    struct type type = kernel_inst(kernel, kernel_operand(kernel, inst, 0))->type;
    if (type.kind != TYPE_FLOAT || type.lanes != 1 || !view(&v, operands[0], type.width_bits, DEPTH_MAX, &a))
        return TERM_NONE;
    if (is_conversion)
        return inst->type.width_bits > 1 ? to_integer(&v, &a, inst->type.width_bits, inst->op == INST_FPTOSI) : TERM_NONE;
    if (!view(&v, operands[1], type.width_bits, DEPTH_MAX, &b) || !align(&v, &a, &b))
        return TERM_NONE;
    return compare(&v, &a, &b, inst->imm);
}
