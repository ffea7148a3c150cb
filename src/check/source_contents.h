/* What a kernel's source states of the contents of arrays: wp_contents (share/warpproof/include/wp_contract.h). */
#ifndef WP_CHECK_SOURCE_CONTENTS_H
#define WP_CHECK_SOURCE_CONTENTS_H

#include "check/conductor.h"

/* Adds it to what the options require. The list is in `arena`. */
void source_contents_add(struct arena *arena, const struct kernel *kernel, struct check_options *options);

/* Statements that could not be used leave races unproved: the verdict is made without them. */
void source_contents_judge(struct conductor *c, struct protocol *protocol);

#endif
