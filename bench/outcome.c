#include "outcome.h"

#include <string.h>

const char *outcome_name(enum outcome outcome) {
    switch (outcome) {
    case OUTCOME_PROVED: return "proved";
    case OUTCOME_REFUTED: return "refuted";
    case OUTCOME_POSSIBLE: return "possible";
    case OUTCOME_PRECONDITION: return "needs a precondition";
    case OUTCOME_OPEN: return "open";
    case OUTCOME_COUNT: break;
    }
    return "";
}

const char *outcome_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

const char *outcome_level(const json_t *finding) {
    return json_is_true(json_object_get(finding, "excused")) ? "note" : outcome_text(finding, "level");
}

double outcome_stat(const json_t *kernel, const char *name) {
    return json_number_value(json_object_get(json_object_get(kernel, "stats"), name));
}

enum outcome outcome_of(const json_t *kernel, const char *property, const char *rule) {
    const json_t *properties = json_object_get(kernel, "properties");
    if (strcmp(outcome_text(properties, property), "proved") == 0) {
        return OUTCOME_PROVED;
    }
    enum outcome outcome = OUTCOME_OPEN;
    size_t i = 0;
    const json_t *finding = NULL;
    json_array_foreach(json_object_get(kernel, "findings"), i, finding) {
        const char *level = outcome_level(finding);
        if (strcmp(outcome_text(finding, "rule"), rule) != 0 || strcmp(level, "note") == 0) {
            continue;
        }
        bool is_confirmed = strcmp(outcome_text(finding, "certainty"), "confirmed") == 0;
        bool is_excluded = json_is_string(json_object_get(finding, "precondition"));
        enum outcome this = is_excluded ? OUTCOME_PRECONDITION : is_confirmed ? OUTCOME_REFUTED : OUTCOME_POSSIBLE;
        outcome = this < outcome ? this : outcome;
    }
    return outcome;
}

static bool is_answer(const char *reason) {
    static const char *const answers[] = {"not-replayed", "needs-precondition", "divergent-barriers"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcmp(reason, answers[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool outcome_is_decided(const json_t *kernel) {
    size_t i = 0;
    const json_t *unproved = NULL;
    json_array_foreach(json_object_get(kernel, "unproved"), i, unproved) {
        const char *property = outcome_text(unproved, "property");
        bool counts = strcmp(property, "race") == 0 || strcmp(property, "divergence") == 0;
        if (counts && !is_answer(outcome_text(unproved, "reason"))) {
            return false;
        }
    }
    return true;
}

bool outcome_has_reason(const json_t *kernel, const char *property, const char *reason) {
    size_t i = 0;
    const json_t *unproved = NULL;
    json_array_foreach(json_object_get(kernel, "unproved"), i, unproved) {
        bool is_about = !property || strcmp(outcome_text(unproved, "property"), property) == 0;
        if (is_about && strcmp(outcome_text(unproved, "reason"), reason) == 0) {
            return true;
        }
    }
    return false;
}
