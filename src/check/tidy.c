/* See tidy.h. */
#include "check/tidy.h"

#include <string.h>

#include "check/rerun.h"
#include "kernel/signature.h"
#include "protocol/approximation.h"
#include "protocol/expression.h"
#include "protocol/protocol.h"
#include "simulate/value.h"
#include "term/walk.h"

enum { ARRAYS_MOST = 3, DEPTH_MOST = 3, TRACED_MOST = 64 };
#define STEPS_MOST (UINT64_C(1) << 20) /* for a finding */

/* What an array is to the stores: each of its elements is (part of) a place; it decides whether or how often they are made; it counts, and
   its counts are (part of) a place. */
enum role { ROLE_NONE, ROLE_INDEX, ROLE_COUNT, ROLE_COUNTER };

struct traced {
    const struct protocol *p;
    enum role roles[TRACED_MOST]; /* by array */
    bool has_ticket;
};

bool tidy_is_memory(const struct proto_array *array) {
    return array->kind == ARRAY_PARAM || array->kind == ARRAY_GLOBAL || array->kind == ARRAY_CONSTANT || array->kind == ARRAY_LOADED;
}

static void note_array(struct traced *t, uint32_t array, enum role role) {
    if (array < TRACED_MOST && tidy_is_memory(&t->p->arrays[array]) && t->roles[array] == ROLE_NONE)
        t->roles[array] = role;
}

/* The atomic operation that gives the symbol; NULL: none does. */
static const struct proto_item *ticket_of(const struct protocol *p, symbol_ref symbol) {
    for (uint32_t i = 0; i < p->item_count; i++)
        for (uint32_t k = 0; p->items[i].kind == ITEM_ACCESS && p->items[i].is_atomic && k < p->items[i].give_count; k++) {
            term_ref given = p->items[i].gives[k];
            if (!term_is_none(given) && term_op_of(term_get(p->terms, given)) == TERM_SYMBOL && term_get(p->terms, given)->value == symbol.id)
                return &p->items[i];
        }
    return NULL;
}

/* Which arrays the number comes of, through what was stored in shared and local memory as well. */
static void trace(struct traced *t, term_ref number, enum role role, uint32_t depth) {
    const struct protocol *p = t->p;
    struct term_walk walk;
    term_walk_begin(&walk, p->terms, number);
    for (term_ref x; term_walk_next(&walk, &x);) {
        const struct term *term = term_get(p->terms, x);
        uint32_t array = PROTOCOL_NONE;
        if (term_op_of(term) == TERM_ITE && role == ROLE_INDEX) { /* what chooses a place is no place */
            term_walk_add(&walk, term_child(p->terms, x, 1));
            term_walk_add(&walk, term_child(p->terms, x, 2));
            continue;
        }
        term_walk_enter(&walk, x);
        if (term_op_of(term) == TERM_APPLY) {
            array = approximation_array_of_function(p, (uint32_t)term->value);
        } else if (term_op_of(term) == TERM_SYMBOL) {
            const symbol_ref symbol = {(uint32_t)term->value};
            const struct proto_item *ticket = ticket_of(p, symbol);
            array = ticket ? ticket->array : approximation_array_of_symbol(p, symbol);
            t->has_ticket |= ticket != NULL;
            if (ticket)
                note_array(t, array, ROLE_COUNTER);
        }
        if (array == PROTOCOL_NONE)
            continue;
        note_array(t, array, role);
        for (uint32_t i = 0; i < p->item_count + p->private_count && depth < DEPTH_MOST && !tidy_is_memory(&p->arrays[array]); i++) {
            const struct proto_item *item = i < p->item_count ? &p->items[i] : &p->privates[i - p->item_count];
            if (item->kind == ITEM_ACCESS && item->array == array && item->mode == ACCESS_WRITE && !term_is_none(item->value))
                trace(t, item->value, role, depth + 1);
        }
    }
    term_walk_end(&walk);
}

struct tidied {
    uint32_t of_witness, of_protocol;
    enum role role;
};

static bool is_at(const struct protocol *p, const struct proto_item *item, const struct finding_access *access) {
    const struct loc *at = item->location.id < p->loc_count ? &p->locs[item->location.id] : NULL;
    return item->kind == ITEM_ACCESS && at && at->line == access->place.line && at->column == access->place.column;
}

/* Each access is a plain store of a place that the kernel does not read; *traced gets what decides the places. */
static bool find_plain_stores(const struct protocol *p, const struct finding *f, struct traced *traced) {
    bool are = f->access_count == 2, is_any = false;
    for (uint32_t i = 0; i < p->item_count && are; i++) {
        const struct proto_item *item = &p->items[i];
        if (!is_at(p, item, &f->accesses[0]) && !is_at(p, item, &f->accesses[1]))
            continue;
        is_any = true;
        are = item->mode == ACCESS_WRITE && !item->is_atomic;
        for (uint32_t k = 0; k < p->item_count && are; k++)
            are = p->items[k].kind != ITEM_ACCESS || p->items[k].array != item->array || p->items[k].mode == ACCESS_WRITE ||
                  !term_same(p->items[k].offset, item->offset);
        trace(traced, item->offset, ROLE_INDEX, 0);
        trace(traced, item->guard, ROLE_COUNT, 0);
    }
    return are && is_any;
}

bool tidy_is_counter(const struct protocol *p, const struct finding *f, const char *array, size_t length) {
    struct traced traced = {.p = p};
    bool is = false;
    for (uint32_t i = 0; i < p->item_count; i++)
        if (is_at(p, &p->items[i], &f->accesses[0]) || (f->access_count > 1 && is_at(p, &p->items[i], &f->accesses[1])))
            trace(&traced, p->items[i].offset, ROLE_INDEX, 0);
    for (uint32_t a = 0; a < p->array_count && a < TRACED_MOST; a++)
        is |= traced.roles[a] == ROLE_COUNTER && strncmp(p->arrays[a].name, array, length) == 0 && !p->arrays[a].name[length];
    return is;
}

bool tidy_are_plain_stores(const struct protocol *p, const struct finding *f) {
    struct traced traced = {.p = p};
    return find_plain_stores(p, f, &traced);
}

bool tidy_is_stated(const struct check_options *options, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < options->required_count && !is; i++) {
        const char *open = strchr(options->required[i], '(');
        is = open && strncmp(open + 1, name, strlen(name)) == 0 && open[1 + strlen(name)] && strchr(",)", open[1 + strlen(name)]);
    }
    return is;
}

static const char *name_of(const struct witness_array *array) {
    const char *dot = array->name && *array->name == '@' ? strchr(array->name, '.') : NULL;
    return dot ? dot + 1 : array->name;
}

bool tidy_is_array(const struct witness_array *array, const struct proto_array *of) {
    size_t length = strlen(of->name);
    if (!array->name || strncmp(name_of(array), of->name, length) != 0)
        return false;
    return name_of(array)[length] == '\0' || (of->kind == ARRAY_LOADED && name_of(array)[length] == '.');
}

static bool is_negative(const struct witness_array *array, uint64_t value) {
    return array->type.width_bits > 0 && array->type.width_bits <= 64 && value >> (array->type.width_bits - 1) & 1;
}

/* Some element may be below 0. */
static bool has_negatives(const struct witness_array *array) {
    bool has =
        (array->fill == FILL_RANDOM && (!array->has_range || array->low < 0)) || (array->fill == FILL_CONSTANT && is_negative(array, array->value));
    for (uint32_t i = 0; i < array->cell_count; i++)
        has |= is_negative(array, array->cells[i].value);
    return has;
}

/* A run has numbers of the bits that a model gave; places that are kept as floating-point numbers are those. */
static struct type number_of(struct arena *arena, const struct protocol *p, uint32_t array, struct type run) {
    const char *type = p->arrays[array].kind == ARRAY_PARAM ? expression_pointer(p, arena, array) : NULL;
    struct signature_pointee told = type && *type ? signature_pointee(type) : (struct signature_pointee){.bytes = 0};
    return told.scalar.kind == TYPE_FLOAT && told.scalar.width_bits == run.width_bits ? told.scalar : run;
}

/* Arrays of numbers that decide where the accesses are made: with tickets only those that count. False: there are too many, or none. */
static bool find_arrays(const struct traced *traced, const struct check_options *options, const struct witness *w, struct tidied *out,
                        uint32_t *count) {
    const struct protocol *p = traced->p;
    bool has_index = false;
    *count = 0;
    for (uint32_t a = 0; a < p->array_count && a < TRACED_MOST; a++) {
        enum role role = traced->roles[a];
        for (uint32_t i = 0; i < w->array_count && role != ROLE_NONE; i++) {
            const struct witness_array *array = &w->arrays[i];
            bool fits =
                array->type.kind == TYPE_INT || (array->type.kind != TYPE_POINTER && role == ROLE_INDEX); /* an index may be stored as a float */
            if (!tidy_is_array(array, &p->arrays[a]) || !fits || array->link_count > 0 || tidy_is_stated(options, p->arrays[a].name) ||
                traced->has_ticket != (role == ROLE_COUNTER) || (role == ROLE_COUNTER && !has_negatives(array)))
                continue;
            if (*count == ARRAYS_MOST)
                return false;
            out[(*count)++] = (struct tidied){i, a, role};
            has_index |= role != ROLE_COUNT;
        }
    }
    return has_index;
}

/* Counters are as they were, where they are not below 0; a place is its index, counted from `first` on; of what
   decides whether, or how often, a place is accessed, each is 1. */
static void tidy(struct arena *arena, struct witness_array *array, enum role role, struct type number, uint64_t first) {
    if (role == ROLE_COUNTER) {
        struct witness_cell *cells = arena_alloc(arena, (array->cell_count + (size_t)1) * sizeof *cells);
        for (uint32_t i = 0; i < array->cell_count; i++) {
            cells[i] = array->cells[i];
            cells[i].value = is_negative(array, cells[i].value) ? 0 : cells[i].value;
        }
        array->cells = cells;
        array->fill = array->fill == FILL_RANDOM || array->fill == FILL_CONSTANT ? FILL_ZERO : array->fill;
        return;
    }
    array->fill = role == ROLE_INDEX ? FILL_IOTA : FILL_CONSTANT;
    array->step = 1;
    array->value = role == ROLE_COUNT ? 1 : number.kind != TYPE_FLOAT ? first : value_from_double(number, (double)first);
    array->type = role == ROLE_INDEX ? number : array->type;
    array->has_range = false;
    array->path = NULL;
    array->byte_count = 0;
    array->cell_count = 0;
}

/* In the words of conditions: where the kernel reads the array at several places, its elements are boundaries. */
static const char *condition(struct arena *arena, const struct protocol *p, const struct tidied *array) {
    const char *name = p->arrays[array->of_protocol].name;
    uint32_t reads = 0;
    if (p->arrays[array->of_protocol].kind == ARRAY_LOADED) /* no name of the source */
        return arena_printf(arena, "the arrays behind the pointers in '%s' hold what they are meant to",
                            p->arrays[p->arrays[array->of_protocol].holder].name);
    for (uint32_t i = 0; i < p->item_count; i++)
        reads += p->items[i].kind == ITEM_ACCESS && p->items[i].array == array->of_protocol && p->items[i].mode != ACCESS_WRITE;
    return array->role == ROLE_COUNTER ? arena_printf(arena, "in_range(%s, 0, 2147483648)", name)
           : array->role == ROLE_COUNT ? arena_printf(arena, "in_range(%s, 1, 2)", name)
           : reads > 1                 ? arena_printf(arena, "increasing(%s)", name)
                                       : arena_printf(arena, "distinct(%s)", name);
}

static const char *tidy_contents(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol,
                                 const struct check_options *options, const struct finding *f, const struct witness *launch, uint64_t *steps_left) {
    struct tidied arrays[ARRAYS_MOST];
    struct traced traced = {.p = protocol};
    struct arena scratch;
    struct rerun run;
    const char *text = NULL;
    uint32_t count, counts = 0;
    if (!kernel || !launch || f->rule != RULE_DATA_RACE || !find_plain_stores(protocol, f, &traced) ||
        !find_arrays(&traced, options, launch, arrays, &count))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        counts += arrays[i].role == ROLE_COUNT;
    arena_init(&scratch);
    struct witness own = *launch;
    own.arrays = arena_alloc(&scratch, (own.array_count + (size_t)1) * sizeof *own.arrays);
    memcpy(own.arrays, launch->arrays, own.array_count * sizeof *own.arrays);
    bool is_run = rerun_begin(&run, &scratch, kernel, f, &own, *steps_left < STEPS_MOST ? *steps_left : STEPS_MOST), is_avoided = false,
         has_counts = counts == 0;
    /* Places from 0, then from 1; of each, first with what decides how often as it was. */
    for (int attempt = 0; attempt < 4 && is_run && !is_avoided; attempt++) {
        has_counts = attempt % 2 == 1;
        for (uint32_t i = 0; i < count; i++)
            if (arrays[i].role == ROLE_COUNT && !has_counts)
                own.arrays[arrays[i].of_witness] = launch->arrays[arrays[i].of_witness];
            else
                tidy(&scratch, &own.arrays[arrays[i].of_witness], arrays[i].role,
                     number_of(&scratch, protocol, arrays[i].of_protocol, launch->arrays[arrays[i].of_witness].type), attempt >= 2);
        is_avoided = (!has_counts || counts > 0) && rerun_avoids(&run);
    }
    for (uint32_t i = 0; i < count && is_avoided; i++) {
        const char *one = arrays[i].role != ROLE_COUNT || has_counts ? condition(arena, protocol, &arrays[i]) : NULL;
        text = one && text ? arena_printf(arena, "%s && %s", text, one) : one ? one : text;
    }
    *steps_left -= run.steps < *steps_left ? run.steps : *steps_left;
    rerun_end(&run);
    arena_release(&scratch);
    return text;
}

/* Every access of the array is atomic. */
static bool is_gate(const struct protocol *p, uint32_t array) {
    bool is = true;
    for (uint32_t i = 0; i < p->item_count; i++)
        is &= p->items[i].kind != ITEM_ACCESS || p->items[i].array != array || p->items[i].is_atomic;
    return is;
}

static bool is_zero(const struct witness_array *array) {
    bool is = array->fill == FILL_ZERO || (array->fill == FILL_CONSTANT && array->value == 0);
    for (uint32_t i = 0; i < array->cell_count; i++)
        is &= array->cells[i].value == 0;
    return is;
}

static const char *tidy_gates(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_options *options,
                              const struct finding *f, const struct witness *launch, uint64_t *steps_left) {
    struct traced traced = {.p = protocol};
    struct arena scratch;
    struct rerun run;
    const char *text = NULL;
    bool is_asked = kernel && launch && f->rule == RULE_DATA_RACE && f->access_count == 2, is_place = false;
    for (uint32_t i = 0; i < protocol->item_count && is_asked; i++)
        if (is_at(protocol, &protocol->items[i], &f->accesses[0]) || is_at(protocol, &protocol->items[i], &f->accesses[1])) {
            struct traced places = {.p = protocol};
            trace(&places, protocol->items[i].offset, ROLE_INDEX, 0);
            is_place |= places.has_ticket; /* full tables, `p <= room`, are not told from empty ones */
            trace(&traced, protocol->items[i].guard, ROLE_COUNT, 0);
        }
    if (!is_asked || is_place || !traced.has_ticket)
        return NULL;
    arena_init(&scratch);
    struct witness own = *launch;
    own.arrays = arena_alloc(&scratch, (own.array_count + (size_t)1) * sizeof *own.arrays);
    memcpy(own.arrays, launch->arrays, own.array_count * sizeof *own.arrays);
    for (uint32_t a = 0; a < protocol->array_count && a < TRACED_MOST; a++)
        for (uint32_t i = 0; i < own.array_count && traced.roles[a] == ROLE_COUNTER && is_gate(protocol, a); i++) {
            struct witness_array *array = &own.arrays[i];
            if (!tidy_is_array(array, &protocol->arrays[a]) || array->type.kind != TYPE_INT || array->link_count > 0 || is_zero(array) ||
                tidy_is_stated(options, protocol->arrays[a].name) || protocol->arrays[a].kind == ARRAY_LOADED)
                continue;
            array->fill = FILL_ZERO;
            array->path = NULL;
            array->byte_count = 0;
            array->cell_count = 0;
            text = arena_printf(arena, "%s%szero(%s)", text ? text : "", text ? " && " : "", protocol->arrays[a].name);
        }
    struct witness before = *launch; /* the run that shows the error */
    bool is_run = text && rerun_begin(&run, &scratch, kernel, f, &before, *steps_left < STEPS_MOST ? *steps_left : STEPS_MOST);
    bool is_avoided = false;
    if (is_run) {
        own.expected = NULL;
        own.block_count = 0;
        run.w = &own;
        is_avoided = rerun_avoids_this(&run);
    }
    if (text) {
        *steps_left -= run.steps < *steps_left ? run.steps : *steps_left;
        rerun_end(&run);
    }
    arena_release(&scratch);
    return is_avoided ? text : NULL;
}

const char *tidy_race(struct arena *arena, const struct kernel *kernel, const struct protocol *protocol, const struct check_options *options,
                      const struct finding *f, const struct witness *launch, uint64_t *steps_left) {
    const char *text = tidy_contents(arena, kernel, protocol, options, f, launch, steps_left);
    return text ? text : tidy_gates(arena, kernel, protocol, options, f, launch, steps_left);
}

const char *tidy_axes(struct arena *arena, const struct kernel *kernel, const bool is_counted[6], const struct finding *f,
                      const struct witness *launch, uint64_t *steps_left) {
    struct witness own = *launch;
    struct arena scratch;
    struct rerun run;
    const char *text = NULL;
    bool are = kernel && f->rule == RULE_DATA_RACE;
    for (uint32_t axis = 0; axis < 6; axis++) {
        static const char *const names[] = {"blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z"};
        const uint32_t extent = axis < 3 ? launch->block[axis] : launch->grid[axis - 3];
        if (axis % 3 == 0 || extent == 1)
            continue;
        are &= is_counted[axis];
        text = arena_printf(arena, "%s%s%s == 1", text ? text : "", text ? " && " : "", names[axis]);
    }
    if (!are || !text)
        return NULL;
    arena_init(&scratch);
    bool is_run = rerun_begin(&run, &scratch, kernel, f, &own, *steps_left < STEPS_MOST ? *steps_left : STEPS_MOST);
    for (uint32_t axis = 1; axis < 3; axis++) {
        own.block[0] *= own.block[axis];
        own.grid[0] *= own.grid[axis];
        own.block[axis] = own.grid[axis] = 1;
    }
    own.thread_count = 0;
    run.is_half_enough = true;
    bool is_avoided = is_run && rerun_avoids(&run);
    *steps_left -= run.steps < *steps_left ? run.steps : *steps_left;
    rerun_end(&run);
    arena_release(&scratch);
    return is_avoided ? text : NULL;
}
