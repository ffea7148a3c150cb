/* What findings rest on: are they typed (Theorem 1: a race of the protocol is one of the program),
   or what do they depend on?

   A finding is typed if its accesses are, and if whatever else decides whether they happen, in this
   interval, is: barriers, traps, assumptions of the program, and constructs that were not
   understood. */
#ifndef WP_CHECK_BASIS_H
#define WP_CHECK_BASIS_H

#include "base/arena.h"
#include "finding/finding.h"
#include "protocol/protocol.h"

/* Of an access or barrier; *depends_on in words, NULL if it is typed. */
enum finding_basis basis_of_item(struct arena *arena, const struct protocol *protocol,
                                 const struct proto_item *item, const char **depends_on);
/* Of an assertion: of its condition, and of when a thread gets there. */
enum finding_basis basis_of_claim(struct arena *arena, const struct protocol *protocol,
                                  const struct proto_assert *claim, const char **depends_on);
/* Sets basis and depends_on of a finding whose accesses have theirs. */
void basis_of_finding(struct arena *arena, const struct protocol *protocol,
                      struct finding *finding);
/* Counts accesses by basis. */
void basis_count(struct arena *arena, const struct protocol *protocol,
                 uint32_t counts[BASIS_COUNT]);

#endif
