/* Asynchronous copies: each thread's own, in groups (PTX ISA, 9.7.9.25.3, "Data movement and
 * conversion instructions: cp.async").
 *
 * The bytes move when the copy begins. Until a wait completes it nothing comes after it, not
 * even what its own thread does (shadow.c); no order of the schedule is needed to see a race. */
#include "simulate/machine.h"

void copies_begin(struct machine *m, struct thread *thread, const struct pending_copy *copy) {
    uint32_t at = m->free_copy;
    if (at == 0) {
        vec_push(&m->copies, *copy);
        at = m->copies.size - 1;
    } else {
        m->free_copy = m->copies.data[at].next;
        m->copies.data[at] = *copy;
    }
    m->copies.data[at].group = thread->copy_group;
    m->copies.data[at].next = 0;
    if (thread->copies == 0) {
        thread->copies = at;
    } else {
        m->copies.data[thread->last_copy].next = at;
    }
    thread->last_copy = at;
}

static void drop_oldest(struct machine *m, struct thread *thread) {
    uint32_t at = thread->copies;
    thread->copies = m->copies.data[at].next;
    m->copies.data[at].next = m->free_copy;
    m->free_copy = at;
}

void copies_commit(struct thread *thread) {
    thread->copy_group++;
}

void copies_wait(struct machine *m, struct thread *thread, uint32_t inst) {
    uint64_t pending = execute_operand(m, thread, kernel_operand(m->kernel, &m->kernel->insts[inst], 0)).lanes[0];
    if (pending > INT32_MAX) {
        record_unsupported(m, thread, inst, "wait for an asynchronous copy that was not begun");
        m->result->incomplete_memory = true;
        return;
    }
    while (thread->copies != 0 && m->copies.data[thread->copies].group + pending < thread->copy_group) {
        shadow_complete(m, thread, &m->copies.data[thread->copies]);
        drop_oldest(m, thread);
    }
}

void copies_drop(struct machine *m, struct thread *thread) {
    while (thread->copies != 0) {
        drop_oldest(m, thread);
    }
}
