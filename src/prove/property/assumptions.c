/* See assumptions.h. */
#include "prove/property/assumptions.h"

#include <string.h>

#include "base/buffer.h"
#include "integer/integer.h"
#include "protocol/expression.h"
#include "prove/frame/frame.h"
#include "prove/frame/required.h"
#include "prove/property/meeting.h"
#include "prove/property/stray.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"
#include "prove/value/values.h"
#include "term/walk.h"

const char prove_held_apart[] = "each pointer in ";

/* One list in the making: of the proofs of these properties. */
struct listing {
    struct prover *prover;
    const struct prove_report *report;
    unsigned properties;
    struct prove_assumptions *out;
};

static void add_assumption(struct listing *l, enum assumption_kind kind, const char *text) {
    struct prove_assumptions *out = l->out;
    for (uint32_t i = 0; i < out->count; i++)
        if (out->list[i].kind == kind && strcmp(out->list[i].text, text) == 0)
            return;
    struct prove_assumption *grown = arena_alloc(l->prover->arena, (out->count + 1) * sizeof *grown);
    for (uint32_t i = 0; i < out->count; i++)
        grown[i] = out->list[i];
    grown[out->count++] = (struct prove_assumption){kind, text};
    out->list = grown;
}

/* Claims about values of memory, which no condition on sizes makes true. */
static void list_worded(struct listing *l) {
    struct prover *prover = l->prover;
    const struct demands *demands = prover->ledger->demands;
    for (uint32_t i = 0; i < demands->worded.size; i++) {
        const struct claim *claim = &prover->integers->claims.data[demands->worded.data[i].claim];
        struct buffer text = {0};
        if (!(demands->worded.data[i].properties & l->properties))
            continue;
        if (!term_print_limited(prover->terms, demand_original(prover, claim->term), &text, 60)) {
            buffer_clear(&text);
            buffer_add(&text, "an index expression");
        }
        add_assumption(l, claim->kind,
                       arena_printf(prover->arena, "no %s in %s", claim->kind == ASSUMPTION_NO_WRAP ? "wrap" : "signed overflow",
                                    prover_in_cuda(prover, buffer_text(&text))));
        buffer_release(&text);
    }
}

/* What the claims that proofs rest on demand of sizes: one condition for those of a kind. */
static void list_claims(struct listing *l) {
    struct prover *prover = l->prover;
    static const enum assumption_kind kinds[] = {ASSUMPTION_NO_SIGNED_OVERFLOW, ASSUMPTION_NO_WRAP};
    struct demand_list demands = {0};
    demand_select(prover, l->properties, &demands);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *text = demands_text(prover, &demands, kinds[i]);
        if (text)
            add_assumption(l, kinds[i], text);
    }
    vec_release(&demands.all);
    list_worded(l);
}

static bool has_accesses(const struct protocol *p) {
    bool is_found = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        is_found |= p->items[i].kind == ITEM_ACCESS;
    return is_found || p->private_count > 0;
}

static bool has_asserts(const struct protocol *p) {
    bool is_found = false;
    for (uint32_t i = 0; i < p->assert_count; i++)
        is_found |= p->asserts[i].kind == CLAIM_ASSERT;
    return is_found;
}

/* Whether a proof speaks of threads or sizes at all. That all threads come to a barrier whose guard is the same for all is seen without. */
static bool rests_on_axes(const struct listing *l) {
    const struct protocol *p = l->prover->protocol;
    return ((l->properties & (PROPERTY_RACE | PROPERTY_BOUNDS)) && has_accesses(p)) || ((l->properties & PROPERTY_ASSERT) && has_asserts(p)) ||
           ((l->properties & PROPERTY_DIVERGENCE) && l->prover->ledger->asked_divergence);
}

static void list_axes(struct listing *l) {
    struct prover *prover = l->prover;
    static const char axes[3] = {'x', 'y', 'z'};
    struct buffer block = {0}, grid = {0};
    const struct protocol *p = prover->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        bool asked_block = prover->scope->block[a] || p->required_block[a] || required_dimension(prover, SYMBOL_BDIM, a);
        bool asked_grid = prover->scope->grid[a] || required_dimension(prover, SYMBOL_GDIM, a);
        if (prover->frame->fixed_block[a] && !asked_block)
            buffer_printf(&block, "%sblockDim.%c", block.size ? " = " : "", axes[a]);
        if (prover->frame->fixed_grid[a] && !asked_grid)
            buffer_printf(&grid, "%sgridDim.%c", grid.size ? " = " : "", axes[a]);
    }
    const char *both = block.size && grid.size ? ", " : "";
    if (block.size || grid.size)
        add_assumption(l, ASSUMPTION_UNREAD_AXES,
                       arena_printf(prover->arena, "%s%s%s%s%s: the kernel reads no index of these axes", buffer_text(&block),
                                    block.size ? " = 1" : "", both, buffer_text(&grid), grid.size ? " = 1" : ""));
    buffer_release(&block);
    buffer_release(&grid);
}

static bool reads_memory(const struct prover *prover, term_ref t) {
    return !term_is_none(t) && (term_deps(prover->terms, t) & DEP_MEMORY) != 0;
}

static bool accesses_read_memory(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool reads = p->private_count > 0; /* not looked at */
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_ACCESS)
            reads |= reads_memory(prover, p->items[i].guard) || reads_memory(prover, p->items[i].offset) || reads_memory(prover, p->items[i].size);
    return reads;
}

static bool asserts_read_memory(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool reads = false;
    for (uint32_t i = 0; i < p->assert_count; i++)
        reads |= reads_memory(prover, p->asserts[i].guard) || reads_memory(prover, p->asserts[i].condition);
    return reads;
}

/* Whether who comes to a barrier depends on memory. */
static bool barriers_read_memory(const struct prover *prover) {
    const struct protocol *p = prover->protocol;
    bool reads = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        reads |= p->items[i].kind != ITEM_ACCESS && reads_memory(prover, p->items[i].guard);
    for (uint32_t i = 0; i < p->loop_count; i++)
        reads |= reads_memory(prover, p->loops[i].proceeds);
    return reads;
}

/* What a thread reads is what it is said to be only if nothing else writes there. */
static bool rests_on_pointers(const struct listing *l) {
    const struct prover *prover = l->prover;
    return (l->properties & PROPERTY_RACE) || prover->frame->assumes || ((l->properties & PROPERTY_DIVERGENCE) && barriers_read_memory(prover)) ||
           ((l->properties & PROPERTY_BOUNDS) && accesses_read_memory(prover)) || ((l->properties & PROPERTY_ASSERT) && asserts_read_memory(prover));
}

/* Distinct arrays behind pointers, one of them written. What pointers in memory lead to is told apart from what the others do. */
static void list_pointers(struct listing *l) {
    struct prover *prover = l->prover;
    const struct protocol *p = prover->protocol;
    uint32_t behind_pointers = 0, written = 0;
    bool writes_loaded = false;
    struct buffer holders = {0};
    for (uint32_t i = 0; i < p->array_count; i++) {
        const struct proto_array *array = &p->arrays[i];
        if (array->kind == ARRAY_LOADED) {
            size_t length = strlen(array->name) - (sizeof "[]" - 1);
            buffer_printf(&holders, "%s'%.*s'", holders.size ? " and " : "", (int)length, array->name);
            writes_loaded |= array->written;
        }
        if (array->kind != ARRAY_PARAM && array->kind != ARRAY_GLOBAL)
            continue;
        behind_pointers++;
        written += array->written;
    }
    if (behind_pointers > 1 && written > 0)
        add_assumption(l, ASSUMPTION_DISTINCT_POINTERS, "distinct pointer arguments do not overlap");
    if (holders.size > 0 && (writes_loaded || written > 0))
        add_assumption(
            l, ASSUMPTION_DISTINCT_POINTERS,
            arena_printf(prover->arena, "%s%s leads to memory of its own, which no other pointer leads to", prove_held_apart, buffer_text(&holders)));
    buffer_release(&holders);
}

/* The offset of an array of unknown extent never reaches another array: of arrays of known extent that is proved (stray.h). */
static void list_bounds(struct listing *l) {
    struct prover *prover = l->prover;
    if (stray_is_assumed(prover))
        add_assumption(l, ASSUMPTION_IN_BOUNDS, "every access of an array of unknown size stays inside it");
    for (uint32_t a = 0; a < prover->protocol->array_count && (l->properties & PROPERTY_RACE); a++)
        if (l->report->comes_back && l->report->comes_back[a])
            add_assumption(l, ASSUMPTION_IN_BOUNDS,
                           arena_printf(prover->arena,
                                        "every access of '%s' stays inside it: addresses of shared memory have 32 bits, which may lead back",
                                        prover->protocol->arrays[a].name));
}

static void list_tickets(struct listing *l) {
    struct prover *prover = l->prover;
    for (uint32_t i = 0; i < prover->protocol->ticket_count; i++) {
        const char *text = prover_ticket_assumption(prover, l->properties, i);
        if (text)
            add_assumption(l, ASSUMPTION_NO_WRAP, text);
    }
}

/* What the program assumes, in its own words where it says them. */
static void list_promises(struct listing *l) {
    struct prover *prover = l->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != CLAIM_ASSUME || !prover->frame->is_used[i])
            continue;
        struct buffer text = {0};
        if (claim->text)
            buffer_add(&text, claim->text);
        else if (!term_print_limited(prover->terms, claim->condition, &text, 60))
            buffer_add(&text, "a condition");
        uint32_t line = claim->location.id < p->loc_count ? p->locs[claim->location.id].line : 0;
        add_assumption(
            l, ASSUMPTION_ASSUMED,
            arena_printf(prover->arena, line ? "%s (line %u)" : "%s", claim->text ? claim->text : prover_in_cuda(prover, buffer_text(&text)), line));
        buffer_release(&text);
    }
}

/* What the program says and the proofs do not use. */
static void list_ignored(struct listing *l, const char *text, loc_ref location, const char *why) {
    struct prover *prover = l->prover;
    const struct protocol *p = prover->protocol;
    uint32_t line = location.id < p->loc_count ? p->locs[location.id].line : 0;
    add_assumption(l, ASSUMPTION_IGNORED, arena_printf(prover->arena, "%s (line %u) is not used%s", text, line, why));
}

static bool is_fixed_whole(const struct frame *frame) {
    bool is = true;
    for (uint32_t a = 0; a < 3; a++)
        is = is && frame->fixed_block[a] && frame->fixed_grid[a];
    return is;
}

static bool writes_global(const struct protocol *p) {
    bool writes = false;
    for (uint32_t i = 0; i < p->array_count; i++)
        writes |=
            (p->arrays[i].kind == ARRAY_PARAM || p->arrays[i].kind == ARRAY_GLOBAL || p->arrays[i].kind == ARRAY_LOADED) && p->arrays[i].written;
    return writes;
}

static void list_trusts(struct listing *l) {
    struct prover *prover = l->prover;
    const struct protocol *p = prover->protocol;
    for (uint32_t i = 0; i < p->trust_count; i++) {
        const struct proto_trust *trust = &p->trusts[i];
        switch (trust->kind) {
        case TRUST_IGNORED: list_ignored(l, trust->function, trust->location, ""); break;
        case TRUST_UNIFORM:
            if (!is_fixed_whole(prover->frame))
                add_assumption(l, ASSUMPTION_UNIFORM_GROUPS,
                               "all work-groups of a launch have the same size (-cl-uniform-work-group-size); OpenCL C 2.0 and later allow last ones "
                               "that are smaller");
            break;
        case TRUST_NOT_NULL:
            add_assumption(l, ASSUMPTION_IN_BOUNDS,
                           arena_printf(prover->arena, "no access goes through %s (line %u)", trust->function,
                                        trust->location.id < p->loc_count ? p->locs[trust->location.id].line : 0));
            break;
        case TRUST_TEXTURE:
            if ((l->properties & PROPERTY_RACE) && writes_global(p))
                add_assumption(l, ASSUMPTION_SEPARATE_TEXTURES, "no texture that the kernel reads is memory that it writes");
            break;
        case TRUST_FUNCTION:
            add_assumption(l, ASSUMPTION_EFFECT_FREE,
                           arena_printf(prover->arena, "%s, which has no body here, touches no memory of the kernel, passes no barrier and returns",
                                        trust->function));
            break;
        }
    }
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind == CLAIM_ASSUME && claim->text && term_deps(prover->terms, claim->condition) & DEP_APPROX)
            list_ignored(l, claim->text, claim->location, ": what it rests on is not known");
    }
}

/* Another launch has no barrier of all blocks. */
static void list_grid_barriers(struct listing *l) {
    const struct protocol *p = l->prover->protocol;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (p->items[i].kind == ITEM_BARRIER && p->items[i].barrier == BARRIER_GRID) {
            add_assumption(l, ASSUMPTION_COOPERATIVE,
                           "the kernel is launched cooperatively (cudaLaunchCooperativeKernel), as its barrier of all blocks needs");
            return;
        }
}

/* A condition speaks of a parameter of 64 bits without a sign, which it reads as a whole number of 64 bits. */
static bool names_unsigned(const struct prover *prover, term_ref condition) {
    bool is = false;
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, condition);
    for (term_ref t; !is && term_walk_next(&walk, &t);) {
        const struct term *term = term_get(prover->terms, t);
        if (term_op_of(term) == TERM_SYMBOL && term->width_bits == 64) {
            const struct symbol *s = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value});
            is = s->role == SYMBOL_PARAM && expression_is_unsigned(prover->protocol, s->name);
        }
        term_walk_enter(&walk, t);
    }
    term_walk_end(&walk);
    return is;
}

static void list_required(struct listing *l) {
    const struct prover *prover = l->prover;
    bool is_unsigned = false;
    for (uint32_t i = 0; i < prover->scope->required_count; i++) {
        add_assumption(l, ASSUMPTION_REQUIRED, arena_printf(prover->arena, "required: %s", prover->scope->required[i].text));
        bool is_exact = prover->scope->required_exact && prover->scope->required_exact[i]; /* host code's numbers fit */
        is_unsigned |= !is_exact && names_unsigned(prover, prover->scope->required[i].term);
    }
    if (is_unsigned)
        add_assumption(l, ASSUMPTION_REQUIRED, "required: parameters without a sign that conditions name are below 2^63");
}

static void list_all(struct listing *l) {
    struct prover *prover = l->prover;
    list_required(l);
    if (rests_on_axes(l))
        list_axes(l);
    if (rests_on_pointers(l)) {
        list_pointers(l);
        list_bounds(l);
    }
    list_claims(l);
    list_tickets(l);
    if (prover->scope->lockstep)
        add_assumption(l, ASSUMPTION_LOCKSTEP, "the threads of a warp execute in lockstep, as before Volta");
    list_promises(l);
    list_trusts(l);
    if (l->properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE))
        list_grid_barriers(l);
    if (l->report->exited && (l->properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE)))
        add_assumption(l, ASSUMPTION_EXITED_THREADS, "threads that have left the kernel count as arrived at a barrier");
}

void assumptions_list(struct prover *prover, struct prove_report *report, unsigned properties, uint64_t contents) {
    struct prove_assumptions whole = {0};
    struct listing all = {prover, report, properties, &whole};
    list_all(&all);
    report->assumptions = whole.list;
    report->assumption_count = whole.count;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        unsigned of_races = p == PROP_DIVERGENCE && contents != 0 ? PROPERTY_RACE : 0;
        if (p == PROP_BOUNDS && prover->ledger->bounds_rest_on != 0)
            of_races = PROPERTY_RACE | PROPERTY_DIVERGENCE;
        struct listing one = {prover, report, 1u << p | of_races, &report->rests_on[p]};
        if (properties & 1u << p)
            list_all(&one);
    }
}

void assumptions_of_advice(struct prover *prover, struct prove_report *report) {
    struct prove_assumptions all = {report->assumptions, report->assumption_count};
    struct listing l = {prover, report, PROPERTY_ALL, &all};
    for (uint32_t i = 0; i < report->stray_count; i++) {
        const struct prove_stray *stray = &report->strays[i];
        const char *name = prover->protocol->arrays[prover->protocol->items[stray->at].array].name;
        add_assumption(&l, ASSUMPTION_IN_BOUNDS,
                       stray->has_conditions
                           ? arena_printf(prover->arena, "every access of '%s' stays inside it, as it does if %s", name, stray->text)
                           : arena_printf(prover->arena, "every access of '%s' stays inside it", name));
    }
    list_claims(&l);
    list_tickets(&l);
    list_bounds(&l);
    report->advice_assumptions = all.list + report->assumption_count;
    report->advice_assumption_count = all.count - report->assumption_count;
}
