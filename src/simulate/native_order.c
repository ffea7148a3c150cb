/* Order of accesses by tags: the cases that the code does not decide itself.
 *
 * A cell keeps the last write and the last read. That is enough, since whatever is not
 * ordered with them ends the run:
 * - a plain write that is fine comes after all accesses before it, so who races with one
 *   of those from now on races with it (another block) or comes after them (the own);
 * - a read takes the place of reads that came before it or that race with the same
 *   threads; several threads, lanes or blocks that read unordered are one tag with a flag,
 *   and any write by anybody races with one of them;
 * - atomics are kept the same way; those over a plain write of their own block, which
 *   came before, say so, because atomics of other blocks race with that write. */
#include "simulate/native.h"

struct viewer {
    const struct native_context *context;
    uint64_t tag; /* of the access */
    uint32_t thread;
    bool is_shared, warp_orders;
};

static uint64_t stamp_of(uint64_t tag) {
    return tag & ~(NATIVE_BLOCKS | (((uint64_t)1 << NATIVE_STAMP_SHIFT) - 1));
}

static bool is_of_block(const struct viewer *v, uint64_t tag) {
    return !(tag & NATIVE_BLOCKS) && tag >= v->context->block_tag;
}

static bool is_of_interval(const struct viewer *v, uint64_t tag) {
    return !(tag & NATIVE_BLOCKS) && tag >= v->context->interval_tag;
}

static bool is_of_warp(const struct viewer *v, uint64_t tag) {
    uint32_t thread = tag & NATIVE_ANY;
    return thread != NATIVE_ANY && (thread & NATIVE_THREAD_LIMIT) / NATIVE_WARP_THREADS == v->thread / NATIVE_WARP_THREADS;
}

/* Everything the tag stands for comes before the access, or there is nothing. */
static bool comes_before(const struct viewer *v, uint64_t tag) {
    if (tag == 0 || (v->is_shared && !is_of_block(v, tag))) {
        return true;
    }
    if (!is_of_interval(v, tag)) {
        return is_of_block(v, tag);
    }
    return (tag & NATIVE_ANY) == v->thread || (v->warp_orders && is_of_warp(v, tag) && stamp_of(tag) < stamp_of(v->tag));
}

/* The tag for the access and for what `old` stands for, which does not come before it. */
static uint64_t merge(const struct viewer *v, uint64_t old) {
    uint64_t stamp = stamp_of(v->tag);
    if (!is_of_block(v, old)) {
        return v->tag | NATIVE_BLOCKS;
    }
    if (v->warp_orders && is_of_warp(v, old)) {
        return stamp | NATIVE_LANES | v->thread;
    }
    return stamp | NATIVE_ANY;
}

static bool read_cell(const struct viewer *v, struct native_cell *cell) {
    bool is_defined = !v->is_shared || is_of_block(v, cell->write);
    if (!is_defined || !comes_before(v, cell->write)) {
        return false;
    }
    if (!(cell->read & NATIVE_BLOCKS)) {
        cell->read = comes_before(v, cell->read) ? v->tag : merge(v, cell->read);
    }
    return true;
}

static bool write_cell(const struct viewer *v, struct native_cell *cell) {
    if (!comes_before(v, cell->write) || !comes_before(v, cell->read)) {
        return false;
    }
    cell->write = v->tag;
    return true;
}

static bool update_cell(const struct viewer *v, struct native_cell *cell) {
    uint64_t old = cell->write;
    bool is_defined = !v->is_shared || is_of_block(v, old), atomic = old & NATIVE_ATOMIC;
    if (!is_defined || !comes_before(v, cell->read)) {
        return false;
    }
    if (old == v->tag) {
        return true; /* its own plain write of this interval: others race with that */
    }
    if (comes_before(v, old)) {
        bool is_over = v->is_shared && !is_of_interval(v, old);
        bool hides_plain = old != 0 && !is_over && (!atomic || (old & NATIVE_PLAIN_BEFORE));
        cell->write = v->tag | NATIVE_ATOMIC | (hides_plain ? NATIVE_PLAIN_BEFORE : 0);
        return true;
    }
    /* Of the own block, a plain write hidden below came before this access only if it lies
     * in an earlier interval; with warps that order, that is not known. */
    bool hidden = (old & NATIVE_PLAIN_BEFORE) && (!is_of_block(v, old) || v->warp_orders);
    if (!atomic || hidden) {
        return false;
    }
    if (!(old & NATIVE_BLOCKS)) {
        cell->write = merge(v, old) | NATIVE_ATOMIC | (old & NATIVE_PLAIN_BEFORE);
    }
    return true;
}

uint32_t native_order_check(struct native_context *context, struct native_cell *cells, uint32_t count, uint32_t thread, uint32_t mode,
                            uint32_t watch) {
    const struct native_launch *launch = context->owner;
    struct viewer v = {.context = context, .thread = thread};
    v.is_shared = watch == NATIVE_SHARED;
    v.warp_orders = launch->plan.warp_orders;
    v.tag = (v.warp_orders ? launch->warp_tags[thread / NATIVE_WARP_THREADS] : context->interval_tag) | thread;
    for (uint32_t i = 0; i < count; i++) {
        bool fine = mode == NATIVE_READ ? read_cell(&v, &cells[i]) : mode == NATIVE_WRITE ? write_cell(&v, &cells[i]) : update_cell(&v, &cells[i]);
        if (!fine) {
            return 0;
        }
    }
    return 1;
}
