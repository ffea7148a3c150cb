/* For which copies of a work-group a wait waits.
 *
 * Events are values that lie in variables: a wait gets their address. An event is known by the
 * copy that made it, or, where copies of a loop are joined in one variable, by that variable. What
 * a variable holds at a place is what the last store before it put there, in the same block or in
 * one that every way to the place leads through; variables that anything else touches are not
 * followed.
 *
 * Copies are groups, in the order in which they begin (kernel/ops.def, COPY_WAIT). A wait for all
 * that may be under way leaves none. If some may be under way that it does not wait for, the
 * copies have to stand in one line, those it waits for first. */
#include <string.h>

#include "llvm/decode_opencl.h"

enum { COPIES_MAX = 64, EVENTS_MAX = 16, JOINS_MAX = 8 };

/* A place in a variable. */
struct slot {
    LLVMValueRef variable; /* NULL: none that is followed */
    uint64_t offset_bytes;
};

/* What makes an event the same as another: the copy, or the variable whose copies are joined. */
struct event {
    LLVMValueRef copy;
    struct slot slot;
};

static const char *callee_name(LLVMValueRef i) {
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    return callee ? LLVMGetValueName2(callee, &(size_t){0}) : "";
}

static bool is_copy(LLVMValueRef i) {
    const char *name = callee_name(i);
    return strncmp(name, "_Z21async_work_group_copy", 25) == 0 || strncmp(name, "_Z29async_work_group_strided_copy", 33) == 0;
}

static bool is_wait(LLVMValueRef i) {
    return strncmp(callee_name(i), "_Z17wait_group_events", 21) == 0;
}

static LLVMValueRef event_argument(LLVMValueRef copy) {
    return LLVMGetOperand(copy, LLVMGetNumArgOperands(copy) - 1);
}

/* ---- variables ---- */

static bool constant_index(LLVMValueRef value, uint64_t *index) {
    bool is_constant = LLVMIsAConstantInt(value) != NULL;
    *index = is_constant ? LLVMConstIntGetZExtValue(value) : 0;
    return is_constant && *index < 1u << 16;
}

static bool add_offset(struct decoder *d, LLVMValueRef address, uint64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    uint64_t index;
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
        if (!constant_index(LLVMGetOperand(address, (unsigned)i), &index)) {
            return false;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind) {
            return false;
        }
        type = i > 1 ? LLVMGetElementType(type) : type;
        *offset += index * LLVMABISizeOfType(d->module->layout, type);
    }
    return true;
}

static struct slot slot_of(struct decoder *d, LLVMValueRef address) {
    struct slot slot = {NULL, 0}, none = {NULL, 0};
    for (;;) {
        LLVMOpcode opcode = LLVMIsAInstruction(address) ? LLVMGetInstructionOpcode(address) : LLVMRet;
        if (opcode == LLVMAlloca) {
            slot.variable = address;
            return slot;
        }
        if (opcode != LLVMAddrSpaceCast && opcode != LLVMGetElementPtr) {
            return none;
        }
        if (opcode == LLVMGetElementPtr && !add_offset(d, address, &slot.offset_bytes)) {
            return none;
        }
        address = LLVMGetOperand(address, 0);
    }
}

static bool is_same_slot(struct slot a, struct slot b) {
    return a.variable && a.variable == b.variable && a.offset_bytes == b.offset_bytes;
}

/* Whether nothing but loads, stores to known places and waits uses the variable. */
static bool is_followed(struct decoder *d, LLVMValueRef address, uint32_t depth) {
    bool followed = depth > 0;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && followed; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMOpcode opcode = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
        if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMPHI || opcode == LLVMSelect) {
            followed = is_followed(d, user, depth - 1);
        } else if (opcode == LLVMStore) {
            followed = LLVMGetOperand(user, 1) == address && slot_of(d, address).variable != NULL;
        } else {
            followed = opcode == LLVMLoad || (opcode == LLVMCall && is_wait(user));
        }
    }
    return followed;
}

/* ---- what a place holds ---- */

static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef block) {
    LLVMBasicBlockRef only = NULL;
    LLVMValueRef label = LLVMBasicBlockAsValue(block);
    for (LLVMUseRef use = LLVMGetFirstUse(label); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMBasicBlockRef from = LLVMIsATerminatorInst(user) ? LLVMGetInstructionParent(user) : NULL;
        if (!from || (only && only != from)) {
            return NULL;
        }
        only = from;
    }
    return only;
}

/* Stores to the place in the whole function; the last of them in *last. */
static uint32_t count_stores(struct decoder *d, struct slot slot, LLVMValueRef *last) {
    uint32_t count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAStoreInst(i) && is_same_slot(slot_of(d, LLVMGetOperand(i, 1)), slot)) {
                *last = i;
                count++;
            }
        }
    }
    return count;
}

struct search {
    LLVMBasicBlockRef seen[256];
    uint32_t count;
};

/* Adds the block; false if it was there, or there are too many. */
static bool add_block(struct search *s, LLVMBasicBlockRef block) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->seen[i] == block) {
            return false;
        }
    }
    if (s->count < sizeof s->seen / sizeof *s->seen) {
        s->seen[s->count] = block;
    }
    return s->count++ < sizeof s->seen / sizeof *s->seen;
}

static bool is_full(const struct search *s) {
    return s->count > sizeof s->seen / sizeof *s->seen;
}

/* Whether every way to the instruction leads through `before`. */
static bool comes_first(struct decoder *d, LLVMValueRef before, LLVMValueRef instruction) {
    LLVMBasicBlockRef through = LLVMGetInstructionParent(before), to = LLVMGetInstructionParent(instruction);
    if (through == to) {
        LLVMValueRef i = before;
        while (i && i != instruction) {
            i = LLVMGetNextInstruction(i);
        }
        return i != NULL;
    }
    struct search s = {.count = 0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(d->function);
    if (entry != through) {
        add_block(&s, entry);
    }
    for (uint32_t at = 0; at < s.count && !is_full(&s); at++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(s.seen[at]);
        for (unsigned n = 0; n < LLVMGetNumSuccessors(end); n++) {
            if (LLVMGetSuccessor(end, n) != through) {
                add_block(&s, LLVMGetSuccessor(end, n));
            }
        }
    }
    bool avoided = is_full(&s);
    for (uint32_t i = 0; i < s.count && !avoided; i++) {
        avoided = s.seen[i] == to;
    }
    return !avoided;
}

/* What the place holds before the instruction, or NULL. */
static LLVMValueRef held(struct decoder *d, struct slot slot, LLVMValueRef before) {
    LLVMValueRef last = NULL;
    if (!slot.variable || !is_followed(d, slot.variable, JOINS_MAX)) {
        return NULL;
    }
    LLVMBasicBlockRef block = LLVMGetInstructionParent(before);
    LLVMValueRef i = LLVMGetPreviousInstruction(before);
    for (uint32_t steps = 0; block && steps < 64; steps++) {
        for (; i; i = LLVMGetPreviousInstruction(i)) {
            if (LLVMIsAStoreInst(i) && is_same_slot(slot_of(d, LLVMGetOperand(i, 1)), slot)) {
                return LLVMGetOperand(i, 0);
            }
        }
        block = only_predecessor(block);
        i = block ? LLVMGetLastInstruction(block) : NULL;
    }
    bool is_only = count_stores(d, slot, &last) == 1 && comes_first(d, last, before);
    return is_only ? LLVMGetOperand(last, 0) : NULL;
}

/* ---- events ---- */

static bool is_none(LLVMValueRef event) {
    return LLVMIsNull(event) || (LLVMIsAConstantInt(event) && LLVMConstIntGetZExtValue(event) == 0);
}

/* Every copy whose event the place gets is joined to the event that it held; the first one to none. */
static bool is_joined(struct decoder *d, struct slot slot) {
    bool joined = slot.variable && is_followed(d, slot.variable, JOINS_MAX);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->function); b && joined; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && joined; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i) || !is_same_slot(slot_of(d, LLVMGetOperand(i, 1)), slot)) {
                continue;
            }
            LLVMValueRef value = LLVMGetOperand(i, 0);
            LLVMValueRef from = LLVMIsAInstruction(value) && is_copy(value) ? event_argument(value) : NULL;
            bool continues = from && LLVMIsALoadInst(from) && is_same_slot(slot_of(d, LLVMGetOperand(from, 0)), slot);
            joined = continues || (is_none(value) && LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(d->function));
        }
    }
    return joined;
}

/* The event that the value is; {0}: not known. */
static struct event event_of(struct decoder *d, LLVMValueRef value, uint32_t depth) {
    struct event unknown = {NULL, {NULL, 0}};
    if (depth == 0) {
        return unknown;
    }
    if (LLVMIsALoadInst(value)) {
        struct slot slot = slot_of(d, LLVMGetOperand(value, 0));
        if (is_joined(d, slot)) {
            return (struct event){NULL, slot};
        }
        LLVMValueRef there = held(d, slot, value);
        return there ? event_of(d, there, depth - 1) : unknown;
    }
    if (!LLVMIsAInstruction(value) || !is_copy(value)) {
        return unknown;
    }
    LLVMValueRef from = event_argument(value);
    return is_none(from) ? (struct event){value, {NULL, 0}} : event_of(d, from, depth - 1);
}

static bool is_known(struct event e) {
    return e.copy || e.slot.variable;
}

static bool is_same(struct event a, struct event b) {
    return a.copy ? a.copy == b.copy : is_same_slot(a.slot, b.slot);
}

/* ---- waits that work-items choose ---- */

struct choice {
    struct slot slots[EVENTS_MAX];
    struct event events[EVENTS_MAX]; /* what they hold */
    uint32_t count;
    bool is_known;
};

/* The places that the address may be of. */
static void add_places(struct decoder *d, LLVMValueRef address, struct choice *c, uint32_t depth) {
    struct slot slot = slot_of(d, address);
    bool is_phi = LLVMIsAPHINode(address) != NULL, is_select = LLVMIsASelectInst(address) != NULL;
    if (slot.variable) {
        bool found = c->count == EVENTS_MAX;
        for (uint32_t i = 0; i < c->count && !found; i++) {
            found = is_same_slot(c->slots[i], slot);
        }
        c->is_known = c->is_known && c->count < EVENTS_MAX;
        c->slots[found ? 0 : c->count] = found ? c->slots[0] : slot;
        c->count += !found;
    } else if (depth == 0 || (!is_phi && !is_select)) {
        c->is_known = false;
    } else {
        unsigned first = is_select ? 1 : 0, end = is_select ? 3 : LLVMCountIncoming(address);
        for (unsigned i = first; i < end; i++) {
            add_places(d, is_select ? LLVMGetOperand(address, i) : LLVMGetIncomingValue(address, i), c, depth - 1);
        }
    }
}

/* Of a wait for one event. */
static struct choice choice_of(struct decoder *d, LLVMValueRef wait) {
    struct choice c = {.is_known = LLVMGetNumArgOperands(wait) == 2};
    uint64_t count = 0;
    if (c.is_known) {
        add_places(d, LLVMGetOperand(wait, 1), &c, JOINS_MAX);
    }
    c.is_known = c.is_known && constant_index(LLVMGetOperand(wait, 0), &count) && count == 1;
    for (uint32_t i = 0; i < c.count && c.is_known; i++) {
        LLVMValueRef there = held(d, c.slots[i], wait);
        c.events[i] = there ? event_of(d, there, JOINS_MAX) : (struct event){NULL, {NULL, 0}};
        c.is_known = is_known(c.events[i]);
    }
    return c;
}

/* The first place that holds the same event. */
static uint32_t first_with(const struct choice *c, uint32_t place) {
    uint32_t first = 0;
    while (!is_same(c->events[first], c->events[place])) {
        first++;
    }
    return first;
}

struct waited {
    struct event events[EVENTS_MAX];
    uint32_t count;
    bool is_known;
};

static struct waited waited_for(struct decoder *d, LLVMValueRef wait) {
    struct waited w = {.count = 0};
    uint64_t count = 0;
    struct slot first = slot_of(d, LLVMGetOperand(wait, 1));
    struct choice choice = first.variable ? (struct choice){.count = 0} : choice_of(d, wait);
    bool are_same = choice.is_known && choice.count > 0;
    for (uint32_t i = 0; i < choice.count && are_same; i++) {
        are_same = first_with(&choice, i) == 0;
    }
    if (are_same) {
        return (struct waited){.events = {choice.events[0]}, .count = 1, .is_known = true};
    }
    w.is_known = LLVMGetNumArgOperands(wait) == 2 && constant_index(LLVMGetOperand(wait, 0), &count) && count <= EVENTS_MAX && first.variable;
    uint64_t bytes = w.is_known ? LLVMPointerSize(d->module->layout) : 0;
    for (uint64_t i = 0; w.is_known && i < count; i++) {
        struct slot slot = {first.variable, first.offset_bytes + i * bytes};
        LLVMValueRef there = is_joined(d, slot) ? NULL : held(d, slot, wait);
        struct event e = is_joined(d, slot) ? (struct event){NULL, slot} : there ? event_of(d, there, JOINS_MAX) : (struct event){NULL, {NULL, 0}};
        w.is_known = is_known(e);
        w.events[w.count++] = e;
    }
    return w;
}

static bool waits_for(const struct waited *w, struct event e) {
    bool found = false;
    for (uint32_t i = 0; i < w->count && !found; i++) {
        found = is_same(w->events[i], e);
    }
    return found;
}

/* ---- what is under way ---- */

/* The copy's event is waited for here, whatever else. */
static bool ends(struct decoder *d, LLVMValueRef i, struct event e) {
    if (!is_wait(i)) {
        return false;
    }
    struct waited w = waited_for(d, i);
    return w.is_known && waits_for(&w, e);
}

/* Whether the copy that begins at `from` may still be under way at `to`. */
static bool may_reach(struct decoder *d, LLVMValueRef from, struct event e, LLVMValueRef to) {
    struct search s = {.count = 0};
    LLVMValueRef i = LLVMGetNextInstruction(from);
    for (uint32_t at = 0;; at++) {
        for (; i && i != to && !ends(d, i, e); i = LLVMGetNextInstruction(i)) {
            if (LLVMIsATerminatorInst(i)) {
                for (unsigned n = 0; n < LLVMGetNumSuccessors(i); n++) {
                    add_block(&s, LLVMGetSuccessor(i, n));
                }
            }
        }
        if (i == to || is_full(&s)) {
            return true;
        }
        if (at == s.count) {
            return false;
        }
        i = LLVMGetFirstInstruction(s.seen[at]);
    }
}

int events_left(struct decoder *d, LLVMValueRef wait) {
    struct waited w = waited_for(d, wait);
    LLVMValueRef over[COPIES_MAX], left[COPIES_MAX];
    uint32_t over_count = 0, left_count = 0;
    bool in_line = true, known = w.is_known;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(d->function); b && known; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && known; i = LLVMGetNextInstruction(i)) {
            if (!is_copy(i)) {
                continue;
            }
            struct event e = event_of(d, i, JOINS_MAX);
            known = is_known(e) && over_count < COPIES_MAX && left_count < COPIES_MAX;
            if (!known || !may_reach(d, i, e, wait)) {
                continue;
            }
            bool is_waited = waits_for(&w, e), again = may_reach(d, i, e, i);
            known = !(again && e.copy); /* an older event of the same copy is lost */
            in_line = in_line && !again && comes_first(d, i, wait);
            if (is_waited) {
                over[over_count++] = i;
            } else {
                left[left_count++] = i;
            }
        }
    }
    if (!known) {
        return WAITS_UNKNOWN;
    }
    for (uint32_t a = 0; a < over_count; a++) {
        for (uint32_t b = 0; b < left_count; b++) {
            in_line = in_line && comes_first(d, over[a], left[b]);
        }
    }
    if (over_count == 0) {
        return WAITS_NONE;
    }
    return left_count == 0 ? 0 : in_line ? (int)left_count : WAITS_UNKNOWN;
}

static value_ref address_of(struct decoder *d, struct slot slot) {
    value_ref variable = emit1(d, INST_PTRTOINT, type_i64, emit_plain(d, span_at(d, span_of(d, slot.variable), 0)));
    return emit2(d, INST_ADD, type_i64, variable, emit_constant(d, type_i64, slot.offset_bytes));
}

value_ref events_chosen(struct decoder *d, LLVMValueRef wait) {
    struct choice c = choice_of(d, wait);
    if (!c.is_known || c.count < 2) {
        return (value_ref){0};
    }
    value_ref given = emit1(d, INST_PTRTOINT, type_i64, emit_plain(d, span_at(d, span_of(d, LLVMGetOperand(wait, 1)), 0)));
    value_ref chosen = emit_constant(d, type_i64, 0);
    for (uint32_t i = 1; i < c.count; i++) {
        value_ref is_it = emit2(d, INST_EQ, type_i1, given, address_of(d, c.slots[i]));
        chosen = emit3(d, INST_SELECT, type_i64, is_it, emit_constant(d, type_i64, first_with(&c, i)), chosen);
    }
    return chosen;
}
