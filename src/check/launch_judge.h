/* A kernel that is judged at the launches of its program. Private to launches.c and what it is divided into. */
#ifndef WP_CHECK_LAUNCH_JUDGE_H
#define WP_CHECK_LAUNCH_JUDGE_H

#include "check/launches.h"

struct judge {
    struct arena *arena;
    const struct kernel *kernel;
    struct protocol *protocol;
    const struct check_options *options;
    const struct launches *launches;
    struct launch_protocols *protocols;
    struct kernel_result *base;           /* for every launch; NULL: not judged */
    struct kernel_result **results;       /* by site */
    struct result_site *plain, *claimed;  /* by site: what it says without claims, and with them */
    struct kernel_result **plain_results; /* by site: judged without claims */
    unsigned *proved_plain;               /* by site: properties that are proved without claims */
    unsigned *claimed_for;                /* by site: properties whose result rests on facts with claims */
    const struct launch_site **facts;     /* by site: what the result rests on, the site or its facts that rest on claims */
    struct result_site *sites;
    unsigned asked; /* properties that the sites decide */
    unsigned kept;  /* properties that are proved for every launch, and at each site, too */
};

/* launches.c. What is judged of the launch with `options`, which are those of `site`: the launch, or the same with claims. */
struct kernel_result *launches_judge_facts(struct judge *j, const struct launch_site *launch, const struct launch_site *site,
                                           const struct check_options *options);

/* launches.c. What options of its own say of the launch, and nothing else of it. */
struct kernel_result *launches_judge_options(struct judge *j, const struct launch_site *launch, const struct check_options *options);

/* launch_doubt.c */
/* Errors that `doubts` is true of, and `every` does not show, become warnings; their properties are unproved for that reason. */
void launches_doubt_where(struct arena *arena, const struct kernel_result *every, struct kernel_result *r, const char *why,
                          bool (*doubts)(struct arena *arena, const void *context, struct finding *f), const void *context);
const char *launches_why_omitted(struct arena *arena, const char *omitted);

extern const char launches_why_contents[];
/* The site says something of what the array holds: "zero(a)". */
bool launches_is_stated(const struct launch_site *site, const char *array, size_t length);
/* The program reads in elements of the array, or draws them. */
/* Some kernel may have stored to the array before. */
bool launches_is_stored(const struct launch_site *site, const char *array);
bool launches_is_given(const struct launch_site *site, const char *array, size_t length);

/* launch_doubt.c. The access lies before a pointer into the middle of its memory: more of it lies there. */
bool launches_is_before_inside(const struct launch_site *site, const struct finding *f);

/* launch_places.c. Where findings of `r` are such accesses, and the site tells where these pointers point in their memory: what is judged of the
   launch if the arrays are the whole of it. NULL: there are none, or that cannot be judged. */
struct kernel_result *launches_judge_places(struct judge *j, const struct launch_site *plain, const struct launch_site *site,
                                            const struct check_options *options, const struct kernel_result *r);

/* Adds where pointers point to what is told of the launch. */
void launches_list_places(struct arena *arena, const struct launch_site *site, struct result_site *told);

/* launch_scope.c. The site with the pairs of pointers that may get one allocation as far as that matters to the kernel; variables of the device by
   the names of the protocol. */
struct launch_site launches_own_overlaps(const struct judge *j, const struct launch_site *site);
/* A note or warning that breaks no property, told for every launch, that no launch of the program shows, is one of other launches. */
void launches_tell_of_others(const struct judge *j, struct finding *f);
/* launch_vary.c. Errors that are left, since every ordinary launch shows them, are judged again, and are warnings if a proof excludes them there. */
/* Where a condition that is not understood decides about the launch: with numbers of other kinds than the counterexample's. */
void launches_vary_numbers(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r);
/* Where the launch passes floating-point numbers that the program computes: with a small one and a large one. */
void launches_vary_reals(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r);
/* launch_rerun.c. The same by runs, where relations of numbers are not understood: errors that do not happen with other numbers, though all
   else happens, are warnings for the reason `why`. */
void launches_rerun_numbers(struct judge *j, const struct check_options *options, struct kernel_result *r, const char *why);
/* By runs as well, where an error rests on contents of arrays that the kernel writes: full of zeros, and, where kernels may have stored
   something before, of numbers in order. */
void launches_rerun_contents(struct judge *j, const struct launch_site *site, struct kernel_result *r);
/* launch_vary.c. Where an error rests on contents: with all of what the launch says nothing of 0, and with none of it. */
void launches_vary_contents(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r);

void launches_add_stats(struct kernel_stats *all, const struct kernel_stats *one);

/* launch_claims.c */
/* Judges a launch that has been judged without claims: facts that rest on claims are used only for what is not settled without them. */
void launches_use_claims(struct judge *j, uint32_t index);

/* Claims at a launch that settle nothing for the program, since another launch does not, are not made: the launch keeps what was judged
   without. Call when each launch is judged. */
void launches_drop_claims(struct judge *j);

/* launch_assumed.c */
/* What the verdicts rest on in the program's launches, and what those for every launch rest on beyond that elsewhere. Call when all is
   judged. */
void launches_give_assumptions(const struct judge *j, struct kernel_result *r);
bool launches_has_assumption(const struct assumption *list, uint32_t count, const struct assumption *a);

/* launch_assumed.c: the kernel states what it relies on, which a launch of the program may break. */
bool launches_have_contract(const struct protocol *protocol);

/* launches.c. An axis of which host code says nothing may have any extent, whether the kernel reads it or not. */
void launches_free_axes(struct protocol *protocol);

/* launch_contract.c. Adds to what was judged of the launch with `options` whether it keeps what the kernel relies on. */
void launches_hold_contract(struct judge *j, const struct launch_site *launch, const struct check_options *options, struct kernel_result *r);

#endif
