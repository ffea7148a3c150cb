/* What functions without a body do with memory and with the program, told to LLVM by attributes before the passes: those of
 * share/warpproof/cuda/__wp/host_calls.h, and those of C, C++ and CUDA. Of every other function LLVM assumes that it keeps each address it is
 * given, and that any later call may write there: `scanf("%d", &n)` would leave nothing known of n behind the next printf. */
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

enum { MEMORY_INACCESSIBLE = 3u << 2, MEMORY_ARGUMENT = 3u << 0 };

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

const char *host_callee_name(LLVMValueRef instruction) {
    bool is_call = LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
    LLVMValueRef callee = is_call ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
}

bool host_keeps_nothing(LLVMValueRef call, LLVMValueRef pointer) {
    static const char *const names[] = {"llvm.", "__wp_host_set", "__wp_host_copy", "__wp_host_fill", "__wp_host_to_variable"};
    const unsigned kind = LLVMGetEnumAttributeKindForName("nocapture", 9);
    const char *name = host_callee_name(call);
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool keeps = callee == pointer;
    if (strcmp(name, "free") == 0 || begins_with(name, "_Zd"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins_with(name, names[i]))
            return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && !keeps; i++) {
        bool is_told = LLVMGetCallSiteEnumAttribute(call, i + 1, kind) ||
                       (LLVMIsAFunction(callee) && i < LLVMCountParams(callee) && LLVMGetEnumAttributeAtIndex(callee, i + 1, kind));
        keeps = LLVMGetOperand(call, i) == pointer && !is_told;
    }
    return !keeps;
}

void host_add_attribute(struct host_reader *r, LLVMValueRef function, const char *name, uint64_t value) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(r->context, kind, value));
}

static void describe_own(struct host_reader *r) {
    static const struct {
        const char *name;
        uint64_t memory;
    } calls[] = {{"__wp_host_allocate", MEMORY_INACCESSIBLE},
                 {"__wp_host_status", MEMORY_INACCESSIBLE},
                 {"__wp_host_device", MEMORY_INACCESSIBLE},
                 {"__wp_host_pitch", MEMORY_INACCESSIBLE},
                 {"__wp_host_free", MEMORY_INACCESSIBLE},
                 {"__wp_host_fill", MEMORY_INACCESSIBLE | MEMORY_ARGUMENT},
                 {"__wp_host_set", MEMORY_INACCESSIBLE | MEMORY_ARGUMENT},
                 {"__wp_host_copy", MEMORY_INACCESSIBLE | MEMORY_ARGUMENT},
                 {"__wp_host_to_variable", MEMORY_INACCESSIBLE | MEMORY_ARGUMENT}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(r->module, calls[i].name);
        if (!f)
            continue;
        host_add_attribute(r, f, "memory", calls[i].memory);
        host_add_attribute(r, f, "nounwind", 0);
        host_add_attribute(r, f, "willreturn", 0);
        host_add_attribute(r, f, "nomerge", 0);
    }
    static const char *const copies[] = {"__wp_host_copy", "__wp_host_to_variable"};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        LLVMValueRef copy = LLVMGetNamedFunction(r->module, copies[i]);
        if (copy)
            LLVMAddAttributeAtIndex(copy, 2, LLVMCreateEnumAttribute(r->context, LLVMGetEnumAttributeKindForName("readonly", 8), 0));
    }
}

/* Library functions through which code of the program may run later, or meanwhile: then nothing is concluded from calls. */
static bool runs_program(const char *name) {
    static const char *const words[] = {"Callback",  "HostFunc", "HostNode", "UserObject", "Graph", "Notification", "thread",   "async",
                                        "call_once", "qsort",    "bsearch",  "atexit",     "omp_",  "signal",       "sigaction"};
    if (strcmp(name, "__cxa_atexit") == 0) /* what it registers runs in `exit` */
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

/* Functions of C and CUDA, and launches, run nothing of the program's: variables whose address is not taken keep their values. */
static void describe_libraries(struct host_reader *r) {
    bool is_plain = r->lost.size == 0 && !r->assembly.is_there;
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f && is_plain; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        is_plain = !LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || begins_with(name, "llvm.") || (host_is_library_of(r, name) && !runs_program(name));
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f && is_plain; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        bool is_exit = strcmp(name, "exit") == 0 || strcmp(name, "_exit") == 0 || strcmp(name, "abort") == 0;
        bool is_runtime = begins_with(name, "cuda") || begins_with(name, "__wp_host_");
        bool is_of_library = host_is_library_of(r, name) && (is_runtime || host_is_of_posix(name));
        if (LLVMIsDeclaration(f) && !is_exit && (is_of_library || host_is_of_c(name)))
            host_add_attribute(r, f, "nocallback", 0);
    }
}

/* Functions that write and read behind addresses only while they run. "*" stands for any end of a name. The first that many arguments are
 * left out, since the function returns or keeps them. */
static const struct {
    const char *name;
    unsigned first;
    bool is_reader; /* what it writes there comes from outside of the program */
} keeps_nothing[] = {
    {"scanf", 0, true},
    {"fscanf", 0, true},
    {"sscanf", 0, true},
    {"__isoc99_scanf", 0, true},
    {"__isoc99_fscanf", 0, true},
    {"__isoc99_sscanf", 0, true},
    {"__isoc23_scanf", 0, true},
    {"__isoc23_fscanf", 0, true},
    {"__isoc23_sscanf", 0, true},
    {"printf", 0, false},
    {"fprintf", 0, false},
    {"snprintf", 0, false},
    {"sprintf", 0, false},
    {"fread", 0, true},
    {"fwrite", 0, false},
    {"read", 0, true},
    {"write", 0, false},
    {"clock_gettime", 0, false},
    {"gettimeofday", 0, false},
    {"time", 0, false},
    {"stat", 0, false},
    {"rand_r", 0, false},
    {"posix_memalign", 0, false},
    {"getopt_long", 3, false},
    {"_ZNSirs*", 1, true},           /* std::istream::operator>>, of numbers */
    {"_ZNSi10_M_extract*", 1, true}, /* what libstdc++'s come to */
    {"_ZNSi4read*", 1, true},
    {"_ZNSo5write*", 1, false},
    {"cudaChooseDevice", 0, false},
    {"cudaCreateChannelDesc*", 0, false},
    {"cudaCreateSurfaceObject", 0, false},
    {"cudaCreateTextureObject", 0, false},
    {"cudaDeviceGet*", 0, false},
    {"cudaDriverGetVersion", 0, false},
    {"cudaEventCreate*", 0, false},
    {"cudaEventElapsedTime", 0, false},
    {"cudaFuncGetAttributes", 0, false},
    {"cudaGetDevice*", 0, false},
    {"cudaMalloc3DArray", 0, false},
    {"cudaMallocArray", 0, false},
    {"cudaMemGetInfo", 0, false},
    {"cudaOccupancy*", 0, false},
    {"cudaPointerGetAttributes", 0, false},
    {"cudaRuntimeGetVersion", 0, false},
    {"cudaStreamCreate*", 0, false},
    {"cuCtxCreate*", 0, false},
    {"cuCtxGet*", 0, false},
    {"cuDeviceGet*", 0, false},
    {"cuDriverGetVersion", 0, false},
    {"cuEventCreate", 0, false},
    {"cuFuncGetAttribute", 0, false},
    {"cuMemGetInfo*", 0, false},
    {"cuModuleGetFunction", 0, false},
    {"cuOccupancy*", 0, false},
    {"cuStreamCreate*", 0, false},
};

/* The calls get the attribute, since functions of C may have arguments without a parameter. */
static void describe_arguments(struct host_reader *r, LLVMValueRef function, unsigned first) {
    LLVMAttributeRef kept_by_none = LLVMCreateEnumAttribute(r->context, LLVMGetEnumAttributeKindForName("nocapture", 9), 0);
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if ((!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) || LLVMGetCalledValue(call) != function)
            continue;
        for (unsigned i = first; i < LLVMGetNumArgOperands(call); i++)
            if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
                LLVMAddCallSiteAttribute(call, i + 1, kept_by_none);
    }
}

static size_t find_entry(const char *name) {
    const size_t count = sizeof keeps_nothing / sizeof *keeps_nothing;
    for (size_t i = 0; i < count; i++) {
        const char *pattern = keeps_nothing[i].name;
        size_t length = strcspn(pattern, "*");
        if (strncmp(name, pattern, length) == 0 && (pattern[length] == '*' || name[length] == 0))
            return i;
    }
    return count;
}

static void describe_kept(struct host_reader *r) {
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        if (!LLVMIsDeclaration(f) || !host_is_library_of(r, name))
            continue;
        size_t entry = find_entry(name);
        if (entry < sizeof keeps_nothing / sizeof *keeps_nothing)
            describe_arguments(r, f, keeps_nothing[entry].first);
    }
}

/* The format of a function like scanf; NULL: it is not a constant. `first`: the operand of the first conversion. */
static const char *format_of(const char *name, LLVMValueRef call, size_t *length, unsigned *first) {
    *first = strstr(name, "fscanf") || strstr(name, "sscanf") ? 2 : 1;
    LLVMValueRef format = LLVMGetOperand(call, *first - 1);
    LLVMValueRef text = LLVMIsAGlobalVariable(format) && LLVMIsGlobalConstant(format) ? LLVMGetInitializer(format) : NULL;
    return text && LLVMIsConstantString(text) ? LLVMGetAsString(text, length) : NULL;
}

/* The format bounds what is read: a width (%3d), characters, a narrow type; or it is not a constant. The same of numbers that C++ reads. */
static bool is_bounded(const char *name, LLVMValueRef call) {
    size_t length = strlen(name);
    if (begins_with(name, "_ZNSirs") || begins_with(name, "_ZNSi10_M_extract")) /* ...ERs, ...ItE...: short numbers */
        return strstr(name, "ERs") || strstr(name, "ERt") || strstr(name, "ERb") || strstr(name, "Is") || strstr(name, "It") || strstr(name, "Ib");
    if (!strstr(name, "scanf"))
        return false;
    unsigned first;
    const char *at = format_of(name, call, &length, &first);
    bool is = !at;
    for (size_t i = 0; at && i + 1 < length; i++)
        is |= at[i] == '%' && (strchr("123456789hc[", at[i + 1]) && at[i + 1]);
    return is;
}

bool host_is_reader(const struct host_reader *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) || LLVMIsAInvokeInst(call) ? LLVMGetCalledValue(call) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    size_t entry = find_entry(name);
    return entry < sizeof keeps_nothing / sizeof *keeps_nothing && keeps_nothing[entry].is_reader && host_is_library_of(r, name) &&
           !is_bounded(name, call);
}

/* Bytes of what the conversion number `index` stores; 0: not known. */
static int64_t conversion_bytes(const char *format, size_t length, unsigned index) {
    for (size_t i = 0; i + 1 < length; i++) {
        if (format[i] != '%')
            continue;
        bool is_skipped = format[++i] == '*', is_long = false;
        for (i += is_skipped; i < length && strchr("lqjzt", format[i]) && format[i]; i++)
            is_long = true;
        if (i >= length || format[i] == '%' || is_skipped || index-- > 0)
            continue;
        return strchr("diouxXeEfgG", format[i]) && format[i] ? (is_long ? 8 : 4) : 0;
    }
    return 0;
}

/* The product of two operands, or one of them (`second` 0); -1: no constant. */
static int64_t constant_bytes(LLVMValueRef call, unsigned first, unsigned second) {
    LLVMValueRef a = LLVMGetOperand(call, first), b = LLVMGetOperand(call, second > 0 ? second : first);
    if (!LLVMIsAConstantInt(a) || !LLVMIsAConstantInt(b))
        return -1;
    return LLVMConstIntGetSExtValue(a) * (second > 0 ? LLVMConstIntGetSExtValue(b) : 1);
}

int64_t host_reader_bytes(LLVMValueRef call, LLVMValueRef pointer) {
    const char *name = host_callee_name(call);
    const unsigned count = LLVMGetNumArgOperands(call);
    unsigned index = 0, first;
    size_t length;
    while (index < count && LLVMGetOperand(call, index) != pointer)
        index++;
    if (strcmp(name, "fread") == 0)
        return constant_bytes(call, 1, 2);
    if (strcmp(name, "read") == 0 || begins_with(name, "_ZNSi4read"))
        return constant_bytes(call, 2, 0);
    if (strstr(name, "scanf")) {
        const char *format = format_of(name, call, &length, &first);
        return format && index >= first ? conversion_bytes(format, length, index - first) : 0;
    }
    const char *type = strstr(name, "ER"); /* _ZNSirsERi, _ZNSi10_M_extractIiEERSiRT_ */
    char letter = type ? type[2] : 0;
    if (begins_with(name, "_ZNSi10_M_extractI"))
        letter = name[sizeof "_ZNSi10_M_extractI" - 1];
    return letter && strchr("ijf", letter) ? 4 : letter && strchr("lmxyd", letter) ? 8 : 0;
}

/* Behind a call that may return a second time (`setjmp`), memory of the function is as it was left, not as the blocks before have it: nothing is
 * known of what such a function reads, nor of what others read behind pointers that it has in variables. */
static void forget_jumps(struct host_reader *r) {
    const unsigned twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
        bool is_twice = LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, twice) != NULL;
        for (LLVMUseRef u = is_twice ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            if (!LLVMIsAInstruction(call))
                continue;
            LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
            for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(caller); b; b = LLVMGetNextBasicBlock(b))
                for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
                        LLVMSetVolatile(i, true);
        }
    }
}

void host_describe_calls(struct host_reader *r) {
    forget_jumps(r);
    describe_own(r);
    describe_libraries(r);
    describe_kept(r);
}

bool host_compares(LLVMIntPredicate predicate, int64_t a, int64_t b) {
    switch (predicate) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntSLT: return a < b;
    case LLVMIntSLE: return a <= b;
    case LLVMIntSGT: return a > b;
    case LLVMIntSGE: return a >= b;
    case LLVMIntULT: return (uint64_t)a < (uint64_t)b;
    case LLVMIntULE: return (uint64_t)a <= (uint64_t)b;
    case LLVMIntUGT: return (uint64_t)a > (uint64_t)b;
    case LLVMIntUGE: return (uint64_t)a >= (uint64_t)b;
    }
    return false;
}
