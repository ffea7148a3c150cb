/* Which thread writes a cell: an offset solved for threadIdx. */
#ifndef WP_PROVE_SOLVE_H
#define WP_PROVE_SOLVE_H

#include "prove/frame/frame.h"
#include "prove/frame/prover.h"

/* Indices of a thread that may be the one whose access has the offset `cell`,
   by axis (0 where the access does not tell); whether any were found. A guess:
   that the access by this thread has that offset is to be checked. */
bool solve_thread(struct prover *prover, const struct scoped_item *access, term_ref cell, term_ref threads[3]);

#endif
