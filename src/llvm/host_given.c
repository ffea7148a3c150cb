/* What comes into the program from outside: numbers that it reads in (`scanf`, `fread`, `>>`), and arrays of which it reads in the elements or
 * draws them (`rand`), and copies them to the device. Any numbers may come there, so that a violation which rests on them needs no proof that
 * the program stores just these.
 *
 * That all elements come from outside, and that nothing checks them, must be seen: this proves nothing, but an error rests on it. */
#include <string.h>

#include "base/vec.h"
#include "llvm/host_graph.h"
#include "llvm/host_parts.h"

enum { COPIES_MOST = 6, POINTERS_MOST = 64, STEPS_MOST = 8, USES_MOST = 1000, LOADS_MOST = 4000, TAINTED_MOST = 200 };

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
    bool is_given;         /* something from outside does */
    bool is_other;         /* something else does */
    LLVMValueRef stored;   /* the pointer; NULL: none */
    LLVMValueRef constant; /* the store of a constant to the whole part, if there is one store of a constant there */
    uint32_t stored_count, constant_count, use_count;
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
        if (LLVMIsAConstantInt(value) && !is_apart) {
            w->constant = is_known && at == part.offset && size_of(w->r, value) == part.size ? user : NULL;
            w->constant_count++;
        }
        if (value == pointer || (!is_apart && !is_whole && !LLVMIsAConstantInt(value)))
            w->is_other = true;
        if (is_whole && LLVMIsConstant(value)) { /* no number */
            w->constant = NULL;
            w->constant_count++;
        }
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
        int64_t bytes = host_reader_bytes(user, pointer);
        bool is_whole = is_known && at <= part.offset && (bytes < 0 || part.offset + part.size <= at + bytes);
        bool is_apart = is_known && (part.offset + part.size <= at || (bytes > 0 && at + bytes <= part.offset));
        w->is_given |= is_whole;
        w->is_other |= !is_whole && !is_apart;
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

LLVMValueRef host_constant_of(const struct host_reader *r, LLVMValueRef load) {
    struct part part;
    if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || !part_at(r, LLVMGetOperand(load, 0), size_of(r, load), &part))
        return NULL;
    struct writers w = {.r = r};
    find_writers(&w, part, 0);
    bool is_one = !w.is_given && !w.is_other && w.stored_count == 0 && w.constant_count == 1 && w.constant;
    LLVMValueRef value = is_one ? LLVMGetOperand(w.constant, 0) : NULL;
    LLVMBasicBlockRef from = is_one ? LLVMGetInstructionParent(w.constant) : NULL, at = LLVMGetInstructionParent(load);
    if (!value || LLVMTypeOf(value) != LLVMTypeOf(load) || LLVMGetBasicBlockParent(from) != LLVMGetBasicBlockParent(at))
        return NULL;
    for (LLVMValueRef i = w.constant; from == at && i; i = LLVMGetNextInstruction(i))
        if (i == load)
            return value;
    return from != at && host_graph_dominates(from, at) ? value : NULL;
}

bool host_is_read_in(const struct host_reader *r, LLVMValueRef value) {
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

/* One launch, and what is asked about the memory that it gets. */
struct question {
    struct host_reader *r;
    LLVMValueRef launch;
    struct host_graph *graph; /* of its function */
};

/* Not computed anew in each round of the loop around `in`. */
static bool is_fixed(LLVMValueRef value, LLVMValueRef in) {
    return !LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value) ||
           (LLVMGetInstructionParent(value) != LLVMGetInstructionParent(in) && !host_is_repeated(value));
}

/* DRAWN: comes from outside (random numbers among it), or is computed from such a number, by steps that leave no gaps between the whole numbers
   of a range: twice a random number is none, and 2 * i + rand() % 2 is neither. MOVED: was read from the memory at `base`. */
enum drawn { NOT_DRAWN, DRAWN, MOVED };

static enum drawn drawn_of(const struct host_reader *r, LLVMValueRef value, LLVMValueRef base, int depth) {
    static const char *const reals[] = {"drand48", "erand48", "atof", "strtod", "strtof"};
    const char *name = host_callee_name(value);
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
        if (strcmp(name, reals[i]) == 0 && host_is_library_of(r, name))
            return DRAWN;
    if (host_is_input(r, value))
        return DRAWN;
    if (LLVMIsALoadInst(value) && origin_of(r, LLVMGetOperand(value, 0)) == base)
        return MOVED;
    if (!LLVMIsAInstruction(value) || depth >= STEPS_MOST)
        return NOT_DRAWN;
    const LLVMOpcode op = LLVMGetInstructionOpcode(value);
    enum drawn a, b;
    switch ((int)op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMAShr:
    case LLVMLShr:
        a = drawn_of(r, LLVMGetOperand(value, 0), base, depth + 1);
        b = is_fixed(LLVMGetOperand(value, 1), value) ? DRAWN : NOT_DRAWN;
        if (a == NOT_DRAWN && (op == LLVMAdd || op == LLVMSub || op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul)) {
            a = drawn_of(r, LLVMGetOperand(value, 1), base, depth + 1);
            b = is_fixed(LLVMGetOperand(value, 0), value) ? DRAWN : NOT_DRAWN;
        }
        return b == DRAWN ? a : NOT_DRAWN;
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFPExt:
    case LLVMFPTrunc: return drawn_of(r, LLVMGetOperand(value, 0), base, depth + 1);
    default: return NOT_DRAWN;
    }
}

/* A branch on the way to the launch, or the launch itself, depends on the value: what it is may be checked there. */
static bool is_checked(const struct question *q, LLVMValueRef value) {
    VEC(LLVMValueRef) list = {0};
    bool is = false;
    vec_push(&list, value);
    for (uint32_t i = 0; i < list.size && !is; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(list.data[i]); u && !is; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_end = LLVMIsABranchInst(user) || LLVMIsASwitchInst(user), is_listed = false;
            if (!LLVMIsAInstruction(user) ||
                LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != LLVMGetBasicBlockParent(LLVMGetInstructionParent(q->launch)))
                continue;
            is = (is_end && host_graph_comes_before(q->graph, user, q->launch)) || user == q->launch || list.size > TAINTED_MOST;
            for (uint32_t k = 0; k < list.size; k++)
                is_listed |= list.data[k] == user;
            if (!is_end && !is_listed && LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVoidTypeKind && !LLVMIsALoadInst(user))
                vec_push(&list, user);
        }
    vec_release(&list);
    return is;
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

/* The number of bytes of a local array or an allocation; -1: no constant. */
static int64_t bytes_of(const struct host_reader *r, LLVMValueRef base) {
    if (LLVMIsAAllocaInst(base))
        return (int64_t)LLVMABISizeOfType(r->layout, LLVMGetAllocatedType(base));
    bool is_plain = host_is_allocation(base) && LLVMGetNumArgOperands(base) == 1 && LLVMIsAConstantInt(LLVMGetOperand(base, 0));
    return is_plain ? LLVMConstIntGetSExtValue(LLVMGetOperand(base, 0)) : -1;
}

/* The address is another one in each round: an index that is no constant, a pointer that moves on. */
static bool is_moving(LLVMValueRef pointer) {
    bool is = false;
    for (int i = 0; i < STEPS_MOST && !is && host_is_step(pointer); i++) {
        for (int k = 1; k < LLVMGetNumOperands(pointer); k++)
            is |= !LLVMIsAConstant(LLVMGetOperand(pointer, (unsigned)k));
        pointer = LLVMGetOperand(pointer, 0);
    }
    return is || LLVMIsAPHINode(pointer);
}

/* The reader writes the whole array: all of it at once, or an element in each round. */
static bool reads_whole(const struct host_reader *r, LLVMValueRef base, LLVMValueRef pointer, LLVMValueRef call) {
    int64_t bytes = host_reader_bytes(call, pointer), all = bytes_of(r, base);
    if (is_moving(pointer))
        return host_is_repeated(call);
    return pointer == base || host_base_of(pointer) != base ? bytes < 0 || (bytes > 0 && all >= 0 && bytes >= all) : false;
}

/* The use neither writes there nor lets anybody else do that. */
static bool is_harmless(LLVMValueRef user, LLVMValueRef pointer) {
    static const char *const quiet[] = {"free",           "_Zd",       "fwrite",         "printf",          "fprintf", "memcmp", "_ZNSo5write",
                                        "llvm.lifetime.", "llvm.dbg.", "__wp_host_free", "__wp_host_status"};
    const char *name = host_callee_name(user);
    bool is = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || LLVMIsAPtrToIntInst(user) || strcmp(name, host_launch_name) == 0;
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet && *name && !is; i++)
        is = begins_with(name, quiet[i]);
    bool is_copy_from =
        (is_copy(name) || strcmp(name, "__wp_host_copy") == 0 || strcmp(name, "__wp_host_to_variable") == 0) && LLVMGetOperand(user, 0) != pointer;
    return is || is_copy_from;
}

static bool is_given(struct question *q, LLVMValueRef base, int depth);

struct found {
    bool is_given; /* something from outside fills it */
    bool is_other; /* something else may be there */
};

/* `pointer`: into the memory at `base`; of the host if depth > 0. */
static void note_element(struct question *q, LLVMValueRef base, LLVMValueRef user, LLVMValueRef pointer, int depth, struct found *f) {
    LLVMValueRef source = host_copy_source(user, pointer);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer)
        return; /* kept in a variable, from which it is read again (origin_of) */
    if (LLVMIsAStoreInst(user) && LLVMIsConstant(LLVMGetOperand(user, 0)))
        return; /* an element that is fixed, or what is there before */
    if (LLVMIsAStoreInst(user)) {
        enum drawn drawn = drawn_of(q->r, LLVMGetOperand(user, 0), base, 0);
        bool is_row = is_moving(pointer) && host_is_repeated(user);
        f->is_given |= drawn == DRAWN && is_row;
        f->is_other |= drawn == NOT_DRAWN || (drawn == DRAWN && !is_row);
    } else if (host_is_reader(q->r, user)) {
        bool is_whole = reads_whole(q->r, base, pointer, user);
        f->is_given |= is_whole;
        f->is_other |= !is_whole;
    } else if (source) {
        bool is = depth < COPIES_MOST && is_given(q, origin_of(q->r, source), depth + 1);
        f->is_given |= is;
        f->is_other |= !is;
    } else {
        f->is_other |= !is_harmless(user, pointer) || (LLVMIsALoadInst(user) && depth > 0 && is_checked(q, user));
    }
}

/* Behind the launch, on every path. */
static bool is_later(const struct question *q, LLVMValueRef user) {
    bool is_here = LLVMIsAInstruction(user) &&
                   LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == LLVMGetBasicBlockParent(LLVMGetInstructionParent(q->launch));
    return is_here && user != q->launch && !host_graph_comes_before(q->graph, user, q->launch);
}

static bool find_given(struct question *q, LLVMValueRef base, int depth) {
    LLVMValueRef pointers[POINTERS_MOST] = {base};
    struct found f = {.is_given = false};
    uint32_t count = 1;
    if (LLVMIsAInstruction(base) && depth > 0)
        add_loads(q->r, base, pointers, &count);
    f.is_other = count == POINTERS_MOST;
    for (uint32_t i = 0; i < count && !f.is_other; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(pointers[i]); u && !f.is_other; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_derived = (host_is_step(user) && LLVMGetOperand(user, 0) == pointers[i]) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
            bool is_listed = false;
            for (uint32_t k = 0; k < count && is_derived; k++)
                is_listed |= pointers[k] == user;
            if (!is_derived && is_later(q, user))
                continue;
            if (!is_derived)
                note_element(q, base, user, pointers[i], depth, &f);
            else if (!is_listed && count < POINTERS_MOST)
                pointers[count++] = user;
            else
                f.is_other |= !is_listed;
        }
    return f.is_given && !f.is_other;
}

static bool is_given(struct question *q, LLVMValueRef base, int depth) {
    uint64_t key = hash_mix(hash_mix((uint64_t)(uintptr_t)base, (uint64_t)(uintptr_t)q->launch), (uint64_t)depth);
    uint32_t known;
    if (!map_get(&q->r->given->answers, key, &known)) {
        map_set(&q->r->given->answers, key, false); /* where copies go round */
        known = find_given(q, base, depth);
        map_set(&q->r->given->answers, key, known);
    }
    return known;
}

/* Another kernel of the program may store to the argument (host_read_stored). */
static bool is_stored(const struct host_launch *told, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < told->stored_count; i++)
        is |= strcmp(told->stored[i], name) == 0;
    return is;
}

void host_read_given(struct host_reader *r, LLVMValueRef launch, struct host_launch *told) {
    struct arena scratch;
    arena_init(&scratch);
    struct host_graph graph = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch)));
    struct question q = {r, launch, &graph};
    told->given = arena_alloc(r->arena, ((size_t)told->argument_count + 1) * sizeof *told->given);
    for (uint32_t i = 0; i < told->argument_count; i++) {
        const struct host_argument *argument = &told->arguments[i];
        LLVMValueRef value = LLVMGetOperand(launch, HOST_LAUNCH_VALUES + i);
        if (argument->is_pointer && *argument->name && !is_stored(told, argument->name) && is_given(&q, origin_of(r, value), 0))
            told->given[told->given_count++] = argument->name;
    }
    arena_release(&scratch);
}
