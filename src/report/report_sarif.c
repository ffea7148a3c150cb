/* The SARIF 2.1.0 report: one run for all files, sorted by level, within the limits of GitHub's code scanning.

   A finding of two threads has a code flow with three thread flows: both threads, then each. Reasons and advice are
   results, too; what could not be analysed at all stands in the invocation's notifications. */
#include <string.h>

#include "report/report_findings.h"
#include "report/report_words.h"
#include "report/sarif.h"

enum { MOST_RESULTS = 5000 };

static const struct {
    const char *id, *title, *level, *description, *help;
} rules[] = {
#define RULE_TEXT(id, title, level, description, help) {id, title, level, description, help},
#include "report/rules.def"
#undef RULE_TEXT
};

enum { RULE_TEXT_COUNT = sizeof rules / sizeof *rules };

bool report_has_rule(const char *rule) {
    bool is_found = false;
    for (uint32_t i = 0; i < RULE_TEXT_COUNT; i++) {
        is_found = is_found || strcmp(rules[i].id, rule) == 0;
    }
    return is_found;
}

static uint32_t index_of_rule(const char *id) {
    uint32_t i = 0;
    while (i + 1 < RULE_TEXT_COUNT && strcmp(rules[i].id, id) != 0) {
        i++;
    }
    return i;
}

/* "DataRace" of "data-race". */
static void add_name(struct buffer *out, const char *id) {
    bool is_first = true;
    for (; *id; id++) {
        if (*id == '-') {
            is_first = true;
            continue;
        }
        buffer_char(out, is_first && *id >= 'a' && *id <= 'z' ? (char)(*id - 'a' + 'A') : *id);
        is_first = false;
    }
}

static json_t *make_rule(uint32_t index) {
    json_t *rule = json_object(), *configuration = json_object(), *properties = json_object(), *tags = json_array(), *help;
    bool is_error = strcmp(rules[index].level, "error") == 0;
    struct buffer name = {0};
    add_name(&name, rules[index].id);
    tree_set_string(rule, "id", rules[index].id);
    if (strchr(rules[index].id, '-')) { /* a name must differ from the id in more than case */
        tree_set_string(rule, "name", buffer_text(&name));
    }
    tree_set(rule, "shortDescription", sarif_text(rules[index].title));
    tree_set(rule, "fullDescription", sarif_text(rules[index].description));
    help = sarif_text(rules[index].help);
    tree_set_string(help, "markdown", rules[index].help);
    tree_set(rule, "help", help);
    tree_set_string(configuration, "level", rules[index].level);
    tree_set(rule, "defaultConfiguration", configuration);
    tree_append(tags, tree_string("gpu"));
    tree_append(tags, tree_string(is_error ? "correctness" : "maintainability"));
    tree_set(properties, "tags", tags);
    tree_set_string(properties, "precision", is_error ? "very-high" : "high");
    tree_set_string(properties, "problem.severity", is_error ? "error" : strcmp(rules[index].level, "warning") == 0 ? "warning" : "recommendation");
    tree_set(rule, "properties", properties);
    buffer_release(&name);
    return rule;
}

static json_t *make_tool(const struct sarif *sarif) {
    json_t *tool = json_object(), *driver = json_object(), *list = json_array();
    tree_set_string(driver, "name", "warpproof");
    tree_set_string(driver, "fullName", "warpproof: GPU kernels proved free of data races, or shown to race");
    tree_set_string(driver, "version", sarif->options->version);
    tree_set_string(driver, "semanticVersion", sarif->options->version);
    tree_set_string(driver, "informationUri", WP_HOMEPAGE);
    for (uint32_t i = 0; i < RULE_TEXT_COUNT; i++) {
        tree_append(list, make_rule(i));
    }
    tree_set(driver, "rules", list);
    tree_set(tool, "driver", driver);
    return tool;
}

/* ---- results ---- */

static json_t *make_logical(const struct message *message) {
    json_t *list = json_array(), *logical = json_object();
    tree_set_string(logical, "name", message->kernel->display);
    tree_set_string(logical, "fullyQualifiedName", message->kernel->display);
    tree_set_string(logical, "decoratedName", message->kernel->name);
    tree_set_string(logical, "kind", "function");
    tree_append(list, logical);
    return list;
}

static void add_related(struct sarif *sarif, json_t *list, const struct source_place *place, const char *text) {
    json_t *location = sarif_location(sarif, place, text);
    tree_set_count(location, "id", json_array_size(list) + 1);
    tree_append(list, location);
}

/* The other access, then the calls that lead to both. */
static json_t *make_related(struct sarif *sarif, const struct finding *finding) {
    json_t *list = json_array();
    struct buffer text = {0};
    for (uint32_t a = finding->access_count; a-- > 0;) {
        const struct finding_access *access = &finding->accesses[a];
        if (a > 0) {
            buffer_clear(&text);
            words_other_access(finding, access, &text);
            add_related(sarif, list, &access->place, buffer_text(&text));
        }
        for (uint32_t i = 0; i < access->inlined_count; i++) {
            const char *callee = i == 0 ? access->place.function : access->inlined_at[i - 1].function;
            buffer_clear(&text);
            buffer_printf(&text, "'%s' is called here", callee ? callee : "a function");
            add_related(sarif, list, &access->inlined_at[i], buffer_text(&text));
        }
    }
    buffer_release(&text);
    return list;
}

static json_t *make_properties(const struct message *message) {
    json_t *properties = json_object();
    const struct finding *finding = message->finding;
    tree_set_count(properties, "instances", message->instances);
    if (finding) {
        tree_set_string(properties, "certainty", certainty_name(finding->certainty));
        tree_set_string(properties, "kind", finding_kind_name(finding->kind));
        tree_set_string(properties, "scope", finding_scope_name(finding->scope));
        if (finding->array) {
            tree_set_string(properties, "array", finding->array);
        }
        if (finding->precondition) {
            tree_set_string(properties, "precondition", finding->precondition);
        }
    } else if (message->unproved) {
        tree_set_string(properties, "reason", message->unproved->reason);
    }
    return properties;
}

static void set_message(json_t *result, const struct message *message) {
    struct buffer text = {0};
    const struct finding *finding = message->finding;
    size_t length = strlen(message->text);
    buffer_add(&text, message->text);
    buffer_add(&text, length > 0 && message->text[length - 1] == '.' ? "" : ".");
    if (finding && finding->access_count > 1) {
        buffer_printf(&text, " The other access is in [line %u](1).", finding->accesses[1].place.line);
    }
    if (finding && finding->has_witness) {
        struct buffer story = {0};
        words_witness(finding, &story);
        buffer_printf(&text, " For example %s%s.", buffer_text(&story), finding->certainty == CERTAINTY_CONFIRMED ? " (replayed)" : "");
        buffer_release(&story);
    }
    tree_set(result, "message", sarif_text(buffer_text(&text)));
    buffer_release(&text);
}

static json_t *make_suppressions(const struct message *message) {
    json_t *list = json_array();
    if (message->mark->suppressed) {
        json_t *suppression = json_object();
        tree_set_string(suppression, "kind", message->mark->by_baseline ? "external" : "inSource");
        tree_set_string(suppression, "justification", message->mark->suppressed);
        tree_append(list, suppression);
    }
    return list;
}

static json_t *make_result(struct sarif *sarif, const struct message *message) {
    json_t *result = json_object(), *locations = json_array(), *location = json_object();
    tree_set_string(result, "ruleId", message->rule);
    tree_set_count(result, "ruleIndex", index_of_rule(message->rule));
    tree_set_string(result, "level", level_name(message->level));
    set_message(result, message);
    tree_set(location, "physicalLocation", sarif_physical(sarif, &message->place, true));
    tree_set(location, "logicalLocations", make_logical(message));
    tree_append(locations, location);
    tree_set(result, "locations", locations);
    if (message->finding) {
        json_t *flow = sarif_code_flow(sarif, message->finding), *flows = json_array();
        json_t *related = make_related(sarif, message->finding);
        if (json_array_size(related) > 0) {
            tree_set(result, "relatedLocations", related);
        } else {
            json_decref(related);
        }
        if (flow) {
            tree_append(flows, flow);
            tree_set(result, "codeFlows", flows);
        } else {
            json_decref(flows);
        }
    }
    if (message->mark->fingerprint) {
        json_t *prints = json_object();
        tree_set_string(prints, "warpproof/v1", message->mark->fingerprint);
        tree_set(result, "partialFingerprints", prints);
    }
    tree_set(result, "suppressions", make_suppressions(message));
    tree_set(result, "properties", make_properties(message));
    return result;
}

/* ---- what could not be analysed ---- */

static void notify(struct sarif *sarif, json_t *list, const char *id, const char *level, const char *path, uint32_t line, const char *text) {
    json_t *notification = json_object(), *descriptor = json_object(), *locations = json_array();
    tree_set_string(descriptor, "id", id);
    tree_set(notification, "descriptor", descriptor);
    tree_set_string(notification, "level", level);
    tree_set(notification, "message", sarif_text(text));
    if (path) {
        struct source_place place = {.file = path, .line = line};
        tree_append(locations, sarif_location(sarif, &place, NULL));
        tree_set(notification, "locations", locations);
    } else {
        json_decref(locations);
    }
    tree_append(list, notification);
}

static void notify_file(struct sarif *sarif, json_t *list, const struct file_result *file) {
    if (!report_file_is_ok(file)) {
        notify(sarif, list, "file-not-analysed", "error", file->path, 0, file->error ? file->error : file->status);
    }
    for (uint32_t i = 0; i < file->omission_count; i++) {
        const struct file_omission *omission = &file->omissions[i];
        bool is_device = strcmp(omission->kind, "device-code") == 0;
        notify(sarif, list, omission->kind, is_device ? "error" : "warning", omission->file, omission->line,
               omission->message ? omission->message : "left out");
    }
    if (file->templates) {
        notify(sarif, list, "templates-without-instance", "warning", file->path, 0, file->templates);
    }
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        const struct kernel_result *kernel = file->kernels[k];
        for (uint32_t i = 0; i < kernel->unproved_count; i++) {
            const struct unproved *unproved = &kernel->unproved[i];
            bool is_lost = strcmp(unproved->reason, "internal-error") == 0 || strcmp(unproved->reason, "timeout") == 0 ||
                           strcmp(unproved->reason, "interrupted") == 0;
            bool is_first = i == 0 || strcmp(kernel->unproved[i - 1].reason, unproved->reason) != 0;
            if (is_lost && is_first) {
                notify(sarif, list, unproved->reason, "error", kernel->file, kernel->line, unproved->detail ? unproved->detail : unproved->reason);
            }
        }
    }
}

static json_t *make_invocations(struct sarif *sarif, const struct file_result *const *files, uint32_t count, uint32_t dropped) {
    json_t *list = json_array(), *invocation = json_object(), *notifications = json_array();
    struct report_summary summary = {0};
    for (uint32_t i = 0; i < count; i++) {
        report_count(&summary, files[i]);
        notify_file(sarif, notifications, files[i]);
    }
    if (dropped > 0) {
        struct buffer text = {0};
        buffer_printf(&text, "%u results of the lowest levels are left out: %d is the most that GitHub reads; the JSON report has all.", dropped,
                      MOST_RESULTS);
        notify(sarif, notifications, "results-left-out", "warning", NULL, 0, buffer_text(&text));
        buffer_release(&text);
    }
    if (sarif->options->is_incomplete) {
        notify(sarif, notifications, "interrupted", "error", NULL, 0, "The run was interrupted: files are missing.");
    }
    tree_set(invocation, "executionSuccessful", json_boolean(summary.failed_files == 0 && !sarif->options->is_incomplete));
    tree_set_count(invocation, "exitCode", (uint64_t)report_exit_status(&summary));
    tree_set(invocation, "toolExecutionNotifications", notifications);
    tree_append(list, invocation);
    return list;
}

static json_t *make_root(const struct sarif *sarif) {
    json_t *bases = json_object(), *root = json_object();
    (void)sarif;
    json_t *description = sarif_text("the folder in which warpproof ran");
    tree_set(root, "description", description);
    tree_set(bases, "%SRCROOT%", root);
    return bases;
}

void report_sarif(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    struct sarif sarif = {.options = options};
    struct arena arena = {0};
    struct message_list list = {0};
    source_cache_init(&sarif.sources);
    for (uint32_t i = 0; i < count; i++) {
        messages_collect(&arena, files[i], &list);
    }
    messages_sort(&list);
    uint32_t kept = list.items.size < MOST_RESULTS ? list.items.size : MOST_RESULTS;
    json_t *log = json_object(), *runs = json_array(), *run = json_object(), *results = json_array(), *automation = json_object();
    tree_set_string(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    tree_set_string(log, "version", "2.1.0");
    tree_set(run, "tool", make_tool(&sarif));
    tree_set(run, "invocations", make_invocations(&sarif, files, count, list.items.size - kept));
    struct buffer id = {0};
    buffer_printf(&id, "warpproof/%s%s", options->config ? options->config : "", options->config ? "/" : "");
    tree_set_string(automation, "id", buffer_text(&id));
    buffer_release(&id);
    tree_set(run, "automationDetails", automation);
    tree_set(run, "originalUriBaseIds", make_root(&sarif));
    tree_set_string(run, "columnKind", "utf16CodeUnits");
    for (uint32_t i = 0; i < kept; i++) {
        tree_append(results, make_result(&sarif, &list.items.data[i]));
    }
    tree_set(run, "results", results);
    tree_append(runs, run);
    tree_set(log, "runs", runs);
    tree_print(log, JSON_INDENT(1), out);
    buffer_char(out, '\n');
    messages_release(&list);
    source_cache_release(&sarif.sources);
    arena_release(&arena);
}
