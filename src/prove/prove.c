/* The prover's entry: scope, divergence, races, and what the proofs rested on. */
#include "base/breakage.h"
#include "prove/actor.h"
#include "prove/contents.h"

static void add_assumption(struct prover *prover, struct prove_report *report, enum assumption_kind kind, const char *text) {
    for (uint32_t i = 0; i < report->assumption_count; i++)
        if (report->assumptions[i].kind == kind && strcmp(report->assumptions[i].text, text) == 0)
            return;
    struct prove_assumption *grown = arena_alloc(prover->arena, (report->assumption_count + 1) * sizeof *grown);
    for (uint32_t i = 0; i < report->assumption_count; i++)
        grown[i] = report->assumptions[i];
    grown[report->assumption_count] = (struct prove_assumption){kind, text};
    report->assumptions = grown;
    report->assumption_count++;
}

/* "k of u" symbols read better under the name that threads share. */
static term_ref original_map(void *context, symbol_ref symbol) {
    const struct prover *prover = context;
    symbol_ref original = symbol;
    struct actor writer;
    if (symbol.id < prover->origin.size && prover->origin.data[symbol.id] != 0)
        original.id = prover->origin.data[symbol.id] - 1;
    while (actor_of_copy(prover, original, &writer, &original))
        continue;
    return original.id == symbol.id ? TERM_NONE : term_symbol(prover->terms, original);
}

/* Terms in a kernel author's words: tid.x is threadIdx.x, and operators carry
   no flags. */
static const char *in_cuda(struct prover *prover, const char *text) {
    static const char *const names[][2] = {{"tid.", "threadIdx."}, {"bid.", "blockIdx."}, {"bdim.", "blockDim."}, {"gdim.", "gridDim."}};
    struct buffer out = {0};
    for (const char *p = text; *p; p++) {
        bool word = p == text || strchr(" (", p[-1]) != NULL, done = false;
        for (size_t i = 0; i < 4 && word && !done; i++)
            if (strncmp(p, names[i][0], strlen(names[i][0])) == 0) {
                buffer_add(&out, names[i][1]);
                p += strlen(names[i][0]) - 1;
                done = true;
            }
        if (!done)
            buffer_char(&out, *p);
        bool flagged = (*p == '+' || *p == '*') && (p[1] == 's' || p[1] == 'u');
        while (flagged && (p[1] == 's' || p[1] == 'u'))
            p++;
    }
    const char *result = arena_strdup(prover->arena, buffer_text(&out));
    buffer_release(&out);
    return result;
}

static bool is_subterm(const struct term_table *t, term_ref part, term_ref whole) {
    VEC(term_ref) pending = {0};
    struct map seen;
    bool found = false;
    map_init(&seen);
    vec_push(&pending, whole);
    while (pending.size > 0 && !found) {
        term_ref r = vec_pop(&pending);
        found = term_same(r, part);
        if (r.id < part.id || map_get(&seen, r.id, NULL))
            continue;
        map_set(&seen, r.id, 1);
        for (uint32_t i = 0; i < term_get(t, r)->arity; i++)
            vec_push(&pending, term_child(t, r, i));
    }
    map_release(&seen);
    vec_release(&pending);
    return found;
}

/* A sum that does not wrap says so of its parts too. */
static bool is_part_of_other(const struct prover *prover, uint32_t i) {
    const struct claim *claim = &prover->integers.claims.data[i];
    for (uint32_t j = 0; j < prover->claim_used.size; j++) {
        const struct claim *other = &prover->integers.claims.data[j];
        if (j != i && prover->claim_used.data[j] && other->kind == claim->kind && !term_same(other->term, claim->term) &&
            is_subterm(prover->terms, claim->term, other->term))
            return true;
    }
    return false;
}

static void list_claims(struct prover *prover, struct prove_report *report) {
    struct substitution *original = substitution_create(prover->terms, original_map, prover);
    for (uint32_t i = 0; i < prover->claim_used.size; i++) {
        if (!prover->claim_used.data[i] || is_part_of_other(prover, i))
            continue;
        const struct claim *claim = &prover->integers.claims.data[i];
        struct buffer text = {0};
        if (!term_print_limited(prover->terms, substitution_apply(original, claim->term), &text, 60)) {
            buffer_clear(&text);
            buffer_add(&text, "an index expression");
        }
        add_assumption(prover, report, claim->kind,
                       arena_printf(prover->arena, "no %s in %s", claim->kind == ASSUMPTION_NO_SIGNED_OVERFLOW ? "signed overflow" : "wrap",
                                    in_cuda(prover, buffer_text(&text))));
        buffer_release(&text);
    }
    substitution_destroy(original);
}

static void list_axes(struct prover *prover, struct prove_report *report) {
    static const char axes[3] = {'x', 'y', 'z'};
    struct buffer block = {0}, grid = {0};
    const struct protocol *p = prover->protocol;
    for (uint32_t a = 0; a < 3; a++) {
        bool asked_block = prover->scope->block[a] || p->required_block[a];
        if (prover->fixed_block[a] && !asked_block)
            buffer_printf(&block, "%sblockDim.%c", block.size ? " = " : "", axes[a]);
        if (prover->fixed_grid[a] && !prover->scope->grid[a])
            buffer_printf(&grid, "%sgridDim.%c", grid.size ? " = " : "", axes[a]);
    }
    const char *both = block.size && grid.size ? ", " : "";
    if (block.size || grid.size)
        add_assumption(prover, report, ASSUMPTION_UNREAD_AXES,
                       arena_printf(prover->arena, "%s%s%s%s%s: the kernel reads no index of these axes", buffer_text(&block),
                                    block.size ? " = 1" : "", both, buffer_text(&grid), grid.size ? " = 1" : ""));
    buffer_release(&block);
    buffer_release(&grid);
}

/* Distinct arrays behind pointers, one of them written. */
static void list_pointers(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint32_t behind_pointers = 0, written = 0;
    for (uint32_t i = 0; i < p->array_count; i++) {
        if (p->arrays[i].kind != ARRAY_PARAM && p->arrays[i].kind != ARRAY_GLOBAL)
            continue;
        behind_pointers++;
        written += p->arrays[i].written;
    }
    if (behind_pointers > 1 && written > 0)
        add_assumption(prover, report, ASSUMPTION_DISTINCT_POINTERS, "distinct pointer arguments do not overlap");
}

/* Accesses taken to stay inside their array: the offset of one array never
   reaches another. */
static void list_bounds(struct prover *prover, struct prove_report *report) {
    const struct protocol *p = prover->protocol;
    uint32_t raceable = 0;
    for (uint32_t i = 0; i < p->array_count; i++)
        raceable += p->arrays[i].kind != ARRAY_LOCAL && p->arrays[i].kind != ARRAY_CONSTANT;
    if (raceable > 1 || prover->used_in_bounds)
        add_assumption(prover, report, ASSUMPTION_IN_BOUNDS, "every access stays inside its array");
}

static void list_tickets(struct prover *prover, struct prove_report *report) {
    for (uint32_t i = 0; i < prover->protocol->ticket_count; i++) {
        const char *text = prover_ticket_assumption(prover, i);
        if (text)
            add_assumption(prover, report, ASSUMPTION_NO_WRAP, text);
    }
}

/* Divergence and races, each resting on the other and on the contents of
   arrays free of races (contents.h): what rests on an array that is not is
   given up and decided again. */
static void decide(struct prover *prover, struct prove_report *report, bool races) {
    struct race_memory memory = {0};
    uint64_t gone = UINT64_MAX, by_divergence = UINT64_MAX, rests_on = 0;
    while (gone != 0) {
        if (by_divergence & gone)
            by_divergence = prove_divergence(prover, report);
        rests_on = by_divergence;
        uint64_t unproved = races || rests_on ? prove_races(prover, report, &memory, gone, &rests_on) : 0;
        gone = BREAK(GUARANTEE) ? 0 : rests_on & (report->aligned ? unproved : UINT64_MAX);
        contents_distrust(prover, gone);
    }
    prover->used_in_bounds |= rests_on != 0;
    vec_release(&memory.answers);
}

struct prove_report *prove_protocol(struct arena *arena, const struct protocol *protocol, const struct prove_scope *scope,
                                    bool races, bool divergence) {
    struct prove_report *report = arena_alloc(arena, sizeof *report);
    struct prover prover;
    prover_init(&prover, arena, protocol, scope);
    decide(&prover, report, races);
    if (!races)
        report->conflict_count = 0;
    if (!divergence)
        report->divergence_count = 0;
    list_axes(&prover, report);
    list_pointers(&prover, report);
    if (races)
        list_bounds(&prover, report);
    list_claims(&prover, report);
    list_tickets(&prover, report);
    if (report->exited)
        add_assumption(&prover, report, ASSUMPTION_EXITED_THREADS, "threads that have left the kernel count as arrived at a barrier");
    report->stats = prover.stats;
    report->stats.steps = smt_steps_used(prover.smt);
    prover_release(&prover);
    return report;
}
