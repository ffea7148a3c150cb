/* Numbers that come from outside of the program: any may come. */
#include <string.h>

#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

/* How much a reader has read, which the program compares, and uses for nothing else. */
static bool is_success(const struct host_reader *r, LLVMValueRef value, int depth) {
    bool is = depth > 0 || host_is_reader(r, value);
    for (LLVMUseRef u = is ? LLVMGetFirstUse(value) : NULL; u && is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_cast = LLVMIsATruncInst(user) || LLVMIsASExtInst(user) || LLVMIsAZExtInst(user);
        is = LLVMIsAICmpInst(user) || (is_cast && depth < 4 && is_success(r, user, depth + 1));
    }
    return is;
}

enum { CHOICES_MOST = 16 };

/* The value chosen comes in on that way alone, and nothing else asks for it: `argc > 1 ? atoi(argv[1]) : 1000`, not `n > 0 ? n : 1`. */
static bool is_own_input(const struct host_reader *r, LLVMValueRef value, LLVMValueRef phi) {
    while (LLVMIsATruncInst(value) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) {
        LLVMUseRef use = LLVMGetFirstUse(value);
        if (!use || LLVMGetNextUse(use))
            return false;
        value = LLVMGetOperand(value, 0);
    }
    LLVMUseRef use = LLVMIsAInstruction(value) ? LLVMGetFirstUse(value) : NULL;
    return use && !LLVMGetNextUse(use) && !LLVMIsAPHINode(value) && host_is_input(r, value) &&
           !host_graph_dominates(LLVMGetInstructionParent(value), LLVMGetInstructionParent(phi));
}

/* Another choice is made at the same place, and takes its input where this one takes a constant, and the other way round: not any pair comes. */
static bool excludes_another(const struct host_reader *r, LLVMValueRef phi) {
    bool excludes = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(phi)); i && LLVMIsAPHINode(i) && !excludes;
         i = LLVMGetNextInstruction(i)) {
        bool has_input = false, is_shared = false;
        for (unsigned a = 0; i != phi && a < LLVMCountIncoming(i); a++) {
            LLVMValueRef from = LLVMGetIncomingValue(i, a);
            if (LLVMIsAConstant(from))
                continue;
            has_input |= is_own_input(r, from, i);
            for (unsigned b = 0; b < LLVMCountIncoming(phi); b++)
                is_shared |= LLVMGetIncomingBlock(phi, b) == LLVMGetIncomingBlock(i, a) && !LLVMIsAConstant(LLVMGetIncomingValue(phi, b));
        }
        excludes = has_input && !is_shared;
    }
    return excludes;
}

/* An input or a constant, as the program is called. */
static bool is_optional_input(const struct host_reader *r, LLVMValueRef value) {
    LLVMValueRef phis[CHOICES_MOST] = {value};
    uint32_t count = LLVMIsAPHINode(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind ? 1 : 0;
    bool is = count > 0, has_input = false;
    for (uint32_t i = 0; i < count && is; i++)
        for (unsigned k = 0; k < LLVMCountIncoming(phis[i]) && is; k++) {
            LLVMValueRef from = LLVMGetIncomingValue(phis[i], k);
            bool is_listed = false;
            for (uint32_t j = 0; j < count; j++)
                is_listed |= phis[j] == from;
            if (LLVMIsAConstantInt(from) || is_listed)
                continue;
            if (LLVMIsAPHINode(from) && count < CHOICES_MOST) {
                phis[count++] = from;
                continue;
            }
            is = is_own_input(r, from, phis[i]);
            has_input |= is;
        }
    for (uint32_t i = 0; i < count && is; i++)
        is = !excludes_another(r, phis[i]);
    return is && has_input;
}

enum { DIGITS_MOST = 11 }; /* of a number of 32 bits, with its sign */

/* Bytes of the variable that the pointer points into; 0: it is none. */
static uint64_t bytes_of_text(LLVMValueRef base) {
    LLVMTypeRef type = LLVMIsAAllocaInst(base) ? LLVMGetAllocatedType(base) : LLVMIsAGlobalVariable(base) ? LLVMGlobalGetValueType(base) : NULL;
    return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : 0;
}

/* The user puts something into the text that does not come from outside, or that is short. */
static bool makes_text(LLVMValueRef user, LLVMValueRef text) {
    static const char *const makers[] = {"sprintf", "snprintf", "strcpy", "strncpy",       "strcat",
                                         "strncat", "memcpy",   "memset", "__sprintf_chk", "__snprintf_chk"};
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 1) == text;
    const char *name = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user) ? host_callee_name(user) : "";
    if (!*name || LLVMGetNumArgOperands(user) == 0 || LLVMGetOperand(user, 0) != text)
        return false;
    bool makes = strncmp(name, "llvm.mem", 8) == 0;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        makes |= strcmp(name, makers[i]) == 0;
    LLVMValueRef limit = strcmp(name, "fgets") == 0 ? LLVMGetOperand(user, 1) : NULL;
    return makes || (limit && LLVMIsAConstantInt(limit) && LLVMConstIntGetSExtValue(limit) <= DIGITS_MOST);
}

/* The call reads a text that the program has made, or one that is short: not any number may stand there. */
static bool reads_own_text(LLVMValueRef call) {
    LLVMValueRef base = LLVMGetNumArgOperands(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
    while (base && LLVMIsAGetElementPtrInst(base))
        base = LLVMGetOperand(base, 0);
    const uint64_t bytes = base ? bytes_of_text(base) : 0;
    bool is = bytes > 0 && bytes <= DIGITS_MOST;
    for (LLVMUseRef u = bytes > 0 ? LLVMGetFirstUse(base) : NULL; u && !is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        is = makes_text(user, base);
        for (LLVMUseRef v = LLVMIsAGetElementPtrInst(user) ? LLVMGetFirstUse(user) : NULL; v && !is; v = LLVMGetNextUse(v))
            is = makes_text(LLVMGetUser(v), user);
    }
    return is;
}

/* A parameter of a function that others call, a text that is read as a number, a number that is read from a file, an error code. Characters and
   lengths of texts are none: they are small. */
bool host_is_input(const struct host_reader *r, LLVMValueRef value) {
    static const char *const calls[] = {
        "__wp_host_status", "atoi",   "atol",   "atoll",   "atof",    "strtof",   "strtod",          "lrand48",          "rand",
        "rand_r",           "random", "strtol", "strtoll", "strtoul", "strtoull", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
        "__isoc23_strtoull"};
    if (LLVMIsAArgument(value)) {
        LLVMLinkage linkage = LLVMGetLinkage(LLVMGetParamParent(value));
        return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
    }
    if (host_is_read_in(r, value) || is_success(r, value, 0) || is_optional_input(r, value))
        return true;
    LLVMValueRef callee = LLVMIsACallInst(value) || LLVMIsAInvokeInst(value) ? LLVMGetCalledValue(value) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(name, calls[i]) == 0)
            return !reads_own_text(value); /* the others get no text */
    return false;
}
