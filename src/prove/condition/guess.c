/* Counterexamples by evaluation: plain values are put into a question before the solver is asked.

   One thread is thread 0 of block 0, the other one is near it or in a neighbouring block; rounds of loops are the first ones, arguments small,
   memory holds zeros. So are the values of the kernel's last counterexamples, whatever question they answered. Questions without
   an answer cost a bounded number of evaluated terms. */
#include "prove/condition/precondition.h"
#include "prove/condition/search.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/witness/launch.h"
#include "smt/smt.h"
#include "term/walk.h"

enum { VISITS_MAX = 40000, LINE_MAX = 256, ROWS_MAX = 16, KEPT_MAX = 8 };

/* Layers of the evaluation: what changes the least often comes first. */
enum layer { LAYER_PARAMS, LAYER_ROUNDS, LAYER_VALUES, LAYER_THREADS };

static const struct { uint64_t stride, other; } ARGUMENTS[] = {{64, 16}, {1024, 4}, {64, 64}};
static const uint64_t ROUNDS[][2] = {{0, 0}, {0, 1}, {1, 0}};
static const uint64_t VALUES[] = {0, 1};

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof *(array))

struct guess {
    const struct search *search;
    const struct launch *launch;
    uint32_t arguments, rounds, values; /* in the tables above */
    uint32_t thread[3], block[3];       /* of the other thread: u, or t if is_swapped */
    bool is_swapped;
    const struct kept_values *kept; /* NULL: plain values only */
    uint32_t left;                  /* evaluations */
};

/* The values of a counterexample's symbols. */
struct kept_values {
    const uint32_t *symbols;
    const uint64_t *values;
    uint32_t count;
};

/* The last counterexamples: the newest is at (next - 1) % KEPT_MAX. */
struct kept_models {
    struct kept_values list[KEPT_MAX];
    uint32_t count, next;
};

static bool is_kept(const struct kept_values *kept, symbol_ref symbol, uint64_t *value) {
    for (uint32_t i = 0; i < kept->count; i++)
        if (kept->symbols[i] == symbol.id) {
            *value = kept->values[i];
            return true;
        }
    return false;
}

static uint64_t guessed(void *context, symbol_ref symbol) {
    const struct guess *g = context;
    const struct prover *prover = g->search->prover;
    uint64_t value;
    if (g->kept && is_kept(g->kept, symbol, &value))
        return value;
    bool is_u = threads_is_second(prover, symbol), is_other = is_u != g->is_swapped;
    const struct symbol *s = symbol_get(prover->terms, threads_own(prover, symbol));
    switch (s->role) {
    case SYMBOL_TID: return is_other ? g->thread[s->axis] : 0;
    case SYMBOL_BID: return is_other ? g->block[s->axis] : 0;
    case SYMBOL_BDIM: return g->launch->block[s->axis];
    case SYMBOL_GDIM: return g->launch->grid[s->axis];
    case SYMBOL_PARAM: return search_is_stride(g->search, symbol) ? ARGUMENTS[g->arguments].stride : ARGUMENTS[g->arguments].other;
    case SYMBOL_COUNTER: return ROUNDS[g->rounds][is_u];
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: return VALUES[g->values];
    }
    return 0;
}

static uint64_t zero(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    return 0;
}

static uint32_t layer_of(void *context, symbol_ref symbol) {
    const struct guess *g = context;
    const struct prover *prover = g->search->prover;
    switch (symbol_get(prover->terms, threads_own(prover, symbol))->role) {
    case SYMBOL_TID:
    case SYMBOL_BID: return LAYER_THREADS;
    case SYMBOL_COUNTER: return LAYER_ROUNDS;
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: return LAYER_VALUES;
    case SYMBOL_BDIM:
    case SYMBOL_GDIM:
    case SYMBOL_PARAM: break;
    }
    return LAYER_PARAMS;
}

static bool is_true_for(struct guess *g, struct evaluation *e, term_ref whole) {
    if (g->left == 0)
        return false;
    g->left--;
    evaluation_restart_layer(e, LAYER_THREADS);
    return evaluation_value(e, whole) != 0;
}

/* Threads of the first row, then of the first column. */
static bool try_threads(struct guess *g, struct evaluation *e, term_ref whole) {
    const uint32_t *block = g->launch->block;
    for (g->thread[0] = 0; g->thread[0] < block[0] && g->thread[0] < LINE_MAX && g->left > 0; g->thread[0]++)
        if (is_true_for(g, e, whole))
            return true;
    g->thread[0] = 0;
    for (uint32_t axis = 1; axis < 3; axis++) {
        for (g->thread[axis] = 1; g->thread[axis] < block[axis] && g->thread[axis] < ROWS_MAX && g->left > 0; g->thread[axis]++)
            if (is_true_for(g, e, whole))
                return true;
        g->thread[axis] = 0;
    }
    return false;
}

static bool try_blocks(struct guess *g, struct evaluation *e, term_ref whole) {
    if (g->search->pairing != BETWEEN_BLOCKS)
        return try_threads(g, e, whole);
    for (uint32_t axis = 0; axis < 3; axis++) {
        g->block[axis] = g->launch->grid[axis] > 1;
        if (g->block[axis] && try_threads(g, e, whole))
            return true;
        g->block[axis] = 0;
    }
    return false;
}

static bool try_all(struct guess *g, struct evaluation *e, term_ref whole) {
    for (g->arguments = 0; g->arguments < (g->search->params.size ? COUNT(ARGUMENTS) : 1); g->arguments++)
        for (g->rounds = 0; g->rounds < (g->search->counters.size ? COUNT(ROUNDS) : 1); g->rounds++)
            for (g->values = 0; g->values < COUNT(VALUES) && g->left > 0; g->values++) {
                evaluation_restart(e);
                for (int swap = 0; swap < 2; swap++) {
                    g->is_swapped = swap != 0;
                    if (try_blocks(g, e, whole))
                        return true;
                }
            }
    return false;
}

static bool try_kept(struct guess *g, struct evaluation *e, term_ref whole) {
    const struct kept_models *models = g->search->prover->conditions->models;
    for (uint32_t i = 1; models && i <= models->count; i++) {
        g->kept = &models->list[(models->next + KEPT_MAX - i) % KEPT_MAX];
        evaluation_restart(e);
        if (evaluation_value(e, whole) != 0)
            return true;
    }
    g->kept = NULL;
    evaluation_restart(e);
    return false;
}

struct keeping {
    struct prover *prover;
    struct smt_query *query;
    VEC(uint32_t) symbols;
};

static void note_symbol(void *context, symbol_ref symbol) {
    vec_push(&((struct keeping *)context)->symbols, symbol.id);
}

void search_keep_values(struct prover *prover, struct smt_query *model, term_ref whole) {
    struct kept_models *models = prover->conditions->models;
    struct keeping keeping = {.prover = prover, .query = model};
    if (!models)
        models = prover->conditions->models = arena_alloc(prover->arena, sizeof *models);
    term_visit_symbols(prover->terms, whole, note_symbol, &keeping);
    uint32_t count = keeping.symbols.size;
    uint32_t *symbols = arena_alloc(prover->arena, (count + 1) * sizeof *symbols);
    uint64_t *values = arena_alloc(prover->arena, (count + 1) * sizeof *values);
    for (uint32_t i = 0; i < count; i++) {
        symbols[i] = keeping.symbols.data[i];
        values[i] = smt_model_term(model, prover->terms, term_symbol(prover->terms, (symbol_ref){symbols[i]}));
    }
    vec_release(&keeping.symbols);
    models->list[models->next % KEPT_MAX] = (struct kept_values){symbols, values, count};
    models->next = (models->next + 1) % KEPT_MAX;
    models->count += models->count < KEPT_MAX;
}

uint32_t search_nodes(const struct term_table *t, term_ref whole) {
    struct term_walk walk;
    uint32_t nodes = 0;
    term_walk_begin(&walk, t, whole);
    for (term_ref x; nodes < SEARCH_NODES_MAX && term_walk_next(&walk, &x); term_walk_enter(&walk, x))
        nodes++;
    term_walk_end(&walk);
    return nodes;
}

struct fixing {
    struct guess *guess;
    term_ref all;
};

static void fix_guessed(void *context, symbol_ref symbol) {
    struct fixing *fixing = context;
    struct term_table *t = fixing->guess->search->prover->terms;
    term_ref value = term_const(t, symbol_get(t, symbol)->width_bits, guessed(fixing->guess, symbol));
    fixing->all = term_and(t, fixing->all, term_eq(t, term_symbol(t, symbol), value));
}

bool search_guess(const struct search *search, const struct launch *launch, term_ref whole, term_ref *values) {
    struct prover *prover = search->prover;
    struct guess g = {.search = search, .launch = launch};
    uint32_t nodes = search_nodes(prover->terms, whole);
    if (nodes == SEARCH_NODES_MAX || term_is_const(prover->terms, whole, NULL))
        return false;
    g.left = VISITS_MAX / (nodes + 1);
    struct term_model model = {&g, guessed, zero};
    struct evaluation *e = evaluation_create(prover->terms, &model);
    evaluation_use_layers(e, layer_of);
    bool found = try_kept(&g, e, whole) || try_all(&g, e, whole);
    evaluation_destroy(e);
    struct fixing fixing = {&g, term_true(prover->terms)};
    if (found)
        term_visit_symbols(prover->terms, whole, fix_guessed, &fixing);
    *values = fixing.all;
    return found;
}
