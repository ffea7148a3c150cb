/* Pointers into one allocation.

   A kernel whose parameters b and a point into one allocation is judged as the kernel that reads and writes through a alone: b is
   replaced by a + offset (kernel/edit.h) before its protocol is inferred. So the prover, the simulator and the search see one array, and
   need no rule of their own.

   Where nothing is known but that two pointers may point into one allocation, the offset is a parameter `b.offset`, of any value. Two
   pointers into different allocations are some distance apart as well: what is proved for every offset holds for them, too. */
#ifndef WP_CHECK_ALIASES_H
#define WP_CHECK_ALIASES_H

#include "check/launches.h"

/* As check_kernel, where `options->aliases` hold. Aliases of parameters that the kernel does not have say nothing of it; those that cannot
   be used leave what was asked for unproved. Protocols that are inferred for it are added to `protocols`. */
struct kernel_result *aliases_check(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                    struct launch_protocols *protocols);

/* Properties of `r` that are proved only if pointers are distinct, of those asked for. Where the site's pairs of pointers that may overlap
   are all the proof needs, it is one for every distance between the two: it takes the place of the other one. */
unsigned aliases_prove_overlaps(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                const struct launch_site *site, struct launch_protocols *protocols, struct kernel_result *r);

/* The kernel that aliases make, its protocol and the options for it. */
struct aliased {
    const struct kernel *kernel;
    struct protocol *protocol;
    struct check_options options;
    const char **restricted; /* by alias of `options`: alias_restricted */
    bool reaches_null;       /* guards do not exclude that the kernel accesses memory through a pointer that host code says is null */
    const char *problem;     /* why they cannot be used; NULL: they can */
};
struct aliased aliases_apply(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                             struct launch_protocols *protocols);

/* "a,b" (they may overlap) or "b=a", "b=a+n", "b=a-4", "b=nullptr". *error in `arena` if it is neither. */
struct check_alias alias_parse(struct arena *arena, const char *text, const char **error);

/* The alias in words: "b = a + n". */
const char *alias_text(struct arena *arena, const struct check_alias *alias);

/* What a launch breaks that passes such pointers to parameters that are declared __restrict__, one of which is written through, in words;
   NULL: nothing. */
const char *alias_restricted(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_alias *alias);

struct witness;
/* The launch with the parameters of the source: `replaced` undone. */
struct witness aliases_restore(struct arena *arena, const struct kernel *kernel, const struct check_options *options, const struct witness *launch);

#endif
