#include "report/report_words.h"

#include <string.h>

static const char *noun_of_mode(const char *mode) {
    if (mode && strcmp(mode, "atomic") == 0) {
        return "atomic update";
    }
    return mode ? mode : "access";
}

static const char *verb_of_mode(const char *mode) {
    if (!mode) {
        return "accesses";
    }
    if (strcmp(mode, "read") == 0) {
        return "reads";
    }
    if (strcmp(mode, "write") == 0) {
        return "writes";
    }
    return strcmp(mode, "atomic") == 0 ? "atomically updates" : "waits at";
}

static const char *headline_of(enum rule rule) {
    switch (rule) {
    case RULE_DATA_RACE: return "data race";
    case RULE_SAME_VALUE_WRITE: return "several threads write the same value (still undefined in CUDA C++)";
    case RULE_BARRIER_DIVERGENCE: return "not all threads of a block reach this barrier";
    case RULE_OUT_OF_BOUNDS: return "access out of bounds";
    case RULE_ASSERTION: return "assertion may fail";
    case RULE_MISALIGNED: return "misaligned access";
    case RULE_UNINITIALISED: return "read of memory that nothing has written";
    case RULE_TRAP: return "the launch ends here with an error";
    case RULE_COUNT: break;
    }
    return "";
}

void words_precondition(const struct finding *finding, struct buffer *out) {
    buffer_add(out, finding->site.file ? "there " : "");
    buffer_printf(out, finding->precondition_proved ? "it cannot happen if %s" : "it was not found where %s", finding->precondition);
}

void words_headline(const struct finding *finding, struct buffer *out) {
    static const char possible[] = "possible ";
    const char *message = finding->message;
    bool says_possible = message && strncmp(message, possible, sizeof possible - 1) == 0;
    if (finding->certainty == CERTAINTY_POSSIBLE && finding->level == LEVEL_ERROR && !says_possible) {
        buffer_add(out, possible);
    }
    if (message) {
        buffer_add(out, message);
        return;
    }
    buffer_add(out, headline_of(finding->rule));
    if (finding->array) {
        buffer_printf(out, " on '%s'", finding->array);
    }
    if (finding->space) {
        buffer_printf(out, " (%s memory)", finding->space);
    }
}

static void add_object(const struct finding *finding, const char *index, struct buffer *out) {
    const char *array = finding->array ? finding->array : "memory";
    if (!index) {
        buffer_add(out, array);
    } else if (strncmp(index, "byte ", 5) == 0) {
        buffer_printf(out, "%s of %s", index, array);
    } else {
        buffer_printf(out, "%s[%s]", array, index);
    }
}

void words_other_access(const struct finding *finding, const struct finding_access *access, struct buffer *out) {
    if (finding->rule == RULE_BARRIER_DIVERGENCE && access->mode && strcmp(access->mode, "absent") == 0) {
        buffer_add(out, "where the other thread leaves the kernel");
        return;
    }
    if (finding->rule == RULE_BARRIER_DIVERGENCE) {
        buffer_add(out, finding->scope == FINDING_SCOPE_WARP ? "where the other lane waits" : "the other barrier");
        return;
    }
    buffer_printf(out, "the other access, %s %s", access->mode && access->mode[0] == 'a' ? "an" : "a", noun_of_mode(access->mode));
}

void words_basis(const struct finding *finding, struct buffer *out) {
    if (finding->basis == BASIS_TYPED) {
        buffer_add(out, "; typed");
    } else if (finding->basis != BASIS_NONE) {
        buffer_printf(out, "; not typed: %s", finding->depends_on);
    }
}

static void add_triple(const char *name, const uint32_t triple[3], struct buffer *out) {
    buffer_printf(out, "%s (%u,%u,%u)", name, triple[0], triple[1], triple[2]);
}

static void add_values(const char *separator, const struct named_value *values, uint32_t count, struct buffer *out) {
    for (uint32_t i = 0; i < count; i++) {
        buffer_printf(out, "%s%s = %s", i > 0 ? ", " : separator, values[i].name, values[i].value ? values[i].value : "?");
    }
}

static bool same_block(const struct finding_access *a, const struct finding_access *b) {
    return memcmp(a->block, b->block, sizeof a->block) == 0;
}

static void add_thread(const struct finding_access *access, bool with_block, struct buffer *out) {
    add_triple("thread", access->thread, out);
    if (with_block) {
        add_triple(" of block", access->block, out);
    }
}

/* "writes 5 to s[1]"; `object` overrides the name of what is accessed. */
static void add_deed(const struct finding *finding, const struct finding_access *access, const char *object, struct buffer *out) {
    bool says_value = access->value && access->mode && strcmp(access->mode, "write") == 0;
    buffer_printf(out, " %s ", verb_of_mode(access->mode));
    if (says_value) {
        buffer_printf(out, "%s to ", access->value);
    }
    if (object) {
        buffer_add(out, object);
    } else {
        add_object(finding, access->index, out);
    }
}

static const char *why_unordered(const struct finding *finding) {
    const struct finding_access *a = finding->accesses;
    if (!same_block(&a[0], &a[1])) {
        return "nothing orders threads of different blocks";
    }
    if (memcmp(a[0].thread, a[1].thread, sizeof a[0].thread) == 0) {
        return "the copy is under way until the thread waits for it";
    }
    switch (finding->scope) {
    case FINDING_SCOPE_WARP: return "neither __syncwarp nor a barrier separates them";
    case FINDING_SCOPE_BLOCK:
    case FINDING_SCOPE_GRID:
    case FINDING_SCOPE_COUNT: break;
    }
    return "no barrier separates them";
}

static void add_conflict(const struct finding *finding, struct buffer *out) {
    const struct finding_access *a = &finding->accesses[0], *b = &finding->accesses[1];
    bool is_same = !a->index || !b->index || strcmp(a->index, b->index) == 0;
    add_thread(a, true, out);
    add_deed(finding, a, NULL, out);
    buffer_add(out, " while ");
    add_thread(b, !same_block(a, b), out);
    add_deed(finding, b, is_same ? "it" : NULL, out);
    if (!is_same) {
        buffer_add(out, " (the same bytes)");
    }
    buffer_printf(out, "; %s", why_unordered(finding));
}

static const char *absence_of(enum finding_kind kind, bool of_lanes) {
    if (kind == FINDING_KIND_OTHER_BARRIER) {
        return of_lanes ? " waits elsewhere" : " waits at another barrier";
    }
    if (kind == FINDING_KIND_ROUNDS) {
        return " takes another number of rounds";
    }
    return kind == FINDING_KIND_EXITED ? " has exited" : of_lanes ? " does not come" : " never arrives";
}

static void add_divergence(const struct finding *finding, struct buffer *out) {
    add_thread(&finding->accesses[0], true, out);
    if (finding->kind == FINDING_KIND_OUTSIDE_MASK) {
        buffer_add(out, " executes it");
        return;
    }
    bool of_lanes = finding->scope == FINDING_SCOPE_WARP;
    buffer_add(out, of_lanes ? " waits here" : " waits at this barrier");
    if (finding->access_count > 1) {
        const struct finding_access *other = &finding->accesses[1];
        buffer_add(out, " while ");
        add_thread(other, !same_block(&finding->accesses[0], other), out);
        if (finding_is_of_arguments(finding)) {
            buffer_add(out, " comes with other arguments");
            return;
        }
        buffer_add(out, absence_of(finding->kind, of_lanes));
        if (finding->kind == FINDING_KIND_OTHER_BARRIER && other->place.line > 0) {
            buffer_printf(out, ", in line %u", other->place.line);
        }
    }
}

static void add_single(const struct finding *finding, struct buffer *out) {
    add_thread(&finding->accesses[0], true, out);
    if (finding->rule == RULE_ASSERTION || finding->rule == RULE_TRAP) {
        buffer_add(out, finding->rule == RULE_TRAP ? " traps" : " fails the assertion");
        return;
    }
    add_deed(finding, &finding->accesses[0], NULL, out);
    if (finding->rule == RULE_OUT_OF_BOUNDS) {
        bool is_dimension = finding->kind == FINDING_KIND_INNER_DIMENSION;
        buffer_add(out, is_dimension ? ", outside a dimension of the array" : ", outside the array");
    }
}

/* An assertion about two threads. */
static void add_assertion(const struct finding *finding, struct buffer *out) {
    const struct finding_access *a = finding->accesses;
    add_thread(&a[0], true, out);
    buffer_add(out, " fails the assertion with ");
    add_thread(&a[1], !same_block(&a[0], &a[1]), out);
    if (a[1].mode && strcmp(a[1].mode, "absent") == 0) {
        buffer_add(out, ", which does not get there");
    }
}

void words_deed(const struct finding *finding, const struct finding_access *access, struct buffer *out) {
    if (finding->rule != RULE_BARRIER_DIVERGENCE) {
        struct buffer text = {0};
        add_deed(finding, access, NULL, &text);
        buffer_add(out, buffer_text(&text) + 1);
        buffer_release(&text);
        return;
    }
    bool of_lanes = finding->scope == FINDING_SCOPE_WARP, is_first = access == &finding->accesses[0];
    buffer_add(out, is_first ? (of_lanes ? "waits here" : "waits at this barrier") : absence_of(finding->kind, of_lanes) + 1);
}

void words_arguments(const struct finding_witness *witness, struct buffer *out) {
    add_triple("with blockDim", witness->block, out);
    add_triple(", gridDim", witness->grid, out);
    add_values(", ", witness->params, witness->param_count, out);
}

void words_witness(const struct finding *finding, struct buffer *out) {
    const struct finding_witness *witness = &finding->witness;
    words_arguments(witness, out);
    add_values(", ", witness->arrays, witness->array_count, out);
    buffer_add(out, ": ");
    if (finding->access_count == 0) {
        words_headline(finding, out);
    } else if (finding->rule == RULE_BARRIER_DIVERGENCE) {
        add_divergence(finding, out);
    } else if (finding->access_count == 1) {
        add_single(finding, out);
    } else if (finding->rule == RULE_ASSERTION) {
        add_assertion(finding, out);
    } else {
        add_conflict(finding, out);
    }
    add_values("; here ", witness->values, witness->value_count, out);
}

/* One line of host code may make several launches: unrolled loops, functions that are called from several places. */
static bool is_first_at_place(const struct kernel_result *result, uint32_t site) {
    for (uint32_t i = 0; i < site; i++) {
        if (result->sites[i].line == result->sites[site].line && strcmp(result->sites[i].file, result->sites[site].file) == 0) {
            return false;
        }
    }
    return true;
}

void words_sites(const struct kernel_result *result, struct buffer *out) {
    enum { NAMED_MOST = 8 };
    uint32_t places = 0;
    buffer_add(out, "the launches of this program (");
    for (uint32_t i = 0; i < result->site_count; i++) {
        if (!is_first_at_place(result, i) || places++ >= NAMED_MOST) {
            continue;
        }
        buffer_printf(out, "%s%s", places > 1 ? ", " : "", result->sites[i].file);
        if (result->sites[i].line > 0) {
            buffer_printf(out, ":%u", result->sites[i].line);
        }
    }
    if (places > NAMED_MOST) {
        buffer_printf(out, " and %u more", places - NAMED_MOST);
    }
    buffer_char(out, ')');
}

void words_launch(const struct kernel_result *result, struct buffer *out) {
    if (!result->block_given && !result->grid_given) {
        buffer_add(out, "every launch");
        return;
    }
    if (result->block_given) {
        add_triple("blockDim", result->block, out);
    } else {
        buffer_add(out, "every blockDim");
    }
    if (result->grid_given) {
        add_triple(", gridDim", result->grid, out);
    } else {
        buffer_add(out, ", every gridDim");
    }
}
