/* What comes into the program from outside: numbers that it reads in (`scanf`, `fread`, `>>`), and arrays of which it reads in the elements or
 * draws them (`rand`), and copies them to the device. Any numbers may come there, so that a violation which rests on them needs no proof that
 * the program stores just these.
 *
 * Which elements were read in is not asked: this takes no fact back and proves nothing. */
#include <string.h>

#include "base/vec.h"
#include "llvm/host_parts.h"

enum { COPIES_MOST = 6, POINTERS_MOST = 64, STEPS_MOST = 8, USES_MOST = 1000, LOADS_MOST = 4000 };

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* ---- members of local variables ---- */

/* Bytes of a local variable. */
struct part {
    LLVMValueRef variable;
    int64_t offset, size;
};

/* How many bytes the step adds; false: not known. */
static bool step_bytes(const struct host_reader *r, LLVMValueRef step, int64_t *bytes) {
    struct host_step s;
    if (LLVMIsABitCastInst(step))
        return *bytes = 0, true;
    if (!LLVMIsAGetElementPtrInst(step) || !host_step_parts(r, step, &s))
        return false;
    *bytes = s.bytes;
    for (uint32_t i = 0; i < s.count; i++) {
        if (!LLVMIsAConstantInt(s.index[i]))
            return false;
        *bytes += LLVMConstIntGetSExtValue(s.index[i]) * s.size_bytes[i];
    }
    return true;
}

/* The local variable that the pointer leads into, and where; false: it is none, or not known. */
static bool part_at(const struct host_reader *r, LLVMValueRef pointer, int64_t size, struct part *part) {
    *part = (struct part){.size = size};
    while (host_is_step(pointer)) {
        int64_t bytes;
        if (!step_bytes(r, pointer, &bytes))
            return false;
        part->offset += bytes;
        pointer = LLVMGetOperand(pointer, 0);
    }
    part->variable = pointer;
    return LLVMIsAAllocaInst(pointer) != NULL;
}

static int64_t size_of(const struct host_reader *r, LLVMValueRef value) {
    return (int64_t)LLVMABISizeOfType(r->layout, LLVMTypeOf(value));
}

static bool is_copy(const char *name) {
    return begins_with(name, "llvm.memcpy.") || begins_with(name, "llvm.memmove.");
}

/* What writes the bytes of a part: only constants and what comes from outside; pointers that are stored there whole. */
struct writers {
    const struct host_reader *r;
    bool is_given;       /* something from outside does */
    bool is_other;       /* something else does */
    LLVMValueRef stored; /* the pointer; NULL: none */
    uint32_t stored_count, use_count;
};

static void find_writers(struct writers *w, struct part part, int depth);

/* The use of a pointer to byte `at` of the variable (`is_known`: that is known). */
static void note_use(struct writers *w, struct part part, LLVMValueRef user, LLVMValueRef pointer, int64_t at, bool is_known, int depth) {
    const char *name = host_callee_name(user);
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef value = LLVMGetOperand(user, 0);
        bool is_apart = is_known && (at + size_of(w->r, value) <= part.offset || part.offset + part.size <= at);
        bool is_whole =
            is_known && at == part.offset && size_of(w->r, value) == part.size && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
        if (value == pointer || (!is_apart && !is_whole && !LLVMIsAConstantInt(value)))
            w->is_other = true;
        if (is_whole && value != pointer && !LLVMIsConstant(value)) {
            w->stored = value;
            w->stored_count++;
        }
    } else if (is_copy(name) && LLVMGetOperand(user, 0) == pointer) {
        struct part from;
        LLVMValueRef bytes = LLVMGetOperand(user, 2);
        bool is_constant = is_known && LLVMIsAConstantInt(bytes), is_apart = false;
        if (is_constant)
            is_apart = at + LLVMConstIntGetSExtValue(bytes) <= part.offset || part.offset + part.size <= at;
        if (is_apart)
            return;
        if (!is_constant || depth >= COPIES_MOST || !part_at(w->r, LLVMGetOperand(user, 1), part.size, &from)) {
            w->is_other = true;
            return;
        }
        from.offset += part.offset - at;
        find_writers(w, from, depth + 1);
    } else if (host_is_reader(w->r, user)) {
        w->is_given |= !is_known || at <= part.offset;
    } else {
        w->is_other |= !LLVMIsALoadInst(user) && !is_copy(name) && !begins_with(name, "llvm.lifetime.") && !begins_with(name, "llvm.dbg.");
    }
}

static void find_writers(struct writers *w, struct part part, int depth) {
    struct place {
        LLVMValueRef pointer;
        int64_t at;
        bool is_known;
    };
    VEC(struct place) places = {0};
    vec_push(&places, ((struct place){part.variable, 0, true}));
    for (uint32_t i = 0; i < places.size && !w->is_other; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(places.data[i].pointer); u && !w->is_other; u = LLVMGetNextUse(u)) {
            const struct place from = places.data[i];
            LLVMValueRef user = LLVMGetUser(u);
            int64_t bytes = 0;
            if (++w->use_count > USES_MOST)
                w->is_other = true;
            else if (host_is_step(user) && LLVMGetOperand(user, 0) == from.pointer) {
                bool is_known = step_bytes(w->r, user, &bytes) && from.is_known;
                vec_push(&places, ((struct place){user, from.at + bytes, is_known}));
            } else
                note_use(w, part, user, from.pointer, from.at, from.is_known, depth);
        }
    vec_release(&places);
}

static bool is_part_read_in(const struct host_reader *r, LLVMValueRef load) {
    struct part part;
    if (!LLVMIsALoadInst(load) || !part_at(r, LLVMGetOperand(load, 0), size_of(r, load), &part))
        return false;
    struct writers w = {.r = r};
    find_writers(&w, part, 0);
    return w.is_given && !w.is_other && w.stored_count == 0;
}

static bool find_read_in(const struct host_reader *r, LLVMValueRef value) {
    bool is = LLVMIsALoadInst(value) || (LLVMIsAPHINode(value) && LLVMCountIncoming(value) > 0);
    if (!LLVMIsAPHINode(value))
        return is && is_part_read_in(r, value);
    for (unsigned i = 0; i < LLVMCountIncoming(value) && is; i++)
        is = is_part_read_in(r, LLVMGetIncomingValue(value, i));
    return is;
}

bool host_is_member_read_in(const struct host_reader *r, LLVMValueRef value) {
    uint32_t known;
    if (!LLVMIsALoadInst(value) && !LLVMIsAPHINode(value))
        return false;
    if (!r->given)
        return find_read_in(r, value);
    if (!map_get(&r->given->read_in, (uint64_t)(uintptr_t)value, &known)) {
        known = find_read_in(r, value);
        map_set(&r->given->read_in, (uint64_t)(uintptr_t)value, known);
    }
    return known;
}

/* ---- contents of arrays ---- */

/* Where the pointer comes from: what was stored to the member of a local variable that it is read from, if one store did. */
static LLVMValueRef origin_of(const struct host_reader *r, LLVMValueRef pointer) {
    LLVMValueRef base = host_base_of(pointer);
    for (int i = 0; i < COPIES_MOST; i++) {
        struct part part;
        struct writers w = {.r = r};
        if (!LLVMIsALoadInst(base) || !part_at(r, LLVMGetOperand(base, 0), size_of(r, base), &part))
            return base;
        find_writers(&w, part, 0);
        if (w.is_other || w.is_given || w.stored_count != 1)
            return base;
        base = host_base_of(w.stored);
    }
    return base;
}

/* What comes from outside (random numbers among it), or is computed from such a number, by steps that leave no gaps between the whole numbers of
   a range: twice a random number is none. What was read from the memory at `base` counts as such, too. */
static bool is_drawn(const struct host_reader *r, LLVMValueRef value, LLVMValueRef base, int depth) {
    static const char *const reals[] = {"drand48", "erand48", "atof", "strtod", "strtof"};
    const char *name = host_callee_name(value);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (strcmp(name, reals[i]) == 0 && host_is_library_of(r, name))
            return true;
    if (host_is_input(r, value) || (LLVMIsALoadInst(value) && origin_of(r, LLVMGetOperand(value, 0)) == base))
        return true;
    bool is = false;
    if (!LLVMIsAInstruction(value) || depth >= STEPS_MOST)
        return false;
    switch ((int)LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMAShr:
    case LLVMLShr:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFPExt:
    case LLVMFPTrunc:
        for (int i = 0; i < LLVMGetNumOperands(value) && !is; i++)
            is = is_drawn(r, LLVMGetOperand(value, (unsigned)i), base, depth + 1);
        return is;
    default: return false;
    }
}

/* Where the pointers that the function reads from members of its variables come from; found once. */
static void find_origins(struct host_reader *r, LLVMValueRef function) {
    uint32_t known;
    if (map_get(&r->given->functions, (uint64_t)(uintptr_t)function, &known))
        return;
    map_set(&r->given->functions, (uint64_t)(uintptr_t)function, 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsALoadInst(i) || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind || r->given->origins.size >= LOADS_MOST)
                continue;
            LLVMValueRef origin = origin_of(r, i);
            if (origin != i)
                vec_push(&r->given->origins, ((struct host_origin){i, origin}));
        }
}

/* Pointers that were kept in a member of a local variable and read again are pointers to the memory, too. */
static void add_loads(struct host_reader *r, LLVMValueRef base, LLVMValueRef list[], uint32_t *count) {
    find_origins(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(base)));
    for (uint32_t i = 0; i < r->given->origins.size && *count < POINTERS_MOST; i++)
        if (r->given->origins.data[i].origin == base)
            list[(*count)++] = r->given->origins.data[i].load;
}

static bool is_given(struct host_reader *r, LLVMValueRef base, int depth);

static bool find_given(struct host_reader *r, LLVMValueRef base, int depth) {
    LLVMValueRef pointers[POINTERS_MOST] = {base};
    uint32_t count = 1;
    if (LLVMIsAInstruction(base) && depth > 0)
        add_loads(r, base, pointers, &count);
    bool is = false, is_other = false; /* something else is stored there */
    for (uint32_t i = 0; i < count && !is_other; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers[i]); u && !is_other; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u), source = host_copy_source(user, pointers[i]);
            bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointers[i] && !LLVMIsConstant(LLVMGetOperand(user, 0));
            bool is_filled = is_store && is_drawn(r, LLVMGetOperand(user, 0), base, 0);
            if (host_is_step(user) && LLVMGetOperand(user, 0) == pointers[i] && count < POINTERS_MOST)
                pointers[count++] = user;
            is = is || host_is_reader(r, user) || is_filled || (source && depth < COPIES_MOST && is_given(r, origin_of(r, source), depth + 1));
            is_other = is_store && !is_filled;
        }
    return is && !is_other;
}

static bool is_given(struct host_reader *r, LLVMValueRef base, int depth) {
    uint64_t key = hash_mix((uint64_t)(uintptr_t)base, depth > 0);
    uint32_t known;
    if (!map_get(&r->given->answers, key, &known)) {
        known = find_given(r, base, depth);
        map_set(&r->given->answers, key, known);
    }
    return known;
}

void host_read_given(struct host_reader *r, LLVMValueRef launch, struct host_launch *told) {
    told->given = arena_alloc(r->arena, ((size_t)told->argument_count + 1) * sizeof *told->given);
    for (uint32_t i = 0; i < told->argument_count; i++) {
        const struct host_argument *argument = &told->arguments[i];
        LLVMValueRef value = LLVMGetOperand(launch, HOST_LAUNCH_VALUES + i);
        if (argument->is_pointer && *argument->name && is_given(r, origin_of(r, value), 0))
            told->given[told->given_count++] = argument->name;
    }
}
