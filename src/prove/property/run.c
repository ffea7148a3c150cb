/* A run over a kernel: the scope is chosen, its parts are made, and released. */
#include <assert.h>

#include "integer/integer.h"
#include "protocol/expression.h"
#include "prove/condition/precondition.h"
#include "prove/frame/actor.h"
#include "prove/frame/frame.h"
#include "prove/frame/promise.h"
#include "prove/frame/prover.h"
#include "prove/frame/required.h"
#include "prove/frame/threads.h"
#include "prove/property/property.h"
#include "prove/property/trace.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/demand.h"
#include "prove/rung/encode.h"
#include "prove/rung/ledger.h"
#include "prove/rung/memo.h"
#include "prove/value/contents.h"
#include "prove/value/inside.h"
#include "prove/value/values.h"
#include "prove/witness/launch.h"
#include "smt/smt.h"
#include "term/walk.h"

#define PRECONDITION_SHARE 8u /* of the kernel's budget: for the search of preconditions, */
#define CHOICE_SHARE 16u      /* and for launches of the solver's choice */

static term_ref constant32(struct prover *prover, uint32_t value) {
    return term_const(prover->terms, 32, value);
}

static void set_axis(bool *fixed, uint32_t *extent, uint32_t asked, bool unread) {
    *fixed = asked != 0 || unread;
    *extent = asked != 0 ? asked : 1;
}

/* The kernel goes by what atomic operations on memory of all blocks give: blocks take pieces of work by a counter, and need no index. */
static bool shares_by_counters(const struct protocol *p) {
    bool shares = false;
    for (uint32_t i = 0; i < p->item_count; i++) {
        const struct proto_item *item = &p->items[i];
        shares |= item->kind == ITEM_ACCESS && item->is_atomic && item->give_count > 0 && p->arrays[item->array].space == SPACE_GLOBAL;
    }
    return shares;
}

static void choose_axes(struct prover *prover) {
    const struct protocol *p = prover->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        uint32_t asked = prover->scope->block[a] ? prover->scope->block[a] : p->required_block[a];
        uint32_t asked_grid = prover->scope->grid[a] ? prover->scope->grid[a] : required_dimension(prover, SYMBOL_GDIM, a);
        asked = asked ? asked : required_dimension(prover, SYMBOL_BDIM, a);
        bool block_unread = a > 0 && !p->reads_tid[a] && !p->reads_bdim[a];
        bool grid_unread = !p->reads_bid[a] && !p->reads_gdim[a] && !(a == 0 && shares_by_counters(p));
        set_axis(&prover->frame->fixed_block[a], &prover->frame->block[a], asked, block_unread);
        set_axis(&prover->frame->fixed_grid[a], &prover->frame->grid[a], asked_grid, grid_unread);
        if (!prover->frame->fixed_block[a] || prover->frame->block[a] > 1)
            prover->frame->dims_block = a + 1;
        if (!prover->frame->fixed_grid[a] || prover->frame->grid[a] > 1)
            prover->frame->dims_grid = a + 1;
    }
}

static void add_launch_facts(struct prover *prover) {
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    uint32_t limit = p->max_threads ? p->max_threads : 1024, asked = 1;
    for (uint32_t a = 0; a < 3; a++)
        asked *= prover->frame->fixed_block[a] ? prover->frame->block[a] : 1;
    limit = asked > limit ? asked : limit;
    prover->frame->threads_max = limit;
    uint8_t both = TERM_NSW | TERM_NUW;
    term_ref x = prover_scoped(prover, p->bdim[0]), y = prover_scoped(prover, p->bdim[1]), z = prover_scoped(prover, p->bdim[2]);
    term_ref threads = term_mul(t, term_mul(t, x, y, both), z, both);
    term_ref fact = term_ule(t, threads, constant32(prover, limit));
    if (!term_is_true(t, fact))
        vec_push(&prover->frame->launch_facts, fact);
}

/* Sums and products of a condition that host code made did not overflow there, so no proof has to claim that. */
static void note_exact(struct prover *prover, term_ref condition) {
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, condition);
    for (term_ref x; term_walk_next(&walk, &x);) {
        const struct term *term = term_get(prover->terms, x);
        enum term_op op = term_op_of(term);
        if ((op == TERM_ADD || op == TERM_MUL) && term->width_bits == 64 && (term->flags & TERM_NSW))
            integer_note_exact(prover->integers, x);
        term_walk_enter(&walk, x);
    }
    term_walk_end(&walk);
}

/* What is required becomes facts of launches. */
static void add_required_facts(struct prover *prover) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->scope->required_count; i++) {
        term_ref fact = prover_scoped(prover, prover->scope->required[i].term);
        if (!term_is_true(t, fact))
            vec_push(&prover->frame->launch_facts, fact);
        if (prover->scope->required_exact && prover->scope->required_exact[i])
            note_exact(prover, fact);
    }
    for (uint32_t i = 0; i < prover->frame->equalities.size; i++) {
        symbol_ref symbol = prover->frame->equalities.data[i].symbol;
        term_ref value = required_value(prover, symbol);
        if (symbol_get(t, symbol)->role == SYMBOL_PARAM && !term_is_none(value))
            vec_push(&prover->frame->launch_facts, term_eq(t, term_symbol(t, symbol), value));
    }
}

/* A parameter of an unsigned type is an unsigned number first. */
static void note_unsigned(struct prover *prover) {
    const struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->protocol->param_count; i++) {
        const struct proto_param *param = &prover->protocol->params[i];
        const struct term *value = term_is_none(param->value) ? NULL : term_get(t, param->value);
        if (value && term_op_of(value) == TERM_SYMBOL && value->width_bits <= 32 && expression_is_unsigned(prover->protocol, param->name))
            integer_note_size(prover->integers, (struct size_known){(uint32_t)value->value, 1, false, true});
    }
}

static void make_parts(struct prover *prover) {
    struct arena *arena = prover->arena;
    prover->frame = arena_alloc(arena, sizeof *prover->frame);
    prover->threads = arena_alloc(arena, sizeof *prover->threads);
    prover->arithmetic = arena_alloc(arena, sizeof *prover->arithmetic);
    prover->memo = arena_alloc(arena, sizeof *prover->memo);
    prover->ledger = arena_alloc(arena, sizeof *prover->ledger);
    prover->values = arena_alloc(arena, sizeof *prover->values);
    prover->launches = arena_alloc(arena, sizeof *prover->launches);
    prover->conditions = arena_alloc(arena, sizeof *prover->conditions);
    prover->trace = arena_alloc(arena, sizeof *prover->trace);
    map_init(&prover->memo->decided);
    map_init(&prover->memo->undivided);
    map_init(&prover->memo->allowed);
    map_init(&prover->frame->given_by);
    map_init(&prover->values->read_of);
    map_init(&prover->values->reached);
    map_init(&prover->arithmetic->products);
    map_init(&prover->threads->third_of[0]);
    map_init(&prover->threads->third_of[1]);
    map_init(&prover->threads->of_third);
}

void prover_init(struct prover *prover, struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, bool assumes,
                 struct refusals refused) {
    assert(scope->terms == protocol->terms || (scope->required_count == 0 && !scope->extents));
    *prover =
        (struct prover){.arena = arena, .protocol = protocol, .terms = protocol->terms, .scope = scope, .budget = {.left = scope->budget_steps}};
    make_parts(prover);
    prover->frame->dims_block = prover->frame->dims_grid = 1;
    prover->conditions->steps = scope->budget_steps / PRECONDITION_SHARE;
    prover->launches->choice_steps = scope->budget_steps / CHOICE_SHARE;
    required_note(prover);
    choose_axes(prover);
    threads_begin(prover);
    prover->smt = smt_create();
    prover->integers = arena_alloc(arena, sizeof *prover->integers);
    integer_space_init(prover->integers, arena, prover->terms, false);
    note_unsigned(prover);
    threads_note_limits(prover);
    prover->ledger->demands = demands_create(prover);
    prover->ledger->asking = PROPERTY_ALL;
    demand_ban(prover, refused);
    encoder_init(&prover->arithmetic->encoder, prover->integers, prover->smt);
    add_launch_facts(prover);
    mask_drop(prover);
    prover->frame->items = arena_alloc(arena, protocol->item_count * sizeof *prover->frame->items);
    for (uint32_t i = 0; i < protocol->item_count; i++) {
        const struct proto_item *item = &protocol->items[i];
        prover->frame->items[i] =
            (struct scoped_item){prover_scoped(prover, item->guard),  prover_scoped(prover, item->offset),       prover_scoped(prover, item->size),
                                 prover_scoped(prover, item->value),  prover_scoped(prover, item->mask),         prover_scoped(prover, item->count),
                                 prover_scoped(prover, item->ballot), prover_scoped(prover, item->source_offset)};
        prover->frame->has_warp_barrier |= item->kind == ITEM_BARRIER && item->barrier == BARRIER_WARP;
    }
    prover_note_givers(prover);
    prover->frame->assumes = assumes;
    add_required_facts(prover);
    promises_apply(prover);
    prover->frame->has_flags = prover_has_flags(prover);
    contents_index(prover);
    prover->values->trusted = contents_candidates(prover);
}

void prover_release(struct prover *prover) {
    substitution_destroy(prover->threads->scoping);
    inside_release(prover);
    for (int i = 0; i < PAIRING_COUNT; i++)
        substitution_destroy(prover->threads->second[i].substitution);
    for (uint32_t i = 0; i < prover->launches->list.size; i++)
        if (prover->launches->list.data[i].substitution)
            substitution_destroy(prover->launches->list.data[i].substitution);
    if (prover->launches->open.substitution)
        substitution_destroy(prover->launches->open.substitution);
    for (uint32_t i = 0; i < prover->launches->small.size; i++)
        if (prover->launches->small.data[i].substitution)
            substitution_destroy(prover->launches->small.data[i].substitution);
    trace_release(prover->trace);
    encoder_release(&prover->arithmetic->encoder);
    integer_space_release(prover->integers);
    if (prover->arithmetic->meant)
        integer_space_release(prover->arithmetic->meant);
    smt_destroy(prover->smt);
    map_release(&prover->memo->decided);
    map_release(&prover->memo->undivided);
    map_release(&prover->memo->allowed);
    vec_release(&prover->memo->impossible);
    map_release(&prover->frame->given_by);
    map_release(&prover->values->read_of);
    map_release(&prover->arithmetic->products);
    map_release(&prover->values->reached);
    actor_release_all(prover);
    map_release(&prover->threads->third_of[0]);
    map_release(&prover->threads->third_of[1]);
    map_release(&prover->threads->of_third);
    vec_release(&prover->threads->origin);
    vec_release(&prover->ledger->claim_used);
    demands_release(prover->ledger->demands);
    vec_release(&prover->launches->list);
    vec_release(&prover->launches->small);
    vec_release(&prover->conditions->found);
    vec_release(&prover->conditions->suggested);
    map_release(&prover->conditions->is_suggesting);
    vec_release(&prover->frame->launch_facts);
    vec_release(&prover->frame->equalities);
    vec_release(&prover->frame->stated);
    vec_release(&prover->frame->powers);
    vec_release(&prover->arithmetic->exponents);
    vec_release(&prover->frame->multiples);
    vec_release(&prover->arithmetic->quotients);
    vec_release(&prover->arithmetic->stand_ins);
    vec_release(&prover->values->lanes_converge);
    vec_release(&prover->values->lanes_doubt);
    vec_release(&prover->values->ticket_bounds);
}
