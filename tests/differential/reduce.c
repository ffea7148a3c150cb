/* Variants: for each node of the tree, by number: the statement removed, replaced by the
 * statements it holds, or the expression replaced by a part of itself or by a leaf. */
#include "reduce.h"

#include <string.h>

enum { WAYS = 8 };
static const char *const leaves[] = {"0", "1", "tid", "n"};

struct finder {
    uint32_t left;
    struct node *owner;
    uint32_t at;
};

static bool find(struct finder *finder, struct node *node) {
    for (uint32_t i = 0; i < node->count; i++) {
        if (finder->left == 0) {
            finder->owner = node;
            finder->at = i;
            return true;
        }
        finder->left--;
        if (find(finder, node->kids[i])) {
            return true;
        }
    }
    return false;
}

static void splice(struct arena *arena, struct node *owner, uint32_t at, const struct node *inside) {
    struct node *list = node_list(arena);
    for (uint32_t i = 0; i < owner->count; i++) {
        if (i != at) {
            node_append(arena, list, owner->kids[i]);
            continue;
        }
        for (uint32_t j = 0; inside && j < inside->count; j++) {
            node_append(arena, list, inside->kids[j]);
        }
    }
    owner->kids = list->kids;
    owner->count = list->count;
    owner->capacity = list->capacity;
}

static bool shrink_statement(struct arena *arena, struct node *owner, uint32_t at, uint32_t way) {
    struct node *statement = owner->kids[at];
    if (owner->kind != NODE_LIST || way > 4) {
        return false;
    }
    if (way == 0) {
        splice(arena, owner, at, NULL);
        return true;
    }
    uint32_t kid = way - 1;
    if (kid >= statement->count || statement->kids[kid]->kind != NODE_LIST) {
        return false;
    }
    splice(arena, owner, at, statement->kids[kid]);
    return true;
}

static bool shrink_expression(struct arena *arena, struct node **slot, uint32_t way) {
    struct node *expression = *slot;
    if (way < 3) {
        bool has = way < expression->count && expression->kids[way]->kind == NODE_EXPRESSION;
        *slot = has ? expression->kids[way] : expression;
        return has;
    }
    uint32_t leaf = way - 3;
    if (leaf >= sizeof leaves / sizeof *leaves || strlen(leaves[leaf]) >= strlen(expression->text) + expression->count) {
        return false;
    }
    *slot = node_create(arena, NODE_EXPRESSION, leaves[leaf], 0, NULL);
    return true;
}

uint32_t reduce_variant_count(const struct generated *kernel) {
    return (node_size(kernel->body) - 1) * WAYS + TYPED_COUNT + 1;
}

struct generated *reduce_variant(struct arena *arena, const struct generated *kernel, uint32_t number) {
    struct generated *variant = arena_alloc(arena, sizeof *variant);
    *variant = *kernel;
    variant->body = node_copy(arena, kernel->body);
    uint32_t nodes = (node_size(kernel->body) - 1) * WAYS;
    if (number >= nodes) {
        uint32_t type = number - nodes;
        const char **what = type < TYPED_COUNT ? &variant->types[type] : &variant->attribute;
        const char *simple = type < TYPED_COUNT ? "int" : "";
        bool changes = strcmp(*what, simple) != 0;
        *what = simple;
        return changes ? variant : NULL;
    }
    struct finder finder = {.left = number / WAYS};
    if (!find(&finder, variant->body)) {
        return NULL;
    }
    struct node **slot = &finder.owner->kids[finder.at];
    bool changed = false;
    switch ((*slot)->kind) {
    case NODE_STATEMENT: changed = shrink_statement(arena, finder.owner, finder.at, number % WAYS); break;
    case NODE_EXPRESSION: changed = shrink_expression(arena, slot, number % WAYS); break;
    case NODE_LIST:
    case NODE_PLACE: break;
    }
    return changed && node_is_valid(variant->body, false) ? variant : NULL;
}
