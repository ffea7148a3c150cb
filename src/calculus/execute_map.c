/* See execute_map.h. Threads go one after the other through a phase; what a thread has reached is
   an item and the ordinals of the loops around it, so that it can go on behind a barrier. */
#include "calculus/execute_map.h"

#include "base/map.h"
#include "calculus/breakage.h"
#include "protocol/approximation.h"

#define BYTE_UNKNOWN 256u

struct actor {
    uint32_t block, thread, tid[3];
    uint32_t at, loop;  /* the next item; the innermost loop around it */
    uint64_t *ordinals; /* by loop */
    uint64_t *values;
    bool *is_known;            /* by symbol: what reads gave */
    struct map own;            /* bytes written in this phase */
    uint32_t barrier;          /* the item it waits at, or PROTOCOL_NONE */
    bool has_left, has_exited; /* has_exited: by an exit, which counts as arrived at every barrier */
};

struct executor {
    struct arena *arena;
    const struct protocol *p;
    const struct map_launch *launch;
    struct map_run *run;
    struct evaluation *evaluation;
    struct map memory; /* bytes written in earlier phases */
    struct map common; /* bytes written in this phase, by anybody; if threads see others' writes */
    struct actor *actors;
    uint32_t actor_count, phase;
    struct actor *now;
    bool is_unknown; /* the evaluation met a value that is not known */
    uint64_t steps;
};

/* ---- memory ---- */

static uint64_t byte_key(const struct executor *x, uint32_t array, uint32_t block, int64_t offset) {
    enum array_kind kind = x->p->arrays[array].kind;
    bool is_own = kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC;
    return ((uint64_t)array * 2 + (is_own ? block : 0)) << 48 | ((uint64_t)offset & ((UINT64_C(1) << 48) - 1));
}

uint32_t map_arbitrary_byte(uint32_t array, int64_t offset) {
    return (uint32_t)(hash_mix(hash_mix(17, array), (uint64_t)offset) >> 20 & 0xff);
}

static uint32_t initial_byte(const struct executor *x, uint32_t array, int64_t offset) {
    for (uint32_t i = 0; i < x->launch->cell_count; i++) {
        const struct map_cell *cell = &x->launch->cells[i];
        int64_t first = (int64_t)cell->offset_bytes;
        if (offset >= first && offset < first + (int64_t)(cell->width_bits + 7) / 8 && strcmp(cell->array, x->p->arrays[array].name) == 0)
            return (uint32_t)(cell->value >> (8 * (offset - first)) & 0xff);
    }
    return map_arbitrary_byte(array, offset);
}

static uint32_t held_byte(const struct executor *x, uint32_t array, uint32_t block, int64_t offset) {
    uint32_t value;
    return map_get(&x->memory, byte_key(x, array, block, offset), &value) ? value : initial_byte(x, array, offset);
}

/* What the thread sees, or what was there when the phase began. False if a byte is not known. */
static bool load(const struct executor *x, const struct map_event *e, bool sees_own, uint64_t *value) {
    uint32_t array = x->p->items[e->item].array;
    *value = 0;
    for (uint64_t i = 0; i < e->size && i < 8; i++) {
        int64_t offset = e->offset + (int64_t)i;
        uint32_t byte = held_byte(x, array, e->block, offset);
        if (sees_own)
            (void)map_get(x->launch->sees_others ? &x->common : &x->now->own, byte_key(x, array, e->block, offset), &byte);
        if (byte == BYTE_UNKNOWN)
            return false;
        *value |= (uint64_t)byte << (8 * i);
    }
    return e->size <= 8;
}

static void store(struct executor *x, const struct map_event *e) {
    uint32_t array = x->p->items[e->item].array;
    for (uint64_t i = 0; i < e->size; i++) {
        uint32_t byte = e->has_value && i < 8 ? (uint32_t)(e->value >> (8 * i) & 0xff) : BYTE_UNKNOWN;
        uint64_t key = byte_key(x, array, e->block, e->offset + (int64_t)i);
        map_set(&x->now->own, key, byte);
        if (x->launch->sees_others)
            map_set(&x->common, key, byte);
    }
}

/* ---- terms ---- */

static uint64_t param_value(const struct executor *x, const char *name) {
    for (uint32_t i = 0; i < x->launch->param_count; i++)
        if (strcmp(x->launch->params[i].name, name) == 0)
            return x->launch->params[i].value;
    return 0;
}

static uint64_t symbol_value(void *context, symbol_ref s) {
    struct executor *x = context;
    const struct symbol *symbol = symbol_get(x->p->terms, s);
    switch (symbol->role) {
    case SYMBOL_TID: return CALCULUS_BREAK(MAP_TID) ? 0 : x->now->tid[symbol->axis];
    case SYMBOL_BID: return x->launch->blocks[x->now->block][symbol->axis];
    case SYMBOL_BDIM: return x->launch->block[symbol->axis];
    case SYMBOL_GDIM: return x->launch->grid[symbol->axis];
    case SYMBOL_PARAM: return param_value(x, symbol->name);
    case SYMBOL_COUNTER: return x->now->ordinals[symbol->loop];
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: break;
    }
    x->is_unknown |= !x->now->is_known[s.id];
    return x->now->values[s.id];
}

/* Contents of an array that nobody writes; any other function is not known. */
static uint64_t apply_value(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    struct executor *x = context;
    uint32_t array = approximation_array_of_function(x->p, function);
    uint64_t value = 0;
    if (array == PROTOCOL_NONE || count != 1 || x->p->arrays[array].written) {
        x->is_unknown = true;
        return 0;
    }
    for (uint32_t i = 0; i < (uint32_t)(width_bits + 7) / 8; i++)
        value |= (uint64_t)initial_byte(x, array, (int64_t)(arguments[0] + i)) << (8 * i);
    return value;
}

static uint64_t evaluate(struct executor *x, term_ref t) {
    x->is_unknown = false;
    evaluation_restart(x->evaluation);
    return evaluation_value(x->evaluation, t);
}

static void refuse(struct executor *x, const char *why, loc_ref where) {
    uint32_t line = where.id < x->p->loc_count ? x->p->locs[where.id].line : 0;
    if (!x->run->refused)
        x->run->refused = arena_printf(x->arena, "line %u: %s", line, why);
}

/* A term that decides where the thread goes or what it accesses. */
static uint64_t decide(struct executor *x, term_ref t, const char *what, loc_ref where) {
    uint64_t value = evaluate(x, t);
    if (x->is_unknown)
        refuse(x, arena_printf(x->arena, "%s rests on a value that is not known", what), where);
    return value;
}

/* ---- one thread ---- */

static void take_gives(struct executor *x, const struct proto_item *item, const struct map_event *e, bool is_known) {
    for (uint32_t i = 0; i < item->give_count; i++) {
        if (term_is_none(item->gives[i]))
            continue;
        uint32_t symbol = (uint32_t)term_get(x->p->terms, item->gives[i])->value;
        x->now->is_known[symbol] = is_known && item->give_count == 1;
        x->now->values[symbol] = e->value;
    }
}

static void run_access(struct executor *x, uint32_t at) {
    const struct proto_item *item = &x->p->items[at];
    struct map_event e = {.item = at, .block = x->now->block, .thread = x->now->thread, .phase = x->phase};
    e.offset = (int64_t)decide(x, item->offset, "an offset", item->location);
    e.size = decide(x, item->size, "a size", item->location);
    if (e.size > 4096)
        refuse(x, "an access of more bytes than are executed", item->location);
    if (x->run->refused)
        return;
    e.has_held = load(x, &e, false, &e.held);
    if (item->mode == ACCESS_READ) {
        e.has_value = load(x, &e, true, &e.value);
        take_gives(x, item, &e, e.has_value);
    } else {
        bool is_scalar = !term_is_none(item->value) && !item->is_fill && !item->is_copy && item->value_bits == 8 * e.size;
        e.value = is_scalar ? evaluate(x, item->value) : 0;
        e.has_value = is_scalar && !x->is_unknown;
        store(x, &e);
    }
    vec_push(&x->run->events, e);
}

static void begin_iteration(struct executor *x, const struct proto_loop *loop) {
    for (uint32_t i = loop->begin; i < loop->end; i++)
        for (uint32_t g = 0; g < x->p->items[i].give_count; g++)
            if (!term_is_none(x->p->items[i].gives[g]))
                x->now->is_known[(uint32_t)term_get(x->p->terms, x->p->items[i].gives[g])->value] = false;
    x->now->at = loop->begin;
}

/* At the end of loops' bodies: the next iteration, or what stands behind the loop. */
static void end_iterations(struct executor *x) {
    struct actor *a = x->now;
    while (a->loop != PROTOCOL_NONE && a->at == x->p->loops[a->loop].end && !x->run->refused && x->steps > 0) {
        const struct proto_loop *loop = &x->p->loops[a->loop];
        x->steps--;
        if (decide(x, loop->proceeds, "the end of a loop", loop->location)) {
            a->ordinals[a->loop]++;
            begin_iteration(x, loop);
        } else {
            a->loop = loop->parent;
        }
    }
}

static void enter_loop(struct executor *x, const struct proto_item *item) {
    struct actor *a = x->now;
    a->loop = item->body_loop;
    a->ordinals[a->loop] = 0;
    begin_iteration(x, &x->p->loops[a->loop]);
}

/* Guards behind an exit say that the thread has not left by it. A file may say otherwise; then it is
   not clear what the protocol means. Of items in loops and of those that forget exits nothing is asked. */
static void check_behind_exit(struct executor *x, uint32_t exit) {
    for (uint32_t i = exit + 1; i < x->p->item_count && !x->run->refused; i++) {
        const struct proto_item *item = &x->p->items[i];
        bool is_asked = item->loop == PROTOCOL_NONE && item->kind == ITEM_ACCESS && approximation_marks(x->p, item) == 0;
        if (is_asked && evaluate(x, item->guard) && !x->is_unknown)
            refuse(x, "an access behind an exit, of a thread that has left", item->location);
    }
}

/* Until a barrier, or the end. */
static void run_thread(struct executor *x, struct actor *a) {
    x->now = a;
    a->barrier = PROTOCOL_NONE;
    for (end_iterations(x); a->at < x->p->item_count && !x->run->refused; end_iterations(x)) {
        const struct proto_item *item = &x->p->items[a->at];
        bool happens = decide(x, item->guard, "a guard", item->location) || CALCULUS_BREAK(MAP_GUARD);
        uint32_t at = a->at++;
        if (x->steps == 0)
            refuse(x, "more steps than are executed", item->location);
        if (x->run->refused)
            return;
        x->steps--;
        if (item->kind == ITEM_LOOP && !happens)
            a->at = x->p->loops[item->body_loop].end;
        else if (item->kind == ITEM_LOOP)
            enter_loop(x, item);
        else if (happens && item->kind == ITEM_ACCESS)
            run_access(x, at);
        else if (happens && item->kind == ITEM_EXIT) {
            check_behind_exit(x, at);
            a->has_exited = true;
            break;
        } else if (happens && item->kind == ITEM_BARRIER && !CALCULUS_BREAK(MAP_PHASE)) {
            a->barrier = at;
            return;
        }
    }
    a->has_left = true;
}

/* ---- all threads ---- */

/* Whether they wait at one barrier in one iteration of the loops around it. */
static bool meet(const struct protocol *p, const struct actor *a, const struct actor *b) {
    bool is_same = a->barrier == b->barrier;
    for (uint32_t loop = is_same ? p->items[a->barrier].loop : PROTOCOL_NONE; loop != PROTOCOL_NONE; loop = p->loops[loop].parent)
        is_same &= a->ordinals[loop] == b->ordinals[loop];
    return is_same;
}

/* A thread of the block that waits at a barrier, or NULL. */
static const struct actor *find_waiting(const struct executor *x, uint32_t block) {
    for (uint32_t i = 0; i < x->actor_count; i++)
        if (x->actors[i].block == block && !x->actors[i].has_left)
            return &x->actors[i];
    return NULL;
}

/* Exited threads count as arrived; those that ran to the end do not. */
static void check_meeting(struct executor *x) {
    for (uint32_t i = 0; i < x->actor_count && !x->run->refused; i++) {
        const struct actor *a = &x->actors[i], *waits = find_waiting(x, a->block);
        if (!waits || a->has_exited || (!a->has_left && meet(x->p, waits, a)))
            continue;
        x->run->diverged = waits->barrier;
        refuse(x, "threads of a block part at a barrier", x->p->items[waits->barrier].location);
    }
}

static void end_phase(struct executor *x) {
    for (uint32_t i = 0; i < x->actor_count; i++) {
        struct map *own = &x->actors[i].own;
        for (uint32_t e = 0; e < own->capacity; e++)
            if (own->entries[e].is_used)
                map_set(&x->memory, own->entries[e].key, own->entries[e].value);
        map_release(own);
        map_init(own);
    }
    map_release(&x->common);
    map_init(&x->common);
    x->phase++;
}

static void run_phases(struct executor *x) {
    for (bool goes_on = true; goes_on && !x->run->refused;) {
        goes_on = false;
        for (uint32_t i = 0; i < x->actor_count && !x->run->refused; i++) {
            if (!x->actors[i].has_left)
                run_thread(x, &x->actors[i]);
            goes_on |= !x->actors[i].has_left;
        }
        if (!x->run->refused)
            check_meeting(x);
        end_phase(x);
    }
}

static const char *foreign_item(const struct proto_item *item) {
    switch (item->kind) {
    case ITEM_ACCESS:
        return item->is_atomic                   ? "an atomic access"
               : item->is_async                  ? "an asynchronous copy"
               : item->collective || item->owner ? "an access that lanes do together"
                                                 : NULL;
    case ITEM_BARRIER:
        if (item->fence != FENCE_BOTH)
            return "a barrier that orders only some of the memory";
        return item->barrier == BARRIER_BLOCK || item->barrier == BARRIER_COUNT || item->barrier == BARRIER_AND || item->barrier == BARRIER_OR
                   ? NULL
                   : "a barrier that is not the block's";
    case ITEM_COLLECTIVE: return "a collective";
    case ITEM_COPY_COMMIT:
    case ITEM_COPY_WAIT: return "an asynchronous copy";
    case ITEM_FENCE: return "a fence";
    case ITEM_EXIT:
    case ITEM_LOOP: return NULL;
    }
    return NULL;
}

static void check_fragment(struct executor *x) {
    const struct protocol *p = x->p;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const char *foreign = foreign_item(&p->items[i]);
        if (foreign)
            refuse(x, arena_printf(x->arena, "%s is not of the calculus", foreign), p->items[i].location);
    }
    for (uint32_t i = 0; i < p->loop_count; i++)
        if (term_is_none(p->loops[i].proceeds) || !p->loops[i].exact)
            refuse(x, "a loop whose end is not known", p->loops[i].location);
    for (uint32_t i = 0; i < p->problem_count; i++)
        if (p->problems[i].properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE))
            refuse(x, "a construct that was not understood", p->problems[i].location);
    for (uint32_t i = 0; i < p->assert_count; i++)
        if (p->asserts[i].kind == CLAIM_HALT || p->asserts[i].kind == CLAIM_ASSUME)
            refuse(x, "a trap or assumption", p->asserts[i].location);
}

static void create_actors(struct executor *x) {
    const struct map_launch *l = x->launch;
    uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint32_t symbols = symbol_count(x->p->terms);
    if (threads * l->block_count > 4096 || threads == 0) {
        refuse(x, "more threads than are executed", (loc_ref){0});
        return;
    }
    x->actor_count = (uint32_t)threads * l->block_count;
    x->actors = arena_alloc(x->arena, x->actor_count * sizeof *x->actors);
    for (uint32_t i = 0; i < x->actor_count; i++) {
        struct actor *a = &x->actors[i];
        uint32_t linear = i % (uint32_t)threads;
        *a = (struct actor){.block = i / (uint32_t)threads, .thread = linear, .loop = PROTOCOL_NONE, .barrier = PROTOCOL_NONE};
        a->tid[0] = linear % l->block[0];
        a->tid[1] = linear / l->block[0] % l->block[1];
        a->tid[2] = linear / l->block[0] / l->block[1];
        a->ordinals = arena_alloc(x->arena, (x->p->loop_count + 1) * sizeof *a->ordinals);
        a->values = arena_alloc(x->arena, symbols * sizeof *a->values);
        a->is_known = arena_alloc(x->arena, symbols * sizeof *a->is_known);
    }
}

void map_execute(struct arena *arena, const struct protocol *protocol, const struct map_launch *launch, struct map_run *run) {
    struct executor x = {.arena = arena, .p = protocol, .launch = launch, .run = run, .steps = launch->steps};
    const struct term_model model = {&x, symbol_value, apply_value};
    *run = (struct map_run){.diverged = PROTOCOL_NONE};
    check_fragment(&x);
    if (!run->refused)
        create_actors(&x);
    x.evaluation = evaluation_create(protocol->terms, &model);
    if (!run->refused)
        run_phases(&x);
    for (uint32_t i = 0; i < x.actor_count; i++)
        map_release(&x.actors[i].own);
    map_release(&x.memory);
    map_release(&x.common);
    evaluation_destroy(x.evaluation);
}

void map_run_release(struct map_run *run) {
    vec_release(&run->events);
}

/* ---- conflicts ---- */

static uint64_t byte_at(uint64_t value, const struct map_event *e, int64_t offset) {
    return value >> (8 * (offset - e->offset)) & 0xff;
}

/* The bytes of both that overlap: do two writes store the same, or does the write store what was
 * there? */
static enum map_conflict compare(const struct map_event *a, const struct map_event *b, bool both_write) {
    int64_t begin = a->offset > b->offset ? a->offset : b->offset;
    int64_t ends[2] = {a->offset + (int64_t)a->size, b->offset + (int64_t)b->size};
    int64_t end = ends[0] < ends[1] ? ends[0] : ends[1];
    if (!a->has_value || a->size > 8 || (both_write ? !b->has_value || b->size > 8 : !a->has_held))
        return MAP_UNDECIDED;
    for (int64_t at = begin; at < end; at++)
        if (byte_at(a->value, a, at) != (both_write ? byte_at(b->value, b, at) : byte_at(a->held, a, at)))
            return MAP_RACE;
    return MAP_SAME_VALUE;
}

enum map_conflict map_conflict_of(const struct protocol *protocol, const struct map_event *a, const struct map_event *b) {
    const struct proto_item *x = &protocol->items[a->item], *y = &protocol->items[b->item];
    enum array_kind kind = protocol->arrays[x->array].kind;
    bool is_own = kind == ARRAY_SHARED || kind == ARRAY_DYNAMIC || kind == ARRAY_LOCAL;
    bool is_same_thread = a->block == b->block && a->thread == b->thread && !CALCULUS_BREAK(MAP_SELF);
    bool is_ordered = a->block == b->block ? a->phase != b->phase : is_own;
    bool overlap = a->offset < b->offset + (int64_t)b->size && b->offset < a->offset + (int64_t)a->size;
    bool writes[2] = {x->mode != ACCESS_READ, y->mode != ACCESS_READ};
    if (x->array != y->array || is_same_thread || is_ordered || !overlap || (!writes[0] && !writes[1]))
        return MAP_NO_CONFLICT;
    return writes[0] ? compare(a, b, writes[1]) : compare(b, a, false);
}
