/* What the text of a protocol names: arrays under handles, locations and terms that something refers to. */
#include "protocol/printer.h"

#include <ctype.h>

#include "base/map.h"

/* Names that the grammar can read without quotes, all different. */
static char *handle_of(struct arena *arena, const struct string_map *taken, const char *name) {
    char *handle = arena_printf(arena, "%s%s", isalpha((unsigned char)name[0]) || name[0] == '_' ? "" : "_", name);
    for (char *c = handle; *c; c++) {
        if (!isalnum((unsigned char)*c) && *c != '.')
            *c = '_';
    }
    char *tried = handle;
    for (uint32_t suffix = 2; string_map_get(taken, tried, NULL); suffix++)
        tried = arena_printf(arena, "%s.%u", handle, suffix);
    return tried;
}

static void make_handles(struct printer *pr) {
    const struct protocol *p = pr->p;
    struct string_map taken;
    string_map_init(&taken);
    pr->handles = arena_alloc(pr->scratch, p->array_count * sizeof *pr->handles);
    for (uint32_t i = 0; i < p->array_count; i++) {
        pr->handles[i] = handle_of(pr->scratch, &taken, p->arrays[i].name);
        string_map_set(&taken, pr->handles[i], i);
    }
    string_map_release(&taken);
}

static void use_location(struct printer *pr, loc_ref location) {
    if (location.id < pr->p->loc_count)
        pr->locations[location.id] = true;
}

static void find_locations(struct printer *pr) {
    const struct protocol *p = pr->p;
    pr->locations = arena_alloc(pr->scratch, p->loc_count);
    for (uint32_t i = 0; i < p->array_count; i++)
        use_location(pr, p->arrays[i].location);
    for (uint32_t i = 0; i < p->item_count; i++)
        use_location(pr, p->items[i].location);
    for (uint32_t i = 0; i < p->private_count; i++)
        use_location(pr, p->privates[i].location);
    for (uint32_t i = 0; i < p->loop_count; i++)
        use_location(pr, p->loops[i].location);
    for (uint32_t i = 0; i < p->problem_count; i++)
        use_location(pr, p->problems[i].location);
    for (uint32_t i = 0; i < p->trust_count; i++)
        use_location(pr, p->trusts[i].location);
    for (uint32_t i = 0; i < p->assert_count; i++)
        use_location(pr, p->asserts[i].location);
    for (uint32_t i = 0; i < symbol_count(p->terms); i++) {
        if (termtext_uses_symbol(pr->text, (symbol_ref){i}))
            use_location(pr, (loc_ref){symbol_get(p->terms, (symbol_ref){i})->location});
    }
    for (uint32_t i = p->loc_count; i-- > 1;) {
        if (pr->locations[i])
            use_location(pr, p->locs[i].inlined_at);
    }
}

static void add_item_terms(struct printer *pr, const struct proto_item *item) {
    termtext_add(pr->text, item->guard);
    if (item->kind == ITEM_ACCESS) {
        termtext_add(pr->text, item->offset);
        termtext_add(pr->text, item->size);
        termtext_add(pr->text, item->value);
        termtext_add(pr->text, item->source_offset);
    } else if (item->kind == ITEM_BARRIER) {
        termtext_add(pr->text, item->mask);
        termtext_add(pr->text, item->count);
    } else if (item->kind == ITEM_COLLECTIVE) {
        termtext_add(pr->text, item->mask);
        termtext_add(pr->text, item->ballot);
    } else if (item->kind == ITEM_LOOP) {
        termtext_add(pr->text, pr->p->loops[item->body_loop].proceeds);
    }
}

static void add_terms(struct printer *pr) {
    const struct protocol *p = pr->p;
    for (uint32_t i = 0; i < p->ticket_count; i++) {
        termtext_add(pr->text, term_symbol(p->terms, p->tickets[i].symbol));
        termtext_add(pr->text, p->tickets[i].offset);
    }
    for (uint32_t i = 0; i < p->param_count; i++)
        termtext_add(pr->text, p->params[i].value);
    for (uint32_t i = 0; i < p->loop_count; i++)
        termtext_add(pr->text, term_symbol(p->terms, p->loops[i].counter));
    for (uint32_t i = 0; i < p->item_count; i++)
        add_item_terms(pr, &p->items[i]);
    for (uint32_t i = 0; i < p->private_count; i++)
        add_item_terms(pr, &p->privates[i]);
    for (uint32_t i = 0; i < p->assert_count; i++) {
        termtext_add(pr->text, p->asserts[i].kind == CLAIM_BOUND ? p->asserts[i].index : p->asserts[i].condition);
        termtext_add(pr->text, p->asserts[i].guard);
    }
    for (uint32_t i = 0; i < p->lanes_count; i++)
        termtext_add(pr->text, p->lanes[i].guard);
    for (uint32_t i = 0; i < p->other_count; i++) {
        if (!p->others[i].is_same_block)
            termtext_add(pr->text, p->others[i].value);
        termtext_add(pr->text, p->others[i].guard);
    }
    termtext_finish(pr->text);
}

void printer_begin(struct printer *pr) {
    pr->text = termtext_create(pr->p->terms);
    add_terms(pr);
    make_handles(pr);
    find_locations(pr);
}
