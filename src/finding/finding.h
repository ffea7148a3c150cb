/* What was found out about a file and its kernels: plain data, no behaviour.

   The contract with every report format and with the process that collects
   results from workers. All strings and arrays belong to one arena, the
   result's. The names of enumerations are in kinds.def. */
#ifndef WP_FINDING_FINDING_H
#define WP_FINDING_FINDING_H

#include "base/arena.h"
#include "kernel/kernel.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VERDICT(name, text) VERDICT_##name,
enum verdict {
#include "finding/kinds.def"
    VERDICT_COUNT
};
#undef VERDICT
#define RULE(name, text) RULE_##name,
enum rule {
#include "finding/kinds.def"
    RULE_COUNT
};
#undef RULE
#define ADVICE(name, text) ADVICE_##name,
enum advice_rule {
#include "finding/kinds.def"
    ADVICE_COUNT
};
#undef ADVICE
#define FINDING_KIND(name, text) FINDING_KIND_##name,
enum finding_kind {
#include "finding/kinds.def"
    FINDING_KIND_COUNT
};
#undef FINDING_KIND
#define CERTAINTY(name, text) CERTAINTY_##name,
enum certainty {
#include "finding/kinds.def"
    CERTAINTY_COUNT
};
#undef CERTAINTY
#define LEVEL(name, text) LEVEL_##name,
enum level {
#include "finding/kinds.def"
    LEVEL_COUNT
};
#undef LEVEL
#define FINDING_SCOPE(name, text) FINDING_SCOPE_##name,
enum finding_scope {
#include "finding/kinds.def"
    FINDING_SCOPE_COUNT
};
#undef FINDING_SCOPE
#define ASSUMPTION(name, text) ASSUMPTION_##name,
enum assumption_kind {
#include "finding/kinds.def"
    ASSUMPTION_COUNT
};
#undef ASSUMPTION
/* What is known of an access, or of what a finding rests on (protocol/approximation.h): TYPED, nothing about it
   depends on data read from memory; EXACT, it does, and the analysis knows on what; APPROXIMATE, it depends on
   values that the analysis does not know. NONE: not said, of findings of runs. */
#define BASIS(name, text) BASIS_##name,
enum finding_basis {
#include "finding/kinds.def"
    BASIS_COUNT
};
#undef BASIS
/* What executed a confirmed finding: the simulator, or the semantics of BabyCUDA and its protocols. */
#define CONFIRMATION(name, text) CONFIRMATION_##name,
enum confirmation {
#include "finding/kinds.def"
    CONFIRMATION_COUNT
};
#undef CONFIRMATION

/* verdict_name(VERDICT_PROVED) is "proved"; likewise below. */
const char *verdict_name(enum verdict v);
const char *rule_name(enum rule r);
const char *advice_name(enum advice_rule r);
const char *finding_kind_name(enum finding_kind k);
const char *certainty_name(enum certainty c);
const char *level_name(enum level l);
const char *finding_scope_name(enum finding_scope s);
const char *assumption_name(enum assumption_kind a);
const char *basis_name(enum finding_basis b);
const char *confirmation_name(enum confirmation c);

enum { PROP_RACE, PROP_DIVERGENCE, PROP_BOUNDS, PROP_ASSERT, PROP_COUNT };
const char *property_name(unsigned property);

struct source_place {
    const char *file;
    uint32_t line, column;
    const char *function;
};

/* One of the (one or two) accesses or barrier arrivals of a finding. */
struct finding_access {
    struct source_place place;
    struct source_place *inlined_at;
    uint32_t inlined_count; /* call sites, outwards */
    const char *mode;       /* "read", "write", "atomic", "barrier" */
    uint32_t thread[3], block[3];
    const char *index;   /* element or byte index in words, e.g. "5" or "byte 20"; may be NULL */
    const char *value;   /* may be NULL */
    uint32_t size_bytes; /* 0 unknown */
    enum finding_basis basis;
    const char *depends_on; /* depends_on: what, in words; NULL of BASIS_TYPED and BASIS_NONE */
};

struct named_value {
    const char *name, *value;
};

struct finding_witness {
    uint32_t block[3], grid[3];
    struct named_value *params;
    uint32_t param_count; /* scalars */
    struct named_value *arrays;
    uint32_t array_count; /* contents that matter: "idx" -> "{0: 3, 1: 3}" */
    struct named_value *values;
    uint32_t value_count; /* loop iterations and other values that help the reader */
    const char *text;     /* of its witness file, or NULL; not in reports */
    const char *file;     /* where that was written, or NULL */
};

/* What a run over files knows of a message beside what it says. */
struct message_mark {
    const char *fingerprint; /* the same when lines move or files are renamed; NULL: not computed */
    const char *suppressed;  /* why it does not count: the reason in the source, or "baseline"; NULL: it counts */
    bool by_baseline;
};

struct finding {
    enum rule rule;
    enum certainty certainty;
    enum level level;
    enum finding_kind kind;
    enum finding_scope scope;
    const char *space;         /* "shared", "global", ... or NULL */
    const char *array;         /* or NULL */
    const char *message;       /* one line, without location */
    const char *precondition;  /* the condition that would exclude it, or NULL */
    bool precondition_proved;  /* that it does; else none was found where it holds */
    const char *approximation; /* names the value that is not known exactly, or NULL: "provable" */
    enum finding_basis basis;
    const char *depends_on;         /* of the whole finding: its accesses, and what decides whether they happen */
    enum confirmation confirmed_by; /* NONE: not confirmed, or seen in a run */
    struct finding_access *accesses;
    uint32_t access_count;
    bool has_witness;
    struct finding_witness witness;
    struct source_place site;  /* the launch of the program that shows it; file NULL: none in particular */
    const char *unknown_there; /* an array whose contents decide it, and are not known at the site; NULL: none */
    bool elsewhere;            /* only launches that are none of the program's show it */
    bool excused;              /* told as a warning, but the language in use allows it: it breaks no property */
    uint32_t instances;        /* of one template or inlined copy, >= 1 */
    struct message_mark mark;
};

struct advice {
    enum advice_rule rule;
    struct source_place place;
    const char *message;
    bool together;               /* redundant-barrier: belongs to the set of barriers that can go at once */
    const char *where, *barrier; /* missing-barrier: "before" or "after" the line, which call; else NULL */
    struct message_mark mark;
};

struct unproved {
    unsigned property;
    const char *reason;
    struct source_place place;
    const char *detail;
    struct message_mark mark;
};

struct assumption {
    enum assumption_kind kind;
    const char *text;
};
struct assumption_list {
    struct assumption *list;
    uint32_t count;
};

/* A part of a contract, and a replayed violation where it does not hold and the others do; NULL if none was shown. */
struct contract_part {
    const char *condition;
    const struct finding *shown;
};

/* A condition under which the properties asked for are proved: "true", a
   conjunction, or NULL if none was found. */
struct contract {
    const char *condition;
    struct contract_part *parts;
    uint32_t part_count; /* of a conjunction */
    bool has_example;
    struct finding_witness example; /* a natural launch that satisfies it */
};

struct kernel_stats {
    double seconds, seconds_protocol, seconds_prove, seconds_replay, seconds_advice, seconds_search;
    uint64_t accesses, approximate_accesses, global_accesses, global_accesses_inside, barriers, barriers_in_loops, intervals, flows, loops, formulas,
        conjuncts, pairs, pairs_structural, pairs_algebra, queries, queries_repeated, solver_steps;
};

/* Where and why a BabyCUDA program is not well typed (calculus/type.h). */
struct typing_failure {
    struct source_place place;
    const char *rule, *premise;        /* "t-write", "t-n" */
    const char *expression, *variable; /* the variable is not in the typing environment */
    const char *message;
};

/* An array after a run. */
struct simulated_array {
    const char *name, *type;
    uint64_t elements, changed; /* changed: differ from what was there before */
    const char *head;           /* the first elements in words */
    const char *file;           /* where it was written, or NULL */
    bool differs;               /* other schedules left something else in it */
};

/* What runs of one launch were like, beside their findings. */
struct simulation {
    uint64_t seed;
    uint32_t schedules;      /* seeds seed, seed + 1, ... */
    uint64_t threads, steps; /* of all runs */
    uint32_t native_runs;    /* those that native code did */
    bool complete;           /* every thread of every run ran to its end */
    const char *replay;      /* of a witness file with an expectation: "confirmed" or "not-confirmed"; else NULL */
    uint32_t phases;         /* of a BabyCUDA program's history; 0 of kernels */
    struct simulated_array *arrays;
    uint32_t array_count;
};

/* What a search tried. */
struct search_summary {
    bool is_alone;                                      /* of the command `search`: verdicts are those of its runs */
    uint64_t seed, steps;                               /* steps: instructions of all runs */
    uint32_t runs, native_runs, discarded, generations; /* discarded: runs that show nothing, of launches that cannot be */
    const char *obstacle;                               /* why the first of these was; or NULL */
    struct source_place *removable;
    uint32_t removable_count; /* barriers without which no run showed a conflict */
    uint32_t removal_runs;
};

/* A place where the program launches the kernel. */
struct result_site {
    const char *file;
    uint32_t line; /* line 0: not told */
    const char **facts;
    uint32_t fact_count;                 /* what holds there, in words */
    enum verdict properties[PROP_COUNT]; /* judged for its launches alone */
};

struct kernel_result {
    const char *name, *display;
    const char *file;
    uint32_t line;
    enum language language;
    bool block_given, grid_given;
    uint32_t block[3], grid[3];
    enum verdict verdict;
    enum verdict properties[PROP_COUNT];
    const char *sufficient[PROP_COUNT]; /* a condition under which an unproved property holds, proved; or NULL */
    struct result_site *sites;
    uint32_t site_count;            /* that judged a property; none: judged for every launch in scope */
    const char *launch_note;        /* why no launch of the program is judged: none is seen, or none is understood; or NULL */
    bool of_program[PROP_COUNT];    /* the property's verdict is that of the sites */
    const char *others[PROP_COUNT]; /* what other launches need or show, where the sites judged; or NULL */
    const char **unchecked;
    uint32_t unchecked_count; /* arrays whose bounds were not checked, once each */
    struct assumption *assumptions;
    uint32_t assumption_count;
    struct assumption *elsewhere;
    uint32_t elsewhere_count;                    /* what verdicts for every launch rest on beyond that in launches that are none of the program's */
    struct assumption_list rests_on[PROP_COUNT]; /* what each property that was asked for rests on, within one process: not in reports */
    struct finding *findings;
    uint32_t finding_count;
    struct advice *advice;
    uint32_t advice_count;
    struct source_place *kept_barriers;
    uint32_t kept_barrier_count; /* not shown redundant, if advice was asked for */
    struct unproved *unproved;
    uint32_t unproved_count;
    const struct contract *contract; /* of the command contract, else NULL */
    bool has_example;
    struct finding_witness example; /* a launch that satisfies what is required, if anything is */
    struct kernel_stats stats;
    uint32_t basis_counts[BASIS_COUNT]; /* accesses of the protocol */
    bool has_typing;
    struct typing_failure *typing;
    uint32_t typing_count;         /* of BabyCUDA programs; no failures: well typed */
    struct search_summary *search; /* of a search; else NULL */
    struct simulation *simulation; /* of the command `simulate`; NULL: proved or refuted by `check` */
};

/* What was left out of a file so that the rest compiles: "header", "host-code" or "device-code". */
struct file_omission {
    const char *kind, *file;
    uint32_t line;
    const char *message;
};

/* A system header, and how many kernels that it defines are left out. */
struct file_header {
    const char *file;
    uint32_t kernel_count;
};

/* A comment that was to suppress messages and suppressed none; rules: NULL, every rule. */
struct unused_suppression {
    const char *file;
    uint32_t line;
    const char *rules;
};

struct file_result {
    const char *path;
    const char *status;  /* "analysed", "no-kernels", or an error status of the front end */
    const char *error;   /* message, or NULL */
    const char *headers; /* "bundled", "toolkit PATH", or NULL for bitcode */
    const struct file_omission *omissions;
    uint32_t omission_count;
    const char *templates; /* kernel templates that have no instance and are not analysed, or NULL */
    double front_seconds;
    struct kernel_result **kernels;
    uint32_t kernel_count;
    uint32_t kernels_left_out; /* by --kernel */
    const struct unused_suppression *unused_suppressions;
    uint32_t unused_suppression_count;
    const struct file_header *system_headers;
    uint32_t system_header_count; /* of which no kernel is analysed */
};

/* Whether device code or a header was left out: a kernel may be missing, or another than the program's. */
bool file_result_is_partial(const struct file_result *file);

/* Adds to each kernel the assumption that what was left out of the file does not change it; where the program is built with OpenMP, to each that
   is judged by its launches that what threads of the host do is what one does. */
void file_result_assume(struct arena *arena, struct file_result *file, bool has_openmp);

/* Keeps redundant-barrier only where it holds for every kernel of the file with
   that barrier (instantiations, inlined copies); none if results are missing. Its
   message names what else may use the barrier: kernels left out, other files. */
void file_result_agree(struct arena *arena, struct file_result *file, bool is_incomplete);

/* Two threads of a block wait at one and the same place, and may not: they came with different arguments. */
bool finding_is_of_arguments(const struct finding *finding);

/* Whether the finding speaks against its property: no note, and nothing that the language in use excuses. */
bool finding_is_violation(const struct finding *finding);

/* For which launches a proved property is proved, and one with a sufficient condition holds under it: "every", "fixed" (those of --block and
   --grid), "program" (its sites). */
const char *kernel_result_scope(const struct kernel_result *result, unsigned property);

/* The verdict of a kernel: refuted if a property is, else unproved if one is, else proved. */
enum verdict kernel_result_verdict(const struct kernel_result *result);

#endif
