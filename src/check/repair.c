/* Each place is tried: the barrier is put into a copy of the kernel, wherever
   that line was inlined, the protocol is inferred anew and the prover asked
   whether the races are gone and all threads come to all barriers. A
   __syncwarp() is tried where the counterexamples lie in one warp. */
#include "check/repair.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "check/check_scope.h"
#include "check/statement.h"
#include "kernel/cfg.h"
#include "kernel/edit.h"

#define BUDGET_SHARE 8u /* of the kernel's solver steps, for all places */
#define PLACE_SHARE 16u /* for one */
#define TARGETS_MAX 32u
#define SITES_MAX 8u /* inlined copies of a place */
#define PLACES_MAX 400u

struct site {
    uint32_t block, position;
    uint32_t frame;
};

/* Before or after a line. */
struct place {
    const char *file;
    uint32_t line;
    loc_ref loc;
    bool after, unclear; /* unclear: the line ends in several blocks */
    struct site sites[SITES_MAX];
    uint32_t site_count, depth; /* depth: loops around */
    uint32_t gone[2];           /* bit per target, with __syncthreads and with __syncwarp */
    bool tried[2];
};

struct repair {
    struct arena *arena;
    const struct kernel *kernel;
    const struct protocol *protocol;
    const struct prove_scope *scope;
    const struct prove_report *report;
    const bool *is_shown; /* by conflict */
    const struct check_options *options;
    struct cfg *cfg;
    VEC(struct place) places;
    struct map place_of;
    struct string_map source_of; /* file -> index into sources */
    VEC(struct statement_lines) sources;
    uint32_t target[TARGETS_MAX];   /* conflicts */
    uint32_t target_count, in_warp; /* in_warp: bit per target */
    uint64_t steps_left;
};

enum { BY_BLOCK, BY_WARP };

static bool is_of_user(const char *file) {
    return file && !strstr(file, "share/warpproof/") && strncmp(file, "/usr/", 5) != 0;
}

/* What stands in a line of a file, if it can be read. */
static const struct statement_line *source_at(struct repair *r, const char *file, uint32_t line) {
    uint32_t index;
    if (!string_map_get(&r->source_of, file, &index)) {
        index = r->sources.size;
        vec_push(&r->sources, statement_read(r->arena, file));
        string_map_set(&r->source_of, file, index);
    }
    return statement_at(&r->sources.data[index], line);
}

static uint32_t loop_depth(const struct repair *r, uint32_t block) {
    uint32_t loop = r->cfg->loop_of[block];
    return loop == CFG_NONE ? 0 : r->cfg->loops[loop].depth;
}

/* Before a line means before the statement of which it is a part. */
static struct place *find_place(struct repair *r, const struct loc *l, loc_ref ref, bool after) {
    const struct statement_line *source = source_at(r, l->file, l->line);
    uint32_t line = source && !after ? source->start : l->line, found;
    uint64_t key = hash_mix(hash_mix(hash_bytes(l->file, strlen(l->file)), line), after);
    for (; map_get(&r->place_of, key, &found); key++)
        if (r->places.data[found].line == line && r->places.data[found].after == after && strcmp(r->places.data[found].file, l->file) == 0)
            return &r->places.data[found];
    if (r->places.size >= PLACES_MAX || line == 0)
        return NULL;
    vec_push(&r->places, (struct place){.file = l->file, .line = line, .loc = ref, .after = after});
    map_set(&r->place_of, key, r->places.size - 1);
    return &vec_last(&r->places);
}

/* The first time that an inlined copy of the line is come to; its only end. */
static void add_site(struct repair *r, struct place *place, struct site site) {
    for (uint32_t i = 0; i < place->site_count; i++)
        if (place->sites[i].frame == site.frame) {
            place->unclear |= place->after;
            return;
        }
    place->unclear |= place->site_count == SITES_MAX;
    if (place->site_count < SITES_MAX)
        place->sites[place->site_count++] = site;
    uint32_t depth = loop_depth(r, site.block);
    place->depth = depth > place->depth ? depth : place->depth;
}

/* At every level of inlining. */
static void add_levels(struct repair *r, loc_ref at, uint32_t block, uint32_t position, bool after) {
    const struct kernel *k = r->kernel;
    for (loc_ref l = at; l.id != 0 && l.id < k->loc_count; l = k->locs[l.id].inlined_at) {
        const struct loc *loc = &k->locs[l.id];
        if (!is_of_user(loc->file) || loc->line == 0)
            continue;
        struct place *place = find_place(r, loc, l, after);
        if (place)
            add_site(r, place, (struct site){block, position, loc->inlined_at.id});
    }
}

static void collect_places(struct repair *r) {
    const struct kernel *k = r->kernel;
    for (uint32_t b = 0; b < k->block_count; b++)
        for (uint32_t i = 0; i < k->blocks[b].inst_count; i++) {
            const struct inst *inst = kernel_inst(k, kernel_at(k, b, i));
            if (inst->op == INST_PHI)
                continue;
            add_levels(r, inst->loc, b, i, false);
            bool is_last = i + 2 == k->blocks[b].inst_count;
            const struct inst *end = is_last ? kernel_inst(k, kernel_at(k, b, i + 1)) : NULL;
            if (is_last && end->op == INST_BR && k->locs[end->loc.id].line != k->locs[inst->loc.id].line)
                add_levels(r, inst->loc, b, i + 1, true);
        }
}

static bool is_writable(struct repair *r, const struct place *place) {
    const struct statement_line *source = source_at(r, place->file, place->line);
    return !place->unclear && (!source || (place->after ? source->is_whole : source->begins));
}

static bool is_warp_witness(const struct prove_witness *w) {
    uint64_t line[2];
    for (int i = 0; i < 2; i++)
        line[i] = w->thread[i][0] + (uint64_t)w->block[0] * (w->thread[i][1] + (uint64_t)w->block[1] * w->thread[i][2]);
    return line[0] / 32 == line[1] / 32;
}

static void collect_targets(struct repair *r, bool strict) {
    for (uint32_t i = 0; i < r->report->conflict_count && r->target_count < TARGETS_MAX; i++) {
        const struct prove_conflict *c = &r->report->conflicts[i];
        if (c->outcome != PROVE_MODEL || c->between_blocks || (c->same_value && !strict) || c->witness.precondition ||
            r->protocol->arrays[r->protocol->items[c->item[0]].array].kind == ARRAY_UNKNOWN)
            continue;
        r->in_warp |= r->kernel->language == LANGUAGE_CUDA && is_warp_witness(&c->witness) ? UINT32_C(1) << r->target_count : 0;
        r->target[r->target_count++] = i;
    }
}

/* Where each item of the original is in the protocol with barriers more. */
static bool map_items(const struct protocol *old, const struct protocol *with, uint32_t *to, bool *inserted) {
    uint32_t j = 0;
    for (uint32_t i = 0; i < old->item_count; i++, j++) {
        while (j < with->item_count && with->items[j].kind == ITEM_BARRIER &&
               (old->items[i].kind != ITEM_BARRIER || old->items[i].location.id != with->items[j].location.id))
            inserted[j++] = true;
        if (j == with->item_count || with->items[j].kind != old->items[i].kind || with->items[j].location.id != old->items[i].location.id)
            return false;
        to[i] = j;
    }
    for (; j < with->item_count; j++)
        inserted[j] = true;
    return true;
}

/* The inserted barriers become __syncwarp(): loops have the barriers they had. */
static void weaken(const struct repair *r, struct protocol *with, const bool *inserted) {
    for (uint32_t i = 0; i < with->item_count; i++)
        if (inserted[i]) {
            with->items[i].barrier = BARRIER_WARP;
            with->items[i].mask = term_const(with->terms, 32, UINT32_MAX);
        }
    for (uint32_t i = 0; i < with->loop_count && i < r->protocol->loop_count; i++)
        with->loops[i].has_barrier = r->protocol->loops[i].has_barrier;
}

static struct kernel *with_barriers(struct arena *arena, const struct kernel *kernel, const struct place *place) {
    struct site sites[SITES_MAX];
    memcpy(sites, place->sites, sizeof sites);
    for (uint32_t i = 1; i < place->site_count; i++)
        for (uint32_t j = i; j > 0 && sites[j].position > sites[j - 1].position; j--) {
            struct site swap = sites[j];
            sites[j] = sites[j - 1];
            sites[j - 1] = swap;
        }
    struct kernel *copy = NULL;
    for (uint32_t i = 0; i < place->site_count; i++)
        copy = kernel_with_barrier(arena, copy ? copy : kernel, sites[i].block, sites[i].position, place->loc);
    return copy;
}

struct private_symbols {
    const struct term_table *terms;
    bool found;
};

static void note_private(void *context, symbol_ref symbol) {
    struct private_symbols *private = context;
    const struct symbol *s = symbol_get(private->terms, symbol);
    private->found |= s->scope == SCOPE_THREAD && s->role != SYMBOL_COUNTER;
}

/* A barrier under a condition that differs between threads is not proposed;
   whether they go round a loop together is the prover's question. */
static bool is_for_all(const struct protocol *with, const bool *inserted) {
    struct private_symbols private = {with->terms, false};
    bool any = false;
    for (uint32_t i = 0; i < with->item_count; i++) {
        any |= inserted[i];
        if (inserted[i])
            term_visit_symbols(with->terms, with->items[i].guard, note_private, &private);
    }
    return any && !private.found;
}

static uint32_t count_problems(const struct protocol *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->problem_count; i++)
        count += (p->problems[i].properties & (PROPERTY_RACE | PROPERTY_DIVERGENCE)) != 0;
    return count;
}

static void ask(struct repair *r, struct arena *scratch, struct place *place, struct protocol *with, const uint32_t *to, int kind) {
    struct prove_pair pairs[TARGETS_MAX];
    const struct extents extents = extents_make(scratch, with, r->options);
    struct prove_scope scope = check_scope_make(scratch, r->kernel, with, r->options, &extents);
    uint64_t own = scope.budget_steps / PLACE_SHARE, steps = 0;
    scope.exit_diverges |= !r->report->exited;
    scope.advice = false;
    scope.dumps = 0;
    scope.budget_steps = own < r->steps_left ? own : r->steps_left;
    for (uint32_t i = 0; i < r->target_count; i++) {
        const struct prove_conflict *c = &r->report->conflicts[r->target[i]];
        pairs[i] = (struct prove_pair){{to[c->item[0]], to[c->item[1]]}, false};
    }
    bool good = prove_pairs(scratch, with, &scope, pairs, r->target_count, &steps);
    r->steps_left -= steps < r->steps_left ? steps : r->steps_left;
    for (uint32_t i = 0; i < r->target_count && good; i++)
        place->gone[kind] |= pairs[i].excluded ? UINT32_C(1) << i : 0;
}

/* Memory accesses and barriers of the block before the site: what tells sites apart. */
static uint32_t rank_of(const struct repair *r, const struct site *site) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < site->position; i++) {
        enum inst_class class = inst_class_of(kernel_inst(r->kernel, kernel_at(r->kernel, site->block, i))->op);
        rank += class == CLASS_MEMORY || class == CLASS_SYNC;
    }
    return rank;
}

/* A place that was tried and is the same to the prover, or NULL. */
static const struct place *find_tried(const struct repair *r, const struct place *place, int kind) {
    for (uint32_t i = 0; i < r->places.size && place->site_count == 1; i++) {
        const struct place *other = &r->places.data[i];
        if (other->tried[kind] && other->site_count == 1 && other->sites[0].block == place->sites[0].block &&
            rank_of(r, &other->sites[0]) == rank_of(r, &place->sites[0]))
            return other;
    }
    return NULL;
}

static bool may_precede(const struct protocol *p, uint32_t x, uint32_t y) {
    bool shares = x < y;
    for (uint32_t loop = p->items[x].loop; loop != PROTOCOL_NONE && !shares; loop = p->loops[loop].parent)
        shares = p->loops[loop].begin <= y && y < p->loops[loop].end;
    return shares;
}

/* An inserted barrier can be executed between the accesses of some target. */
static bool can_help(const struct repair *r, const struct protocol *with, const uint32_t *to, const bool *inserted) {
    for (uint32_t t = 0; t < r->target_count; t++) {
        const struct prove_conflict *c = &r->report->conflicts[r->target[t]];
        uint32_t a = to[c->item[0]], b = to[c->item[1]];
        for (uint32_t i = 0; i < with->item_count; i++)
            if (inserted[i] && ((may_precede(with, a, i) && may_precede(with, i, b)) || (may_precede(with, b, i) && may_precede(with, i, a))))
                return true;
    }
    return false;
}

static void try_place(struct repair *r, struct place *place, int kind) {
    const struct place *known = find_tried(r, place, kind);
    if (known) {
        place->tried[kind] = true;
        place->gone[kind] = known->gone[kind];
        return;
    }
    struct arena scratch;
    arena_init(&scratch);
    const uint32_t *block = r->scope->block;
    struct kernel *kernel = with_barriers(&scratch, r->kernel, place);
    struct protocol *with = protocol_infer(&scratch, kernel, block[0] * block[1] * block[2]);
    uint32_t *to = arena_alloc(&scratch, (r->protocol->item_count + 1) * sizeof *to);
    bool *inserted = arena_alloc(&scratch, (with->item_count + 1) * sizeof *inserted);
    place->tried[kind] = true;
    bool fits = map_items(r->protocol, with, to, inserted) && count_problems(with) <= count_problems(r->protocol);
    if (fits && kind == BY_WARP)
        weaken(r, with, inserted);
    if (fits && can_help(r, with, to, inserted) && (kind == BY_WARP || r->report->exited || is_for_all(with, inserted)))
        ask(r, &scratch, place, with, to, kind);
    protocol_destroy(with);
    arena_release(&scratch);
}

static bool is_better(const struct place *a, const struct place *b) {
    if (a->depth != b->depth)
        return a->depth < b->depth;
    if (a->line != b->line)
        return a->line > b->line;
    return !a->after && b->after;
}

static void sort_places(struct repair *r) {
    for (uint32_t i = 1; i < r->places.size; i++)
        for (uint32_t j = i; j > 0 && is_better(&r->places.data[j], &r->places.data[j - 1]); j--) {
            struct place swap = r->places.data[j];
            r->places.data[j] = r->places.data[j - 1];
            r->places.data[j - 1] = swap;
        }
}

static uint32_t count_bits(uint32_t set) {
    uint32_t count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* The place that removes most of the wanted races; NULL if none does. */
static struct place *best_place(struct repair *r, uint32_t wanted, int kind) {
    struct place *best = NULL;
    for (uint32_t i = 0; i < r->places.size && r->steps_left > 0; i++) {
        struct place *place = &r->places.data[i];
        if (!place->tried[kind] && is_writable(r, place))
            try_place(r, place, kind);
        if ((place->gone[kind] & wanted) != 0 && (!best || count_bits(place->gone[kind] & wanted) > count_bits(best->gone[kind] & wanted)))
            best = place;
        if (best && (best->gone[kind] & wanted) == wanted)
            break;
    }
    return best;
}

static uint32_t frame_count(const struct loc *locs, loc_ref at) {
    uint32_t count = 1;
    for (; locs[at.id].inlined_at.id != 0; at = locs[at.id].inlined_at)
        count++;
    return count;
}

/* The frame of an inlining chain, counted from the kernel's own code; the innermost one if there are fewer. */
static loc_ref frame_at(const struct loc *locs, loc_ref at, uint32_t frame) {
    uint32_t count = frame_count(locs, at);
    for (; count > frame + 1; count--)
        at = locs[at.id].inlined_at;
    return at;
}

static bool same_line(const struct loc *a, const struct loc *b) {
    return a->line == b->line && strcmp(a->file ? a->file : "", b->file ? b->file : "") == 0;
}

/* The lines of two accesses: in the outermost code in which they differ, so that accesses in two calls of a function
   are told by the calls, those of one call by the function's lines. */
static const char *lines_text(const struct repair *r, loc_ref a, loc_ref b) {
    const struct loc *locs = r->protocol->locs;
    uint32_t frame = 0, most = frame_count(locs, a) > frame_count(locs, b) ? frame_count(locs, a) : frame_count(locs, b);
    while (frame + 1 < most && same_line(&locs[frame_at(locs, a, frame).id], &locs[frame_at(locs, b, frame).id]))
        frame++;
    uint32_t line_a = locs[frame_at(locs, a, frame).id].line, line_b = locs[frame_at(locs, b, frame).id].line;
    return line_a == line_b ? arena_printf(r->arena, "line %u", line_a) : arena_printf(r->arena, "lines %u and %u", line_a, line_b);
}

static const char *races_text(const struct repair *r, uint32_t gone) {
    const char *text = "";
    uint32_t told = 0;
    for (uint32_t i = 0; i < r->target_count; i++) {
        const struct prove_conflict *c = &r->report->conflicts[r->target[i]];
        const struct proto_item *a = &r->protocol->items[c->item[0]], *b = &r->protocol->items[c->item[1]];
        if (!(gone >> i & 1))
            continue;
        if (told++ < 3)
            text = arena_printf(r->arena, "%s%s%s ('%s'%s)", text, told > 1 ? ", " : "", lines_text(r, a->location, b->location),
                                r->protocol->arrays[a->array].name, r->is_shown[r->target[i]] ? "" : ", a possible race");
    }
    return told > 3 ? arena_printf(r->arena, "%s and %u more", text, told - 3) : text;
}

/* Nothing else stands against a proof of race. */
static bool is_all(const struct repair *r, uint32_t gone) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < r->report->conflict_count; i++)
        open += !(r->report->conflicts[i].outcome == PROVE_MODEL && r->report->conflicts[i].same_value);
    return open == count_bits(gone) && count_problems(r->protocol) == 0;
}

static void add_advice(struct repair *r, const struct place *place, int kind, struct kernel_result *result) {
    const char *call = kind == BY_WARP ? "__syncwarp()" : "__syncthreads()", *where = place->after ? "after" : "before";
    const struct loc *l = &r->kernel->locs[place->loc.id];
    const struct statement_line *source = source_at(r, place->file, place->line);
    uint32_t column = source ? source->column : l->column;
    const char *text = arena_printf(r->arena, "a %s %s this line would order the accesses of %s%s", call, where, races_text(r, place->gone[kind]),
                                    is_all(r, place->gone[kind]) ? "; then no race is left" : "");
    struct advice *grown = arena_alloc(r->arena, (result->advice_count + 1) * sizeof *grown);
    for (uint32_t i = 0; i < result->advice_count; i++)
        grown[i] = result->advice[i];
    grown[result->advice_count++] = (struct advice){
        .rule = ADVICE_MISSING_BARRIER, .place = {l->file, place->line, column, l->function}, .message = text, .where = where, .barrier = call};
    result->advice = grown;
}

static void repair_all(struct repair *r, struct kernel_result *result) {
    uint32_t wanted = r->target_count == 32 ? UINT32_MAX : (UINT32_C(1) << r->target_count) - 1;
    for (struct place *place; wanted != 0 && (place = best_place(r, wanted, BY_BLOCK)) != NULL;) {
        uint32_t gone = place->gone[BY_BLOCK] & wanted;
        if ((gone & ~r->in_warp) == 0 && !place->tried[BY_WARP])
            try_place(r, place, BY_WARP);
        bool suffices = (place->gone[BY_WARP] & gone) == gone;
        add_advice(r, place, suffices ? BY_WARP : BY_BLOCK, result);
        wanted &= ~gone;
    }
    wanted &= r->in_warp;
    for (struct place *place; wanted != 0 && (place = best_place(r, wanted, BY_WARP)) != NULL;) {
        add_advice(r, place, BY_WARP, result);
        wanted &= ~place->gone[BY_WARP];
    }
}

/* Barriers order only where all threads come to them. */
static bool has_divergence(const struct prove_report *report) {
    bool found = !report->aligned;
    for (uint32_t i = 0; i < report->divergence_count; i++)
        found |= report->divergences[i].kind != FINDING_KIND_EXITED || report->divergences[i].outcome != PROVE_MODEL;
    return found;
}

void repair_races(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct prove_scope *scope,
                  const struct prove_report *report, const bool *is_shown, const struct check_options *options, struct kernel_result *result) {
    struct repair r = {.arena = arena,
                       .kernel = kernel,
                       .protocol = protocol,
                       .scope = scope,
                       .report = report,
                       .is_shown = is_shown,
                       .options = options,
                       .steps_left = scope->budget_steps / BUDGET_SHARE};
    collect_targets(&r, options->strict);
    if (!kernel || r.target_count == 0 || has_divergence(report))
        return;
    map_init(&r.place_of);
    string_map_init(&r.source_of);
    r.cfg = cfg_create(arena, kernel);
    collect_places(&r);
    sort_places(&r);
    repair_all(&r, result);
    map_release(&r.place_of);
    string_map_release(&r.source_of);
    vec_release(&r.places);
    vec_release(&r.sources);
}
