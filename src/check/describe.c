#include "check/describe.h"

#include <inttypes.h>
#include <string.h>

static const char *verb_of(const struct finding_access *access) {
    return access->mode && strcmp(access->mode, "atomic") == 0 ? "atomically update" : access->mode;
}

static bool is_one_thread(const struct finding *f) {
    const struct finding_access *a = &f->accesses[0], *b = &f->accesses[1];
    return memcmp(a->block, b->block, sizeof a->block) == 0 && memcmp(a->thread, b->thread, sizeof a->thread) == 0;
}

const char *describe_race(struct arena *arena, const struct finding *f, bool copies) {
    static const char *const scopes[] = {"two threads of one warp", "two threads of one block", "threads of two blocks"};
    if (f->rule == RULE_SAME_VALUE_WRITE && f->kind == FINDING_KIND_READ_WRITE)
        return arena_printf(arena,
                            "same-value write: %s write and read '%s' without order; it holds already what is written (still undefined in CUDA C++)",
                            scopes[f->scope], f->array);
    if (f->rule == RULE_SAME_VALUE_WRITE)
        return arena_printf(arena, "same-value write: %s write the same value to '%s' without order (still undefined in CUDA C++)", scopes[f->scope],
                            f->array);
    if (copies && is_one_thread(f))
        return arena_printf(
            arena,
            "data race on '%s': a thread's asynchronous copy and what the thread does before it waits for the copy %s and %s the same %s memory",
            f->array, verb_of(&f->accesses[0]), verb_of(&f->accesses[1]), f->space);
    return arena_printf(arena, "data race on '%s': %s %s and %s the same %s memory without order%s", f->array, scopes[f->scope],
                        verb_of(&f->accesses[0]), verb_of(&f->accesses[1]), f->space,
                        copies ? " (a wait by the copying thread, then a barrier, would order its asynchronous copy)" : "");
}

const char *describe_collective(const char *operation) {
    static const char *const words[][2] = {
        {"shfl", "shuffle"}, {"vote", "vote"}, {"match", "match"}, {"redux", "reduction"}, {"matrix", "matrix operation"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(operation, words[i][0], strlen(words[i][0])) == 0)
            return words[i][1];
    return "warp operation";
}

static const char *warp_divergence_message(struct arena *arena, enum finding_kind kind, const char *operation) {
    const char *what = operation ? describe_collective(operation) : "warp barrier";
    if (kind == FINDING_KIND_OUTSIDE_MASK)
        return arena_printf(arena, "barrier divergence: a thread executes this %s with a mask that does not name its own lane", what);
    if (kind == FINDING_KIND_EXITED)
        return arena_printf(arena, "threads leave the kernel before this %s, whose mask names them: what it reads of their lanes is undefined", what);
    if (kind == FINDING_KIND_OTHER_BARRIER)
        return arena_printf(
            arena, "barrier divergence: a thread waits at this %s and a thread that its mask names waits elsewhere or with another mask", what);
    if (kind == FINDING_KIND_ROUNDS)
        return arena_printf(arena, "barrier divergence: two threads of one warp disagree about another round of this %s", what);
    return arena_printf(arena, "barrier divergence: a thread waits at this %s and a thread that its mask names %s", what,
                        operation ? "does not come to it" : "never arrives");
}

static const char *block_divergence_message(enum finding_kind kind, bool excused) {
    if (kind == FINDING_KIND_EXITED && !excused)
        return "barrier divergence: a thread leaves the kernel and others of its block wait at this barrier";
    if (kind == FINDING_KIND_EXITED)
        return "threads leave the kernel before this barrier, where others of their block wait: CUDA counts them as arrived since Volta; in OpenCL "
               "and on older GPUs this is divergence";
    if (kind == FINDING_KIND_OTHER_BARRIER)
        return "barrier divergence: two threads of one block wait at different barriers";
    if (kind == FINDING_KIND_ROUNDS)
        return "barrier divergence: two threads of one block disagree about another round of this barrier";
    return "barrier divergence: one thread waits at this barrier and another thread of its block never arrives";
}

static const char *grid_divergence_message(enum finding_kind kind) {
    if (kind == FINDING_KIND_OTHER_BARRIER)
        return "barrier divergence: two blocks wait at different barriers of the grid";
    if (kind == FINDING_KIND_ROUNDS)
        return "barrier divergence: two blocks disagree about another round of this barrier of the grid";
    return "barrier divergence: one block waits at this barrier of the grid and another block never arrives";
}

const char *describe_undecided(struct arena *arena, const struct proto_item *item, const struct prove_divergence *d) {
    const char *what = "whether all threads reach this barrier";
    if (item->kind == ITEM_COLLECTIVE)
        what = arena_printf(arena, "whether all lanes it names come to this %s", describe_collective(item->operation));
    if (d->reason == REASON_NEEDS_PRECONDITION && d->witness.condition_count > 0)
        return arena_printf(arena, "%s: they do if %s; no other launch was found where they do not", what, d->witness.precondition);
    return d->approximation ? arena_printf(arena, "%s depends on %s", what, d->approximation) : what;
}

const char *describe_divergence(struct arena *arena, const struct finding *finding, const char *operation) {
    enum finding_kind kind = finding->kind;
    if (finding->scope == FINDING_SCOPE_WARP)
        return warp_divergence_message(arena, kind, operation);
    if (finding_is_of_arguments(finding))
        return "barrier divergence: two threads of one block come to this call with different arguments";
    return finding->scope == FINDING_SCOPE_GRID ? grid_divergence_message(kind) : block_divergence_message(kind, finding->excused);
}

const char *describe_dimension(struct arena *arena, const char *does, const char *array, int64_t index, uint64_t extent) {
    return arena_printf(arena, "%s of '%s' through an index outside its dimension: index %" PRId64 " of a dimension of %" PRIu64, does, array, index,
                        extent);
}
