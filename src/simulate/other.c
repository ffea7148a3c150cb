/* Assertions about two threads: conditions that speak of values of another thread (INST_OTHER).

   The threads that get to such an assertion in the same iterations of the loops around it are a group; what a condition is computed
   from is kept of each. Each two threads of a group are judged when the later one comes: the condition is computed again, with the
   values of one and, in place of each OTHER, the value of the other. A condition that asks whether the other thread gets there
   (INST_ENABLED) is judged of a thread that did not when all threads have ended.

   A pair that breaks an assumption ends the run like a thread that breaks one. As the second of a pair may come late, no run of a kernel
   with such an assumption ends early because it has shown enough, and of one that did not get to its end, or has an assumption that
   cannot be judged, the findings are approximate. */
#include <assert.h>
#include <string.h>

#include "simulate/machine.h"

enum { KEPT_OF_GROUP = 2048, KEPT_VALUES = 1 << 24, OPERAND_DEPTH = 12 };

/* An ASSERT or ASSUME with a condition that speaks of another thread. */
struct spoken {
    uint32_t inst, loop; /* loop: innermost one around it */
    VEC(uint32_t) slice; /* what is to be computed again, in order; the OTHERs are not in it */
    VEC(uint32_t) others;
    VEC(value_ref) leaves; /* what it is computed from */
    bool asks_enabled;     /* an operand of its OTHERs is an ENABLED */
    bool is_whole;         /* all of it is understood */
};

/* What a thread brought: values and taints of the leaves, then of the OTHERs' operands. */
struct arrival {
    struct block_state *home;
    uint32_t index, first;
    uint8_t control;
    bool preferred;
};

/* Who came to an assertion in the same iterations. Of threads of one block that brought the same one is kept for all. */
struct group {
    uint32_t next, spoken;
    uint32_t rounds; /* first in others.rounds */
    VEC(struct arrival) kept;
    VEC(uint64_t) there; /* block and thread of all, if conditions ask who is not there */
};

struct others {
    VEC(struct spoken) list;
    uint32_t *spoken_of;      /* by instruction: index in list + 1, 0: none */
    VEC(struct group) groups; /* entry 0 unused */
    struct map first_group;   /* hash -> group, the first of a chain */
    VEC(uint32_t) rounds;     /* of groups: of the loop and of each one around it */
    VEC(uint64_t) values;
    VEC(uint8_t) taints;
    bool has_assumption, is_doubtful; /* doubtful: whether an assumption holds is not known */
    bool is_partial;                  /* some thread was not kept: not every pair is judged */
    struct thread frame;              /* in which conditions are computed */
};

/* ---- what conditions are computed from ---- */

static bool depends(const struct machine *m, const struct spoken *s, value_ref v) {
    for (uint32_t i = 0; i < s->slice.size; i++) {
        if (s->slice.data[i] == v.id) {
            return true;
        }
    }
    for (uint32_t i = 0; i < s->others.size; i++) {
        if (s->others.data[i] == v.id) {
            return true;
        }
    }
    (void)m;
    return false;
}

static void add_leaf(struct machine *m, struct spoken *s, value_ref v) {
    const struct inst *inst = kernel_inst(m->kernel, v);
    bool is_kept = inst->op > INST_NULLPTR;
    s->is_whole = s->is_whole && inst->type.lanes == 1 && inst->op != INST_OBJECT && inst->op != INST_UNDEF &&
                  !(inst->op == INST_PARAM && m->kernel->params[inst->imm].by_value_struct);
    for (uint32_t i = 0; i < s->leaves.size && is_kept; i++) {
        is_kept = s->leaves.data[i].id != v.id;
    }
    if (is_kept) {
        vec_push(&s->leaves, v);
    }
}

/* The slice of the assertion's condition in its block: what depends on an OTHER there. */
static struct spoken slice_of(struct machine *m, uint32_t block, uint32_t place) {
    const struct kernel *k = m->kernel;
    struct spoken s = {.inst = kernel_at(k, block, place).id, .loop = m->cfg->loop_of[block], .is_whole = true};
    for (uint32_t i = 0; i < place; i++) {
        value_ref ref = kernel_at(k, block, i);
        const struct inst *inst = kernel_inst(k, ref);
        bool does = false;
        if (inst->op == INST_OTHER) {
            vec_push(&s.others, ref.id);
        }
        for (uint32_t o = 0; o < inst->operand_count && inst_class_of((enum inst_op)inst->op) == CLASS_VALUE && inst->op != INST_PHI; o++) {
            does |= depends(m, &s, kernel_operand(k, inst, o));
        }
        if (does) {
            s.is_whole = s.is_whole && inst->type.lanes == 1;
            vec_push(&s.slice, ref.id);
        }
    }
    return s;
}

/* The value of an OTHER's operand rests on whether the thread gets there. */
static bool asks_enabled(const struct machine *m, value_ref v, uint32_t depth) {
    const struct inst *inst = kernel_inst(m->kernel, v);
    bool asks = inst->op == INST_ENABLED;
    for (uint32_t o = 0; o < inst->operand_count && depth > 0 && !asks && inst_class_of((enum inst_op)inst->op) == CLASS_VALUE; o++) {
        asks = asks_enabled(m, kernel_operand(m->kernel, inst, o), depth - 1);
    }
    return asks;
}

/* Drops what the condition does not need; false if it does not speak of another thread. */
static bool restrict_to_condition(struct machine *m, struct spoken *s) {
    const struct kernel *k = m->kernel;
    const struct inst *claim = &k->insts[s->inst];
    bool *needed = arena_alloc(&m->scratch, k->inst_count * sizeof *needed);
    if (!depends(m, s, kernel_operand(k, claim, 0))) {
        return false;
    }
    needed[kernel_operand(k, claim, 0).id] = true;
    for (uint32_t i = s->slice.size; i-- > 0;) {
        const struct inst *inst = &k->insts[s->slice.data[i]];
        for (uint32_t o = 0; o < inst->operand_count && needed[s->slice.data[i]]; o++) {
            value_ref v = kernel_operand(k, inst, o);
            needed[v.id] = true;
            if (!depends(m, s, v)) {
                add_leaf(m, s, v);
            }
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->slice.size; i++) {
        if (needed[s->slice.data[i]]) {
            s->slice.data[kept++] = s->slice.data[i];
        }
    }
    s->slice.size = kept;
    kept = 0;
    for (uint32_t i = 0; i < s->others.size; i++) {
        const struct inst *other = &k->insts[s->others.data[i]];
        if (!needed[s->others.data[i]]) {
            continue;
        }
        s->others.data[kept++] = s->others.data[i];
        s->asks_enabled |= other->operand_count > 0 && asks_enabled(m, kernel_operand(k, other, 0), OPERAND_DEPTH);
        s->is_whole = s->is_whole && (other->operand_count == 0 || !depends(m, s, kernel_operand(k, other, 0)));
    }
    s->others.size = kept;
    return true;
}

void others_create(struct machine *m) {
    const struct kernel *k = m->kernel;
    bool has = false;
    for (uint32_t i = 0; i < k->inst_count; i++) {
        has |= k->insts[i].op == INST_OTHER;
    }
    if (!has) {
        return;
    }
    struct others *all = m->others = arena_alloc(&m->scratch, sizeof *all);
    map_init(&all->first_group);
    vec_push(&all->groups, (struct group){.next = 0});
    all->spoken_of = arena_alloc(&m->scratch, k->inst_count * sizeof *all->spoken_of);
    all->frame.values = arena_alloc(&m->scratch, (m->slot_count + 1) * sizeof *all->frame.values);
    all->frame.taints = arena_alloc(&m->scratch, m->slot_count + 1);
    for (uint32_t b = 0; b < k->block_count; b++) {
        for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
            const struct inst *inst = kernel_inst(k, kernel_at(k, b, i));
            if (inst->op != INST_ASSERT && inst->op != INST_ASSUME) {
                continue;
            }
            struct spoken s = slice_of(m, b, i);
            if (restrict_to_condition(m, &s)) {
                vec_push(&all->list, s);
                all->has_assumption |= inst->op == INST_ASSUME;
                all->spoken_of[s.inst] = all->list.size;
                for (uint32_t loop = s.loop; loop != CFG_NONE; loop = m->cfg->loops[loop].parent) {
                    m->barrier_loop[m->cfg->loops[loop].header] = loop;
                }
            } else {
                vec_release(&s.slice);
                vec_release(&s.others);
                vec_release(&s.leaves);
            }
        }
    }
}

void others_release(struct machine *m) {
    struct others *all = m->others;
    if (!all) {
        return;
    }
    for (uint32_t i = 0; i < all->list.size; i++) {
        vec_release(&all->list.data[i].slice);
        vec_release(&all->list.data[i].others);
        vec_release(&all->list.data[i].leaves);
    }
    for (uint32_t i = 0; i < all->groups.size; i++) {
        vec_release(&all->groups.data[i].kept);
        vec_release(&all->groups.data[i].there);
    }
    vec_release(&all->list);
    vec_release(&all->groups);
    vec_release(&all->rounds);
    vec_release(&all->values);
    vec_release(&all->taints);
    map_release(&all->first_group);
}

/* ---- judging ---- */

/* Copies what the thread brought to the frame: its leaves, or (as_other) its values for the OTHERs. */
static uint8_t bring(struct machine *m, const struct spoken *s, const struct arrival *a, bool as_other) {
    struct others *all = m->others;
    uint32_t from = a->first + (as_other ? s->leaves.size : 0), count = as_other ? s->others.size : s->leaves.size;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = m->slot[as_other ? s->others.data[i] : s->leaves.data[i].id];
        all->frame.values[slot] = all->values.data[from + i];
        all->frame.taints[slot] = all->taints.data[from + i];
    }
    return a->control;
}

static struct simulate_event event_at(struct machine *m, const struct arrival *a, uint32_t inst) {
    struct others *all = m->others;
    all->frame.home = a->home;
    all->frame.index = a->index;
    return event_of(m, &all->frame, inst);
}

/* The condition, of what is in the frame, for t with u. `control`: taint of what led them there. */
static void judge(struct machine *m, const struct spoken *s, const struct arrival *t, const struct arrival *u, bool is_absent, uint8_t control) {
    struct others *all = m->others;
    const struct inst *claim = &m->kernel->insts[s->inst];
    all->frame.home = t->home;
    all->frame.index = t->index;
    m->result->steps += 1 + s->slice.size;
    for (uint32_t i = 0; i < s->others.size; i++) {
        if (m->kernel->insts[s->others.data[i]].operand_count == 0) {
            execute_define(m, &all->frame, s->others.data[i], &(struct value){.lanes = {t->home == u->home}});
        }
    }
    for (uint32_t i = 0; i < s->slice.size; i++) {
        execute_value(m, &all->frame, s->slice.data[i]);
    }
    struct value value = execute_operand(m, &all->frame, kernel_operand(m->kernel, claim, 0));
    bool is_inexact = (value.taint | control) != 0, is_assumption = claim->op == INST_ASSUME;
    all->is_doubtful |= is_assumption && is_inexact;
    if (value.lanes[0] || (is_assumption && is_inexact)) {
        return;
    }
    if (is_assumption) {
        m->result->assumption_failed = true;
        m->result->assumption = claim->loc;
        machine_stop(m);
        return;
    }
    struct simulate_finding finding = {.rule = SIMULATE_ASSERTION, .kind = FINDING_KIND_FAILS, .event_count = 2, .text = claim->name};
    finding.approximate = is_inexact;
    finding.is_absent = is_absent;
    finding.preferred = t->preferred && u->preferred;
    finding.events[0] = event_at(m, t, s->inst);
    finding.events[1] = event_at(m, u, s->inst);
    record_finding(m, &finding);
}

static void judge_pair(struct machine *m, const struct spoken *s, const struct arrival *t, const struct arrival *u) {
    uint8_t control = bring(m, s, t, false);
    control |= bring(m, s, u, true);
    judge(m, s, t, u, false, control);
}

/* ---- arrivals ---- */

static struct group *group_of(struct machine *m, uint32_t spoken, const struct thread *thread) {
    struct others *all = m->others;
    uint64_t key = hash_mix(0, spoken);
    uint32_t first = all->rounds.size, count = 0, index = 0;
    for (uint32_t loop = all->list.data[spoken].loop; loop != CFG_NONE; loop = m->cfg->loops[loop].parent, count++) {
        key = hash_mix(key, thread->rounds[loop]);
        vec_push(&all->rounds, thread->rounds[loop]);
    }
    bool known = map_get(&all->first_group, key, &index);
    for (uint32_t g = known ? index : 0; g != 0; g = all->groups.data[g].next) {
        const uint32_t *rounds = all->rounds.data;
        struct group *group = &all->groups.data[g];
        if (group->spoken == spoken && (count == 0 || memcmp(rounds + group->rounds, rounds + first, count * sizeof *rounds) == 0)) {
            all->rounds.size = first;
            return group;
        }
    }
    vec_push(&all->groups, (struct group){.next = known ? index : 0, .spoken = spoken, .rounds = first});
    map_set(&all->first_group, key, all->groups.size - 1);
    return &vec_last(&all->groups);
}

static struct arrival take_values(struct machine *m, const struct spoken *s, const struct thread *thread) {
    struct others *all = m->others;
    struct arrival a = {thread->home, thread->index, all->values.size, thread->control, thread->preferred};
    for (uint32_t i = 0; i < s->leaves.size + s->others.size; i++) {
        const struct inst *other = i < s->leaves.size ? NULL : &m->kernel->insts[s->others.data[i - s->leaves.size]];
        struct value value = {.lanes = {0}}; /* whether blocks are the same is judged of pairs */
        if (!other || other->operand_count > 0) {
            value = execute_operand(m, thread, other ? kernel_operand(m->kernel, other, 0) : s->leaves.data[i]);
        }
        vec_push(&all->values, value.lanes[0]);
        vec_push(&all->taints, value.taint);
    }
    return a;
}

static uint64_t thread_key(const struct block_state *home, uint32_t index) {
    return (uint64_t)home->index << 32 | index;
}

static bool brings_same(const struct others *all, const struct spoken *s, const struct arrival *a, const struct arrival *b) {
    uint32_t count = s->leaves.size + s->others.size;
    return a->home == b->home && a->control == b->control &&
           (count == 0 || (memcmp(all->values.data + a->first, all->values.data + b->first, count * sizeof *all->values.data) == 0 &&
                           memcmp(all->taints.data + a->first, all->taints.data + b->first, count) == 0));
}

bool others_arrive(struct machine *m, const struct thread *thread, uint32_t inst) {
    struct others *all = m->others;
    uint32_t number = all ? all->spoken_of[inst] : 0;
    if (number == 0) {
        return false;
    }
    const struct spoken *s = &all->list.data[number - 1];
    if (!s->is_whole) {
        all->is_doubtful |= m->kernel->insts[inst].op == INST_ASSUME;
        record_unsupported(m, thread, inst, "a condition that speaks of another thread");
        return true;
    }
    struct group *group = group_of(m, number - 1, thread);
    struct arrival a = take_values(m, s, thread);
    bool is_new = true;
    if (s->asks_enabled) {
        vec_push(&group->there, thread_key(a.home, a.index));
    }
    for (uint32_t i = 0; i < group->kept.size && !m->stopped; i++) {
        judge_pair(m, s, &a, &group->kept.data[i]);
        judge_pair(m, s, &group->kept.data[i], &a);
        is_new = is_new && !brings_same(all, s, &a, &group->kept.data[i]);
    }
    if (!is_new && !thread->preferred) {
        all->values.size = all->taints.size = a.first;
    } else if ((group->kept.size < KEPT_OF_GROUP || thread->preferred) && all->values.size < KEPT_VALUES) {
        vec_push(&group->kept, a);
    } else {
        all->values.size = all->taints.size = a.first;
        all->is_partial = true;
    }
    return true;
}

/* ---- threads that do not get there ---- */

static bool has_arrived(const struct group *group, const struct arrival *u) {
    uint64_t key = thread_key(u->home, u->index);
    for (uint32_t i = 0; i < group->there.size; i++) {
        if (group->there.data[i] == key) {
            return true;
        }
    }
    return false;
}

/* Computes a value of a thread that is not there in the frame; false if it rests on more than its indices, the launch and that it is
   not there. */
static bool compute_absent(struct machine *m, value_ref v, uint32_t depth) {
    struct others *all = m->others;
    const struct inst *inst = kernel_inst(m->kernel, v);
    if (inst->op <= INST_NULLPTR) {
        return inst->op == INST_CONST || (inst->op == INST_PARAM && !m->kernel->params[inst->imm].by_value_struct);
    }
    if (inst->op == INST_ENABLED) {
        execute_define(m, &all->frame, v.id, &(struct value){.lanes = {0}});
        return true;
    }
    bool known = inst->type.lanes == 1 && inst->op != INST_PHI && inst_class_of((enum inst_op)inst->op) == CLASS_VALUE && depth > 0;
    for (uint32_t o = 0; o < inst->operand_count && known; o++) {
        known = compute_absent(m, kernel_operand(m->kernel, inst, o), depth - 1);
    }
    if (known) {
        execute_value(m, &all->frame, v.id);
    }
    return known;
}

/* Values for the OTHERs of a thread that is not there. */
static void bring_absent(struct machine *m, const struct spoken *s, const struct arrival *u) {
    struct others *all = m->others;
    all->frame.home = u->home;
    all->frame.index = u->index;
    for (uint32_t i = 0; i < s->others.size; i++) {
        const struct inst *other = &m->kernel->insts[s->others.data[i]];
        struct value value = {.lanes = {0}};
        if (other->operand_count > 0 && compute_absent(m, kernel_operand(m->kernel, other, 0), OPERAND_DEPTH)) {
            value = execute_operand(m, &all->frame, kernel_operand(m->kernel, other, 0));
        } else if (other->operand_count > 0) {
            value.taint = TAINT_UNSUPPORTED;
        }
        execute_define(m, &all->frame, s->others.data[i], &value);
    }
}

static void judge_absent(struct machine *m, const struct group *group) {
    const struct spoken *s = &m->others->list.data[group->spoken];
    for (uint32_t b = 0; b < m->block_count && !m->stopped; b++) {
        for (uint32_t i = 0; i < m->thread_count && !m->stopped; i++) {
            struct arrival u = {.home = &m->blocks[b], .index = i};
            if (has_arrived(group, &u)) {
                continue;
            }
            for (uint32_t t = 0; t < group->kept.size && !m->stopped; t++) {
                bring_absent(m, s, &u);
                uint8_t control = bring(m, s, &group->kept.data[t], false);
                judge(m, s, &group->kept.data[t], &u, true, control);
            }
        }
    }
}

bool others_assume(const struct machine *m) {
    return m->others && m->others->has_assumption;
}

void others_end(struct machine *m) {
    struct others *all = m->others;
    uint64_t threads = (uint64_t)m->block_count * m->thread_count;
    for (uint32_t g = 1; all && g < all->groups.size && m->result->complete; g++) {
        const struct group *group = &all->groups.data[g];
        assert(group->there.size <= threads);
        if (all->list.data[group->spoken].asks_enabled && group->there.size < threads) {
            judge_absent(m, group);
        }
    }
    if (all && all->is_partial) {
        struct simulate_finding finding = {
            .rule = SIMULATE_BUDGET, .event_count = 1, .text = "memory for assertions about two threads: more get to one than are kept, 2048"};
        const struct spoken *s = &all->list.data[0];
        finding.events[0] = event_at(m, &(struct arrival){.home = &m->blocks[0]}, s->inst);
        record_finding(m, &finding);
        m->result->complete = false;
    }
    bool is_doubtful = others_assume(m) && (all->is_doubtful || !m->result->complete);
    for (uint32_t i = 0; i < m->findings.size && is_doubtful; i++) {
        m->findings.data[i].approximate = true;
    }
}
