/* See basis.h. The words for items are those of `map` (protocol/approximation.h). */
#include "check/basis.h"

#include <string.h>

#include "base/buffer.h"
#include "protocol/approximation.h"

/* " exact (offset: contents of idx)" gives "offset: contents of idx". */
static const char *inner(struct arena *arena, const char *words) {
    const char *open = strchr(words, '('), *close = strrchr(words, ')');
    return open && close > open ? arena_strndup(arena, open + 1, (size_t)(close - open - 1)) : "values that are not known";
}

enum finding_basis basis_of_item(struct arena *arena, const struct protocol *protocol, const struct proto_item *item, const char **depends_on) {
    struct buffer words = {0};
    approximation_print(protocol, item, &words);
    bool is_typed = strcmp(buffer_text(&words), " typed") == 0;
    *depends_on = is_typed ? NULL : inner(arena, buffer_text(&words));
    buffer_release(&words);
    return is_typed ? BASIS_TYPED : approximation_marks(protocol, item) ? BASIS_APPROXIMATE : BASIS_EXACT;
}

/* What another thread has rests on what the thread's own value does; whether it gets there, on the guard. */
static term_ref own_map(void *context, symbol_ref symbol) {
    const struct protocol *p = context;
    for (uint32_t i = 0; i < p->other_count; i++)
        if (p->others[i].symbol.id == symbol.id)
            return p->others[i].is_same_block ? term_true(p->terms) : p->others[i].value;
    return TERM_NONE;
}

static term_ref enabled_map(void *context, symbol_ref symbol) {
    const struct protocol *p = context;
    return !term_is_none(p->enabled) && term_get(p->terms, p->enabled)->value == symbol.id ? term_true(p->terms) : TERM_NONE;
}

static term_ref mapped(const struct protocol *protocol, substitution_map map, term_ref t) {
    struct protocol context = *protocol;
    struct substitution *s = substitution_create(protocol->terms, map, &context);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

/* As if the claim were a barrier under its guard and its condition. */
enum finding_basis basis_of_claim(struct arena *arena, const struct protocol *protocol, const struct proto_assert *claim, const char **depends_on) {
    term_ref own = protocol->other_count == 0 ? claim->condition : mapped(protocol, enabled_map, mapped(protocol, own_map, claim->condition));
    term_ref both = term_and(protocol->terms, claim->guard, own);
    bool is_approximate = (term_deps(protocol->terms, both) & DEP_APPROX) != 0;
    const struct proto_item stand_in = {.kind = ITEM_BARRIER, .loop = claim->loop, .guard = both, .marks = is_approximate ? MARK_GUARD : 0u};
    return basis_of_item(arena, protocol, &stand_in, depends_on);
}

static uint32_t line_of(const struct protocol *p, loc_ref ref) {
    return ref.id < p->loc_count ? p->locs[ref.id].line : 0;
}

static void worsen(struct finding *f, enum finding_basis basis, const char *depends_on) {
    if (basis <= f->basis)
        return;
    f->basis = basis;
    f->depends_on = depends_on;
}

static void ask_barriers(struct arena *arena, const struct protocol *p, struct finding *f) {
    const char *depends_on = NULL;
    for (uint32_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_BARRIER)
            continue;
        enum finding_basis basis = basis_of_item(arena, p, &p->items[i], &depends_on);
        if (basis > f->basis)
            worsen(f, basis, arena_printf(arena, "the barrier in line %u: %s", line_of(p, p->items[i].location), depends_on));
    }
}

static void ask_claims(struct arena *arena, const struct protocol *p, struct finding *f) {
    const char *depends_on = NULL;
    for (uint32_t i = 0; i < p->assert_count; i++) {
        const struct proto_assert *claim = &p->asserts[i];
        if (claim->kind != CLAIM_HALT && claim->kind != CLAIM_ASSUME)
            continue;
        enum finding_basis basis = basis_of_claim(arena, p, claim, &depends_on);
        if (basis > f->basis)
            worsen(f, basis, arena_printf(arena, "who passes line %u: %s", line_of(p, claim->location), depends_on));
    }
}

void basis_of_finding(struct arena *arena, const struct protocol *protocol, struct finding *finding) {
    bool is_said = finding->access_count > 0;
    for (uint32_t i = 0; i < finding->access_count; i++)
        is_said &= finding->accesses[i].basis != BASIS_NONE;
    if (!is_said)
        return;
    finding->basis = BASIS_TYPED;
    for (uint32_t i = 0; i < finding->access_count; i++) {
        const struct finding_access *access = &finding->accesses[i];
        if (access->basis > finding->basis)
            worsen(finding, access->basis,
                   finding->access_count == 1 ? access->depends_on
                                              : arena_printf(arena, "the %s in line %u: %s", access->mode, access->place.line, access->depends_on));
    }
    ask_barriers(arena, protocol, finding);
    ask_claims(arena, protocol, finding);
    for (uint32_t i = 0; i < protocol->problem_count; i++) {
        const struct proto_problem *problem = &protocol->problems[i];
        if (problem->properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE))
            worsen(finding, BASIS_APPROXIMATE,
                   arena_printf(arena, "line %u: %s", line_of(protocol, problem->location),
                                problem->detail ? problem->detail : reason_name(problem->reason)));
    }
}

void basis_count(struct arena *arena, const struct protocol *protocol, uint32_t counts[BASIS_COUNT]) {
    const char *depends_on = NULL;
    for (uint32_t i = 0; i < protocol->item_count; i++)
        if (protocol->items[i].kind == ITEM_ACCESS)
            counts[basis_of_item(arena, protocol, &protocol->items[i], &depends_on)]++;
}
