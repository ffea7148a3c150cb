/* What claims demand of sizes.

   A proof under the claim that a sum or product does not wrap holds in every launch in which it
   does not. For which launches that is, is a condition on sizes: the largest value of the sum over
   all threads and iterations that satisfy the query's guards stays below 2^w (docs/theory.md, "Claims"). A demand is such a condition, P <= limit, P a polynomial over launch dimensions,
   parameters and what is computed from these alone. A claim whose demand

     holds in every launch in scope is a fact, no assumption;
     fails in an ordinary launch in scope, or cannot be stated, is refused: the property is decided
   again without it; holds in some launches is an assumption, printed as the condition. */
#ifndef WP_PROVE_DEMAND_H
#define WP_PROVE_DEMAND_H

#include "base/map.h"
#include "base/vec.h"
#include "integer/integer.h"
#include "integer/polynomial.h"
#include "prove/frame/prover.h"

/* P <= limit, and the atoms that must not be negative for it (or, for an unsigned parameter that is
   read as a signed number, below half its range). Atoms are terms over sizes. */
enum { DEMAND_SIGNS_MAX = 8 };
struct demand {
    enum assumption_kind kind;
    struct polynomial sum;
    int64_t limit;
    uint32_t signs[DEMAND_SIGNS_MAX], sign_count;
    bool is_of_choice; /* of a side of choices */
};

struct bounding;

struct demand_list {
    VEC(struct demand) all;
};
/* As a proof needed it, and the properties whose proofs need it (PROPERTY_ bits); `list` has the strongest ones. */
struct needed_demand {
    struct demand demand;
    unsigned properties;
};
struct worded_claim {
    uint32_t claim;
    unsigned properties;
};

struct demands {
    struct map known;        /* claim and context: the properties for which they were asked before */
    struct map natural;      /* size: whether what is required says that it is not negative */
    struct map below;        /* size: the power of two that what is required says it is below; 64: none */
    struct map implied;      /* condition that breaks a demand: whether what is required excludes it */
    struct map in_launch;    /* query about a launch that is fixed whole: whether bit-vectors show it to be impossible */
    struct map tried;        /* as `known`, of proofs that are not used, or not yet */
    struct demand_list list; /* the strongest ones, in the order in which proofs needed them */
    VEC(struct needed_demand) needed;
    VEC(struct worded_claim)
    worded;                      /* claims of signed overflow about values of memory: no condition on sizes, told as they
               are */
    VEC(struct refusal) refused; /* claims that a proof used and should not have */
    struct refusals banned;      /* those of earlier rounds (demand_ban) */
    struct bounding *scratch;    /* demand.c */
    uint32_t depth;              /* demand_implied.c: what a demand rests on is asked inside of the question about it, once */
};

struct demands *demands_create(struct prover *prover);
void demands_release(struct demands *demands);

/* A proof that an answer uses rests on the claim (ledger_list): notes what that demands of sizes. `context` is the query that was
   shown to be impossible; the claim matters only where all its conjuncts hold. */
void demand_note(struct prover *prover, uint32_t claim, term_ref context);

/* A proof that is not used, or not yet, rests on the claim: refuses it if it may not be made. Notes nothing. */
void demand_try(struct prover *prover, uint32_t claim, term_ref context);

/* demand_fixed.c: the launch is fixed whole, and in it the claim's operation does not wrap wherever `context` holds: shown
   in bit-vectors, under no claim. */
bool demand_holds_in_launch(struct prover *prover, const struct claim *claim, term_ref context);

/* demand_fixed.c: the claim's operation does not wrap, by the ranges of its operands alone. */
bool demand_fits(struct prover *prover, const struct claim *claim);

/* demand_list.c: notes the demand, unless one that was noted implies it; those that it implies go. */
void demand_add(struct prover *prover, const struct demand *demand);
/* The strongest demands of proofs of these properties (PROPERTY_ bits), added to the empty list. */
void demand_select(struct prover *prover, unsigned properties, struct demand_list *out);

/* The claim may not be made: a proof rests on it, and it does not hold in ordinary launches. */
void demand_refuse(struct prover *prover, const struct claim *claim);
/* A claim was refused in this round: all is decided again, so this round only looks for further claims that may not be made. */
bool demand_is_redone(const struct prover *prover);
/* From now on no claim is made about these terms. Call before any term is viewed. */
void demand_ban(struct prover *prover, struct refusals refused);
/* What was refused before and now, for the next round; lives in the prover's arena. False if a
   proof that was found rests on nothing that was refused. */
bool demand_refused(struct prover *prover, struct refusals *all);

/* demand_implied.c: the author reads the size (a term) as a signed number: a limit for it as an unsigned number says nothing to her, that it is
   not negative does. */
bool demand_is_read_signed(const struct prover *prover, uint32_t size);

/* Launches in scope are restricted: by --requires, or by what the program assumes. */
bool demand_is_restricted(const struct prover *prover);
/* What is required of launches says that the size (a term) is not negative. */
bool demand_is_known_natural(struct prover *prover, uint32_t size);
/* What is required of launches implies the demand where its `signs` are not negative. */
bool demand_is_implied(struct prover *prover, const struct demand *d);
/* Refuses all claims in use if no launch in scope is seen to satisfy their demands together with
   what is required or assumed of sizes. `example` is one that satisfies what is required, or NULL.
   Call when all proofs are done. */
void demand_check(struct prover *prover, const struct term_model *example);

/* Those of the demands that claims of this kind made, as one condition: "n >= 0 && gridDim.x * blockDim.x <= 2^31";
   NULL: there are none. The text lives in the prover's arena. */
const char *demands_text(struct prover *prover, const struct demand_list *demands, enum assumption_kind kind);

/* The term with the second thread's and the writers' symbols replaced by the first thread's, and
 * stand-ins by what they stand for. */
term_ref demand_original(struct prover *prover, term_ref t);
/* demand_text.c: what the symbol is a copy of; TERM_NONE: it is none. `context` is the prover. */
term_ref demand_original_symbol(void *context, symbol_ref symbol);
/* The term with sizes in place of what stands for them; threads stay apart. */
term_ref demand_with_sizes(struct prover *prover, term_ref t);
/* A term in the words of a kernel's author: threadIdx.x instead of tid.x, operators without flags.
 */
const char *prover_in_cuda(struct prover *prover, const char *text);

#endif
