/* The table of kernels with known answers, one row each.

   The column `expected` names what is true of the kernel under its options, words
   separated by commas:

     proved       neither a race nor divergence
     race         a data race; write-write, read-write, atomic-plain: one of this kind
     divergence   barrier divergence
     benign       writes of the same value, and no worse race
     open         may stay unproved, must not be refuted

   A row is right if all of it was said and nothing else without a precondition was
   confirmed; `wrong` if the contrary was proved or confirmed, or a race was confirmed
   where none is expected; `undecided` otherwise. A finding that a precondition
   excludes is no violation. */
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"

enum mark { MARK_RIGHT, MARK_UNDECIDED, MARK_WRONG, MARK_COUNT };
static const char *const mark_names[] = {"right", "undecided", "**wrong**"};

struct said {
    bool kernels, race_proved, divergence_proved, note, warning;
    bool race, confirmed_race, divergence, confirmed_divergence; /* without a precondition */
    double seconds;                                              /* of analysis */
    struct tallies reasons;
};

static void add_finding(struct said *said, const json_t *finding) {
    const char *level = outcome_level(finding);
    bool is_said = strcmp(level, "note") != 0 && !json_is_string(json_object_get(finding, "precondition"));
    bool is_confirmed = strcmp(outcome_text(finding, "certainty"), "confirmed") == 0;
    const char *rule = outcome_text(finding, "rule");
    said->note |= strcmp(rule, "same-value-write") == 0;
    said->warning |= !is_said && strcmp(level, "warning") == 0;
    if (!is_said)
        return;
    said->race |= strcmp(rule, "data-race") == 0;
    said->confirmed_race |= is_confirmed && strcmp(rule, "data-race") == 0;
    said->divergence |= strcmp(rule, "barrier-divergence") == 0;
    said->confirmed_divergence |= is_confirmed && strcmp(rule, "barrier-divergence") == 0;
}

static struct said what_was_said(const struct run *run) {
    struct said said = {.race_proved = true, .divergence_proved = true};
    size_t i = 0, j = 0;
    const json_t *kernel = NULL, *entry = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        const json_t *properties = json_object_get(kernel, "properties");
        said.kernels = true;
        said.race_proved &= strcmp(outcome_text(properties, "race"), "proved") == 0;
        said.divergence_proved &= strcmp(outcome_text(properties, "divergence"), "proved") == 0;
        said.seconds += outcome_stat(kernel, "seconds");
        json_array_foreach(json_object_get(kernel, "findings"), j, entry) {
            add_finding(&said, entry);
        }
        json_array_foreach(json_object_get(kernel, "unproved"), j, entry) {
            tally_add(&said.reasons, outcome_text(entry, "reason"), 1);
        }
    }
    return said;
}

static bool has_kind(const struct run *run, const char *kind) {
    size_t i = 0, j = 0;
    const json_t *kernel = NULL, *finding = NULL;
    json_array_foreach(json_object_get(run->file, "kernels"), i, kernel) {
        json_array_foreach(json_object_get(kernel, "findings"), j, finding) {
            if (strcmp(outcome_text(finding, "kind"), kind) == 0 && strcmp(outcome_level(finding), "error") == 0) {
                return true;
            }
        }
    }
    return false;
}

static enum mark judge_word(const struct run *run, const struct said *said, const char *word) {
    if (strcmp(word, "proved") == 0) {
        if (said->race_proved && said->divergence_proved) {
            return MARK_RIGHT;
        }
        return said->confirmed_race || said->confirmed_divergence ? MARK_WRONG : MARK_UNDECIDED;
    }
    if (strcmp(word, "open") == 0) {
        return said->confirmed_race || said->confirmed_divergence ? MARK_WRONG : MARK_RIGHT;
    }
    if (strcmp(word, "benign") == 0) {
        if (said->confirmed_race) {
            return MARK_WRONG;
        }
        return said->note && said->race_proved ? MARK_RIGHT : MARK_UNDECIDED;
    }
    if (strcmp(word, "divergence") == 0) {
        if (said->confirmed_divergence) {
            return MARK_RIGHT;
        }
        return said->divergence_proved ? MARK_WRONG : MARK_UNDECIDED;
    }
    if (said->confirmed_race && (strcmp(word, "race") == 0 || has_kind(run, word))) {
        return MARK_RIGHT;
    }
    return said->race_proved ? MARK_WRONG : MARK_UNDECIDED;
}

static bool expects_race(const char *expected) {
    return strstr(expected, "race") || strstr(expected, "write") || strstr(expected, "atomic");
}

static enum mark judge(struct arena *arena, const struct run *run, const struct said *said) {
    enum mark worst = MARK_RIGHT;
    if (!said->kernels) {
        return MARK_UNDECIDED;
    }
    char *rest = arena_strdup(arena, run->expected), *word = NULL;
    while ((word = strtok_r(rest, ",", &rest))) {
        enum mark mark = judge_word(run, said, word);
        worst = mark > worst ? mark : worst;
    }
    if (said->confirmed_race && !expects_race(run->expected) && !strstr(run->expected, "open")) {
        worst = MARK_WRONG;
    }
    return worst;
}

static const char *race_text(const struct said *said) {
    if (said->race_proved) {
        return said->note ? "proved, same value" : "proved";
    }
    if (said->confirmed_race) {
        return "refuted";
    }
    return said->race ? "possible" : said->warning ? "needs a precondition" : "unproved";
}

static void print_row(const struct run *run, struct said *said, enum mark mark) {
    printf("| `%s` | %s | %s | ", run->path, run->lines, run->expected);
    if (said->kernels) {
        printf("%s; %s", race_text(said), said->divergence_proved ? "proved" : said->confirmed_divergence ? "refuted" : "unproved");
        tally_sort(&said->reasons);
        if (said->reasons.list.size > 0) {
            printf(" (");
            tally_print(&said->reasons, "");
            printf(")");
        }
        printf(" | %.2f | ", said->seconds);
    } else {
        printf("%s | | ", outcome_text(run->file, "status"));
    }
    printf("%s | %s |\n", mark_names[mark], run->note);
}

void measure_list(struct arena *arena, const struct runs *runs) {
    uint32_t marks[MARK_COUNT] = {0};
    printf("| file | kernel, options | expected | race; divergence | s | | |\n"
           "|---|---|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < runs->size; i++) {
        const struct run *run = &runs->data[i];
        struct said said = what_was_said(run);
        enum mark mark = judge(arena, run, &said);
        marks[mark]++;
        print_row(run, &said, mark);
        vec_release(&said.reasons.list);
    }
    printf("\n%u rows: %u right, %u undecided, %u wrong.\n", runs->size, marks[MARK_RIGHT], marks[MARK_UNDECIDED], marks[MARK_WRONG]);
}
