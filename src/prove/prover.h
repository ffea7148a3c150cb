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
struct scoped_item { term_ref guard, offset, size, value, mask, count, ballot, source; };

/* Who takes part in a barrier of part of a block: threads first .. first+count-1
   of it, or those of one tile of `count`. */
struct part { enum { PART_UNKNOWN, PART_RANGE, PART_TILE } kind; uint32_t first, count; };

enum pairing { WITHIN_BLOCK, BETWEEN_BLOCKS, PAIRING_COUNT };

/* What showed a query to be impossible, and what was added to it for that. */
enum proof_rung { RUNG_NONE, RUNG_STRUCTURE, RUNG_ALGEBRA, RUNG_INTEGERS, RUNG_CASES, RUNG_POWERS, RUNG_BITS };
enum proof_aid { AID_NONE, AID_EQUAL_READS, AID_WRITES, AID_BOUNDS };
struct proof_note { enum proof_rung rung; enum proof_aid aid; };

/* Symbols of the second thread. */
struct second_thread {
    struct prover *prover;
    enum pairing pairing;
    struct substitution *substitution;
};

enum { LAUNCH_AXES = 6 };

struct candidate;
struct demands;

/* Conditions that together exclude a violation. */
struct precondition {
    const struct prove_condition *conditions; uint32_t count;
    const struct candidate *candidates;  /* as many */
    const struct candidate *helpers; uint32_t helper_count; /* what follows from them, but helped to prove it */
    const char *text;
    uint32_t limit[LAUNCH_AXES];         /* of the block's axes, then the grid's; 0 none */
    enum pairing pairing;                /* of the violation it was found for */
    term_ref query, shape;               /* likewise; see witness_request */
    bool is_unshown;                     /* no launch outside of it was found to show a violation, the last time */
};

/* What an answer rests on: arrays whose contents it uses, as bits (contents_bit), and whether it uses what
   lanes of a warp share (lanes.c). */
struct basis { uint64_t arrays; bool lanes; };

static inline void basis_add(struct basis *to, struct basis more) {
    to->arrays |= more.arrays;
    to->lanes |= more.lanes;
}

static inline bool basis_meets(struct basis a, struct basis b) {
    return (a.arrays & b.arrays) != 0 || (a.lanes && b.lanes);
}

/* What a dimension or parameter is required to be. */
struct equality { symbol_ref symbol; term_ref value; };

/* A symbol that is a power of two, 2^p: that as a term, and the range of p. */
struct exponent { symbol_ref symbol; term_ref power, range; };

/* A symbol that is a multiple of a constant; and for a multiple of 2^shift: the symbol divided by that, as
   wide as it, what is known of that, and the product. */
struct size_multiple { symbol_ref symbol; uint64_t of; };
struct quotient { symbol_ref symbol; uint8_t shift; term_ref part, range, value; };

/* A symbol for `symbol` where it is known to be a multiple of `factor`, or not negative (known.c). */
struct stand_in { symbol_ref symbol, other; int64_t factor; bool is_natural; };

/* A query with what it says of sizes in its terms; the claims that this rests on. */
struct known { term_ref query; VEC(uint32_t) claims; };

/* The conjuncts of a query that was shown to be impossible, in order; the claims that this rests on (shown.c). */
struct shown { const uint32_t *terms, *claims; uint32_t count, claim_count; uint64_t signature; bool rests_on_claims; enum proof_rung rung; };

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
    struct part *parts;                  /* by item; NULL without such barriers; see part.c */
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
    struct demands *demands;             /* what the claims in use demand of sizes (demand.h) */
    uint32_t threads_max;                /* of a block in scope */
    VEC(struct launch) launches;         /* [within block..., between blocks...] */
    uint32_t first_between;
    VEC(struct launch) small_launches;   /* with blocks cut to a limit, or chosen by the solver */
    struct launch open_launch;            /* made when it is asked for */
    VEC(struct precondition) preconditions; /* found so far: tried first */
    uint64_t precondition_steps;         /* left for the search of preconditions */
    uint64_t choice_steps;               /* left for launches of the solver's choice */
    struct map decided;                  /* integer query -> its answer: asked once */
    struct map undivided;                /* query and pairing -> no proof by cases was found (split.c) */
    struct map allowed;                  /* condition and pairing -> whether claims leave it possible */
    VEC(struct shown) shown;
    VEC(uint32_t) noted;                 /* claims noted since the last question */
    struct map read_of;                  /* symbol -> the access and lane that read it (contents.c) */
    struct map reached;                  /* symbol and depth -> what the writes that reach it say of it */
    VEC(struct writer *) writers;        /* threads that wrote what is read (actor.c) */
    struct map copied;                   /* their symbols -> the writer */
    uint64_t trusted;                    /* arrays whose contents proofs may use */
    uint64_t unproved;                   /* those with a pair that is not proved, once all are decided */
    struct basis rests_on;               /* of the current answer */
    bool rests_on_claims;                /* the last integer proof used one */
    bool by_cases;                       /* a case of split.c is being decided, which notes claims itself */
    uint64_t steps_left;
    struct prove_stats stats;
    term_ref somewhere;                  /* any offset; see access_happens */
    struct inside *inside;               /* what is proved of bounds so far (inside.h) */
    bool used_contents;                  /* a proof rests on what an array holds */
    bool assumes;                        /* what the program assumes may be used */
    term_ref *facts;                     /* by item: what holds of a thread that gets there */
    uint8_t *is_used;                    /* by claim: in some fact */
    VEC(term_ref) launch_facts;
    struct map third_of[2];              /* symbol -> the third thread's, of t's block or of any */
    VEC(struct equality) equalities;
    VEC(symbol_ref) powers;              /* required to be powers of two; at most one */
    VEC(struct exponent) exponents;      /* of symbols taken to be powers of two */
    VEC(struct size_multiple) multiples; /* required to be */
    VEC(struct quotient) quotients;      /* made so far */
    VEC(struct stand_in) stand_ins;      /* likewise */
    bool has_flags;                      /* fences or exchanges: flag.c may find a pattern */
    VEC(uint8_t) lanes_converge;         /* by shared value of lanes: 1 yes, 2 no */
    VEC(uint8_t) lanes_doubt;            /* likewise: LANES_ bits */
    bool *comes_together;                /* by item: all lanes that it names come to it; of meetings (meeting.h) */
    uint32_t facts_for_asserts;          /* launch_facts that do not presume what assertions claim */
    uint32_t own_facts;                  /* launch_facts that no claim of the program made */
    struct map products;                 /* product -> the symbol that stands for it (opaque.c) */
    VEC(uint8_t) ticket_used;            /* by ticket: a proof rests on it */
    const bool *removed;                 /* by item: barriers taken to be absent; NULL: none */
    struct trace *trace;                 /* what was asked (trace.h) */
    enum proof_rung rung;                /* that showed the last query to be impossible */
    struct proof_note proof;             /* of the last pair or barrier */
};

/* scope.c */
void prover_init(struct prover *prover, struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope, bool assumes,
                 struct refusals refused);
void prover_release(struct prover *prover);
/* The term as the second thread sees it. */
term_ref prover_second(struct prover *prover, enum pairing pairing, term_ref t);
/* The term as a third thread of t's block, or of any block, sees it: it may be t or u. */
term_ref prover_third(struct prover *prover, bool any_block, term_ref t);
/* t and u have one value of the symbol in the same iteration of its loop. */
bool prover_shared_in_iteration(const struct prover *prover, enum pairing pairing, symbol_ref symbol);
/* Conjunction of the facts about every symbol of t, of the launch, and of the facts' own symbols. */
term_ref prover_facts(struct prover *prover, enum pairing pairing, term_ref t);
term_ref prover_scoped(struct prover *prover, term_ref t);
/* The size of an array in bytes, 64 bits; TERM_NONE if it is not known. */
term_ref prover_extent(struct prover *prover, uint32_t array);
/* t and u differ: threads of one block, or blocks. */
term_ref prover_distinct(struct prover *prover, enum pairing pairing);
term_ref prover_shift_counter(struct prover *prover, term_ref t, symbol_ref counter, int64_t by);
/* What t depends on that is not known exactly, or NULL. */
const char *prover_approximation(const struct prover *prover, term_ref t);
extern const char *const prover_left_before;

/* order.c: the condition that no barrier separates a (by t) from b (by u), a
   executed first; several cases where loops with barriers or barriers of a
   warp are involved. None: loops nested too deeply. */
#define SHARED_MAX 16u
enum order_relation { ORDER_TOGETHER, ORDER_T_EARLIER, ORDER_U_EARLIER };
enum order_threads { ORDER_ANY_THREADS, ORDER_OTHER_WARPS, ORDER_SAME_WARP, ORDER_ONE_THREAD /* and its own asynchronous copy */ };
struct order_case {
    term_ref condition;
    uint32_t shared[SHARED_MAX], shared_count; /* loops whose iteration both threads share */
    bool forgets;                              /* barriers that may stand between were left out */
    /* in words: */
    enum order_relation relation;
    uint32_t loop;                             /* in an earlier iteration of which one of them is */
    enum order_threads threads;
};
#define ORDER_CASES_MAX 64u
uint32_t order_cases(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, struct order_case *cases);

/* Whether t means the same in another iteration once the counter is replaced. */
bool order_is_closed_form(const struct prover *prover, term_ref t);
/* t with u's ordinals of the shared loops, and what threads in the same
   iterations of them share, replaced by t's. */
term_ref order_share(struct prover *prover, enum pairing pairing, const struct order_case *order, term_ref t);

/* t and u are as the order says: two threads (or blocks), or one thread. */
term_ref order_threads(struct prover *prover, enum pairing pairing, const struct order_case *order);

/* divergence.c: t as u sees it in the same iteration of `loop` and the loops around it. */
term_ref prover_same_round(struct prover *prover, enum pairing pairing, term_ref t, uint32_t loop);

/* warp.c */
/* t and u, threads of one block, are in one warp. */
term_ref warp_same(struct prover *prover);
/* The number of t, or of u, in its block. */
term_ref warp_line(struct prover *prover, bool is_second);
/* The lane of t, or of u. */
term_ref warp_lane(struct prover *prover, bool is_second);
/* The bit of `lane` is set in `mask`; masks of t and of u differ. Both are 32 bits wide. */
term_ref warp_names(struct prover *prover, term_ref mask, term_ref lane);
/* The same, where more may be known of the lane's bit in a symbol: its value, or TERM_NONE. */
typedef term_ref (*warp_bit)(const void *context, symbol_ref symbol);
term_ref warp_names_as(struct prover *prover, term_ref mask, term_ref lane, warp_bit known, const void *context);
term_ref warp_masks_differ(struct prover *prover, term_ref mask, term_ref other);
/* t's warp has so many lanes that this one exists. */
term_ref warp_has_lane(struct prover *prover, uint32_t lane);
bool warp_mask_is_full(const struct prover *prover, term_ref mask);

/* Whether t is a multiple of the power of two `size`, wraps included. */
bool prover_is_aligned(const struct term_table *terms, term_ref t, uint64_t size);

/* mask.c: scoped terms are free of masks that the size of blocks makes superfluous. */
void mask_drop(struct prover *prover);

/* part.c */
/* Finds the parts of the block that named barriers and tiles are for. */
void part_find(struct prover *prover);
/* Thread `other` (of the block) takes part where t, or u, does. */
term_ref part_includes(struct prover *prover, uint32_t item, bool by_second);
/* Fewer threads than the barrier waits for can exist. */
term_ref part_is_cut(struct prover *prover, uint32_t item);

/* lockstep.c */
/* The order of steps of a warp counts for the accesses a and b. */
bool lockstep_rules(const struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* Lanes of one warp execute a and b in the order of steps: in the same iteration
   of all loops around both, or (`rounds` is such a loop) in different iterations
   of it and the same of the loops around it. Order by barriers is not looked at. */
bool lockstep_orders(const struct prover *prover, uint32_t a, uint32_t b, uint32_t rounds);

/* algebra.c: whether offsets x (of t) and y (of u) can be equal under the
   guards only if t and u are one thread (one block), or not at all; with sizes
   in bytes (not NULL), whether the accesses can overlap. No solver. */
bool algebra_disjoint(struct prover *prover, enum pairing pairing, term_ref guards, term_ref x, term_ref y, const uint64_t *size);
struct equal_offsets { term_ref guards, x, y; };
/* `differ` is false where the offsets are equal, for what u's indices then have to be: t's. */
bool algebra_agrees(struct prover *prover, enum pairing pairing, const struct equal_offsets *offsets, term_ref differ);
/* The formula with what follows from its equations: digits of equal numbers are equal. */
formula_ref algebra_learn(struct prover *prover, formula_ref f);

/* held.c: of a write and a read, the condition under which what is written stands
   there already; false if none is known. `query` is the pair's, iterations shared. */
term_ref prover_held(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order, term_ref query);

/* lanes.c: what lanes of a warp that share the iterations of these loops know to be equal, of the query's symbols. */
term_ref prover_lane_facts(struct prover *prover, term_ref query, const uint32_t *shared, uint32_t shared_count);

bool prover_is_lane_value(const struct prover *prover, uint32_t symbol);
/* After prove_divergence: what lanes get where they were not shown to come together is no
   longer used; whether it was, so that what rests on it must be decided again. */
bool prover_doubt_lanes(struct prover *prover);

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
enum smt_result decide_once(struct prover *prover, enum pairing pairing, term_ref query);
/* The same for the query with what it says of sizes put into it, facts included. */
bool decide_known(struct prover *prover, enum pairing pairing, term_ref whole);
/* A proof that `context` is impossible rests on the claim. */
void note_claim(struct prover *prover, uint32_t claim, term_ref context);
/* The same of a claim whose demands were noted before. */
void mark_claim(struct prover *prover, uint32_t claim);
/* shown.c: the query, facts included, says more than one that was shown to be impossible: notes what that rests on. */
bool shown_before(struct prover *prover, term_ref query);
/* The query has been shown to be impossible, under the claims noted since the question was asked. */
void shown_now(struct prover *prover, term_ref query, bool rests_on_claims, enum proof_rung rung);
/* A proof that used claims must leave `condition` possible: otherwise it only
   shows that the claims contradict it. Call right after the proof. */
bool claims_allow(struct prover *prover, enum pairing pairing, term_ref condition);
/* An access happens, at some offset: brings in the claims of both terms. */
term_ref access_happens(struct prover *prover, term_ref guard, term_ref offset);
enum smt_result decide_bits(struct prover *prover, enum pairing pairing, term_ref query);

/* rows.c: the formula, with equations between indices of rows taken apart; it says the same under the claims. */
formula_ref rows_split(struct prover *prover, formula_ref f, const uint32_t *claims, uint32_t count);

/* opaque.c: the query with symbols for products of symbols, or for such sums as these: it says no more than the query. */
#define OPAQUE_SUMS_MAX 4u
struct opaque_sums { term_ref of_t[OPAQUE_SUMS_MAX], of_u[OPAQUE_SUMS_MAX]; uint32_t count; };
term_ref opaque_products(struct prover *prover, term_ref query, const struct opaque_sums *sums);
/* The query with values of functions of products, such as what memory holds there, as symbols, if it has no other products. */
term_ref opaque_reads(struct prover *prover, term_ref query);
bool opaque_is_product(const struct term_table *t, term_ref x);
bool opaque_has_product(const struct term_table *t, term_ref query);
/* Masks, shifts and the like of such products: bit-vectors may tell more than integers. */
bool opaque_is_masked(const struct term_table *t, term_ref query);
/* Sums with such products in them that t computes in the query; at most `max`. */
uint32_t opaque_indices(struct prover *prover, term_ref query, term_ref *indices, uint32_t max);

/* split.c: a proof by cases, where loops shift; false: none. Sets rests_on_claims. */
bool split_proves(struct prover *prover, enum pairing pairing, term_ref query);

/* The query with the symbol replaced. */
term_ref fix_symbol(struct term_table *t, term_ref query, symbol_ref symbol, term_ref value);
/* The query, facts included, is impossible for each power of two (and zero) that the symbol can be. */
bool decide_power(struct prover *prover, enum pairing pairing, term_ref query, symbol_ref symbol);

/* multiple.c: the query for multiples of `of` alone, in terms that show it; or for what is required. */
term_ref multiple_fixed(struct prover *prover, term_ref query, symbol_ref symbol, uint64_t of);
term_ref multiples_fixed(struct prover *prover, term_ref query);

/* known.c; release the claims. */
void known_fixed(struct prover *prover, term_ref query, struct known *known);

/* bits.c: what the query says of its symbols alone, their built-in ranges included; that and the query. */
void bits_begin(struct prover *prover, struct smt_query *query, term_ref whole);
void bits_assert(struct prover *prover, struct smt_query *query, term_ref whole);

/* witness.c */
/* What to evaluate in a model, for the two items. */
struct witness_terms { term_ref offset[2], size[2], value[2]; };
/* What a counterexample is asked of: `items` (the second may be PROTOCOL_NONE)
   by two different threads, who do what they do under `shape` whether or not it
   violates anything. `show` may be NULL. */
struct witness_request {
    enum pairing pairing;
    term_ref query, known, shape;
    uint32_t items[2];
    const struct witness_terms *show;
    const struct scoped_item *access; uint32_t array; term_ref extent; /* one thread's, of an array of so many bytes; or NULL */
    term_ref claim;                      /* of an assertion that fails; or TERM_NONE */
    term_ref meeting;                    /* what the query says without the values of the two, which may be all there is to know; or TERM_NONE */
};
/* A counterexample in some launch in scope; *unknown: the budget ran out for
   one of the launches tried. One that agrees with what is `known` is preferred. */
bool witness_find(struct prover *prover, const struct witness_request *request, struct prove_witness *witness, bool *unknown);
/* The same in a launch of the solver's choice, for what is found in no launch of the list and not proved: a warning. */
bool witness_find_anywhere(struct prover *prover, const struct witness_request *request, struct prove_witness *witness);
/* model.c: what the model of a query in a launch says. */
void witness_read(struct prover *prover, const struct witness_request *request, term_ref query, struct smt_query *model,
                  const struct launch *launch, struct prove_witness *w);
/* A request about one thread of a block. */
struct witness_request witness_alone(const struct prover *prover, term_ref query, const struct witness_terms *show);

/* launch.c: launch i with a block larger than a limit (0 none) on one axis, no larger than the others; or NULL. */
const struct launch *launch_beyond(struct prover *prover, uint32_t i, const uint32_t limit[3]);
/* launch.c: a launch whose dimensions are open; one with these dimensions, or NULL if the kernel does not allow them. */
const struct launch *launch_open(struct prover *prover);
const struct launch *launch_of(struct prover *prover, const uint32_t block[3], const uint32_t grid[3]);
extern const char launch_odd_precondition[]; /* of launches that are not natural */
/* launch.c: the launches to try, made once; launch i with its block and grid cut to
   the limits (0 none), or NULL if there is no such launch in scope. */
void launch_list(struct prover *prover);
const struct launch *launch_within(struct prover *prover, uint32_t i, const uint32_t limit[LAUNCH_AXES]);

/* required.c */
void required_note(struct prover *prover);  /* before the scope is chosen */
uint32_t required_dimension(const struct prover *prover, enum symbol_role role, uint32_t axis); /* 0: none */
term_ref required_value(const struct prover *prover, symbol_ref symbol); /* TERM_NONE: none */
void required_facts(struct prover *prover); /* after it */
/* Some launch in scope satisfies what is required. */
bool required_is_possible(struct prover *prover, struct prove_report *report);

/* precondition.c */
struct candidates;
/* The most natural condition found that makes the query impossible in every
   launch and leaves the shape possible: two threads in a block of some size.
   False if there is none among the candidates, or the budget is spent. */
bool precondition_find(struct prover *prover, const struct witness_request *request, const struct candidates *candidates,
                       struct precondition *found);
/* The conditions of both become those of w. */
void precondition_merge(struct prover *prover, struct prove_witness *w, const struct prove_witness *other);
/* The conditions together, if every violation they were found for still leaves
   its threads something to do under all of them; else false. */
bool precondition_join(struct prover *prover, const struct prove_condition *conditions, uint32_t count, struct prove_contract *contract);
/* Solves `whole` in one launch with the query's claims; with SMT_SAT *query is
   the model, to be ended. */
enum smt_result witness_solve(struct prover *prover, term_ref claims_of, const struct launch *launch, term_ref whole,
                              uint64_t steps, struct smt_query **query);

enum { CONFLICTS_MAX = 4000 }; /* reported per kernel; the property is unproved long before */

/* race.c */
/* One item of each class of accesses that can race, in order; the array lives in the arena. */
const uint32_t *race_representatives(struct prover *prover, uint32_t *count);
/* By item: the representative of its class, or PROTOCOL_NONE; the array lives in the arena. */
const uint32_t *race_alike(struct prover *prover);
/* Whether a race of a and b is asked about at all: not of atomics that exclude each other. */
bool race_is_asked(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b);
/* t executes a, u executes b, in this order, and they overlap. */
term_ref race_query(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order);
/* Whether no launch satisfies race_query, given what it is. */
bool race_is_excluded(struct prover *prover, enum pairing pairing, uint32_t a, uint32_t b, const struct order_case *order,
                      term_ref query);

/* sample.c: whether a launch that is easily thought of satisfies the query. */
bool prover_has_sample(struct prover *prover, enum pairing pairing, term_ref query);

/* redundant.c: call when races and divergence are decided. */
void prove_redundant(struct prover *prover, struct prove_report *report);

/* Answers to pairs, kept for the next round; see prove.c. */
struct pair_answer { uint32_t first, count; struct basis rests_on; };
struct race_memory { VEC(struct pair_answer) answers; const struct prove_conflict *conflicts; };

/* race.c: pairs whose answers rest on what is `gone` are decided again.
   Returns the arrays with a pair that is not proved, as bits; what the answers rest on is added to *rests_on. */
uint64_t prove_races(struct prover *prover, struct prove_report *report, struct race_memory *memory, struct basis gone, struct basis *rests_on);
/* divergence.c: returns what the answers rest on. */
struct basis prove_divergence(struct prover *prover, struct prove_report *report);

/* promise.c */
/* What the claims before a place say of a thread that gets there: those among
   the first `claims` that stand before item `position`, or before what stands
   there and is no item, in loops around `loop`. */
term_ref promises_at(struct prover *prover, uint32_t position, bool is_item, uint32_t loop, uint32_t claims);
/* Fills facts, guards of accesses and launch_facts. */
void promises_apply(struct prover *prover);
/* The first assumption that contradicts those before it, or PROTOCOL_NONE;
   *is_certain: else it was only not seen to be possible. */
uint32_t promises_contradiction(struct prover *prover, bool *is_certain);

/* bounds.c, assertion.c */
void prove_bounds(struct prover *prover, struct prove_report *report);
void prove_asserts(struct prover *prover, struct prove_report *report);
/* A counterexample in which one thread alone counts. */
bool find_alone(struct prover *prover, const struct witness_request *request, struct prove_violation *v, bool *unknown);

#endif
