/* Built-in functions of OpenCL C that only compute: of integers, of floating-point numbers,
 * comparisons, conversions, and those that mix the lanes of vectors.
 *
 * Mathematical functions become calls by their OpenCL name, one for each lane; which of them the
 * simulator knows, and which to the last bit, stands in simulate/math.def. */
#include <string.h>

#include "llvm/decode_lanes.h"
#include "llvm/decode_opencl.h"

/* The operands of one lane; is_signed: the first is a signed integer. */
struct lane {
    struct decoder *d;
    const value_ref *a;
    bool is_signed, is_vector;
    struct type result;
};

typedef value_ref (*lane_emitter)(const struct lane *l);

static struct type type_of(const struct lane *l, uint32_t n) {
    return emit_type_of(l->d, l->a[n]);
}

static bool is_float(struct type type) {
    return type.kind == TYPE_FLOAT;
}

static value_ref number(const struct lane *l, uint64_t bits) {
    return emit_constant(l->d, type_of(l, 0), bits);
}

static value_ref both(const struct lane *l, enum inst_op op, value_ref a, value_ref b) {
    return emit2(l->d, op, emit_type_of(l->d, a), a, b);
}

static value_ref choose(const struct lane *l, value_ref condition, value_ref yes, value_ref no) {
    return emit3(l->d, INST_SELECT, emit_type_of(l->d, yes), condition, yes, no);
}

static value_ref less(const struct lane *l, value_ref a, value_ref b) {
    struct decoder *d = l->d;
    enum { ORDERED_LESS = 4 };
    return is_float(emit_type_of(d, a)) ? emit(d, INST_FCMP, type_i1, ORDERED_LESS, (value_ref[]){a, b}, 2)
                                        : emit2(d, l->is_signed ? INST_SLT : INST_ULT, type_i1, a, b);
}

static value_ref smaller(const struct lane *l, value_ref a, value_ref b) {
    return choose(l, less(l, b, a), b, a);
}

static value_ref larger(const struct lane *l, value_ref a, value_ref b) {
    return choose(l, less(l, a, b), b, a);
}

static value_ref lane_min(const struct lane *l) {
    return smaller(l, l->a[0], l->a[1]);
}

static value_ref lane_max(const struct lane *l) {
    return larger(l, l->a[0], l->a[1]);
}

static value_ref lane_clamp(const struct lane *l) {
    return smaller(l, larger(l, l->a[0], l->a[1]), l->a[2]);
}

static value_ref lane_abs(const struct lane *l) {
    value_ref negated = both(l, INST_SUB, number(l, 0), l->a[0]);
    return l->is_signed ? choose(l, less(l, l->a[0], number(l, 0)), negated, l->a[0]) : l->a[0];
}

static value_ref lane_abs_diff(const struct lane *l) {
    return choose(l, less(l, l->a[0], l->a[1]), both(l, INST_SUB, l->a[1], l->a[0]), both(l, INST_SUB, l->a[0], l->a[1]));
}

static value_ref intrinsic(const struct lane *l, const char *name, const value_ref *operands) {
    uint32_t count;
    return lane_function_of(name, &count)(l->d, operands);
}

static value_ref lane_add_sat(const struct lane *l) {
    return intrinsic(l, l->is_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", l->a);
}

static value_ref lane_sub_sat(const struct lane *l) {
    return intrinsic(l, l->is_signed ? "llvm.ssub.sat" : "llvm.usub.sat", l->a);
}

static value_ref half_of(const struct lane *l, value_ref a) {
    return both(l, l->is_signed ? INST_ASHR : INST_LSHR, a, number(l, 1));
}

static value_ref lane_hadd(const struct lane *l) {
    return both(l, INST_ADD, both(l, INST_AND, l->a[0], l->a[1]), half_of(l, both(l, INST_XOR, l->a[0], l->a[1])));
}

static value_ref lane_rhadd(const struct lane *l) {
    return both(l, INST_SUB, both(l, INST_OR, l->a[0], l->a[1]), half_of(l, both(l, INST_XOR, l->a[0], l->a[1])));
}

static value_ref high_product(const struct lane *l) {
    struct type type = type_of(l, 0);
    if (type.width_bits >= 32) {
        return both(l, l->is_signed ? INST_MULHI_S : INST_MULHI_U, l->a[0], l->a[1]);
    }
    uint8_t width = type.width_bits;
    value_ref wide[2];
    for (uint32_t i = 0; i < 2; i++) {
        wide[i] = emit_resize(l->d, l->a[i], 32, l->is_signed);
    }
    value_ref product = emit2(l->d, INST_MUL, type_i32, wide[0], wide[1]);
    return emit_resize(l->d, emit2(l->d, INST_LSHR, type_i32, product, emit_constant(l->d, type_i32, width)), width, false);
}

static value_ref lane_mul_hi(const struct lane *l) {
    return high_product(l);
}

static value_ref lane_mad_hi(const struct lane *l) {
    return both(l, INST_ADD, high_product(l), l->a[2]);
}

/* Saturating at the ends of the type is not computed where the product may overflow. */
static value_ref lane_mad_sat(const struct lane *l) {
    struct inst inst = {.op = INST_CALL, .type = l->result, .name = "mad_sat"};
    return emit_full(l->d, inst, l->a, 3);
}

/* What CUDA's __mul24 is: factors have 24 bits. */
static value_ref product_24(const struct lane *l) {
    value_ref factors[2];
    for (uint32_t i = 0; i < 2; i++) {
        factors[i] = l->is_signed ? both(l, INST_ASHR, both(l, INST_SHL, l->a[i], number(l, 8)), number(l, 8))
                                  : both(l, INST_AND, l->a[i], number(l, 0xffffff));
    }
    return both(l, INST_MUL, factors[0], factors[1]);
}

static value_ref lane_mul24(const struct lane *l) {
    return product_24(l);
}

static value_ref lane_mad24(const struct lane *l) {
    return both(l, INST_ADD, product_24(l), l->a[2]);
}

static value_ref lane_rotate(const struct lane *l) {
    return intrinsic(l, "llvm.fshl", (value_ref[]){l->a[0], l->a[0], l->a[1]});
}

static value_ref lane_popcount(const struct lane *l) {
    return intrinsic(l, "llvm.ctpop", l->a);
}

static value_ref lane_clz(const struct lane *l) {
    return emit1(l->d, INST_CTLZ, type_of(l, 0), l->a[0]);
}

static value_ref lane_ctz(const struct lane *l) {
    return emit1(l->d, INST_CTTZ, type_of(l, 0), l->a[0]);
}

static value_ref lane_upsample(const struct lane *l) {
    uint8_t width = l->result.width_bits;
    value_ref high = emit_resize(l->d, l->a[0], width, false), low = emit_resize(l->d, l->a[1], width, false);
    high = emit2(l->d, INST_SHL, l->result, high, emit_constant(l->d, l->result, width / 2u));
    return emit2(l->d, INST_OR, l->result, high, low);
}

static value_ref as_bits(const struct lane *l, value_ref value) {
    struct type type = emit_type_of(l->d, value), bits = {.kind = TYPE_INT, .width_bits = type.width_bits, .lanes = 1};
    return is_float(type) ? emit1(l->d, INST_BITCAST, bits, value) : value;
}

static value_ref lane_bitselect(const struct lane *l) {
    struct type type = type_of(l, 0), bits = {.kind = TYPE_INT, .width_bits = type.width_bits, .lanes = 1};
    value_ref mask = as_bits(l, l->a[2]), inverse = emit2(l->d, INST_XOR, bits, mask, emit_constant(l->d, bits, UINT64_MAX));
    value_ref result =
        emit2(l->d, INST_OR, bits, emit2(l->d, INST_AND, bits, as_bits(l, l->a[0]), inverse), emit2(l->d, INST_AND, bits, as_bits(l, l->a[1]), mask));
    return is_float(type) ? emit1(l->d, INST_BITCAST, type, result) : result;
}

/* ---- comparisons ---- */

/* 1 for scalars, all bits for lanes of vectors. */
static value_ref truth(const struct lane *l, value_ref condition) {
    return emit_resize(l->d, condition, l->result.width_bits, l->is_vector);
}

static value_ref compared(const struct lane *l, uint64_t predicate) {
    return truth(l, emit(l->d, INST_FCMP, type_i1, predicate, (value_ref[]){l->a[0], l->a[1]}, 2));
}

static value_ref lane_isequal(const struct lane *l) {
    return compared(l, 1);
}

static value_ref lane_isnotequal(const struct lane *l) {
    return compared(l, 14);
}

static value_ref lane_isgreater(const struct lane *l) {
    return compared(l, 2);
}

static value_ref lane_isgreaterequal(const struct lane *l) {
    return compared(l, 3);
}

static value_ref lane_isless(const struct lane *l) {
    return compared(l, 4);
}

static value_ref lane_islessequal(const struct lane *l) {
    return compared(l, 5);
}

static value_ref lane_islessgreater(const struct lane *l) {
    return compared(l, 6);
}

static value_ref lane_isordered(const struct lane *l) {
    return compared(l, 7);
}

static value_ref lane_isunordered(const struct lane *l) {
    return compared(l, 8);
}

static value_ref lane_isnan(const struct lane *l) {
    return truth(l, emit(l->d, INST_FCMP, type_i1, 8, (value_ref[]){l->a[0], l->a[0]}, 2));
}

static value_ref lane_signbit(const struct lane *l) {
    value_ref bits = as_bits(l, l->a[0]);
    return truth(l, emit2(l->d, INST_SLT, type_i1, bits, emit_constant(l->d, emit_type_of(l->d, bits), 0)));
}

/* ---- floating point ---- */

static value_ref called(const struct lane *l, const char *name, uint32_t count) {
    return emit_full(l->d, (struct inst){.op = INST_CALL, .type = l->result, .name = name}, l->a, count);
}

static value_ref real(const struct lane *l, double value) {
    float narrow = (float)value;
    uint64_t wide;
    uint32_t bits;
    memcpy(&wide, &value, sizeof wide);
    memcpy(&bits, &narrow, sizeof bits);
    uint8_t width = type_of(l, 0).width_bits;
    return width == 64 ? number(l, wide) : width == 32 ? number(l, bits) : number(l, value == 0 ? 0 : 0x3c00);
}

/* Not to the last bit: the device may fuse. */
static value_ref lane_mad(const struct lane *l) {
    return called(l, "mad", 3);
}

static value_ref lane_mix(const struct lane *l) {
    return called(l, "mix", 3);
}

static value_ref lane_step(const struct lane *l) {
    return choose(l, less(l, l->a[1], l->a[0]), real(l, 0), real(l, 1));
}

static const struct {
    const char *name;
    uint32_t count;
    lane_emitter emit;
} lane_functions[] = {
    {"min", 2, lane_min},
    {"max", 2, lane_max},
    {"clamp", 3, lane_clamp},
    {"abs", 1, lane_abs},
    {"abs_diff", 2, lane_abs_diff},
    {"add_sat", 2, lane_add_sat},
    {"sub_sat", 2, lane_sub_sat},
    {"hadd", 2, lane_hadd},
    {"rhadd", 2, lane_rhadd},
    {"mul_hi", 2, lane_mul_hi},
    {"mad_hi", 3, lane_mad_hi},
    {"mad_sat", 3, lane_mad_sat},
    {"mul24", 2, lane_mul24},
    {"mad24", 3, lane_mad24},
    {"rotate", 2, lane_rotate},
    {"popcount", 1, lane_popcount},
    {"clz", 1, lane_clz},
    {"ctz", 1, lane_ctz},
    {"upsample", 2, lane_upsample},
    {"bitselect", 3, lane_bitselect},
    {"isequal", 2, lane_isequal},
    {"isnotequal", 2, lane_isnotequal},
    {"isgreater", 2, lane_isgreater},
    {"isgreaterequal", 2, lane_isgreaterequal},
    {"isless", 2, lane_isless},
    {"islessequal", 2, lane_islessequal},
    {"islessgreater", 2, lane_islessgreater},
    {"isordered", 2, lane_isordered},
    {"isunordered", 2, lane_isunordered},
    {"isnan", 1, lane_isnan},
    {"signbit", 1, lane_signbit},
    {"mad", 3, lane_mad},
    {"mix", 3, lane_mix},
    {"step", 2, lane_step},
};

/* Mathematical functions of lanes, besides the fast forms native_* and half_*. */
static const char *const mathematics[] = {
    "acos",       "acosh",    "acospi",  "asin",      "asinh", "asinpi",  "atan",  "atan2",  "atanh",  "atanpi",   "atan2pi",   "cbrt",
    "ceil",       "copysign", "cos",     "cosh",      "cospi", "degrees", "erf",   "erfc",   "exp",    "exp10",    "exp2",      "expm1",
    "fabs",       "fdim",     "floor",   "fma",       "fmax",  "fmin",    "fmod",  "hypot",  "ilogb",  "isfinite", "isinf",     "isnormal",
    "ldexp",      "lgamma",   "log",     "log10",     "log1p", "log2",    "logb",  "maxmag", "minmag", "nan",      "nextafter", "pow",
    "pown",       "powr",     "radians", "remainder", "rint",  "rootn",   "round", "rsqrt",  "sign",   "sin",      "sinh",      "sinpi",
    "smoothstep", "sqrt",     "tan",     "tanh",      "tanpi", "tgamma",  "trunc"};

static bool is_mathematics(const char *name) {
    bool found = strncmp(name, "native_", 7) == 0 || strncmp(name, "half_", 5) == 0;
    for (size_t i = 0; i < sizeof mathematics / sizeof *mathematics && !found; i++) {
        found = strcmp(name, mathematics[i]) == 0;
    }
    return found;
}

static int find_lane_function(const char *name, unsigned count) {
    for (size_t i = 0; i < sizeof lane_functions / sizeof *lane_functions; i++) {
        if (strcmp(lane_functions[i].name, name) == 0 && lane_functions[i].count == count) {
            return (int)i;
        }
    }
    return -1;
}

bool builtin_of_lanes(struct decoder *d, const struct builtin_call *b) {
    enum { OPERANDS = 3 };
    unsigned count = LLVMGetNumArgOperands(b->call);
    int found = find_lane_function(b->name, count);
    if ((found < 0 && !is_mathematics(b->name)) || count == 0 || count > OPERANDS || !call_has_result(b->call)) {
        return false;
    }
    LLVMTypeRef type = LLVMTypeOf(b->call);
    struct lane l = {.d = d,
                     .is_signed = builtin_is_signed(b->types, 0),
                     .is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind,
                     .result = type_lane(d->module, type)};
    uint32_t lanes = type_leaf_count(d->module, type);
    struct span spans[OPERANDS];
    value_ref operands[OPERANDS], results[16];
    for (unsigned i = 0; i < count; i++) {
        spans[i] = span_of(d, LLVMGetOperand(b->call, i));
        if (lanes > 16 || (spans[i].count != lanes && spans[i].count != 1)) {
            return false;
        }
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        for (unsigned i = 0; i < count; i++) {
            operands[i] = span_at(d, spans[i], spans[i].count == 1 ? 0 : lane);
        }
        l.a = operands;
        results[lane] = found >= 0 ? lane_functions[found].emit(&l) : called(&l, b->name, count);
    }
    uint32_t first = span_begin(d);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        span_push(d, results[lane]);
    }
    span_define(d, b->call, first);
    return true;
}

/* ---- conversions ---- */

/* "convert_uint4_sat_rte" */
struct conversion {
    bool to_signed, from_signed, saturates, is_plain; /* is_plain: with the rounding that is the default */
    struct type to;
};

static value_ref clamped(struct decoder *d, value_ref value, const struct conversion *c) {
    struct type from = emit_type_of(d, value);
    uint8_t width = c->to.width_bits;
    uint64_t most = c->to_signed ? (UINT64_C(1) << (width - 1)) - 1 : width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    uint64_t least = c->to_signed ? ~most : 0;
    bool fits_above = from.width_bits + !c->from_signed <= width + !c->to_signed + (c->from_signed && !c->to_signed ? 1 : 0);
    if (c->from_signed && (!c->to_signed || from.width_bits > width)) {
        value_ref low = emit_constant(d, from, least);
        value = emit3(d, INST_SELECT, from, emit2(d, INST_SLT, type_i1, value, low), low, value);
    }
    if (!fits_above) {
        value_ref high = emit_constant(d, from, most);
        value = emit3(d, INST_SELECT, from, emit2(d, c->from_signed ? INST_SLT : INST_ULT, type_i1, high, value), high, value);
    }
    return value;
}

static value_ref unknown_conversion(struct decoder *d, const struct builtin_call *b, value_ref value, const struct conversion *c) {
    return emit_full(d, (struct inst){.op = INST_CALL, .type = c->to, .name = b->name}, &value, 1);
}

static value_ref converted(struct decoder *d, const struct builtin_call *b, value_ref value, const struct conversion *c) {
    struct type from = emit_type_of(d, value);
    if (!is_float(from) && !is_float(c->to)) {
        return emit_resize(d, c->saturates ? clamped(d, value, c) : value, c->to.width_bits, c->from_signed);
    }
    if (!c->is_plain || (is_float(from) && c->saturates)) {
        return unknown_conversion(d, b, value, c);
    }
    if (is_float(from) && is_float(c->to)) {
        return from.width_bits == c->to.width_bits ? value : emit1(d, from.width_bits > c->to.width_bits ? INST_FPTRUNC : INST_FPEXT, c->to, value);
    }
    enum inst_op op = is_float(from) ? (c->to_signed ? INST_FPTOSI : INST_FPTOUI) : c->from_signed ? INST_SITOFP : INST_UITOFP;
    return emit1(d, op, c->to, value);
}

void builtin_convert(struct decoder *d, const struct builtin_call *b) {
    const char *to = b->name + strlen("convert_");
    LLVMTypeRef type = LLVMTypeOf(b->call);
    struct span source = span_of(d, LLVMGetOperand(b->call, 0));
    struct conversion c = {.to = type_lane(d->module, type), .to_signed = to[0] != 'u', .from_signed = builtin_is_signed(b->types, 0)};
    c.saturates = strstr(to, "_sat") != NULL;
    bool to_integer = !is_float(c.to);
    c.is_plain = !strstr(to, "_rt") || strstr(to, to_integer ? "_rtz" : "_rte");
    VEC(value_ref) results = {0};
    for (uint32_t i = 0; i < source.count; i++) {
        vec_push(&results, converted(d, b, span_at(d, source, i), &c));
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < results.size; i++) {
        span_push(d, results.data[i]);
    }
    vec_release(&results);
    span_define(d, b->call, first);
}

/* ---- lanes mixed ---- */

/* shuffle(x, mask), shuffle2(x, y, mask): low bits of the mask choose. imm: how many vectors. */
void builtin_shuffle(struct decoder *d, const struct builtin_call *b) {
    struct span x = span_of(d, LLVMGetOperand(b->call, 0)), mask = span_of(d, LLVMGetOperand(b->call, (unsigned)b->imm));
    struct span y = b->imm == 2 ? span_of(d, LLVMGetOperand(b->call, 1)) : (struct span){0, 0};
    uint32_t count = x.count + y.count;
    value_ref results[16];
    for (uint32_t i = 0; i < mask.count && i < 16; i++) {
        value_ref at = span_at(d, mask, i), chosen = span_at(d, x, 0);
        struct type index = emit_type_of(d, at), type = emit_type_of(d, chosen);
        at = emit2(d, INST_AND, index, at, emit_constant(d, index, count - 1));
        for (uint32_t n = 1; n < count; n++) {
            value_ref is_it = emit2(d, INST_EQ, type_i1, at, emit_constant(d, index, n));
            chosen = emit3(d, INST_SELECT, type, is_it, n < x.count ? span_at(d, x, n) : span_at(d, y, n - x.count), chosen);
        }
        results[i] = chosen;
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < mask.count && i < 16; i++) {
        span_push(d, results[i]);
    }
    span_define(d, b->call, first);
}

static value_ref has_sign(struct decoder *d, value_ref value) {
    return emit2(d, INST_SLT, type_i1, value, emit_constant(d, emit_type_of(d, value), 0));
}

/* any, all: the most significant bits of the lanes. */
void builtin_test_lanes(struct decoder *d, const struct builtin_call *b) {
    struct span source = span_of(d, LLVMGetOperand(b->call, 0));
    value_ref result = has_sign(d, span_at(d, source, 0));
    for (uint32_t i = 1; i < source.count; i++) {
        result = emit2(d, (enum inst_op)b->imm, type_i1, result, has_sign(d, span_at(d, source, i)));
    }
    span_define_scalar(d, b->call, emit_resize(d, result, type_lane(d->module, LLVMTypeOf(b->call)).width_bits, false));
}

/* select(a, b, c): scalars by c's value, lanes of vectors by its most significant bit. */
void builtin_choose(struct decoder *d, const struct builtin_call *b) {
    struct span no = span_of(d, LLVMGetOperand(b->call, 0)), yes = span_of(d, LLVMGetOperand(b->call, 1));
    struct span c = span_of(d, LLVMGetOperand(b->call, 2));
    value_ref results[16];
    for (uint32_t i = 0; i < no.count && i < 16; i++) {
        value_ref given = span_at(d, c, c.count == 1 ? 0 : i), zero = emit_constant(d, emit_type_of(d, given), 0);
        value_ref is_set = no.count == 1 ? emit2(d, INST_NE, type_i1, given, zero) : has_sign(d, given);
        results[i] = emit3(d, INST_SELECT, emit_type_of(d, span_at(d, no, i)), is_set, span_at(d, yes, i), span_at(d, no, i));
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < no.count && i < 16; i++) {
        span_push(d, results[i]);
    }
    span_define(d, b->call, first);
}

/* A function of all lanes, by its name, for each lane of the result; its value is not computed. */
void builtin_of_all_lanes(struct decoder *d, const struct builtin_call *b) {
    enum { OPERANDS = 32 };
    value_ref operands[OPERANDS], results[16];
    uint32_t n = 0, count = type_leaf_count(d->module, LLVMTypeOf(b->call));
    struct type type = type_lane(d->module, LLVMTypeOf(b->call));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(b->call); i++) {
        struct span span = span_of(d, LLVMGetOperand(b->call, i));
        for (uint32_t lane = 0; lane < span.count && n < OPERANDS; lane++) {
            operands[n++] = span_at(d, span, lane);
        }
    }
    for (uint32_t i = 0; i < count && i < 16; i++) {
        struct inst inst = {.op = INST_CALL, .type = type, .name = count > 1 ? arena_printf(d->arena, "%s, lane %u", b->name, i) : b->name};
        results[i] = emit_full(d, inst, operands, n);
    }
    uint32_t first = span_begin(d);
    for (uint32_t i = 0; i < count && i < 16; i++) {
        span_push(d, results[i]);
    }
    span_define(d, b->call, first);
}
