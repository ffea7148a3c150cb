/* What the conductor's files share. Private to the room. */
#ifndef WP_CHECK_CONDUCTOR_H
#define WP_CHECK_CONDUCTOR_H

#include "base/vec.h"
#include "check/extents.h"
#include "check/replay.h"
#include "prove/prove.h"

struct conductor {
    struct arena *arena;
    const struct kernel *kernel;
    const struct protocol *protocol;
    const struct check_options *options;
    struct kernel_result *result;
    bool refuted[PROP_COUNT];
    VEC(struct finding) findings;
    VEC(struct prove_contract) excludes; /* by finding: its precondition */
    VEC(struct unproved) unproved;
    VEC(struct assumption) assumptions;
    VEC(const char *) unchecked;
    uint64_t rerun_steps; /* what is left to runs of errors with other contents (tidy.h) */
};

/* check.c */
/* The protocol's location; one without file and line if it has none. */
const struct loc *conductor_location(const struct conductor *c, loc_ref ref);
struct source_place conductor_place(const struct conductor *c, loc_ref ref);
/* The launch of a finding as a witness file that expects it, or NULL. */
const char *conductor_text(const struct conductor *c, const struct finding *f, const struct replay_verdict *v);
enum certainty conductor_certainty(const struct replay_verdict *v);
/* An error, unless a condition or a value that is not known stands behind it, or a run of its launch does not show it. */
enum level conductor_level(const struct finding *f, const struct replay_verdict *v);
/* The name of an approximate value that the model, or its replay, depends on; NULL: none. */
const char *conductor_approximation(const struct replay_verdict *v, const char *of_model);
/* Adds a reason why the property is unproved; the same words at the same place are added once. */
void conductor_unproved(struct conductor *c, unsigned property, enum reason_kind reason, loc_ref where, const char *detail);
/* Adds a finding; of two findings about the same places the more severe one is kept. `model` is its counterexample, which has the
   precondition, or NULL. */
void conductor_tell(struct conductor *c, const struct finding *f, const struct prove_witness *model);
/* Records the effect of a counterexample on its property: refuted, or unproved with the reason. */
void conductor_settle(struct conductor *c, unsigned property, const struct finding *f, const struct replay_verdict *v, loc_ref where,
                      const char *what);

/* conductor_access.c */
/* Writes the calls that inlined the place to the access, outwards. */
void conductor_inlining(const struct conductor *c, struct finding_access *access, loc_ref ref);
/* One thread's part in a finding: an access or a barrier of the protocol. */
struct finding_access conductor_access(const struct conductor *c, const struct proto_item *it, const struct prove_witness *w, int who);
/* The launch of a model, with what its arrays hold in words. */
struct finding_witness conductor_witness(const struct conductor *c, const struct prove_witness *w, const char *contents);
/* What excludes a violation at places that `a` and `b` tell (or TERM_NONE), where they are computed from arrays in a structure that is passed
   by value, and the witness chooses what these hold: no contract speaks of such arrays. NULL: nothing. Nor does anything exclude what a run
   shows in one block (`is_run_of_block`) whose threads all read the same elements: all of them were inside. */
const char *conductor_of_struct(const struct conductor *c, const struct prove_witness *w, term_ref a, term_ref b, bool is_run_of_block);
/* "atomic", "read" or "write". */
const char *conductor_mode(const struct proto_item *item);
/* The word of a report for the memory that an array lies in, e.g. "shared". */
const char *conductor_space(const struct proto_array *array);
/* A byte offset in words, e.g. "5" or "byte 20", by elements of elem_bytes bytes or of the item's array. */
const char *conductor_index_text(const struct conductor *c, uint32_t elem_bytes, int64_t offset);
const char *conductor_index(const struct conductor *c, const struct proto_item *item, int64_t offset);

/* assumed.c */
/* Lists what the report's proofs rest on, and what each property's do. What was stated of extents is there already, and counts for each. */
void conductor_assumptions(struct conductor *c, const struct prove_report *report);
/* bounds.c */
void judge_bounds(struct conductor *c, const struct extents *extents, const struct prove_report *report, const struct replay_report *replay);
/* asserts.c */
void judge_asserts(struct conductor *c, const struct prove_report *report, const struct replay_report *replay);
void judge_contradiction(struct conductor *c, const struct prove_report *report);

#endif
