/* A token or two of a kernel changed. */
#include "maker.h"

#include <string.h>

struct places {
    struct node **slots[512];
    struct node *owners[512];
    uint32_t count;
};

/* Statements only where they stand in lists, which may lose or gain one. */
static void collect(struct node *node, enum node_kind kind, struct places *places) {
    for (uint32_t i = 0; i < node->count; i++) {
        bool is_one = node->kids[i]->kind == kind && (kind != NODE_STATEMENT || node->kind == NODE_LIST);
        if (is_one && places->count < 512) {
            places->slots[places->count] = &node->kids[i];
            places->owners[places->count++] = node;
        }
        collect(node->kids[i], kind, places);
    }
}

static void remove_kid(struct node *list, uint32_t at) {
    for (uint32_t i = at; i + 1 < list->count; i++) {
        list->kids[i] = list->kids[i + 1];
    }
    list->count--;
}

static void insert_kid(struct arena *arena, struct node *list, uint32_t at, struct node *kid) {
    node_append(arena, list, kid);
    for (uint32_t i = list->count - 1; i > at; i--) {
        list->kids[i] = list->kids[i - 1];
    }
    list->kids[at] = kid;
}

static void mutate_statement(struct maker *g, struct node *root) {
    struct places places = {.count = 0};
    collect(root, NODE_STATEMENT, &places);
    if (places.count == 0) {
        return;
    }
    uint32_t n = maker_below(g, places.count);
    struct node *owner = places.owners[n], **slot = places.slots[n];
    uint32_t at = (uint32_t)(slot - owner->kids);
    struct node *old = *slot;
    switch (maker_below(g, 8)) {
    case 0: remove_kid(owner, at); break;
    case 1: insert_kid(g->arena, owner, at + maker_below(g, 2), make_barrier(g)); break;
    case 2: {
        struct node *inside = node_list(g->arena);
        maker_add(g, inside, old);
        *slot = STMT("if (%0) {%1}", make_condition(g, maker_chance(g, 40)), inside);
        break;
    }
    case 3: {
        struct node *inside = node_list(g->arena);
        maker_add(g, inside, old);
        g->loop_depth = 3;
        *slot = STMT(make_loop_form(g)->text[3], inside);
        g->loop_depth = 0;
        break;
    }
    case 4: insert_kid(g->arena, owner, at + maker_below(g, 2), make_statement(g)); break;
    case 5: {
        uint32_t m = maker_below(g, places.count);
        struct node *other = node_copy(g->arena, *places.slots[m]);
        insert_kid(g->arena, owner, at, other);
        break;
    }
    case 6:
        if (at + 1 < owner->count) {
            *slot = owner->kids[at + 1];
            owner->kids[at + 1] = old;
        }
        break;
    default: {
        bool removed = false;
        for (uint32_t i = 0; i < places.count && !removed; i++) {
            uint32_t j = (n + i) % places.count;
            if ((*places.slots[j])->is_barrier) {
                remove_kid(places.owners[j], (uint32_t)(places.slots[j] - places.owners[j]->kids));
                removed = true;
            }
        }
    }
    }
}

/* Another number or operator in a leaf of text. The masks of s1's indices stay: the simulator
   does not see an index that leaves its row for another one. */
static const char *mutate_text(struct maker *g, const char *text) {
    static const struct {
        const char *from, *to;
    } swaps[] = {{" < ", " <= "}, {" <= ", " < "},  {" + ", " - "}, {" - ", " + "}, {" * ", " + "},       {" % ", " / "},
                 {" >= ", " > "}, {" == ", " != "}, {"1", "2"},     {"2", "1"},     {"0", "1"},           {"n", "m"},
                 {"tid", "gid"},  {"gid", "tid"},   {"row", "col"}, {"col", "row"}, {"blockDim.x", "32"}, {"blockDim.x", "gridDim.x"},
                 {" & ", " | "},  {" ^ ", " + "},   {"i0", "0"},    {"64", "63"},   {"16", "17"},         {"tx", "ty"},
                 {"ty", "tx"},    {" && ", " || "}, {"s0", "sq"},   {"a[", "b["},   {" >> ", " << "},     {"w", "n"}};
    for (uint32_t tries = strstr(text, "s1[") ? 40 : 0; tries < 40; tries++) {
        uint32_t s = maker_below(g, COUNT(swaps));
        const char *at = strstr(text, swaps[s].from);
        if (at && maker_chance(g, 30) && strstr(at + 1, swaps[s].from)) {
            at = strstr(at + 1, swaps[s].from);
        }
        bool word = at && (at == text || !strchr("abcdefghijklmnopqrstuvwxyz0123456789%_.", at[-1]) || swaps[s].from[0] == ' ');
        size_t length = strlen(swaps[s].from);
        bool ends = at && (swaps[s].from[0] == ' ' || !strchr("abcdefghijklmnopqrstuvwxyz0123456789_I", at[length]) || at[length] == '\0' ||
                           swaps[s].from[length - 1] == '[');
        if (at && word && ends) {
            return arena_printf(g->arena, "%.*s%s%s", (int)(at - text), text, swaps[s].to, at + length);
        }
    }
    return text;
}

static void mutate_expression(struct maker *g, struct node *root) {
    struct places places = {.count = 0};
    collect(root, NODE_EXPRESSION, &places);
    if (places.count == 0) {
        return;
    }
    struct node **slot = places.slots[maker_below(g, places.count)];
    switch (maker_below(g, 6)) {
    case 0: *slot = EXPR("(%0 + %1)", *slot, make_uniform(g, 1)); break;
    case 1: *slot = make_of_thread(g, 1); break;
    case 2: *slot = make_unary(g, EXPR("(%0)", *slot)); break;
    default: *slot = node_copy(g->arena, *slot); (*slot)->text = mutate_text(g, (*slot)->text);
    }
}

void generate_mutate(struct arena *arena, struct rng *rng, struct generated *kernel) {
    struct maker maker = {.arena = arena, .rng = rng, .is_uniform = true, .written = UINT32_MAX}, *g = &maker;
    struct node *copy = node_copy(arena, kernel->body);
    if (maker_chance(g, 50)) {
        mutate_statement(g, copy);
    } else {
        mutate_expression(g, copy);
    }
    if (node_is_valid(copy, false)) {
        kernel->body = copy;
    }
}
