/* The launches that are left after the passes, in the order of the module. A launch in a function that is inlined in several places is
 * one launch for each of them. A launch whose kernel is not known may be of any kernel whose address the program takes. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "kernel/signature.h"
#include "llvm/decode.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

static bool is_unsigned(const char *type) {
    return strncmp(type, "unsigned", 8) == 0 || strcmp(type, "bool") == 0;
}

/* Whether the kernel's name tells how wide the parameter is; of extern "C" kernels, what expressions take a parameter for. */
static bool is_told(const char *type, unsigned width) {
    static const struct {
        const char *name;
        unsigned width;
    } types[] = {{"int", 32},   {"unsigned int", 32},   {"long", 64}, {"unsigned long", 64}, {"long long", 64},    {"unsigned long long", 64},
                 {"short", 16}, {"unsigned short", 16}, {"char", 8},  {"signed char", 8},    {"unsigned char", 8}, {"bool", 8},
                 {"", 32}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, type) == 0)
            return types[i].width == width;
    return false;
}

/* ---- places ---- */

/* The program's line of the launch, and those of the calls that lead there. */
static void read_place(struct host_reader *r, LLVMValueRef call, bool is_stub, struct host_launch *told) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call), outer = location && is_stub ? LLVMDILocationGetInlinedAt(location) : location;
    struct buffer via = {0};
    for (location = outer ? outer : location; location; location = LLVMDILocationGetInlinedAt(location)) {
        const char *file = location_file(r->arena, LLVMDILocationGetScope(location));
        uint32_t line = LLVMDILocationGetLine(location);
        if (line == 0 || strstr(file, "/__warpproof_host.h"))
            continue;
        if (!told->file) {
            told->file = file;
            told->line = line;
        } else {
            buffer_printf(&via, "%s%s:%u", via.size > 0 ? ", " : "", file, line);
        }
    }
    told->via = via.size > 0 ? arena_strdup(r->arena, buffer_text(&via)) : NULL;
    told->file = told->file ? told->file : "";
    buffer_release(&via);
}

/* ---- arguments ---- */

enum { SOURCES_MOST = 16 };

/* The size is that of the launch's time, too: a number, or one of an allocation that is made once. */
static bool is_fixed_size(const struct host_value *size, LLVMValueRef allocation) {
    if (size->op == HOST_NUMBER)
        return true;
    return !host_is_repeated(allocation);
}

/* A pointer that may be one of several allocations: `use_managed ? managed : pinned`, `buffers[stream]`. One that a round of a loop chose comes
   from before the loop as well, so that a size that all have is none which rounds change. Where sizes differ, all have the smallest. */
static void read_choice(struct host_scope *s, LLVMValueRef pointer, LLVMValueRef call, struct host_argument *argument) {
    LLVMValueRef sources[SOURCES_MOST], cells[SOURCES_MOST];
    const struct host_value *size = NULL;
    bool differ = false, are_fixed = true;
    uint32_t count = host_choices(pointer, sources, SOURCES_MOST);
    for (uint32_t i = 0; i < count; i++) {
        bool is_one = host_is_allocation(sources[i]);
        uint32_t cell_count = is_one ? 1 : host_cells(s, sources[i], cells, SOURCES_MOST);
        cells[0] = is_one ? sources[i] : cells[0];
        for (uint32_t k = 0; k < (cell_count > 0 ? cell_count : 1); k++) {
            bool is_known = cell_count > 0 && host_is_allocation(cells[k]) && host_is_alive(s->r, cells[k], call);
            const struct host_value *own = is_known ? host_allocated_bytes(s, cells[k]) : NULL;
            bool is_other = size && own && !host_value_is_same(size, own);
            are_fixed = are_fixed && own && is_fixed_size(own, cells[k]);
            size = is_other ? host_combine(s->r->arena, HOST_MIN, size, own) : own;
            differ |= is_other;
            if (!size || (differ && !are_fixed))
                return;
        }
    }
    argument->size_bytes = size;
    argument->is_least = differ;
    argument->origin = differ ? "one of several allocations, the smallest of" : size ? "one of several allocations of one size" : argument->origin;
}

static void read_pointer(struct host_scope *s, LLVMValueRef value, LLVMValueRef call, struct host_argument *argument) {
    struct host_reader *r = s->r;
    struct host_target target = host_target_of(s, value);
    if (LLVMIsAConstantPointerNull(target.base)) {
        argument->origin = "a null pointer";
        argument->is_null = LLVMIsAConstantPointerNull(value) != NULL;
        return;
    }
    argument->origin = host_describe(r, target.base);
    if (!host_is_allocation(target.base)) {
        read_choice(s, target.base, call, argument);
        argument->offset_bytes = argument->size_bytes ? target.offset : NULL;
        return;
    }
    const char *place = host_place(r, target.base);
    bool is_alive = host_is_alive(r, target.base, call);
    argument->origin =
        arena_printf(r->arena, "allocated%s%s%s", place ? " at " : "", place ? place : "", is_alive ? "" : ", and may be freed before the launch");
    argument->size_bytes = is_alive ? host_allocated_bytes(s, target.base) : NULL;
    argument->offset_bytes = target.offset;
}

/* Some code decides by comparing it, which facts do not tell. */
static bool is_compared(LLVMValueRef value, int depth) {
    bool is = false;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && !is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        is = LLVMIsAFCmpInst(user) || (depth < 4 && (LLVMIsAFPTruncInst(user) || LLVMIsAFPExtInst(user)) && is_compared(user, depth + 1));
    }
    return is;
}

static bool is_computed_real(const struct host_reader *r, LLVMValueRef value) {
    while (LLVMIsAFPTruncInst(value) || LLVMIsAFPExtInst(value))
        value = LLVMGetOperand(value, 0);
    return !host_is_input(r, value) || is_compared(value, 0);
}

static void read_argument(struct host_scope *s, const struct host_kernel *kernel, uint32_t index, LLVMValueRef call, struct host_argument *argument) {
    const struct host_leaf *leaf = &kernel->leaves.data[index];
    LLVMValueRef value = LLVMGetOperand(call, HOST_LAUNCH_VALUES + index);
    LLVMTypeKind kind = LLVMGetTypeKind(leaf->type);
    *argument = (struct host_argument){.name = leaf->name, .param = leaf->param, .reading = leaf->name};
    argument->is_pointer = kind == LLVMPointerTypeKind;
    argument->is_float = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    if (argument->is_pointer) {
        read_pointer(s, value, call, argument);
    } else if (argument->is_float && LLVMIsAConstantFP(value)) {
        double *real = arena_alloc(s->r->arena, sizeof *real);
        *real = LLVMConstRealGetDouble(value, &(LLVMBool){0});
        argument->real = real;
    } else if (argument->is_float) {
        argument->is_computed = is_computed_real(s->r, value);
    } else if (LLVMGetIntTypeWidth(leaf->type) <= 64) {
        const char *type = leaf->is_member ? "" : signature_type(s->r->arena, kernel->display, leaf->param);
        bool reads_unsigned = is_unsigned(type) && LLVMGetIntTypeWidth(leaf->type) < 64;
        argument->value = leaf->is_member ? NULL : host_integer_known(s, value, !reads_unsigned);
        if (leaf->is_member) { /* whether its type is signed is not known here: the same number if it is not negative */
            argument->value = host_integer_known(s, value, true);
            if (argument->value && argument->value->least < 0 && argument->value->op != HOST_NUMBER)
                argument->reading = arena_printf(s->r->arena, "signed(%s)", leaf->name);
        }
        if (argument->value && argument->value->op != HOST_NUMBER && !leaf->is_member && !is_told(type, LLVMGetIntTypeWidth(leaf->type)))
            argument->value = NULL;
        if (!argument->value)
            argument->origin = host_describe(s->r, value);
    }
}

/* The pointer that an argument holds, also in a number; NULL: none. */
static LLVMValueRef pointer_in(LLVMValueRef value) {
    bool is_number = LLVMIsAPtrToIntInst(value) || (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt);
    LLVMValueRef pointer = is_number ? LLVMGetOperand(value, 0) : value;
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind;
    return is_pointer && !LLVMIsAConstantPointerNull(pointer) ? pointer : NULL;
}

/* How far apart two pointers with one base are; NULL: not known. */
static const struct host_value *distance_of(struct host_scope *s, LLVMValueRef a, LLVMValueRef b) {
    const struct host_target x = host_target_of(s, a), y = host_target_of(s, b);
    if (a == b || (x.base == y.base && x.offset && y.offset && host_value_is_same(x.offset, y.offset)))
        return host_number(s->r->arena, 0);
    return x.base == y.base ? host_combine(s->r->arena, HOST_SUB, y.offset, x.offset) : NULL;
}

/* Pointers that are an argument itself, of a parameter with a name. */
static LLVMValueRef whole_pointer(const struct host_argument *argument, LLVMValueRef call, uint32_t index) {
    LLVMValueRef value = LLVMGetOperand(call, HOST_LAUNCH_VALUES + index);
    return argument->is_pointer && *argument->name && !strchr(argument->name, '.') && !LLVMIsAConstantPointerNull(value) ? value : NULL;
}

static bool is_aliased(const struct host_launch *told, uint32_t argument) {
    bool is_found = false;
    for (uint32_t i = 0; i < told->alias_count; i++)
        is_found |= told->aliases[i].name == argument;
    return is_found;
}

/* A pointer at the start of its allocation is what others of the allocation are told in terms of, or else the first. */
static void find_aliases(struct host_scope *s, LLVMValueRef call, struct host_launch *told) {
    uint32_t count = told->argument_count;
    told->aliases = arena_alloc(s->r->arena, (count + 1) * sizeof *told->aliases);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < count; i++) {
            const struct host_argument *of = &told->arguments[i];
            LLVMValueRef first = whole_pointer(of, call, i);
            bool is_start = of->offset_bytes && of->offset_bytes->op == HOST_NUMBER && of->offset_bytes->number == 0;
            if (!first || is_aliased(told, i) || (round == 0 && !is_start))
                continue;
            for (uint32_t j = 0; j < count; j++) {
                bool is_of = false;
                for (uint32_t k = 0; k < told->alias_count; k++)
                    is_of |= told->aliases[k].of == j;
                LLVMValueRef second = j == i || is_of || is_aliased(told, j) ? NULL : whole_pointer(&told->arguments[j], call, j);
                const struct host_value *bytes = second ? distance_of(s, first, second) : NULL;
                if (bytes)
                    told->aliases[told->alias_count++] = (struct host_alias){j, i, bytes};
            }
        }
    }
}

static bool is_one_group(const struct host_launch *told, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < told->alias_count; i++) {
        a = told->aliases[i].name == a ? told->aliases[i].of : a;
        b = told->aliases[i].name == b ? told->aliases[i].of : b;
    }
    return a == b;
}

/* A parameter without a name is not accessed. */
static void add_overlap(struct host_launch *told, const char *a, const char *b) {
    if (!*a || !*b)
        return;
    told->overlaps[told->overlap_count][0] = a;
    told->overlaps[told->overlap_count++][1] = b;
}

/* A pointer that is not known to be an allocation may be the address of a variable of the device: it is the variable's in place, or some
   address of a variable goes where pointers are read from. */
static void compare_with_variables(struct host_scope *s, LLVMValueRef pointer, const struct host_argument *argument, struct host_launch *told) {
    LLVMValueRef base = host_target_of(s, pointer).base;
    for (LLVMValueRef g = LLVMGetFirstGlobal(s->r->module); g; g = LLVMGetNextGlobal(g))
        if (host_is_variable(s->r, g) && (base == g || (!LLVMIsAGlobalVariable(base) && host_variable_escapes(g))))
            add_overlap(told, argument->name, arena_printf(s->r->arena, SIGNATURE_VARIABLE "%s", LLVMGetValueName2(g, &(size_t){0})));
}

/* Two pointers each of which may be the address of one variable may be one pointer. */
static void compare_by_variables(struct host_launch *told) {
    uint32_t count = told->overlap_count;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            const char *a = told->overlaps[i][0], *b = told->overlaps[j][0];
            bool is_new = signature_variable(told->overlaps[i][1]) && strcmp(told->overlaps[i][1], told->overlaps[j][1]) == 0 && strcmp(a, b) != 0;
            for (uint32_t k = 0; k < told->overlap_count && is_new; k++)
                is_new = strcmp(told->overlaps[k][0], a) != 0 || strcmp(told->overlaps[k][1], b) != 0;
            if (is_new)
                add_overlap(told, a, b);
        }
}

static uint32_t count_variables(const struct host_reader *r) {
    uint32_t count = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
        count += host_is_variable(r, g);
    return count;
}

/* The argument is no pointer, or points into an allocation that nothing else in the program is seen to hold a pointer to: a pointer that is
   not followed is not this one. */
static bool is_apart(struct host_scope *s, LLVMValueRef pointer, const struct host_argument *argument, LLVMValueRef call) {
    if (!pointer || argument->size_bytes || argument->is_null)
        return true;
    LLVMValueRef base = host_target_of(s, pointer).base;
    return host_is_allocation(base) && host_is_alive(s->r, base, call);
}

/* All pointers of a program come from the program: two that are not followed may be one. Of functions whose callers are not seen nothing of
   the kind is known: there distinct pointers are the assumption. */
static bool is_program(const struct host_reader *r) {
    LLVMValueRef main = LLVMGetNamedFunction(r->module, "main");
    return main && !LLVMIsDeclaration(main);
}

static void compare_pointers(struct host_scope *s, const struct host_kernel *kernel, LLVMValueRef call, struct host_launch *told) {
    struct host_reader *r = s->r;
    uint32_t count = told->argument_count;
    find_aliases(s, call, told);
    told->overlaps = arena_alloc(r->arena, ((size_t)count * (2 * (size_t)count + count_variables(r)) + 1) * sizeof *told->overlaps);
    told->all_distinct = true;
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef pointer = pointer_in(LLVMGetOperand(call, HOST_LAUNCH_VALUES + i));
        bool is_known = !pointer || told->arguments[i].size_bytes || host_is_allocation(host_target_of(s, pointer).base);
        bool is_own = !is_program(r) || is_apart(s, pointer, &told->arguments[i], call);
        told->all_distinct &= !pointer || told->arguments[i].size_bytes;
        if (!is_known)
            compare_with_variables(s, pointer, &told->arguments[i], told);
        for (uint32_t j = i + 1; j < count; j++) {
            LLVMValueRef a = pointer_in(LLVMGetOperand(call, HOST_LAUNCH_VALUES + i)), b = pointer_in(LLVMGetOperand(call, HOST_LAUNCH_VALUES + j));
            if (!a || !b)
                continue;
            told->all_distinct &=
                is_one_group(told, i, j) || (host_is_distinct(s, a, b) && told->arguments[i].size_bytes && told->arguments[j].size_bytes);
            bool are_lost = !is_own && !is_one_group(told, i, j) && !is_apart(s, b, &told->arguments[j], call);
            if (host_may_overlap(s, a, b) || (are_lost && !host_is_distinct(s, a, b)))
                add_overlap(told, kernel->leaves.data[i].name, kernel->leaves.data[j].name);
        }
    }
    compare_by_variables(told);
}

/* A stub is inlined where it is called; what is left of it is reached through its address. */
static bool is_within_stub(LLVMValueRef call) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    return strstr(LLVMGetValueName2(function, &(size_t){0}), "__device_stub__") != NULL;
}

/* A launch that takes place has sizes that the hardware has: other ones fail, and nothing runs. Of a number that is only claimed to be the size,
   a wider one that is converted, this says nothing. */
static void bound_sizes(struct host_scope *s, LLVMValueRef call) {
    for (unsigned axis = 0; axis < 3; axis++) {
        const struct host_value *sizes[] = {host_integer(s, LLVMGetOperand(call, HOST_LAUNCH_GRID + axis), true),
                                            host_integer(s, LLVMGetOperand(call, HOST_LAUNCH_BLOCK + axis), true)};
        for (int i = 0; i < 2; i++)
            if (sizes[i]->op == HOST_SYMBOL && !sizes[i]->is_claimed)
                vec_push(&s->bounds, (struct host_bound){sizes[i]->symbol, 1, i == 0 ? host_grid_most[axis] : host_block_most[axis]});
    }
    host_scope_forget(s);
}

/* A condition that is not understood decides about the launch where it is computed from what the launch's numbers are computed from: else the
   launch is made for some value of it, and for all of these numbers. Where nothing comes into the program, the condition may never hold. */
static void tell_lost(struct host_scope *s, LLVMValueRef call, struct host_launch *told) {
    for (uint32_t i = 0; i < s->lost.size && !told->omitted; i++) {
        const struct host_lost *lost = &s->lost.data[i];
        bool may_fail = s->r->gets_nothing && !lost->is_exit;
        if (!may_fail && !host_is_decided_with(s->r, call, told, lost->branch))
            continue;
        const char *place = host_place(s->r, lost->branch);
        told->omitted = place ? arena_printf(s->r->arena, "a condition (%s)", place) : "a condition";
    }
}

/* What is known of the launch of `kernel`, with claims or without; whether some value rests on one. */
static bool read_facts(struct host_reader *r, const struct host_kernel *kernel, LLVMValueRef call, bool claims, struct host_launch *told) {
    struct host_scope s = {.r = r, .claims = claims};
    bool is_claimed = false;
    bound_sizes(&s, call);
    host_read_conditions(&s, call, told);
    for (unsigned axis = 0; axis < 3; axis++) {
        LLVMValueRef grid = LLVMGetOperand(call, HOST_LAUNCH_GRID + axis), block = LLVMGetOperand(call, HOST_LAUNCH_BLOCK + axis);
        told->grid[axis] = host_integer(&s, grid, true); /* the unsigned number, which no launch has above 2^31 */
        told->block[axis] = host_integer(&s, block, true);
        is_claimed |= host_has_claim(told->grid[axis]) || host_has_claim(told->block[axis]);
    }
    told->shared = host_integer_known(&s, LLVMGetOperand(call, HOST_LAUNCH_SHARED), true);
    told->arguments = arena_alloc(r->arena, (kernel->leaves.size + 1) * sizeof *told->arguments);
    for (; told->argument_count < kernel->leaves.size; told->argument_count++) {
        struct host_argument *argument = &told->arguments[told->argument_count];
        read_argument(&s, kernel, told->argument_count, call, argument);
        is_claimed |= host_has_claim(argument->value) || host_has_claim(argument->size_bytes);
    }
    host_forget_numbers(r);
    tell_lost(&s, call, told);
    told->omitted = told->omitted ? told->omitted : host_find_related(r, call, told);
    told->omitted = told->omitted ? told->omitted : host_find_stop(r, call, told);
    compare_pointers(&s, kernel, call, told);
    if (r->is_ordered)
        host_read_contents(&s, kernel, call, told);
    host_read_initial(r, call, told);
    host_read_stored(r, kernel, call, told);
    host_read_given(r, call, told);
    told->textures = host_textures_of(&s, call);
    host_read_held(&s, kernel, call, told);
    for (uint32_t i = 0; i < told->alias_count; i++)
        is_claimed |= host_has_claim(told->aliases[i].bytes);
    host_scope_release(&s);
    return is_claimed;
}

static void read_launch(struct host_reader *r, LLVMValueRef call) {
    struct host_launch told = {0};
    if (is_within_stub(call) && host_is_never_called(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
        return;
    const char **file = arena_alloc(r->arena, sizeof *file);
    const uint64_t way = LLVMConstIntGetZExtValue(LLVMGetOperand(call, HOST_LAUNCH_WAY));
    told.is_plain = way == HOST_LAUNCH_BY_STUB || way == HOST_LAUNCH_BY_PLAIN_LIST;
    told.is_cooperative = way == HOST_LAUNCH_BY_COOPERATIVE_LIST;
    struct host_kernel *kernel = host_find_kernel(r, LLVMGetOperand(call, HOST_LAUNCH_KERNEL), file);
    read_place(r, call, way == HOST_LAUNCH_BY_STUB, &told);
    if (!kernel) {
        told.is_general = true;
        told.why = "a launch of a kernel that is not known";
        vec_push(&r->code->launches, told);
        return;
    }
    told.kernel = kernel->name;
    told.display = kernel->display;
    told.program = *file ? file : NULL;
    told.program_count = *file != NULL;
    bool is_ambiguous = kernel->is_ambiguous && !*file;
    if (is_within_stub(call) || is_ambiguous) {
        told.is_general = true;
        told.why = is_ambiguous ? "files have kernels of this name with different parameters"
                                : "the program takes the kernel's address, and launches through it are not read";
        vec_push(&r->code->launches, told);
        return;
    }
    struct host_launch *claiming = arena_alloc(r->arena, sizeof *claiming);
    *claiming = told;
    read_facts(r, kernel, call, false, &told);
    told.claiming = read_facts(r, kernel, call, true, claiming) ? claiming : NULL;
    vec_push(&r->code->launches, told);
}

/* A call that may launch some kernel: through a pointer, by name, in a graph. */
static bool launches_unknown(const char *name) {
    bool is_launch = strncmp(name, "cuLaunch", 8) == 0 || strncmp(name, "cudaLaunch", 10) == 0;
    bool is_graph = strncmp(name, "cuGraph", 7) == 0 || strncmp(name, "cudaGraph", 9) == 0;
    bool is_node = strstr(name, "KernelNode") || strstr(name, "AddNode") || strstr(name, "NodeSetParams");
    return strcmp(name, "__wp_host_launch") == 0 || (is_launch && !strstr(name, "HostFunc")) || (is_graph && is_node);
}

static void read_call(struct host_reader *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &(size_t){0}) : "";
    if (strcmp(name, host_launch_name) == 0) {
        read_launch(r, call);
    } else if (launches_unknown(name)) {
        struct host_launch told = {.is_general = true};
        read_place(r, call, false, &told);
        told.why = arena_printf(r->arena, "%s:%u launches a kernel that is not known", told.file, told.line);
        vec_push(&r->code->launches, told);
    }
}

void host_read_launches(struct host_reader *r) {
    r->gets_nothing = host_gets_nothing(r);
    r->is_ordered = r->is_whole && r->lost.size == 0 && !host_has_disorder(r);
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
                    read_call(r, i);
}
