#include "report/suppression.h"
#include "report/project_read.h"

#include <ctype.h>
#include <string.h>

#include <jansson.h>

#include "base/vec.h"
#include "report/report_kernel.h"

/* ---- verdicts ---- */

/* What makes a kernel's property unproved or refuted: anything but a suppressed message, or nothing that is known. */
static bool has_open_message(const struct kernel_result *kernel, unsigned property, bool errors_only) {
    bool has_any = false;
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        const struct finding *finding = &kernel->findings[i];
        bool counts =
            words_property_of(finding->rule) == property && finding_is_violation(finding) && (!errors_only || finding->level == LEVEL_ERROR);
        has_any |= counts;
        if (counts && !finding->mark.suppressed) {
            return true;
        }
    }
    for (uint32_t i = 0; i < kernel->unproved_count && !errors_only; i++) {
        if (kernel->unproved[i].property == property) {
            has_any = true;
            if (!kernel->unproved[i].mark.suppressed) {
                return true;
            }
        }
    }
    return !has_any;
}

enum verdict suppression_verdict(const struct kernel_result *kernel, unsigned property) {
    enum verdict verdict = kernel->properties[property];
    if (verdict == VERDICT_REFUTED && !has_open_message(kernel, property, true)) {
        return has_open_message(kernel, property, false) ? VERDICT_UNPROVED : VERDICT_UNCHECKED;
    }
    if (verdict == VERDICT_UNPROVED && !has_open_message(kernel, property, false)) {
        return VERDICT_UNCHECKED;
    }
    return verdict;
}

uint32_t suppression_count(const struct kernel_result *kernel) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        count += kernel->findings[i].mark.suppressed != NULL;
    }
    for (uint32_t i = 0; i < kernel->unproved_count; i++) {
        count += kernel->unproved[i].mark.suppressed != NULL;
    }
    for (uint32_t i = 0; i < kernel->advice_count; i++) {
        count += kernel->advice[i].mark.suppressed != NULL;
    }
    return count;
}

/* ---- comments ---- */

struct directive {
    const char *file;
    uint32_t line;     /* where it stands */
    uint32_t covers;   /* the line that it speaks of */
    const char *rules; /* "a, b"; NULL: every rule */
    const char *reason;
    bool is_used;
};

struct directives {
    struct arena *arena;
    struct source_cache *sources;
    struct string_map files; /* scanned */
    VEC(struct directive) list;
};

static bool is_comment_only(const char *line, size_t before) {
    for (size_t i = 0; i < before; i++) {
        if (!isspace((unsigned char)line[i]) && line[i] != '/' && line[i] != '*') {
            return false;
        }
    }
    return true;
}

/* The text in brackets behind `at`, or NULL; *at moves behind it. */
static const char *take_brackets(struct directives *d, const char **at, const char *end, char open, char close) {
    if (*at == end || **at != open) {
        return NULL;
    }
    const char *stop = memchr(*at, close, (size_t)(end - *at));
    if (!stop) {
        return NULL;
    }
    const char *inner = arena_strndup(d->arena, *at + 1, (size_t)(stop - *at - 1));
    *at = stop + 1;
    return inner;
}

static const char *take_reason(struct directives *d, const char *at, const char *end) {
    while (at < end && (isspace((unsigned char)*at) || *at == ':')) {
        at++;
    }
    while (end > at && (isspace((unsigned char)end[-1]) || end[-1] == '*' || end[-1] == '/')) {
        end--;
    }
    return at < end ? arena_strndup(d->arena, at, (size_t)(end - at)) : "ignored in the source";
}

static const char *find(const char *begin, const char *end, const char *word) {
    size_t length = strlen(word);
    for (; begin + length <= end; begin++) {
        if (memcmp(begin, word, length) == 0) {
            return begin;
        }
    }
    return NULL;
}

/* "// warpproof: ignore[rule] reason" */
static void scan_ignore(struct directives *d, const char *file, uint32_t line, const char *text, size_t length) {
    const char *end = text + length, *slashes = find(text, end, "//"), *star = find(text, end, "/*");
    const char *comment = slashes && star ? (slashes < star ? slashes : star) : slashes ? slashes : star;
    const char *at = comment ? find(comment, end, "warpproof: ignore") : NULL;
    if (!at) {
        return;
    }
    const char *stop = find(at, end, "*/");
    end = stop ? stop : end;
    at += strlen("warpproof: ignore");
    const char *rules = take_brackets(d, &at, end, '[', ']');
    if (!rules && at < end && !isspace((unsigned char)*at)) {
        return;
    }
    vec_push(&d->list, ((struct directive){file, line, is_comment_only(text, (size_t)(comment - text)) ? line + 1 : line, rules,
                                           take_reason(d, at, end), false}));
}

/* "// NOLINT(warpproof-rule)", "// NOLINTNEXTLINE(warpproof-rule)" */
static void scan_nolint(struct directives *d, const char *file, uint32_t line, const char *text, size_t length) {
    const char *end = text + length, *at = find(text, end, "NOLINT");
    if (!at) {
        return;
    }
    at += strlen("NOLINT");
    bool is_next = end - at >= 8 && memcmp(at, "NEXTLINE", 8) == 0;
    at += is_next ? 8 : 0;
    const char *rules = take_brackets(d, &at, end, '(', ')');
    if (!rules || !strstr(rules, "warpproof-")) {
        return;
    }
    vec_push(&d->list, ((struct directive){file, line, is_next ? line + 1 : line, rules, take_reason(d, at, end), false}));
}

static void scan_file(struct directives *d, const char *file) {
    const char *text;
    size_t size;
    if (!file || string_map_get(&d->files, file, NULL)) {
        return;
    }
    string_map_set(&d->files, file, 1);
    if (!source_text(d->sources, file, &text, &size)) {
        return;
    }
    const char *end = text + size;
    for (uint32_t line = 1; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        scan_ignore(d, file, line, text, length);
        scan_nolint(d, file, line, text, length);
        text += length + 1;
    }
}

static bool is_rule_char(char c) {
    return isalnum((unsigned char)c) || c == '-' || c == '*';
}

/* Whether "a, warpproof-b" names the rule. */
static bool names_rule(const char *rules, const char *rule) {
    static const char prefix[] = "warpproof-";
    while (rules && *rules) {
        size_t length = 0;
        while (is_rule_char(rules[length])) {
            length++;
        }
        const char *word = rules;
        size_t size = length;
        if (size >= sizeof prefix - 1 && memcmp(word, prefix, sizeof prefix - 1) == 0) {
            word += sizeof prefix - 1;
            size -= sizeof prefix - 1;
        }
        if ((size == 1 && *word == '*') || (size > 0 && size == strlen(rule) && memcmp(word, rule, size) == 0)) {
            return true;
        }
        rules += length > 0 ? length : 1;
    }
    return false;
}

static const char *ignored_at(struct directives *d, const char *file, uint32_t line, const char *rule) {
    const char *reason = NULL;
    scan_file(d, file);
    for (uint32_t i = 0; file && line > 0 && i < d->list.size; i++) {
        struct directive *directive = &d->list.data[i];
        bool is_here = directive->covers == line && strcmp(directive->file, file) == 0;
        if (is_here && (!directive->rules || names_rule(directive->rules, rule))) {
            directive->is_used = true;
            reason = directive->reason;
        }
    }
    return reason;
}

static const char *ignored_at_place(struct directives *d, const struct source_place *place, const char *rule) {
    return ignored_at(d, place->file, place->line, rule);
}

/* ---- marking ---- */

struct marker {
    struct directives directives;
    const struct baseline *baseline;
    const struct project *project;
};

/* Why messages of this rule do not count anywhere, or NULL. */
static const char *off_in_project(const struct marker *m, const char *rule) {
    for (uint32_t i = 0; m->project && i < m->project->levels.list.size; i++) {
        if (strcmp(m->project->levels.list.data[i].name, rule) == 0) {
            return arena_printf(m->directives.arena, "off in %s", m->project->path);
        }
    }
    return NULL;
}

static void mark(struct marker *m, const struct kernel_result *kernel, struct message_mark *mark, const char *reason, const char *rule) {
    reason = reason ? reason : ignored_at(&m->directives, kernel->file, kernel->line, rule);
    reason = reason ? reason : off_in_project(m, rule);
    if (reason) {
        mark->suppressed = reason;
    } else if (m->baseline && mark->fingerprint && string_map_get(&m->baseline->prints, mark->fingerprint, NULL)) {
        mark->suppressed = "baseline";
        mark->by_baseline = true;
    }
}

static void mark_finding(struct marker *m, const struct kernel_result *kernel, struct finding *finding) {
    const char *reason = NULL, *rule = rule_name(finding->rule);
    for (uint32_t i = 0; i < finding->access_count; i++) {
        const struct finding_access *access = &finding->accesses[i];
        const char *here = ignored_at_place(&m->directives, &access->place, rule);
        reason = reason ? reason : here;
        for (uint32_t c = 0; c < access->inlined_count; c++) {
            here = ignored_at_place(&m->directives, &access->inlined_at[c], rule);
            reason = reason ? reason : here;
        }
    }
    mark(m, kernel, &finding->mark, reason, rule);
}

/* A reason that only says that a finding is there is as suppressed as the finding. */
static bool rests_on_suppressed(const struct kernel_result *kernel, const struct unproved *unproved) {
    bool has_suppressed = false;
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        const struct finding *finding = &kernel->findings[i];
        bool is_same = words_property_of(finding->rule) == unproved->property && finding_is_violation(finding) && finding->access_count > 0 &&
                       place_is_same_line(&finding->accesses[0].place, &unproved->place);
        if (is_same && !finding->mark.suppressed) {
            return false;
        }
        has_suppressed |= is_same;
    }
    return has_suppressed;
}

static void mark_kernel(struct marker *m, struct kernel_result *kernel) {
    for (uint32_t i = 0; i < kernel->finding_count; i++) {
        mark_finding(m, kernel, &kernel->findings[i]);
    }
    for (uint32_t i = 0; i < kernel->unproved_count; i++) {
        struct unproved *unproved = &kernel->unproved[i];
        char rule[32] = "unproved-";
        strncat(rule, property_name(unproved->property), sizeof rule - strlen(rule) - 1);
        mark(m, kernel, &unproved->mark, ignored_at_place(&m->directives, &unproved->place, rule), rule);
        if (!unproved->mark.suppressed && rests_on_suppressed(kernel, unproved)) {
            unproved->mark.suppressed = "its finding is suppressed";
        }
    }
    for (uint32_t i = 0; i < kernel->advice_count; i++) {
        struct advice *advice = &kernel->advice[i];
        const char *rule = advice_name(advice->rule);
        mark(m, kernel, &advice->mark, ignored_at_place(&m->directives, &advice->place, rule), rule);
    }
}

static void list_unused(struct arena *arena, const struct directives *d, struct file_result *file) {
    struct unused_suppression *list = arena_alloc(arena, (d->list.size + 1) * sizeof *list);
    file->unused_suppressions = list;
    for (uint32_t i = 0; i < d->list.size; i++) {
        const struct directive *directive = &d->list.data[i];
        if (!directive->is_used) {
            list[file->unused_suppression_count++] = (struct unused_suppression){directive->file, directive->line, directive->rules};
        }
    }
}

void suppression_apply(struct arena *arena, struct source_cache *sources, struct file_result *file, const struct baseline *baseline,
                       const struct project *project) {
    struct marker m = {.directives = {.arena = arena, .sources = sources}, .baseline = baseline, .project = project};
    string_map_init(&m.directives.files);
    scan_file(&m.directives, file->path);
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        mark_kernel(&m, file->kernels[k]);
    }
    list_unused(arena, &m.directives, file);
    string_map_release(&m.directives.files);
    vec_release(&m.directives.list);
}

/* ---- baselines ---- */

/* Every "fingerprint" of our JSON, every "warpproof/v1" of SARIF, wherever it stands. */
static uint32_t take_prints(struct baseline *baseline, const json_t *tree, uint32_t depth) {
    enum { DEEPEST = 64 };
    uint32_t count = 0;
    const char *key;
    json_t *value;
    size_t i;
    if (depth > DEEPEST) {
        return 0;
    }
    if (json_is_array(tree)) {
        json_array_foreach(tree, i, value) {
            count += take_prints(baseline, value, depth + 1);
        }
        return count;
    }
    json_object_foreach((json_t *)tree, key, value) {
        bool is_print = strcmp(key, "fingerprint") == 0 || strcmp(key, "warpproof/v1") == 0;
        if (is_print && json_is_string(value)) {
            string_map_set(&baseline->prints, json_string_value(value), 1);
            count++;
        } else {
            count += take_prints(baseline, value, depth + 1);
        }
    }
    return count;
}

bool baseline_read(struct baseline *baseline, struct arena *arena, const char *text, size_t size, const char **error) {
    json_error_t where;
    json_t *tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    *baseline = (struct baseline){0};
    string_map_init(&baseline->prints);
    bool is_ours = json_is_object(tree) && (json_object_get(tree, "warpproof") || json_object_get(tree, "runs"));
    if (is_ours) {
        take_prints(baseline, tree, 0);
    } else {
        *error = tree ? "no report of warpproof in JSON or SARIF" : arena_printf(arena, "line %d: %s", where.line, where.text);
    }
    json_decref(tree);
    return is_ours;
}

void baseline_release(struct baseline *baseline) {
    string_map_release(&baseline->prints);
}
