/* Counterexamples: rung 4 of the ladder (design section 3.5).

   A query is put into one concrete launch after another and solved exactly, in
   bit-vectors. Natural launches with natural arguments (positive, strides no
   smaller than rows) come first; a counterexample that needs anything else
   names the precondition that would exclude it. Arithmetic the proofs take
   not to wrap does not wrap in a counterexample either. */
#include "prove/actor.h"

#include <inttypes.h>
#include <stdio.h>

#define WITNESS_STEPS UINT64_C(800000)
#define NATURAL_PARAM_MAX 65535u
#define PRECONDITION_STRIDES_MAX 4u
#define BRIEF_LAUNCHES 2u
#define UNNATURAL_LAUNCHES 2u /* natural launches tried with unnatural arguments */

void launch_list(struct prover *prover);

struct search {
    struct prover *prover;
    enum pairing pairing;
    term_ref query;      /* with facts */
    VEC(symbol_ref) params, strides;
    const struct witness_terms *show;
    struct prove_witness *witness;
    bool unknown;
    uint64_t block_factor[3]; /* smallest constant that multiplies blockIdx.a in an offset, 0 none */
};

struct reach { const struct term_table *terms; struct map seen; VEC(term_ref) pending; };

static void reach_begin(struct reach *reach, const struct term_table *terms, term_ref root) {
    *reach = (struct reach){.terms = terms};
    map_init(&reach->seen);
    vec_push(&reach->pending, root);
}

static bool reach_next(struct reach *reach, term_ref *found) {
    while (reach->pending.size > 0) {
        term_ref t = vec_pop(&reach->pending);
        if (term_is_none(t) || map_get(&reach->seen, t.id, NULL))
            continue;
        map_set(&reach->seen, t.id, 1);
        for (uint32_t i = 0; i < term_get(reach->terms, t)->arity; i++)
            vec_push(&reach->pending, term_child(reach->terms, t, i));
        *found = t;
        return true;
    }
    return false;
}

static void reach_end(struct reach *reach) {
    map_release(&reach->seen);
    vec_release(&reach->pending);
}

/* The operation the claim speaks about does not wrap, in this launch. */
static void assert_claim(struct search *search, struct smt_query *query, const struct launch *launch, const struct claim *claim) {
    struct prover *prover = search->prover;
    const struct term term = *term_get(prover->terms, claim->term);
    enum term_op op = term_op_of(&term);
    if ((op != TERM_ADD && op != TERM_MUL) || term.width_bits == 1)
        return;
    term_ref a = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 0));
    term_ref b = substitution_apply(launch->substitution, term_child(prover->terms, claim->term, 1));
    bool is_constant = term_is_const(prover->terms, a, NULL) && term_is_const(prover->terms, b, NULL);
    if (!is_constant)
        smt_assert(query, smt_no_wrap(prover->smt, prover->terms, op, a, b, claim->is_signed));
}

static void assert_claims(struct search *search, struct smt_query *query, const struct launch *launch) {
    struct prover *prover = search->prover;
    const uint32_t *claims;
    uint32_t count;
    (void)integer_formula_of(&prover->integers, search->query, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct claim claim = prover->integers.claims.data[claims[i]];
        assert_claim(search, query, launch, &claim);
    }
}

static bool is_float_param(const struct prover *prover, const struct symbol *s) {
    for (uint32_t i = 0; i < prover->protocol->param_count; i++)
        if (strcmp(prover->protocol->params[i].name, s->name) == 0)
            return prover->protocol->params[i].is_float;
    return false;
}

static void note_param(void *context, symbol_ref symbol) {
    struct search *search = context;
    const struct symbol *s = symbol_get(search->prover->terms, symbol);
    if (s->role == SYMBOL_PARAM && s->width_bits >= 16 && !is_float_param(search->prover, s))
        vec_push(&search->params, symbol);
}

static bool is_param_term(const struct prover *prover, term_ref t, symbol_ref *symbol) {
    const struct term *term = term_get(prover->terms, t);
    while (term_op_of(term) == TERM_SEXT || term_op_of(term) == TERM_ZEXT) {
        t = term_child(prover->terms, t, 0);
        term = term_get(prover->terms, t);
    }
    if (term_op_of(term) != TERM_SYMBOL)
        return false;
    *symbol = (symbol_ref){(uint32_t)term->value};
    return symbol_get(prover->terms, *symbol)->role == SYMBOL_PARAM;
}

static void add_stride(struct search *search, symbol_ref symbol) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (search->strides.data[i].id == symbol.id)
            return;
    vec_push(&search->strides, symbol);
}

static void note_block_factor(struct search *search, term_ref product) {
    struct prover *prover = search->prover;
    uint64_t factor;
    term_ref other = term_child(prover->terms, product, 0);
    const struct term *term = term_get(prover->terms, other);
    if (term_width(prover->terms, product) != 32 || !term_is_const(prover->terms, term_child(prover->terms, product, 1), &factor) ||
        term_op_of(term) != TERM_SYMBOL || factor > 1024)
        return;
    const struct symbol *s = symbol_get(prover->terms, (symbol_ref){(uint32_t)term->value});
    uint64_t *known = &search->block_factor[s->axis];
    if (s->role == SYMBOL_BID && (*known == 0 || factor < *known))
        *known = factor;
}

/* Parameters that multiply something in an offset: row strides. */
static void note_strides(struct search *search, term_ref offset) {
    struct prover *prover = search->prover;
    struct reach reach;
    term_ref t;
    uint64_t scale;
    if (term_is_none(offset))
        return;
    reach_begin(&reach, prover->terms, offset);
    while (reach_next(&reach, &t)) {
        symbol_ref symbol;
        if (term_op_of(term_get(prover->terms, t)) != TERM_MUL)
            continue;
        note_block_factor(search, t);
        for (uint32_t i = 0; i < 2; i++) {
            bool is_scale = term_width(prover->terms, t) == 64 && term_is_const(prover->terms, term_child(prover->terms, t, 1 - i), &scale);
            if (!is_scale && is_param_term(prover, term_child(prover->terms, t, i), &symbol))
                add_stride(search, symbol);
        }
    }
    reach_end(&reach);
}

static bool is_stride(const struct search *search, symbol_ref symbol) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (search->strides.data[i].id == symbol.id)
            return true;
    return false;
}

static term_ref natural_params(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->params.size; i++) {
        uint8_t w = symbol_get(t, search->params.data[i])->width_bits;
        term_ref p = term_symbol(t, search->params.data[i]);
        all = term_and(t, all, term_sle(t, term_const(t, w, is_stride(search, search->params.data[i])), p));
        all = term_and(t, all, term_sle(t, p, term_const(t, w, w > 16 ? NATURAL_PARAM_MAX : 16383)));
    }
    return all;
}

/* W >= gridDim.x * blockDim.x, or W >= p for a parameter p (in signed W's width). */
static term_ref stride_bound(struct search *search, symbol_ref stride, const symbol_ref *param) {
    struct prover *prover = search->prover;
    struct term_table *t = prover->terms;
    term_ref w = term_symbol(t, stride), wide = term_sext(t, w, 64);
    if (term_width(t, w) > 64 || term_width(t, w) < 16)
        return term_true(t);
    if (param)
        return term_sle(t, term_sext(t, term_symbol(t, *param), 64), wide);
    term_ref blocks = term_zext(t, prover_scoped(prover, prover->protocol->gdim[0]), 64);
    term_ref threads = term_zext(t, prover_scoped(prover, prover->protocol->bdim[0]), 64);
    return term_sle(t, term_mul(t, blocks, threads, TERM_NSW | TERM_NUW), wide);
}

/* An index with blockIdx.a * C, C a constant, is meant for blocks of at most C. */
static term_ref natural_blocks(struct search *search, char *text, size_t size) {
    struct prover *prover = search->prover;
    struct term_table *t = prover->terms;
    term_ref all = term_true(t);
    size_t used = 0;
    text[0] = 0;
    for (uint32_t a = 0; a < 3; a++) {
        if (search->block_factor[a] < 2)
            continue;
        term_ref block = prover_scoped(prover, prover->protocol->bdim[a]);
        term_ref limit = term_ule(t, block, term_const(t, 32, search->block_factor[a]));
        if (term_is_true(t, limit))
            continue;
        all = term_and(t, all, limit);
        int n = snprintf(text + used, size - used, "%sblockDim.%c <= %u", used ? " and " : "", "xyz"[a], (unsigned)search->block_factor[a]);
        used += n > 0 && (size_t)n < size - used ? (size_t)n : 0;
    }
    return all;
}

/* Row strides are no smaller than a row of threads, or than other bounds. */
static term_ref natural_strides(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->strides.size; i++) {
        all = term_and(t, all, stride_bound(search, search->strides.data[i], NULL));
        for (uint32_t j = 0; j < search->params.size; j++)
            if (!is_stride(search, search->params.data[j]))
                all = term_and(t, all, stride_bound(search, search->strides.data[i], &search->params.data[j]));
    }
    return all;
}

static bool excludes(struct search *search, term_ref condition) {
    struct prover *prover = search->prover;
    return decide_integers(prover, search->pairing, term_and(prover->terms, search->query, condition)) == SMT_UNSAT;
}

/* A condition on strides or sizes under which the query is proved impossible:
   only unintended arguments violate the property then. NULL if none is found. */
static const char *find_precondition(struct search *search) {
    struct prover *prover = search->prover;
    struct term_table *t = prover->terms;
    char blocks[96];
    term_ref small = natural_blocks(search, blocks, sizeof blocks);
    if (!term_is_true(t, small) && excludes(search, small))
        return arena_strdup(prover->arena, blocks);
    for (uint32_t i = 0; i < search->strides.size && i < PRECONDITION_STRIDES_MAX; i++) {
        const char *name = symbol_get(t, search->strides.data[i])->name;
        if (excludes(search, stride_bound(search, search->strides.data[i], NULL)))
            return arena_printf(prover->arena, "%s >= gridDim.x * blockDim.x", name);
        for (uint32_t j = 0; j < search->params.size && j < PRECONDITION_STRIDES_MAX; j++) {
            if (search->params.data[j].id == search->strides.data[i].id)
                continue;
            if (excludes(search, stride_bound(search, search->strides.data[i], &search->params.data[j])))
                return arena_printf(prover->arena, "%s >= %s", name, symbol_get(t, search->params.data[j])->name);
        }
    }
    if (search->strides.size > 1 && excludes(search, natural_strides(search)))
        return "row strides are no smaller than their rows";
    if (search->strides.size > 0 && !term_is_true(t, small) && excludes(search, term_and(t, small, natural_strides(search))))
        return arena_printf(prover->arena, "%s and row strides are no smaller than their rows", blocks);
    return NULL;
}

static enum smt_result solve(struct search *search, const struct launch *launch, term_ref whole, struct smt_query **query) {
    struct prover *prover = search->prover;
    if (term_is_false(prover->terms, whole))
        return SMT_UNSAT;
    if (prover->steps_left == 0)
        return SMT_UNKNOWN;
    uint64_t before = smt_steps_used(prover->smt);
    *query = smt_query_begin(prover->smt, SMT_BITVECTORS);
    assert_bits(prover, *query, whole);
    assert_claims(search, *query, launch);
    enum smt_result result = smt_check(*query, prover->steps_left < WITNESS_STEPS ? prover->steps_left : WITNESS_STEPS);
    uint64_t used = smt_steps_used(prover->smt) - before;
    prover->steps_left -= used < prover->steps_left ? used : prover->steps_left;
    prover->stats.queries++;
    if (result != SMT_SAT) {
        smt_query_end(*query);
        *query = NULL;
    }
    return result;
}

struct reader { struct search *search; struct smt_query *query; const struct launch *launch; struct prove_witness *w; VEC(struct prove_named) values[2], params; };

static uint64_t value_of(struct reader *reader, term_ref t) {
    term_ref concrete = substitution_apply(reader->launch->substitution, t);
    return smt_model_term(reader->query, reader->search->prover->terms, concrete);
}

static void read_symbol(void *context, symbol_ref symbol) {
    struct reader *reader = context;
    struct prover *prover = reader->search->prover;
    const struct symbol s = *symbol_get(prover->terms, symbol);
    struct prove_named named = {s.name, value_of(reader, term_symbol(prover->terms, symbol)), s.width_bits};
    bool is_copy = symbol.id < prover->origin.size && prover->origin.data[symbol.id] != 0;
    if (actor_is_copy(prover, is_copy ? (symbol_ref){prover->origin.data[symbol.id] - 1} : symbol))
        return; /* of a thread that wrote what t or u read */
    if (is_copy)
        named.name = symbol_get(prover->terms, (symbol_ref){prover->origin.data[symbol.id] - 1})->name;
    if (s.role == SYMBOL_PARAM) {
        vec_push(&reader->params, named);
    } else if (s.role == SYMBOL_COUNTER) {
        vec_push(&reader->values[is_copy], named);
    } else if (s.role == SYMBOL_VALUE) {
        if (s.reason)
            named.name = s.reason;
        vec_push(&reader->values[is_copy], named);
    }
}

static void read_cells(struct reader *reader, term_ref query) {
    struct prover *prover = reader->search->prover;
    struct reach reach;
    term_ref t;
    VEC(struct prove_cell) cells = {0};
    reach_begin(&reach, prover->terms, query);
    while (reach_next(&reach, &t)) {
        const struct term term = *term_get(prover->terms, t);
        if (term_op_of(&term) != TERM_APPLY || term.arity != 1 || cells.size >= 8)
            continue;
        const char *name = function_name(prover->terms, (uint32_t)term.value), *colon = strrchr(name, ':');
        if (!colon || !(term.deps & DEP_MEMORY))
            continue;
        struct prove_cell cell = {arena_strndup(prover->arena, name, (size_t)(colon - name)),
                                  value_of(reader, term_child(prover->terms, t, 0)), value_of(reader, t), term.width_bits};
        bool known = false;
        for (uint32_t i = 0; i < cells.size; i++)
            known |= strcmp(cells.data[i].array, cell.array) == 0 && cells.data[i].offset_bytes == cell.offset_bytes;
        if (!known)
            vec_push(&cells, cell);
    }
    reach_end(&reach);
    for (uint32_t i = 1; i < cells.size; i++)
        for (uint32_t j = i; j > 0; j--) {
            struct prove_cell *a = &cells.data[j - 1], *b = &cells.data[j], swap;
            int order = strcmp(a->array, b->array);
            if (order < 0 || (order == 0 && a->offset_bytes <= b->offset_bytes))
                break;
            swap = *a;
            *a = *b;
            *b = swap;
        }
    reader->w->cells = arena_alloc(prover->arena, (cells.size + 1) * sizeof *cells.data);
    for (uint32_t i = 0; i < cells.size; i++)
        reader->w->cells[i] = cells.data[i];
    reader->w->cell_count = cells.size;
    vec_release(&cells);
}

static struct prove_named *keep(struct prover *prover, const struct prove_named *values, uint32_t count) {
    struct prove_named *kept = arena_alloc(prover->arena, (count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < count; i++)
        kept[i] = values[i];
    return kept;
}

static void read_model(struct search *search, struct smt_query *query, const struct launch *launch, const char *precondition) {
    struct prover *prover = search->prover;
    const struct protocol *p = prover->protocol;
    struct prove_witness *w = search->witness;
    *w = (struct prove_witness){.precondition = precondition};
    struct reader reader = {.search = search, .query = query, .launch = launch, .w = w};
    for (uint32_t a = 0; a < 3; a++) {
        w->block[a] = launch->block[a];
        w->grid[a] = launch->grid[a];
        term_ref tid = prover_scoped(prover, p->tid[a]), bid = prover_scoped(prover, p->bid[a]);
        w->thread[0][a] = (uint32_t)value_of(&reader, tid);
        w->thread[1][a] = (uint32_t)value_of(&reader, prover_second(prover, search->pairing, tid));
        w->block_index[0][a] = (uint32_t)value_of(&reader, bid);
        w->block_index[1][a] = (uint32_t)value_of(&reader, prover_second(prover, search->pairing, bid));
    }
    term_visit_symbols(prover->terms, search->query, read_symbol, &reader);
    read_cells(&reader, search->query);
    for (int i = 0; i < 2; i++) {
        w->values[i] = keep(prover, reader.values[i].data, reader.values[i].size);
        w->value_count[i] = reader.values[i].size;
        vec_release(&reader.values[i]);
        if (!search->show)
            continue;
        w->offset[i] = (int64_t)value_of(&reader, search->show->offset[i]);
        w->size[i] = value_of(&reader, search->show->size[i]);
        w->has_value[i] = !term_is_none(search->show->value[i]);
        if (w->has_value[i])
            w->value[i] = value_of(&reader, search->show->value[i]);
    }
    w->params = keep(prover, reader.params.data, reader.params.size);
    w->param_count = reader.params.size;
    vec_release(&reader.params);
}

static term_ref symbol_is_zero(struct search *search, term_ref all, term_ref symbol, uint64_t value) {
    struct term_table *t = search->prover->terms;
    return term_and(t, all, term_eq(t, symbol, term_const(t, 32, value)));
}

/* Thread 0 (of block 0), and its neighbour. */
static term_ref preferred_threads(struct search *search, bool neighbour) {
    struct prover *prover = search->prover;
    term_ref all = term_true(prover->terms);
    for (uint32_t a = 0; a < 3; a++) {
        term_ref tid = prover_scoped(prover, prover->protocol->tid[a]), bid = prover_scoped(prover, prover->protocol->bid[a]);
        all = symbol_is_zero(search, all, tid, 0);
        all = symbol_is_zero(search, all, bid, 0);
        if (neighbour && search->pairing == WITHIN_BLOCK)
            all = symbol_is_zero(search, all, prover_second(prover, WITHIN_BLOCK, tid), a == 0);
    }
    return all;
}

#define SMALL_PARAM_MAX 1024u

static term_ref small_params(struct search *search) {
    struct term_table *t = search->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < search->params.size; i++) {
        term_ref p = term_symbol(t, search->params.data[i]);
        all = term_and(t, all, term_ule(t, p, term_const(t, term_width(t, p), SMALL_PARAM_MAX)));
    }
    return all;
}

static bool try_launch(struct search *search, const struct launch *launch, term_ref extra, const char *precondition) {
    struct prover *prover = search->prover;
    struct term_table *t = prover->terms;
    term_ref whole = substitution_apply(launch->substitution, term_and(t, search->query, extra));
    struct smt_query *query = NULL;
    enum smt_result result = solve(search, launch, whole, &query);
    if (result == SMT_UNKNOWN)
        search->unknown = true;
    if (result != SMT_SAT)
        return false;
    read_model(search, query, launch, precondition);
    smt_query_end(query);
    for (int nicer = 2; nicer >= 0; nicer--) {
        term_ref preferred = preferred_threads(search, nicer > 0);
        if (nicer == 2)
            preferred = term_and(t, preferred, small_params(search));
        preferred = substitution_apply(launch->substitution, preferred);
        if (solve(search, launch, term_and(t, whole, preferred), &query) == SMT_SAT) {
            read_model(search, query, launch, precondition);
            smt_query_end(query);
            return true;
        }
    }
    return true;
}

static bool is_stride_name(const struct search *search, const char *name) {
    for (uint32_t i = 0; i < search->strides.size; i++)
        if (strcmp(symbol_get(search->prover->terms, search->strides.data[i])->name, name) == 0)
            return true;
    return false;
}

static const char *odd_params(struct search *search) {
    struct prover *prover = search->prover;
    for (uint32_t i = 0; i < search->witness->param_count; i++) {
        const struct prove_named *p = &search->witness->params[i];
        uint64_t sign = UINT64_C(1) << (p->width_bits - 1);
        if ((p->value == 0 && is_stride_name(search, p->name)) || (p->value & sign))
            return arena_printf(prover->arena, "%s >= %d", p->name, is_stride_name(search, p->name));
    }
    return "arguments are of ordinary size";
}

static bool try_natural_launches(struct search *search, uint32_t first, uint32_t end, uint32_t most, term_ref extra,
                                 const char *precondition) {
    struct prover *prover = search->prover;
    for (uint32_t i = first, tried = 0; i < end && tried < most; i++)
        if (prover->launches.data[i].natural && ++tried && try_launch(search, &prover->launches.data[i], extra, precondition))
            return true;
    return false;
}

static bool run_stages(struct search *search, uint32_t first, uint32_t end) {
    struct prover *prover = search->prover;
    struct term_table *t = prover->terms;
    char blocks[96];
    term_ref positive = natural_params(search);
    term_ref strides = term_and(t, natural_strides(search), natural_blocks(search, blocks, sizeof blocks));
    const char *precondition = find_precondition(search);
    if (precondition == NULL) {
        if (try_natural_launches(search, first, end, UINT32_MAX, term_and(t, positive, strides), NULL))
            return true;
        precondition = blocks[0] ? arena_printf(prover->arena, "%s%s", blocks, search->strides.size ? " and row strides are no smaller than their rows" : "")
                                 : "row strides are no smaller than their rows";
    }
    if ((search->strides.size || blocks[0]) && try_natural_launches(search, first, end, UNNATURAL_LAUNCHES, positive, precondition))
        return true;
    if (search->params.size && try_natural_launches(search, first, end, UNNATURAL_LAUNCHES, term_true(t), "")) {
        search->witness->precondition = odd_params(search);
        return true;
    }
    for (uint32_t i = first; i < end; i++)
        if (!prover->launches.data[i].natural &&
            try_launch(search, &prover->launches.data[i], positive, prover->launches.data[i].precondition))
            return true;
    return false;
}

/* In the first natural launches only, or in all. */
static bool find(struct prover *prover, enum pairing pairing, term_ref query, const struct witness_terms *show,
                 struct prove_witness *witness, bool *unknown, bool is_brief) {
    if (prover->launches.size == 0)
        launch_list(prover);
    struct search search = {.prover = prover, .pairing = pairing, .show = show, .witness = witness};
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    search.query = whole;
    term_visit_symbols(prover->terms, search.query, note_param, &search);
    for (int i = 0; show && i < 2; i++)
        note_strides(&search, show->offset[i]);
    uint32_t first = pairing == WITHIN_BLOCK ? 0 : prover->first_between;
    uint32_t end = pairing == WITHIN_BLOCK ? prover->first_between : prover->launches.size;
    bool found;
    if (is_brief)
        found = try_natural_launches(&search, first, end, BRIEF_LAUNCHES, term_and(prover->terms, natural_params(&search), natural_strides(&search)), NULL);
    else
        found = run_stages(&search, first, end);
    *unknown = search.unknown;
    vec_release(&search.params);
    vec_release(&search.strides);
    return found;
}

bool witness_find_with(struct prover *prover, enum pairing pairing, term_ref query, term_ref known, const struct witness_terms *show,
                       struct prove_witness *witness, bool *unknown) {
    bool brief_unknown;
    if (!term_is_true(prover->terms, known) && find(prover, pairing, term_and(prover->terms, query, known), show, witness, &brief_unknown, true))
        return true;
    return find(prover, pairing, query, show, witness, unknown, false);
}
