/* What numbers of host code are computed from. A condition on a value that is not understood (`(n & -3) == 1`, a loop over n) says something of
 * the launch where that value and one of the launch's numbers are computed from one place: facts do not tell what. */
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_fill.h"
#include "llvm/host_parts.h"
#include "llvm/unset.h"

enum { VALUES_MOST = 4000, CHAIN_MOST = 16, BLOCKS_MOST = 1000 };

/* Values and places in memory that something is computed from. */
struct sources {
    struct host_reader *r;
    struct map seen; /* by value, or by base and offset of a place */
    VEC(LLVMValueRef) left;
    bool compares_pointers, has_memory; /* or results of calls */
    bool writes_elsewhere;              /* of a launch's numbers: a call gets them, and may write what is read later */
};

static bool is_number(LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind != LLVMPointerTypeKind && kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind && kind != LLVMVoidTypeKind;
}

static void add(struct sources *s, LLVMValueRef value) {
    value = host_same_text(value);
    uint64_t key = (uint64_t)(uintptr_t)value;
    if ((!LLVMIsAInstruction(value) && !LLVMIsAArgument(value)) || !is_number(value) || map_get(&s->seen, key, NULL))
        return;
    map_set(&s->seen, key, 1);
    vec_push(&s->left, value);
}

/* The place that is read, if its offset is a constant, and what was stored there by that pointer; else the numbers that choose it. */
static void add_place(struct sources *s, LLVMValueRef pointer) {
    uint64_t offset = 0;
    bool is_fixed = true;
    LLVMValueRef base = pointer;
    for (int depth = 0; depth < CHAIN_MOST && LLVMIsAGetElementPtrInst(base); depth++) {
        struct host_step step;
        bool is_known = host_step_parts(s->r, base, &step) && step.count == 0;
        offset += is_known ? (uint64_t)step.bytes : 0;
        is_fixed &= is_known;
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(base); i++)
            add(s, LLVMGetOperand(base, i));
        base = LLVMGetOperand(base, 0);
    }
    if (is_fixed)
        map_set(&s->seen, hash_mix((uint64_t)(uintptr_t)base, offset + 1), 1);
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && LLVMIsAAllocaInst(base); u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
            add(s, LLVMGetOperand(user, 0));
    }
}

/* The condition of the branch that leads into the block, over blocks with one way in. */
static void add_decision(struct sources *s, LLVMBasicBlockRef block) {
    for (int depth = 0; depth < CHAIN_MOST && block; depth++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (LLVMIsASwitchInst(end) || (LLVMIsABranchInst(end) && LLVMIsConditional(end))) {
            add(s, LLVMIsASwitchInst(end) ? LLVMGetOperand(end, 0) : LLVMGetCondition(end));
            return;
        }
        LLVMBasicBlockRef before = NULL;
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (!LLVMIsATerminatorInst(user))
                continue;
            if (before)
                return;
            before = LLVMGetInstructionParent(user);
        }
        block = before;
    }
}

/* The values that a phi joins, and what chooses between them: of a loop that only counts its test alone does. */
static void add_choice(struct sources *s, LLVMValueRef phi) {
    const bool counts = host_counts_plainly(s->r, phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        add(s, LLVMGetIncomingValue(phi, i));
        if (!counts)
            add_decision(s, LLVMGetIncomingBlock(phi, i));
    }
    add_decision(s, LLVMGetInstructionParent(phi));
}

/* The texts that a call gets: `strcmp(argv[1], "1024")` is about the number that is read from argv[1]. */
static void note_texts(struct sources *s, LLVMValueRef call) {
    for (unsigned i = 0; LLVMIsACallInst(call) && i < LLVMGetNumArgOperands(call); i++)
        if (LLVMIsALoadInst(LLVMGetOperand(call, i)) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            map_set(&s->seen, (uint64_t)(uintptr_t)LLVMGetOperand(call, i), 1);
}

static void follow_all(struct sources *s) {
    while (s->left.size > 0 && s->seen.size < VALUES_MOST) {
        LLVMValueRef value = vec_pop(&s->left);
        note_texts(s, value);
        const bool is_input = LLVMIsAInstruction(value) && host_is_input(s->r, value); /* made of nothing, or of options */
        for (unsigned i = 0; is_input && LLVMIsAPHINode(value) && i < LLVMCountIncoming(value); i++)
            add(s, LLVMGetIncomingValue(value, i));
        if (is_input || !LLVMIsAInstruction(value))
            continue;
        if (LLVMIsAICmpInst(value))
            s->compares_pointers |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMPointerTypeKind;
        s->has_memory |= LLVMIsALoadInst(value) || LLVMIsACallInst(value) || LLVMIsAInvokeInst(value);
        if (LLVMIsALoadInst(value))
            add_place(s, LLVMGetOperand(value, 0));
        if (LLVMIsAPHINode(value))
            add_choice(s, value);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value) && !LLVMIsAPHINode(value); i++)
            add(s, LLVMGetOperand(value, i));
    }
}

static void release(struct sources *s) {
    map_release(&s->seen);
    vec_release(&s->left);
}

/* One of the launch's numbers is told in terms of the symbol, or of another reading of it. */
static bool is_told(const struct host_code *code, const struct host_launch *told, uint32_t symbol) {
    bool is = false;
    for (uint32_t i = 0; i < code->symbols.size && !is; i++) {
        if (i != symbol && code->symbols.data[i].bits != code->symbols.data[symbol].bits)
            continue;
        for (int axis = 0; axis < 3; axis++)
            is |= host_mentions(told->grid[axis], i) || host_mentions(told->block[axis], i);
        for (uint32_t k = 0; k < told->argument_count; k++)
            is |= host_mentions(told->arguments[k].value, i) || host_mentions(told->arguments[k].size_bytes, i);
    }
    return is;
}

/* Some value or place is a source of both, or there are too many to know. */
static bool have_common(const struct sources *a, const struct sources *b) {
    bool have = a->seen.size >= VALUES_MOST || b->seen.size >= VALUES_MOST;
    for (uint32_t i = 0; i < a->seen.capacity && !have; i++)
        have = a->seen.entries[i].is_used && map_get(&b->seen, a->seen.entries[i].key, NULL);
    return have;
}

/* The program computes the symbol from what the launch's numbers are computed from; where nothing comes in, from memory that is not followed,
   which holds one number. */
static bool is_related(const struct host_code *code, const struct host_launch *told, const struct sources *numbers, uint32_t symbol, bool is_exit) {
    const struct host_symbol *known = &code->symbols.data[symbol];
    bool gets_nothing = numbers->r->gets_nothing && !is_exit;
    if (known->is_input || known->bits == 0 || (is_told(code, told, symbol) && !gets_nothing))
        return false;
    struct sources own = {.r = numbers->r};
    add(&own, (LLVMValueRef)(uintptr_t)known->bits);
    follow_all(&own);
    bool is = (gets_nothing && own.has_memory) ||
              (!is_told(code, told, symbol) && (have_common(&own, numbers) || (own.has_memory && numbers->writes_elsewhere)));
    release(&own);
    return is;
}

/* The first symbol of the value that is so related; NULL: there is none. */
static const struct host_symbol *find_related(const struct host_code *code, const struct host_launch *told, const struct sources *numbers,
                                              const struct host_value *v, bool is_exit) {
    if (!v)
        return NULL;
    if (v->op == HOST_SYMBOL)
        return is_related(code, told, numbers, v->symbol, is_exit) ? &code->symbols.data[v->symbol] : NULL;
    const struct host_symbol *found = find_related(code, told, numbers, v->a, is_exit);
    return found ? found : find_related(code, told, numbers, v->b, is_exit);
}

/* A size of an allocation is one of the launch's numbers as well. */
static void add_symbols(struct sources *numbers, const struct host_value *v) {
    if (!v)
        return;
    if (v->op == HOST_SYMBOL && numbers->r->code->symbols.data[v->symbol].bits != 0)
        add(numbers, (LLVMValueRef)(uintptr_t)numbers->r->code->symbols.data[v->symbol].bits);
    add_symbols(numbers, v->a);
    add_symbols(numbers, v->b);
}

/* What the launch's numbers and the sizes of its allocations are computed from. */
static void find_sources(struct sources *numbers, LLVMValueRef call, const struct host_launch *told) {
    for (unsigned i = HOST_LAUNCH_GRID; i < LLVMGetNumArgOperands(call); i++)
        add(numbers, LLVMGetOperand(call, i));
    for (uint32_t i = 0; i < told->argument_count; i++)
        add_symbols(numbers, told->arguments[i].size_bytes);
    follow_all(numbers);
}

/* ---- calls that are not followed ---- */

/* What the call gets, and what stands in memory of the function that it gets a pointer to. */
static void add_arguments(struct sources *s, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef value = LLVMGetOperand(call, i), base = host_base_of(value);
        add(s, value);
        if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || !LLVMIsAAllocaInst(base))
            continue;
        add_place(s, value);
        for (LLVMUseRef u = LLVMGetFirstUse(base); u; u = LLVMGetNextUse(u))
            if (LLVMIsAGetElementPtrInst(LLVMGetUser(u)))
                add_place(s, LLVMGetUser(u));
    }
}

static bool is_end_of_program(const char *name) {
    static const char *const names[] = {"exit",        "_exit",         "_Exit",           "quick_exit",    "abort", "longjmp",
                                        "__cxa_throw", "__cxa_rethrow", "_ZSt9terminatev", "__assert_fail", "raise", "kill",
                                        "syscall",     "alarm",         "pthread_exit",    "pthread_kill",  "pause", "killpg"};
    bool is = (strncmp(name, "_ZSt", 4) == 0 && strstr(name, "__throw_")) || strncmp(name, "exec", 4) == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is |= strcmp(name, names[i]) == 0;
    return is;
}

/* The function may end the program, throw, or call what is not known. */
static bool may_stop(LLVMValueRef function) {
    struct map seen = {0};
    VEC(LLVMValueRef) left = {0};
    bool may = false;
    vec_push(&left, function);
    while (left.size > 0 && !may) {
        LLVMValueRef next = vec_pop(&left);
        if (map_get(&seen, (uint64_t)(uintptr_t)next, NULL))
            continue;
        map_set(&seen, (uint64_t)(uintptr_t)next, 1);
        may = is_end_of_program(LLVMGetValueName2(next, &(size_t){0}));
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(next); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                LLVMValueRef callee = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i) ? LLVMGetCalledValue(i) : NULL;
                if (callee && LLVMIsAFunction(callee))
                    vec_push(&left, callee);
                else
                    may |= callee && !LLVMIsAInlineAsm(callee);
            }
    }
    map_release(&seen);
    vec_release(&left);
    return may;
}

/* Of the standard library; what std::function calls is the program's. */
static bool is_of_standard(const char *name) {
    static const char *const starts[] = {"_ZNSt", "_ZNKSt", "_ZSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"};
    bool is = false;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        is |= strncmp(name, starts[i], strlen(starts[i])) == 0;
    return is && !strstr(name, "St8function");
}

/* The call may end the program, throw, or never return: it does, or is of what is not known. */
bool host_may_stop(const struct host_reader *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return !LLVMIsAInlineAsm(callee);
    const char *name = LLVMGetValueName2(callee, &(size_t){0});
    bool is_bundled = strncmp(name, "__wp", 4) == 0 || strncmp(name, "llvm.", 5) == 0 || strncmp(name, "cuda", 4) == 0;
    if (is_bundled || unset_is(call))
        return false;
    return LLVMIsDeclaration(callee) ? is_end_of_program(name) || !(host_is_library_of(r, name) || is_of_standard(name)) : may_stop(callee);
}

/* The call is one of a function of the program, or of one that is not known; then its body is not part of what is read. */
static bool is_of_program(const struct host_reader *r, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee))
        return !LLVMIsAInlineAsm(callee);
    const char *name = LLVMGetValueName2(callee, &(size_t){0});
    bool is_bundled = strncmp(name, "__wp", 4) == 0 || strncmp(name, "llvm.", 5) == 0 || strncmp(name, "cuda", 4) == 0;
    return !is_bundled && !is_of_standard(name) && (!LLVMIsDeclaration(callee) || !host_is_library_of(r, name));
}

/* The first call on the way to the launch that gets what its numbers are computed from; `stops`: and that may not return. NULL: there is none. */
static LLVMValueRef related_call(struct host_reader *r, LLVMValueRef launch, struct sources *numbers, bool stops) {
    struct arena scratch;
    LLVMValueRef found = NULL;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch)));
    for (uint32_t b = 0; b < g.count && !found; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(g.blocks[b]); i && !found; i = LLVMGetNextInstruction(i)) {
            if ((!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) || i == launch || !is_of_program(r, i) || !host_graph_comes_before(&g, i, launch))
                continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            bool may = !stops || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || may_stop(callee);
            struct sources own = {.r = r};
            add_arguments(&own, i);
            follow_all(&own);
            found = may && have_common(&own, numbers) ? i : NULL;
            release(&own);
        }
    arena_release(&scratch);
    return found;
}

/* The branch at the end of block `b` decides whether block `to` is executed before it comes to the branch again. */
static bool decides(struct host_graph *g, uint32_t b, uint32_t to) {
    bool some = false, all = true;
    for (uint32_t n = 0; n < g->next_count[b]; n++) {
        bool comes = g->next[b][n] == to || (g->next[b][n] != b && host_graph_reaches(g, g->next[b][n], to, HOST_GRAPH_NONE, 0, b));
        some |= comes;
        all &= comes;
    }
    return some && !all;
}

/* The first call before the launch that may not return, where a branch on what the launch's numbers are computed from decides whether it is made:
   `if (n > 1000) usage();` of a function that is not known. NULL: there is none. */
static LLVMValueRef decided_stop(struct host_reader *r, LLVMValueRef launch, const struct host_launch *told) {
    struct arena scratch;
    LLVMValueRef found = NULL;
    arena_init(&scratch);
    struct host_graph g = host_graph_make(&scratch, LLVMGetBasicBlockParent(LLVMGetInstructionParent(launch)));
    for (uint32_t b = 0; b < g.count && !found && g.count <= BLOCKS_MOST; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(g.blocks[b]); i && !found; i = LLVMGetNextInstruction(i)) {
            bool is_call = (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) && i != launch &&
                           (is_of_program(r, i) || is_end_of_program(host_callee_name(i))) && host_may_stop(r, i);
            if (!is_call || !host_graph_comes_before(&g, i, launch))
                continue;
            for (uint32_t t = 0; t < g.count && !found; t++) {
                LLVMValueRef end = g.next_count[t] > 1 ? LLVMGetBasicBlockTerminator(g.blocks[t]) : NULL;
                bool is_branch = end && (LLVMIsABranchInst(end) || LLVMIsASwitchInst(end)) && decides(&g, t, b);
                found = is_branch && host_is_decided_with(r, launch, told, end) ? i : NULL;
            }
        }
    arena_release(&scratch);
    return found;
}

const char *host_find_stop(struct host_reader *r, LLVMValueRef launch, const struct host_launch *told) {
    struct sources numbers = {.r = r};
    find_sources(&numbers, launch, told);
    LLVMValueRef call = related_call(r, launch, &numbers, true);
    call = call ? call : decided_stop(r, launch, told);
    release(&numbers);
    const char *place = call ? host_place(r, call) : NULL;
    return place ? arena_printf(r->arena, "a call that may not return (%s)", place) : call ? "a call that may not return" : NULL;
}

/* What a launch's numbers are computed from, kept for the next branch that is asked about. */
struct host_numbers {
    LLVMValueRef call;
    const struct host_launch *told;
    struct sources numbers;
    bool is_related, is_asked; /* related_call of any */
};

void host_forget_numbers(struct host_reader *r) {
    if (r->numbers)
        release(&r->numbers->numbers);
    r->numbers = NULL;
}

static struct host_numbers *numbers_of(struct host_reader *r, LLVMValueRef call, const struct host_launch *told) {
    if (r->numbers && r->numbers->call == call && r->numbers->told == told)
        return r->numbers;
    host_forget_numbers(r);
    r->numbers = arena_alloc(r->arena, sizeof *r->numbers);
    *r->numbers = (struct host_numbers){.call = call, .told = told, .numbers = {.r = r}};
    find_sources(&r->numbers->numbers, call, told);
    return r->numbers;
}

static bool has_related_call(struct host_reader *r, struct host_numbers *n) {
    n->is_related = n->is_asked ? n->is_related : related_call(r, n->call, &n->numbers, false) != NULL;
    n->is_asked = true;
    return n->is_related;
}

bool host_is_decided_with(struct host_reader *r, LLVMValueRef call, const struct host_launch *told, LLVMValueRef terminator) {
    struct sources own = {.r = r};
    struct host_numbers *n = numbers_of(r, call, told);
    add(&own, LLVMIsASwitchInst(terminator) ? LLVMGetOperand(terminator, 0) : LLVMGetCondition(terminator));
    follow_all(&own);
    bool is = own.compares_pointers || have_common(&own, &n->numbers) || (own.has_memory && has_related_call(r, n));
    release(&own);
    return is;
}

const char *host_find_related(struct host_reader *r, LLVMValueRef call, const struct host_launch *told) {
    struct sources numbers = {.r = r};
    const struct host_symbol *found = NULL;
    find_sources(&numbers, call, told);
    numbers.writes_elsewhere = told->condition_count > 0 && related_call(r, call, &numbers, false);
    for (uint32_t i = 0; i < told->condition_count && !found; i++) {
        const struct host_condition *c = &told->conditions[i];
        if (c->is_shown)
            continue;
        found = find_related(r->code, told, &numbers, c->a, c->is_exit);
        found = found ? found : find_related(r->code, told, &numbers, c->b, c->is_exit);
    }
    release(&numbers);
    return found ? found->what : NULL;
}

/* ---- programs that nothing comes into ---- */

/* What the function gives depends on its arguments and on memory. */
static bool gives_nothing_new(const char *name) {
    static const char *const of_errors[] = {"cudaGetLastError", "cudaGetError", "cudaGetSymbol"};
    static const char *const starts[] = {"llvm.",   "__wp_host", "cuda",    "_Zn",    "_Zd",    "_ZSt",    "_ZNSt",   "_ZNKSt",   "_ZNSs",
                                         "_ZNKSs",  "_ZNSo",     "_ZNSaI",  "__cxa",  "__gxx_", "__clang", "mem",     "str",      "bcmp",
                                         "malloc",  "calloc",    "realloc", "free",   "printf", "fprintf", "sprintf", "snprintf", "puts",
                                         "putchar", "fputs",     "fflush",  "fwrite", "abs",    "exit",    "abort",   "_exit",    "__assert_fail"};
    static const char *const others[] = {"istream", "fstream",  "filebuf",  "chrono", "random_device",
                                         "thread",  "strerror", "strftime", "St4cin", "Occupancy"};
    bool is = false;
    for (size_t i = 0; i < sizeof starts / sizeof *starts && !is; i++)
        is = strncmp(name, starts[i], strlen(starts[i])) == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others && is; i++)
        is = !strstr(name, others[i]);
    bool asks = strncmp(name, "cuda", 4) == 0 && strstr(name, "Get"); /* of the device */
    for (size_t i = 0; i < sizeof of_errors / sizeof *of_errors && asks; i++)
        asks = strncmp(name, of_errors[i], strlen(of_errors[i])) != 0;
    return is && !asks;
}

bool host_gets_nothing(const struct host_reader *r) {
    LLVMValueRef main = LLVMGetNamedFunction(r->module, "main");
    bool gets = !r->is_whole || r->lost.size > 0 || !main || LLVMIsDeclaration(main);
    for (unsigned i = 0; !gets && i < LLVMCountParams(main); i++)
        gets = LLVMGetFirstUse(LLVMGetParam(main, i)) != NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f && !gets; f = LLVMGetNextFunction(f))
        gets = LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !gives_nothing_new(LLVMGetValueName2(f, &(size_t){0}));
    return !gets;
}
