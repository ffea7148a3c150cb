/* Whole numbers for SSA values of host code (host/host_code.h). A value has two readings, as a signed and as an unsigned number; an
 * operation is followed in a reading in which it does not wrap: its flags (nsw, nuw) say so, or the bounds of its operands do. A
 * signed overflow of host code has no meaning in C++. An unsigned sum that may wrap is a remainder of 2^32, if that fits. Whatever
 * else there is becomes a symbol that has the bounds of its type. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"
#include "llvm/unset.h"

enum { DEEPEST = 64, STEPS_MOST = 20000 }; /* a value is read again wherever it is used */

static const struct host_value *read_value(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth);

static unsigned width_of(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(value)) : 0;
}

static int64_t least_of(unsigned width, bool is_signed) {
    return !is_signed ? 0 : width >= 64 ? INT64_MIN : -((int64_t)1 << (width - 1));
}

/* Unsigned numbers of 64 bits are not all within reach: see `symbol`. */
static int64_t most_of(unsigned width, bool is_signed) {
    return is_signed ? (width >= 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1) : width >= 63 ? INT64_MAX : ((int64_t)1 << width) - 1;
}

/* ---- places and descriptions ---- */

/* A toolkit's templates around its own functions are no place of the program's. */
static bool is_in_runtime(struct host_reader *r, LLVMMetadataRef location) {
    static const char header[] = "cuda_runtime.h";
    const char *file = location_file(r->arena, LLVMDILocationGetScope(location)), *slash = file ? strrchr(file, '/') : NULL;
    return file && strcmp(slash ? slash + 1 : file, header) == 0;
}

/* The innermost place of the program that has a line; instructions of functions without debug information have their call's. */
const char *host_place(struct host_reader *r, LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    while (location && (LLVMDILocationGetLine(location) == 0 || (LLVMDILocationGetInlinedAt(location) && is_in_runtime(r, location))))
        location = LLVMDILocationGetInlinedAt(location);
    return location ? arena_printf(r->arena, "%s:%u", location_file(r->arena, LLVMDILocationGetScope(location)), LLVMDILocationGetLine(location))
                    : NULL;
}

const char *host_describe(struct host_reader *r, LLVMValueRef value) {
    const char *what = "a value that is computed in a way that is not followed", *place = LLVMIsAInstruction(value) ? host_place(r, value) : NULL;
    if (LLVMIsAArgument(value)) {
        const char *function = LLVMGetValueName2(LLVMGetParamParent(value), &(size_t){0}), *name = LLVMGetValueName2(value, &(size_t){0});
        return arena_printf(r->arena, "the parameter %s of %s", name, name_demangle(r->arena, function));
    }
    if (LLVMIsACallInst(value) || LLVMIsAInvokeInst(value)) {
        LLVMValueRef callee = LLVMGetCalledValue(value);
        if (unset_is(value))
            return "a variable that may have no value yet, or fewer bytes than are read of it";
        if (strcmp(host_callee_name(value), "__wp_host_pitch") == 0)
            what = "the pitch of an allocation of rows";
        else
            what = LLVMIsAFunction(callee)
                       ? arena_printf(r->arena, "the result of %s", name_demangle(r->arena, LLVMGetValueName2(callee, &(size_t){0})))
                       : "the result of a call that is not known";
    } else if (LLVMIsALoadInst(value)) {
        LLVMValueRef from = LLVMGetOperand(value, 0);
        what = LLVMIsAGlobalVariable(from) ? arena_printf(r->arena, "the variable %s", name_demangle(r->arena, LLVMGetValueName2(from, &(size_t){0})))
               : host_is_read_in(r, value) ? "a number that the program reads in"
                                           : host_describe_member(r, value);
        what = what ? what : "a value read from memory";
    } else if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value)) {
        what = host_is_read_in(r, value) ? "a number that the program reads in" : "a value that depends on the path";
    } else if (host_counts_elements(value)) {
        what = "how many elements a vector has";
    } else if (!LLVMIsAInstruction(value)) {
        return "a constant that is not known";
    }
    return place ? arena_printf(r->arena, "%s (%s)", what, place) : what;
}

/* ---- symbols ---- */

/* A round adds a constant. */
static bool is_counter(LLVMValueRef value) {
    bool is = false;
    for (unsigned i = 0; LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++) {
        LLVMValueRef next = LLVMGetIncomingValue(value, i);
        is |= LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetOperand(next, 0) == value &&
              LLVMIsAConstantInt(LLVMGetOperand(next, 1));
    }
    return is;
}

/* C says so of a random number. */
static bool is_natural(const struct host_reader *r, LLVMValueRef value) {
    static const char *const calls[] = {"rand", "rand_r", "random", "lrand48"};
    const char *name = host_callee_name(value);
    bool is = false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        is |= strcmp(name, calls[i]) == 0;
    return is && host_is_library_of(r, name);
}

/* Characters that C reads, and how much was read. */
static bool is_small(const struct host_reader *r, LLVMValueRef value, int64_t *least, int64_t *most) {
    static const char *const characters[] = {"getchar", "getc", "fgetc", "getc_unlocked", "getchar_unlocked"};
    const char *name = host_callee_name(value);
    bool is = false;
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
        is |= strcmp(name, characters[i]) == 0;
    if ((!is && !host_is_reader(r, value)) || !host_is_library_of(r, name) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return false;
    *least = strcmp(name, "fread") == 0 ? 0 : -1;
    *most = 255;
    if (is)
        return true;
    LLVMValueRef limit = strstr(name, "scanf") ? NULL : LLVMGetOperand(value, 2); /* of fread and read */
    if (limit && !LLVMIsAConstantInt(limit))
        return false;
    *most = limit ? LLVMConstIntGetSExtValue(limit) : (int64_t)LLVMGetNumArgOperands(value);
    return true;
}

/* Whether the value is put together of bits, or taken apart: `dim3` travels in 64 bits. */
static bool is_packed(LLVMValueRef value) {
    LLVMOpcode own = LLVMIsAInstruction(value) && !host_counts_elements(value) ? LLVMGetInstructionOpcode(value) : LLVMAdd;
    bool is_found = own == LLVMOr || own == LLVMAnd || own == LLVMXor || own == LLVMLShr || own == LLVMAShr || own == LLVMShl;
    is_found |= LLVMIsAArgument(value) && strstr(LLVMGetValueName2(value, &(size_t){0}), "coerce");
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && !is_found; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMOpcode op = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMAdd;
        is_found = (op == LLVMLShr || op == LLVMAShr) && LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
                   LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1)) >= 32;
    }
    return is_found;
}

static bool is_negative_constant(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && width_of(value) <= 64 && LLVMConstIntGetSExtValue(value) < 0;
}

/* Whether it is a difference, or made of one so that it is negative where that is: nobody means it not to be. */
static bool is_difference(LLVMValueRef value, int depth) {
    LLVMOpcode op = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    bool is_bounded = false, is_found = false;
    unsigned first = op == LLVMSelect, count = LLVMIsAInstruction(value) ? (unsigned)LLVMGetNumOperands(value) : 0;
    if (op == LLVMSub) /* how many elements a vector has is a number like others */
        return !LLVMIsAPtrToIntInst(LLVMGetOperand(value, 0)) || !LLVMIsAPtrToIntInst(LLVMGetOperand(value, 1));
    if (op == LLVMCall) {
        LLVMValueRef callee = LLVMGetCalledValue(value);
        const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
        bool is_extreme = strncmp(name, "llvm.smin.", 10) == 0 || strncmp(name, "llvm.smax.", 10) == 0;
        is_bounded =
            strncmp(name, "llvm.smax.", 10) == 0 && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && !is_negative_constant(LLVMGetOperand(value, 1));
        count = is_extreme ? 2 : 0;
    } else if (op == LLVMAnd) {
        is_bounded = LLVMIsAConstantInt(LLVMGetOperand(value, 1)) && !is_negative_constant(LLVMGetOperand(value, 1));
    } else if (op == LLVMSRem || op == LLVMAShr || op == LLVMShl) {
        count = 1;
    } else if (op != LLVMAdd && op != LLVMMul && op != LLVMSDiv && op != LLVMSExt && op != LLVMTrunc && op != LLVMSelect && op != LLVMPHI &&
               op != LLVMOr && op != LLVMFreeze) {
        return false;
    }
    bool by_constant = op == LLVMAdd || op == LLVMMul || op == LLVMSDiv;
    for (unsigned i = first; i < count && depth < 6 && !is_bounded; i++) {
        LLVMValueRef operand = LLVMGetOperand(value, i);
        is_found |= LLVMIsAConstantInt(operand) ? by_constant && is_negative_constant(operand) : is_difference(operand, depth + 1);
    }
    return is_found;
}

static bool has_packed(const struct host_reader *r, const struct host_value *v) {
    if (!v)
        return false;
    return v->op == HOST_SYMBOL ? r->code->symbols.data[v->symbol].is_packed : has_packed(r, v->a) || has_packed(r, v->b);
}

/* A sum or product that is claimed not to wrap; NULL: it is not to be claimed. */
static const struct host_value *claimed(struct host_scope *s, enum host_op op, const struct host_value *a, const struct host_value *b, int64_t most) {
    return s->claims && !has_packed(s->r, a) && !has_packed(s->r, b) ? host_combine_claimed(s->r->arena, op, a, b, most) : NULL;
}

/* The low `width` bits of the value, in that reading. A reading of the sign bit that is not known is a symbol of its own; so is an
   unsigned number of 64 bits, which is taken only where it lies below 2^63. */
static const struct host_value *symbol(struct host_scope *s, LLVMValueRef value, unsigned width, bool is_signed) {
    struct host_reader *r = s->r;
    value = host_same_text(value);
    const struct host_read_member *member = width == width_of(value) ? host_read_member(r, value) : NULL;
    value = member ? member->load : value;
    uint64_t key = hash_mix(hash_mix((uint64_t)(uintptr_t)value, width), is_signed);
    uint32_t index;
    if (!map_get(&r->symbols, key, &index)) {
        index = r->code->symbols.size;
        vec_push(&r->code->symbols, ((struct host_symbol){.what = host_describe(r, value),
                                                          .is_packed = is_packed(value) || is_difference(value, 0),
                                                          .is_input = host_is_input(r, value),
                                                          .is_counter = is_counter(value),
                                                          .bits = (uint64_t)(uintptr_t)value,
                                                          .text = (uint64_t)(uintptr_t)host_text_reader(value),
                                                          .object = member && is_signed == member->is_signed ? member->object : 0,
                                                          .type = member ? member->type : NULL,
                                                          .member = member ? member->name : NULL}));
        map_set(&r->symbols, key, index);
    }
    int64_t least = width == width_of(value) && is_natural(r, value) ? 0 : least_of(width, is_signed), most = most_of(width, is_signed);
    least = member && is_signed == member->is_signed && member->least > least ? member->least : least;
    int64_t from, to;
    if (width == width_of(value) && (is_small(r, value, &from, &to) || (is_signed && host_joined(value, &from, &to)))) {
        least = from > least ? from : least;
        most = to < most ? to : most;
    }
    for (uint32_t i = 0; i < s->bounds.size; i++) {
        if (s->bounds.data[i].symbol == index) {
            least = s->bounds.data[i].least > least ? s->bounds.data[i].least : least;
            most = s->bounds.data[i].most < most ? s->bounds.data[i].most : most;
        }
    }
    /* A condition of the launch says which number it is; of members facts of types speak; what is computed from others stays related to them. */
    if (least == most && !member && r->code->symbols.data[index].is_input)
        return host_number(r->arena, least);
    return host_symbol_value(r->arena, index, least <= most ? least : least_of(width, is_signed), least <= most ? most : most_of(width, is_signed));
}

/* Nothing in the program tells a number below 0 that it may be. */
static bool has_no_least(const struct host_value *v) {
    return v->least == INT32_MIN || v->least == INT64_MIN;
}

/* A symbol in its signed reading where that is not negative: both readings are the same number. An `int` that is passed as an unsigned
   number is claimed not to be negative. */
static const struct host_value *symbol_of(struct host_scope *s, LLVMValueRef value, unsigned width, bool is_signed) {
    const struct host_read_member *member = is_signed || width != width_of(value) ? NULL : host_read_member(s->r, value);
    if (member && !member->is_signed)
        return symbol(s, value, width, false);
    const struct host_value *both = symbol(s, value, width, true);
    if (is_signed || both->least >= 0)
        return both;
    return s->claims && width == 32 && !has_packed(s->r, both) && has_no_least(both) ? host_claim(s->r->arena, both, 0, both->most)
                                                                                     : symbol(s, value, width, false);
}

/* ---- operations ---- */

static bool fits(const struct host_value *v, unsigned width, bool is_signed) {
    return v && v->least >= least_of(width, is_signed) && v->most <= most_of(width, is_signed);
}

/* An operation in one reading: exact by bounds, or by its flag. */
static const struct host_value *arithmetic(struct host_scope *s, enum host_op op, LLVMValueRef value, bool is_signed, bool flag, int depth) {
    unsigned width = width_of(value);
    const struct host_value *a = read_value(s, LLVMGetOperand(value, 0), is_signed, depth),
                            *b = read_value(s, LLVMGetOperand(value, 1), is_signed, depth);
    const struct host_value *v = host_combine(s->r->arena, op, a, b);
    if (fits(v, width, is_signed))
        return v;
    const int64_t lowest = least_of(width, is_signed), highest = most_of(width, is_signed);
    if (flag && v && v->least <= highest && v->most >= lowest) /* else it always overflows */
        return host_within(s->r->arena, v, lowest, highest);
    return NULL;
}

/* In the reading asked for; else in the other one, if that tells the same number; else, of unsigned sums, a remainder. */
static const struct host_value *sum(struct host_scope *s, enum host_op op, LLVMValueRef value, bool is_signed, int depth) {
    unsigned width = width_of(value);
    bool flags[2] = {LLVMGetNUW(value), LLVMGetNSW(value)};
    const struct host_value *v = arithmetic(s, op, value, is_signed, flags[is_signed], depth);
    if (v)
        return v;
    const struct host_value *other = arithmetic(s, op, value, !is_signed, flags[!is_signed], depth);
    if (fits(other, width, is_signed))
        return other;
    const struct host_value *a = read_value(s, LLVMGetOperand(value, 0), false, depth), *b = read_value(s, LLVMGetOperand(value, 1), false, depth);
    if (width >= 32 && (v = claimed(s, op, a, b, most_of(width, is_signed))))
        return v;
    if (is_signed || width > 32)
        return NULL;
    const struct host_value *whole = host_combine(s->r->arena, op, a, b);
    return whole && whole->least >= 0 ? host_combine(s->r->arena, HOST_REM, whole, host_number(s->r->arena, (int64_t)1 << width)) : NULL;
}

static bool constant_of(LLVMValueRef value, uint64_t *number) {
    if (!LLVMIsAConstantInt(value) || width_of(value) > 64)
        return false;
    *number = LLVMConstIntGetZExtValue(value);
    return true;
}

static const struct host_value *power(struct host_scope *s, uint64_t exponent) {
    return exponent < 62 ? host_number(s->r->arena, (int64_t)1 << exponent) : NULL;
}

/* x << k is a product. `ashr exact (shl x, w - k), w - k - j` is the signed reading of x's low k bits, shifted by j. */
static const struct host_value *shift_left(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth) {
    uint64_t by;
    if (!constant_of(LLVMGetOperand(value, 1), &by))
        return NULL;
    const struct host_value *a = read_value(s, LLVMGetOperand(value, 0), is_signed, depth);
    const struct host_value *v = host_combine(s->r->arena, HOST_MUL, a, power(s, by));
    bool flag = is_signed ? LLVMGetNSW(value) : LLVMGetNUW(value);
    if (fits(v, width_of(value), is_signed))
        return v;
    if (v && flag)
        return host_within(s->r->arena, v, least_of(width_of(value), is_signed), most_of(width_of(value), is_signed));
    a = read_value(s, LLVMGetOperand(value, 0), !is_signed, depth);
    v = host_combine(s->r->arena, HOST_MUL, a, power(s, by));
    if (fits(v, width_of(value), is_signed))
        return v;
    const unsigned kept = width_of(value) - (unsigned)by; /* the bits of a narrower integer: (short)n < 1 is (n << 16) < 65536 */
    bool is_narrowing = kept == 8 || kept == 16 || kept == 32;
    a = s->claims && width_of(value) >= 32 && !is_narrowing ? read_value(s, LLVMGetOperand(value, 0), false, depth) : NULL;
    return claimed(s, HOST_MUL, a, power(s, by), most_of(width_of(value), is_signed));
}

/* A value that an integer of fewer bits is made of is claimed to fit, unless it is a difference. */
static const struct host_value *claim_fits(struct host_scope *s, const struct host_value *v, unsigned width, bool is_signed) {
    int64_t least = least_of(width, is_signed), most = most_of(width, is_signed);
    bool is_sum = v && (v->op == HOST_SYMBOL || v->op == HOST_ADD || v->op == HOST_MUL || v->op == HOST_DIV);
    if (!s->claims || !is_sum || has_packed(s->r, v) || width < 32 || v->least > most || v->most < least || !host_is_ordinary(v, most))
        return NULL;
    return host_claim(s->r->arena, v, least, most);
}

static const struct host_value *low_bits(struct host_scope *s, LLVMValueRef value, unsigned width, bool is_signed, int depth) {
    const struct host_value *v = read_value(s, value, true, depth), *other = read_value(s, value, false, depth);
    if (fits(v, width, is_signed))
        return v;
    if (fits(other, width, is_signed))
        return other;
    v = claim_fits(s, v && v->least >= least_of(width, is_signed) ? v : other ? other : v, width, is_signed);
    return v ? v : symbol_of(s, value, width, is_signed);
}

static const struct host_value *shift_right(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth) {
    LLVMValueRef a = LLVMGetOperand(value, 0);
    bool is_arithmetic = LLVMGetInstructionOpcode(value) == LLVMAShr;
    uint64_t by, left;
    if (!constant_of(LLVMGetOperand(value, 1), &by) || by >= width_of(value))
        return NULL;
    if (is_arithmetic && LLVMIsAInstruction(a) && LLVMGetInstructionOpcode(a) == LLVMShl && constant_of(LLVMGetOperand(a, 1), &left) && left >= by &&
        left < width_of(value)) {
        const struct host_value *low = low_bits(s, LLVMGetOperand(a, 0), width_of(value) - (unsigned)left, true, depth);
        return host_combine(s->r->arena, HOST_MUL, low, power(s, left - by));
    }
    const struct host_value *v = read_value(s, a, is_arithmetic, depth);
    bool is_quotient = v && (v->least >= 0 || (is_arithmetic && LLVMGetExact(value))); /* of a negative number only where no bit is lost */
    const struct host_value *result = is_quotient ? host_combine(s->r->arena, HOST_DIV, v, power(s, by)) : NULL;
    return fits(result, width_of(value), is_signed) ? result : NULL;
}

static const struct host_value *division(struct host_scope *s, enum host_op op, LLVMValueRef value, bool divides_signed, int depth) {
    const struct host_value *a = read_value(s, LLVMGetOperand(value, 0), divides_signed, depth);
    const struct host_value *b = read_value(s, LLVMGetOperand(value, 1), divides_signed, depth);
    const struct host_value *v = host_combine(s->r->arena, op, a, b);
    unsigned width = width_of(value);
    return divides_signed ? host_within(s->r->arena, v, least_of(width, true), most_of(width, true)) : v; /* -2^31 / -1 is undefined in C */
}

static bool is_multiple(const struct host_value *v, int64_t of) {
    return v->op == HOST_MUL && ((v->b->op == HOST_NUMBER && v->b->number % of == 0) || (v->a->op == HOST_NUMBER && v->a->number % of == 0));
}

/* x & (2^k - 2^j) of x >= 0. */
static const struct host_value *mask(struct host_scope *s, LLVMValueRef value, int depth) {
    uint64_t bits;
    unsigned width = width_of(value), low = 0, high;
    if (!constant_of(LLVMGetOperand(value, 1), &bits) || bits == 0)
        return NULL;
    while (!(bits >> low & 1))
        low++;
    for (high = low; high < width && (bits >> high & 1); high++) {
    }
    const struct host_value *v = read_value(s, LLVMGetOperand(value, 0), false, depth);
    if (!v || v->least < 0 || low > 60 || (high < 64 && bits >> high))
        return NULL;
    const struct host_value *natural = high + 1 == width ? read_value(s, LLVMGetOperand(value, 0), true, depth) : NULL;
    if (natural && natural->least >= 0) { /* its sign bit is 0 */
        v = natural;
    } else if (high < width && high < 63) {
        const struct host_value *whole = high >= 32 ? claim_fits(s, v, high, false) : NULL;
        v = whole ? whole : host_combine(s->r->arena, HOST_REM, v, power(s, high));
    }
    if (low == 0 || !v || is_multiple(v, (int64_t)1 << low))
        return v;
    return host_combine(s->r->arena, HOST_MUL, host_combine(s->r->arena, HOST_DIV, v, power(s, low)), power(s, low));
}

static const struct host_value *extreme(struct host_scope *s, LLVMValueRef call, int depth) {
    static const struct {
        const char *name;
        enum host_op op;
        bool is_signed;
    } all[] = {{"llvm.smin.", HOST_MIN, true}, {"llvm.smax.", HOST_MAX, true}, {"llvm.umin.", HOST_MIN, false}, {"llvm.umax.", HOST_MAX, false}};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strncmp(name, all[i].name, strlen(all[i].name)) != 0)
            continue;
        return host_combine(s->r->arena, all[i].op, read_value(s, LLVMGetOperand(call, 0), all[i].is_signed, depth),
                            read_value(s, LLVMGetOperand(call, 1), all[i].is_signed, depth));
    }
    return NULL;
}

/* A counter's bounds: it begins between two numbers, and a step adds something that is not negative, or doubles or halves what is
   not negative. */
static const struct host_value *counter(struct host_scope *s, LLVMValueRef phi, int depth) {
    unsigned width = width_of(phi);
    const struct host_value *v = symbol_of(s, phi, width, true);
    int64_t least = INT64_MAX;
    bool has_factor = false;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(phi, i);
        bool is_step = LLVMIsAInstruction(from) && LLVMGetNumOperands(from) == 2 && LLVMGetOperand(from, 0) == phi &&
                       LLVMIsAConstantInt(LLVMGetOperand(from, 1));
        if (!is_step) {
            uint32_t bounds = s->bounds.size;
            struct map known = s->known;
            s->known = (struct map){0};
            s->bounds.size = 0; /* what holds at the launch holds of the values that are current there, not of earlier rounds' */
            const struct host_value *start = depth < 8 ? read_value(s, from, true, depth) : NULL;
            s->bounds.size = bounds;
            map_release(&s->known);
            s->known = known;
            if (!start || host_has_claim(start))
                return v;
            least = start->least < least ? start->least : least;
            continue;
        }
        LLVMOpcode op = LLVMGetInstructionOpcode(from);
        int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(from, 1));
        bool grows = (op == LLVMAdd && LLVMGetNSW(from) && by >= 0) || ((op == LLVMShl || op == LLVMMul) && LLVMGetNSW(from) && by >= 0);
        bool halves = op == LLVMLShr || op == LLVMAShr || (op == LLVMSDiv && by > 0);
        if (!grows && !halves)
            return v;
        has_factor |= op != LLVMAdd;
    }
    if (least == INT64_MAX || (has_factor && least < 0))
        return v;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef from = LLVMGetIncomingValue(phi, i);
        LLVMOpcode op = LLVMIsAInstruction(from) ? LLVMGetInstructionOpcode(from) : LLVMAdd;
        if (LLVMIsAInstruction(from) && LLVMGetNumOperands(from) == 2 && LLVMGetOperand(from, 0) == phi &&
            (op == LLVMLShr || op == LLVMAShr || op == LLVMSDiv))
            least = 0 < least ? 0 : least;
    }
    return host_within(s->r->arena, v, least, v->most);
}

static const struct host_value *instruction(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth) {
    unsigned width = width_of(value);
    const struct host_value *v = NULL;
    if (host_counts_elements(value) && read_value(s, LLVMGetOperand(value, 0), true, depth)->op == HOST_SYMBOL)
        return NULL; /* a number of its own */
    switch ((int)LLVMGetInstructionOpcode(value)) {
    case LLVMAdd: return sum(s, HOST_ADD, value, is_signed, depth);
    case LLVMSub:
        if (LLVMIsAPtrToIntInst(LLVMGetOperand(value, 0)) && LLVMIsAPtrToIntInst(LLVMGetOperand(value, 1)))
            v = host_distance(s, LLVMGetOperand(LLVMGetOperand(value, 0), 0), LLVMGetOperand(LLVMGetOperand(value, 1), 0));
        return v ? v : sum(s, HOST_SUB, value, is_signed, depth);
    case LLVMMul: return sum(s, HOST_MUL, value, is_signed, depth);
    case LLVMShl: return shift_left(s, value, is_signed, depth);
    case LLVMLShr:
    case LLVMAShr: return shift_right(s, value, is_signed, depth);
    case LLVMUDiv: v = division(s, HOST_DIV, value, false, depth); break;
    case LLVMSDiv: v = division(s, HOST_DIV, value, true, depth); break;
    case LLVMURem: v = division(s, HOST_REM, value, false, depth); break;
    case LLVMSRem: v = division(s, HOST_REM, value, true, depth); break;
    case LLVMAnd: v = mask(s, value, depth); break;
    case LLVMOr: v = LLVMGetIsDisjoint(value) ? arithmetic(s, HOST_ADD, value, is_signed, true, depth) : NULL; break;
    case LLVMSExt: v = read_value(s, LLVMGetOperand(value, 0), true, depth); break;
    case LLVMZExt:
        v = read_value(s, LLVMGetOperand(value, 0), false, depth);
        if (LLVMGetNNeg(value))
            v = host_within(s->r->arena, read_value(s, LLVMGetOperand(value, 0), true, depth), 0, INT64_MAX);
        break;
    case LLVMTrunc: return low_bits(s, LLVMGetOperand(value, 0), width, is_signed, depth);
    case LLVMCall: v = extreme(s, value, depth); break;
    case LLVMPHI: v = counter(s, value, depth); break;
    case LLVMLoad: v = host_constant_of(s->r, value) ? read_value(s, host_constant_of(s->r, value), is_signed, depth) : NULL; break;
    default: break;
    }
    return fits(v, width, is_signed) ? v : NULL;
}

static bool is_ordered(const struct host_scope *s, const struct host_value *small, const struct host_value *large) {
    bool is = false;
    for (uint32_t i = 0; i < s->ordered.size; i++)
        is |= host_value_is_same(s->ordered.data[i].small, small) && host_value_is_same(s->ordered.data[i].large, large);
    return is;
}

/* A number whose parts are not negative: by bounds, by a condition of the launch, or since that is claimed of a number of which the program
   tells nothing. NULL: it may be. */
static const struct host_value *natural(const struct host_scope *s, const struct host_value *v) {
    struct arena *arena = s->r->arena;
    if (!v || v->least >= 0)
        return v;
    if (v->op == HOST_SYMBOL)
        return s->claims && v->most >= 0 && !has_packed(s->r, v) && has_no_least(v) ? host_claim(arena, v, 0, v->most) : NULL;
    if (v->op == HOST_SUB && is_ordered(s, v->b, v->a))
        return host_within(arena, v, 0, v->most);
    if (v->op != HOST_ADD && v->op != HOST_MUL && (v->op != HOST_DIV || v->b->op != HOST_NUMBER))
        return NULL;
    const struct host_value *a = natural(s, v->a), *b = natural(s, v->b), *both = a && b ? host_combine(arena, v->op, a, b) : NULL;
    return both && both->least >= 0 ? both : NULL;
}

static const struct host_value *read_new(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth) {
    unsigned width = width_of(value);
    if (LLVMIsAConstantInt(value)) {
        uint64_t bits = LLVMConstIntGetZExtValue(value);
        return is_signed           ? host_number(s->r->arena, LLVMConstIntGetSExtValue(value))
               : bits <= INT64_MAX ? host_number(s->r->arena, (int64_t)bits)
                                   : NULL;
    }
    bool is_followed = LLVMIsAInstruction(value) && depth < DEEPEST && s->steps++ < STEPS_MOST;
    const struct host_value *v = is_followed ? instruction(s, value, is_signed, depth + 1) : NULL;
    if (v)
        return v;
    if (!is_signed && width > 32) { /* below 2^63 in the signed reading, or a number out of reach */
        v = read_value(s, value, true, depth);
        return natural(s, v);
    }
    return symbol_of(s, value, width, is_signed);
}

static const struct host_value *read_value(struct host_scope *s, LLVMValueRef value, bool is_signed, int depth) {
    uint64_t key = hash_mix((uint64_t)(uintptr_t)value, is_signed);
    uint32_t index;
    if (width_of(value) == 0 || width_of(value) > 64)
        return NULL;
    if (map_get(&s->known, key, &index))
        return s->values.data[index - 1];
    const struct host_value *v = read_new(s, value, is_signed, depth);
    vec_push(&s->values, v);
    map_set(&s->known, key, s->values.size);
    return v;
}

void host_scope_forget(struct host_scope *s) {
    map_release(&s->known);
    s->known = (struct map){0};
    vec_clear(&s->values);
}

void host_scope_release(struct host_scope *s) {
    vec_release(&s->bounds);
    vec_release(&s->ordered);
    vec_release(&s->values);
    vec_release(&s->lost);
    map_release(&s->known);
}

const struct host_value *host_integer_known(struct host_scope *s, LLVMValueRef value, bool is_signed) {
    return read_value(s, value, is_signed, 0);
}

const struct host_value *host_integer(struct host_scope *s, LLVMValueRef value, bool is_signed) {
    const struct host_value *v = read_value(s, value, is_signed, 0);
    return v ? v : symbol(s, value, width_of(value) > 0 && width_of(value) <= 64 ? width_of(value) : 64, true);
}
