/* Instructions that access memory: what they touch is checked (bounds, alignment,
 * initialisation), told to the shadow and to the observer, and only then performed. */
#include <string.h>

#include "simulate/engine.h"
#include "simulate/machine.h"
#include "simulate/value.h"

enum { CHUNK_BYTES = 8, MAX_COPY_BYTES = 1 << 26, MAX_ACCESS_BYTES = MAX_LANES * 8, NEAR_NULL = 1 << 16 };

struct target {
    uint32_t instance; /* 0: not to be performed */
    int64_t offset_bytes;
};

static uint32_t lane_bytes(struct type type) {
    return (type.width_bits + 7u) / 8;
}

static uint32_t type_bytes(struct type type) {
    return lane_bytes(type) * type.lanes;
}

static uint64_t needed_alignment(const struct inst *inst, struct type type) {
    uint64_t natural = 1, size_bytes = type_bytes(type);
    while (natural * 2 <= size_bytes) {
        natural *= 2;
    }
    bool promised = (inst->op == INST_LOAD || inst->op == INST_STORE) && inst->imm != 0;
    return promised && inst->imm < natural ? inst->imm : natural;
}

static struct simulate_event event_at(const struct machine *m, const struct thread *thread, uint32_t inst, const struct target *target,
                                      uint64_t size_bytes, bool writes) {
    struct simulate_event event = event_of(m, thread, inst);
    bool is_atomic = m->kernel->insts[inst].op == INST_ATOMIC || m->kernel->insts[inst].op == INST_CMPXCHG;
    event.mode = is_atomic ? SIMULATE_ATOMIC : writes ? SIMULATE_WRITE : SIMULATE_READ;
    event.offset_bytes = target->offset_bytes;
    event.size_bytes = size_bytes;
    if (target->instance != 0) {
        event.array = m->instances.data[target->instance].array;
        event.object = m->instances.data[target->instance].object;
        event.member = m->instances.data[target->instance].member;
    }
    return event;
}

static void report(struct machine *m, struct thread *thread, uint32_t inst, const struct target *target, enum simulate_rule rule, uint64_t size_bytes,
                   bool writes, uint8_t taint, const char *text, bool wraps) {
    struct simulate_finding finding = {.rule = rule, .event_count = 1, .text = text, .wraps = wraps};
    finding.kind = writes ? FINDING_KIND_WRITE : FINDING_KIND_READ;
    finding.events[0] = event_at(m, thread, inst, target, size_bytes, writes);
    finding.approximate = ((taint | thread->control) & ~TAINT_STRAYED) != 0;
    record_finding(m, &finding);
}

/* An index of an inner dimension outside of it: undefined in C, wherever in the array that is. */
static void check_dimensions(struct machine *m, struct thread *thread, uint32_t inst, value_ref address, const struct target *target,
                             uint64_t size_bytes, bool writes) {
    struct bound_walk walk = bound_walk_begin(&m->bounds, address);
    for (const struct inst *bound; (bound = bound_walk_next(&m->bounds, m->kernel, &walk));) {
        struct value index = execute_operand(m, thread, kernel_operand(m->kernel, bound, 0));
        uint64_t extent = kernel_inst(m->kernel, kernel_operand(m->kernel, bound, 1))->imm;
        if (index.lanes[0] < extent) {
            continue;
        }
        struct simulate_finding finding = {.rule = SIMULATE_OUT_OF_BOUNDS,
                                           .kind = FINDING_KIND_INNER_DIMENSION,
                                           .event_count = 1,
                                           .index = (int64_t)index.lanes[0],
                                           .extent = extent};
        finding.events[0] = event_at(m, thread, inst, target, size_bytes, writes);
        finding.approximate = (index.taint | thread->control) != 0;
        record_finding(m, &finding);
    }
}

/* The offset that 32-bit addresses of shared memory lead to: its low 32 bits, as a signed number. */
static int64_t wrapped_offset(int64_t offset_bytes) {
    uint64_t low = (uint64_t)offset_bytes & UINT32_MAX;
    return (int64_t)(low ^ UINT64_C(0x80000000)) - INT64_C(0x80000000);
}

/* Where the access goes, by the address in an operand; the instance is 0 if it may not be performed. */
static struct target locate(struct machine *m, struct thread *thread, uint32_t inst, uint32_t operand, const struct value *pointer,
                            uint64_t size_bytes, uint64_t alignment, bool writes) {
    struct target target;
    target.instance = pointer->taint & TAINT_STRAYED ? 0 : memory_resolve(m, pointer->lanes[0], &target.offset_bytes);
    if (size_bytes == 0) {
        return (struct target){0};
    }
    const struct instance *instance = &m->instances.data[target.instance];
    const char *text = NULL;
    if (target.instance == 0) {
        uint64_t address = pointer->lanes[0];
        text = address == 0 ? "null pointer" : address < NEAR_NULL ? "near the null pointer" : "no variable or array";
        target.offset_bytes = (int64_t)pointer->lanes[0];
    } else if (instance->block != SIMULATE_NONE && instance->block != thread->home->index) {
        text = "memory of another block";
    } else if (instance->thread != SIMULATE_NONE && instance->thread != thread->index) {
        text = "local memory of another thread";
    }
    if (text || !memory_contains(instance, target.offset_bytes, size_bytes)) {
        int64_t wrapped = wrapped_offset(target.offset_bytes);
        bool wraps = !text && instance->space == SPACE_SHARED && memory_contains(instance, wrapped, size_bytes);
        report(m, thread, inst, &target, SIMULATE_OUT_OF_BOUNDS, size_bytes, writes, pointer->taint, text, wraps);
        if (!wraps) {
            return (struct target){0};
        }
        target.offset_bytes = wrapped;
    }
    if (m->bounds.first) {
        check_dimensions(m, thread, inst, kernel_operand(m->kernel, &m->kernel->insts[inst], operand), &target, size_bytes, writes);
    }
    if ((uint64_t)target.offset_bytes % alignment != 0) {
        report(m, thread, inst, &target, SIMULATE_MISALIGNED, size_bytes, writes, pointer->taint, NULL, false);
    }
    if (writes && instance->is_constant) {
        record_unsupported(m, thread, inst, "write to constant memory");
        return (struct target){0};
    }
    return target;
}

static bool is_watched(const struct instance *instance) {
    return !instance->is_constant && (instance->space == SPACE_GLOBAL || instance->space == SPACE_SHARED || instance->space == SPACE_GENERIC);
}

/* The bytes of an access; `bytes` after it (of a read: those found). */
struct transfer {
    uint32_t inst;
    struct target target;
    uint32_t size_bytes;
    uint8_t bytes[MAX_ACCESS_BYTES], taints[MAX_ACCESS_BYTES], defined[MAX_ACCESS_BYTES];
    uint8_t mode;
    bool is_atomic;
    uint8_t address_taint;
    uint32_t owner; /* as in record */
};

/* The page of byte i of the transfer; `page` is that of byte i - 1, NULL for the first. */
static struct page *page_of(struct machine *m, const struct transfer *t, uint32_t i, struct page *page, uint32_t *place) {
    if (page && *place + 1 < page->size_bytes) {
        ++*place;
        return page;
    }
    return memory_page(m, t->target.instance, (uint64_t)t->target.offset_bytes + i, place);
}

static void fetch(struct machine *m, struct transfer *t) {
    struct page *page = NULL;
    uint32_t place = 0;
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        page = page_of(m, t, i, page, &place);
        t->bytes[i] = page->bytes[place];
        t->taints[i] = page->taints[place];
        t->defined[i] = page->defined[place];
    }
}

static uint64_t first_bytes(const uint8_t *bytes, uint32_t count) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < count && i < 8; i++) {
        value |= (uint64_t)bytes[i] << (i * 8);
    }
    return value;
}

static void observe(struct machine *m, struct thread *thread, const struct transfer *t, bool watched) {
    bool follows = thread->followed, observes = m->input->observe && watched;
    if (!follows && !observes) {
        return;
    }
    struct simulate_event event = event_at(m, thread, t->inst, &t->target, t->size_bytes, t->mode != SIMULATE_READ);
    event.value = first_bytes(t->bytes, t->size_bytes);
    if (observes) {
        m->input->observe(m->input->observe_context, &event);
    }
    if (follows) {
        m->input->follow(m->input->follow_context, &event);
    }
}

/* Tells the shadow; then, unless it is a read, stores bytes, taints and definedness. */
static void perform(struct machine *m, struct thread *thread, const struct transfer *t) {
    const struct inst *inst = &m->kernel->insts[t->inst];
    bool watched = is_watched(&m->instances.data[t->target.instance]);
    uint8_t value_taint = thread->control;
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        value_taint |= t->taints[i];
    }
    struct shadow_access access = {.inst = t->inst,
                                   .instance = t->target.instance,
                                   .offset_bytes = t->target.offset_bytes,
                                   .size_bytes = t->size_bytes,
                                   .value = first_bytes(t->bytes, t->size_bytes),
                                   .mode = t->mode,
                                   .is_atomic = t->is_atomic,
                                   .inexact_address = (t->address_taint | thread->control) != 0,
                                   .inexact_value = value_taint != 0,
                                   .is_pending = (inst->flags & INST_ASYNC) != 0,
                                   .owner = t->owner,
                                   .scope = inst->scope};
    if (access.is_pending && watched) {
        copies_begin(m, thread,
                     &(struct pending_copy){.inst = t->inst,
                                            .instance = t->target.instance,
                                            .size_bytes = t->size_bytes,
                                            .offset_bytes = t->target.offset_bytes,
                                            .mode = t->mode});
    }
    if (watched) {
        diverge_note_effect(m, thread, t->inst);
    }
    observe(m, thread, t, watched);
    struct page *page = NULL;
    uint32_t place = 0;
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        page = page_of(m, t, i, page, &place);
        if (watched) {
            shadow_access(m, thread, &access, page, place, (uint64_t)t->target.offset_bytes + i, page->bytes[place], t->bytes[i]);
        }
        if (t->mode != SIMULATE_READ) {
            page->bytes[place] = t->bytes[i];
            page->taints[place] = t->taints[i] | t->address_taint | thread->control;
            page->defined[place] = t->defined[i];
        }
    }
}

static void transfer_prepare(const struct machine *m, struct transfer *t, uint32_t inst, struct target target, uint32_t size_bytes, uint8_t mode,
                             uint8_t address_taint) {
    const struct inst *i = &m->kernel->insts[inst];
    t->inst = inst;
    t->target = target;
    t->size_bytes = size_bytes;
    t->mode = mode;
    t->address_taint = address_taint;
    t->owner = 0;
    t->is_atomic = i->op == INST_ATOMIC || i->op == INST_CMPXCHG || (i->flags & INST_ATOMIC_ACCESS) != 0;
}

static void value_to_bytes(const struct value *value, struct type type, struct transfer *t) {
    uint32_t width = lane_bytes(type);
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        t->bytes[i] = (uint8_t)(value->lanes[i / width] >> (i % width * 8));
        t->taints[i] = value->taint;
        t->defined[i] = 1;
    }
}

static struct value bytes_to_value(const struct transfer *t, struct type type) {
    struct value value;
    uint32_t width = lane_bytes(type);
    value.taint = t->address_taint;
    memset(value.lanes, 0, type.lanes * sizeof *value.lanes);
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        value.lanes[i / width] |= (uint64_t)t->bytes[i] << (i % width * 8);
        value.taint |= t->taints[i];
    }
    for (uint32_t lane = 0; lane < type.lanes; lane++) {
        value.lanes[lane] &= value_mask(type.width_bits);
    }
    return value;
}

static void require_defined(struct machine *m, struct thread *thread, struct transfer *t, struct value *value) {
    for (uint32_t i = 0; i < t->size_bytes; i++) {
        if (!t->defined[i]) {
            report(m, thread, t->inst, &t->target, SIMULATE_UNINITIALISED, t->size_bytes, false, t->address_taint, NULL, false);
            value->taint |= TAINT_UNDEFINED;
            return;
        }
    }
}

static struct value unknown_value(struct machine *m, struct type type) {
    struct value value = {.taint = TAINT_UNDEFINED};
    for (uint32_t lane = 0; lane < type.lanes; lane++) {
        value.lanes[lane] = execute_unknown(m, type.width_bits);
    }
    return value;
}

static void load(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct value pointer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    uint32_t size_bytes = type_bytes(inst->type);
    struct target target = locate(m, thread, id, 0, &pointer, size_bytes, needed_alignment(inst, inst->type), false);
    struct value value;
    if (target.instance != 0) {
        struct transfer t;
        transfer_prepare(m, &t, id, target, size_bytes, SIMULATE_READ, pointer.taint);
        fetch(m, &t);
        value = bytes_to_value(&t, inst->type);
        require_defined(m, thread, &t, &value);
        perform(m, thread, &t);
    } else {
        value = unknown_value(m, inst->type);
    }
    execute_define(m, thread, id, &value);
}

static void store(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct value pointer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    value_ref operand = kernel_operand(m->kernel, inst, 1);
    struct type type = kernel_inst(m->kernel, operand)->type;
    struct value value = execute_operand(m, thread, operand);
    uint32_t size_bytes = type_bytes(type);
    struct target target = locate(m, thread, id, 0, &pointer, size_bytes, needed_alignment(inst, type), true);
    if (target.instance != 0) {
        struct transfer t;
        transfer_prepare(m, &t, id, target, size_bytes, SIMULATE_WRITE, pointer.taint);
        value_to_bytes(&value, type, &t);
        perform(m, thread, &t);
    }
}

/* ATOMIC and CMPXCHG. A compare that fails only reads. */
static void update(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    struct type type = inst->type;
    struct value pointer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    struct value first = execute_operand(m, thread, kernel_operand(m->kernel, inst, 1));
    uint32_t size_bytes = type_bytes(type);
    struct target target = locate(m, thread, id, 0, &pointer, size_bytes, needed_alignment(inst, type), true);
    struct value old = unknown_value(m, type);
    if (target.instance != 0) {
        struct transfer t;
        transfer_prepare(m, &t, id, target, size_bytes, SIMULATE_ATOMIC, pointer.taint);
        fetch(m, &t);
        old = bytes_to_value(&t, type);
        require_defined(m, thread, &t, &old);
        struct value new = first;
        new.taint |= old.taint;
        if (inst->op == INST_CMPXCHG) {
            bool equal = old.lanes[0] == first.lanes[0];
            uint8_t compared = new.taint;
            new = execute_operand(m, thread, kernel_operand(m->kernel, inst, 2));
            new = equal ? new : old;
            new.taint |= compared;
            t.mode = equal ? SIMULATE_ATOMIC : SIMULATE_READ;
        } else {
            new.lanes[0] = value_atomic((enum atomic_op)inst->imm, type, old.lanes[0], first.lanes[0]);
        }
        value_to_bytes(&new, type, &t);
        perform(m, thread, &t);
    }
    execute_define(m, thread, id, &old);
}

/* A fill of memory that only the thread itself sees, by pages. */
static void fill_own(struct machine *m, const struct thread *thread, const struct target *target, uint64_t count, const struct value *byte,
                     uint8_t taint) {
    for (uint64_t done = 0; done < count;) {
        uint32_t place;
        struct page *page = memory_page(m, target->instance, (uint64_t)target->offset_bytes + done, &place);
        uint64_t left = count - done, room = page->size_bytes - place;
        size_t size_bytes = (size_t)(left < room ? left : room);
        memset(page->bytes + place, (int)byte->lanes[0], size_bytes);
        memset(page->taints + place, byte->taint | taint | thread->control, size_bytes);
        memset(page->defined + place, 1, size_bytes);
        done += size_bytes;
    }
}

/* In chunks: the shadow remembers where in an access a byte lies. */
static void copy_or_set(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    bool copies = inst->op == INST_MEMCPY;
    if ((inst->flags & INST_GROUP) && thread->index != 0) {
        return;
    }
    struct value pointer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    struct value second = execute_operand(m, thread, kernel_operand(m->kernel, inst, 1));
    struct value size = execute_operand(m, thread, kernel_operand(m->kernel, inst, 2));
    uint64_t count = size.lanes[0];
    uint8_t size_taint = size.taint | thread->control;
    uint64_t alignment = inst->imm ? inst->imm : 1;
    struct target source = {0};
    if (copies) {
        source = locate(m, thread, id, 1, &second, count, alignment, false);
    }
    struct target target = locate(m, thread, id, 0, &pointer, count, alignment, true);
    if (target.instance == 0 || (copies && source.instance == 0)) {
        return;
    }
    if (count > MAX_COPY_BYTES) {
        record_unsupported(m, thread, id, "copy of more than 64 MiB");
        m->result->incomplete_memory = true;
        return;
    }
    bool is_own = !copies && m->instances.data[target.instance].thread != SIMULATE_NONE;
    m->result->steps += engine_copy_steps(count, is_own);
    if (is_own && !thread->followed) {
        fill_own(m, thread, &target, count, &second, pointer.taint | size_taint);
        return;
    }
    uint64_t chunks = (count + CHUNK_BYTES - 1) / CHUNK_BYTES;
    struct transfer *all = mem_alloc(mem_array_bytes(chunks, sizeof *all));
    for (uint64_t i = 0; i < chunks; i++) {
        struct transfer *t = &all[i];
        uint64_t start = i * CHUNK_BYTES, left = count - start;
        uint32_t size_bytes = left < CHUNK_BYTES ? (uint32_t)left : CHUNK_BYTES;
        struct target from = source, to = target;
        from.offset_bytes += (int64_t)start;
        to.offset_bytes += (int64_t)start;
        if (copies) {
            transfer_prepare(m, t, id, from, size_bytes, SIMULATE_READ, second.taint | size_taint);
            fetch(m, t);
            perform(m, thread, t);
        } else {
            t->size_bytes = size_bytes;
            memset(t->bytes, (int)second.lanes[0], sizeof t->bytes);
            memset(t->taints, second.taint, sizeof t->taints);
            memset(t->defined, 1, sizeof t->defined);
        }
        t->inst = id;
        t->target = to;
        t->mode = SIMULATE_WRITE;
        t->is_atomic = false;
        t->owner = 0;
        t->address_taint = pointer.taint | size_taint;
    }
    for (uint64_t i = 0; i < chunks; i++) {
        perform(m, thread, &all[i]);
    }
    mem_free(all, mem_array_bytes(chunks, sizeof *all));
}

/* Two lanes make all accesses of the warp, each all of them: which lane touches what is not specified, all lanes come here
 * together, and what races with a third races with one of the two. What a tile holds is not known. */
static void matrix(struct machine *m, struct thread *thread, uint32_t id) {
    const struct inst *inst = &m->kernel->insts[id];
    bool is_store = inst->op == INST_MATRIX_STORE;
    struct value pointer = execute_operand(m, thread, kernel_operand(m->kernel, inst, 0));
    struct value stride = execute_operand(m, thread, kernel_operand(m->kernel, inst, 1));
    uint64_t lines = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, 2))->imm;
    uint64_t size_bytes = kernel_inst(m->kernel, kernel_operand(m->kernel, inst, 3))->imm;
    uint32_t fragment = (uint32_t)kernel_inst(m->kernel, kernel_operand(m->kernel, inst, 4))->imm;
    if (size_bytes > MAX_ACCESS_BYTES) {
        record_unsupported(m, thread, id, "matrix line of more than 128 bytes");
        m->result->incomplete_memory = true;
        return;
    }
    thread->stores += is_store;
    if (thread->index % WARP_THREADS > 1) {
        return;
    }
    for (uint64_t line = 0; line < lines; line++) {
        struct value at = pointer;
        at.lanes[0] += line * stride.lanes[0];
        at.taint |= stride.taint;
        struct target target = locate(m, thread, id, 0, &at, size_bytes, 1, is_store);
        if (target.instance == 0) {
            continue;
        }
        struct transfer t;
        transfer_prepare(m, &t, id, target, (uint32_t)size_bytes, is_store ? SIMULATE_WRITE : SIMULATE_READ, at.taint);
        t.owner = tile_owner(fragment, (uint32_t)line);
        fetch(m, &t);
        for (uint32_t i = 0; i < size_bytes && is_store; i++) {
            t.bytes[i] = (uint8_t)execute_unknown(m, 8);
            t.taints[i] = TAINT_UNSUPPORTED;
            t.defined[i] = 1;
        }
        perform(m, thread, &t);
    }
}

void access_execute(struct machine *m, struct thread *thread, uint32_t inst) {
    enum inst_op op = (enum inst_op)m->kernel->insts[inst].op;
    if (op == INST_LOAD) {
        load(m, thread, inst);
    } else if (op == INST_STORE) {
        store(m, thread, inst);
    } else if (op == INST_ATOMIC || op == INST_CMPXCHG) {
        update(m, thread, inst);
    } else if (op == INST_MATRIX_LOAD || op == INST_MATRIX_STORE) {
        matrix(m, thread, inst);
    } else {
        copy_or_set(m, thread, inst);
    }
}
