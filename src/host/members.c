/* Facts of types in host code: `tensor: nb[1] >= nb[0] * ne[0]` of each tensor that the launch's numbers come from. */
#include <inttypes.h>
#include <string.h>

#include "host/names.h"
#include "kernel/type_fact.h"

enum { MEMBERS_MOST = 24 }; /* of one launch: each is a number that the prover has to do with */

/* The symbol where it stands in the value; NULL: it does not. */
static const struct host_value *find_symbol(const struct host_value *v, uint32_t symbol) {
    if (!v || (v->op == HOST_SYMBOL && v->symbol == symbol))
        return v;
    const struct host_value *found = find_symbol(v->a, symbol);
    return found ? found : find_symbol(v->b, symbol);
}

static const struct host_value *find_in_launch(const struct host_launch *launch, uint32_t symbol) {
    const struct host_value *found = NULL;
    for (int axis = 0; axis < 3 && !found; axis++) {
        found = find_symbol(launch->grid[axis], symbol);
        found = found ? found : find_symbol(launch->block[axis], symbol);
    }
    for (uint32_t i = 0; i < launch->argument_count && !found; i++) {
        found = find_symbol(launch->arguments[i].value, symbol);
        found = found ? found : find_symbol(launch->arguments[i].size_bytes, symbol);
    }
    for (uint32_t i = 0; i < launch->condition_count && !found; i++) {
        found = find_symbol(launch->conditions[i].a, symbol);
        found = found ? found : find_symbol(launch->conditions[i].b, symbol);
    }
    return found;
}

struct object {
    struct host_names *names;
    uint32_t number;
    const char *type;
    bool is_naming; /* members without a name get one */
};

static const char *known_name(const struct host_names *n, uint32_t object, const char *member) {
    for (uint32_t i = 0; i < n->members.size; i++)
        if (n->members.data[i].object == object && strcmp(n->members.data[i].member, member) == 0)
            return n->members.data[i].name;
    return NULL;
}

/* What the name rests on where a parameter is only claimed to be passed the whole member. */
static void take_claim(struct host_names *n, uint32_t object, const char *member) {
    for (uint32_t i = 0; i < n->code->symbols.size; i++) {
        const struct host_symbol *s = &n->code->symbols.data[i];
        if (s->object == object && strcmp(s->member, member) == 0 && n->of_symbol.data[i] && n->named_by.data[i]->is_claimed)
            (void)host_text(n, host_symbol_value(n->arena, i, INT64_MIN, INT64_MAX));
    }
}

/* The member in expressions: the symbol's name; a number where it has none, or the host code does not read the member. */
static const char *name_of_member(void *context, const char *member) {
    struct object *o = context;
    struct host_names *n = o->names;
    const char *name = known_name(n, o->number, member);
    if (name && !o->is_naming)
        take_claim(n, o->number, member);
    for (uint32_t i = 0; i < n->code->symbols.size && !name; i++) {
        const struct host_symbol *s = &n->code->symbols.data[i];
        if (s->object != o->number || strcmp(s->member, member) != 0)
            continue;
        name = n->of_symbol.data[i];
        const struct host_value *v = name ? NULL : find_in_launch(n->launch, i);
        if (v && v->least == v->most && v->least >= 0) /* a condition says which number it is */
            name = arena_printf(n->arena, "%" PRId64, v->least);
        bool is_free = !name && o->is_naming && v && !v->is_claimed && n->members.size < MEMBERS_MOST;
        name = is_free ? host_name_number(n, i, v) : name;
    }
    if (!name && o->is_naming && n->members.size < MEMBERS_MOST)
        name = host_new_number(n);
    if (name && !known_name(n, o->number, member))
        vec_push(&n->members, (struct host_member){o->number, member, name});
    return name;
}

/* The type of the struct, if the launch's numbers are made of its members; NULL: they are not. */
static const char *type_of_object(const struct host_names *n, uint32_t object) {
    for (uint32_t i = 0; i < n->code->symbols.size; i++)
        if (n->code->symbols.data[i].object == object && host_is_in_numbers(n->launch, i))
            return n->code->symbols.data[i].type;
    return NULL;
}

/* Each fact of each such struct in turn. */
static void each_fact(struct host_names *n, bool is_naming) {
    const struct host_code *code = n->code;
    for (uint32_t k = 1; k <= code->objects && code->type_fact_count > 0; k++) {
        struct object o = {n, k, type_of_object(n, k), is_naming};
        for (uint32_t i = 0; i < code->type_fact_count && o.type; i++) {
            const char *error, *text;
            if (strcmp(code->type_facts[i].type, o.type) != 0)
                continue;
            text = type_fact_text(n->arena, code->type_facts[i].condition, name_of_member, &o, NULL, &error);
            if (text && !is_naming) {
                host_add_once(&n->relations, text);
                vec_push(&n->stated, ((struct launch_stated){text, arena_printf(n->arena, "%s: %s", o.type, code->type_facts[i].condition)}));
            }
        }
    }
}

static bool is_in_conditions(const struct host_launch *launch, uint32_t symbol) {
    bool is = false;
    for (uint32_t i = 0; i < launch->condition_count; i++)
        is |= host_mentions(launch->conditions[i].a, symbol) || host_mentions(launch->conditions[i].b, symbol);
    return is;
}

/* That a member is one number however often it is read, and what facts say of its least value, is in the numbers themselves. */
static void add_fixed(struct host_names *n) {
    for (uint32_t i = 0; i < n->code->symbols.size; i++) {
        const char *type = n->code->symbols.data[i].type;
        if (type && (host_is_in_numbers(n->launch, i) || is_in_conditions(n->launch, i)))
            host_add_once(&n->fixed, type);
    }
}

void host_name_members(struct host_names *n) {
    each_fact(n, true);
}

void host_add_type_facts(struct host_names *n) {
    each_fact(n, false);
    add_fixed(n);
}
