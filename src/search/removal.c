/* Barriers that may be superfluous: without them no run shows a conflict. Only a proof makes that advice. */
#include "kernel/edit.h"
#include "search/trial.h"

static bool is_block_barrier(const struct inst *inst) {
    return inst->op == INST_BARRIER && inst->imm == BARRIER_BLOCK;
}

/* All copies of a barrier of the source go together. */
static bool same_place(const struct kernel *k, loc_ref a, loc_ref b) {
    const struct loc *x = &k->locs[a.id], *y = &k->locs[b.id];
    return a.id && b.id && x->line == y->line && x->column == y->column && strcmp(x->file ? x->file : "", y->file ? y->file : "") == 0;
}

static bool is_first(const struct kernel *k, uint32_t at) {
    for (uint32_t i = 1; i < at; i++) {
        if (is_block_barrier(&k->insts[i]) && same_place(k, k->insts[i].loc, k->insts[at].loc)) {
            return false;
        }
    }
    return true;
}

static bool stays_clean(struct trials *t, const struct kernel *without, const struct genome *genome) {
    struct arena scratch = {0};
    struct trial_run run = trials_simulate(t, &scratch, without, genome, false);
    bool clean = run.launch && !run.discarded;
    for (uint32_t i = 0; clean && i < run.simulated->finding_count; i++) {
        clean = !trial_counts(&run, &run.simulated->findings[i]);
    }
    t->result->removal_runs += run.launch != NULL;
    arena_release(&scratch);
    return clean;
}

void trials_remove_barriers(struct trials *t, const struct genome *const *genomes, uint32_t count) {
    const struct kernel *k = t->request->kernel;
    t->result->removable = arena_alloc(t->arena, (k->inst_count + 1) * sizeof *t->result->removable);
    for (uint32_t i = 1; i < k->inst_count; i++) {
        struct arena scratch = {0};
        bool clean = count > 0 && is_block_barrier(&k->insts[i]) && k->insts[i].loc.id && is_first(k, i);
        bool *dropped = clean ? arena_alloc(&scratch, k->inst_count * sizeof *dropped) : NULL;
        for (uint32_t n = 1; clean && n < k->inst_count; n++) {
            dropped[n] = is_block_barrier(&k->insts[n]) && same_place(k, k->insts[n].loc, k->insts[i].loc);
        }
        const struct kernel *without = clean ? kernel_without(&scratch, k, dropped) : NULL;
        for (uint32_t n = 0; clean && n < count; n++) {
            clean = t->result->steps < t->request->step_budget && stays_clean(t, without, genomes[n]);
        }
        if (clean) {
            t->result->removable[t->result->removable_count++] = k->insts[i].loc;
        }
        arena_release(&scratch);
    }
}
