/* Bounds: an access of an array of known extent stays inside it, in bytes.

   A property of one thread. The offset is taken as the address arithmetic of
   the machine has it, modulo 2^64: a pointer that must not leave its array is
   no reason to believe that it does not, so flags of 64-bit sums and products
   are dropped, and neither dimensions nor other accesses are assumed to be in
   bounds. An array that the scope gives a size has one: between 0 and 2^62. */
#include "prove/prover.h"

#define EXTENT_MAX (UINT64_C(1) << 62)

/* Accesses that differ in their place only. */
struct decided { uint32_t at, violation; /* + 1; 0: proved */ };

struct bounds_work {
    struct prover *prover;
    struct substitution *wrapping;
    struct map known;             /* hash -> entry + 1 */
    VEC(struct decided) decided;
    VEC(struct prove_violation) violations;
};

static struct scoped_item scoped(struct bounds_work *work, uint32_t at) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    bool is_private = at >= prover->protocol->item_count;
    term_ref guard = is_private ? prover_scoped(prover, item->guard) : prover->items[at].guard;
    if (is_private)
        guard = term_and(prover->terms, guard, promises_at(prover, item->position, item->loop, prover->protocol->assert_count));
    return (struct scoped_item){.guard = guard,
                                .offset = substitution_apply(work->wrapping, prover_scoped(prover, item->offset)),
                                .size = prover_scoped(prover, item->size)};
}

/* Some byte of the access is not in the array. Nothing is accessed if the size is 0. */
static term_ref is_outside(struct prover *prover, const struct scoped_item *s, term_ref extent) {
    struct term_table *t = prover->terms;
    term_ref zero = term_const(t, 64, 0), most = term_const(t, 64, EXTENT_MAX);
    term_ref in_scope = term_and(t, term_sle(t, zero, extent), term_sle(t, extent, most));
    term_ref too_large = term_or(t, term_slt(t, s->size, zero), term_slt(t, extent, s->size));
    term_ref above = term_slt(t, term_sub(t, extent, s->size, TERM_NSW), s->offset);
    term_ref outside = term_or(t, term_slt(t, s->offset, zero), term_or(t, too_large, above));
    return term_and(t, in_scope, term_and(t, term_ne(t, s->size, zero), outside));
}

/* ---- blocks that fit a tile ---- */

struct sample { const struct term_table *terms; uint32_t axis, index, block; };

static uint64_t sample_symbol(void *context, symbol_ref symbol) {
    const struct sample *sample = context;
    const struct symbol *s = symbol_get(sample->terms, symbol);
    if (s->role == SYMBOL_TID)
        return s->axis == sample->axis ? sample->index : 0;
    return s->role == SYMBOL_BDIM ? sample->block : s->role == SYMBOL_GDIM ? 1 : 0;
}

static uint64_t sample_apply(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

/* By how much the offset grows with threadIdx of the axis, at a sample. */
static uint64_t stride_of(struct prover *prover, term_ref offset, uint32_t axis, uint32_t block) {
    uint64_t value[2];
    for (uint32_t index = 0; index < 2; index++) {
        struct sample sample = {prover->terms, axis, index, block};
        struct term_model model = {&sample, sample_symbol, sample_apply};
        struct evaluation *e = evaluation_create(prover->terms, &model);
        value[index] = evaluation_value(e, offset);
        evaluation_destroy(e);
    }
    return value[1] - value[0];
}

/* A size that a kernel's author would choose. */
static uint64_t round_down(uint64_t limit) {
    uint64_t power = 1;
    if (limit == 0 || limit % 8 == 0)
        return limit;
    while (power * 2 <= limit)
        power *= 2;
    return power;
}

/* What blocks a tile is meant for. */
struct shape { term_ref fits; const char *text; uint32_t block[3]; };

static void add_limit(struct prover *prover, struct shape *shape, term_ref threads, const char *what, uint64_t limit) {
    struct term_table *t = prover->terms;
    term_ref fits = term_ule(t, threads, term_const(t, 32, limit));
    if (limit == 0 || limit >= 1024 || term_is_const(t, fits, NULL))
        return;
    shape->fits = term_and(t, shape->fits, fits);
    shape->text = arena_printf(prover->arena, "%s%s%s <= %u", shape->text ? shape->text : "", shape->text ? " and " : "", what,
                               (unsigned)limit);
}

/* Each axis has the room that its stride leaves to the next larger one. */
static struct shape shape_of(struct prover *prover, const struct scoped_item *s, term_ref extent) {
    static const char *const names[3] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    struct term_table *t = prover->terms;
    const struct protocol *p = prover->protocol;
    struct shape shape = {.fits = term_true(t), .block = {1, 1, 1}};
    uint64_t bytes, size, stride[3];
    bool is_flat = false;
    if (!term_is_const(t, extent, &bytes) || !term_is_const(t, s->size, &size) || size == 0)
        return shape;
    for (uint32_t a = 0; a < 3; a++) {
        stride[a] = stride_of(prover, s->offset, a, 64);
        is_flat |= stride[a] != stride_of(prover, s->offset, a, 32);
    }
    if (is_flat) {
        uint8_t both = TERM_NSW | TERM_NUW;
        term_ref threads = term_mul(t, prover_scoped(prover, p->bdim[0]), prover_scoped(prover, p->bdim[1]), both);
        threads = term_mul(t, threads, prover_scoped(prover, p->bdim[2]), both);
        add_limit(prover, &shape, threads, prover->dims_block > 2 ? "blockDim.x * blockDim.y * blockDim.z" : "blockDim.x * blockDim.y",
                  round_down(bytes / size));
        shape.block[0] = shape.text ? (uint32_t)round_down(bytes / size) : 1;
        return shape;
    }
    for (uint32_t a = 0; a < 3; a++) {
        uint64_t room = bytes;
        if (stride[a] == 0 || stride[a] > bytes)
            continue;
        for (uint32_t b = 0; b < 3; b++)
            room = stride[b] > stride[a] && stride[b] < room ? stride[b] : room;
        uint64_t limit = round_down(room / stride[a]);
        add_limit(prover, &shape, prover_scoped(prover, p->bdim[a]), names[a], limit);
        shape.block[a] = limit < 1024 ? (uint32_t)limit : 1;
    }
    return shape;
}

/* ---- one access ---- */

static bool is_proved(struct prover *prover, term_ref happens, term_ref query, bool *unknown) {
    enum smt_result result = decide_integers(prover, WITHIN_BLOCK, query);
    *unknown |= result == SMT_UNKNOWN;
    return result == SMT_UNSAT && claims_allow(prover, WITHIN_BLOCK, happens);
}

static bool find_model(struct prover *prover, term_ref query, const struct scoped_item *s, struct prove_violation *v, bool *unknown) {
    struct witness_terms show = {{s->offset, s->offset}, {s->size, s->size}, {TERM_NONE, TERM_NONE}};
    return find_alone(prover, query, &show, v, unknown);
}

/* A counterexample, with the blocks that fit the tile first. */
static bool refute(struct prover *prover, term_ref query, const struct scoped_item *s, term_ref extent, struct prove_violation *v,
                   bool *unknown) {
    struct shape shape = shape_of(prover, s, extent);
    if (!term_is_const(prover->terms, extent, NULL)) {
        shape.fits = term_slt(prover->terms, term_const(prover->terms, 64, 0), extent);
        shape.text = "the array has elements";
    }
    if (!shape.text)
        return find_model(prover, query, s, v, unknown);
    /* blocks of the tile's shape are tried too */
    uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2];
    if (threads % 32 == 0 && threads <= 1024)
        launch_add(prover, shape.block);
    term_ref fitting = term_and(prover->terms, query, shape.fits);
    bool is_safe = decide_integers(prover, WITHIN_BLOCK, fitting) == SMT_UNSAT;
    if (!is_safe && find_model(prover, fitting, s, v, unknown) && !v->witness.precondition)
        return true;
    if (!find_model(prover, query, s, v, unknown))
        return v->outcome == PROVE_MODEL;
    if (!v->witness.precondition)
        v->witness.precondition = shape.text;
    return true;
}

static struct prove_violation decide(struct bounds_work *work, uint32_t at, const struct scoped_item *s, term_ref extent) {
    struct prover *prover = work->prover;
    struct term_table *t = prover->terms;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    struct prove_violation v = {.at = at, .outcome = PROVE_PROVED};
    term_ref query = term_and(t, s->guard, is_outside(prover, s, extent));
    if (term_is_false(t, query))
        return v;
    if (prover->steps_left == 0)
        return (struct prove_violation){.at = at, .outcome = PROVE_UNKNOWN, .reason = REASON_SOLVER_BUDGET};
    bool unknown = false;
    if (is_proved(prover, access_happens(prover, s->guard, s->offset), query, &unknown))
        return v;
    v.approximation = prover_approximation(prover, query);
    if (!v.approximation && (item->marks & MARK_GUARD))
        v.approximation = "whether an earlier iteration left the loop";
    if (refute(prover, query, s, extent, &v, &unknown))
        return v;
    if (decide_bits(prover, WITHIN_BLOCK, query) == SMT_UNSAT)
        return v;
    v.outcome = PROVE_UNKNOWN;
    bool exhausted = prover->steps_left == 0 || (unknown && !v.approximation);
    v.reason = exhausted ? REASON_SOLVER_BUDGET : v.approximation ? REASON_DATA_DEPENDENT : REASON_NO_WITNESS;
    return v;
}

static bool is_same(struct bounds_work *work, uint32_t a, uint32_t b, const struct scoped_item *s) {
    const struct proto_item *x = protocol_access(work->prover->protocol, a), *y = protocol_access(work->prover->protocol, b);
    struct scoped_item other = scoped(work, a);
    return x->array == y->array && x->marks == y->marks && term_same(other.guard, s->guard) && term_same(other.offset, s->offset) &&
           term_same(other.size, s->size);
}

static void record(struct bounds_work *work, uint32_t at, const struct prove_violation *violation) {
    struct prove_violation v = *violation;
    v.at = at;
    vec_push(&work->violations, v);
}

static void judge(struct bounds_work *work, uint32_t at) {
    struct prover *prover = work->prover;
    const struct proto_item *item = protocol_access(prover->protocol, at);
    if (item->kind != ITEM_ACCESS)
        return;
    term_ref extent = prover_extent(prover, item->array);
    if (term_is_none(extent))
        return;
    struct scoped_item s = scoped(work, at);
    uint64_t key = hash_mix(hash_mix(hash_mix(item->array, s.offset.id), s.guard.id), s.size.id);
    uint32_t found;
    for (; map_get(&work->known, key, &found); key++) {
        const struct decided *d = &work->decided.data[found];
        if (!is_same(work, d->at, at, &s))
            continue;
        if (d->violation)
            record(work, at, &work->violations.data[d->violation - 1]);
        return;
    }
    struct prove_violation v = decide(work, at, &s, extent);
    map_set(&work->known, key, work->decided.size);
    if (v.outcome != PROVE_PROVED)
        record(work, at, &v);
    vec_push(&work->decided, ((struct decided){at, v.outcome == PROVE_PROVED ? 0 : work->violations.size}));
}

bool bounds_hold(struct prover *prover, const struct proto_assert *bound) {
    struct term_table *t = prover->terms;
    term_ref guard = prover_scoped(prover, bound->guard), inside = prover_scoped(prover, bound->condition);
    bool unknown = false;
    return is_proved(prover, guard, term_and(t, guard, term_not(t, inside)), &unknown);
}

void prove_bounds(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    struct bounds_work work = {.prover = prover, .wrapping = substitution_create_wrapping(prover->terms)};
    map_init(&work.known);
    for (uint32_t i = 0; i < p->item_count + p->private_count; i++)
        judge(&work, i);
    report->bound_count = work.violations.size;
    report->bounds = arena_alloc(prover->arena, (work.violations.size + 1) * sizeof *report->bounds);
    for (uint32_t i = 0; i < work.violations.size; i++)
        report->bounds[i] = work.violations.data[i];
    substitution_destroy(work.wrapping);
    map_release(&work.known);
    vec_release(&work.decided);
    vec_release(&work.violations);
}
