/* From a program to a protocol that the prover reads (protocol/protocol.h).

   An access A[n] becomes an item at byte 4 * n under the conjunction of the conditions around it;
   `for x in n..m` becomes a loop with ordinal k, where x = n + k and n + k < m. A variable that
   `let` binds becomes what the item gives: a value that is not known (the program writes the array)
   or a function of the index (it does not). Of a well-typed program no index, guard or bound has
   such a value, and the protocol is the one of its type, item by item. */
#ifndef WP_CALCULUS_LOWER_H
#define WP_CALCULUS_LOWER_H

#include "calculus/baby.h"
#include "protocol/protocol.h"

/* The protocol lives in `arena`, its terms until protocol_destroy. `items`, or NULL: gets, by item,
   the statement it comes from. */
struct protocol *baby_lower(struct arena *arena, const struct baby_program *program, uint32_t **items);

#endif
