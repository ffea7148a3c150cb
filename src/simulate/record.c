#include "simulate/machine.h"

static const char *const rule_names[] = {"data-race", "barrier-divergence", "out-of-bounds", "misaligned", "uninitialised", "assertion", "trap",
                                         "budget",    "unsupported"};

const char *simulate_rule_name(enum simulate_rule rule) {
    return rule_names[rule];
}

struct simulate_event event_of(const struct machine *m, const struct thread *thread, uint32_t inst) {
    struct simulate_event event = {
        .mode = SIMULATE_OTHER, .inst = {inst}, .loc = m->kernel->insts[inst].loc, .array = SIMULATE_NONE, .object = SIMULATE_NONE};
    const uint32_t *size = m->input->block;
    event.thread[0] = thread->index % size[0];
    event.thread[1] = thread->index / size[0] % size[1];
    event.thread[2] = thread->index / size[0] / size[1];
    for (uint32_t axis = 0; axis < 3; axis++) {
        event.block[axis] = thread->home->id[axis];
    }
    event.interval = thread->home->epoch;
    return event;
}

/* Orders the two events by instruction, so that a pair has one form. */
static void normalise(struct simulate_finding *finding) {
    if (finding->event_count == 2 && finding->rule == SIMULATE_RACE && finding->events[0].inst.id > finding->events[1].inst.id) {
        struct simulate_event first = finding->events[0];
        finding->events[0] = finding->events[1];
        finding->events[1] = first;
    }
}

/* Three words, since each race of a run makes one: what it is, its instructions, and where it is. */
static uint64_t key_of_events(uint64_t what, const uint32_t inst[2], const uint8_t mode[2], uint32_t array, uint32_t object) {
    uint64_t key = hash_mix(0, what | (uint64_t)mode[0] << 32 | (uint64_t)mode[1] << 40);
    return hash_mix(hash_mix(key, (uint64_t)inst[0] << 32 | inst[1]), (uint64_t)array << 32 | object);
}

static uint64_t what_of(enum simulate_rule rule, enum finding_kind kind, enum finding_scope scope, uint32_t event_count) {
    return (uint64_t)rule | (uint64_t)kind << 8 | (uint64_t)scope << 16 | (uint64_t)event_count << 24;
}

static uint64_t key_of(const struct simulate_finding *f) {
    uint32_t inst[2] = {0};
    uint8_t mode[2] = {0};
    for (uint32_t i = 0; i < f->event_count; i++) {
        inst[i] = f->events[i].inst.id;
        mode[i] = (uint8_t)f->events[i].mode;
    }
    const enum finding_scope scope = f->rule == SIMULATE_RACE ? f->scope : (enum finding_scope)0;
    return key_of_events(what_of(f->rule, f->kind, scope, f->event_count), inst, mode, f->events[0].array, f->events[0].object);
}

/* The key of a race, without its events. */
static uint64_t key_of_race(const struct race_seen *race, uint32_t array, uint32_t object) {
    const uint32_t first = race->inst[0] > race->inst[1];
    const uint32_t inst[2] = {race->inst[first], race->inst[first ^ 1]};
    const uint8_t mode[2] = {race->mode[first], race->mode[first ^ 1]};
    return key_of_events(what_of(SIMULATE_RACE, race->kind, race->scope, 2), inst, mode, array, object);
}

static struct clarity clarity_of(const struct simulate_finding *f) {
    return (struct clarity){f->approximate, f->went_on, f->same_value, f->approximate_value, f->preferred, f->wraps};
}

/* A clearer occurrence replaces the first one: exact before approximate, a difference of
 * values before equal ones, accesses that are not performed before those that wrap, preferred threads before others. */
static bool is_clearer(const struct clarity *new, const struct clarity *old) {
    if (new->approximate != old->approximate) {
        return !new->approximate;
    }
    if (new->wraps != old->wraps) {
        return !new->wraps;
    }
    if (new->went_on != old->went_on) {
        return new->went_on;
    }
    if (new->same_value != old->same_value) {
        return !new->same_value;
    }
    if (new->approximate_value != old->approximate_value) {
        return !new->approximate_value;
    }
    return new->preferred && !old->preferred;
}

/* Counts what is no clearer than the finding that is kept. */
static bool count_again(struct simulate_finding *old, const struct clarity *new) {
    struct clarity kept = clarity_of(old);
    if (is_clearer(new, &kept)) {
        return false;
    }
    old->count++;
    old->approximate_value = old->approximate_value || (new->same_value != old->same_value && old->same_value);
    return true;
}

bool record_race_again(struct machine *m, const struct race_seen *race, uint32_t array, uint32_t object) {
    uint32_t index;
    return map_get(&m->finding_index, key_of_race(race, array, object), &index) && count_again(&m->findings.data[index], &race->clarity);
}

static void ask_enough(struct machine *m, const struct simulate_finding *finding) {
    if (m->input->is_enough && !others_assume(m) && m->input->is_enough(m->input->enough_context, finding)) {
        machine_stop(m);
    }
}

struct simulate_finding *record_finding(struct machine *m, const struct simulate_finding *given) {
    struct simulate_finding finding = *given;
    normalise(&finding);
    uint64_t key = key_of(&finding);
    uint32_t limit = m->input->finding_limit ? m->input->finding_limit : 1000, index;
    if (map_get(&m->finding_index, key, &index)) {
        struct simulate_finding *old = &m->findings.data[index];
        struct clarity clarity = clarity_of(&finding);
        if (!count_again(old, &clarity)) {
            bool disagree = finding.same_value != old->same_value;
            finding.approximate_value |= disagree && finding.same_value;
            finding.count = old->count + 1;
            *old = finding;
            ask_enough(m, old);
        }
        return NULL;
    }
    if (m->findings.size >= limit) {
        m->result->findings_dropped = true;
        return NULL;
    }
    finding.count = 1;
    map_set(&m->finding_index, key, m->findings.size);
    vec_push(&m->findings, finding);
    ask_enough(m, &vec_last(&m->findings));
    return &vec_last(&m->findings);
}

/* The run ends for lack of something. */
void record_budget(struct machine *m, const struct thread *thread, const char *text) {
    struct simulate_finding finding = {.rule = SIMULATE_BUDGET, .event_count = 1, .text = text};
    finding.events[0] = event_of(m, thread, thread->last_inst);
    finding.approximate = thread->control != 0;
    record_finding(m, &finding);
    machine_stop(m);
}

void record_unsupported(struct machine *m, const struct thread *thread, uint32_t inst, const char *text) {
    struct simulate_finding finding = {.rule = SIMULATE_UNSUPPORTED, .event_count = 1};
    finding.events[0] = event_of(m, thread, inst);
    finding.text = text;
    finding.approximate = thread->control != 0;
    record_finding(m, &finding);
}
