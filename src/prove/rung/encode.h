/* Integer formulas for the solver: atoms become integer variables, their
   definitions come along, and products get the lemmas that make proofs for
   every launch possible.

   For two products x*W and y*W with a common factor: if W >= 1 and x < y then
   x*W + W <= y*W, and x = y gives equal products. This is the mixed-radix
   argument (0 <= t,t' < D and b*D + t = b'*D + t' imply b = b' and t = t') in a
   form that linear arithmetic can use (docs/theory.md, "The mixed-radix lemma").

   Lemmas of one product and a number (x < c gives x*W + W <= c*W), and of products of a number and its quotient
   (h*P >= c * h*(P/c)), are asserted only where `takes_more` says so, on a rung of their own. */
#ifndef WP_PROVE_ENCODE_H
#define WP_PROVE_ENCODE_H

#include "base/map.h"
#include "base/vec.h"
#include "integer/integer.h"
#include "prove/frame/prover.h"
#include "smt/smt.h"

struct encoder {
    struct integer_space *space;
    struct smt *smt;
    VEC(smt_ref) atom_variables; /* by atom; 0: not yet */
    VEC(smt_ref) formula_refs;   /* by formula; 0: not yet */
    struct map boolean_of;       /* Boolean term -> expression */
    struct map lemma_of;         /* pair of products -> expression */
    struct map asserted;         /* the atoms of the last encoder_assert */
    bool takes_more;             /* the lemmas of a product and a number are asserted, too */
    bool has_more;               /* the last encoder_assert asserted some of these */
};

void encoder_init(struct encoder *encoder, struct integer_space *space, struct smt *smt);
void encoder_release(struct encoder *encoder);
/* The integer variable of the atom. */
smt_ref encoder_atom(struct encoder *encoder, uint32_t atom);
/* The formula as an expression of the solver. */
smt_ref encoder_formula(struct encoder *encoder, formula_ref formula);

/* Asserts the formulas, the claims of their views, every definition and bound
   they rest on, and lemmas for their products. */
void encoder_assert(struct encoder *encoder, struct smt_query *query, const formula_ref *formulas, uint32_t count, const uint32_t *claims,
                    uint32_t claim_count);

/* Whether there are lemmas for the formula and the claims that encoder_assert takes only with `takes_more`. Nothing is made in the space or the solver. */
bool encoder_has_more(struct encoder *encoder, formula_ref formula, const uint32_t *claims, uint32_t claim_count);

/* Whether the last encoder_assert bounded and defined the atom: a model of its query has a value for it. */
bool encoder_has_asserted(const struct encoder *encoder, uint32_t atom);

#endif
