/* Reads a kernel's result back from the JSON that report_json_kernel writes.

   Used between worker processes and the parent, so the text is our own; still
   every type and name is checked, since a worker that is running out of memory
   may write anything. Errors are sticky: the first one is kept and readers
   then give empty values. */
#include "report/report.h"

#include <jansson.h>
#include <string.h>

struct reader {
    struct arena *arena;
    const char *error; /* first one, or NULL */
};

static void reader_fail(struct reader *reader, const char *key, const char *expected) {
    if (!reader->error) {
        reader->error = arena_printf(reader->arena, "%s: expected %s", key, expected);
    }
}

static const char *read_text(struct reader *reader, const json_t *value, const char *key) {
    if (json_is_string(value)) {
        return arena_strdup(reader->arena, json_string_value(value));
    }
    if (!json_is_null(value)) {
        reader_fail(reader, key, "a string or null");
    }
    return NULL;
}

static const char *get_string(struct reader *reader, const json_t *object, const char *key) {
    return read_text(reader, json_object_get(object, key), key);
}

/* NULL if it is missing. */
static const char *get_optional(struct reader *reader, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return value ? read_text(reader, value, key) : NULL;
}

static uint64_t get_count(struct reader *reader, const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        reader_fail(reader, key, "a count");
        return 0;
    }
    return (uint64_t)json_integer_value(value);
}

static uint32_t get_count32(struct reader *reader, const json_t *object, const char *key) {
    uint64_t count = get_count(reader, object, key);
    if (count > UINT32_MAX) {
        reader_fail(reader, key, "a 32-bit count");
        return 0;
    }
    return (uint32_t)count;
}

/* The number of the name among `count` names. */
#define GET_ENUM(reader, object, key, type, name_of, count) ((type)get_name(reader, object, key, (unsigned)(count), name_table_##name_of))

#define NAME_TABLE_OF(name_of, type)                                                                                                                 \
    static const char *name_table_##name_of(unsigned index) {                                                                                        \
        return name_of((type)index);                                                                                                                 \
    }
NAME_TABLE_OF(verdict_name, enum verdict)
NAME_TABLE_OF(rule_name, enum rule)
NAME_TABLE_OF(advice_name, enum advice_rule)
NAME_TABLE_OF(finding_kind_name, enum finding_kind)
NAME_TABLE_OF(certainty_name, enum certainty)
NAME_TABLE_OF(level_name, enum level)
NAME_TABLE_OF(finding_scope_name, enum finding_scope)
NAME_TABLE_OF(assumption_name, enum assumption_kind)
NAME_TABLE_OF(property_name, unsigned)
NAME_TABLE_OF(basis_name, enum finding_basis)
NAME_TABLE_OF(confirmation_name, enum confirmation)

static unsigned find_name(struct reader *reader, const char *key, const char *text, unsigned count, const char *(*name_of)(unsigned)) {
    for (unsigned i = 0; text && i < count; i++) {
        if (strcmp(name_of(i), text) == 0) {
            return i;
        }
    }
    reader_fail(reader, key, "one of the known names");
    return 0;
}

static unsigned get_name(struct reader *reader, const json_t *object, const char *key, unsigned count, const char *(*name_of)(unsigned)) {
    return find_name(reader, key, json_string_value(json_object_get(object, key)), count, name_of);
}

/* False if it is null. */
static bool get_triple(struct reader *reader, const json_t *object, const char *key, uint32_t triple[3]) {
    const json_t *array = json_object_get(object, key);
    if (json_is_null(array)) {
        return false;
    }
    if (json_array_size(array) != 3) {
        reader_fail(reader, key, "three numbers");
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        json_int_t number = json_integer_value(json_array_get(array, i));
        if (number < 0 || number > UINT32_MAX) {
            reader_fail(reader, key, "three 32-bit numbers");
            return false;
        }
        triple[i] = (uint32_t)number;
    }
    return true;
}

/* The array under key, its length in *count. */
static const json_t *get_array(struct reader *reader, const json_t *object, const char *key, uint32_t *count) {
    const json_t *array = json_object_get(object, key);
    if (!json_is_array(array)) {
        reader_fail(reader, key, "an array");
    }
    *count = (uint32_t)json_array_size(array);
    return array;
}

static void *alloc_many(struct reader *reader, uint32_t count, size_t size_bytes) {
    return count > 0 ? arena_alloc(reader->arena, count * size_bytes) : NULL;
}

static struct source_place get_place(struct reader *reader, const json_t *object) {
    return (struct source_place){.file = get_string(reader, object, "file"),
                                 .line = get_count32(reader, object, "line"),
                                 .column = get_count32(reader, object, "column"),
                                 .function = get_string(reader, object, "function")};
}

static struct named_value *get_values(struct reader *reader, json_t *object, const char *key, uint32_t *count) {
    json_t *values = json_object_get(object, key);
    if (!json_is_object(values)) {
        reader_fail(reader, key, "an object");
    }
    *count = (uint32_t)json_object_size(values);
    struct named_value *list = alloc_many(reader, *count, sizeof *list);
    const char *name;
    json_t *value;
    uint32_t i = 0;
    json_object_foreach(values, name, value) {
        list[i++] = (struct named_value){arena_strdup(reader->arena, name), read_text(reader, value, name)};
    }
    return list;
}

/* null stands for the first name, "none". */
static unsigned get_name_or_none(struct reader *reader, const json_t *object, const char *key, unsigned count, const char *(*name_of)(unsigned)) {
    return json_is_null(json_object_get(object, key)) ? 0 : get_name(reader, object, key, count, name_of);
}

static enum finding_basis get_basis(struct reader *reader, const json_t *object) {
    return (enum finding_basis)get_name_or_none(reader, object, "basis", BASIS_COUNT, name_table_basis_name);
}

static struct finding_access read_access(struct reader *reader, const json_t *object) {
    struct finding_access access = {.place = get_place(reader, object),
                                    .mode = get_string(reader, object, "mode"),
                                    .index = get_string(reader, object, "index"),
                                    .value = get_string(reader, object, "value"),
                                    .size_bytes = get_count32(reader, object, "size"),
                                    .basis = get_basis(reader, object),
                                    .depends_on = get_string(reader, object, "depends_on")};
    get_triple(reader, object, "thread", access.thread);
    get_triple(reader, object, "block", access.block);
    const json_t *chain = get_array(reader, object, "inlined_at", &access.inlined_count);
    access.inlined_at = alloc_many(reader, access.inlined_count, sizeof *access.inlined_at);
    for (uint32_t i = 0; i < access.inlined_count; i++) {
        access.inlined_at[i] = get_place(reader, json_array_get(chain, i));
    }
    return access;
}

static void read_witness(struct reader *reader, json_t *object, struct finding_witness *witness, bool *is_there) {
    *is_there = object && !json_is_null(object);
    if (!*is_there) {
        return;
    }
    get_triple(reader, object, "block", witness->block);
    get_triple(reader, object, "grid", witness->grid);
    witness->params = get_values(reader, object, "params", &witness->param_count);
    witness->arrays = get_values(reader, object, "arrays", &witness->array_count);
    witness->values = get_values(reader, object, "values", &witness->value_count);
    witness->file = json_object_get(object, "file") ? get_string(reader, object, "file") : NULL;
}

static struct finding read_finding(struct reader *r, const json_t *object) {
    struct finding finding = {
        .rule = GET_ENUM(r, object, "rule", enum rule, rule_name, RULE_COUNT),
        .certainty = GET_ENUM(r, object, "certainty", enum certainty, certainty_name, CERTAINTY_COUNT),
        .level = GET_ENUM(r, object, "level", enum level, level_name, LEVEL_COUNT),
        .kind = GET_ENUM(r, object, "kind", enum finding_kind, finding_kind_name, FINDING_KIND_COUNT),
        .scope = GET_ENUM(r, object, "scope", enum finding_scope, finding_scope_name, FINDING_SCOPE_COUNT),
        .space = get_string(r, object, "space"),
        .array = get_string(r, object, "array"),
        .message = get_string(r, object, "message"),
        .precondition = get_string(r, object, "precondition"),
        .precondition_proved = json_is_true(json_object_get(object, "precondition_proved")),
        .approximation = get_string(r, object, "approximation"),
        .basis = get_basis(r, object),
        .depends_on = get_string(r, object, "depends_on"),
        .confirmed_by = (enum confirmation)get_name_or_none(r, object, "confirmed_by", CONFIRMATION_COUNT, name_table_confirmation_name),
        .instances = get_count32(r, object, "instances"),
    };
    const json_t *site = json_object_get(object, "site");
    if (site) {
        finding.site = (struct source_place){.file = get_string(r, site, "file"), .line = get_count32(r, site, "line")};
    }
    finding.elsewhere = json_is_true(json_object_get(object, "other_launches"));
    finding.excused = json_is_true(json_object_get(object, "excused"));
    const json_t *accesses = get_array(r, object, "accesses", &finding.access_count);
    finding.accesses = alloc_many(r, finding.access_count, sizeof *finding.accesses);
    for (uint32_t i = 0; i < finding.access_count; i++) {
        finding.accesses[i] = read_access(r, json_array_get(accesses, i));
    }
    read_witness(r, json_object_get(object, "witness"), &finding.witness, &finding.has_witness);
    return finding;
}

static const struct contract *read_contract(struct reader *r, const json_t *object) {
    if (!object) {
        return NULL;
    }
    struct contract *contract = arena_alloc(r->arena, sizeof *contract);
    contract->condition = get_string(r, object, "condition");
    read_witness(r, json_object_get(object, "example"), &contract->example, &contract->has_example);
    const json_t *parts = get_array(r, object, "parts", &contract->part_count);
    contract->parts = alloc_many(r, contract->part_count, sizeof *contract->parts);
    for (uint32_t i = 0; i < contract->part_count; i++) {
        const json_t *part = json_array_get(parts, i), *shown = json_object_get(part, "shown");
        contract->parts[i].condition = get_string(r, part, "condition");
        if (!json_is_null(shown)) {
            struct finding *finding = arena_alloc(r->arena, sizeof *finding);
            *finding = read_finding(r, shown);
            contract->parts[i].shown = finding;
        }
    }
    return contract;
}

static void read_findings(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *array = get_array(reader, tree, "findings", &result->finding_count);
    result->findings = alloc_many(reader, result->finding_count, sizeof *result->findings);
    for (uint32_t i = 0; i < result->finding_count; i++) {
        result->findings[i] = read_finding(reader, json_array_get(array, i));
    }
}

static void read_advice(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *array = get_array(reader, tree, "advice", &result->advice_count);
    result->advice = alloc_many(reader, result->advice_count, sizeof *result->advice);
    for (uint32_t i = 0; i < result->advice_count; i++) {
        const json_t *object = json_array_get(array, i);
        result->advice[i] = (struct advice){.rule = GET_ENUM(reader, object, "rule", enum advice_rule, advice_name, ADVICE_COUNT),
                                            .place = get_place(reader, object),
                                            .message = get_string(reader, object, "message"),
                                            .together = json_is_true(json_object_get(object, "together")),
                                            .where = get_optional(reader, object, "where"),
                                            .barrier = get_optional(reader, object, "barrier")};
    }
}

static void read_kept_barriers(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *array = get_array(reader, tree, "kept_barriers", &result->kept_barrier_count);
    result->kept_barriers = alloc_many(reader, result->kept_barrier_count, sizeof *result->kept_barriers);
    for (uint32_t i = 0; i < result->kept_barrier_count; i++) {
        result->kept_barriers[i] = get_place(reader, json_array_get(array, i));
    }
}

static void read_accesses(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *object = json_object_get(tree, "accesses");
    for (unsigned b = BASIS_NONE + 1; b < BASIS_COUNT; b++) {
        result->basis_counts[b] = get_count32(reader, object, basis_name((enum finding_basis)b));
    }
}

static void read_typing(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    result->has_typing = json_object_get(tree, "typing_failures") != NULL;
    if (!result->has_typing) {
        return;
    }
    const json_t *array = get_array(reader, tree, "typing_failures", &result->typing_count);
    result->typing = alloc_many(reader, result->typing_count, sizeof *result->typing);
    for (uint32_t i = 0; i < result->typing_count; i++) {
        const json_t *object = json_array_get(array, i);
        result->typing[i] = (struct typing_failure){.place = get_place(reader, object),
                                                    .rule = get_string(reader, object, "rule"),
                                                    .premise = get_string(reader, object, "premise"),
                                                    .expression = get_string(reader, object, "expression"),
                                                    .variable = get_string(reader, object, "variable"),
                                                    .message = get_string(reader, object, "message")};
    }
}

static void read_unproved(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *array = get_array(reader, tree, "unproved", &result->unproved_count);
    result->unproved = alloc_many(reader, result->unproved_count, sizeof *result->unproved);
    for (uint32_t i = 0; i < result->unproved_count; i++) {
        const json_t *object = json_array_get(array, i);
        result->unproved[i] = (struct unproved){.property = GET_ENUM(reader, object, "property", unsigned, property_name, PROP_COUNT),
                                                .reason = get_string(reader, object, "reason"),
                                                .place = get_place(reader, object),
                                                .detail = get_string(reader, object, "detail")};
    }
}

static struct assumption *read_assumptions(struct reader *reader, const json_t *tree, const char *key, const char *kinds_key, uint32_t *count) {
    uint32_t kind_count;
    const json_t *texts = get_array(reader, tree, key, count);
    const json_t *kinds = get_array(reader, tree, kinds_key, &kind_count);
    if (kind_count != *count) {
        reader_fail(reader, kinds_key, "one for each assumption");
    }
    struct assumption *all = alloc_many(reader, *count, sizeof *all);
    for (uint32_t i = 0; i < *count; i++) {
        const char *kind = json_string_value(json_array_get(kinds, i));
        all[i] = (struct assumption){.kind = (enum assumption_kind)find_name(reader, kinds_key, kind, ASSUMPTION_COUNT, name_table_assumption_name),
                                     .text = read_text(reader, json_array_get(texts, i), key)};
    }
    return all;
}

static void read_verdicts(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    result->verdict = GET_ENUM(reader, tree, "verdict", enum verdict, verdict_name, VERDICT_COUNT);
    const json_t *properties = json_object_get(tree, "properties");
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        result->properties[p] = GET_ENUM(reader, properties, property_name(p), enum verdict, verdict_name, VERDICT_COUNT);
    }
    const json_t *sufficient = json_object_get(tree, "sufficient");
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (json_object_get(sufficient, property_name(p))) {
            result->sufficient[p] = get_string(reader, sufficient, property_name(p));
        }
    }
    const json_t *scopes = json_object_get(tree, "scopes"), *others = json_object_get(tree, "other_launches");
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        const char *scope = json_string_value(json_object_get(scopes, property_name(p)));
        result->of_program[p] = scope && strcmp(scope, "program") == 0;
        result->others[p] = json_object_get(others, property_name(p)) ? get_string(reader, others, property_name(p)) : NULL;
    }
    result->contract = read_contract(reader, json_object_get(tree, "contract"));
    const json_t *unchecked = get_array(reader, tree, "unchecked", &result->unchecked_count);
    result->unchecked = alloc_many(reader, result->unchecked_count, sizeof *result->unchecked);
    for (uint32_t i = 0; i < result->unchecked_count; i++) {
        result->unchecked[i] = read_text(reader, json_array_get(unchecked, i), "unchecked");
    }
}

static void read_sites(struct reader *reader, const json_t *launch, struct kernel_result *result) {
    if (!json_object_get(launch, "sites")) {
        return;
    }
    const json_t *array = get_array(reader, launch, "sites", &result->site_count);
    result->sites = alloc_many(reader, result->site_count, sizeof *result->sites);
    for (uint32_t i = 0; i < result->site_count; i++) {
        struct result_site *site = &result->sites[i];
        const json_t *object = json_array_get(array, i), *properties = json_object_get(object, "properties");
        const json_t *facts = get_array(reader, object, "facts", &site->fact_count);
        site->file = get_string(reader, object, "file");
        site->line = get_count32(reader, object, "line");
        site->facts = alloc_many(reader, site->fact_count, sizeof *site->facts);
        for (uint32_t f = 0; f < site->fact_count; f++) {
            site->facts[f] = read_text(reader, json_array_get(facts, f), "facts");
        }
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            site->properties[p] = GET_ENUM(reader, properties, property_name(p), enum verdict, verdict_name, VERDICT_COUNT);
        }
    }
}

static void read_simulation(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *object = json_object_get(tree, "simulation");
    if (!object) {
        return;
    }
    struct simulation *s = result->simulation = arena_alloc(reader->arena, sizeof *s);
    s->seed = get_count(reader, object, "seed");
    s->schedules = get_count32(reader, object, "schedules");
    s->threads = get_count(reader, object, "threads");
    s->steps = get_count(reader, object, "steps");
    s->native_runs = get_count32(reader, object, "native_runs");
    s->phases = get_count32(reader, object, "phases");
    s->complete = json_is_true(json_object_get(object, "complete"));
    s->replay = get_string(reader, object, "replay");
    const json_t *arrays = get_array(reader, object, "arrays", &s->array_count);
    s->arrays = alloc_many(reader, s->array_count, sizeof *s->arrays);
    for (uint32_t i = 0; i < s->array_count; i++) {
        const json_t *array = json_array_get(arrays, i);
        s->arrays[i] = (struct simulated_array){.name = get_string(reader, array, "name"),
                                                .type = get_string(reader, array, "type"),
                                                .elements = get_count(reader, array, "elements"),
                                                .changed = get_count(reader, array, "changed"),
                                                .head = get_string(reader, array, "head"),
                                                .file = get_string(reader, array, "file"),
                                                .differs = json_is_true(json_object_get(array, "differs"))};
    }
}

static void read_search(struct reader *reader, const json_t *tree, struct kernel_result *result) {
    const json_t *object = json_object_get(tree, "search");
    if (!object) {
        return;
    }
    struct search_summary *s = result->search = arena_alloc(reader->arena, sizeof *s);
    s->is_alone = json_is_true(json_object_get(object, "alone"));
    s->seed = get_count(reader, object, "seed");
    s->runs = get_count32(reader, object, "runs");
    s->native_runs = get_count32(reader, object, "native_runs");
    s->discarded = get_count32(reader, object, "discarded");
    s->obstacle = get_string(reader, object, "obstacle");
    s->generations = get_count32(reader, object, "generations");
    s->steps = get_count(reader, object, "steps");
    s->removal_runs = get_count32(reader, object, "removal_runs");
    const json_t *places = get_array(reader, object, "removable", &s->removable_count);
    s->removable = alloc_many(reader, s->removable_count, sizeof *s->removable);
    for (uint32_t i = 0; i < s->removable_count; i++) {
        s->removable[i] = get_place(reader, json_array_get(places, i));
    }
}

static void read_stats(struct reader *reader, const json_t *tree, struct kernel_stats *stats) {
    const json_t *object = json_object_get(tree, "stats");
    stats->seconds = json_number_value(json_object_get(object, "seconds"));
#define TIME(name) stats->name = json_number_value(json_object_get(object, #name));
#define STAT(name) stats->name = get_count(reader, object, #name);
#include "report/stats.def"
#undef STAT
}

struct kernel_result *report_read_kernel(struct arena *arena, const char *text, size_t length, const char **error) {
    json_error_t problem;
    json_t *tree = json_loadb(text, length, 0, &problem);
    if (!tree) {
        *error = arena_strdup(arena, problem.text);
        return NULL;
    }
    struct reader reader = {.arena = arena};
    struct kernel_result *result = arena_alloc(arena, sizeof *result);
    result->name = get_string(&reader, tree, "name");
    result->display = get_string(&reader, tree, "display");
    result->file = get_string(&reader, tree, "file");
    result->line = get_count32(&reader, tree, "line");
    result->language = json_object_get(tree, "language") ? LANGUAGE_OPENCL : LANGUAGE_CUDA;
    const json_t *launch = json_object_get(tree, "launch");
    result->block_given = get_triple(&reader, launch, "block", result->block);
    result->grid_given = get_triple(&reader, launch, "grid", result->grid);
    read_sites(&reader, launch, result);
    result->launch_note = json_object_get(launch, "note") ? get_string(&reader, launch, "note") : NULL;
    read_verdicts(&reader, tree, result);
    result->assumptions = read_assumptions(&reader, tree, "assumptions", "assumption_kinds", &result->assumption_count);
    if (json_object_get(tree, "other_assumptions"))
        result->elsewhere = read_assumptions(&reader, tree, "other_assumptions", "other_assumption_kinds", &result->elsewhere_count);
    read_accesses(&reader, tree, result);
    read_typing(&reader, tree, result);
    read_findings(&reader, tree, result);
    read_advice(&reader, tree, result);
    read_kept_barriers(&reader, tree, result);
    read_unproved(&reader, tree, result);
    read_simulation(&reader, tree, result);
    read_search(&reader, tree, result);
    read_stats(&reader, tree, &result->stats);
    json_decref(tree);
    *error = reader.error;
    return reader.error ? NULL : result;
}
