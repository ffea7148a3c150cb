#include "check/required.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/buffer.h"
#include "check/param_value.h"
#include "protocol/expression.h"
#include "protocol/stated.h"

const char *required_next_size(const char *text, const char *at, size_t *length) {
    for (; *at; at++) {
        bool is_begin = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_' && at[-1] != '.');
        if (is_begin && strncmp(at, "elements(", REQUIRED_WORD) == 0)
            return *length = strcspn(at + REQUIRED_WORD, ")"), at;
    }
    return NULL;
}

/* How many elements the array has; NULL: not known. */
static const char *size_of(struct arena *arena, const struct protocol *protocol, const struct check_extent *e) {
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < protocol->array_count && e->in_bytes; i++)
        if (strcmp(protocol->arrays[i].name, e->name) == 0)
            bytes = protocol->arrays[i].elem_bytes;
    if (!e->in_bytes)
        return e->expression;
    return bytes > 0 ? arena_printf(arena, "(%s) / %" PRIu32, e->expression, bytes) : NULL;
}

const char *required_text(struct arena *arena, const struct protocol *protocol, const struct check_options *options, const char *text) {
    struct buffer out = {0};
    const char *from = text, *at;
    size_t length;
    bool is_known = true;
    while (is_known && (at = required_next_size(text, from, &length)) != NULL) {
        const char *name = at + REQUIRED_WORD, *size = NULL;
        for (uint32_t i = 0; i < options->extent_count; i++) {
            const struct check_extent *e = &options->extents[i];
            if (strncmp(e->name, name, length) == 0 && !e->name[length])
                size = size_of(arena, protocol, e);
        }
        is_known = size && name[length] == ')';
        if (is_known) {
            buffer_printf(&out, "%.*s(%s)", (int)(at - from), from, size);
            from = name + length + 1;
        }
    }
    const char *expanded = is_known ? arena_printf(arena, "%.*s%s", (int)out.size, out.size ? out.data : "", from) : NULL;
    buffer_release(&out);
    return expanded;
}

const struct prove_condition *required_make(struct arena *arena, struct protocol *protocol, const struct check_options *options, uint32_t *count) {
    struct prove_condition *list = arena_alloc(arena, (options->required_count + 1) * sizeof *list);
    *count = 0;
    for (uint32_t i = 0; i < options->required_count; i++) {
        const char *error, *text = required_text(arena, protocol, options, options->required[i]);
        term_ref term = text ? expression_condition(protocol, arena, text, &error) : TERM_NONE;
        if (!term_is_none(term))
            list[(*count)++] = (struct prove_condition){.text = options->required[i], .term = term};
    }
    return list;
}

const char *required_block_misfit(struct arena *arena, const char *kernel, uint32_t max_threads, const uint32_t required[3],
                                  const uint32_t block[3]) {
    uint64_t threads = 1;
    bool is_other = false, is_whole = true;
    for (unsigned axis = 0; axis < 3; axis++) {
        threads *= block[axis] ? block[axis] : 1;
        is_whole &= block[axis] != 0;
        is_other |= required[axis] && block[axis] && block[axis] != required[axis];
    }
    if (is_other)
        return arena_printf(arena,
                            "the block is %" PRIu32 ",%" PRIu32 ",%" PRIu32 ", and '%s' has reqd_work_group_size(%" PRIu32 ", %" PRIu32 ", %" PRIu32
                            "): such a launch fails",
                            block[0], block[1], block[2], kernel, required[0], required[1], required[2]);
    if (max_threads && threads > max_threads)
        return arena_printf(arena, "the block has %s%" PRIu64 " threads, and '%s' has __launch_bounds__(%" PRIu32 "): such a launch fails",
                            is_whole ? "" : "at least ", threads, kernel, max_threads);
    return NULL;
}

const char *required_misfit(struct arena *arena, const struct protocol *protocol, const struct check_options *options) {
    const char *misfit = required_block_misfit(arena, protocol->display, protocol->max_threads, protocol->required_block, options->block);
    for (uint32_t i = 0; i < options->param_count && !misfit; i++)
        misfit = param_value_misfit(arena, protocol, &options->params[i]);
    return misfit;
}

struct candidate_launch {
    const struct protocol *protocol;
    const struct term_table *terms;
    const uint32_t *block, *grid;
    const struct prove_named *params;
    uint32_t param_count;
    bool is_open;
    bool is_beyond; /* a number without a sign is 2^63 or more: none that conditions are about */
    bool is_hidden; /* a number of host code has no value in it: whether there is one is not known */
};

static const struct proto_member *member_named(const struct protocol *p, const char *name) {
    for (uint32_t i = 0; i < p->member_count; i++)
        if (strcmp(p->members[i].name, name) == 0)
            return &p->members[i];
    return NULL;
}

/* A member that the kernel does not read by this name, from the bytes of those that it reads; open if they do not hold all of it. */
static uint64_t value_of_bytes(struct candidate_launch *launch, const struct symbol *s) {
    const struct proto_member *member = member_named(launch->protocol, s->name);
    uint32_t bytes = (s->width_bits + 7u) / 8, known = 0;
    uint64_t value = 0;
    for (uint32_t at = 0; member && at < bytes; at++) {
        for (uint32_t i = 0; i < launch->param_count; i++) {
            const struct prove_named *given = &launch->params[i];
            const struct proto_member *other = member_named(launch->protocol, given->name);
            uint64_t from = other && other->param == member->param ? member->offset_bytes + at - other->offset_bytes : UINT64_MAX;
            if (from < given->width_bits / 8u) {
                value |= (given->value >> (8 * from) & 0xff) << (8 * at);
                known++;
                break;
            }
        }
    }
    launch->is_open |= !member || known < bytes;
    return value;
}

static uint64_t value_of(void *context, symbol_ref symbol) {
    struct candidate_launch *launch = context;
    const struct symbol *s = symbol_get(launch->terms, symbol);
    if (stated_of(launch->protocol, symbol))
        return 1; /* what arrays hold is another question: contents.h */
    if (s->role == SYMBOL_BDIM)
        return launch->block[s->axis];
    if (s->role == SYMBOL_GDIM)
        return launch->grid[s->axis];
    for (uint32_t i = 0; i < launch->param_count; i++)
        if (strcmp(launch->params[i].name, s->name) == 0) {
            launch->is_beyond |= s->width_bits == 64 && launch->params[i].value >> 63 && expression_is_unsigned(launch->protocol, s->name);
            return launch->params[i].value;
        }
    launch->is_hidden |= expression_is_host_number(s->name);
    return value_of_bytes(launch, s);
}

static uint64_t no_function(void *context, uint32_t function, uint8_t width_bits, const uint64_t *arguments, uint32_t count) {
    (void)function, (void)width_bits, (void)arguments, (void)count;
    ((struct candidate_launch *)context)->is_open = true;
    return 0;
}

/* False: numbers in it do not fit 64 bits, so that the value is none of whole numbers. */
static bool evaluate(struct candidate_launch *launch, term_ref term, uint64_t *value) {
    struct term_model model = {launch, value_of, no_function};
    struct evaluation *e = evaluation_create(launch->terms, &model);
    *value = evaluation_value(e, term);
    bool is_whole = !evaluation_has_wrapped(e) && !launch->is_beyond;
    evaluation_destroy(e);
    return is_whole;
}

bool required_number(const struct protocol *protocol, term_ref term, const uint32_t block[3], const uint32_t grid[3],
                     const struct prove_named *params, uint32_t param_count, uint64_t *value) {
    struct candidate_launch launch = {protocol, protocol->terms, block, grid, params, param_count, false, false, false};
    return evaluate(&launch, term, value) && !launch.is_open;
}

bool required_hold(const struct protocol *protocol, const struct prove_condition *conditions, uint32_t count, const uint32_t block[3],
                   const uint32_t grid[3], const struct prove_named *params, uint32_t param_count) {
    bool hold = true;
    for (uint32_t i = 0; i < count && hold; i++) {
        struct candidate_launch launch = {protocol, protocol->terms, block, grid, params, param_count, false, false, false};
        uint64_t value;
        bool is_whole = evaluate(&launch, conditions[i].term, &value);
        hold = launch.is_open ? !launch.is_hidden : is_whole && value != 0;
    }
    return hold;
}
