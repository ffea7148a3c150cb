#include "schema.h"

#include <stdbool.h>
#include <string.h>

enum { DEEPEST = 64 };

struct validation {
    json_t *root;
    FILE *log;
    int violations;
    const char *path[DEEPEST];
    char numbers[DEEPEST][24];
    int depth;
};

static void check(struct validation *v, json_t *schema, json_t *value);

static void violate(struct validation *v, const char *what) {
    v->violations++;
    if (!v->log) {
        return;
    }
    for (int i = 0; i < v->depth; i++) {
        fprintf(v->log, "/%s", v->path[i]);
    }
    fprintf(v->log, ": %s\n", what);
}

static void check_below(struct validation *v, const char *name, json_t *schema, json_t *value) {
    if (v->depth == DEEPEST) {
        violate(v, "too deep");
        return;
    }
    v->path[v->depth++] = name;
    check(v, schema, value);
    v->depth--;
}

static bool has_type(json_t *value, const char *type) {
    return (strcmp(type, "string") == 0 && json_is_string(value)) || (strcmp(type, "null") == 0 && json_is_null(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value)) || (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "object") == 0 && json_is_object(value)) || (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value));
}

static void check_type(struct validation *v, json_t *type, json_t *value) {
    bool fits = json_is_string(type) && has_type(value, json_string_value(type));
    for (size_t i = 0; i < json_array_size(type); i++) {
        fits = fits || has_type(value, json_string_value(json_array_get(type, i)));
    }
    if (!fits) {
        violate(v, "wrong type");
    }
}

static void check_enum(struct validation *v, json_t *names, json_t *value) {
    for (size_t i = 0; i < json_array_size(names); i++) {
        if (json_equal(json_array_get(names, i), value)) {
            return;
        }
    }
    violate(v, "not one of the allowed values");
}

static void check_any(struct validation *v, json_t *choices, json_t *value) {
    for (size_t i = 0; i < json_array_size(choices); i++) {
        struct validation attempt = *v;
        attempt.log = NULL;
        attempt.violations = 0;
        check(&attempt, json_array_get(choices, i), value);
        if (attempt.violations == 0) {
            return;
        }
    }
    violate(v, "none of the alternatives fits");
}

static void check_ref(struct validation *v, const char *ref, json_t *value) {
    static const char prefix[] = "#/$defs/";
    json_t *found = NULL;
    if (strncmp(ref, prefix, sizeof prefix - 1) == 0) {
        found = json_object_get(json_object_get(v->root, "$defs"), ref + sizeof prefix - 1);
    }
    if (found) {
        check(v, found, value);
    } else {
        violate(v, "the schema refers to nothing");
    }
}

static void check_members(struct validation *v, json_t *schema, json_t *value) {
    json_t *properties = json_object_get(schema, "properties");
    json_t *others = json_object_get(schema, "additionalProperties");
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member) {
        json_t *known = json_object_get(properties, key);
        if (known) {
            check_below(v, key, known, member);
        } else if (json_is_false(others)) {
            violate(v, key);
        } else if (json_is_object(others)) {
            check_below(v, key, others, member);
        }
    }
    json_t *required = json_object_get(schema, "required");
    for (size_t i = 0; i < json_array_size(required); i++) {
        if (!json_object_get(value, json_string_value(json_array_get(required, i)))) {
            violate(v, json_string_value(json_array_get(required, i)));
        }
    }
}

static void check_items(struct validation *v, json_t *items, json_t *value) {
    for (size_t i = 0; i < json_array_size(value); i++) {
        char *name = v->numbers[v->depth % DEEPEST];
        snprintf(name, sizeof v->numbers[0], "%zu", i);
        check_below(v, name, items, json_array_get(value, i));
    }
}

static void check_keyword(struct validation *v, json_t *schema, const char *keyword, json_t *arg, json_t *value) {
    static const char *const ignored[] = {"$schema", "$id", "$defs", "title", "description", "required", "additionalProperties"};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        if (strcmp(keyword, ignored[i]) == 0) {
            return;
        }
    }
    if (strcmp(keyword, "type") == 0) {
        check_type(v, arg, value);
        if (json_object_get(schema, "additionalProperties") && !json_object_get(schema, "properties")) {
            check_members(v, schema, value);
        }
    } else if (strcmp(keyword, "properties") == 0) {
        check_members(v, schema, value);
    } else if (strcmp(keyword, "items") == 0) {
        check_items(v, arg, value);
    } else if (strcmp(keyword, "enum") == 0) {
        check_enum(v, arg, value);
    } else if (strcmp(keyword, "const") == 0) {
        if (!json_equal(arg, value)) {
            violate(v, "not the required value");
        }
    } else if (strcmp(keyword, "anyOf") == 0) {
        check_any(v, arg, value);
    } else if (strcmp(keyword, "$ref") == 0) {
        check_ref(v, json_string_value(arg), value);
    } else if (strcmp(keyword, "minimum") == 0) {
        if (json_is_number(value) && json_number_value(value) < json_number_value(arg)) {
            violate(v, "too small");
        }
    } else if (strcmp(keyword, "maximum") == 0) {
        if (json_is_number(value) && json_number_value(value) > json_number_value(arg)) {
            violate(v, "too large");
        }
    } else if (strcmp(keyword, "minLength") == 0) {
        if (json_is_string(value) && (json_int_t)json_string_length(value) < json_integer_value(arg)) {
            violate(v, "too short");
        }
    } else if (strcmp(keyword, "minItems") == 0) {
        if (json_is_array(value) && (json_int_t)json_array_size(value) < json_integer_value(arg)) {
            violate(v, "too few items");
        }
    } else if (strcmp(keyword, "maxItems") == 0) {
        if (json_is_array(value) && (json_int_t)json_array_size(value) > json_integer_value(arg)) {
            violate(v, "too many items");
        }
    } else {
        violate(v, "the schema uses a keyword that this validator does not know");
    }
}

static void check(struct validation *v, json_t *schema, json_t *value) {
    const char *keyword;
    json_t *argument;
    json_object_foreach(schema, keyword, argument) {
        check_keyword(v, schema, keyword, argument, value);
    }
}

int schema_validate(json_t *schema, json_t *value, FILE *log) {
    struct validation v = {.root = schema, .log = log};
    check(&v, schema, value);
    return v.violations;
}
