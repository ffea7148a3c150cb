/* What conditions on contents (protocol/stated.h) say of the elements that a query speaks of: instances of the condition, one for
   each read, or pair of reads, of an array that the kernel only reads. A condition says nothing of elements outside of an array
   of known extent. */
#ifndef WP_PROVE_ELEMENTS_H
#define WP_PROVE_ELEMENTS_H

#include "protocol/stated.h"
#include "prove/frame/prover.h"

enum { ELEMENTS_MAX = 16 };

/* A value that is read in an array which the kernel does not write: an application of the array's contents to a byte offset. */
struct element {
    term_ref value, offset;
};
struct elements {
    struct element list[ELEMENTS_MAX];
    uint32_t count;
};

/* The values of the array that the term speaks of, the first ELEMENTS_MAX. */
void elements_of(const struct prover *prover, uint32_t array, term_ref of, struct elements *out);

/* What the condition says of the elements that the term speaks of. */
term_ref elements_say(struct prover *prover, const struct stated *stated, term_ref of);
/* Two reads of one place of an array that the kernel does not write give one value: for pairs of the term's reads, the first ones of
   each array. */
term_ref elements_agree(struct prover *prover, term_ref of);
/* What all conditions that hold in every launch in scope say of them. */
term_ref elements_facts(struct prover *prover, term_ref of);
/* What the conditions among the term's conjuncts say of the elements that `of` speaks of. */
term_ref elements_meant(struct prover *prover, term_ref condition, term_ref of);

/* What they say of the first two elements of each array that they speak of: false if they contradict each other. */
term_ref elements_sample(struct prover *prover);

#endif
