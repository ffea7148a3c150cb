/* Violations at a launch of which host code says more than was understood (see launches.h). */
#include <stdlib.h>
#include <string.h>

#include "check/alias_parts.h"
#include "check/launch_judge.h"
#include "check/tidy.h"
#include "kernel/signature.h"
#include "protocol/protocol.h"

bool launches_is_same_place(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && a->column == b->column && strcmp(a->file ? a->file : "", b->file ? b->file : "") == 0;
}

bool launches_is_same_violation(const struct finding *a, const struct finding *b) {
    bool is_same = a->rule == b->rule && a->access_count == b->access_count;
    for (uint32_t i = 0; i < a->access_count && is_same; i++)
        is_same = launches_is_same_place(&a->accesses[i].place, &b->accesses[i].place);
    return is_same;
}

static bool is_error(const struct finding *f) {
    return f->level == LEVEL_ERROR && finding_is_violation(f);
}

/* The result has the violation as an error. */
static bool is_shown(const struct kernel_result *every, const struct finding *f) {
    for (uint32_t i = 0; every && i < every->finding_count; i++)
        if (is_error(&every->findings[i]) && launches_is_same_violation(&every->findings[i], f))
            return true;
    return false;
}

void launches_doubt_where(struct arena *arena, const struct kernel_result *every, struct kernel_result *r, const char *why,
                          bool (*doubts)(struct arena *arena, const void *context, struct finding *f), const void *context) {
    struct unproved *all = arena_alloc(arena, (r->unproved_count + (size_t)PROP_COUNT) * sizeof *all);
    bool has_error[PROP_COUNT] = {false};
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    for (uint32_t i = 0; i < r->finding_count; i++) {
        struct finding *f = &r->findings[i];
        if (is_error(f) && doubts(arena, context, f) && !is_shown(every, f)) {
            f->level = LEVEL_WARNING;
            f->message = arena_printf(arena, "%s; %s", f->message, why);
        }
        has_error[launches_property_of(f->rule)] |= is_error(f);
    }
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (r->properties[p] != VERDICT_REFUTED || has_error[p])
            continue;
        const struct source_place place = {r->file, r->line, 0, NULL};
        r->properties[p] = VERDICT_UNPROVED;
        all[r->unproved_count++] = (struct unproved){p, reason_name(REASON_UNKNOWN_LAUNCH), place, why, {0}};
    }
    r->unproved = all;
}

static bool is_any(struct arena *arena, const void *context, struct finding *f) {
    (void)arena, (void)context, (void)f;
    return true;
}

const char launches_why_contents[] = "host code may not launch it so: that depends on what arrays hold";

const char *launches_why_omitted(struct arena *arena, const char *omitted) {
    return arena_printf(arena, "host code may not launch it so: that depends on %s", omitted);
}

void launches_doubt(struct arena *arena, const struct kernel_result *every, const char *omitted, struct kernel_result *r) {
    launches_doubt_where(arena, every, r, launches_why_omitted(arena, omitted), is_any, NULL);
}

bool launches_is_stated(const struct launch_site *site, const char *array, size_t length) {
    for (uint32_t i = 0; i < site->relation_count; i++) {
        const char *open = strchr(site->relations[i], '(');
        const char *name = open ? open + 1 : "";
        name = signature_variable(name) ? signature_variable(name) : name;
        if (strncmp(name, array, length) == 0 && (name[length] == ')' || name[length] == ','))
            return true;
    }
    return false;
}

/* What is known of arrays: by the launch, and by the kernel. */
struct knowledge {
    const struct launch_site *site;
    const struct protocol *protocol;
    const char *raced; /* the array of the violation that is asked about; NULL: none is told */
    bool is_race;
};

static bool is_among(const char *const *names, uint32_t count, const char *array, size_t length) {
    bool is = false;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = signature_variable(names[i]) ? signature_variable(names[i]) : names[i];
        is |= strncmp(name, array, length) == 0 && !name[length];
    }
    return is;
}

bool launches_is_stored(const struct launch_site *site, const char *array) {
    const char *name = signature_variable(array) ? signature_variable(array) : array;
    return is_among(site->stored, site->stored_count, name, strlen(name));
}

bool launches_is_given(const struct launch_site *site, const char *array, size_t length) {
    return is_among(site->given, site->given_count, array, length);
}

/* Only contents that the program makes arise: elements of which properties are told only, and the kernel does not write them; what all
   threads of a block read where a kernel has stored it, unless it is what they race on. Where host code is read, a structure that is passed by value, too, and what the
   kernel itself has stored. */
static bool is_made(const struct knowledge *known, const char *array, size_t length) {
    const struct launch_site *site = known->site;
    const struct protocol *p = known->protocol;
    bool is_summary = is_among(site->summaries, site->summary_count, array, length);
    bool is_stored = is_among(site->stored, site->stored_count, array, length);
    bool is_given = known->is_race && launches_is_given(site, array, length);
    bool is_raced = known->raced && strncmp(known->raced, array, length) == 0 && !known->raced[length];
    bool is = false, is_found = false;
    for (uint32_t i = 0; i < p->array_count && !is; i++) {
        const struct proto_array *a = &p->arrays[i];
        if (strncmp(a->name, array, length) != 0 || a->name[length])
            continue;
        is_found = true;
        bool is_of_program = site->is_read && a->space == SPACE_PARAM, is_of_kernels = is_stored || (site->is_read && a->written);
        bool is_inside = site->is_read && is_among(site->inside, site->inside_count, array, length); /* contents are not followed there */
        is = is_of_program || (is_summary && !is_given && !a->written) || (is_inside && !is_given) ||
             (is_of_kernels && !is_raced && protocol_reads_without(p, i, DEP_THREAD));
    }
    return is || (is_summary && !is_found);
}

static bool is_unstated(const struct knowledge *known, const char *array, size_t length) {
    return !launches_is_stated(known->site, array, length);
}

/* The array after one of these words of which that is true; NULL: there is none. */
static const char *array_in(struct arena *arena, const struct knowledge *known, const char *text,
                            bool (*is_it)(const struct knowledge *known, const char *array, size_t length)) {
    static const char *const words[] = {"contents of ", "value read from "};
    for (size_t w = 0; w < sizeof words / sizeof *words && text; w++)
        for (const char *at = strstr(text, words[w]); at; at = strstr(at + 1, words[w])) {
            const char *name = at + strlen(words[w]);
            size_t length = strcspn(name, ",;: ");
            if (is_it(known, name, length))
                return arena_strndup(arena, name, length);
        }
    return NULL;
}

/* Such an array that decides the violation by what it holds before the launch; NULL: there is none. */
static const char *deciding_array(struct arena *arena, const struct knowledge *known, const struct finding *f,
                                  bool (*is_it)(const struct knowledge *known, const char *array, size_t length)) {
    const char *found = NULL;
    bool depends = f->depends_on != NULL;
    for (uint32_t i = 0; i <= f->access_count && !found; i++) {
        const char *text = i < f->access_count ? f->accesses[i].depends_on : f->depends_on;
        depends |= text != NULL;
        found = array_in(arena, known, text, is_it);
    }
    for (uint32_t i = 0; i < f->witness.array_count && depends && f->has_witness && !found; i++) { /* through functions: `scale < 1.f` */
        const char *cell = f->witness.arrays[i].name; /* "scale[0]"; "other contents" decide nothing that is known */
        size_t length = strcspn(cell, "[");
        found = cell[length] && is_it(known, cell, length) ? arena_strndup(arena, cell, length) : NULL;
    }
    return found;
}

/* A relation speaks of the element: `distinct(a)`, `in_range(a, 0, n)`, `in_range(a, 0, n, 2, 5)` of elements 2 to 4. Bounds that are no numbers
   count as such that the element is within. */
static bool is_covered(const struct launch_site *site, const char *array, size_t length, uint64_t element) {
    for (uint32_t i = 0; i < site->relation_count; i++) {
        const char *open = strchr(site->relations[i], '('), *name = open ? open + 1 : "", *at;
        bool is_range = strncmp(site->relations[i], "in_range(", 9) == 0;
        name = signature_variable(name) ? signature_variable(name) : name;
        if (strncmp(name, array, length) != 0 || (name[length] != ')' && name[length] != ','))
            continue;
        at = name + length;
        for (int skipped = 0; is_range && at && skipped < 2; skipped++)
            at = strchr(at + (*at == ','), ',');
        const char *second = at && *at == ',' ? strchr(at + 1, ',') : NULL;
        char *end_of_first, *end_of_second;
        uint64_t first = second ? strtoull(at + 1, &end_of_first, 10) : 0, end = second ? strtoull(second + 1, &end_of_second, 10) : UINT64_MAX;
        bool is_told = second && *end_of_first == ',' && *end_of_second == ')';
        if (!is_told || (first <= element && element < end))
            return true;
    }
    return false;
}

/* An element of the counterexample that no relation speaks of, of an array of which some do; NULL: there is none. */
static const char *uncovered_array(struct arena *arena, const struct knowledge *known, const struct finding *f) {
    for (uint32_t i = 0; i < f->witness.array_count && f->has_witness; i++) {
        const char *cell = f->witness.arrays[i].name;
        size_t length = strcspn(cell, "[");
        char *end;
        uint64_t element = cell[length] ? strtoull(cell + length + 1, &end, 10) : 0;
        if (cell[length] && *end == ']' && launches_is_stated(known->site, cell, length) && !is_covered(known->site, cell, length, element))
            return arena_strndup(arena, cell, length);
    }
    return NULL;
}

static bool rests_on_contents(struct arena *arena, const void *known, struct finding *f) {
    f->unknown_there = deciding_array(arena, known, f, is_unstated);
    f->unknown_there = f->unknown_there ? f->unknown_there : uncovered_array(arena, known, f);
    return f->unknown_there != NULL;
}

/* Places that counters give, from which another kernel of the program lets them count on: sums of what it has counted, maybe. */
static bool rests_on_counters(const struct knowledge *known, const struct finding *f) {
    const struct launch_site *site = known->site;
    bool is = false;
    for (uint32_t i = 0; i < site->stored_count && known->is_race && f->access_count > 0 && !is; i++) {
        const char *name = signature_variable(site->stored[i]) ? signature_variable(site->stored[i]) : site->stored[i];
        is = tidy_is_counter(known->protocol, f, name, strlen(name)) && !launches_is_stated(site, name, strlen(name));
    }
    return is;
}

static bool rests_on_made(struct arena *arena, const void *context, struct finding *f) {
    struct knowledge known = *(const struct knowledge *)context;
    known.raced = f->array;
    known.is_race = f->rule == RULE_DATA_RACE;
    return deciding_array(arena, &known, f, is_made) != NULL || rests_on_counters(&known, f);
}

bool launches_is_before_inside(const struct launch_site *site, const struct finding *f) {
    bool is_before = strstr(f->message, "before the start") != NULL, is_inside = false;
    for (uint32_t i = 0; i < f->access_count; i++)
        is_before |= f->accesses[i].index && strchr(f->accesses[i].index, '-');
    for (uint32_t i = 0; i < site->inside_count && f->rule == RULE_OUT_OF_BOUNDS && f->array; i++)
        is_inside |= strcmp(site->inside[i], f->array) == 0;
    return is_before && is_inside;
}

struct inside_pointers {
    const struct launch_site *site;
    const struct check_options *options;
};

/* Not where options tell where the pointer points. */
static bool is_before_inside(struct arena *arena, const void *context, struct finding *f) {
    (void)arena;
    const struct inside_pointers *inside = context;
    bool is_placed = false;
    for (uint32_t i = 0; i < inside->options->alias_count && f->array; i++)
        is_placed |= alias_is_place(&inside->options->aliases[i]) && strcmp(inside->options->aliases[i].name, f->array) == 0;
    return !is_placed && launches_is_before_inside(inside->site, f);
}

static bool has_same_names(const char *const *a, uint32_t a_count, const char *const *b, uint32_t b_count) {
    bool is_same = a_count == b_count;
    for (uint32_t i = 0; i < a_count && is_same; i++)
        is_same = strcmp(a[i], b[i]) == 0;
    return is_same;
}

bool launches_same_inside(const struct launch_site *a, const struct launch_site *b) {
    bool is_same = has_same_names(a->inside, a->inside_count, b->inside, b->inside_count) && a->place_count == b->place_count;
    for (uint32_t i = 0; i < a->place_count && is_same; i++)
        is_same = strcmp(a->places[i].name, b->places[i].name) == 0 && strcmp(a->places[i].elements, b->places[i].elements) == 0 &&
                  strcmp(a->places[i].offset, b->places[i].offset) == 0;
    return is_same;
}

bool launches_same_unknowns(const struct launch_site *a, const struct launch_site *b) {
    return has_same_names(a->reals, a->real_count, b->reals, b->real_count) &&
           has_same_names(a->summaries, a->summary_count, b->summaries, b->summary_count) &&
           has_same_names(a->stored, a->stored_count, b->stored, b->stored_count) &&
           has_same_names(a->given, a->given_count, b->given, b->given_count);
}

void launches_doubt_inside(struct arena *arena, const struct kernel_result *every, const struct launch_site *site,
                           const struct check_options *options, struct kernel_result *r) {
    const struct inside_pointers inside = {site, options};
    if (site->inside_count > 0)
        launches_doubt_where(arena, every, r, "the launch passes a pointer into the middle of an array, and elements lie before it", is_before_inside,
                             &inside);
}

void launches_doubt_contents(struct arena *arena, const struct kernel_result *every, const struct launch_site *site, struct kernel_result *r) {
    launches_doubt_where(arena, every, r, launches_why_contents, rests_on_contents, &(struct knowledge){.site = site});
}

/* What no property is broken by, told for every launch, where the property was judged at all launches of the program and none shows it. */
static bool is_of_others(const struct judge *j, const struct finding *f) {
    bool is_shown = f->level == LEVEL_ERROR || finding_is_violation(f) || !(j->kept & 1u << launches_property_of(f->rule));
    for (uint32_t i = 0; i < j->launches->count && !is_shown; i++)
        for (uint32_t k = 0; k < j->results[i]->finding_count; k++)
            is_shown |= launches_is_same_violation(&j->results[i]->findings[k], f);
    return !is_shown;
}

void launches_tell_of_others(const struct judge *j, struct finding *f) {
    if (!is_of_others(j, f))
        return;
    f->elsewhere = true;
    f->message = arena_printf(j->arena, "other launches: %s", f->message);
}

/* Proofs that assume so do not hold at the launch. */
static void drop_proofs(struct arena *arena, enum assumption_kind kind, enum reason_kind reason, const char *why, struct kernel_result *r) {
    struct unproved *all = arena_alloc(arena, (r->unproved_count + (size_t)PROP_COUNT) * sizeof *all);
    for (uint32_t i = 0; i < r->unproved_count; i++)
        all[i] = r->unproved[i];
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        bool assumes = false;
        for (uint32_t i = 0; i < r->rests_on[p].count; i++)
            assumes |= r->rests_on[p].list[i].kind == kind;
        if (!assumes || r->properties[p] != VERDICT_PROVED)
            continue;
        const struct source_place place = {r->file, r->line, 0, NULL};
        r->properties[p] = VERDICT_UNPROVED;
        all[r->unproved_count++] = (struct unproved){p, reason_name(reason), place, why, {0}};
    }
    r->unproved = all;
}

void launches_drop_plain(struct arena *arena, struct kernel_result *r) {
    drop_proofs(arena, ASSUMPTION_COOPERATIVE, REASON_CONTRADICTION,
                "the kernel waits for all blocks, which needs a cooperative launch (cudaLaunchCooperativeKernel), and this launch is none", r);
}

void launches_drop_textures(struct arena *arena, struct kernel_result *r) {
    drop_proofs(arena, ASSUMPTION_SEPARATE_TEXTURES, REASON_ALIASED, "a texture of the program is memory that the launch gets a pointer to", r);
}

void launches_doubt_made(struct arena *arena, const struct protocol *protocol, const struct launch_site *site, struct kernel_result *r) {
    launches_doubt_where(arena, NULL, r, launches_why_contents, rests_on_made, &(struct knowledge){.site = site, .protocol = protocol});
}
