/* See check_scope.h. */
#include "check/check_scope.h"

#include <string.h>

#include "check/advice.h"
#include "check/param_value.h"
#include "check/required.h"

#define DEFAULT_BUDGET UINT64_C(10000000)
#define ALONE_BUDGET UINT64_C(4000000) /* for preconditions of what a search finds */

uint64_t check_scope_budget(const struct check_options *options) {
    uint64_t usual = options->search == SEARCH_ALONE ? ALONE_BUDGET : DEFAULT_BUDGET;
    return options->budget_steps ? options->budget_steps : usual;
}

/* Conditions that are none are left out of those that are required. */
static const bool *find_exact(struct arena *arena, const struct check_options *options, const struct prove_scope *scope) {
    bool *exact = arena_alloc(arena, scope->required_count + 1);
    for (uint32_t i = 0; i < scope->required_count; i++)
        for (uint32_t k = options->exact_from; k < options->required_count; k++)
            exact[i] |= scope->required[i].text == options->required[k];
    return exact;
}

struct prove_scope check_scope_make(struct arena *arena, const struct kernel *kernel, struct protocol *protocol, const struct check_options *options,
                                    const struct extents *extents) {
    struct prove_param *params = arena_alloc(arena, (options->param_count + 1) * sizeof *params);
    for (uint32_t i = 0; i < options->param_count; i++)
        params[i] = (struct prove_param){options->params[i].name, (int64_t)param_value_in(protocol, &options->params[i])};
    struct prove_scope scope = {.terms = protocol->terms,
                                .params = params,
                                .param_count = options->param_count,
                                .lockstep = options->lockstep,
                                .is_strict = options->strict,
                                .exit_diverges = options->exit_diverges,
                                .budget_steps = check_scope_budget(options),
                                .advice = options->advice,
                                .has_fence = advice_has_fence(kernel),
                                .extents = extents->bytes,
                                .elements = extents->elements,
                                .answers = options->answers,
                                .dumps = options->dumps,
                                .formulas_only = options->stop_after == CHECK_FORMULAS};
    memcpy(scope.block, options->block, sizeof scope.block);
    memcpy(scope.grid, options->grid, sizeof scope.grid);
    const char *misfit = required_misfit(arena, protocol, options);
    scope.required = required_make(arena, protocol, options, &scope.required_count);
    scope.required_exact = options->is_launch ? find_exact(arena, options, &scope) : NULL;
    if (misfit) {
        struct prove_condition *never = arena_alloc(arena, sizeof *never);
        *never = (struct prove_condition){.text = misfit, .term = term_const(protocol->terms, 1, 0)};
        scope.required = never;
        scope.required_count = 1;
        scope.required_exact = NULL;
    }
    return scope;
}
