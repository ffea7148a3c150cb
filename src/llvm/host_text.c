/* One text read as a number twice: `if (atoi(argv[1]) % 256) return 1; n = atoi(argv[1]);` is about one number. Of arguments of main only, and
 * only where nothing is seen that may change them. */
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

static bool is_named(LLVMValueRef call, const char *const *names, size_t count) {
    const char *name = host_callee_name(call);
    bool is = false;
    for (size_t i = 0; i < count; i++)
        is |= strcmp(name, names[i]) == 0;
    return is;
}

static bool reads_number(LLVMValueRef call) {
    static const char *const names[] = {"atoi",
                                        "atol",
                                        "atoll",
                                        "atof",
                                        "strtod",
                                        "strtof",
                                        "strtol",
                                        "strtoul",
                                        "strtoull",
                                        "__isoc23_strtol",
                                        "__isoc23_strtoll",
                                        "__isoc23_strtoul",
                                        "__isoc23_strtoull",
                                        "strtoll"};
    return is_named(call, names, sizeof names / sizeof *names);
}

/* Of a number, without the place where it ends: a program may write there. */
static bool only_reads(LLVMValueRef call) {
    static const char *const names[] = {"strlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "printf", "fprintf", "puts", "fopen"};
    bool gives_end = reads_number(call) && LLVMGetNumArgOperands(call) > 1 && !LLVMIsAConstantPointerNull(LLVMGetOperand(call, 1));
    return (reads_number(call) && !gives_end) || is_named(call, names, sizeof names / sizeof *names);
}

/* The list of texts that main gets, if it is only read, and so are they. */
static bool is_read_only(LLVMValueRef list) {
    for (LLVMUseRef u = LLVMGetFirstUse(list); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == list ? !is_read_only(user) : !LLVMIsALoadInst(user))
            return false;
        for (LLVMUseRef t = LLVMIsALoadInst(user) ? LLVMGetFirstUse(user) : NULL; t; t = LLVMGetNextUse(t))
            if (!only_reads(LLVMGetUser(t)) && !LLVMIsAICmpInst(LLVMGetUser(t)))
                return false;
    }
    return true;
}

static LLVMValueRef list_of(LLVMValueRef text) {
    LLVMValueRef base = LLVMIsALoadInst(text) ? LLVMGetOperand(text, 0) : NULL;
    while (base && LLVMIsAGetElementPtrInst(base))
        base = LLVMGetOperand(base, 0);
    const char *name = base && LLVMIsAArgument(base) ? LLVMGetValueName2(LLVMGetParamParent(base), &(size_t){0}) : "";
    return strcmp(name, "main") == 0 && is_read_only(base) ? base : NULL;
}

/* The two pointers are computed alike from the same value by constant steps. */
static bool is_same_place(LLVMValueRef a, LLVMValueRef b) {
    if (a == b)
        return true;
    bool are_steps = LLVMIsAGetElementPtrInst(a) && LLVMIsAGetElementPtrInst(b) && LLVMGetNumOperands(a) == LLVMGetNumOperands(b) &&
                     LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b) && is_same_place(LLVMGetOperand(a, 0), LLVMGetOperand(b, 0));
    for (unsigned i = 1; are_steps && i < (unsigned)LLVMGetNumOperands(a); i++)
        are_steps = LLVMGetOperand(a, i) == LLVMGetOperand(b, i) && LLVMIsAConstantInt(LLVMGetOperand(a, i));
    return are_steps;
}

/* The other arguments are the same constants: no end is asked for, and the base is given. */
static bool is_same_reading(LLVMValueRef a, LLVMValueRef b) {
    bool is_same = LLVMGetCalledValue(a) == LLVMGetCalledValue(b) && LLVMGetNumArgOperands(a) == LLVMGetNumArgOperands(b);
    for (unsigned i = 1; is_same && i < LLVMGetNumArgOperands(a); i++)
        is_same = LLVMGetOperand(a, i) == LLVMGetOperand(b, i) && LLVMIsAConstant(LLVMGetOperand(a, i));
    return is_same;
}

/* The first in the function that reads the same argument of main: as the same number (`is_alike`), or as any. */
static LLVMValueRef first_reading(LLVMValueRef value, bool is_alike) {
    LLVMValueRef text = reads_number(value) ? LLVMGetOperand(value, 0) : NULL, list = text ? list_of(text) : NULL;
    LLVMValueRef function = list ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(value)) : NULL;
    for (LLVMBasicBlockRef b = function ? LLVMGetFirstBasicBlock(function) : NULL; b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef other = reads_number(i) ? LLVMGetOperand(i, 0) : NULL;
            if (other && (!is_alike || is_same_reading(i, value)) && LLVMIsALoadInst(other) &&
                is_same_place(LLVMGetOperand(other, 0), LLVMGetOperand(text, 0)))
                return i;
        }
    return NULL;
}

LLVMValueRef host_same_text(LLVMValueRef value) {
    LLVMValueRef first = first_reading(value, true);
    return first ? first : value;
}

LLVMValueRef host_text_reader(LLVMValueRef value) {
    return first_reading(value, false);
}
