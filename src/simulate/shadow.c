/* Order of accesses, and races.
 *
 * Access a of thread t comes before what thread u does now iff
 *   a is no asynchronous access that is still under way, and
 *   t is u; or the grid barrier was passed since; or both are of one block and that block
 *   passed a barrier since that orders this memory; or u.seen[t] >= a's clock.
 * `seen` holds, for the threads of u's group (its warp, or its block if the kernel has
 * named barriers), clocks learned at warp and named barriers since they last met; a
 * thread's own clock counts its partial barriers.
 *
 * In lockstep the lanes of a group execute an instruction together, so everything they did
 * before comes before it in the stream of the warp. But the compiler sees one thread and may
 * move accesses, so this orders only accesses that it keeps in place: volatile and atomic
 * ones. Steps number them. A thread has two sets of clocks: of accesses that come before all
 * of its accesses (learned at barriers and fences), and of accesses that come before its kept
 * accesses (learned at steps, too).
 *
 * Each byte keeps the records that a later access may race with. An old record may be
 * dropped when the new one has the same instruction, mode, place and (for writes) byte
 * value, and
 * - the old access comes before the new one: a later access that is not ordered after the
 *   old one is not ordered after the new one either, so it races with the new one; or
 * - the old access is of an earlier interval of its block, so that no thread of the block
 *   races with it any more, and two other blocks have such records: each thread of any
 *   block races with one of the two.
 * Without partial barriers, two concurrent records of one block are enough for that block:
 * any third thread races with one of them. For the question whether two writes differ, two
 * different values are enough (struct walk), of reads whose thread has written the byte
 * before as well. So every race is found, and lists are short. */
#include <math.h>
#include <string.h>

#include "simulate/machine.h"
#include "simulate/value.h"

void shadow_drop(struct machine *m, struct page *page) {
    for (uint32_t i = 0; i < page->size_bytes; i++) {
        uint32_t at = page->shadow[i].records;
        while (at != SIMULATE_NONE) {
            uint32_t next = m->records.data[at].next;
            m->records.data[at].next = m->free_record;
            m->free_record = at;
            at = next;
        }
        page->shadow[i].records = SIMULATE_NONE;
    }
}

static uint32_t record_create(struct machine *m, const struct record *record) {
    uint32_t at = m->free_record;
    if (at != SIMULATE_NONE) {
        m->free_record = m->records.data[at].next;
        m->records.data[at] = *record;
        return at;
    }
    vec_push(&m->records, *record);
    return m->records.size - 1;
}

static void shadow_create(struct machine *m, struct page *page) {
    m->memory_bytes += page->size_bytes * sizeof *page->shadow;
    page->shadow = mem_alloc(page->size_bytes * sizeof *page->shadow);
    for (uint32_t i = 0; i < page->size_bytes; i++) {
        page->shadow[i] = (struct shadow_byte){.records = SIMULATE_NONE};
    }
}

static uint32_t group_of(const struct machine *m, uint32_t thread) {
    return m->clock_width == WARP_THREADS ? thread / WARP_THREADS : 0;
}

static bool knows(const struct machine *m, const struct record *a, const struct thread *u, bool is_kept) {
    uint32_t at = a->thread % m->clock_width;
    if (!m->input->lockstep) {
        return u->seen[at] >= a->clock;
    }
    const uint32_t *clocks = is_kept ? u->kept_seen : u->seen, *steps = is_kept ? u->kept_steps : u->seen_steps;
    return clocks[at] >= a->clock || (a->step > 0 && steps[at] >= a->step);
}

/* Access a comes before the access that u does now. is_kept: u's access is a kept one (lockstep). */
static bool comes_before(const struct machine *m, const struct record *a, const struct thread *u, bool is_kept) {
    const struct block_state *home = u->home;
    if (a->is_pending) {
        return false;
    }
    if (a->grid_epoch < m->grid_epoch) {
        return true;
    }
    if (a->block != home->index) {
        return false;
    }
    if (a->is_over || a->thread == u->index || a->epoch < block_ordered(home, a->is_shared)) {
        return true;
    }
    return u->seen && group_of(m, a->thread) == group_of(m, u->index) && knows(m, a, u, is_kept);
}

static bool scope_reaches(uint32_t scope, const struct record *a, const struct record *b) {
    if (scope == SCOPE_KIND_SYSTEM || scope == SCOPE_KIND_DEVICE) {
        return true;
    }
    bool same_warp = a->thread / WARP_THREADS == b->thread / WARP_THREADS;
    return a->block == b->block && (scope == SCOPE_KIND_BLOCK || same_warp);
}

static bool writes(const struct record *a) {
    return a->mode != SIMULATE_READ;
}

static bool both_atomic(const struct record *a, const struct record *b) {
    return a->is_atomic && b->is_atomic && a->size_bytes == b->size_bytes && a->place == b->place && scope_reaches(a->scope, a, b) &&
           scope_reaches(b->scope, a, b);
}

/* a and b are parts of one matrix store by a warp, whose lanes write different elements. */
static bool one_store(const struct record *a, const struct record *b) {
    return a->store > 0 && a->store == b->store && a->inst == b->inst && a->block == b->block && a->thread / WARP_THREADS == b->thread / WARP_THREADS;
}

/* a and b are by lanes of a warp of which one alone, always the same, accesses this byte. */
static bool one_owner(const struct record *a, const struct record *b) {
    return a->owner > 0 && a->owner == b->owner && a->place == b->place && a->size_bytes == b->size_bytes && a->block == b->block &&
           a->thread / WARP_THREADS == b->thread / WARP_THREADS;
}

static enum finding_kind kind_of(const struct record *a, const struct record *b) {
    if (a->is_atomic && b->is_atomic) {
        return FINDING_KIND_ATOMIC_ATOMIC;
    }
    if (a->is_atomic || b->is_atomic) {
        return FINDING_KIND_ATOMIC_PLAIN;
    }
    return writes(a) && writes(b) ? FINDING_KIND_WRITE_WRITE : FINDING_KIND_READ_WRITE;
}

/* The access stores a float that is not a number. */
static bool is_nan(const struct machine *m, const struct record *r) {
    const struct inst *inst = kernel_inst(m->kernel, (value_ref){r->inst});
    if (inst->op != INST_STORE) {
        return false;
    }
    struct type type = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, 1))->type;
    bool is_float = (type.kind == TYPE_FLOAT || type.kind == TYPE_BFLOAT) && type.lanes == 1;
    return is_float && isnan(value_to_double(type, r->value));
}

/* a and b store the same value. All floats that are not numbers count as one value, as a device computes only one of them. */
static bool same_value(const struct machine *m, const struct record *a, const struct record *b) {
    if (a->is_atomic || b->is_atomic) {
        return false;
    }
    if (writes(a) && writes(b)) {
        return a->byte_value == b->byte_value || (is_nan(m, a) && is_nan(m, b));
    }
    const struct record *write = writes(a) ? a : b, *read = writes(a) ? b : a;
    bool silent = a->block == b->block ? write->silent_block : write->silent_grid;
    bool has_own = read->own == OWN_BLOCK || (read->own == OWN_GRID && a->block != b->block);
    return silent || (has_own && read->byte_value == write->byte_value);
}

static struct simulate_event event_of_record(const struct machine *m, const struct record *r, const struct instance *instance, uint64_t byte) {
    struct thread thread = {.index = r->thread, .home = &m->blocks[r->block]};
    struct simulate_event event = event_of(m, &thread, r->inst);
    event.mode = r->mode == SIMULATE_READ ? SIMULATE_READ : r->mode == SIMULATE_WRITE ? SIMULATE_WRITE : SIMULATE_ATOMIC;
    event.array = instance->array;
    event.object = instance->object;
    event.member = instance->member;
    event.offset_bytes = (int64_t)byte - r->place;
    event.size_bytes = r->size_bytes;
    event.value = r->value;
    event.interval = r->epoch;
    return event;
}

static void report(struct machine *m, const struct record *a, const struct record *b, const struct instance *instance, uint64_t byte) {
    bool same_warp = a->thread / WARP_THREADS == b->thread / WARP_THREADS;
    struct race_seen seen = {.kind = kind_of(a, b),
                             .scope = a->block != b->block ? FINDING_SCOPE_GRID
                                      : same_warp          ? FINDING_SCOPE_WARP
                                                           : FINDING_SCOPE_BLOCK,
                             .inst = {a->inst, b->inst},
                             .mode = {a->mode, b->mode},
                             .clarity = {.approximate = a->inexact_address || b->inexact_address,
                                         .same_value = same_value(m, a, b),
                                         .approximate_value = a->inexact_value || b->inexact_value,
                                         .preferred = a->preferred && b->preferred}};
    if (record_race_again(m, &seen, instance->array, instance->object)) {
        return;
    }
    struct simulate_finding finding = {.rule = SIMULATE_RACE, .kind = seen.kind, .scope = seen.scope};
    finding.events[0] = event_of_record(m, a, instance, byte);
    finding.events[1] = event_of_record(m, b, instance, byte);
    finding.event_count = 2;
    finding.byte = (int64_t)byte;
    finding.same_value = seen.clarity.same_value;
    finding.approximate = seen.clarity.approximate;
    finding.approximate_value = seen.clarity.approximate_value;
    finding.preferred = seen.clarity.preferred;
    record_finding(m, &finding);
}

static bool same_class(const struct record *a, const struct record *b) {
    bool silence = a->mode != SIMULATE_WRITE || (a->silent_block == b->silent_block && a->silent_grid == b->silent_grid);
    return a->inst == b->inst && a->mode == b->mode && a->place == b->place && silence && a->size_bytes == b->size_bytes &&
           a->is_atomic == b->is_atomic && a->inexact_address == b->inexact_address && a->inexact_value == b->inexact_value &&
           a->preferred == b->preferred && a->own == b->own && a->owner == b->owner;
}

/* A write, or a read whose thread knows the value by a write of its own: whether a race changes anything depends on the value. */
static bool has_value(const struct record *a) {
    return a->mode == SIMULATE_WRITE || a->own != OWN_NONE;
}

static bool same_key(const struct record *a, const struct record *b) {
    return same_class(a, b) && (!has_value(a) || a->byte_value == b->byte_value);
}

/* The walk over a byte's list: records seen so far that resemble the new one. */
struct walk {
    uint32_t past_blocks[2], past_count; /* with its key, of earlier intervals */
    uint32_t concurrent;                 /* with its key, in its interval, of its block */
    bool own_value;                      /* an earlier one of its thread, with another value */
    uint32_t threads[3];                 /* of its class, concurrent: three threads with three */
    uint8_t values[3];                   /* values. Whatever a fourth stores, and whichever of */
    uint32_t value_count;                /* them it is, another one of them stores another value */
};

static void note_value(struct walk *walk, const struct record *a) {
    for (uint32_t i = 0; i < walk->value_count; i++) {
        if (walk->threads[i] == a->thread || walk->values[i] == a->byte_value) {
            return;
        }
    }
    if (walk->value_count < 3) {
        walk->threads[walk->value_count] = a->thread;
        walk->values[walk->value_count++] = a->byte_value;
    }
}

/* Record a may go because the last two values of one thread's accesses are enough: an access that races with an earlier one races with
 * both, and one of the two values differs from the value it stores itself. */
static bool is_outdated(const struct record *a, const struct record *new, struct walk *walk) {
    bool differs = a->block == new->block && a->thread == new->thread &&has_value(a) && a->byte_value != new->byte_value &&same_class(a, new);
    bool outdated = differs && walk->own_value;
    walk->own_value |= differs;
    return outdated;
}

static bool is_past(const struct machine *m, const struct record *a) {
    const struct block_state *home = &m->blocks[a->block];
    return home->is_finished || a->epoch < block_ordered(home, a->is_shared);
}

/* Whether record a, which is not ordered before the new one, may be dropped. */
static bool is_redundant(const struct machine *m, const struct record *a, const struct record *new, struct walk *walk) {
    if (!is_past(m, a)) {
        walk->concurrent += a->block == new->block;
        return false;
    }
    for (uint32_t i = 0; i < walk->past_count; i++) {
        if (walk->past_blocks[i] == a->block) {
            return true;
        }
    }
    if (walk->past_count == 2) {
        return true;
    }
    walk->past_blocks[walk->past_count++] = a->block;
    return false;
}

#define OWN_EPOCHS UINT32_C(0xffffff) /* as machine.own_writes keeps them; grid barriers count, too */

static uint64_t own_key(const struct record *r, uint32_t instance, uint64_t byte) {
    return hash_mix(hash_mix(byte, instance), (uint64_t)r->block << 32 | r->thread);
}

/* Notes the value of a write that has no record, or that follows one without a record by the same thread. */
static void note_own(struct machine *m, const struct record *write, uint32_t instance, uint64_t byte, bool has_record) {
    if (m->own_writes.size == 0 && has_record) {
        return;
    }
    uint64_t key = own_key(write, instance, byte);
    if (!has_record || map_get(&m->own_writes, key, NULL)) {
        map_set(&m->own_writes, key, write->epoch << 8 | write->byte_value);
    }
}

/* Notes the value of write a, whose record is about to be dropped, because its thread may read the byte later. */
static void keep_own(struct machine *m, const struct record *a, const struct record *new, uint32_t instance, uint64_t byte) {
    bool is_new = a->thread == new->thread && a->block == new->block;
    uint64_t key = own_key(a, instance, byte);
    uint32_t own;
    if (is_new || m->block_count == 1 || !writes(a) || a->grid_epoch < m->grid_epoch || m->instances.data[instance].space == SPACE_SHARED) {
        return;
    }
    if (!map_get(&m->own_writes, key, &own) || own >> 8 < (a->epoch & OWN_EPOCHS)) {
        map_set(&m->own_writes, key, a->epoch << 8 | a->byte_value);
    }
}

static bool is_of_grid_interval(const struct machine *m, const struct record *read, uint32_t epoch) {
    return epoch >= (m->blocks[read->block].grid_start[read->is_shared] & OWN_EPOCHS);
}

/* Since the epoch, some thread of the read's block has stored another value to the byte. */
static bool is_overwritten(const struct machine *m, const struct shadow_byte *shadow, const struct record *read, uint32_t epoch) {
    for (uint32_t at = shadow->records; at != SIMULATE_NONE; at = m->records.data[at].next) {
        const struct record *a = &m->records.data[at];
        if (a->block == read->block && a->grid_epoch == read->grid_epoch && a->epoch >= epoch && writes(a) && a->byte_value != read->byte_value) {
            return true;
        }
    }
    return false;
}

/* Fills record.own and byte_value of a read from the last write of its own thread to the byte. */
static void find_own(struct machine *m, const struct shadow_byte *shadow, struct record *read, uint32_t instance, uint64_t byte) {
    uint32_t own, epoch = 0;
    bool found = m->own_writes.size > 0 && map_get(&m->own_writes, own_key(read, instance, byte), &own) && is_of_grid_interval(m, read, own >> 8);
    if (found) {
        epoch = own >> 8;
        read->byte_value = (uint8_t)own;
    }
    for (uint32_t at = shadow->records; at != SIMULATE_NONE; at = m->records.data[at].next) {
        const struct record *a = &m->records.data[at];
        if (!a->is_pending && a->thread == read->thread && a->block == read->block && a->grid_epoch == read->grid_epoch && writes(a) &&
            (!found || (a->epoch & OWN_EPOCHS) > epoch)) {
            found = true;
            epoch = a->epoch & OWN_EPOCHS;
            read->byte_value = a->byte_value;
        }
    }
    if (found && epoch == (read->epoch & OWN_EPOCHS)) {
        read->own = OWN_BLOCK;
    } else if (found && !is_overwritten(m, shadow, read, epoch)) {
        read->own = OWN_GRID;
    }
}

/* a is an asynchronous access that the new one of the same thread replaces: the younger one completes later. */
static bool is_superseded(const struct record *a, const struct record *new) {
    return a->is_pending && new->is_pending && a->block == new->block && a->thread == new->thread &&same_key(a, new);
}

enum { KNOWN_READS_MAX = 1 << 18 }; /* then they are forgotten */

/* The read is ordered by barriers of its block and grid alone, and the byte has no writes. */
static bool is_quiet(const struct machine *m, const struct shadow_byte *shadow, const struct record *read) {
    return !shadow->has_writes && !m->has_partial_sync && !m->input->lockstep && read->mode == SIMULATE_READ && !read->is_pending && !read->is_atomic;
}

static uint64_t key_of_read(const struct record *r, uint32_t instance, uint64_t byte) {
    uint64_t flags = (uint64_t)r->inexact_address << 2 | (uint64_t)r->inexact_value << 1 | r->preferred;
    uint64_t key = hash_mix(hash_mix(byte, instance), (uint64_t)r->block << 32 | r->inst);
    return hash_mix(hash_mix(key, (uint64_t)r->grid_epoch << 32 | r->epoch), r->size_bytes << 32 | (uint64_t)r->place << 3 | flags);
}

static void know_read(struct machine *m, uint64_t key) {
    if (m->known_reads.size >= KNOWN_READS_MAX) {
        map_release(&m->known_reads);
    }
    map_set(&m->known_reads, key, 1);
}

/* Reports races with the new access, and keeps a record of it unless the records in the list suffice. */
static bool remember(struct machine *m, struct thread *thread, uint32_t instance_index, struct shadow_byte *shadow, const struct record *new,
                     uint64_t byte) {
    const struct instance *instance = &m->instances.data[instance_index];
    struct walk walk = {.past_count = 0};
    bool quiet = is_quiet(m, shadow, new);
    uint64_t quiet_key = quiet ? key_of_read(new, instance_index, byte) : 0;
    if (quiet && map_get(&m->known_reads, quiet_key, NULL)) {
        return false;
    }
    uint32_t at = shadow->records, *link = &shadow->records;
    while (at != SIMULATE_NONE) {
        struct record *a = &m->records.data[at];
        uint32_t next = a->next;
        bool before = comes_before(m, a, thread, new->step > 0);
        bool is_over = a->grid_epoch < m->grid_epoch || (instance->space == SPACE_SHARED && a->epoch < block_ordered(thread->home, true));
        bool drop = before ? is_over || same_key(a, new) || is_outdated(a, new, &walk) : is_superseded(a, new);
        if (!before && (writes(a) || writes(new)) && !both_atomic(a, new) && !one_store(a, new) && !one_owner(a, new)) {
            report(m, a, new, instance, byte);
        }
        if (!before && !a->is_pending && same_key(a, new)) {
            drop = is_redundant(m, a, new, &walk);
        }
        if (!before && a->block == new->block && !is_past(m, a) && has_value(a) && same_class(a, new)) {
            note_value(&walk, a);
        }
        if (drop) {
            keep_own(m, a, new, instance_index, byte);
            *link = next;
            a->next = m->free_record;
            m->free_record = at;
        } else {
            link = &a->next;
        }
        at = next;
    }
    if (m->has_partial_sync || new->is_pending || (walk.concurrent < 2 && walk.value_count < 3)) {
        struct record record = *new;
        record.next = shadow->records;
        uint32_t created = record_create(m, &record);
        shadow->records = created;
        return true;
    }
    if (quiet) {
        know_read(m, quiet_key);
    }
    return false;
}

static void set_base(struct machine *m, const struct record *write, struct shadow_byte *shadow, uint8_t before) {
    if (shadow->base_block != write->block + 1 || shadow->base_epoch != write->epoch + 1) {
        shadow->base_block = write->block + 1;
        shadow->base_epoch = write->epoch + 1;
        shadow->base_value = before;
    }
    if (shadow->base_grid_epoch != m->grid_epoch + 1) {
        shadow->base_grid_epoch = m->grid_epoch + 1;
        shadow->base_grid_value = before;
    }
}

void shadow_access(struct machine *m, struct thread *thread, const struct shadow_access *access, struct page *page, uint32_t place, uint64_t byte,
                   uint8_t before, uint8_t after) {
    if (!page->shadow) {
        shadow_create(m, page);
    }
    struct shadow_byte *shadow = &page->shadow[place];
    bool is_shared = m->instances.data[access->instance].space == SPACE_SHARED;
    struct record new = {.inst = access->inst,
                         .is_shared = is_shared,
                         .block = thread->home->index,
                         .thread = thread->index,
                         .epoch = block_ordered(thread->home, is_shared),
                         .grid_epoch = m->grid_epoch,
                         .clock = thread->clock,
                         .step = m->input->lockstep && shadow_is_kept(&m->kernel->insts[access->inst]) ? thread->step : 0,
                         .store = m->kernel->insts[access->inst].op == INST_MATRIX_STORE ? thread->stores : 0,
                         .owner = access->owner,
                         .scope = access->scope,
                         .place = (uint16_t)(byte - (uint64_t)access->offset_bytes),
                         .size_bytes = access->size_bytes,
                         .value = access->value,
                         .mode = access->mode,
                         .byte_value = after,
                         .is_atomic = access->is_atomic,
                         .is_pending = access->is_pending,
                         .copy_group = thread->copy_group,
                         .inexact_address = access->inexact_address,
                         .inexact_value = access->inexact_value,
                         .preferred = thread->preferred};
    if (access->mode != SIMULATE_READ) {
        shadow->has_writes = true;
        set_base(m, &new, shadow, before);
        new.silent_block = after == shadow->base_value;
        new.silent_grid = after == shadow->base_grid_value;
    } else if (shadow->has_writes) {
        find_own(m, shadow, &new, access->instance, byte);
    }
    bool has_record = remember(m, thread, access->instance, shadow, &new, byte);
    if (access->mode != SIMULATE_READ) {
        note_own(m, &new, access->instance, byte, has_record);
    }
}

void shadow_complete(struct machine *m, struct thread *thread, const struct pending_copy *copy) {
    uint32_t place = 0;
    for (uint32_t i = 0; i < copy->size_bytes; i++) {
        uint64_t byte = (uint64_t)copy->offset_bytes + i;
        struct page *page = memory_page(m, copy->instance, byte, &place);
        for (uint32_t at = page->shadow ? page->shadow[place].records : SIMULATE_NONE; at != SIMULATE_NONE; at = m->records.data[at].next) {
            struct record *a = &m->records.data[at];
            if (a->is_pending && a->inst == copy->inst && a->mode == copy->mode && a->block == thread->home->index && a->thread == thread->index &&
                a->copy_group == copy->group) {
                a->is_pending = false;
                a->is_over = (m->kernel->insts[a->inst].flags & INST_GROUP) != 0;
                a->epoch = block_ordered(thread->home, a->is_shared);
                a->grid_epoch = m->grid_epoch;
                a->clock = thread->clock;
            }
        }
    }
}

bool shadow_is_kept(const struct inst *inst) {
    return inst_class_of((enum inst_op)inst->op) == CLASS_MEMORY &&
           (inst->op == INST_ATOMIC || inst->op == INST_CMPXCHG || (inst->flags & (INST_VOLATILE | INST_ATOMIC_ACCESS)));
}

static void raise(uint32_t *clocks, const uint32_t *others, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        clocks[n] = others[n] > clocks[n] ? others[n] : clocks[n];
    }
}

/* Joins the threads' clocks and steps that come before kept accesses; their own clocks are not added. */
static void share_kept(struct machine *m, struct thread *const *threads, uint32_t count) {
    uint32_t *clocks = m->joint, *steps = m->joint + m->clock_width;
    memset(m->joint, 0, 2 * m->clock_width * sizeof *m->joint);
    for (uint32_t i = 0; i < count; i++) {
        raise(clocks, threads[i]->kept_seen, m->clock_width);
        raise(steps, threads[i]->kept_steps, m->clock_width);
        steps[threads[i]->index % m->clock_width] = threads[i]->step;
    }
    for (uint32_t i = 0; i < count; i++) {
        memcpy(threads[i]->kept_seen, clocks, m->clock_width * sizeof *clocks);
        memcpy(threads[i]->kept_steps, steps, m->clock_width * sizeof *steps);
        threads[i]->step++;
    }
}

void shadow_step(struct machine *m, struct thread *const *threads, uint32_t count) {
    share_kept(m, threads, count);
}

static void join_in_lockstep(struct machine *m, struct thread *const *threads, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        threads[i]->kept_seen[threads[i]->index % m->clock_width] = threads[i]->clock++;
    }
    share_kept(m, threads, count);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(threads[i]->seen, threads[i]->kept_seen, m->clock_width * sizeof *threads[i]->seen);
        memcpy(threads[i]->seen_steps, threads[i]->kept_steps, m->clock_width * sizeof *threads[i]->seen_steps);
    }
}

void shadow_join(struct machine *m, struct thread *const *threads, uint32_t count) {
    uint32_t *joint = m->joint;
    if (m->input->lockstep) {
        join_in_lockstep(m, threads, count);
        return;
    }
    memset(joint, 0, m->clock_width * sizeof *joint);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t n = 0; n < m->clock_width; n++) {
            joint[n] = threads[i]->seen[n] > joint[n] ? threads[i]->seen[n] : joint[n];
        }
        uint32_t own = threads[i]->index % m->clock_width;
        joint[own] = threads[i]->clock > joint[own] ? threads[i]->clock : joint[own];
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t n = 0; n < m->clock_width; n++) {
            threads[i]->seen[n] = joint[n];
        }
        threads[i]->clock++;
    }
}
