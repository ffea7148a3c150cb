/* Reads the expectations out of a kernel file's comments.
 *
 * Every `//` comment whose first word is a keyword is an expectation; all its
 * parts, separated by semicolons, must then be understood. Other comments are
 * text. Labels are resolved at the end, so that they may follow their use. */
#include <string.h>

#include "golden.h"

const char *const property_names[EXPECT_PROPERTIES] = {"race", "divergence", "bounds", "assert"};

struct reader {
    struct expectation *to;
    struct arena *arena;
    uint32_t line;
    const char *error;
};

static bool fail(struct reader *r, const char *what, const char *text) {
    if (!r->error) {
        r->error = arena_printf(r->arena, "bad test, line %u: %s '%s'", r->line, what, text);
    }
    return false;
}

static char *trim(char *text) {
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1])) {
        text[--n] = '\0';
    }
    return text;
}

/* The next word at *rest, which moves on; "" at the end. */
static const char *next_word(char **rest) {
    char *start = *rest + strspn(*rest, " \t");
    size_t n = strcspn(start, " \t");
    *rest = start + n;
    if (start[n]) {
        start[n] = '\0';
        (*rest)++;
    }
    return start;
}

static const char *after(const char *text, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(text, prefix, n) == 0 ? text + n : NULL;
}

/* Findings: keyword, rule, whether a kind and an array follow, default level. */
static const struct finding_keyword {
    const char *word, *rule;
    bool has_kind, has_array;
    const char *kind, *level;
} finding_keywords[] = {
    {"race:", "data-race", true, true, "*", "error"},
    {"same-value:", "same-value-write", false, true, "*", "note"},
    {"divergence:", "barrier-divergence", true, false, "*", "error"},
    {"bounds:", "out-of-bounds", false, true, "*", "error"},
    {"dimension:", "out-of-bounds", false, true, "inner-dimension", "error"},
    {"assert:", "assertion", false, false, "*", "error"},
};

static bool read_finding(struct reader *r, const struct finding_keyword *keyword, bool is_required, char *rest) {
    struct marker m = {.kind = MARKER_FINDING,
                       .is_required = is_required,
                       .line = r->line,
                       .other_line = r->line,
                       .rule = keyword->rule,
                       .finding_kind = keyword->kind,
                       .array = "*",
                       .level = is_required ? keyword->level : "*"};
    if (keyword->has_kind) {
        m.finding_kind = next_word(&rest);
    }
    if (keyword->has_array) {
        m.array = next_word(&rest);
    }
    if (!*m.finding_kind || !*m.array) {
        return fail(r, "missing kind or array after", keyword->word);
    }
    for (const char *word = next_word(&rest); *word; word = next_word(&rest)) {
        size_t n = strlen(word);
        if (word[0] == '@') {
            m.label = word + 1;
        } else if (word[0] == '[' && n > 2 && word[n - 1] == ']') {
            m.level = arena_strndup(r->arena, word + 1, n - 2);
        } else if (strcmp(word, "typed") == 0 || strcmp(word, "exact") == 0 || strcmp(word, "approximate") == 0) {
            m.basis = word;
        } else {
            return fail(r, "unexpected", word);
        }
    }
    vec_push(&r->to->markers, m);
    return true;
}

static bool read_unproved(struct reader *r, bool is_required, char *rest) {
    struct marker m = {.kind = MARKER_UNPROVED, .is_required = is_required, .line = r->line, .other_line = r->line};
    m.property = next_word(&rest);
    m.reason = next_word(&rest);
    m.detail = trim(rest);
    vec_push(&r->to->markers, m);
    return *m.property ? true : fail(r, "missing property after", "unproved:");
}

/* not-typed: RULE VARIABLE */
static bool read_untyped(struct reader *r, char *rest) {
    struct marker m = {.kind = MARKER_UNTYPED, .is_required = true, .line = r->line, .other_line = r->line};
    m.rule = next_word(&rest);
    m.variable = next_word(&rest);
    vec_push(&r->to->markers, m);
    return *m.variable ? true : fail(r, "missing rule or variable after", "not-typed:");
}

static void read_advice(struct reader *r, bool is_required, const char *rule, char *rest) {
    struct marker m = {.kind = MARKER_ADVICE, .is_required = is_required, .line = r->line, .other_line = r->line, .rule = rule};
    m.how = trim(rest);
    vec_push(&r->to->markers, m);
}

static bool read_kernel(struct reader *r, char *rest) {
    struct kernel_expectation kernel = {.name = next_word(&rest)};
    kernel.verdicts[EXPECT_DIVERGENCE] = "proved|unchecked";
    for (char *word = (char *)next_word(&rest); *word; word = (char *)next_word(&rest)) {
        int p = 0;
        const char *verdict = NULL;
        while (p < EXPECT_PROPERTIES && !((verdict = after(word, property_names[p])) && *verdict == '=')) {
            p++;
        }
        if (p == EXPECT_PROPERTIES) {
            return fail(r, "unexpected", word);
        }
        kernel.verdicts[p] = verdict + 1;
    }
    vec_push(&r->to->kernels, kernel);
    return *kernel.name ? true : fail(r, "missing name after", "expect:");
}

/* Whether the part is an expectation; if so it is read. */
static bool read_part(struct reader *r, char *part) {
    char *copy = arena_strdup(r->arena, part);
    char *rest = copy;
    const char *word = next_word(&rest);
    const char *bare = after(word, "may-");
    bool is_required = !bare;
    bare = bare ? bare : word;
    for (size_t i = 0; i < sizeof finding_keywords / sizeof *finding_keywords; i++) {
        if (strcmp(bare, finding_keywords[i].word) == 0) {
            read_finding(r, &finding_keywords[i], is_required, rest);
            return true;
        }
    }
    if (strcmp(bare, "unproved:") == 0) {
        read_unproved(r, is_required, rest);
    } else if (strcmp(word, "not-typed:") == 0) {
        read_untyped(r, rest);
    } else if (strcmp(bare, "redundant-barrier:") == 0 || strcmp(bare, "missing-barrier:") == 0) {
        read_advice(r, is_required, arena_strndup(r->arena, bare, strlen(bare) - 1), rest);
    } else if (word[0] == '@' && word[1]) {
        vec_push(&r->to->labels, (struct label){word + 1, r->line});
    } else if (strcmp(word, "expect:") == 0) {
        read_kernel(r, rest);
    } else if (strcmp(word, "assume:") == 0) {
        if (r->to->kernels.size == 0) {
            fail(r, "no kernel yet for", "assume:");
        } else {
            vec_push(&vec_last(&r->to->kernels).assumptions, trim(rest));
        }
    } else if (strcmp(word, "EXIT:") == 0) {
        r->to->exit_status = next_word(&rest)[0] - '0';
    } else if (strcmp(word, "RUN:") == 0) {
        r->to->command = next_word(&rest);
        if (strcmp(r->to->command, "check") != 0 && strcmp(r->to->command, "search") != 0) {
            fail(r, "only `check` and `search` can be run", part);
        }
        vec_clear(&r->to->options);
        for (const char *option = next_word(&rest); *option; option = next_word(&rest)) {
            vec_push(&r->to->options, option);
        }
    } else {
        return false;
    }
    return true;
}

static void read_comment(struct reader *r, char *comment) {
    for (char *part = comment; part && !r->error;) {
        char *end = strchr(part, ';');
        if (end) {
            *end = '\0';
        }
        part = trim(part);
        if (!read_part(r, part)) {
            fail(r, "not understood:", part);
        }
        part = end ? end + 1 : NULL;
    }
}

static bool starts_with_keyword(const char *comment) {
    static const char *const words[] = {"race:",
                                        "may-race:",
                                        "same-value:",
                                        "may-same-value:",
                                        "bounds:",
                                        "may-bounds:",
                                        "dimension:",
                                        "may-dimension:",
                                        "assert:",
                                        "may-assert:",
                                        "@",
                                        "divergence:",
                                        "expect:",
                                        "may-divergence:",
                                        "assume:",
                                        "EXIT:",
                                        "RUN:",
                                        "unproved:",
                                        "may-unproved:",
                                        "not-typed:",
                                        "redundant-barrier:",
                                        "may-redundant-barrier:",
                                        "missing-barrier:",
                                        "may-missing-barrier:"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (after(comment, words[i])) {
            return true;
        }
    }
    return false;
}

static bool resolve_labels(struct reader *r) {
    for (uint32_t i = 0; i < r->to->markers.size; i++) {
        struct marker *m = &r->to->markers.data[i];
        if (!m->label) {
            continue;
        }
        m->other_line = 0;
        for (uint32_t j = 0; j < r->to->labels.size; j++) {
            if (strcmp(r->to->labels.data[j].name, m->label) == 0) {
                if (m->other_line) {
                    return fail(r, "label defined twice:", m->label);
                }
                m->other_line = r->to->labels.data[j].line;
            }
        }
        if (!m->other_line) {
            return fail(r, "no such label:", m->label);
        }
    }
    return true;
}

bool expect_parse(struct expectation *expectation, struct arena *arena, const char *text, const char **error) {
    *expectation = (struct expectation){.command = "check", .exit_status = -1};
    vec_push(&expectation->options, "--only=race,divergence");
    struct reader r = {expectation, arena, 0, NULL};
    while (*text && !r.error) {
        size_t n = strcspn(text, "\n");
        char *line = arena_strndup(arena, text, n);
        text += text[n] ? n + 1 : n;
        r.line++;
        char *comment = strstr(line, "//");
        if (comment) {
            comment = trim(comment + 2);
            if (starts_with_keyword(comment)) {
                read_comment(&r, comment);
            }
        }
    }
    if (!r.error) {
        resolve_labels(&r);
    }
    *error = r.error;
    return !r.error;
}

void expect_release(struct expectation *expectation) {
    for (uint32_t i = 0; i < expectation->kernels.size; i++) {
        vec_release(&expectation->kernels.data[i].assumptions);
    }
    vec_release(&expectation->options);
    vec_release(&expectation->markers);
    vec_release(&expectation->kernels);
    vec_release(&expectation->labels);
}
