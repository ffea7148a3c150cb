#include "finding/finding.h"

#include <assert.h>
#include <string.h>

#define NAME_TABLE(table) static const char *const table[]

#define VERDICT(name, text) [VERDICT_##name] = text,
NAME_TABLE(verdict_names) = {
#include "finding/kinds.def"
};
#undef VERDICT
#define RULE(name, text) [RULE_##name] = text,
NAME_TABLE(rule_names) = {
#include "finding/kinds.def"
};
#undef RULE
#define ADVICE(name, text) [ADVICE_##name] = text,
NAME_TABLE(advice_names) = {
#include "finding/kinds.def"
};
#undef ADVICE
#define FINDING_KIND(name, text) [FINDING_KIND_##name] = text,
NAME_TABLE(finding_kind_names) = {
#include "finding/kinds.def"
};
#undef FINDING_KIND
#define CERTAINTY(name, text) [CERTAINTY_##name] = text,
NAME_TABLE(certainty_names) = {
#include "finding/kinds.def"
};
#undef CERTAINTY
#define LEVEL(name, text) [LEVEL_##name] = text,
NAME_TABLE(level_names) = {
#include "finding/kinds.def"
};
#undef LEVEL
#define FINDING_SCOPE(name, text) [FINDING_SCOPE_##name] = text,
NAME_TABLE(finding_scope_names) = {
#include "finding/kinds.def"
};
#undef FINDING_SCOPE
#define ASSUMPTION(name, text) [ASSUMPTION_##name] = text,
NAME_TABLE(assumption_names) = {
#include "finding/kinds.def"
};
#undef ASSUMPTION
#define BASIS(name, text) [BASIS_##name] = text,
NAME_TABLE(basis_names) = {
#include "finding/kinds.def"
};
#undef BASIS
#define CONFIRMATION(name, text) [CONFIRMATION_##name] = text,
NAME_TABLE(confirmation_names) = {
#include "finding/kinds.def"
};
#undef CONFIRMATION

static const char *const property_names[PROP_COUNT] = {
    [PROP_RACE] = "race",
    [PROP_DIVERGENCE] = "divergence",
    [PROP_BOUNDS] = "bounds",
    [PROP_ASSERT] = "assert",
};

#define NAME_OF(table, index) (assert((unsigned)(index) < sizeof(table) / sizeof *(table)), (table)[(unsigned)(index)])

const char *verdict_name(enum verdict v) {
    return NAME_OF(verdict_names, v);
}

const char *rule_name(enum rule r) {
    return NAME_OF(rule_names, r);
}

const char *advice_name(enum advice_rule r) {
    return NAME_OF(advice_names, r);
}

const char *finding_kind_name(enum finding_kind k) {
    return NAME_OF(finding_kind_names, k);
}

const char *certainty_name(enum certainty c) {
    return NAME_OF(certainty_names, c);
}

const char *level_name(enum level l) {
    return NAME_OF(level_names, l);
}

const char *finding_scope_name(enum finding_scope s) {
    return NAME_OF(finding_scope_names, s);
}

const char *assumption_name(enum assumption_kind a) {
    return NAME_OF(assumption_names, a);
}

const char *basis_name(enum finding_basis b) {
    return NAME_OF(basis_names, b);
}

const char *confirmation_name(enum confirmation c) {
    return NAME_OF(confirmation_names, c);
}

const char *property_name(unsigned property) {
    return NAME_OF(property_names, property);
}

const char *kernel_result_scope(const struct kernel_result *result, unsigned property) {
    if (result->of_program[property]) {
        return "program";
    }
    return result->block_given || result->grid_given ? "fixed" : "every";
}

enum verdict kernel_result_verdict(const struct kernel_result *result) {
    bool seen[VERDICT_COUNT] = {false};
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        seen[result->properties[p]] = true;
    }
    if (seen[VERDICT_REFUTED]) {
        return VERDICT_REFUTED;
    }
    if (seen[VERDICT_UNPROVED]) {
        return VERDICT_UNPROVED;
    }
    return seen[VERDICT_PROVED] ? VERDICT_PROVED : VERDICT_UNCHECKED;
}

bool finding_is_of_arguments(const struct finding *finding) {
    const struct finding_access *a = finding->accesses;
    return finding->kind == FINDING_KIND_OTHER_BARRIER && finding->scope == FINDING_SCOPE_BLOCK && finding->access_count == 2 && a[0].place.file &&
           a[1].place.file && a[0].place.line == a[1].place.line && a[0].place.column == a[1].place.column &&
           strcmp(a[0].place.file, a[1].place.file) == 0;
}

bool finding_is_violation(const struct finding *finding) {
    return finding->level != LEVEL_NOTE && !finding->excused;
}

bool file_result_is_partial(const struct file_result *file) {
    bool is_partial = false;
    for (uint32_t i = 0; i < file->omission_count; i++)
        is_partial |= strcmp(file->omissions[i].kind, "host-code") != 0;
    return is_partial;
}

static void assume_left_out(struct arena *arena, struct kernel_result *kernel, const char *text) {
    struct assumption *all = arena_alloc(arena, (kernel->assumption_count + 1) * sizeof *all);
    for (uint32_t i = 0; i < kernel->assumption_count; i++)
        all[i] = kernel->assumptions[i];
    all[kernel->assumption_count++] = (struct assumption){ASSUMPTION_LEFT_OUT, text};
    kernel->assumptions = all;
}

void file_result_assume(struct arena *arena, struct file_result *file, bool has_openmp) {
    for (uint32_t k = 0; k < file->kernel_count && file->omission_count > 0; k++)
        assume_left_out(arena, file->kernels[k], "headers that are not there and code that does not compile change nothing in this kernel");
    for (uint32_t k = 0; k < file->kernel_count && has_openmp; k++)
        if (file->kernels[k]->site_count > 0)
            assume_left_out(arena, file->kernels[k], "OpenMP's regions in host code do what one thread does that ignores its pragmas");
}
