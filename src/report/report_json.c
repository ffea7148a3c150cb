/* The JSON report, schema 1: built as a tree of jansson, printed in the order
   of insertion. Text that is not UTF-8 (paths, names out of strange files) has
   its wrong bytes replaced by U+FFFD. A number of thread or block is null in
   a finding without a witness. */
#include "report/report.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "base/memory.h"

enum { SCHEMA = 1 };

static const char replacement[] = "\xEF\xBF\xBD";

/* Length of the valid UTF-8 sequence at text, 0 if there is none. */
static size_t utf8_length(const unsigned char *text, size_t left) {
    unsigned char c = text[0];
    if (c < 0x80) {
        return 1;
    }
    size_t length = c >= 0xC2 && c <= 0xDF   ? 2
                    : c >= 0xE0 && c <= 0xEF ? 3
                    : c >= 0xF0 && c <= 0xF4 ? 4
                                             : 0;
    if (length == 0 || length > left) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    bool is_overlong = (c == 0xE0 && text[1] < 0xA0) || (c == 0xF0 && text[1] < 0x90);
    bool is_outside = (c == 0xED && text[1] > 0x9F) || (c == 0xF4 && text[1] > 0x8F);
    return is_overlong || is_outside ? 0 : length;
}

static void add_utf8(struct buffer *out, const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = utf8_length((const unsigned char *)text, left);
        if (length > 0) {
            buffer_add_n(out, text, length);
        } else {
            buffer_add(out, replacement);
            length = 1;
        }
        text += length;
        left -= length;
    }
}

static json_t *make_string(const char *text) {
    if (!text) {
        return json_null();
    }
    json_t *string = json_string(text);
    if (!string) {
        struct buffer clean = {0};
        add_utf8(&clean, text);
        string = json_string(buffer_text(&clean));
        buffer_release(&clean);
    }
    assert(string);
    return string;
}

static void set(json_t *object, const char *key, json_t *value) {
    int failed = json_object_set_new(object, key, value);
    assert(!failed);
    (void)failed;
}

static void set_string(json_t *object, const char *key, const char *text) {
    set(object, key, make_string(text));
}

static void set_count(json_t *object, const char *key, uint64_t count) {
    set(object, key, json_integer((json_int_t)count));
}

static void append(json_t *array, json_t *value) {
    int failed = json_array_append_new(array, value);
    assert(!failed);
    (void)failed;
}

static json_t *make_triple(const uint32_t triple[3]) {
    json_t *array = json_array();
    for (int i = 0; i < 3; i++) {
        append(array, json_integer(triple[i]));
    }
    return array;
}

static void set_place(json_t *object, const struct source_place *place) {
    set_string(object, "file", place->file);
    set_count(object, "line", place->line);
    set_count(object, "column", place->column);
    set_string(object, "function", place->function);
}

/* Equal names get a number, so that no value is lost. */
static json_t *make_values(const struct named_value *values, uint32_t count) {
    json_t *object = json_object();
    struct buffer name = {0};
    for (uint32_t i = 0; i < count; i++) {
        buffer_clear(&name);
        add_utf8(&name, values[i].name);
        size_t length = name.size;
        for (int copy = 2; json_object_get(object, buffer_text(&name)); copy++) {
            name.size = length;
            buffer_printf(&name, "#%d", copy);
        }
        set_string(object, buffer_text(&name), values[i].value);
    }
    buffer_release(&name);
    return object;
}

static json_t *make_witness(const struct finding_witness *witness) {
    json_t *object = json_object();
    set(object, "block", make_triple(witness->block));
    set(object, "grid", make_triple(witness->grid));
    set(object, "params", make_values(witness->params, witness->param_count));
    set(object, "arrays", make_values(witness->arrays, witness->array_count));
    set(object, "values", make_values(witness->values, witness->value_count));
    if (witness->file) {
        set_string(object, "file", witness->file);
    }
    return object;
}

static json_t *make_access(const struct finding_access *access, bool has_witness) {
    json_t *object = json_object();
    set_place(object, &access->place);
    json_t *chain = json_array();
    for (uint32_t i = 0; i < access->inlined_count; i++) {
        json_t *call = json_object();
        set_place(call, &access->inlined_at[i]);
        append(chain, call);
    }
    set(object, "inlined_at", chain);
    set_string(object, "mode", access->mode);
    set(object, "thread", has_witness ? make_triple(access->thread) : json_null());
    set(object, "block", has_witness ? make_triple(access->block) : json_null());
    set_string(object, "index", access->index);
    set_string(object, "value", access->value);
    set_count(object, "size", access->size_bytes);
    return object;
}

static json_t *make_finding(const struct finding *finding) {
    json_t *object = json_object();
    set_string(object, "rule", rule_name(finding->rule));
    set_string(object, "certainty", certainty_name(finding->certainty));
    set_string(object, "level", level_name(finding->level));
    set_string(object, "kind", finding_kind_name(finding->kind));
    set_string(object, "scope", finding_scope_name(finding->scope));
    set_string(object, "space", finding->space);
    set_string(object, "array", finding->array);
    set_string(object, "message", finding->message);
    set_string(object, "precondition", finding->precondition);
    set(object, "precondition_proved", json_boolean(finding->precondition_proved));
    set_string(object, "approximation", finding->approximation);
    set_count(object, "instances", finding->instances);
    json_t *accesses = json_array();
    for (uint32_t i = 0; i < finding->access_count; i++) {
        append(accesses, make_access(&finding->accesses[i], finding->has_witness));
    }
    set(object, "accesses", accesses);
    set(object, "witness", finding->has_witness ? make_witness(&finding->witness) : json_null());
    return object;
}

static json_t *make_findings(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->finding_count; i++) {
        append(array, make_finding(&result->findings[i]));
    }
    return array;
}

static json_t *make_advice(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->advice_count; i++) {
        json_t *object = json_object();
        set_string(object, "rule", advice_name(result->advice[i].rule));
        set_place(object, &result->advice[i].place);
        set_string(object, "message", result->advice[i].message);
        if (result->advice[i].rule == ADVICE_REDUNDANT_BARRIER) {
            set(object, "together", json_boolean(result->advice[i].together));
        } else {
            set_string(object, "where", result->advice[i].where);
            set_string(object, "barrier", result->advice[i].barrier);
        }
        append(array, object);
    }
    return array;
}

static json_t *make_places(const struct source_place *places, uint32_t count) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_t *object = json_object();
        set_place(object, &places[i]);
        append(array, object);
    }
    return array;
}

static json_t *make_unproved(const struct kernel_result *result) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const struct unproved *unproved = &result->unproved[i];
        json_t *object = json_object();
        set_string(object, "property", property_name(unproved->property));
        set_string(object, "reason", unproved->reason);
        set_place(object, &unproved->place);
        set_string(object, "detail", unproved->detail);
        append(array, object);
    }
    return array;
}

/* Assumptions as sentences, and their kinds in the same order. */
static void set_assumptions(json_t *object, const struct kernel_result *result) {
    json_t *texts = json_array();
    json_t *kinds = json_array();
    for (uint32_t i = 0; i < result->assumption_count; i++) {
        append(texts, make_string(result->assumptions[i].text));
        append(kinds, make_string(assumption_name(result->assumptions[i].kind)));
    }
    set(object, "assumptions", texts);
    set(object, "assumption_kinds", kinds);
}

static json_t *make_stats(const struct kernel_stats *stats) {
    json_t *object = json_object();
    set(object, "seconds", json_real(stats->seconds));
#define TIME(name) set(object, #name, json_real(stats->name));
#define STAT(name) set_count(object, #name, stats->name);
#include "report/stats.def"
#undef STAT
    return object;
}

static json_t *make_simulation(const struct simulation *s) {
    json_t *object = json_object();
    set_count(object, "seed", s->seed);
    set_count(object, "schedules", s->schedules);
    set_count(object, "threads", s->threads);
    set_count(object, "steps", s->steps);
    set_count(object, "native_runs", s->native_runs);
    set(object, "complete", json_boolean(s->complete));
    set_string(object, "replay", s->replay);
    json_t *arrays = json_array();
    for (uint32_t i = 0; i < s->array_count; i++) {
        json_t *array = json_object();
        set_string(array, "name", s->arrays[i].name);
        set_string(array, "type", s->arrays[i].type);
        set_count(array, "elements", s->arrays[i].elements);
        set_count(array, "changed", s->arrays[i].changed);
        set_string(array, "head", s->arrays[i].head);
        set_string(array, "file", s->arrays[i].file);
        set(array, "differs", json_boolean(s->arrays[i].differs));
        append(arrays, array);
    }
    set(object, "arrays", arrays);
    return object;
}

static json_t *make_search(const struct search_summary *s) {
    json_t *object = json_object();
    set(object, "alone", json_boolean(s->is_alone));
    set_count(object, "seed", s->seed);
    set_count(object, "runs", s->runs);
    set_count(object, "native_runs", s->native_runs);
    set_count(object, "discarded", s->discarded);
    set_string(object, "obstacle", s->obstacle);
    set_count(object, "generations", s->generations);
    set_count(object, "steps", s->steps);
    set_count(object, "removal_runs", s->removal_runs);
    set(object, "removable", make_places(s->removable, s->removable_count));
    return object;
}

static json_t *make_contract(const struct contract *contract) {
    json_t *object = json_object(), *parts = json_array();
    set_string(object, "condition", contract->condition);
    set(object, "example", contract->has_example ? make_witness(&contract->example) : json_null());
    for (uint32_t i = 0; i < contract->part_count; i++) {
        json_t *part = json_object();
        set_string(part, "condition", contract->parts[i].condition);
        set(part, "shown", contract->parts[i].shown ? make_finding(contract->parts[i].shown) : json_null());
        append(parts, part);
    }
    set(object, "parts", parts);
    return object;
}

static json_t *make_kernel(const struct kernel_result *result, bool with_stats) {
    json_t *object = json_object();
    set_string(object, "name", result->name);
    set_string(object, "display", result->display);
    set_string(object, "file", result->file);
    set_count(object, "line", result->line);
    json_t *launch = json_object();
    set(launch, "block", result->block_given ? make_triple(result->block) : json_null());
    set(launch, "grid", result->grid_given ? make_triple(result->grid) : json_null());
    set(object, "launch", launch);
    set_string(object, "verdict", verdict_name(result->verdict));
    json_t *properties = json_object();
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        set_string(properties, property_name(p), verdict_name(result->properties[p]));
    }
    set(object, "properties", properties);
    json_t *sufficient = json_object();
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (result->sufficient[p]) {
            set_string(sufficient, property_name(p), result->sufficient[p]);
        }
    }
    set(object, "sufficient", sufficient);
    if (result->contract) {
        set(object, "contract", make_contract(result->contract));
    }
    json_t *unchecked = json_array();
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        append(unchecked, make_string(result->unchecked[i]));
    }
    set(object, "unchecked", unchecked);
    set_assumptions(object, result);
    set(object, "findings", make_findings(result));
    set(object, "advice", make_advice(result));
    set(object, "kept_barriers", make_places(result->kept_barriers, result->kept_barrier_count));
    set(object, "unproved", make_unproved(result));
    if (result->simulation) {
        set(object, "simulation", make_simulation(result->simulation));
    }
    if (result->search) {
        set(object, "search", make_search(result->search));
    }
    if (with_stats) {
        set(object, "stats", make_stats(&result->stats));
    }
    return object;
}

static json_t *make_omissions(const struct file_result *file) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < file->omission_count; i++) {
        json_t *object = json_object();
        set_string(object, "kind", file->omissions[i].kind);
        set_string(object, "file", file->omissions[i].file);
        set_count(object, "line", file->omissions[i].line);
        set_string(object, "message", file->omissions[i].message);
        append(list, object);
    }
    return list;
}

static json_t *make_system_headers(const struct file_result *file) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < file->system_header_count; i++) {
        json_t *object = json_object();
        set_string(object, "file", file->system_headers[i].file);
        set_count(object, "kernels", file->system_headers[i].kernel_count);
        append(list, object);
    }
    return list;
}

static json_t *make_file(const struct file_result *file, const struct report_options *options) {
    json_t *object = json_object();
    set_string(object, "path", file->path);
    set_string(object, "status", file->status);
    set_string(object, "error", file->error);
    set_string(object, "headers", file->headers);
    set(object, "omissions", make_omissions(file));
    set(object, "system_headers", make_system_headers(file));
    set_string(object, "templates", file->templates);
    if (options->stats) {
        set(object, "seconds", json_real(file->front_seconds));
    }
    json_t *kernels = json_array();
    for (uint32_t i = 0; i < file->kernel_count; i++) {
        append(kernels, make_kernel(file->kernels[i], options->stats));
    }
    set(object, "kernels", kernels);
    return object;
}

static json_t *make_summary(const struct report_summary *summary) {
    json_t *object = json_object();
    set_count(object, "files", summary->files);
    set_count(object, "failed_files", summary->failed_files);
    set_count(object, "partial_files", summary->partial_files);
    set_count(object, "kernels", summary->kernels);
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        set_count(object, verdict_name((enum verdict)v), summary->verdicts[v]);
    }
    set_count(object, "exit_status", (uint64_t)report_exit_status(summary));
    return object;
}

static int add_piece(const char *text, size_t size, void *context) {
    buffer_add_n(context, text, size);
    return 0;
}

static void print_and_free(json_t *tree, size_t flags, struct buffer *out) {
    int failed = json_dump_callback(tree, add_piece, out, flags);
    assert(!failed);
    (void)failed;
    json_decref(tree);
}

void report_json(const struct file_result *const *files, uint32_t count,
                 const struct report_options *options, struct buffer *out) {
    struct report_summary summary = {0};
    json_t *tree = json_object();
    set_string(tree, "warpproof", options->version);
    set_count(tree, "schema", SCHEMA);
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        append(array, make_file(files[i], options));
        report_count(&summary, files[i]);
    }
    set(tree, "files", array);
    set(tree, "summary", make_summary(&summary));
    print_and_free(tree, JSON_INDENT(2) | JSON_REAL_PRECISION(4), out);
    buffer_char(out, '\n');
}

void report_json_kernel(const struct kernel_result *result, struct buffer *out) {
    print_and_free(make_kernel(result, true), JSON_COMPACT, out);
}
