/* The kernel in the scope of one launch: the protocol that it has there, and what is judged of it. */
#include "check/aliases.h"
#include "check/launch_judge.h"
#include "kernel/edit.h"
#include "kernel/signature.h"
#include "protocol/expression.h"
#include "protocol/launch.h"
#include "protocol/stated.h"

#define DEVICE_THREADS 1024u /* in a block; protocols of kernels are inferred for no more unless told */

/* A result that says nothing but why. */
static struct kernel_result *not_judged(const struct judge *j, const char *why) {
    struct kernel_result *r = arena_alloc(j->arena, sizeof *r);
    r->name = j->protocol->name;
    r->display = j->protocol->display;
    r->file = j->protocol->file;
    r->line = j->protocol->line;
    r->language = j->protocol->language;
    r->unproved = arena_alloc(j->arena, PROP_COUNT * sizeof *r->unproved);
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!(j->asked & 1u << p))
            continue;
        const struct source_place place = {j->protocol->file, j->protocol->line, 0, NULL};
        r->properties[p] = VERDICT_UNPROVED;
        r->unproved[r->unproved_count++] = (struct unproved){p, reason_name(REASON_IMPOSSIBLE), place, why, {0}};
    }
    return r;
}

/* The protocol of the kernel, or of a copy of it, at the launch; for as many threads. */
static struct protocol *infer_own(struct judge *j, const struct launch_site *launch, const struct kernel *kernel, const struct check_options *options,
                                  uint32_t threads) {
    struct protocol *protocol = protocol_infer(j->arena, kernel, threads);
    if (options->lockstep)
        protocol_add_sides(protocol, kernel);
    if (launch->is_read && !launch->why)
        launches_free_axes(protocol);
    vec_push(&j->protocols->list, protocol);
    return protocol;
}

/* Only what the sites decide is asked. */
static struct kernel_result *judge_site(struct judge *j, const struct launch_site *launch, const struct check_options *given) {
    struct check_options own = *given;
    const struct check_options *options = &own;
    uint32_t threads = launches_block_threads(given);
    own.properties &= j->asked;
    if (!j->kernel && threads > DEVICE_THREADS)
        return not_judged(j, "a protocol says nothing of blocks with more than 1024 threads");
    bool is_large = threads > DEVICE_THREADS || launches_block_threads(j->options) > DEVICE_THREADS;
    const struct kernel *initial =
        j->kernel && own.initial_count > 0 ? kernel_with_initial(j->arena, j->kernel, own.initial, own.initial_count) : NULL;
    if (!j->kernel || (!is_large && !initial))
        return aliases_check(j->arena, j->kernel, j->protocol, options, j->protocols);
    const struct kernel *kernel = initial ? initial : j->kernel;
    struct protocol *protocol = infer_own(j, launch, kernel, options, is_large ? threads : DEVICE_THREADS);
    return aliases_check(j->arena, kernel, protocol, options, j->protocols);
}

/* A launch of which nothing is known is judged as every launch is. */
void launches_free_axes(struct protocol *protocol) {
    for (unsigned axis = 0; axis < 3; axis++)
        protocol->reads_bdim[axis] = protocol->reads_gdim[axis] = true;
}

struct kernel_result *launches_judge_options(struct judge *j, const struct launch_site *launch, const struct check_options *options) {
    const struct launch_flags flags = protocol_launch_flags(j->protocol);
    if (launch->is_read && !launch->why)
        launches_free_axes(j->protocol);
    struct kernel_result *r = judge_site(j, launch, options);
    protocol_restore_launch_flags(j->protocol, &flags);
    return r;
}

/* The array behind a pointer argument, by the name that launches have for it; PROTOCOL_NONE: the kernel accesses none. */
static uint32_t array_behind(const struct protocol *p, const char *pointer) {
    const char *name = expression_member(p, pointer);
    for (uint32_t i = 0; i < p->array_count; i++)
        if (strcmp(p->arrays[i].name, name) == 0)
            return i;
    return PROTOCOL_NONE;
}

/* That the two may get one allocation matters to nothing: the kernel accesses one of them at most, or writes to neither. */
static bool is_harmless(const struct protocol *p, const char *const pointers[2]) {
    bool is_written = false, is_unknown = false;
    for (uint32_t i = 0; i < p->array_count; i++)
        is_unknown |= p->arrays[i].kind == ARRAY_UNKNOWN;
    for (int i = 0; i < 2 && !is_unknown; i++) {
        uint32_t array = array_behind(p, pointers[i]);
        if (array == PROTOCOL_NONE)
            return true;
        is_written |= p->arrays[array].written;
    }
    return !is_unknown && !is_written;
}

/* Variables of the device by the names of the protocol. Without pairs that do not matter, and variables that the kernel does not use. */
struct launch_site launches_own_overlaps(const struct judge *j, const struct launch_site *site) {
    struct launch_site own = *site;
    own.overlaps = arena_alloc(j->arena, (site->overlap_count + (size_t)1) * sizeof *own.overlaps);
    own.overlap_count = 0;
    for (uint32_t i = 0; i < site->overlap_count; i++) {
        const char *variable = site->overlaps[i][1];
        bool is_variable = signature_variable(variable) != NULL;
        uint32_t array = is_variable ? stated_array(j->protocol, variable) : PROTOCOL_NONE;
        if (is_variable ? array == PROTOCOL_NONE : is_harmless(j->protocol, site->overlaps[i]))
            continue;
        own.overlaps[own.overlap_count][0] = site->overlaps[i][0];
        own.overlaps[own.overlap_count++][1] = is_variable ? j->protocol->arrays[array].name : variable;
    }
    return own;
}
