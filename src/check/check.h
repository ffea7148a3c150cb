/* The conductor: takes one kernel's protocol through the prover and makes a
   result. */
#ifndef WP_CHECK_CHECK_H
#define WP_CHECK_CHECK_H

#include "base/arena.h"
#include "finding/finding.h"
#include "kernel/kernel.h"
#include "kernel/type_fact.h"
#include "protocol/protocol.h"

struct baby_program;
struct buffer;
struct witness;

enum check_search {
    SEARCH_OFF,
    SEARCH_POSSIBLE, /* what stays possible after replays, by a short search (check/open.h) */
    SEARCH_UNPROVED, /* what is not proved is searched for violations */
    SEARCH_ALONE     /* the result is what the search saw; advice is proved */
};

/* Elements behind a pointer: a C expression (protocol/expression.h). */
struct check_extent {
    const char *name, *expression;
    bool in_source; /* wp_extent */
    bool in_bytes;  /* bytes instead */
};
struct check_param {
    const char *name;
    int64_t value;
    bool is_real; /* instead: `real`, a floating-point number */
    double real;
};

/* What is known of two pointer parameters (aliases.h). */
struct check_alias {
    const char *name, *of;
    const char *offset; /* `name` points so many elements of `of` behind it: a C expression; NULL: 0 */
    bool is_any;        /* instead: they may point into one allocation, at any distance, or into two */
    bool is_read;       /* from host code: no assumption */
};
struct kernel_alias;

struct check_options {
    uint32_t block[3], grid[3]; /* zeros: every value in scope */
    const struct check_param *params;
    uint32_t param_count; /* --param */
    const struct check_extent *extents;
    uint32_t extent_count; /* --extent */
    const char *const *required;
    uint32_t required_count; /* --requires: C expressions (protocol/expression.h) */
    const struct type_fact *type_facts;
    uint32_t type_fact_count; /* --type-fact: type_facts_apply takes them */
    /* Variables of the device that hold what they are initialised with, by symbol and as the source calls them: launches_check takes them. */
    const char *const *initial, *const *initial_names;
    uint32_t initial_count;
    const struct check_alias *aliases;
    uint32_t alias_count;                /* --alias: aliases_check takes them */
    const struct kernel_alias *replaced; /* set by aliases_check: what the kernel's parameters became (kernel/edit.h), */
    uint32_t replaced_count;             /* in the order of the edits; witness files have the source's parameters */
    unsigned properties;                 /* PROPERTY_ bits asked for */
    bool advice;                         /* on barriers */
    bool bounds_only;                    /* --only=bounds: unknown extents are unproved */
    bool strict, lockstep, exit_diverges;
    bool exit_given;                                                         /* exit_diverges: by an option, not by the language */
    enum { CHECK_OFFSET_NONE, CHECK_OFFSET_GIVEN, CHECK_OFFSET_ANY } offset; /* OpenCL's global offset: not told, taken to be 0 */
    int64_t global_offset[3];
    bool assumes_no_offset;  /* set by language_options */
    bool annotations_chosen; /* GPUVerify's annotations have a meaning because the file uses their names, not because an option says so */
    uint64_t budget_steps;   /* solver steps per kernel; 0: the default */
    enum check_search search;
    uint64_t search_seed, search_steps;  /* search_steps: simulated instructions; 0: the default */
    uint32_t varied_first, varied_count; /* of `required`: what all elements of arrays are taken to hold, to see whether a violation rests on it */
    uint32_t exact_from;                 /* `required` conditions from this one on are read in host code, where their numbers do not overflow */
    bool is_launch;                      /* a launch of the program that is read in host code: little is left to search for */
    uint32_t timeout_ms;                 /* 0: none */
    uint64_t dynamic_shared_bytes;
    bool dynamic_shared_given;
    const char *dynamic_shared; /* bytes, an expression over parameters and the launch: of a launch; NULL: not told */
    unsigned dumps;             /* PROVE_DUMP_ bits (prove/prove.h): appended to `dump` */
    enum {
        CHECK_WHOLE,
        CHECK_FORMULAS,
        CHECK_PROOFS
    } stop_after; /* for dumps: nothing is decided; nothing is replayed. Then the
                                  result has no verdict */
    struct buffer *dump;
    struct prove_answers *answers;      /* shared by the kernels of a file (prove/prove.h), or NULL */
    const struct baby_program *program; /* the protocol is that of this BabyCUDA program, which is executed where a kernel
                                  would be replayed; or NULL */
    const uint32_t *program_items;      /* by item: the statement (calculus/lower.h) */
    bool keeps_launches;                /* findings have the text of their witness file, whether one is written or not */
    const struct witness *witness_base; /* source and clang options for witness files; NULL: findings get none */
};

/* Checks one kernel; aliases are for aliases_check. Everything in the result belongs to `arena`. */
struct kernel_result *check_kernel(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options);

#endif
