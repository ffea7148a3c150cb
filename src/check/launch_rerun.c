/* Errors at a launch whose numbers are related in ways that host code tells and facts do not (`m` is `3 % n`, `n` is `1 << L`), run again with
   other numbers, and in smaller blocks and grids where facts do not tell their size. If what the error speaks of happens as before, by as many threads, and the violation does not, then some relation of the
   numbers excludes it, perhaps the program's. So it is with what arrays hold that the kernel writes, where host code does not show it. Runs only take
   errors back: they prove nothing. */
#include <stdlib.h>
#include <string.h>

#include "check/launch_judge.h"
#include "check/required.h"
#include "check/rerun.h"
#include "check/simulation.h"
#include "kernel/signature.h"

enum { NUMBERS_MOST = 64 };
#define STEPS_MOST (UINT64_C(1) << 21) /* of all runs for a finding, */
#define STEPS_ALL (UINT64_C(1) << 22)  /* and for all of a launch */

struct numbers_rerun {
    const struct judge *j;
    const struct check_options *options;
    const struct prove_condition *conditions;
    uint32_t condition_count;
    uint64_t *steps_left;
    struct rerun run;
};

/* ---- numbers ---- */

struct numbers {
    uint64_t bits[NUMBERS_MOST];
    uint32_t count;
};

static uint64_t mask_of(uint32_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static void add(struct numbers *n, int64_t value, uint32_t width) {
    uint64_t bits = (uint64_t)value & mask_of(width);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->bits[i] == bits)
            return;
    if (n->count < NUMBERS_MOST)
        n->bits[n->count++] = bits;
}

static int64_t value_of(const struct witness_argument *a) {
    uint32_t unused = 64u - a->type.width_bits;
    return (int64_t)(a->bits << unused) >> unused;
}

/* Numbers that a size is often related to by: near it, twice and half of it, its logarithm, a power of two. */
static void add_related(struct numbers *n, int64_t value, uint32_t width) {
    int64_t power = 0;
    while (power < 31 && (INT64_C(1) << power) < value)
        power++;
    const uint64_t bits = (uint64_t)value, related[] = {bits, (uint64_t)power, bits - 1, bits + 1, (uint64_t)(value / 2), 2 * bits};
    for (size_t i = 0; i < sizeof related / sizeof *related; i++)
        add(n, (int64_t)related[i], width);
    if (value >= 0 && value < 31)
        add(n, INT64_C(1) << value, width);
}

static struct numbers numbers_for(const struct numbers_rerun *q, const struct witness_argument *a) {
    static const int64_t plain[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 64, 127, 256, 1021, 1024, 65537, 1000003, -1, -100, -100000};
    static const double reals[] = {0, 1, -1, 0.5, 2, -0.25, 0.999, 3.5, 1e-3, -17.5, 1000.5, -1e6};
    struct numbers n = {.count = 0};
    for (size_t i = 0; a->type.kind == TYPE_FLOAT && i < sizeof reals / sizeof *reals; i++) {
        float narrow = (float)reals[i];
        uint32_t narrow_bits;
        uint64_t bits;
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
        memcpy(&bits, &reals[i], sizeof bits);
        add(&n, (int64_t)(a->type.width_bits == 32 ? narrow_bits : bits), a->type.width_bits);
    }
    if (a->type.kind == TYPE_FLOAT)
        return n;
    for (uint32_t i = 0; i < q->run.w->argument_count; i++) {
        const struct witness_argument *other = &q->run.w->arguments[i];
        if (other != a && other->type.kind == TYPE_INT && other->type.width_bits >= 8)
            add_related(&n, value_of(other), a->type.width_bits);
    }
    add_related(&n, (int64_t)simulation_product(q->run.w->block), a->type.width_bits);
    add_related(&n, (int64_t)(simulation_product(q->run.w->block) * simulation_product(q->run.w->grid)), a->type.width_bits);
    add_related(&n, value_of(a), a->type.width_bits);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        add(&n, plain[i], a->type.width_bits);
    return n;
}

/* ---- launches ---- */

/* What is known of the numbers holds for these. */
static bool is_within_facts(const struct numbers_rerun *q) {
    const struct finding_witness *told = &q->run.f->witness;
    struct prove_named *list = arena_alloc(q->run.arena, (q->run.w->argument_count + (size_t)told->param_count + 1) * sizeof *list);
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->run.w->argument_count; i++) {
        const struct witness_argument *a = &q->run.w->arguments[i];
        if (a->type.kind == TYPE_INT)
            list[count++] = (struct prove_named){a->name, a->bits, (uint8_t)a->type.width_bits};
    }
    for (uint32_t i = 0; i < told->param_count; i++) {
        bool is_int = strncmp(told->params[i].name, "host.int", 8) == 0;
        if (strncmp(told->params[i].name, "host.", 5) == 0)
            list[count++] = (struct prove_named){told->params[i].name, (uint64_t)strtoll(told->params[i].value, NULL, 0) & mask_of(is_int ? 32 : 64),
                                                 is_int ? 32 : 64};
    }
    return required_hold(q->j->protocol, q->conditions, q->condition_count, q->run.w->block, q->run.w->grid, list, count);
}

static bool is_fixed(const struct check_options *options, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < options->param_count; i++)
        is |= strcmp(options->params[i].name, name) == 0;
    return is;
}

/* The array is as large as numbers of the launch say, and not with one of them changed: its size bounds nothing then. */
static bool is_sized_by_numbers(const struct numbers_rerun *q, const struct witness_array *array) {
    bool is = false;
    for (uint32_t i = 0; i < q->options->extent_count && array->name; i++) {
        const char *text = q->options->extents[i].expression;
        is |= strcmp(q->options->extents[i].name, array->name) == 0 && text[strspn(text, "0123456789")] != '\0';
    }
    return is;
}

/* With one of the arguments another number, the violation does not happen. */
static bool is_avoided(struct numbers_rerun *q) {
    struct witness_array *arrays = arena_alloc(q->run.arena, (q->run.w->array_count + (size_t)1) * sizeof *arrays), *own_arrays = q->run.w->arrays;
    bool is = false;
    for (uint32_t i = 0; i < q->run.w->array_count; i++) {
        arrays[i] = own_arrays[i];
        arrays[i].unbounded |= is_sized_by_numbers(q, &arrays[i]);
    }
    q->run.w->arrays = arrays;
    for (uint32_t i = 0; i < q->run.w->argument_count && !is; i++) {
        struct witness_argument *a = &q->run.w->arguments[i];
        bool is_number = a->type.kind == TYPE_INT || (a->type.kind == TYPE_FLOAT && a->type.width_bits >= 32);
        if (!is_number || is_fixed(q->options, a->name))
            continue;
        const uint64_t own = a->bits;
        const struct numbers n = numbers_for(q, a);
        for (uint32_t k = 0; k < n.count && !is && !rerun_is_over(&q->run); k++) {
            a->bits = n.bits[k];
            if (a->bits == own || !is_within_facts(q))
                continue;
            is = rerun_avoids(&q->run);
        }
        a->bits = own;
    }
    q->run.w->arrays = own_arrays;
    return is;
}

/* In smaller blocks, where the launch does not tell how large they are: the program's may be these. */
static bool is_of_large_blocks(struct numbers_rerun *q) {
    static const uint32_t sizes[] = {256, 128, 64, 32}; /* one thread has no races */
    struct witness *w = q->run.w;
    uint32_t own[3];
    bool is = false;
    memcpy(own, w->block, sizeof own);
    const uint32_t thread_count = w->thread_count;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !is && !rerun_is_over(&q->run); i++) {
        bool is_smaller = false;
        for (int axis = 0; axis < 3; axis++) {
            bool is_cut = q->options->block[axis] == 0 && own[axis] > sizes[i];
            w->block[axis] = is_cut ? sizes[i] : own[axis];
            is_smaller |= is_cut;
        }
        w->thread_count = 0;
        is = is_smaller && is_within_facts(q) && rerun_avoids_with_fewer(&q->run);
    }
    memcpy(w->block, own, sizeof own);
    w->thread_count = thread_count;
    return is;
}

/* In one block along an axis, where the launch does not tell how many there are. */
static bool is_of_many_blocks(struct numbers_rerun *q) {
    struct witness *w = q->run.w;
    uint32_t own[3];
    bool is = false;
    memcpy(own, w->grid, sizeof own);
    const uint32_t thread_count = w->thread_count;
    w->thread_count = 0;
    for (int cut = 1; cut < 8 && !is && !rerun_is_over(&q->run); cut++) {
        bool is_smaller = true;
        for (int axis = 0; axis < 3; axis++) {
            bool is_cut = cut >> axis & 1;
            is_smaller &= !is_cut || (q->options->grid[axis] == 0 && own[axis] > 1);
            w->grid[axis] = is_cut ? 1 : own[axis];
        }
        is = is_smaller && is_within_facts(q) && rerun_avoids_with_fewer(&q->run);
    }
    memcpy(w->grid, own, sizeof own);
    w->thread_count = thread_count;
    return is;
}

static bool is_by_relation(struct arena *arena, const void *context, struct finding *f) {
    struct numbers_rerun q = *(const struct numbers_rerun *)context;
    struct arena scratch;
    const char *error = NULL;
    bool is = false, is_run = f->rule == RULE_DATA_RACE || f->rule == RULE_ASSERTION || f->rule == RULE_BARRIER_DIVERGENCE;
    (void)arena;
    if (!is_run || !f->has_witness || !f->witness.text || !q.j->kernel)
        return false;
    arena_init(&scratch);
    struct witness *w = witness_parse(&scratch, f->witness.text, &error);
    if (w) {
        is = rerun_begin(&q.run, &scratch, q.j->kernel, f, w, *q.steps_left < STEPS_MOST ? *q.steps_left : STEPS_MOST) &&
             (is_of_large_blocks(&q) || is_of_many_blocks(&q) || is_avoided(&q));
        *q.steps_left -= q.run.steps < *q.steps_left ? q.run.steps : *q.steps_left;
        rerun_end(&q.run);
    }
    arena_release(&scratch);
    return is;
}

/* ---- contents ---- */

/* Elements of the array decide, other ones than those that the violation is about. */
static bool decides(const struct finding *f, const char *name, size_t length) {
    bool is = f->unknown_there && strcmp(f->unknown_there, name) == 0, is_raced = f->array && strcmp(f->array, name) == 0, is_other = false;
    for (uint32_t i = 0; i < f->witness.array_count && length > 0; i++) {
        const char *cell = f->witness.arrays[i].name; /* "a[1]" */
        if (strncmp(cell, name, length) != 0 || cell[length] != '[')
            continue;
        const char *index = f->access_count > 0 && f->accesses[0].index ? f->accesses[0].index : "";
        is = true;
        is_other |= strncmp(cell + length + 1, index, strlen(index)) != 0 || cell[length + 1 + strlen(index)] != ']';
    }
    return is && (!is_raced || is_other);
}

/* The array decides what happens, the launch says nothing of it, and the kernel writes it, so that no proof can speak of what it holds. */
static bool is_deciding(const struct judge *j, const struct launch_site *site, const struct finding *f, const struct witness_array *array) {
    const char *name = !array->name ? "" : signature_variable(array->name) ? signature_variable(array->name) : array->name;
    const size_t length = strlen(name);
    bool is = decides(f, name, length), is_written = false;
    for (uint32_t i = 0; i < j->protocol->array_count; i++)
        is_written |= j->protocol->arrays[i].written && strcmp(j->protocol->arrays[i].name, name) == 0;
    return is && is_written && !launches_is_stated(site, name, length) && !(f->rule == RULE_DATA_RACE && launches_is_given(site, name, length));
}

/* With these arrays full of zeros, or, where kernels may have stored something before, of numbers in order, nothing of the sort happens. */
static bool is_clean_with(struct rerun *run, const bool *deciding, enum witness_fill fill) {
    struct witness_array *arrays = arena_alloc(run->arena, (run->w->array_count + (size_t)1) * sizeof *arrays), *own = run->w->arrays;
    for (uint32_t i = 0; i < run->w->array_count; i++) {
        arrays[i] = own[i];
        if (!deciding[i])
            continue;
        arrays[i].fill = fill;
        arrays[i].value = 0;
        arrays[i].step = 1;
        arrays[i].cell_count = 0;
        arrays[i].path = NULL;
        arrays[i].byte_count = 0;
    }
    run->w->arrays = arrays;
    bool is = rerun_is_clean(run);
    run->w->arrays = own;
    return is;
}

struct contents_rerun {
    const struct judge *j;
    const struct launch_site *site;
    uint64_t *steps_left;
};

static bool is_by_contents(struct arena *arena, const void *context, struct finding *f) {
    const struct contents_rerun *q = context;
    struct arena scratch;
    struct rerun run;
    const char *error = NULL;
    bool is = false, is_any = false, is_stored = false;
    (void)arena;
    if (!f->unknown_there || !f->has_witness || !f->witness.text || !q->j->kernel)
        return false;
    arena_init(&scratch);
    struct witness *w = witness_parse(&scratch, f->witness.text, &error);
    bool *deciding = arena_alloc(&scratch, (w ? w->array_count + (size_t)1 : 1) * sizeof *deciding);
    for (uint32_t i = 0; w && i < w->array_count; i++) {
        deciding[i] = is_deciding(q->j, q->site, f, &w->arrays[i]);
        is_any |= deciding[i];
        is_stored |= deciding[i] && launches_is_stored(q->site, w->arrays[i].name);
    }
    if (is_any) {
        is = rerun_begin(&run, &scratch, q->j->kernel, f, w, *q->steps_left < STEPS_MOST ? *q->steps_left : STEPS_MOST) &&
             (is_clean_with(&run, deciding, FILL_ZERO) || (is_stored && is_clean_with(&run, deciding, FILL_IOTA)));
        *q->steps_left -= run.steps < *q->steps_left ? run.steps : *q->steps_left;
        rerun_end(&run);
    }
    arena_release(&scratch);
    return is;
}

void launches_rerun_contents(struct judge *j, const struct launch_site *site, struct kernel_result *r) {
    uint64_t steps_left = STEPS_ALL;
    launches_doubt_where(j->arena, NULL, r, launches_why_contents, is_by_contents, &(struct contents_rerun){j, site, &steps_left});
}

void launches_rerun_numbers(struct judge *j, const struct check_options *options, struct kernel_result *r, const char *why) {
    uint64_t steps_left = STEPS_ALL;
    struct numbers_rerun q = {.j = j, .options = options, .steps_left = &steps_left};
    q.conditions = required_make(j->arena, j->protocol, options, &q.condition_count);
    launches_doubt_where(j->arena, NULL, r, why, is_by_relation, &q);
}
