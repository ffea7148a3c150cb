/* A kernel judged for the launches of its program (host/launch_site.h): first for every launch, then, where that is not proved,
   for each site. */
#ifndef WP_CHECK_LAUNCHES_H
#define WP_CHECK_LAUNCHES_H

#include "base/vec.h"
#include "check/check.h"
#include "host/launch_site.h"

struct launches {
    const struct launch_site *const *sites; /* all that may launch the kernel; none: judged for every launch, as check_kernel does */
    uint32_t count;
    enum launches_mode mode;
};

/* The protocols that were inferred for sites, or where pointers have one allocation. The result's strings may be theirs: they are released after it is used. */
struct launch_protocols {
    VEC(struct protocol *) list;
};

/* The options that make a site the scope: what the site says comes before what `options` say of every launch. In `arena`. */
struct check_options launches_options(struct arena *arena, const struct protocol *protocol, const struct check_options *options,
                                      const struct launch_site *site);

/* What these options say of a launch, in words; `why` first, unless it is NULL. */
void launches_list_facts(struct arena *arena, const struct check_options *o, const char *why, struct result_site *site);

/* The most threads of a block that the options fix; 0: they do not fix it. */
uint32_t launches_block_threads(const struct check_options *options);

/* The property that a rule is about. */
unsigned launches_property_of(enum rule rule);
/* Whether they are one place of the source. */
bool launches_is_same_place(const struct source_place *a, const struct source_place *b);
/* Whether two findings are of one rule and the same accesses. */
bool launches_is_same_violation(const struct finding *a, const struct finding *b);

/* Host code decides by `omitted` what it launches, and that is not known: a violation at the launch is an error only if it is one of every
   ordinary launch (`every`; NULL: not judged), else a warning, and its property unproved. */
void launches_doubt(struct arena *arena, const struct kernel_result *every, const char *omitted, struct kernel_result *r);

/* The same for violations that rest on contents of arrays which host code does not tell. */
/* The same for accesses before a pointer that the launch passes into the middle of its memory. */
void launches_doubt_inside(struct arena *arena, const struct kernel_result *every, const struct launch_site *site,
                           const struct check_options *options, struct kernel_result *r);
bool launches_same_inside(const struct launch_site *a, const struct launch_site *b);
/* Whether the same floating-point arguments, and contents, are not known. */
bool launches_same_unknowns(const struct launch_site *a, const struct launch_site *b);
void launches_doubt_contents(struct arena *arena, const struct kernel_result *every, const struct launch_site *site, struct kernel_result *r);

/* The same, whatever ordinary launches show, for violations that rest on contents which the program makes and of which the launch tells
   properties only, and on elements of structures that it passes by value. */
void launches_doubt_made(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct kernel_result *r);

/* What waits for all blocks is not proved where the launch is not cooperative. */
void launches_drop_plain(struct arena *arena, struct kernel_result *r);

/* What takes textures to be apart from memory that the kernel writes is not proved where one is of memory that the launch gets. */
void launches_drop_textures(struct arena *arena, struct kernel_result *r);

/* As check_kernel. A property that is proved for every launch keeps that proof. Any other one is judged by its sites: proved if it
   is proved for each of them, refuted if one of them shows a violation. What only other launches show becomes a warning. */
struct kernel_result *launches_check(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                     const struct launches *launches, struct launch_protocols *protocols);

void launches_release(struct launch_protocols *protocols);

#endif
