/* A race between two classes of accesses. Private to race.c, which decides one pair, and races.c, which asks all of them. */
#ifndef WP_PROVE_RACE_PAIR_H
#define WP_PROVE_RACE_PAIR_H

#include "prove/property/classes.h"
#include "prove/property/property.h"

struct race_work {
    struct prover *prover;
    struct access_classes classes;
    VEC(struct prove_conflict) conflicts; /* in the order in which they were found */
    VEC(struct pair_answer) answers;      /* by number of the pair; `first` is in conflicts */
    struct basis basis;                   /* of the answer for the current pair of classes */
    bool is_full;                         /* conflicts were left out */
};

/* Decides the pair; adds the conflicts that are not proved absent, and what the answer rests on to work->basis. */
void race_decide_pair(struct race_work *work, enum pairing pairing, struct access_class *ca, struct access_class *cb);

/* The pair will be decided later: refuses claims that its proof, if there is one, rests on and may not be made. Answers nothing. */
void race_foresee_pair(struct race_work *work, enum pairing pairing, const struct access_class *ca, const struct access_class *cb);

#endif
