/* What the prover's files share. Private to the room. */
#ifndef WP_PROVE_PROVER_H
#define WP_PROVE_PROVER_H

#include "base/map.h"
#include "base/vec.h"
#include "prove/encode.h"
#include "prove/integer.h"
#include "prove/prove.h"
#include "smt/smt.h"

/* An item with the scope's constants in place, as thread t sees it. */
struct scoped_item { term_ref guard, offset, size, value, mask; };

enum pairing { WITHIN_BLOCK, BETWEEN_BLOCKS, PAIRING_COUNT };

/* Symbols of the second thread. */
struct second_thread {
    struct prover *prover;
    enum pairing pairing;
    struct substitution *substitution;
};

struct launch {
    uint32_t block[3], grid[3];
    struct substitution *substitution;
    struct prover *prover;
    bool natural;
    const char *precondition;
};

struct prover {
    struct arena *arena;
    const struct protocol *protocol;
    struct term_table *terms;
    const struct prove_scope *scope;
    struct scoped_item *items;
    uint32_t dims_block, dims_grid;      /* highest axis in use + 1 */
    bool has_warp_barrier;
    bool fixed_block[3], fixed_grid[3];  /* by the user, the kernel's attributes or the unread rule */
    uint32_t block[3], grid[3];
    struct substitution *scoping;
    uint32_t *copy_of;                   /* symbol -> its copy for u, 0: none yet; grows */
    uint32_t copy_capacity;
    VEC(uint32_t) origin;                /* symbol -> what it is a copy of + 1, 0: original */
    struct second_thread second[PAIRING_COUNT];
    struct smt *smt;
    struct integer_space integers;
    struct encoder encoder;
    VEC(uint8_t) claim_used;
    VEC(struct launch) launches;         /* [within block..., between blocks...] */
    uint32_t first_between;
    struct map decided;                  /* integer query -> its answer: asked once */
    struct map read_of;                  /* symbol -> the access and lane that read it (contents.c) */
    struct map reached;                  /* symbol and depth -> what the writes that reach it say of it */
    VEC(struct writer *) writers;        /* threads that wrote what is read (actor.c) */
    struct map copied;                   /* their symbols -> the writer */
    uint64_t trusted;                    /* arrays whose contents proofs may use */
    uint64_t rests_on;                   /* those that the current answer uses */
    bool rests_on_claims;                /* the last integer proof used one */
    bool by_cases;                       /* a case of split.c is being decided, which notes claims itself */
    uint64_t steps_left;
    struct prove_stats stats;
    term_ref somewhere;                  /* any offset; see race.c */
    term_ref in_bounds;                  /* accesses outside loops stay inside arrays of known extent */
    bool used_in_bounds;
    VEC(term_ref) launch_facts;
    bool has_flags;                      /* fences or exchanges: flag.c may find a pattern */
    VEC(uint8_t) ticket_used;            /* by ticket: a proof rests on it */
};

/* scope.c */
void prover_init(struct prover *prover, struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope);
void prover_release(struct prover *prover);
/* The term as the second thread sees it. */
term_ref prover_second(struct prover *prover, enum pairing pairing, term_ref t);
/* t and u have one value of the symbol in the same iteration of its loop. */
bool prover_shared_in_iteration(const struct prover *prover, enum pairing pairing, symbol_ref symbol);
/* Conjunction of the facts about every symbol of t, of the launch, and of the facts' own symbols. */
term_ref prover_facts(struct prover *prover, enum pairing pairing, term_ref t);
term_ref prover_scoped(struct prover *prover, term_ref t);
/* Item i, if executed, stays inside its array; true if the extent is unknown. */
term_ref prover_in_bounds(struct prover *prover, uint32_t i);
/* t and u differ: threads of one block, or blocks. */
term_ref prover_distinct(struct prover *prover, enum pairing pairing);
term_ref prover_shift_counter(struct prover *prover, term_ref t, symbol_ref counter, int64_t by);
/* What t depends on that is not known exactly, or NULL. */
const char *prover_approximation(const struct prover *prover, term_ref t);

/* order.c: the condition that no barrier separates a (by t) from b (by u), a
   executed first; several cases where loops with barriers or barriers of a
   warp are involved. None: loops nested too deeply. */
#define SHARED_MAX 16u
struct order_case {
    term_ref condition;
    uint32_t shared[SHARED_MAX], shared_count; /* loops whose iteration both threads share */
};
#define ORDER_CASES_MAX 32u
uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases);

/* Whether t means the same in another iteration once the counter is replaced. */
bool order_is_closed_form(const struct prover *prover, term_ref t);
/* t with u's ordinals of the shared loops, and what threads in the same
   iterations of them share, replaced by t's. */
term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t);

/* warp.c */
/* t and u, threads of one block, are in one warp. */
term_ref warp_same(struct prover *prover);
/* The lane of t, or of u. */
term_ref warp_lane(struct prover *prover, bool is_second);
/* The bit of `lane` is set in `mask`; masks of t and of u differ. Both are 32 bits wide. */
term_ref warp_names(struct prover *prover, term_ref mask, term_ref lane);
term_ref warp_masks_differ(struct prover *prover, term_ref mask, term_ref other);
bool warp_mask_is_full(const struct prover *prover, term_ref mask);

/* Whether t is a multiple of the power of two `size`, wraps included. */
bool prover_is_aligned(const struct term_table *terms, term_ref t, uint64_t size);

/* algebra.c: whether offsets x (of t) and y (of u) can be equal under the
   guards only if t and u are one thread (one block). No solver. */
bool algebra_disjoint(struct prover *prover, enum pairing pairing, term_ref guards, term_ref x, term_ref y);

/* flag.c */
bool prover_has_flags(const struct prover *prover);
/* A release of a flag and an acquire of it stand between a (by t) and b (by u),
   whichever comes first; *other_cell: unless the two threads use different cells. */
bool prover_flag_between(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, term_ref *other_cell);

/* ticket.c */
/* What distinct tickets say about the symbols of a query, before iterations are shared. */
term_ref prover_ticket_facts(struct prover *prover, enum pairing pairing, term_ref query);
/* A proof used what the query's tickets say. */
void prover_note_tickets(struct prover *prover, term_ref query);
/* What ticket `index` rests on, if a proof used it and the launch does not show it; or NULL. */
const char *prover_ticket_assumption(struct prover *prover, uint32_t index);

/* decide.c: UNSAT for every launch? Marks the claims the proof used. */
enum smt_result decide_integers(struct prover *prover, enum pairing pairing, term_ref query);
/* The same by one question to the solver. */
void note_claim(struct prover *prover, uint32_t claim);
enum smt_result decide_once(struct prover *prover, enum pairing pairing, term_ref query);
/* A proof that used claims must leave `condition` possible: otherwise it only
   shows that the claims contradict it. Call right after the proof. */
bool claims_allow(struct prover *prover, enum pairing pairing, term_ref condition);
enum smt_result decide_bits(struct prover *prover, enum pairing pairing, term_ref query);

/* split.c: a proof by cases, where loops shift; false: none. Sets rests_on_claims. */
bool split_proves(struct prover *prover, enum pairing pairing, term_ref query);

/* Asserts a bit-vector query with the built-in ranges of its symbols. */
void assert_bits(struct prover *prover, struct smt_query *query, term_ref whole);

/* witness.c */
/* What to evaluate in a model, for the two items. */
struct witness_terms { term_ref offset[2], size[2], value[2]; };
/* A counterexample in some launch in scope; *unknown: the budget ran out for
   one of the launches tried. One that agrees with what is `known` is preferred.
   `show` may be NULL. */
bool witness_find_with(struct prover *prover, enum pairing pairing, term_ref query, term_ref known, const struct witness_terms *show,
                       struct prove_witness *witness, bool *unknown);

/* Answers to pairs, kept for the next round; see prove.c. */
struct pair_answer { uint32_t first, count; uint64_t rests_on; };
struct race_memory { VEC(struct pair_answer) answers; const struct prove_conflict *conflicts; };

/* race.c: pairs whose answers rest on arrays that are `gone` are decided again.
   The arrays with a pair that is not proved; *rests_on gets those whose
   contents the answers use. */
uint64_t prove_races(struct prover *prover, struct prove_report *report, struct race_memory *memory, uint64_t gone, uint64_t *rests_on);
/* divergence.c: the arrays whose contents the answers use. */
uint64_t prove_divergence(struct prover *prover, struct prove_report *report);

#endif
