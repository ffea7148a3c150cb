/* Compares a JSON report (schema 1) with the expectations of a kernel file.
 *
 * A finding is known by rule, kind, array and the unordered pair of lines of its
 * accesses. An access inside a header counts at the call site in the file under
 * test. Several findings of the same description (other columns, other
 * instances) are one. */
#include <jansson.h>
#include <string.h>

#include "golden.h"

struct matcher {
    struct expectation *expectation;
    const char *path;
    const struct match_options *options;
    struct buffer *why;
    bool any_refuted, any_unproved;
};

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static uint32_t line_of(const json_t *object) {
    return (uint32_t)json_integer_value(json_object_get(object, "line"));
}

static bool is_same_file(const char *a, const char *b) {
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    return strcmp(x ? x + 1 : a, y ? y + 1 : b) == 0;
}

/* The innermost line of an access that lies in the file under test, or 0. */
static uint32_t access_line(const struct matcher *m, const json_t *access) {
    if (is_same_file(text_of(access, "file"), m->path)) {
        return line_of(access);
    }
    const json_t *chain = json_object_get(access, "inlined_at");
    for (size_t i = 0; i < json_array_size(chain); i++) {
        const json_t *call = json_array_get(chain, i);
        if (is_same_file(text_of(call, "file"), m->path)) {
            return line_of(call);
        }
    }
    return 0;
}

static bool fits(const char *wanted, const char *found) {
    return strcmp(wanted, "*") == 0 || strcmp(wanted, found) == 0;
}

static bool is_race_rule(const char *rule) {
    return strcmp(rule, "data-race") == 0 || strcmp(rule, "same-value-write") == 0;
}

static bool lines_fit(const struct marker *marker, const uint32_t lines[2]) {
    if (is_race_rule(marker->rule) || marker->label) {
        return (marker->line == lines[0] && marker->other_line == lines[1]) || (marker->line == lines[1] && marker->other_line == lines[0]);
    }
    return marker->line == lines[0] || marker->line == lines[1];
}

/* An error is confirmed by replay; one that is only possible is expected as such. */
static bool level_fits(const char *wanted, const json_t *finding) {
    const char *level = text_of(finding, "level");
    bool is_possible = strcmp(level, "error") == 0 && strcmp(text_of(finding, "certainty"), "confirmed") != 0;
    return fits(wanted, is_possible ? "possible" : level);
}

/* No thread disagrees with itself about a barrier. */
static bool is_of_one_thread(const json_t *finding, const json_t *accesses) {
    const json_t *a = json_array_get(accesses, 0), *b = json_array_get(accesses, 1);
    return strcmp(text_of(finding, "rule"), "barrier-divergence") == 0 && a && b &&
           json_equal(json_object_get(a, "thread"), json_object_get(b, "thread")) &&
           json_equal(json_object_get(a, "block"), json_object_get(b, "block"));
}

static void match_finding(struct matcher *m, const json_t *finding, const char *kernel) {
    const json_t *accesses = json_object_get(finding, "accesses");
    uint32_t lines[2];
    if (is_of_one_thread(finding, accesses)) {
        buffer_printf(m->why, "a divergence of one thread in %s\n", kernel);
    }
    lines[0] = access_line(m, json_array_get(accesses, 0));
    lines[1] = json_array_size(accesses) > 1 ? access_line(m, json_array_get(accesses, 1)) : lines[0];
    const char *rule = text_of(finding, "rule"), *level = text_of(finding, "level");
    const char *wrong_level = NULL;
    bool is_expected = false;
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        struct marker *marker = &m->expectation->markers.data[i];
        if (marker->kind == MARKER_FINDING && strcmp(marker->rule, rule) == 0 && lines_fit(marker, lines) &&
            fits(marker->finding_kind, text_of(finding, "kind")) && fits(marker->array, text_of(finding, "array"))) {
            if (marker->basis && strcmp(marker->basis, text_of(finding, "basis")) != 0) {
                buffer_printf(m->why, "finding at line %u is %s, not %s\n", lines[0], text_of(finding, "basis"), marker->basis);
            }
            if (level_fits(marker->level, finding)) {
                marker->is_matched = true;
                is_expected = true;
            } else {
                wrong_level = marker->level;
            }
        }
    }
    if (!is_expected) {
        buffer_printf(m->why, "unexpected %s %s on '%s', lines %u and %u, level %s, in %s", rule, text_of(finding, "kind"), text_of(finding, "array"),
                      lines[0], lines[1], level, kernel);
        if (wrong_level) {
            buffer_printf(m->why, " (level %s expected)", wrong_level);
        }
        buffer_char(m->why, '\n');
    }
}

static bool advice_fits(const struct marker *marker, const json_t *advice) {
    bool together = json_is_true(json_object_get(advice, "together"));
    const char *how = *text_of(advice, "where") ? text_of(advice, "where") : together ? "together" : "alone";
    return strcmp(marker->rule, text_of(advice, "rule")) == 0 && marker->line == line_of(advice) && (!*marker->how || strcmp(marker->how, how) == 0);
}

static void match_advice(struct matcher *m, const json_t *advice, const char *kernel) {
    bool is_expected = false;
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        struct marker *marker = &m->expectation->markers.data[i];
        if (marker->kind == MARKER_ADVICE && advice_fits(marker, advice)) {
            marker->is_matched = true;
            is_expected = true;
        }
    }
    if (!is_expected) {
        buffer_printf(m->why, "unexpected advice %s at line %u in %s: %s\n", text_of(advice, "rule"), line_of(advice), kernel,
                      text_of(advice, "message"));
    }
}

static void match_untyped(struct matcher *m, const json_t *failure, const char *kernel) {
    bool is_expected = false;
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        struct marker *marker = &m->expectation->markers.data[i];
        if (marker->kind == MARKER_UNTYPED && marker->line == line_of(failure) && strcmp(marker->rule, text_of(failure, "rule")) == 0 &&
            strcmp(marker->variable, text_of(failure, "variable")) == 0) {
            marker->is_matched = true;
            is_expected = true;
        }
    }
    if (!is_expected) {
        buffer_printf(m->why, "not well typed at line %u in %s: %s\n", line_of(failure), kernel, text_of(failure, "message"));
    }
}

static bool has_finding_marker(const struct matcher *m, uint32_t line) {
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        const struct marker *marker = &m->expectation->markers.data[i];
        if (marker->kind == MARKER_FINDING && (marker->line == line || marker->other_line == line)) {
            return true;
        }
    }
    return false;
}

static bool is_asked(const json_t *kernel, const char *property) {
    const char *verdict = text_of(json_object_get(kernel, "properties"), property);
    return strcmp(verdict, "unchecked") != 0;
}

/* An unproved entry is expected where it is marked, and where a finding is. */
static void match_unproved(struct matcher *m, const json_t *entry, const json_t *kernel) {
    const char *property = text_of(entry, "property"), *reason = text_of(entry, "reason");
    const char *detail = text_of(entry, "detail");
    uint32_t line = line_of(entry);
    bool is_expected = !is_asked(kernel, property) || strcmp(reason, "divergent-barriers") == 0;
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        struct marker *marker = &m->expectation->markers.data[i];
        if (marker->kind == MARKER_UNPROVED && marker->line == line && strcmp(marker->property, property) == 0 &&
            (!*marker->reason || strcmp(marker->reason, reason) == 0) && strstr(detail, marker->detail)) {
            marker->is_matched = true;
            is_expected = true;
        }
    }
    if (!is_expected && !has_finding_marker(m, line)) {
        buffer_printf(m->why, "unexpected unproved %s at line %u: %s (%s)\n", property, line, reason, detail);
    }
}

/* The name within a display such as `void ns::k<4>(int*)`, with or without its
   template arguments. */
static bool is_named(const char *display, const char *name) {
    size_t start = 0, end = 0, cut = 0;
    int depth = 0;
    for (; display[end] && (depth > 0 || display[end] != '('); end++) {
        char c = display[end];
        if (c == '<' && depth++ == 0) {
            cut = end;
        } else if (c == '>') {
            depth--;
        } else if (c == ' ' && depth == 0) {
            start = end + 1;
            cut = 0;
        }
    }
    if (cut && !strchr(name, '<')) {
        end = cut;
    }
    return strlen(name) == end - start && strncmp(display + start, name, end - start) == 0;
}

static bool is_among(const char *alternatives, const char *verdict) {
    size_t n = strlen(verdict);
    for (const char *at = alternatives; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        if (strncmp(at, verdict, n) == 0 && (at[n] == '\0' || at[n] == '|')) {
            return true;
        }
    }
    return false;
}

/* Whether the kernel has a finding that only lacks a replay: no note, and not excluded by a precondition. */
static bool has_possible(const json_t *kernel) {
    const json_t *findings = json_object_get(kernel, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        if (strcmp(text_of(finding, "level"), "note") != 0 && !json_is_true(json_object_get(finding, "excused")) &&
            json_is_null(json_object_get(finding, "precondition"))) {
            return true;
        }
    }
    return false;
}

static bool has_assumption(const json_t *kernel, const char *wanted) {
    static const char *const keys[] = {"assumption_kinds", "assumptions"};
    for (size_t k = 0; k < 2; k++) {
        const json_t *list = json_object_get(kernel, keys[k]);
        for (size_t i = 0; i < json_array_size(list); i++) {
            const char *text = json_string_value(json_array_get(list, i));
            if (text && strstr(text, wanted)) {
                return true;
            }
        }
    }
    return false;
}

static void match_properties(struct matcher *m, const json_t *kernel, const struct kernel_expectation *wanted) {
    const json_t *properties = json_object_get(kernel, "properties");
    for (int p = 0; p < EXPECT_PROPERTIES; p++) {
        const char *verdict = text_of(properties, property_names[p]);
        const char *alternatives = wanted->verdicts[p];
        if (!alternatives || is_among(alternatives, verdict)) {
            continue;
        }
        if (!m->options->is_confirmed && is_among(alternatives, "refuted") && strcmp(verdict, "unproved") == 0 && has_possible(kernel)) {
            continue;
        }
        buffer_printf(m->why, "%s: %s is %s, not %s\n", wanted->name, property_names[p], verdict, alternatives);
    }
    for (uint32_t i = 0; i < wanted->assumptions.size; i++) {
        const char *text = wanted->assumptions.data[i];
        bool is_absent = text[0] == '!';
        if (has_assumption(kernel, text + is_absent) == is_absent) {
            buffer_printf(m->why, "%s: %s assumption '%s'\n", wanted->name, is_absent ? "unwanted" : "no", text + is_absent);
        }
    }
}

static void match_kernel(struct matcher *m, const json_t *kernel) {
    const char *display = text_of(kernel, "display");
    struct kernel_expectation *wanted = NULL;
    for (uint32_t i = 0; i < m->expectation->kernels.size && !wanted; i++) {
        if (is_named(display, m->expectation->kernels.data[i].name)) {
            wanted = &m->expectation->kernels.data[i];
        }
    }
    if (!wanted) {
        buffer_printf(m->why, "kernel without expectation: %s\n", display);
        return;
    }
    wanted->is_matched = true;
    match_properties(m, kernel, wanted);
    const json_t *findings = json_object_get(kernel, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        match_finding(m, json_array_get(findings, i), wanted->name);
    }
    const json_t *advice = json_object_get(kernel, "advice");
    for (size_t i = 0; i < json_array_size(advice); i++) {
        match_advice(m, json_array_get(advice, i), wanted->name);
    }
    const json_t *failures = json_object_get(kernel, "typing_failures");
    for (size_t i = 0; i < json_array_size(failures); i++) {
        match_untyped(m, json_array_get(failures, i), wanted->name);
    }
    const json_t *unproved = json_object_get(kernel, "unproved");
    for (size_t i = 0; i < json_array_size(unproved); i++) {
        match_unproved(m, json_array_get(unproved, i), kernel);
    }
    for (int p = 0; p < EXPECT_PROPERTIES; p++) {
        const char *verdict = text_of(json_object_get(kernel, "properties"), property_names[p]);
        m->any_refuted |= strcmp(verdict, "refuted") == 0;
        m->any_unproved |= strcmp(verdict, "unproved") == 0;
    }
}

/* Of several unproved markers with one text, one place is enough. */
static bool is_satisfied(const struct expectation *e, const struct marker *marker) {
    for (uint32_t i = 0; i < e->markers.size && marker->kind == MARKER_UNPROVED; i++) {
        const struct marker *other = &e->markers.data[i];
        if (other->kind == MARKER_UNPROVED && other->is_matched && strcmp(other->property, marker->property) == 0 &&
            strcmp(other->reason, marker->reason) == 0 && strcmp(other->detail, marker->detail) == 0) {
            return true;
        }
    }
    return marker->is_matched || !marker->is_required;
}

static void match_missing(struct matcher *m) {
    for (uint32_t i = 0; i < m->expectation->kernels.size; i++) {
        if (!m->expectation->kernels.data[i].is_matched) {
            buffer_printf(m->why, "kernel not in the report: %s\n", m->expectation->kernels.data[i].name);
        }
    }
    for (uint32_t i = 0; i < m->expectation->markers.size; i++) {
        const struct marker *marker = &m->expectation->markers.data[i];
        if (is_satisfied(m->expectation, marker)) {
            continue;
        }
        if (marker->kind == MARKER_UNPROVED) {
            buffer_printf(m->why, "missing unproved %s %s at line %u\n", marker->property, marker->reason, marker->line);
        } else if (marker->kind == MARKER_UNTYPED) {
            buffer_printf(m->why, "missing failure of %s by %s at line %u\n", marker->rule, marker->variable, marker->line);
        } else if (marker->kind == MARKER_ADVICE) {
            buffer_printf(m->why, "missing %s %s at line %u\n", marker->rule, marker->how, marker->line);
        } else {
            buffer_printf(m->why, "missing %s %s on '%s', lines %u and %u\n", marker->rule, marker->finding_kind, marker->array, marker->line,
                          marker->other_line);
        }
    }
}

static void match_exit(struct matcher *m, int exit_status, bool has_error) {
    int wanted = m->any_refuted ? 1 : has_error ? 2 : m->any_unproved ? 3 : 0;
    if (exit_status != wanted) {
        buffer_printf(m->why, "exit status %d does not fit the report (%d)\n", exit_status, wanted);
    }
    if (m->expectation->exit_status >= 0 && exit_status != m->expectation->exit_status) {
        buffer_printf(m->why, "exit status %d, not %d\n", exit_status, m->expectation->exit_status);
    }
}

void match_report(struct expectation *expectation, const char *path, const char *report, int exit_status, const struct match_options *options,
                  struct buffer *why) {
    json_error_t error;
    json_t *tree = json_loads(report, 0, &error);
    if (!tree) {
        buffer_printf(why, "report is not JSON: line %d: %s\n", error.line, error.text);
        return;
    }
    struct matcher m = {expectation, path, options, why, false, false};
    const json_t *files = json_object_get(tree, "files");
    if (json_array_size(files) != 1) {
        buffer_printf(why, "%zu files in the report\n", json_array_size(files));
    }
    const json_t *file = json_array_get(files, 0);
    bool is_empty = strcmp(text_of(file, "status"), "no-kernels") == 0;
    bool has_error = !is_empty && json_is_string(json_object_get(file, "error"));
    if (has_error) {
        buffer_printf(why, "%s: %s\n", text_of(file, "status"), text_of(file, "error"));
    }
    const json_t *kernels = json_object_get(file, "kernels");
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        match_kernel(&m, json_array_get(kernels, i));
    }
    match_missing(&m);
    match_exit(&m, exit_status, has_error);
    json_decref(tree);
}

/* ---- searches ---- */

static const char *const rule_of_property[EXPECT_PROPERTIES] = {"data-race", "barrier-divergence", "out-of-bounds", "assertion"};

static bool is_to_be_proved(const struct kernel_expectation *wanted, const char *rule) {
    for (int p = 0; p < EXPECT_PROPERTIES; p++) {
        const char *verdicts = wanted->verdicts[p];
        if (strcmp(rule, rule_of_property[p]) == 0) {
            return verdicts && is_among(verdicts, "proved") && !is_among(verdicts, "refuted");
        }
    }
    return false;
}

static void match_searched_kernel(const struct kernel_expectation *wanted, const json_t *kernel, struct buffer *why) {
    const json_t *findings = json_object_get(kernel, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *finding = json_array_get(findings, i);
        if (strcmp(text_of(finding, "level"), "error") == 0 && is_to_be_proved(wanted, text_of(finding, "rule"))) {
            buffer_printf(why, "%s is to be proved, but a search shows %s at line %u\n", wanted->name, text_of(finding, "rule"),
                          line_of(json_array_get(json_object_get(finding, "accesses"), 0)));
        }
    }
}

void match_search(const struct expectation *expectation, const char *report, struct buffer *why) {
    json_t *tree = json_loads(report, 0, NULL);
    if (!tree) {
        buffer_add(why, "the report of the search is not JSON\n");
        return;
    }
    const json_t *kernels = json_object_get(json_array_get(json_object_get(tree, "files"), 0), "kernels");
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const json_t *kernel = json_array_get(kernels, i);
        for (uint32_t k = 0; k < expectation->kernels.size; k++) {
            if (is_named(text_of(kernel, "display"), expectation->kernels.data[k].name)) {
                match_searched_kernel(&expectation->kernels.data[k], kernel, why);
            }
        }
    }
    json_decref(tree);
}
