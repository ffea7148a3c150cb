/* Which thread writes a cell: an offset solved for threadIdx. */
#ifndef WP_PROVE_SOLVE_H
#define WP_PROVE_SOLVE_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* Solves access->offset = cell for threadIdx: threads[a] is a term for the index along axis a, 0 if the offset does not depend on
   it. False if no solution was found. The caller must check that the access by this thread has the offset. */
bool solve_thread(struct prover *prover, const struct scoped_item *access, term_ref cell, term_ref threads[3]);

#endif
