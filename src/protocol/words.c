#include "protocol/words.h"

#include <string.h>

#include "protocol/protocol.h"

#define COUNT(names) (uint32_t)(sizeof(names) / sizeof *(names))

static const char *const modes[] = {[ACCESS_READ] = "read", [ACCESS_WRITE] = "write", [ACCESS_ATOMIC] = "update"};
static const char *const array_kinds[] = {
    [ARRAY_PARAM] = "parameter", [ARRAY_SHARED] = "static", [ARRAY_DYNAMIC] = "dynamic", [ARRAY_GLOBAL] = "device",
    [ARRAY_CONSTANT] = "fixed",  [ARRAY_LOCAL] = "private", [ARRAY_LOADED] = "loaded",   [ARRAY_UNKNOWN] = "unknown"};
static const char *const spaces[] = {[SPACE_GENERIC] = "generic",   [SPACE_GLOBAL] = "global", [SPACE_SHARED] = "shared",
                                     [SPACE_CONSTANT] = "constant", [SPACE_LOCAL] = "local",   [SPACE_PARAM] = "param"};
static const char *const scope_kinds[] = {
    [SCOPE_KIND_SYSTEM] = "system", [SCOPE_KIND_DEVICE] = "device", [SCOPE_KIND_BLOCK] = "block", [SCOPE_KIND_WARP] = "warp"};
static const char *const barriers[] = {
    [BARRIER_BLOCK] = "block", [BARRIER_COUNT] = "count", [BARRIER_AND] = "and",   [BARRIER_OR] = "or",    [BARRIER_WARP] = "warp",
    [BARRIER_GRID] = "grid",   [BARRIER_NAMED] = "named", [BARRIER_TILE] = "tile", [BARRIER_SAME] = "same"};
static const char *const roles[] = {[SYMBOL_PARAM] = "param", [SYMBOL_COUNTER] = "counter", [SYMBOL_FINAL] = "final", [SYMBOL_VALUE] = "value"};
static const char *const scopes[] = {[SCOPE_UNIFORM] = "uniform", [SCOPE_BLOCK] = "block", [SCOPE_THREAD] = "thread"};
static const char *const marks[] = {"offset", "guard", "size", "base"};
static const char *const properties[] = {"race", "divergence", "bounds", "assert"};
static const char *const dependencies[] = {"thread", "block", "launch", "input", "counter", "memory", "approximate"};

_Static_assert(COUNT(modes) == ACCESS_ATOMIC + 1, "one word each");
_Static_assert(COUNT(array_kinds) == ARRAY_UNKNOWN + 1, "one word each");
_Static_assert(COUNT(scope_kinds) == SCOPE_KIND_WARP + 1, "one word each");
static const char *const fences[] = {"both", "shared", "global", "neither"};
_Static_assert(COUNT(fences) == FENCE_KIND_COUNT, "one word each");
_Static_assert(COUNT(barriers) == BARRIER_KIND_COUNT, "one word each");
_Static_assert(COUNT(roles) == SYMBOL_VALUE + 1, "one word each");
_Static_assert(COUNT(scopes) == SCOPE_THREAD + 1, "one word each");
_Static_assert(1u << (COUNT(marks) - 1) == MARK_BASE, "one word each");
_Static_assert(1u << (COUNT(properties) - 1) == PROPERTY_ASSERT, "one word each");
_Static_assert(1u << (COUNT(dependencies) - 1) == DEP_APPROX, "one word each");

static const char *const claims[] = {[CLAIM_ASSERT] = "assert", [CLAIM_BOUND] = "bound", [CLAIM_HALT] = "halt", [CLAIM_ASSUME] = "assume"};
const struct words words_mode = {modes, COUNT(modes)};
const struct words words_array_kind = {array_kinds, COUNT(array_kinds)};
const struct words words_space = {spaces, COUNT(spaces)};
const struct words words_scope_kind = {scope_kinds, COUNT(scope_kinds)};
const struct words words_fence_kind = {fences, COUNT(fences)};
const struct words words_barrier = {barriers, COUNT(barriers)};
const struct words words_role = {roles, COUNT(roles)};
const struct words words_scope = {scopes, COUNT(scopes)};
const struct words words_mark = {marks, COUNT(marks)};
const struct words words_property = {properties, COUNT(properties)};
const struct words words_claim = {claims, COUNT(claims)};
const struct words words_dependency = {dependencies, COUNT(dependencies)};

int words_find(const struct words *words, const char *text, size_t length) {
    for (uint32_t i = 0; i < words->count; i++) {
        const char *name = words->names[i];
        if (name && strlen(name) == length && memcmp(name, text, length) == 0)
            return (int)i;
    }
    return -1;
}
