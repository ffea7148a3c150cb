/* What a launch passes. Clang makes of `k<<<grid, block, shared>>>(a, n)` a call of cudaConfigureCall and one of the kernel's stub,
 *
 *     void __device_stub__k(int *a, int n) { cudaSetupArgument(&a, 8, 0); cudaSetupArgument(&n, 4, 8); cudaLaunch(&__device_stub__k); }
 *
 * of which this file makes one call of the function __wp_host_launch_values with the kernel, the sizes that cudaConfigureCall kept
 * (cuda/__wp/host.h), and each scalar of each argument. A launch with a list of pointers (cudaLaunchKernel and kin) becomes the same,
 * once the passes have shown which kernel it has: the loads of the arguments stand where the launch reads them. */
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"
#include "llvm/unset.h"

const char *const host_launch_name = "__wp_host_launch_values";

static const char kernel_prefix[] = "__wp_host_kernel.", number_end = ':';
#define NO_NUMBER UINT32_MAX

enum { LEAVES_MOST = 256, ELEMENTS_MOST = 64 };

/* `_Z16__device_stub__addPi` is the stub of `_Z3addPi`. */
const char *host_kernel_of_stub(struct arena *arena, const char *name) {
    static const char prefix[] = "__device_stub__";
    const char *found = strstr(name, prefix), *start = found;
    unsigned length = 0, factor = 1;
    if (!found)
        return NULL;
    for (; start > name && start[-1] >= '0' && start[-1] <= '9'; start--, factor *= 10)
        length += (unsigned)(start[-1] - '0') * factor;
    const char *rest = found + strlen(prefix);
    if (start == found)
        return found == name ? arena_strdup(arena, rest) : NULL;
    return length > strlen(prefix) ? arena_printf(arena, "%.*s%u%s", (int)(start - name), name, length - (unsigned)strlen(prefix), rest) : NULL;
}

static bool is_call_of(LLVMValueRef instruction, const char *name) {
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
    return callee && LLVMIsAFunction(callee) && strcmp(LLVMGetValueName2(callee, &(size_t){0}), name) == 0;
}

/* "n.addr" is the variable of the parameter n. */
static const char *name_of(struct arena *arena, LLVMValueRef variable) {
    size_t length;
    const char *name = LLVMGetValueName2(variable, &length), *end = strstr(name, ".addr");
    return arena_strndup(arena, name, end ? (size_t)(end - name) : length);
}

/* ---- the scalars of an argument ---- */

static void add_leaves(struct host_reader *r, struct host_kernel *kernel, const char *name, uint64_t offset, LLVMTypeRef type, bool is_member) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kernel->leaves.size >= LEAVES_MOST)
        return;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            add_leaves(r, kernel, name, offset + LLVMOffsetOfElement(r->layout, type, i), LLVMStructGetTypeAtIndex(type, i), true);
    } else if (kind == LLVMArrayTypeKind) {
        LLVMTypeRef element = LLVMGetElementType(type);
        uint64_t count = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(r->layout, element);
        for (uint64_t i = 0; i < count && i < ELEMENTS_MOST; i++)
            add_leaves(r, kernel, name, offset + i * size, element, true);
    } else if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind) {
        const char *own = is_member ? arena_printf(r->arena, "%s.%llu", name, (unsigned long long)offset) : name;
        vec_push(&kernel->leaves, (struct host_leaf){kernel->params.size, offset, own, type, is_member});
    }
}

static LLVMTypeRef type_behind(LLVMValueRef variable, LLVMValueRef stub) {
    if (LLVMIsAAllocaInst(variable))
        return LLVMGetAllocatedType(variable);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMCountParams(stub); i++) {
        LLVMAttributeRef byval = LLVMGetParam(stub, i) == variable ? LLVMGetEnumAttributeAtIndex(stub, i + 1, kind) : NULL;
        if (byval)
            return LLVMGetTypeAttributeValue(byval);
    }
    return NULL;
}

/* ---- calls of __wp_host_launch_values ---- */

static LLVMTypeRef integer(const struct host_reader *r, unsigned bits) {
    return LLVMIntTypeInContext(r->context, bits);
}

static LLVMTypeRef launch_type(const struct host_reader *r) {
    LLVMTypeRef types[HOST_LAUNCH_VALUES];
    for (unsigned i = 0; i < HOST_LAUNCH_VALUES; i++)
        types[i] = integer(r, i == HOST_LAUNCH_SHARED ? 64 : 32);
    types[HOST_LAUNCH_KERNEL] = LLVMPointerTypeInContext(r->context, 0);
    return LLVMFunctionType(LLVMVoidTypeInContext(r->context), types, HOST_LAUNCH_VALUES, true);
}

/* `number`: of a kernel that only its file can launch, in the list of kernels; NO_NUMBER: of any file that has one of this name. */
static LLVMValueRef marker_of(const struct host_reader *r, LLVMModuleRef module, const char *kernel, uint32_t number) {
    const char *name = number == NO_NUMBER ? arena_printf(r->arena, "%s%s", kernel_prefix, kernel)
                                           : arena_printf(r->arena, "%s%u%c%s", kernel_prefix, number, number_end, kernel);
    LLVMValueRef marker = LLVMGetNamedGlobal(module, name);
    return marker ? marker : LLVMAddGlobal(module, integer(r, 8), name);
}

LLVMValueRef host_element_at(const struct host_reader *r, LLVMValueRef pointer, uint64_t offset_bytes) {
    LLVMValueRef index = LLVMConstInt(integer(r, 64), offset_bytes, false);
    return LLVMBuildGEP2(r->builder, integer(r, 8), pointer, &index, 1, "");
}

struct values {
    VEC(LLVMValueRef) list;
};

/* A list's element points to a variable that may have fewer bytes than are read there (an `int` for a parameter that is a `size_t`): what they are
   then is not known, and not 0, as LLVM has it. */
static LLVMValueRef with_own_bytes(const struct host_reader *r, LLVMValueRef pointer, uint64_t bytes, LLVMValueRef load) {
    unsigned id = LLVMLookupIntrinsicID("llvm.objectsize", strlen("llvm.objectsize"));
    LLVMTypeRef types[] = {integer(r, 64), LLVMTypeOf(pointer)};
    LLVMValueRef size = LLVMGetIntrinsicDeclaration(r->module, id, types, 2), no = LLVMConstInt(integer(r, 1), 0, false);
    LLVMValueRef arguments[] = {pointer, no, no, no};
    LLVMValueRef has = LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(size), size, arguments, 4, ""); /* all ones: not known */
    LLVMValueRef unset = unset_value(r->module, r->builder, LLVMTypeOf(load));
    LLVMValueRef is_there = LLVMBuildICmp(r->builder, LLVMIntUGE, has, LLVMConstInt(integer(r, 64), bytes, false), "");
    return unset ? LLVMBuildSelect(r->builder, is_there, load, unset, "") : load;
}

static void load_leaves(const struct host_reader *r, const struct host_kernel *kernel, uint32_t param, LLVMValueRef pointer, bool is_listed,
                        struct values *out) {
    for (uint32_t i = 0; i < kernel->leaves.size; i++) {
        const struct host_leaf *leaf = &kernel->leaves.data[i];
        if (leaf->param != param)
            continue;
        LLVMValueRef load = LLVMBuildLoad2(r->builder, leaf->type, host_element_at(r, pointer, leaf->offset_bytes), "");
        LLVMSetAlignment(load, 1);
        uint64_t end = leaf->offset_bytes + LLVMStoreSizeOfType(r->layout, leaf->type);
        vec_push(&out->list, is_listed ? with_own_bytes(r, pointer, end, load) : load);
    }
}

static void build_launch(const struct host_reader *r, LLVMModuleRef module, struct values *values) {
    LLVMTypeRef type = launch_type(r);
    LLVMValueRef launch = LLVMGetNamedFunction(module, host_launch_name);
    launch = launch ? launch : LLVMAddFunction(module, host_launch_name, type);
    LLVMBuildCall2(r->builder, type, launch, values->list.data, values->list.size, "");
}

/* ---- stubs ---- */

/* Sizes as cudaConfigureCall left them, in whichever file. */
static void load_configuration(const struct host_reader *r, LLVMModuleRef module, struct values *out) {
    LLVMValueRef now = LLVMGetNamedGlobal(module, "__wp_host_now");
    now = now ? now : LLVMAddGlobal(module, LLVMArrayType2(integer(r, 64), 4), "__wp_host_now");
    LLVMValueRef sizes[HOST_SIZES];
    host_load_configuration(r, now, sizes);
    for (unsigned i = 0; i < HOST_SIZES; i++)
        vec_push(&out->list, sizes[i]);
}

static bool has_same_leaves(const struct host_kernel *a, const struct host_kernel *b) {
    bool is_same = a->leaves.size == b->leaves.size;
    for (uint32_t i = 0; i < a->leaves.size && is_same; i++) {
        const struct host_leaf *x = &a->leaves.data[i], *y = &b->leaves.data[i];
        is_same = x->param == y->param && x->offset_bytes == y->offset_bytes && x->type == y->type && strcmp(x->name, y->name) == 0;
    }
    return is_same;
}

/* Files may have kernels of their own with one name. A launch that may be of either is told with that name: for either it has to mean the same. */
static void add_kernel(struct host_reader *r, struct host_kernel *kernel) {
    for (uint32_t i = 0; i < r->kernels.size; i++) {
        struct host_kernel *other = &r->kernels.data[i];
        if (strcmp(other->name, kernel->name) == 0 && !has_same_leaves(other, kernel))
            other->is_ambiguous = kernel->is_ambiguous = true;
    }
    vec_push(&r->kernels, *kernel);
}

static void rewrite_stub(struct host_reader *r, LLVMModuleRef module, LLVMValueRef stub, const char *name, const char *file) {
    VEC(LLVMValueRef) setups = {0};
    LLVMValueRef launch = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(stub); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_call_of(i, "cudaSetupArgument"))
                vec_push(&setups, i);
            else if (is_call_of(i, "cudaLaunch"))
                launch = i;
    if (launch) {
        bool is_internal = LLVMGetLinkage(stub) == LLVMInternalLinkage || LLVMGetLinkage(stub) == LLVMPrivateLinkage;
        struct host_kernel kernel = {.name = name, .display = name_demangle(r->arena, name), .file = is_internal ? file : NULL};
        struct values values = {0};
        LLVMPositionBuilderBefore(r->builder, setups.size > 0 ? setups.data[0] : launch);
        vec_push(&values.list, marker_of(r, module, name, is_internal ? r->kernels.size : NO_NUMBER));
        vec_push(&values.list, LLVMConstInt(integer(r, 32), HOST_LAUNCH_BY_STUB, false));
        load_configuration(r, module, &values);
        for (uint32_t i = 0; i < setups.size; i++) {
            LLVMValueRef variable = LLVMGetOperand(setups.data[i], 0);
            LLVMTypeRef type = type_behind(variable, stub);
            type = type ? type : LLVMStructTypeInContext(r->context, NULL, 0, false);
            add_leaves(r, &kernel, name_of(r->arena, variable), 0, type, false);
            load_leaves(r, &kernel, i, variable, false, &values);
            vec_push(&kernel.params, type);
        }
        build_launch(r, module, &values);
        vec_push(&setups, launch);
        for (uint32_t i = 0; i < setups.size; i++) {
            LLVMReplaceAllUsesWith(setups.data[i], LLVMConstInt(integer(r, 32), 1, false));
            LLVMInstructionEraseFromParent(setups.data[i]);
        }
        vec_release(&values.list);
        add_kernel(r, &kernel);
    }
    vec_release(&setups);
}

void host_rewrite_stubs(struct host_reader *r, LLVMModuleRef module, const char *file) {
    r->layout = LLVMGetModuleDataLayout(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMIsDeclaration(f) ? NULL : host_kernel_of_stub(r->arena, LLVMGetValueName2(f, &(size_t){0}));
        if (name)
            rewrite_stub(r, module, f, name, file);
    }
}

/* The linker may have given a stub of its own file another name: `_ZL18__device_stub__addPi.7`. */
static struct host_kernel *find_named(struct host_reader *r, const char *name) {
    size_t length = strlen(name);
    const char *dot = strrchr(name, '.');
    if (dot && dot[1] && !dot[1 + strspn(dot + 1, "0123456789")])
        length = (size_t)(dot - name);
    for (uint32_t i = 0; i < r->kernels.size; i++)
        if (strlen(r->kernels.data[i].name) == length && memcmp(r->kernels.data[i].name, name, length) == 0)
            return &r->kernels.data[i];
    return NULL;
}

/* Whether files have kernels of their own with the name. */
static bool is_of_several(const struct host_reader *r, const char *name) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->kernels.size; i++)
        count += strcmp(r->kernels.data[i].name, name) == 0;
    return count > 1;
}

struct host_kernel *host_find_kernel(struct host_reader *r, LLVMValueRef marker, const char **file) {
    const char *name = LLVMIsAGlobalVariable(marker) ? LLVMGetValueName2(marker, &(size_t){0}) : "";
    const size_t length = strlen(kernel_prefix);
    *file = NULL;
    if (strncmp(name, kernel_prefix, length) != 0)
        return NULL;
    const char *end = strchr(name + length, number_end);
    if (!end)
        return find_named(r, name + length);
    struct host_kernel *kernel = &r->kernels.data[strtoul(name + length, NULL, 10)];
    *file = is_of_several(r, kernel->name) ? kernel->file : NULL;
    return kernel;
}

/* ---- lists ---- */

static void rewrite_list(struct host_reader *r, LLVMValueRef call, struct host_kernel *kernel) {
    enum { GRID = 1, SHARED = 7, LIST = 8, COOPERATIVE = 9 };
    struct values values = {0};
    LLVMValueRef list = LLVMGetOperand(call, LIST), cooperative = LLVMGetOperand(call, COOPERATIVE);
    const uint64_t known = LLVMIsAConstantInt(cooperative) ? LLVMConstIntGetZExtValue(cooperative) : 1; /* __wp_host_is_cooperative */
    const enum host_launch_way way = known == 0 ? HOST_LAUNCH_BY_PLAIN_LIST : known == 2 ? HOST_LAUNCH_BY_COOPERATIVE_LIST : HOST_LAUNCH_BY_LIST;
    LLVMPositionBuilderBefore(r->builder, call);
    vec_push(&values.list, marker_of(r, r->module, kernel->name, NO_NUMBER));
    vec_push(&values.list, LLVMConstInt(integer(r, 32), way, false));
    for (unsigned i = GRID; i <= SHARED; i++)
        vec_push(&values.list, LLVMGetOperand(call, i));
    for (uint32_t i = 0; i < kernel->params.size; i++) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext(r->context, 0);
        LLVMValueRef argument = LLVMBuildLoad2(r->builder, pointer, host_element_at(r, list, 8 * (uint64_t)i), "");
        load_leaves(r, kernel, i, argument, true, &values);
    }
    build_launch(r, r->module, &values);
    vec_release(&values.list);
}

/* One launch for each kernel that may be the call's; false: not all of them are known. */
static bool rewrite_call(struct host_reader *r, LLVMValueRef call) {
    enum { KERNELS_MOST = 32 };
    LLVMValueRef stubs[KERNELS_MOST];
    struct host_kernel *kernels[KERNELS_MOST];
    uint32_t count;
    bool is_known = host_find_stubs(r, LLVMGetOperand(call, 0), stubs, KERNELS_MOST, &count);
    for (uint32_t i = 0; i < count && is_known; i++) {
        kernels[i] = find_named(r, host_kernel_of_stub(r->arena, LLVMGetValueName2(stubs[i], &(size_t){0})));
        is_known = kernels[i] != NULL;
    }
    for (uint32_t i = 0; i < count && is_known; i++)
        rewrite_list(r, call, kernels[i]);
    if (is_known)
        LLVMInstructionEraseFromParent(call);
    return is_known;
}

bool host_rewrite_lists(struct host_reader *r) {
    LLVMValueRef launch = LLVMGetNamedFunction(r->module, "__wp_host_launch");
    bool is_found = false;
    LLVMUseRef next;
    for (LLVMUseRef u = launch ? LLVMGetFirstUse(launch) : NULL; u; u = next) {
        LLVMValueRef call = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        is_found |= LLVMIsACallInst(call) && LLVMGetCalledValue(call) == launch && rewrite_call(r, call);
    }
    return is_found;
}
