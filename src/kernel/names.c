#include "kernel/names.h"

#include <string.h>

#define COUNT(names) (uint32_t)(sizeof(names) / sizeof *(names))

static const char *const flags[] = {"nsw", "nuw", "volatile", "atomic", "inbounds", "disjoint", "async", "group"};
static const char *const scopes[] = {"system", "device", "block", "warp"};
static const char *const sregs[] = {"tid.x",  "tid.y",  "tid.z",  "bid.x", "bid.y",    "bid.z",  "bdim.x", "bdim.y", "bdim.z",
                                    "gdim.x", "gdim.y", "gdim.z", "lane",  "warpsize", "warpid", "clock",  "other"};
static const char *const atomics[] = {"xchg", "add",  "sub",  "and",  "or",   "xor",  "nand", "max", "min",
                                      "umax", "umin", "fadd", "fsub", "fmax", "fmin", "inc",  "dec"};
static const char *const barriers[] = {"block", "count", "and", "or", "warp", "grid", "named", "tile", "same"};
static const char *const fences[] = {"both", "shared", "global", "neither"};
static const char *const collectives[] = {"shfl", "vote", "match", "redux", "activemask", "matrix"};
static const char *const effects[] = {"value", "memory", "assumed", "asked", "ignored", "meeting", "choice", "uniform"};
static const char *const predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};

_Static_assert(COUNT(sregs) == SREG_COUNT, "one name each");
_Static_assert(COUNT(atomics) == ATOMIC_OP_COUNT, "one name each");
_Static_assert(COUNT(barriers) == BARRIER_KIND_COUNT, "one name each");
_Static_assert(COUNT(fences) == FENCE_KIND_COUNT, "one name each");
_Static_assert(COUNT(predicates) == FCMP_PREDICATE_COUNT, "one name each");

const struct name_table flag_names = {flags, COUNT(flags)};
const struct name_table scope_names = {scopes, COUNT(scopes)};
const struct name_table fence_names = {fences, COUNT(fences)};
static const struct name_table sreg_names = {sregs, COUNT(sregs)};
static const struct name_table atomic_names = {atomics, COUNT(atomics)};
static const struct name_table barrier_names = {barriers, COUNT(barriers)};
static const struct name_table collective_names = {collectives, COUNT(collectives)};
static const struct name_table effect_names = {effects, COUNT(effects)};
static const struct name_table predicate_names = {predicates, COUNT(predicates)};

static const struct {
    enum inst_op op;
    const struct name_table *names;
} immediates[] = {
    {INST_SREG, &sreg_names},      {INST_ATOMIC, &atomic_names},         {INST_FENCE, &scope_names},        {INST_BARRIER, &barrier_names},
    {INST_FCMP, &predicate_names}, {INST_COLLECTIVE, &collective_names}, {INST_UNSUPPORTED, &effect_names},
};

static const struct {
    enum space space;
    const char *name;
} spaces[] = {{SPACE_GENERIC, ""},          {SPACE_GLOBAL, "global"}, {SPACE_SHARED, "shared"},
              {SPACE_CONSTANT, "constant"}, {SPACE_LOCAL, "local"},   {SPACE_PARAM, "param"}};

const struct name_table *imm_names(enum inst_op op) {
    for (uint32_t i = 0; i < COUNT(immediates); i++) {
        if (immediates[i].op == op) {
            return immediates[i].names;
        }
    }
    return NULL;
}

static bool text_is(const char *text, size_t length, const char *name) {
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

int name_find(const struct name_table *table, const char *text, size_t length) {
    for (uint32_t i = 0; i < table->count; i++) {
        if (text_is(text, length, table->names[i])) {
            return (int)i;
        }
    }
    return -1;
}

const char *space_name(uint32_t space) {
    for (uint32_t i = 0; i < COUNT(spaces); i++) {
        if ((uint32_t)spaces[i].space == space) {
            return spaces[i].name;
        }
    }
    return NULL;
}

bool space_find(const char *text, size_t length, enum space *space) {
    for (uint32_t i = 0; i < COUNT(spaces); i++) {
        if (text_is(text, length, spaces[i].name)) {
            *space = spaces[i].space;
            return true;
        }
    }
    return false;
}

void type_print(struct type type, struct buffer *out) {
    if (type.lanes > 1) {
        buffer_printf(out, "v%u", type.lanes);
    }
    switch ((enum type_kind)type.kind) {
    case TYPE_VOID: buffer_add(out, "void"); return;
    case TYPE_INT: buffer_printf(out, "i%u", type.width_bits); return;
    case TYPE_FLOAT: buffer_printf(out, "f%u", type.width_bits); return;
    case TYPE_BFLOAT: buffer_printf(out, "bf%u", type.width_bits); return;
    case TYPE_POINTER: {
        const char *space = space_name(type.space);
        buffer_add(out, "ptr");
        if (!space) {
            buffer_printf(out, ".%u", type.space);
        } else if (*space) {
            buffer_printf(out, ".%s", space);
        }
        return;
    }
    }
    buffer_printf(out, "kind%u", type.kind);
}

/* Decimal digits up to the end or a non-digit; at most 3 of them. */
static size_t digits_read(const char *text, size_t length, uint32_t *value) {
    size_t n = 0;
    *value = 0;
    while (n < length && n < 3 && text[n] >= '0' && text[n] <= '9') {
        *value = *value * 10 + (uint32_t)(text[n++] - '0');
    }
    return n;
}

bool type_find(const char *text, size_t length, struct type *type) {
    struct type found = {.lanes = 1};
    uint32_t number;
    if (length > 1 && text[0] == 'v') {
        size_t used = digits_read(text + 1, length - 1, &number);
        if (used == 0 || number < 2 || number > UINT8_MAX) {
            return false;
        }
        found.lanes = (uint8_t)number;
        text += used + 1;
        length -= used + 1;
    }
    if (length >= 3 && memcmp(text, "ptr", 3) == 0) {
        enum space space = SPACE_GENERIC;
        if (length > 3 && (length < 5 || text[3] != '.' || !space_find(text + 4, length - 4, &space))) {
            return false;
        }
        found.kind = TYPE_POINTER;
        found.width_bits = 64;
        found.space = (uint8_t)space;
        *type = found;
        return true;
    }
    size_t prefix = length > 2 && text[0] == 'b' && text[1] == 'f' ? 2 : 1;
    if (length <= prefix || (text[0] != 'i' && text[0] != 'f' && prefix == 1)) {
        return false;
    }
    found.kind = prefix == 2 ? TYPE_BFLOAT : text[0] == 'i' ? TYPE_INT : TYPE_FLOAT;
    size_t used = digits_read(text + prefix, length - prefix, &number);
    if (used != length - prefix || number == 0 || number > UINT8_MAX) {
        return false;
    }
    found.width_bits = (uint8_t)number;
    *type = found;
    return true;
}
