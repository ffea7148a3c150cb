/* See approximation.h. The names are those that inference gives: the function
   "idx:32" is the contents of the array idx read 32 bits at a time, and a symbol
   with the reason "value read from idx" is one of its elements. */
#include "protocol/approximation.h"

#include "base/map.h"
#include "base/vec.h"

enum {
    NAMED_MAX = 3,    /* sources named for each part */
    NAMES_MAX = 32,   /* collected */
    VISITS_MAX = 4000 /* terms looked at to find them */
};

struct source {
    const char *name;
    bool is_contents;
};

struct sources {
    const struct protocol *p;
    uint16_t wanted; /* dependencies followed */
    VEC(uint32_t) stack;
    struct map visited;
    struct source sources[NAMES_MAX]; /* by name */
    uint32_t count;
    bool is_more;
};

static uint32_t array_named(const struct protocol *p, const char *name, size_t length) {
    for (uint32_t i = 0; i < p->array_count; i++) {
        if (strlen(p->arrays[i].name) == length && memcmp(p->arrays[i].name, name, length) == 0)
            return i;
    }
    return PROTOCOL_NONE;
}

uint32_t approximation_array_of_function(const struct protocol *protocol, uint32_t function) {
    const char *name = function_name(protocol->terms, function);
    const char *colon = strrchr(name, ':');
    return colon ? array_named(protocol, name, (size_t)(colon - name)) : PROTOCOL_NONE;
}

uint32_t approximation_array_of_symbol(const struct protocol *protocol, symbol_ref symbol) {
    static const char prefix[] = "value read from ";
    const char *reason = symbol_get(protocol->terms, symbol)->reason;
    if (!reason || strncmp(reason, prefix, sizeof prefix - 1) != 0)
        return PROTOCOL_NONE;
    return array_named(protocol, reason + sizeof prefix - 1, strlen(reason) - (sizeof prefix - 1));
}

static void add_name(struct sources *s, const char *name, bool is_contents) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (strcmp(s->sources[i].name, name) == 0)
            return;
    }
    if (s->count == NAMES_MAX) {
        s->is_more = true;
        return;
    }
    uint32_t at = s->count++;
    for (; at > 0 && strcmp(s->sources[at - 1].name, name) > 0; at--)
        s->sources[at] = s->sources[at - 1];
    s->sources[at] = (struct source){name, is_contents};
}

static void note_source(struct sources *s, const struct term *term) {
    const struct term_table *terms = s->p->terms;
    if (term->op == TERM_SYMBOL) {
        const struct symbol *symbol = symbol_get(terms, (symbol_ref){(uint32_t)term->value});
        add_name(s, symbol->reason ? symbol->reason : symbol->name, false);
    } else if (term->op == TERM_APPLY) {
        uint32_t function = (uint32_t)term->value;
        uint32_t array = approximation_array_of_function(s->p, function);
        const char *name = function_name(terms, function);
        if (strncmp(name, PROTOCOL_BEHIND, sizeof PROTOCOL_BEHIND - 1) == 0)
            name = arena_printf(s->p->arena, "pointers in %s", name + sizeof PROTOCOL_BEHIND - 1);
        if (function_deps(terms, function) & s->wanted)
            add_name(s, array != PROTOCOL_NONE ? s->p->arrays[array].name : name, array != PROTOCOL_NONE);
    }
}

static void find_sources(struct sources *s, term_ref t) {
    const struct term_table *terms = s->p->terms;
    uint32_t visits = 0;
    s->count = 0;
    s->is_more = false;
    vec_push(&s->stack, t.id);
    for (; s->stack.size > 0 && visits < VISITS_MAX && !s->is_more; visits++) {
        term_ref at = {vec_pop(&s->stack)};
        if (!(term_deps(terms, at) & s->wanted) || map_get(&s->visited, at.id, NULL))
            continue;
        map_set(&s->visited, at.id, 1);
        const struct term *term = term_get(terms, at);
        note_source(s, term);
        for (uint32_t i = term->arity; i-- > 0;)
            vec_push(&s->stack, term_child(terms, at, i).id);
    }
    s->is_more = s->is_more || s->stack.size > 0;
    vec_clear(&s->stack);
    map_release(&s->visited);
    map_init(&s->visited);
}

uint32_t approximation_struct_of(const struct protocol *protocol, term_ref t) {
    struct sources s = {.p = protocol, .wanted = DEP_MEMORY};
    uint32_t found = PROTOCOL_NONE;
    map_init(&s.visited);
    find_sources(&s, t);
    for (uint32_t i = 0; i < s.count && found == PROTOCOL_NONE; i++) {
        uint32_t array = s.sources[i].is_contents ? array_named(protocol, s.sources[i].name, strlen(s.sources[i].name)) : PROTOCOL_NONE;
        found = array != PROTOCOL_NONE && protocol->arrays[array].space == SPACE_PARAM ? array : PROTOCOL_NONE;
    }
    vec_release(&s.stack);
    map_release(&s.visited);
    return found;
}

const char *approximation_contents_of(const struct protocol *protocol, term_ref t) {
    struct sources s = {.p = protocol, .wanted = DEP_APPROX};
    const char *found = NULL;
    map_init(&s.visited);
    find_sources(&s, t);
    for (uint32_t i = 0; i < s.count && !found; i++)
        found = s.sources[i].is_contents ? arena_printf(protocol->arena, "contents of %s", s.sources[i].name) : NULL;
    vec_release(&s.stack);
    map_release(&s.visited);
    return found;
}

struct part {
    const char *name;
    term_ref term;
    uint32_t mark;
    const char *otherwise; /* why it is marked, if no value in it is approximate */
};

static void print_part(struct sources *s, const struct part *part, uint32_t marks, bool *is_first, struct buffer *out) {
    uint16_t deps = term_is_none(part->term) ? 0 : term_deps(s->p->terms, part->term);
    bool is_marked = (marks & part->mark) != 0;
    s->wanted = deps & DEP_APPROX ? DEP_APPROX : DEP_MEMORY;
    if (!is_marked && !(deps & s->wanted))
        return;
    buffer_printf(out, "%s%s: ", *is_first ? " (" : "; ", part->name);
    *is_first = false;
    if (!(deps & s->wanted)) {
        buffer_add(out, part->otherwise);
        return;
    }
    find_sources(s, part->term);
    for (uint32_t i = 0; i < s->count && i < NAMED_MAX; i++)
        buffer_printf(out, "%s%s%s", i > 0 ? ", " : "", s->sources[i].is_contents ? "contents of " : "", s->sources[i].name);
    buffer_add(out, s->is_more || s->count > NAMED_MAX ? ", ..." : "");
    if (is_marked && !(deps & DEP_APPROX))
        buffer_printf(out, ", %s", part->otherwise);
}

uint32_t approximation_marks(const struct protocol *protocol, const struct proto_item *item) {
    uint32_t marks = item->marks;
    for (uint32_t loop = item->loop; loop != PROTOCOL_NONE; loop = protocol->loops[loop].parent)
        marks |= protocol->loops[loop].exact ? 0u : MARK_GUARD;
    return marks;
}

void approximation_print(const struct protocol *protocol, const struct proto_item *item, struct buffer *out) {
    uint32_t marks = approximation_marks(protocol, item);
    const struct part parts[] = {
        {"array", TERM_NONE, MARK_BASE, "not decided"},
        {"offset", item->kind == ITEM_ACCESS ? item->offset : TERM_NONE, MARK_OFFSET, "unknown"},
        {"size", item->kind == ITEM_ACCESS ? item->size : TERM_NONE, MARK_SIZE, "unknown"},
        {"guard", item->guard, MARK_GUARD, "earlier exits are not followed"},
    };
    struct sources s = {.p = protocol};
    struct buffer text = {0};
    bool is_first = true;
    map_init(&s.visited);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++)
        print_part(&s, &parts[i], marks, &is_first, &text);
    if (!is_first || item->kind == ITEM_ACCESS || item->kind == ITEM_BARRIER || item->kind == ITEM_COLLECTIVE)
        buffer_add(out, marks ? " approximate" : is_first ? " typed" : " exact");
    buffer_add(out, buffer_text(&text));
    buffer_add(out, is_first ? "" : ")");
    buffer_release(&text);
    vec_release(&s.stack);
    map_release(&s.visited);
}
