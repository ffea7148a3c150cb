/* The closed forms of loop-carried values (docs/theory.md, "Loops").

   A header phi becomes a function of the ordinal k of the iteration, counted
   from 0, when the value it has in the next iteration, written over the phis
   themselves, has one of the shapes below; anything else is a fresh value per
   iteration, marked approximate, of as many bits as bounded.c shows it to have.

     next = phi + c           init + k*c          c the same in every iteration; a loop inside may add it (passed.c)
     next = phi * 2^s         init << k*s
     next = phi >> s          init >> k*s         logical, arithmetic, and / 2^s
     next = c - phi, phi ^ c  init or next, by the parity of k
     next = other, and so on, back to phi         the inits in turn, by k modulo their number
     next = c                 k = 0 ? init : c
     next = f(phis above)     k = 0 ? init : f at k-1

   A pointer that stays within one array is its offset. Ordinals are counted
   modulo 2^32 where no value in the loop is wider, which closed forms of such
   values do not notice; 64-bit ordinals are taken to stay below 2^48
   (docs/soundness.md). */
#ifndef WP_PROTOCOL_CLOSED_H
#define WP_PROTOCOL_CLOSED_H

#include "protocol/infer.h"

/* bracket.c: what is known of a value, the lower one of two that close in on each other. */
struct carried_bracket {
    uint32_t with; /* 1 + the other one; 0: there is none */
    bool is_length, adds_both, is_unsigned, needs_order, subtracts;
    uint8_t flags;
    int8_t excess, beyond;
};

struct carried {
    value_ref phi;
    term_ref placeholder; /* stands for the phi's value (or offset) in `next` */
    symbol_ref symbol;
    term_ref init, next; /* TERM_NONE: not known */
    term_ref closed;
    uint32_t array; /* pointers: the only array, else PROTOCOL_NONE */
    bool is_pointer;
    uint8_t bits;                                                /* without a closed form, it is below 2^bits; its width: no bound is known */
    enum { CARRIED_ANY, CARRIED_COUNTED, CARRIED_CHOSEN } bound; /* counted.c: without a closed form, it is at most start + step * ordinal; */
    uint64_t start, step, from, by;                              /* or at most start, or from + by * an earlier ordinal */
    term_ref any;                                                /* used by bounded.c */
    struct carried_bracket bracket;
};

struct loop_work {
    struct inference *inf;
    uint32_t loop;
    VEC(struct carried) carried;
    struct map memo; /* instruction -> term id of its slice, 0 if opaque */
};

/* The instruction may give another value in each round: it stands in the loop and is no constant. */
bool loop_defines(const struct loop_work *work, const struct inst *inst);
/* Who comes into the phi's block this way leaves the loop there: the block ends with a switch on what the way says, as it does for a `break` out of a scope. */
bool loop_way_leaves(const struct loop_work *work, const struct inst *phi, uint32_t way);
/* The value over the phis' placeholders; TERM_NONE if an operation has no term. */
term_ref loop_slice(struct loop_work *work, value_ref v, uint32_t depth);

/* passed.c: a value that a loop within this one leaves behind, over the placeholders; TERM_NONE if it does not move by as much in each round. */
term_ref loop_passed(struct loop_work *work, value_ref v, uint32_t depth);

/* The condition under which the header's test stays in the loop, over the placeholders; TERM_NONE if there is none in closed form. */
term_ref loop_stays(struct loop_work *work);

/* Values can be taken in turns, one in an iteration; the ordinal modulo the period is `turn`. */
#define TURNS_MAX 8u
bool loop_has_turns(const struct loop_work *work, uint32_t period);
term_ref loop_is_turn(struct loop_work *work, uint32_t turn, uint32_t period);
/* The ordinal is even. */
term_ref loop_is_even(struct loop_work *work);

/* The s of next = phi op 2^s or phi >> s; false if next has no such shape. */
bool loop_shift_amount(struct term_table *t, const struct carried *c, enum term_op *op, uint64_t *amount);

/* The value in iteration k; TERM_NONE if none of the shapes but the last fits. */
term_ref loop_closed_form(struct loop_work *work, const struct carried *c);
/* next = f(other phis): f over their values one iteration earlier. */
term_ref loop_closed_derived(struct loop_work *work, const struct carried *c);

/* How often the loop goes round, if that is a constant that its header's test tells. */
bool loop_trips(struct loop_work *work, uint64_t *trips);

/* bounded.c: finds `bits` of all that are carried. */
void loop_bound_values(struct loop_work *work);
/* counted.c: and of those that only grow, by constants; after it. */
void loop_count_values(struct loop_work *work);
/* reach.c. The term over placeholders, over the counter; TERM_NONE: it is not the counter's alone. */
term_ref loop_close(struct loop_work *work, term_ref slice);
/* What rises is not below where it began in that round. */
term_ref loop_beyond_begin(struct loop_work *work, term_ref round);
/* Adds how far the counter of a loop can have come whose ordinals may return otherwise. */
void loop_reach_counter(struct loop_work *work);
/* bracket.c: finds `bracket` of all that are carried; what then is known of the values, for symbols of both in one round. */
void loop_find_brackets(struct loop_work *work);
void loop_bracket_facts(const struct loop_work *work, const struct carried *c, symbol_ref low_symbol, symbol_ref high_symbol);
/* chosen.c: what a value is that each round leaves alone or makes one of a few in closed form; TERM_NONE: it is another one. `reason`: of the fresh
   values in it. */
term_ref loop_chosen_value(struct loop_work *work, const struct carried *c, const char *reason);
/* What is known of such a value, a term that may be narrower, in the round of the ordinal. */
term_ref loop_counted_fact(struct term_table *t, const struct carried *c, term_ref value, term_ref ordinal);

#endif
