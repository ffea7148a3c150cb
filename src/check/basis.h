/* The basis of findings: typed, exact or approximate (docs/theory.md, "Which alarms are real").

   A finding is typed if its accesses are typed and so is everything else that decides whether they
   happen in this interval: barriers, traps, assumptions of the program, constructs that were not
   understood. */
#ifndef WP_CHECK_BASIS_H
#define WP_CHECK_BASIS_H

#include "base/arena.h"
#include "finding/finding.h"
#include "protocol/protocol.h"

/* The basis of an access or barrier; *depends_on names its approximate values, NULL if it is typed. */
enum finding_basis basis_of_item(struct arena *arena, const struct protocol *protocol, const struct proto_item *item, const char **depends_on);
/* The basis of an assertion: of its condition and of its guard. */
enum finding_basis basis_of_claim(struct arena *arena, const struct protocol *protocol, const struct proto_assert *claim, const char **depends_on);
/* Sets basis and depends_on of a finding whose accesses have theirs. */
void basis_of_finding(struct arena *arena, const struct protocol *protocol, struct finding *finding);
/* Counts accesses by basis. */
void basis_count(struct arena *arena, const struct protocol *protocol, uint32_t counts[BASIS_COUNT]);

#endif
