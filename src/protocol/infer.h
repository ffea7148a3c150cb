/* Inference of protocols: what its files share. Private to the room.

   roots.c decides which arrays each pointer may point into, value.c gives each
   SSA value a term, loop.c gives loop-carried values closed forms, region.c
   gives blocks their guards, infer.c walks the kernel and writes the items. */
#ifndef WP_PROTOCOL_INFER_H
#define WP_PROTOCOL_INFER_H

#include "base/map.h"
#include "base/vec.h"
#include "kernel/bound.h"
#include "kernel/cfg.h"
#include "kernel/part.h"
#include "protocol/protocol.h"

/* One of the places a pointer may point to: array + offset when cond holds.
   The conditions of a pointer's alternatives exclude each other. */
struct pointer_alt {
    term_ref cond;
    uint32_t array;
    term_ref offset;
    uint32_t marks;
    bool is_null; /* a null pointer, and what is counted from it: no array; the array is the unknown one */
};

enum value_kind { VALUE_NONE, VALUE_SCALAR, VALUE_POINTER, VALUE_VECTOR };

struct value {
    enum value_kind kind;
    term_ref term;         /* scalar */
    uint32_t first, count; /* pointer: alternatives; vector: lanes */
};

struct loop_state {
    symbol_ref counter, final;
    term_ref counter_term, final_term;
    term_ref proceeds;     /* an iteration goes on to the next */
    term_ref entry;        /* guard of entering the loop, relative to the parent */
    uint32_t first_symbol; /* symbols from here on were made inside the loop, */
    uint32_t end_symbol;   /* up to this one */
    bool is_short;         /* fewer than 2^31 iterations */
    bool ordinals_return;  /* more rounds than the counter has values are possible */
    uint8_t shift_bits;    /* width of a value the loop shifts, 0 none */
    bool has_trips;        /* the header's test fails first in iteration `trips`, for everyone */
    uint64_t trips;
    VEC(term_ref) rising; /* values carried that no iteration takes over an end of their signed range: that is undefined */
    struct inference *inf;
    struct map last_of;         /* symbol made inside -> its value in the last iteration */
    VEC(symbol_ref) pending;    /* of these the facts are still to be copied */
    uint32_t proto_loop;        /* index into protocol.loops */
    struct substitution *leave; /* to the last iteration; NULL before the loop is finished */
};

/* An update that may hand out tickets. */
struct ticket_site {
    uint32_t item;
    uint64_t by;
    bool has_left /* a loop around it */;
    struct proto_ticket ticket;
};

/* A loop-carried value without a closed form: the symbol of its iteration. */
struct ticket_phi {
    value_ref phi;
    symbol_ref symbol;
};

struct inference {
    struct arena *arena;
    const struct kernel *kernel;
    const struct cfg *cfg;
    struct term_table *terms;
    struct protocol *protocol;

    VEC(struct proto_array) arrays;
    VEC(struct proto_member) members;
    VEC(struct proto_item) items;
    VEC(struct proto_item) privates;
    VEC(struct proto_loop) loops;
    VEC(struct proto_problem) problems;
    VEC(struct proto_trust) trusts;
    VEC(term_ref) rounds; /* of inner loops, where values carried around them depend on these: n < 1 ? 0 : n (passed.c) */
    VEC(struct proto_assert) asserts;
    struct claim_place {
        uint32_t claims, items;
    } * before_branch;             /* by block: what stands before its last instruction */
    struct proto_range *own_items; /* by block */
    VEC(struct ticket_site) tickets;
    VEC(struct ticket_phi) ticket_phis;
    VEC(struct proto_lanes) lane_values;
    VEC(struct proto_other) others;

    struct value *values; /* by instruction */
    VEC(struct pointer_alt) alts;
    VEC(term_ref) lanes;
    term_ref *guard;                       /* by block, relative to its innermost loop */
    uint32_t *region_ipdom, *region_depth; /* by node, see region.c */
    struct loop_state *loop_states;

    struct kernel_bounds bounds;
    uint64_t *roots;            /* by instruction: bit i = array i */
    uint64_t holders;           /* arrays whose pointers lead to an ARRAY_LOADED: bit i = array i */
    bool holds_loaded;          /* so do those that lie in an ARRAY_LOADED */
    struct map field_arrays;    /* (parameter, offset) -> array */
    struct struct_parts *parts; /* by parameter; of those by value */
    uint32_t *param_array, *object_array;
    uint32_t unknown_array;       /* PROTOCOL_NONE until needed */
    enum symbol_scope *shared_by; /* by instruction, see uniform.c; NULL until needed */
    uint32_t fresh_count;
    bool everything_written; /* an unknown pointer or construct may write any array */
};

/* infer.c */
#define INFER_ALL_PROPERTIES (PROPERTY_RACE | PROPERTY_DIVERGENCE | PROPERTY_BOUNDS | PROPERTY_ASSERT)
/* Writes the items of the whole kernel. */
void infer_walk(struct inference *inf);
/* The reason why the properties (bits) cannot be decided; detail: in words, or NULL. */
void infer_add_problem(struct inference *inf, enum reason_kind reason, uint32_t properties, loc_ref location, const char *detail);
/* Whether a block that ends the launch or cannot be reached follows; *kind: which. */
bool infer_ends_there(const struct inference *inf, uint32_t block, enum claim_kind *kind);
/* The array is memory of one thread. */
bool infer_is_private(const struct inference *inf, uint32_t array);

/* read_value.c */
/* The bytes of an access of this type, as a term of 64 bits. */
term_ref infer_fixed_size(struct inference *inf, struct type type);
/* What a load gives. `first`: the items of the load, one for each alternative that is not private. */
struct value infer_load_value(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t first);
/* Writes the symbols that stand for what an access reads to its item. */
void infer_give_value(struct inference *inf, struct proto_item *item, struct value v);

/* roots.c */
void roots_compute(struct inference *inf);
/* The member of a by-value struct parameter at these bytes; valid until the next call. */
const struct proto_member *roots_add_member(struct inference *inf, uint32_t param, uint64_t offset_bytes, uint64_t size_bytes);
/* The array of a pointer loaded from `offset` of a by-value struct parameter. */
uint32_t roots_field_array(struct inference *inf, uint32_t param, uint64_t offset_bytes);
uint32_t roots_unknown_array(struct inference *inf);
/* The memory behind the pointers that the array holds; the unknown array where nothing is taken of them. */
uint32_t roots_loaded_array(struct inference *inf, uint32_t holder);
bool roots_array_written(const struct inference *inf, uint32_t array);

/* value.c */
/* The value of v as seen in block `at`: leaving a loop turns its counter into
   the ordinal of its last iteration. */
struct value value_at(struct inference *inf, value_ref v, uint32_t at);
term_ref value_scalar_at(struct inference *inf, value_ref v, uint32_t at);
/* Term of an operation on scalar operands, or TERM_NONE if it is none. */
term_ref value_operation(struct inference *inf, const struct inst *inst, const term_ref *operands);
/* bit_counts.c: `count`, what popc, clz or ctz gives for the operand, as a term that shows how large it is at most. */
term_ref bit_count_limited(struct inference *inf, const struct inst *inst, term_ref operand, term_ref count);
struct value value_of_scalar(term_ref t);
struct value value_of_pointer(struct inference *inf, const struct pointer_alt *alts, uint32_t count);
/* An unknown value; `reason` says what it stands for. */
term_ref value_fresh(struct inference *inf, uint8_t width_bits, loc_ref location, const char *reason);
/* The same, one value for all threads of `scope` in the same iteration of the
   protocol's loop and the loops around it. */
symbol_ref value_shared(struct inference *inf, uint8_t width_bits, enum symbol_scope scope, uint32_t proto_loop, loc_ref location,
                        const char *reason);
struct value value_fresh_of_type(struct inference *inf, struct type type, loc_ref location, const char *reason);
struct value value_choose(struct inference *inf, term_ref condition, struct value a, struct value b);
/* The address a pointer holds, over symbols for the addresses of arrays. */
term_ref value_address(struct inference *inf, struct value pointer);
term_ref value_address_symbol(struct inference *inf, uint32_t array);
/* Evaluates one instruction other than phis and memory reads. */
struct value value_evaluate(struct inference *inf, value_ref v, uint32_t at);

/* region.c */
/* Prepares guards for the blocks that lie directly in `loop` (CFG_NONE: in none). */
void region_prepare(struct inference *inf, uint32_t loop);
/* The block that stands for b in the region of `loop`: b, the header of the inner
   loop around it, or CFG_NONE outside. */
uint32_t region_node(const struct inference *inf, uint32_t b, uint32_t loop);
/* Whoever is at node d of the region comes to node b; both are prepared. */
bool region_postdominates(const struct inference *inf, uint32_t b, uint32_t d, uint32_t loop);
term_ref region_block_guard(struct inference *inf, uint32_t block, uint32_t loop);
/* Condition of following edge number `succ` of `from`, seen from inside `loop`. */
term_ref region_edge_guard(struct inference *inf, uint32_t from, uint32_t to, uint32_t loop);
term_ref region_branch_condition(struct inference *inf, uint32_t from, uint32_t to);
struct value region_phi(struct inference *inf, value_ref phi, uint32_t block, uint32_t loop);

/* trips.c */
/* The first ordinal at which `stays`, the test of a loop's header, fails; false
   if it depends on anything but the counter, or holds for more than 64. */
bool trips_constant(struct term_table *terms, term_ref stays, symbol_ref counter, uint64_t *trips);
/* Whether a condition over the counter, once it holds, holds in every later iteration too. */
bool trips_exit_lasts(const struct term_table *terms, term_ref exit, symbol_ref counter);
/* Iterations that are begun, of a loop that goes on while x < bound or bound < x for an x that
   cannot jump over the bound (is_rising: since no iteration takes it over the end of its range; else where the bound leaves room for a step): the first,
   or one no further from it than the bound is from x's
   first value. is_passed: in which the test holds as well. True where the test is none such. */
term_ref trips_begun(struct term_table *t, term_ref stays, symbol_ref counter, bool is_rising, bool is_passed);
/* Where the test is about a value on its way to a bound, or several such tests must all hold: how far it can have come. `is_passed`: it holds in
   this iteration, too. */
term_ref loop_near_bound(struct inference *inf, uint32_t loop, term_ref stays, bool is_passed);
/* The test goes on while x < bound, or bound < x, as signed numbers, and each iteration moves x towards the bound by 1. For other
   steps the iterations that are begun are a quotient, which costs proofs more than it gains. */
bool trips_counts(struct term_table *t, term_ref stays, symbol_ref counter);
/* x moves by the same *step in every iteration, modulo its width. */
bool trips_step(struct term_table *t, term_ref x, symbol_ref counter, uint64_t *step);
/* Such an x moves by more than 1, and its form does not say that it stays in its type until then. */
bool trips_may_wrap(struct term_table *t, term_ref stays, symbol_ref counter);
/* The value that the test compares may pass its bound by a wrap, so that the test may hold again after it failed. */
bool trips_may_jump(struct term_table *t, term_ref stays, symbol_ref counter, bool ordinals_return);
/* Iterations that are begun, of a loop that goes on while a test of values that move in one
   direction holds: the first, or one of a loop whose test held at first. True where the
   values are seen to move towards the end. */
term_ref trips_first_held(struct term_table *t, term_ref stays, symbol_ref counter);

/* loop.c */
/* t of one iteration as it is in the iteration that leaves the loop: the
   counter becomes the final ordinal, and every value made inside the loop its
   last one, which is a symbol of its own. */
term_ref loop_leave(struct inference *inf, uint32_t loop, term_ref t);
/* Gives the header's phis their values as functions of the loop's counter. */
void loop_carried_values(struct inference *inf, uint32_t loop);

/* passed.c: t where the block is reached: choices by how often an inner loop goes round that the guards there exclude are taken. */
term_ref passed_within(struct inference *inf, uint32_t block, term_ref t);
/* After the body: the final ordinal and what is known of it; `begun` is the
   condition that iteration `counter` is begun, as far as it is closed-form. */
term_ref loop_finish(struct inference *inf, uint32_t loop, bool *exact);

/* other.c */
/* The symbol for "the other thread gets there". */
term_ref other_enabled(struct inference *inf, loc_ref location);
/* The condition of a thread that is there. */
term_ref other_arrived(struct inference *inf, term_ref condition);
/* What OTHER gives in the block. */
struct value other_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t proto_loop);
/* Adds the condition to the guards of others from `first` on. */
void other_complete(struct inference *inf, uint32_t first, term_ref condition);

/* lanes.c */
/* The result of a collective, if the lanes of a warp share it. */
void lanes_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t proto_loop, term_ref result);
/* Guards from number `first` on become complete up to the loop around. */
void lanes_complete(struct inference *inf, uint32_t first, term_ref condition);

/* uniform.c: who gets the same value of v in the same iteration of the loops around it. */
enum symbol_scope uniform_scope(struct inference *inf, value_ref v);

/* ticket.c */
/* The update at item `first_item`, if it is the only one of the instruction, gives `result`. */
void ticket_note(struct inference *inf, const struct inst *inst, uint32_t block, uint32_t first_item, term_ref result);
/* `last` is the value of `symbol` in the iteration that leaves a loop. */
void ticket_note_phi(struct inference *inf, value_ref phi, term_ref value);
void ticket_leave(struct inference *inf, symbol_ref symbol, symbol_ref last, struct substitution *leave);
/* When all items are known: keeps the tickets that are distinct. */
void ticket_give(struct inference *inf);

/* numbered.c. bar.sync with a number alone is a barrier of the block, unless some threads may come to it and others to another instruction with
   that number. */
void numbered_barrier(struct inference *inf, struct proto_item *item);

#endif
