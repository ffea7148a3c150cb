/* See phase.h. */
#include "calculus/phase.h"

#include <stdlib.h>

#include "calculus/breakage.h"

void baby_history_init(struct baby_history *history, const struct baby_launch *launch) {
    *history = (struct baby_history){.launch = launch};
    map_init(&history->last);
    map_init(&history->own);
}

void baby_history_release(struct baby_history *history) {
    map_release(&history->last);
    map_release(&history->own);
    vec_release(&history->written);
    vec_release(&history->log);
}

/* Of a cell in `own`. Threads that see each other's writes have one entry in common. */
static uint64_t own_key(const struct baby_history *history, uint32_t thread, uint32_t array, uint32_t index) {
    bool is_common = history->launch->sees_others || CALCULUS_BREAK(PAR_HIDES);
    return (uint64_t)(is_common ? 0 : thread) << 40 | baby_cell_key(array, index);
}

/* [lastwrite-prev] and [lastwrite-undef]: of the phases before this one. */
static bool lastwrite_prev(const struct baby_history *history, uint32_t array, uint32_t index, uint32_t *value) {
    const struct baby_launch *launch = history->launch;
    if (!CALCULUS_BREAK(LASTWRITE_PREV) && map_get(&history->last, baby_cell_key(array, index), value))
        return true;
    if (launch->initial && launch->initial(launch->context, array, index, value))
        return true;
    *value = 0;
    return CALCULUS_BREAK(LASTWRITE_UNDEF);
}

/* [lastwrite-curr], else the phases before. */
bool baby_lastwrite(const struct baby_history *history, uint32_t thread, uint32_t array, uint32_t index, uint32_t *value) {
    if (!CALCULUS_BREAK(LASTWRITE_CURR) && map_get(&history->own, own_key(history, thread, array, index), value))
        return true;
    return lastwrite_prev(history, array, index, value);
}

void baby_note(struct baby_history *history, const struct baby_access *access) {
    uint64_t key = own_key(history, access->thread, access->array, access->index);
    if (access->is_write ? CALCULUS_BREAK(WRITE) : CALCULUS_BREAK(READ))
        return;
    if (access->is_write && !(CALCULUS_BREAK(WRITE_VALUE) && map_get(&history->own, key, NULL)))
        map_set(&history->own, key, access->value);
    vec_push(&history->log, *access);
}

/* ---- races: the log sorted by cell, then by statement ---- */

struct sorted {
    struct baby_access access;
    uint32_t at;
};

static int compare_numbers(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

static int compare_sorted(const void *left, const void *right) {
    const struct sorted *a = left, *b = right;
    int order = compare_numbers(baby_cell_key(a->access.array, a->access.index), baby_cell_key(b->access.array, b->access.index));
    order = order ? order : compare_numbers(a->access.stmt, b->access.stmt);
    order = order ? order : compare_numbers(a->access.thread, b->access.thread);
    order = order ? order : compare_numbers(a->access.value, b->access.value);
    return order ? order : compare_numbers(a->at, b->at);
}

static bool is_same_cell(const struct baby_access *a, const struct baby_access *b) {
    return a->array == b->array && a->index == b->index;
}

/* Accesses of one statement to one cell: sorted[begin .. end - 1], by thread. */
struct group {
    const struct sorted *begin, *end;
};

static struct group group_at(const struct sorted *at, const struct sorted *end) {
    struct group g = {at, at};
    while (g.end < end && is_same_cell(&g.end->access, &at->access) && g.end->access.stmt == at->access.stmt)
        g.end++;
    return g;
}

/* Two writes of one value; a write, against a read, of what was there when the phase began, or of
   what the reader has written there itself before. */
static bool changes_nothing(const struct baby_history *history, const struct baby_access *a, const struct baby_access *b) {
    uint32_t held = 0;
    if (a->is_write && b->is_write)
        return a->value == b->value;
    const struct baby_access *write = a->is_write ? a : b, *read = a->is_write ? b : a;
    if (write->value == read->value && map_get(&history->own, own_key(history, read->thread, read->array, read->index), NULL))
        return true;
    return lastwrite_prev(history, write->array, write->index, &held) && held == write->value;
}

/* Definition 1 on two statements and one cell: threads i != j, one of them writing. */
static bool find_race(const struct baby_history *history, struct group a, struct group b, struct baby_race *race) {
    bool has_write = a.begin->access.is_write || b.begin->access.is_write, found = false;
    bool is_left_out = a.begin->access.is_write && b.begin->access.is_write ? CALCULUS_BREAK(DRF_WRITE) : CALCULUS_BREAK(DRF_READ);
    for (const struct sorted *x = a.begin; has_write && !is_left_out && x < a.end; x++)
        for (const struct sorted *y = b.begin; y < b.end; y++) {
            if (x->access.thread == y->access.thread && !CALCULUS_BREAK(DRF_SELF))
                continue;
            bool is_same = changes_nothing(history, &x->access, &y->access);
            if (!found || (race->is_same_value && !is_same))
                *race = (struct baby_race){0, {x->access, y->access}, is_same};
            found = true;
            if (!is_same)
                return true;
        }
    return found;
}

static void add_race(struct baby_run *run, const struct baby_race *race) {
    for (uint32_t i = 0; i < run->races.size; i++) {
        struct baby_race *old = &run->races.data[i];
        if (old->access[0].stmt != race->access[0].stmt || old->access[1].stmt != race->access[1].stmt)
            continue;
        if (old->is_same_value && !race->is_same_value)
            *old = *race;
        return;
    }
    vec_push(&run->races, *race);
}

/* All pairs of statements on the cell at `at`; gives where the next cell begins. */
static const struct sorted *judge_cell(const struct baby_history *history, const struct sorted *at, const struct sorted *end, struct baby_run *run) {
    const struct sorted *after = at;
    struct baby_race race = {.phase = 0};
    while (after < end && is_same_cell(&after->access, &at->access))
        after++;
    for (const struct sorted *x = at; x < after;) {
        struct group a = group_at(x, after);
        for (const struct sorted *y = x; y < after;) {
            struct group b = group_at(y, after);
            if (find_race(history, a, b, &race)) {
                race.phase = run->phases;
                add_race(run, &race);
            }
            y = b.end;
        }
        x = a.end;
    }
    return after;
}

static bool is_repeated(const struct baby_access *a, const struct baby_access *b) {
    return is_same_cell(a, b) && a->stmt == b->stmt && a->thread == b->thread && a->value == b->value;
}

/* One of several accesses that differ in nothing; gives how many are left. */
static uint32_t drop_repeated(struct sorted *all, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || !is_repeated(&all[kept - 1].access, &all[i].access))
            all[kept++] = all[i];
    return kept;
}

static void judge_phase(const struct baby_history *history, struct baby_run *run) {
    uint32_t count = history->log.size;
    VEC(struct sorted) all = {0};
    vec_reserve(&all, count);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&all, (struct sorted){history->log.data[i], i});
    if (count > 0)
        qsort(all.data, count, sizeof *all.data, compare_sorted);
    count = drop_repeated(all.data, count);
    for (const struct sorted *at = all.data; count > 0 && at < all.data + count;)
        at = judge_cell(history, at, all.data + count, run);
    vec_release(&all);
}

void baby_end_phase(struct baby_history *history, struct baby_run *run) {
    judge_phase(history, run);
    if (history->launch->phase)
        history->launch->phase(history->launch->context, run->phases, history->log.data, history->log.size);
    for (uint32_t i = 0; i < history->log.size; i++) {
        const struct baby_access *a = &history->log.data[i];
        uint64_t cell = baby_cell_key(a->array, a->index);
        uint32_t value = a->value;
        if (!a->is_write)
            continue;
        if (CALCULUS_BREAK(WRITE_VALUE))
            (void)map_get(&history->own, own_key(history, a->thread, a->array, a->index), &value);
        bool is_known = map_get(&history->last, cell, NULL);
        if (!is_known)
            vec_push(&history->written, cell);
        if (!is_known || !CALCULUS_BREAK(LASTWRITE_OLDEST))
            map_set(&history->last, cell, value);
    }
    vec_clear(&history->log);
    map_release(&history->own);
    map_init(&history->own);
    run->phases++;
}
