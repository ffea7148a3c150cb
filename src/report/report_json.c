/* The JSON report, schema 1: built as a tree of jansson, printed in the order
   of insertion. Text that is not UTF-8 (paths, names out of strange files) has
   its wrong bytes replaced by U+FFFD. A number of thread or block is null in
   a finding without a witness. */
#include "report/report.h"

#include <string.h>

#include "report/json_tree.h"
#include "report/unicode.h"

enum { SCHEMA = 1 };

static json_t *make_triple(const uint32_t triple[3]) {
    json_t *array = json_array();
    for (int i = 0; i < 3; i++) {
        tree_append(array, json_integer(triple[i]));
    }
    return array;
}

static void set_place(json_t *object, const struct source_place *place) {
    tree_set_string(object, "file", place->file);
    tree_set_count(object, "line", place->line);
    tree_set_count(object, "column", place->column);
    tree_set_string(object, "function", place->function);
}

/* Equal names get a number, so that no value is lost. */
static json_t *make_values(const struct named_value *values, uint32_t count) {
    json_t *object = json_object();
    struct buffer name = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_clear(&name);
        utf8_add(&name, values[i].name);
        size_t length = name.size;
        for (int copy = 2; json_object_get(object, buffer_text(&name)); copy++) {
            name.size = length;
            buffer_printf(&name, "#%d", copy);
        }
        tree_set_string(object, buffer_text(&name), values[i].value);
    }
    buffer_release(&name);
    return object;
}

static json_t *make_witness(const struct finding_witness *witness) {
    json_t *object = json_object();
    tree_set(object, "block", make_triple(witness->block));
    tree_set(object, "grid", make_triple(witness->grid));
    tree_set(object, "params", make_values(witness->params, witness->param_count));
    tree_set(object, "arrays", make_values(witness->arrays, witness->array_count));
    tree_set(object, "values", make_values(witness->values, witness->value_count));
    if (witness->file) {
        tree_set_string(object, "file", witness->file);
    }
    return object;
}

/* "typed", and what it depends on if it is not; null of findings of runs. */
static void set_basis(json_t *object, enum finding_basis basis, const char *depends_on) {
    tree_set_string(object, "basis", basis == BASIS_NONE ? NULL : basis_name(basis));
    tree_set_string(object, "depends_on", depends_on);
}

static json_t *make_access(const struct finding_access *access, bool has_witness) {
    json_t *object = json_object();
    set_place(object, &access->place);
    json_t *chain = json_array();
    for (uint32_t i = 0; i < access->inlined_count; i++) {
        json_t *call = json_object();
        set_place(call, &access->inlined_at[i]);
        tree_append(chain, call);
    }
    tree_set(object, "inlined_at", chain);
    tree_set_string(object, "mode", access->mode);
    tree_set(object, "thread", has_witness ? make_triple(access->thread) : json_null());
    tree_set(object, "block", has_witness ? make_triple(access->block) : json_null());
    tree_set_string(object, "index", access->index);
    tree_set_string(object, "value", access->value);
    tree_set_count(object, "size", access->size_bytes);
    set_basis(object, access->basis, access->depends_on);
    return object;
}

static json_t *make_site_place(const char *file, uint32_t line) {
    json_t *object = json_object();
    tree_set_string(object, "file", file);
    tree_set_count(object, "line", line);
    return object;
}

static json_t *make_finding(const struct finding *finding) {
    json_t *object = json_object();
    tree_set_string(object, "rule", rule_name(finding->rule));
    tree_set_string(object, "certainty", certainty_name(finding->certainty));
    tree_set_string(object, "level", level_name(finding->level));
    tree_set_string(object, "kind", finding_kind_name(finding->kind));
    tree_set_string(object, "scope", finding_scope_name(finding->scope));
    tree_set_string(object, "space", finding->space);
    tree_set_string(object, "array", finding->array);
    tree_set_string(object, "message", finding->message);
    tree_set_string(object, "precondition", finding->precondition);
    tree_set(object, "precondition_proved", json_boolean(finding->precondition_proved));
    tree_set_string(object, "approximation", finding->approximation);
    set_basis(object, finding->basis, finding->depends_on);
    tree_set_string(object, "confirmed_by", finding->confirmed_by == CONFIRMATION_NONE ? NULL : confirmation_name(finding->confirmed_by));
    if (finding->site.file) {
        tree_set(object, "site", make_site_place(finding->site.file, finding->site.line));
    }
    if (finding->elsewhere) {
        tree_set(object, "other_launches", json_true());
    }
    if (finding->excused) {
        tree_set(object, "excused", json_true());
    }
    tree_set_count(object, "instances", finding->instances);
    tree_set_string(object, "fingerprint", finding->mark.fingerprint);
    tree_set_string(object, "suppressed", finding->mark.suppressed);
    json_t *accesses = json_array();
    for (uint32_t i = 0; i < finding->access_count; i++) {
        tree_append(accesses, make_access(&finding->accesses[i], finding->has_witness));
    }
    tree_set(object, "accesses", accesses);
    tree_set(object, "witness", finding->has_witness ? make_witness(&finding->witness) : json_null());
    return object;
}

static json_t *make_findings(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->finding_count; i++) {
        tree_append(array, make_finding(&result->findings[i]));
    }
    return array;
}

static json_t *make_advice(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->advice_count; i++) {
        json_t *object = json_object();
        tree_set_string(object, "rule", advice_name(result->advice[i].rule));
        set_place(object, &result->advice[i].place);
        tree_set_string(object, "message", result->advice[i].message);
        if (result->advice[i].rule == ADVICE_REDUNDANT_BARRIER) {
            tree_set(object, "together", json_boolean(result->advice[i].together));
        } else {
            tree_set_string(object, "where", result->advice[i].where);
            tree_set_string(object, "barrier", result->advice[i].barrier);
        }
        tree_append(array, object);
    }
    return array;
}

static json_t *make_places(const struct source_place *places, uint32_t count) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_t *object = json_object();
        set_place(object, &places[i]);
        tree_append(array, object);
    }
    return array;
}

static json_t *make_unproved(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        json_t *object = json_object();
        tree_set_string(object, "property", property_name(unproved->property));
        tree_set_string(object, "reason", unproved->reason);
        set_place(object, &unproved->place);
        tree_set_string(object, "detail", unproved->detail);
        tree_set_string(object, "fingerprint", unproved->mark.fingerprint);
        tree_set_string(object, "suppressed", unproved->mark.suppressed);
        tree_append(array, object);
    }
    return array;
}

/* Assumptions as sentences, and their kinds in the same order. */
static void set_assumptions(json_t *object, const struct assumption *list, uint32_t count, const char *key, const char *kinds_key) {
    json_t *texts = json_array();
    json_t *kinds = json_array();
    for (uint32_t i = 0; i < count; i++) {
        tree_append(texts, tree_string(list[i].text));
        tree_append(kinds, tree_string(assumption_name(list[i].kind)));
    }
    tree_set(object, key, texts);
    tree_set(object, kinds_key, kinds);
}

static json_t *make_stats(const struct kernel_stats *stats) {
    json_t *object = json_object();
    tree_set(object, "seconds", json_real(stats->seconds));
#define TIME(name) tree_set(object, #name, json_real(stats->name));
#define STAT(name) tree_set_count(object, #name, stats->name);
#include "report/stats.def"
#undef STAT
    return object;
}

static json_t *make_simulation(const struct simulation *s) {
    json_t *object = json_object();
    tree_set_count(object, "seed", s->seed);
    tree_set_count(object, "schedules", s->schedules);
    tree_set_count(object, "threads", s->threads);
    tree_set_count(object, "steps", s->steps);
    tree_set_count(object, "native_runs", s->native_runs);
    tree_set(object, "complete", json_boolean(s->complete));
    tree_set_string(object, "replay", s->replay);
    tree_set_count(object, "phases", s->phases);
    json_t *arrays = json_array();
    for (uint32_t i = 0; i < s->array_count; i++) {
        json_t *array = json_object();
        tree_set_string(array, "name", s->arrays[i].name);
        tree_set_string(array, "type", s->arrays[i].type);
        tree_set_count(array, "elements", s->arrays[i].elements);
        tree_set_count(array, "changed", s->arrays[i].changed);
        tree_set_string(array, "head", s->arrays[i].head);
        tree_set_string(array, "file", s->arrays[i].file);
        tree_set(array, "differs", json_boolean(s->arrays[i].differs));
        tree_append(arrays, array);
    }
    tree_set(object, "arrays", arrays);
    return object;
}

static json_t *make_search(const struct search_summary *s) {
    json_t *object = json_object();
    tree_set(object, "alone", json_boolean(s->is_alone));
    tree_set_count(object, "seed", s->seed);
    tree_set_count(object, "runs", s->runs);
    tree_set_count(object, "native_runs", s->native_runs);
    tree_set_count(object, "discarded", s->discarded);
    tree_set_string(object, "obstacle", s->obstacle);
    tree_set_count(object, "generations", s->generations);
    tree_set_count(object, "steps", s->steps);
    tree_set_count(object, "removal_runs", s->removal_runs);
    tree_set(object, "removable", make_places(s->removable, s->removable_count));
    return object;
}

static json_t *make_contract(const struct contract *contract) {
    json_t *object = json_object(), *parts = json_array();
    tree_set_string(object, "condition", contract->condition);
    tree_set(object, "example", contract->has_example ? make_witness(&contract->example) : json_null());
    for (uint32_t i = 0; i < contract->part_count; i++) {
        json_t *part = json_object();
        tree_set_string(part, "condition", contract->parts[i].condition);
        tree_set(part, "shown", contract->parts[i].shown ? make_finding(contract->parts[i].shown) : json_null());
        tree_append(parts, part);
    }
    tree_set(object, "parts", parts);
    return object;
}

/* How many accesses of the protocol are typed, exact, approximate. */
static json_t *make_accesses(const struct kernel_result *result) {
    json_t *object = json_object();
    for (unsigned b = BASIS_NONE + 1; b < BASIS_COUNT; b++) {
        tree_set_count(object, basis_name((enum finding_basis)b), result->basis_counts[b]);
    }
    return object;
}

static json_t *make_typing(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->typing_count; i++) {
        const struct typing_failure *failure = &result->typing[i];
        json_t *object = json_object();
        set_place(object, &failure->place);
        tree_set_string(object, "rule", failure->rule);
        tree_set_string(object, "premise", failure->premise);
        tree_set_string(object, "expression", failure->expression);
        tree_set_string(object, "variable", failure->variable);
        tree_set_string(object, "message", failure->message);
        tree_append(array, object);
    }
    return array;
}

/* The launches of the program that judged a property. */
static json_t *make_sites(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->site_count; i++) {
        const struct result_site *site = &result->sites[i];
        json_t *object = make_site_place(site->file, site->line), *facts = json_array(), *properties = json_object();
        for (uint32_t f = 0; f < site->fact_count; f++) {
            tree_append(facts, tree_string(site->facts[f]));
        }
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            tree_set_string(properties, property_name(p), verdict_name(site->properties[p]));
        }
        tree_set(object, "facts", facts);
        tree_set(object, "properties", properties);
        tree_append(array, object);
    }
    return array;
}

/* For which launches each proved property is proved; what other launches than the program's need. */
static void set_scopes(json_t *object, const struct kernel_result *result) {
    json_t *scopes = json_object(), *others = json_object();
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (result->properties[p] == VERDICT_PROVED || result->sufficient[p]) {
            tree_set_string(scopes, property_name(p), kernel_result_scope(result, p));
        }
        if (result->others[p]) {
            tree_set_string(others, property_name(p), result->others[p]);
        }
    }
    tree_set(object, "scopes", scopes);
    if (json_object_size(others) > 0) {
        tree_set(object, "other_launches", others);
    } else {
        json_decref(others);
    }
}

static json_t *make_kernel(const struct kernel_result *result, bool with_stats) {
    json_t *object = json_object();
    tree_set_string(object, "name", result->name);
    tree_set_string(object, "display", result->display);
    tree_set_string(object, "file", result->file);
    tree_set_count(object, "line", result->line);
    if (result->language == LANGUAGE_OPENCL) {
        tree_set_string(object, "language", "opencl");
    }
    json_t *launch = json_object();
    tree_set(launch, "block", result->block_given ? make_triple(result->block) : json_null());
    tree_set(launch, "grid", result->grid_given ? make_triple(result->grid) : json_null());
    if (result->site_count > 0) {
        tree_set(launch, "sites", make_sites(result));
    }
    if (result->launch_note) {
        tree_set_string(launch, "note", result->launch_note);
    }
    tree_set(object, "launch", launch);
    tree_set_string(object, "verdict", verdict_name(result->verdict));
    json_t *properties = json_object();
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        tree_set_string(properties, property_name(p), verdict_name(result->properties[p]));
    }
    tree_set(object, "properties", properties);
    set_scopes(object, result);
    json_t *sufficient = json_object();
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (result->sufficient[p]) {
            tree_set_string(sufficient, property_name(p), result->sufficient[p]);
        }
    }
    tree_set(object, "sufficient", sufficient);
    if (result->contract) {
        tree_set(object, "contract", make_contract(result->contract));
    }
    json_t *unchecked = json_array();
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        tree_append(unchecked, tree_string(result->unchecked[i]));
    }
    tree_set(object, "unchecked", unchecked);
    set_assumptions(object, result->assumptions, result->assumption_count, "assumptions", "assumption_kinds");
    if (result->elsewhere_count > 0) {
        set_assumptions(object, result->elsewhere, result->elsewhere_count, "other_assumptions", "other_assumption_kinds");
    }
    tree_set(object, "accesses", make_accesses(result));
    if (result->has_typing) {
        tree_set(object, "typing_failures", make_typing(result));
    }
    tree_set(object, "findings", make_findings(result));
    tree_set(object, "advice", make_advice(result));
    tree_set(object, "kept_barriers", make_places(result->kept_barriers, result->kept_barrier_count));
    tree_set(object, "unproved", make_unproved(result));
    if (result->simulation) {
        tree_set(object, "simulation", make_simulation(result->simulation));
    }
    if (result->search) {
        tree_set(object, "search", make_search(result->search));
    }
    if (with_stats) {
        tree_set(object, "stats", make_stats(&result->stats));
    }
    return object;
}

static json_t *make_omissions(const struct file_result *file) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < file->omission_count; i++) {
        json_t *object = json_object();
        tree_set_string(object, "kind", file->omissions[i].kind);
        tree_set_string(object, "file", file->omissions[i].file);
        tree_set_count(object, "line", file->omissions[i].line);
        tree_set_string(object, "message", file->omissions[i].message);
        tree_append(list, object);
    }
    return list;
}

static json_t *make_system_headers(const struct file_result *file) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        json_t *object = json_object();
        tree_set_string(object, "file", file->system_headers[i].file);
        tree_set_count(object, "kernels", file->system_headers[i].kernel_count);
        tree_append(list, object);
    }
    return list;
}

static json_t *make_file(const struct file_result *file, const struct report_options *options) {
    json_t *object = json_object();
    tree_set_string(object, "path", file->path);
    tree_set_string(object, "status", file->status);
    tree_set_string(object, "error", file->error);
    tree_set_string(object, "headers", file->headers);
    tree_set(object, "omissions", make_omissions(file));
    tree_set(object, "system_headers", make_system_headers(file));
    tree_set_string(object, "templates", file->templates);
    if (options->stats) {
        tree_set(object, "seconds", json_real(file->front_seconds));
    }
    json_t *kernels = json_array();
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        tree_append(kernels, make_kernel(file->kernels[i], options->stats));
    }
    tree_set(object, "kernels", kernels);
    return object;
}

static json_t *make_summary(const struct report_summary *summary) {
    json_t *object = json_object();
    tree_set_count(object, "files", summary->files);
    tree_set_count(object, "failed_files", summary->failed_files);
    tree_set_count(object, "partial_files", summary->partial_files);
    tree_set_count(object, "kernels", summary->kernels);
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        tree_set_count(object, verdict_name((enum verdict)v), summary->verdicts[v]);
    }
    tree_set_count(object, "suppressed_kernels", summary->suppressed_kernels);
    tree_set_count(object, "suppressed", summary->suppressed);
    tree_set_count(object, "exit_status", (uint64_t)report_exit_status(summary));
    return object;
}

void report_json(const struct file_result *const *files, uint32_t count, const struct report_options *options, struct buffer *out) {
    struct report_summary summary = {0};
    json_t *tree = json_object();
    tree_set_string(tree, "warpproof", options->version);
    tree_set_count(tree, "schema", SCHEMA);
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        tree_append(array, make_file(files[i], options));
        report_count(&summary, files[i]);
    }
    tree_set(tree, "files", array);
    tree_set(tree, "summary", make_summary(&summary));
    tree_print(tree, JSON_INDENT(2) | JSON_REAL_PRECISION(4), out);
    buffer_char(out, '\n');
}

void report_json_kernel(const struct kernel_result *result, bool with_stats, struct buffer *out) {
    tree_print(make_kernel(result, with_stats), JSON_COMPACT, out);
}
