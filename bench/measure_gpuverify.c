/* The table of GPUVerify's tests: what was expected against what was said.

   A race or divergence is found if a finding of the rule and of level error or
   warning is there; where the test pins lines, one of its accesses must be on such a
   line. A note that threads write the same value there finds a race too, and is counted
   apart. A test of several kernels is proved if all of them are. On a pass, a finding
   of level error is false; a warning names the precondition that excludes it and is
   counted apart. "pass(benign)" is a pass with writes of the same value. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outcome.h"

enum expectation { EXPECT_RACE, EXPECT_DIVERGENCE, EXPECT_PASS, EXPECT_COUNT };

static const char *const names[] = {"race", "divergence", "pass"};
static const char *const rules[] = {"data-race", "barrier-divergence"};

struct verdicts {
    uint32_t total, found, warned, benign, confirmed, other_line, false_errors, false_confirmed, false_warnings, proved, notes, wrong_proofs, failed;
    struct tallies reasons;
    VEC(const char *) lines; /* for the list of what is wrong */
};

static bool line_is_wanted(const char *lines, long long line) {
    for (const char *at = lines; *at;) {
        char *end = NULL;
        long long wanted = strtoll(at, &end, 10);
        if (end == at) {
            at++;
            continue;
        }
        if (wanted == line) {
            return true;
        }
        at = end;
    }
    return false;
}

static bool finding_is_at(const json_t *finding, const char *lines) {
    size_t i = 0;
    const json_t *access = NULL;
    json_array_foreach(json_object_get(finding, "accesses"), i, access) {
        if (line_is_wanted(lines, json_integer_value(json_object_get(access, "line")))) {
            return true;
        }
    }
    return false;
}

struct seen {
    bool error, warning, note, confirmed, at_line, other_line;
};

/* Findings of the rule (NULL: any) in all kernels of the file. */
static struct seen look(const struct run *run, const char *rule) {
    struct seen seen = {0};
    size_t i = 0, j = 0;
    const json_t *kernel = NULL, *finding = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        json_array_foreach(json_object_get(kernel, "findings"), j, finding) {
            if (rule && strcmp(outcome_text(finding, "rule"), rule) != 0) {
                continue;
            }
            const char *level = outcome_level(finding);
            seen.error |= strcmp(level, "error") == 0;
            seen.warning |= strcmp(level, "warning") == 0;
            seen.note |= strcmp(level, "note") == 0;
            if (strcmp(level, "note") != 0) {
                seen.confirmed |= strcmp(outcome_text(finding, "certainty"), "confirmed") == 0;
                bool is_at = !*run->lines || finding_is_at(finding, run->lines);
                seen.at_line |= is_at;
                seen.other_line |= !is_at;
            }
        }
    }
    return seen;
}

static bool all_proved(const struct run *run, const char *property) {
    const json_t *kernels = json_object_get(run->file, "kernels");
    size_t i = 0;
    const json_t *kernel = NULL;
    json_array_foreach(kernels, i, kernel) {
        const json_t *properties = json_object_get(kernel, "properties");
        if (strcmp(outcome_text(properties, property), "proved") != 0) {
            return false;
        }
    }
    return json_array_size(kernels) > 0;
}

/* One line for the list: the test, why nothing is proved, and what should not be there. */
static void add_line(struct arena *arena, struct verdicts *v, const struct run *run, const char *remark) {
    struct tallies own = {0};
    size_t i = 0, j = 0;
    const json_t *kernel = NULL, *unproved = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        json_array_foreach(json_object_get(kernel, "unproved"), j, unproved) {
            const char *property = outcome_text(unproved, "property");
            if (strcmp(property, "race") == 0 || strcmp(property, "divergence") == 0) {
                tally_add(&own, outcome_text(unproved, "reason"), 1);
            }
        }
    }
    if (json_array_size(json_object_get(run->file, "kernels")) == 0) {
        const char *status = outcome_text(run->file, "status");
        tally_add(&own, *status ? status : "no-report", 1);
    }
    const char *line = arena_printf(arena, "%s: ", run->path);
    for (uint32_t k = 0; k < own.list.size; k++) {
        tally_add(&v->reasons, own.list.data[k].name, 1);
        line = arena_printf(arena, "%s%s%s", line, k ? ", " : "", own.list.data[k].name);
    }
    vec_push(&v->lines, arena_printf(arena, "%s%s", line, remark));
    vec_release(&own.list);
}

/* Replayed writes of the same value, at a line that is wanted. */
static bool is_benign(const struct run *run) {
    size_t i = 0, j = 0;
    const json_t *kernel = NULL, *finding = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        json_array_foreach(json_object_get(kernel, "findings"), j, finding) {
            if (strcmp(outcome_text(finding, "rule"), "same-value-write") == 0 && strcmp(outcome_text(finding, "certainty"), "confirmed") == 0 &&
                (!*run->lines || finding_is_at(finding, run->lines))) {
                return true;
            }
        }
    }
    return false;
}

static void judge_bug(struct arena *arena, struct verdicts *v, enum expectation expected, const struct run *run) {
    struct seen seen = look(run, rules[expected]);
    if (seen.at_line) {
        v->found++;
        v->confirmed += seen.confirmed;
        v->warned += !seen.error;
        return;
    }
    v->other_line += seen.other_line;
    if (expected == EXPECT_RACE && is_benign(run)) {
        v->found++;
        v->confirmed++;
        v->benign++;
        add_line(arena, v, run, "writes of the same value");
        return;
    }
    bool is_proved = all_proved(run, names[expected]);
    v->wrong_proofs += is_proved;
    add_line(arena, v, run, is_proved ? "WRONGLY PROVED" : "");
}

static void judge_pass(struct arena *arena, struct verdicts *v, const struct run *run) {
    struct seen seen = look(run, NULL);
    v->notes += seen.note;
    v->false_errors += seen.error;
    v->false_confirmed += seen.error && seen.confirmed;
    v->false_warnings += !seen.error && seen.warning;
    if (all_proved(run, "race") && all_proved(run, "divergence")) {
        v->proved++;
        return;
    }
    add_line(arena, v, run, seen.error ? " (with a finding of level error)" : "");
}

static bool is_failed(const struct run *run) {
    return !run->file || run->status < 0 || run->status > 3;
}

static void print_share(const char *what, uint32_t count, uint32_t whole) {
    printf("| %s | %u of %u (%.1f %%) |\n", what, count, whole, percent(count, whole));
}

static void print_bugs(const char *what, const struct verdicts *v, bool has_notes) {
    printf("| **%s** | %u |\n", what, v->total);
    print_share("found, at a line of err_lines where there are", v->found, v->total);
    print_share("of these as a warning with a precondition only", v->warned, v->found);
    if (has_notes) {
        print_share("of these as a note: writes of the same value", v->benign, v->found);
    }
    print_share("of these confirmed by a replay", v->confirmed, v->found);
    print_share("found at other lines only", v->other_line, v->total);
    print_share("wrongly proved", v->wrong_proofs, v->total);
}

static void print_list(const char *what, struct verdicts *v) {
    if (v->lines.size > 0) {
        tally_sort(&v->reasons);
        printf("\n%s (tests by reason: ", what);
        tally_print(&v->reasons, "none");
        printf("):\n\n");
    }
    for (uint32_t i = 0; i < v->lines.size; i++) {
        printf("- %s\n", v->lines.data[i]);
    }
    vec_release(&v->lines);
    vec_release(&v->reasons.list);
}

static enum expectation expectation_of(const struct run *run) {
    if (strcmp(run->expected, "race") == 0) {
        return EXPECT_RACE;
    }
    return strcmp(run->expected, "divergence") == 0 ? EXPECT_DIVERGENCE : EXPECT_PASS;
}

void measure_gpuverify(struct arena *arena, const struct runs *runs) {
    struct verdicts all[EXPECT_COUNT] = {0};
    uint32_t failed = 0;
    double seconds = 0;
    for (uint32_t i = 0; i < runs->size; i++) {
        const struct run *run = &runs->data[i];
        enum expectation expected = expectation_of(run);
        struct verdicts *v = &all[expected];
        v->total++;
        failed += is_failed(run);
        seconds += run->seconds;
        if (expected == EXPECT_PASS) {
            judge_pass(arena, v, run);
        } else {
            judge_bug(arena, v, expected, run);
        }
    }
    const struct verdicts *pass = &all[EXPECT_PASS];
    printf("| | |\n|---|---|\n| tests | %u |\n| runs that crashed or were ended | %u |\n", runs->size, failed);
    print_bugs("tests with a race", &all[EXPECT_RACE], true);
    print_bugs("tests with divergence", &all[EXPECT_DIVERGENCE], false);
    printf("| **passes** | %u |\n", pass->total);
    print_share("race and divergence proved", pass->proved, pass->total);
    print_share("refuted: a confirmed finding of level error", pass->false_confirmed, pass->total);
    print_share("with a finding of level error, confirmed or not", pass->false_errors, pass->total);
    print_share("with warnings that name a precondition, no error", pass->false_warnings, pass->total);
    printf("| passes with a note | %u |\n| seconds | %.0f |\n", pass->notes, seconds);
    print_list("Races not found, or found as a note", &all[EXPECT_RACE]);
    print_list("Divergence not found", &all[EXPECT_DIVERGENCE]);
    print_list("Passes not proved", &all[EXPECT_PASS]);
}
