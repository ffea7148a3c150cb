/* Proofs by cases, where loops shift (design section 3.3).

   A loop that shifts ends within as many iterations as there are bits, and an
   offset depends on its ordinal only through the shifted value: 2^(j-k) takes
   a few dozen values, however many pairs (j, k) there are. So the parts of a
   query that depend on nothing but the ordinals of such loops are evaluated
   for all ordinals, and the query is decided once for each combination of
   values that occurs. Conditions that share no symbol with the rest are left
   out: a query is unsatisfiable if a part of it is. */
#include <assert.h>
#include <string.h>

#include "base/breakage.h"
#include "prove/demand.h"
#include "term/walk.h"

#define ORDINALS_MAX 3      /* by which one query shifts */
#define CASES_MAX 600u       /* questions asked for one query */
#define COMBINATIONS_MAX 40000u
#define COMBINATION_STEPS 5u

struct split {
    struct prover *prover;
    enum pairing pairing;
    symbol_ref ordinals[ORDINALS_MAX];
    uint32_t count;
    bool overflow;
    uint64_t values[ORDINALS_MAX]; /* of the ordinals, while they are enumerated */
    uint32_t cases;
    bool rests;
    VEC(term_ref) shifts;          /* 0 where the amount is too large */
    VEC(term_ref) filters;         /* conditions on the ordinals alone */
    VEC(term_ref) conditions;      /* the others, */
    VEC(uint32_t) group;           /* each with the first condition it is connected to */
};

static bool is_ordinal(const struct split *split, symbol_ref symbol) {
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return true;
    return false;
}

static void note_shift(void *context, symbol_ref symbol) {
    struct split *split = context;
    enum symbol_role role = symbol_get(split->prover->terms, symbol)->role;
    bool splits = role == SYMBOL_COUNTER || role == SYMBOL_FINAL || role == SYMBOL_PARAM;
    if (!splits || is_ordinal(split, symbol))
        return;
    split->overflow |= split->count == ORDINALS_MAX;
    if (!split->overflow)
        split->ordinals[split->count++] = symbol;
}

/* The ordinals, and parameters like the logarithm of a size, by which something
   is shifted in the query. */
static bool find_ordinals(struct split *split, term_ref query) {
    const struct term_table *t = split->prover->terms;
    struct term_walk walk;
    term_walk_begin(&walk, t, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        enum term_op op = term_op_of(term_get(t, r));
        if (op == TERM_SHL || op == TERM_LSHR || op == TERM_ASHR)
            term_visit_symbols(t, term_child(t, r, 1), note_shift, split);
        if (op == TERM_SHL || op == TERM_LSHR)
            vec_push(&split->shifts, r);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return split->count > 0 && !split->overflow;
}

/* What a term's value rests on. Contents of memory and other functions are
   `others` even where their arguments are ordinals: nobody can evaluate them. */
struct mixture { bool ordinals, others; };

static struct mixture mixture_of(const struct split *split, term_ref root) {
    const struct term_table *t = split->prover->terms;
    struct mixture mixture = {false, false};
    struct term_walk walk;
    term_walk_begin(&walk, t, root);
    for (term_ref r; term_walk_next(&walk, &r);) {
        const struct term *term = term_get(t, r);
        bool is_symbol = term_op_of(term) == TERM_SYMBOL;
        bool is = is_symbol && is_ordinal(split, (symbol_ref){(uint32_t)term->value});
        mixture.ordinals |= is;
        mixture.others |= (is_symbol && !is) || (term_op_of(term) == TERM_APPLY && !BREAK(SPLIT));
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
    return mixture;
}

struct connection { struct split *split; struct map *owner; uint32_t condition; };

static uint32_t group_of(struct split *split, uint32_t i) {
    while (split->group.data[i] != i)
        i = split->group.data[i];
    return i;
}

static void connect(void *context, symbol_ref symbol) {
    struct connection *connection = context;
    struct split *split = connection->split;
    uint32_t other;
    if (is_ordinal(split, symbol))
        return;
    if (!map_get(connection->owner, symbol.id, &other)) {
        map_set(connection->owner, symbol.id, connection->condition);
        return;
    }
    uint32_t a = group_of(split, other), b = group_of(split, connection->condition);
    split->group.data[a > b ? a : b] = a < b ? a : b;
}

/* Takes the conjunction apart and groups what shares symbols. */
static void take_apart(struct split *split, term_ref query) {
    const struct term_table *t = split->prover->terms;
    VEC(term_ref) pending = {0};
    vec_push(&pending, query);
    while (pending.size > 0) {
        term_ref r = vec_pop(&pending);
        if (term_op_of(term_get(t, r)) == TERM_AND) {
            vec_push(&pending, term_child(t, r, 0));
            vec_push(&pending, term_child(t, r, 1));
        } else if (mixture_of(split, r).others) {
            vec_push(&split->group, split->conditions.size);
            vec_push(&split->conditions, r);
        } else {
            vec_push(&split->filters, r);
        }
    }
    vec_release(&pending);
    struct map owner;
    map_init(&owner);
    for (uint32_t i = 0; i < split->conditions.size; i++) {
        struct connection connection = {split, &owner, i};
        term_visit_symbols(t, split->conditions.data[i], connect, &connection);
    }
    map_release(&owner);
}

struct parts { VEC(term_ref) list; };

/* The largest parts of t that depend on ordinals and on nothing else. */
static void ordinal_parts(const struct split *split, term_ref query, struct parts *parts) {
    struct term_walk walk;
    term_walk_begin(&walk, split->prover->terms, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        struct mixture mixture = mixture_of(split, r);
        if (mixture.ordinals && !mixture.others)
            vec_push(&parts->list, r);
        else if (mixture.ordinals)
            term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

_Static_assert(ORDINALS_MAX < EVALUATION_LAYERS, "a layer for each ordinal, and one for what has none");

static uint64_t ordinal_value(void *context, symbol_ref symbol) {
    const struct split *split = context;
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return split->values[i];
    return 0;
}

/* Never asked: what is evaluated has no functions (mixture_of). */
static uint64_t no_function(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)context, (void)function, (void)width_bits, (void)arguments, (void)count;
    assert(BREAK(SPLIT) && "a function among the ordinals");
    return 0;
}

/* Values of the parts, one array for each combination. */
struct combinations {
    VEC(uint64_t *) list;
    uint64_t *next;   /* room for one more */
    struct map known; /* hash -> index in list */
};

/* The values that the parts have together, for the ordinals that `split` holds. */
static void add_combination(struct split *split, struct evaluation *e, const struct parts *parts, struct combinations *found) {
    uint64_t hash = parts->list.size;
    for (uint32_t i = 0; i < parts->list.size; i++)
        hash = hash_mix(hash, found->next[i] = evaluation_value(e, parts->list.data[i]));
    uint32_t at;
    for (; map_get(&found->known, hash, &at); hash++)
        if (memcmp(found->list.data[at], found->next, parts->list.size * sizeof *found->next) == 0)
            return;
    map_set(&found->known, hash, found->list.size);
    vec_push(&found->list, found->next);
    found->next = arena_alloc(split->prover->arena, (parts->list.size + 1) * sizeof *found->next);
}

static uint32_t layer_of_ordinal(void *context, symbol_ref symbol) {
    const struct split *split = context;
    for (uint32_t i = 0; i < split->count; i++)
        if (split->ordinals[i].id == symbol.id)
            return i + 1;
    return 0;
}

struct layers { const struct split *split; uint32_t deepest; };

static void note_layer(void *context, symbol_ref symbol) {
    struct layers *layers = context;
    uint32_t layer = layer_of_ordinal((void *)layers->split, symbol);
    layers->deepest = layer > layers->deepest ? layer : layers->deepest;
}

/* The filters by the last ordinal that they speak of, which decides how early they can be asked. */
static void filter_layers(const struct split *split, uint32_t *layers) {
    for (uint32_t i = 0; i < split->filters.size; i++) {
        struct layers of = {split, 0};
        term_visit_symbols(split->prover->terms, split->filters.data[i], note_layer, &of);
        layers[i] = of.deepest;
    }
}

struct enumeration {
    struct split *split;
    struct evaluation *evaluation;
    const struct parts *parts;
    struct combinations *found;
    uint32_t *layers; /* of the filters */
};

static bool passes_filters(const struct enumeration *in, uint32_t layer) {
    for (uint32_t i = 0; i < in->split->filters.size; i++)
        if (in->layers[i] == layer && evaluation_value(in->evaluation, in->split->filters.data[i]) == 0)
            return false;
    return true;
}

/* All values of the ordinals from `layer` on, for those before it that `split` holds. */
static void enumerate(struct enumeration *in, uint32_t layer) {
    if (!passes_filters(in, layer))
        return;
    if (layer == in->split->count || layer == ORDINALS_MAX) {
        add_combination(in->split, in->evaluation, in->parts, in->found);
        return;
    }
    uint8_t bits = symbol_get(in->split->prover->terms, in->split->ordinals[layer])->width_bits;
    for (uint64_t n = 0; n < bits && in->found->list.size <= CASES_MAX; n++) {
        in->split->values[layer] = n;
        evaluation_restart_layer(in->evaluation, layer + 1);
        enumerate(in, layer + 1);
    }
}

static bool combine(struct split *split, const struct parts *parts, struct combinations *found) {
    struct prover *prover = split->prover;
    uint64_t total = 1;
    for (uint32_t i = 0; i < split->count; i++)
        total *= symbol_get(prover->terms, split->ordinals[i])->width_bits;
    uint64_t cost = total * COMBINATION_STEPS;
    if (total > COMBINATIONS_MAX || cost > prover->steps_left)
        return false;
    prover->steps_left -= cost;
    struct term_model model = {split, ordinal_value, no_function};
    struct evaluation *e = evaluation_create(prover->terms, &model);
    evaluation_use_layers(e, layer_of_ordinal);
    found->next = arena_alloc(prover->arena, (parts->list.size + 1) * sizeof *found->next);
    map_init(&found->known);
    uint32_t *layers = arena_alloc(prover->arena, (split->filters.size + 1) * sizeof *layers);
    filter_layers(split, layers);
    enumerate(&(struct enumeration){split, e, parts, found, layers}, 0);
    map_release(&found->known);
    evaluation_destroy(e);
    return found->list.size <= CASES_MAX;
}

/* What the terms of a case were before the ordinals got values. */
static void original_terms(struct prover *prover, struct substitution *s, term_ref query, struct map *original) {
    struct term_walk walk;
    term_walk_begin(&walk, prover->terms, query);
    for (term_ref r; term_walk_next(&walk, &r);) {
        uint32_t now = substitution_apply(s, r).id;
        if (!map_get(original, now, NULL))
            map_set(original, now, r.id);
        term_walk_enter(&walk, r);
    }
    term_walk_end(&walk);
}

/* The claim about t of the same kind; a new one if there is none. */
static uint32_t claim_about(struct prover *prover, struct claim claim, term_ref t) {
    struct integer_space *space = &prover->integers;
    for (uint32_t i = 0; i < space->claims.size; i++)
        if (space->claims.data[i].of == i && space->claims.data[i].kind == claim.kind && term_same(space->claims.data[i].term, t))
            return i;
    claim.term = t;
    claim.formula = formula_bool(space, true);
    claim.of = space->claims.size;
    vec_push(&space->claims, claim);
    return space->claims.size - 1;
}

/* A proof for one case rests on the claims of its views; the report lists them
   for the terms of the kernel, not for those of each case. */
static void note_case(struct split *split, struct substitution *s, term_ref query, term_ref now) {
    struct prover *prover = split->prover;
    const uint32_t *claims;
    uint32_t count;
    struct map original;
    map_init(&original);
    if (s)
        original_terms(prover, s, query, &original);
    term_ref whole = term_and(prover->terms, now, prover_facts(prover, split->pairing, now));
    (void)integer_query_of(&prover->integers, whole, &claims, &count);
    for (uint32_t i = 0; i < count; i++) {
        struct claim claim = prover->integers.claims.data[claims[i]];
        uint32_t before = claim.term.id;
        bool is_known = map_get(&original, claim.term.id, &before) && before != claim.term.id;
        demand_note(prover, claims[i], whole);
        mark_claim(prover, is_known ? claim_about(prover, claim, (term_ref){before}) : claims[i]);
    }
    map_release(&original);
}

/* x << p is a product of sizes, which claims may speak of. Where p is so large that it would wrap in any
   launch, its view has no claim (claim.c): one about the shift itself takes its place. */
static bool is_size_shifted(const struct split *split, term_ref shift) {
    struct term_table *t = split->prover->terms;
    term_ref x = term_child(t, shift, 0);
    return term_op_of(term_get(t, shift)) == TERM_SHL && !term_is_const(t, x, NULL) && integer_is_size(t, x) &&
           !term_is_const(t, term_child(t, shift, 1), NULL) && integer_is_size(t, term_child(t, shift, 1));
}

/* No bits are shifted out of what is a size, in this case. */
static term_ref sizes_shifted(const struct split *split, struct substitution *s) {
    struct term_table *t = split->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; s && i < split->shifts.size; i++) {
        term_ref shift = split->shifts.data[i], x = substitution_apply(s, term_child(t, shift, 0));
        uint8_t width = term_width(t, shift);
        uint64_t by, most = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        if (is_size_shifted(split, shift) && term_is_const(t, substitution_apply(s, term_child(t, shift, 1)), &by) && by < width)
            all = term_and(t, all, term_ule(t, x, term_const(t, width, most >> by)));
    }
    return all;
}

static void note_shifts(struct split *split, term_ref context) {
    for (uint32_t i = 0; i < split->shifts.size; i++)
        if (is_size_shifted(split, split->shifts.data[i]))
            note_claim(split->prover, claim_about(split->prover, (struct claim){.kind = ASSUMPTION_NO_WRAP}, split->shifts.data[i]), context);
}

/* Decides the query with the substitution (NULL: none) applied. */
static bool ask(struct split *split, struct substitution *s, term_ref query) {
    struct prover *prover = split->prover;
    if (split->cases++ >= CASES_MAX)
        return false;
    term_ref now = s ? substitution_apply(s, query) : query, shifted = sizes_shifted(split, s), whole = term_and(prover->terms, now, shifted);
    prover->by_cases = true;
    bool proved = decide_once(prover, split->pairing, whole) == SMT_UNSAT;
    prover->by_cases = false;
    if (proved && !term_same(whole, now)) {
        note_shifts(split, whole);
        split->rests = true;
    }
    if (proved && prover->rests_on_claims)
        note_case(split, s, query, whole);
    split->rests |= proved && prover->rests_on_claims;
    return proved;
}

static term_ref keep_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* Unsatisfiable for each combination of values? */
static bool prove_part(struct split *split, term_ref part) {
    struct term_table *t = split->prover->terms;
    struct parts parts = {0};
    struct combinations found = {0};
    ordinal_parts(split, part, &parts);
    bool proved = combine(split, &parts, &found);
    for (uint32_t i = 0; i < found.list.size && proved; i++) {
        struct substitution *s = substitution_create(t, keep_symbol, NULL);
        for (uint32_t p = 0; p < parts.list.size; p++)
            substitution_fix(s, parts.list.data[p], term_const(t, term_width(t, parts.list.data[p]), found.list.data[i][p]));
        proved = ask(split, s, part);
        substitution_destroy(s);
    }
    vec_release(&found.list);
    vec_release(&parts.list);
    return proved;
}

static term_ref group_condition(struct split *split, uint32_t first) {
    term_ref all = term_true(split->prover->terms);
    for (uint32_t i = 0; i < split->conditions.size; i++)
        if (first == UINT32_MAX || group_of(split, i) == first)
            all = term_and(split->prover->terms, all, split->conditions.data[i]);
    return all;
}

/* The query where an ordinal is beyond the bits of what it shifts. */
static term_ref beyond(struct split *split, term_ref query, symbol_ref ordinal) {
    struct term_table *t = split->prover->terms;
    term_ref k = term_symbol(t, ordinal), bits = term_const(t, term_width(t, k), term_width(t, k));
    struct substitution *s = substitution_create(t, keep_symbol, NULL);
    substitution_fix(s, term_ult(t, k, bits), term_false(t));
    substitution_fix(s, term_ule(t, bits, k), term_true(t));
    for (uint32_t i = 0; i < split->shifts.size; i++)
        if (term_same(term_child(t, split->shifts.data[i], 1), k))
            substitution_fix(s, split->shifts.data[i], term_const(t, term_width(t, k), 0));
    query = substitution_apply(s, query);
    substitution_destroy(s);
    return term_and(t, query, term_ule(t, bits, k));
}

static bool ends_in_time(struct split *split, term_ref query) {
    for (uint32_t i = 0; i < split->count; i++)
        if (!ask(split, NULL, beyond(split, query, split->ordinals[i])))
            return false;
    return true;
}

static bool has_exponent(const struct split *split) {
    const struct prover *prover = split->prover;
    bool found = false;
    for (uint32_t i = 0; i < split->count; i++)
        for (uint32_t j = 0; j < prover->exponents.size; j++)
            found |= term_has_symbol(prover->terms, prover->exponents.data[j].power, split->ordinals[i]);
    return found;
}

/* Without what rests on unknown values: among all powers of two it makes many more cases, and rarely matters. */
static term_ref exact_condition(struct split *split) {
    struct term_table *t = split->prover->terms;
    term_ref all = term_true(t);
    for (uint32_t i = 0; i < split->conditions.size; i++)
        if (!(term_deps(t, split->conditions.data[i]) & DEP_APPROX))
            all = term_and(t, all, split->conditions.data[i]);
    return all;
}

static bool prove_groups(struct split *split) {
    uint32_t groups = 0;
    for (uint32_t i = 0; i < split->conditions.size; i++)
        groups += group_of(split, i) == i;
    for (uint32_t i = 0; i < split->conditions.size && groups > 1; i++) {
        term_ref part = group_condition(split, i);
        if (group_of(split, i) == i && (term_deps(split->prover->terms, part) & DEP_THREAD) && prove_part(split, part))
            return true;
    }
    term_ref all = group_condition(split, UINT32_MAX), exact = has_exponent(split) ? exact_condition(split) : all;
    return (!term_same(all, exact) && prove_part(split, exact)) || prove_part(split, all);
}

bool split_proves(struct prover *prover, enum pairing pairing, term_ref query) {
    struct split split = {.prover = prover, .pairing = pairing};
    bool proved = false;
    term_ref whole = term_and(prover->terms, query, prover_facts(prover, pairing, query));
    uint64_t key = (uint64_t)whole.id * PAIRING_COUNT + pairing;
    if (!map_get(&prover->undivided, key, NULL) && find_ordinals(&split, query)) {
        take_apart(&split, whole);
        proved = ends_in_time(&split, whole) && prove_groups(&split);
        prover->rests_on_claims = split.rests;
        if (!proved)
            map_set(&prover->undivided, key, 1);
    }
    vec_release(&split.shifts);
    vec_release(&split.filters);
    vec_release(&split.conditions);
    vec_release(&split.group);
    return proved;
}
