/* See contents.h.

   One array at a time. What its conditions ask of all elements together is met by a rule, with the launch's cells in place:

     zero            0
     increasing, or distinct and sorted
                     i + d, where d is a[k] - k of the nearest cell k before i (the first cell's before it)
     distinct        i + base, where each cell has changed places with the element that held its value
     sorted          i, no less than the nearest cell before i and no more than the nearest behind it
     positive        1
     in range        random numbers in the range

   Elements that a condition's part of the array leaves out keep the cells that they have. */
#include "check/contents.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "check/required.h"
#include "protocol/stated.h"
#include "simulate/value.h"

#define CELLS_MADE_MAX 4096u
#define UNBOUNDED_BYTES (UINT64_C(1) << 36)

struct number_cell {
    int64_t index, value;
};

struct filling {
    struct arena *arena;
    const struct protocol *protocol;
    const struct witness *witness;
    const struct prove_named *params;
    uint32_t param_count;
    struct witness_array *array;
    const struct stated *of;  /* one of the conditions */
    uint32_t numbers, fields; /* in an element, each an element to the rules; bit set: which of them conditions speak of */
    bool kinds[CONTENT_KINDS];
    int64_t low, high;             /* low <= value < high */
    int64_t first, end;            /* elements that a condition speaks of */
    bool is_whole;                 /* some condition speaks of all elements */
    VEC(struct number_cell) cells; /* of these elements, by index */
    VEC(struct number_cell) made;
    VEC(struct number_cell) given; /* elements of which conditions tell the value */
    bool has_rules;                /* conditions tell more */
};

static bool number_of(const struct filling *f, term_ref t, int64_t *value) {
    uint64_t bits;
    bool is_known = required_number(f->protocol, t, f->witness->block, f->witness->grid, f->params, f->param_count, &bits);
    *value = (int64_t)bits;
    return is_known;
}

/* ---- what is asked ---- */

static bool add_condition(struct filling *f, const struct stated *s) {
    int64_t low = INT64_MIN, high = INT64_MAX, first = INT64_MIN, end = INT64_MAX;
    bool is_known = (term_is_none(s->first) || (number_of(f, s->first, &first) && number_of(f, s->end, &end))) &&
                    (term_is_none(s->low) || (number_of(f, s->low, &low) && number_of(f, s->high, &high)));
    low = s->kind == CONTENT_POSITIVE || s->kind == CONTENT_NONZERO ? 1 : low; /* runs are made with positive numbers */
    f->numbers = s->elem_bytes > 0 ? s->stride_bytes / s->elem_bytes : 1;
    f->fields |= UINT32_C(1) << (s->field == STATED_WHOLE ? 0 : s->field);
    if (f->numbers > 1 && !term_is_none(s->first))
        is_known &= !__builtin_mul_overflow(first, f->numbers, &first) && !__builtin_mul_overflow(end, f->numbers, &end);
    f->of = s;
    bool is_element = s->kind == CONTENT_IN_RANGE && is_known && !term_is_none(s->first) && end == first + 1 && low < INT64_MAX && high == low + 1;
    if (is_element) {
        vec_push(&f->given, ((struct number_cell){first, low}));
        f->first = first < f->first ? first : f->first;
        f->end = end > f->end ? end : f->end;
        return true;
    }
    f->has_rules = true;
    f->kinds[s->kind] = true;
    f->low = low > f->low ? low : f->low;
    f->high = high < f->high ? high : f->high;
    f->is_whole |= term_is_none(s->first);
    f->first = first < f->first ? first : f->first;
    f->end = end > f->end ? end : f->end;
    return is_known;
}

static int64_t as_number(const struct filling *f, uint64_t bits) {
    uint32_t width = f->of->elem_bytes * 8;
    if (width == 64 || !f->of->is_signed)
        return (int64_t)bits;
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static void insert_cell(struct filling *f, struct number_cell cell) {
    uint32_t at = f->cells.size;
    vec_push(&f->cells, cell);
    for (; at > 0 && f->cells.data[at - 1].index > cell.index; at--)
        f->cells.data[at] = f->cells.data[at - 1];
    f->cells.data[at] = cell;
}

/* The bytes of an element that cells give. */
struct element_bytes {
    uint64_t value;
    uint32_t known;
};

static struct element_bytes bytes_of(const struct filling *f, int64_t index) {
    struct element_bytes out = {0};
    int64_t bytes = f->of->elem_bytes;
    for (uint32_t i = 0; i < f->array->cell_count; i++) {
        const struct witness_cell *cell = &f->array->cells[i];
        for (uint32_t b = 0; b < cell->size_bytes; b++) {
            int64_t at = cell->offset_bytes + b - index * bytes;
            if (at < 0 || at >= bytes)
                continue;
            out.known |= UINT32_C(1) << at;
            out.value = (out.value & ~(UINT64_C(0xff) << (8 * at))) | (cell->value >> (8 * b) & 0xff) << (8 * at);
        }
    }
    return out;
}

/* Bytes that no cell gives get the index: behind the last byte that is given, or else the first ones. */
static uint64_t completed(const struct filling *f, struct element_bytes element, int64_t index) {
    uint32_t bytes = f->of->elem_bytes, from = 32 - (uint32_t)__builtin_clz(element.known);
    for (uint32_t b = from < bytes ? from : 0, shift = 0; b < bytes; b++) {
        if (element.known >> b & 1)
            continue;
        element.value |= ((uint64_t)index >> shift & 0xff) << (8 * b);
        shift += 8;
    }
    return element.value;
}

static bool has_cell(const struct filling *f, int64_t index) {
    bool found = false;
    for (uint32_t i = 0; i < f->cells.size; i++)
        found |= f->cells.data[i].index == index;
    return found;
}

/* The elements that the launch's cells give, as numbers. */
static bool read_cells(struct filling *f) {
    int64_t bytes = f->of->elem_bytes;
    for (uint32_t i = 0; i < f->array->cell_count; i++) {
        const struct witness_cell *cell = &f->array->cells[i];
        if (cell->target || cell->offset_bytes < 0)
            return false;
        for (int64_t index = cell->offset_bytes / bytes; index * bytes < cell->offset_bytes + cell->size_bytes; index++) {
            struct element_bytes element = bytes_of(f, index);
            bool is_whole = element.known == (UINT32_C(1) << bytes) - 1, is_zero = f->kinds[CONTENT_ZERO];
            bool is_outside = !f->array->unbounded && (index + 1) * bytes > (int64_t)f->array->size_bytes; /* which no condition speaks of */
            if (is_outside || !(f->fields >> (index % f->numbers) & 1) || (!f->is_whole && (index < f->first || index >= f->end)) ||
                has_cell(f, index))
                continue;
            int64_t value = as_number(f, is_whole || is_zero ? element.value : completed(f, element, index));
            insert_cell(f, (struct number_cell){index, value});
            if (!is_whole)
                vec_push(&f->made, ((struct number_cell){index, value}));
        }
    }
    return true;
}

/* The launch gives these elements no other values. */
static bool take_given(struct filling *f) {
    for (uint32_t i = 0; i < f->given.size; i++) {
        const struct number_cell *cell = &f->given.data[i];
        for (uint32_t k = 0; k < f->cells.size; k++)
            if (f->cells.data[k].index == cell->index && f->cells.data[k].value != cell->value)
                return false;
        bool is_outside = cell->index < 0 || (!f->array->unbounded && cell->index >= (int64_t)(f->array->size_bytes / f->of->elem_bytes));
        if (has_cell(f, cell->index) || is_outside)
            continue;
        insert_cell(f, *cell);
        vec_push(&f->made, *cell);
    }
    return true;
}

/* ---- checks and rules ---- */

static bool cells_agree(const struct filling *f) {
    bool is_strict = f->kinds[CONTENT_INCREASING] || (f->kinds[CONTENT_DISTINCT] && f->kinds[CONTENT_SORTED]);
    for (uint32_t i = 0; i < f->cells.size; i++) {
        const struct number_cell *x = &f->cells.data[i];
        if (x->value < f->low || x->value >= f->high || (f->kinds[CONTENT_ZERO] && x->value != 0))
            return false;
        for (uint32_t j = i + 1; j < f->cells.size; j++) {
            const struct number_cell *y = &f->cells.data[j];
            if (f->kinds[CONTENT_DISTINCT] && x->value == y->value)
                return false;
            if (f->kinds[CONTENT_SORTED] && x->value > y->value)
                return false;
            if (is_strict && y->value - x->value < y->index - x->index)
                return false;
        }
    }
    return true;
}

static bool put(struct filling *f, int64_t index, int64_t value) {
    if (f->made.size == CELLS_MADE_MAX)
        return false;
    vec_push(&f->made, ((struct number_cell){index, value}));
    return true;
}

static uint64_t room(const struct filling *f) {
    return f->array->unbounded ? UNBOUNDED_BYTES / f->of->elem_bytes : f->array->size_bytes / f->of->elem_bytes;
}

/* Memory has no more elements than values: element i is i + base. */
static bool cut(struct filling *f, int64_t base) {
    int64_t most = INT64_MAX;
    uint32_t bits = 8 * f->of->elem_bytes;
    if (bits < 64)
        most = f->of->is_signed ? INT64_C(1) << (bits - 1) : INT64_C(1) << bits;
    most = f->high < most ? f->high : most;
    if (most <= base)
        return false;
    uint64_t count = (uint64_t)most - (uint64_t)base, has = room(f);
    if (!f->array->unbounded && count < has && f->is_whole)
        return false;
    if (!f->array->unbounded && !f->is_whole && (f->end < 0 || count < (uint64_t)f->end))
        return false;
    if (f->array->unbounded) {
        f->array->unbounded = false;
        f->array->size_bytes = (count < has ? count : has) * f->of->elem_bytes;
    }
    return f->cells.size == 0 ||
           (f->cells.data[0].index >= 0 && (uint64_t)f->cells.data[f->cells.size - 1].index < f->array->size_bytes / f->of->elem_bytes);
}

/* Element i is i + base, but for the elements that are made. */
static void count_from(struct filling *f, int64_t base) {
    f->array->fill = FILL_IOTA;
    f->array->value = (uint64_t)base;
    f->array->step = 1;
}

static int64_t least(const struct filling *f) {
    return f->low > 0 || f->high <= 0 ? f->low : 0;
}

static bool fill_increasing(struct filling *f) {
    int64_t base = f->cells.size > 0 ? f->cells.data[f->cells.size - 1].value - f->cells.data[f->cells.size - 1].index : least(f);
    count_from(f, base);
    if (f->cells.size > 0 && f->cells.data[0].value - f->cells.data[0].index < (f->low > INT64_MIN ? f->low : INT64_MIN))
        return false;
    if (!f->of->is_signed && f->cells.size > 0 && f->cells.data[0].value < f->cells.data[0].index)
        return false;
    bool is_made = cut(f, base);
    for (uint32_t k = 0, i = 0; is_made && k + 1 < f->cells.size; k++)
        for (; is_made && i < f->cells.data[k + 1].index; i++)
            is_made = put(f, i, (int64_t)i + f->cells.data[k].value - f->cells.data[k].index);
    return is_made;
}

/* The value that an element holds after the changes so far. */
static int64_t held(const struct filling *f, int64_t index, int64_t base) {
    int64_t value = index + base;
    for (uint32_t i = 0; i < f->made.size; i++)
        value = f->made.data[i].index == index ? f->made.data[i].value : value;
    return value;
}

static bool fill_distinct(struct filling *f) {
    int64_t base = least(f);
    count_from(f, base);
    if (!cut(f, base))
        return false;
    for (uint32_t k = 0; k < f->cells.size; k++) {
        int64_t index = f->cells.data[k].index, value = f->cells.data[k].value, other = value - base, old = held(f, index, base);
        if (old == value)
            continue;
        for (uint32_t i = 0; i < f->made.size; i++)
            other = f->made.data[i].value == value && held(f, f->made.data[i].index, base) == value ? f->made.data[i].index : other;
        bool is_there = other >= 0 && held(f, other, base) == value;
        if ((is_there && !put(f, other, old)) || !put(f, index, value))
            return false;
    }
    return true;
}

static bool fill_sorted(struct filling *f) {
    int64_t last = 0, floor = least(f), ceiling = f->high;
    uint32_t bits = 8 * f->of->elem_bytes;
    for (uint32_t k = 0; k < f->cells.size; k++)
        last = f->cells.data[k].index;
    if (f->cells.size > 0 && f->cells.data[0].value < floor)
        floor = f->cells.data[0].value;
    bool is_bounded = f->high < INT64_MAX || bits < 32;
    if (!is_bounded && !cut(f, 0))
        return false;
    if (is_bounded && f->array->unbounded) {
        f->array->unbounded = false;
        f->array->size_bytes = UNBOUNDED_BYTES;
    }
    int64_t top = f->cells.size > 0 ? f->cells.data[f->cells.size - 1].value : floor;
    if ((f->cells.size > 0 && f->cells.data[0].index < 0) || (is_bounded && top >= ceiling))
        return false;
    if (is_bounded) { /* the last value goes on */
        f->array->fill = FILL_CONSTANT;
        f->array->value = (uint64_t)top;
    } else {
        count_from(f, 0);
    }
    int64_t end = is_bounded ? last : top > last ? top : last;
    for (int64_t i = 0, k = 0, at = floor; f->cells.size > 0 && i <= end; i++) {
        bool has_next = k < (int64_t)f->cells.size;
        if (has_next && f->cells.data[k].index == i)
            at = f->cells.data[k++].value;
        has_next = k < (int64_t)f->cells.size;
        int64_t value = i > at ? i : at;
        value = has_next && value > f->cells.data[k].value ? f->cells.data[k].value : value;
        value = is_bounded && value > top ? top : value;
        value = k > 0 && f->cells.data[k - 1].index == i ? f->cells.data[k - 1].value : value;
        at = value;
        if (value != (is_bounded ? top : i) && !put(f, i, value))
            return false;
    }
    return true;
}

static bool fill_range(struct filling *f) {
    struct witness_array *a = f->array;
    int64_t high = f->high - 1;
    if (f->low >= f->high)
        return false;
    if (f->low <= 0 && high >= 0 && a->fill == FILL_ZERO)
        return true;
    if (a->fill == FILL_CONSTANT && a->type.kind == TYPE_INT) {
        a->value = (uint64_t)least(f);
        return true;
    }
    a->fill = FILL_RANDOM;
    a->has_range = true;
    a->type = (struct type){.kind = TYPE_INT, .width_bits = (uint8_t)(8 * f->of->elem_bytes), .lanes = 1};
    a->low = (double)f->low;
    a->high = (double)high;
    if (!witness_is_range(a->type, a->low, a->high) || (int64_t)a->low != f->low || (int64_t)a->high != high) {
        a->fill = FILL_CONSTANT;
        a->value = (uint64_t)least(f);
    }
    return true;
}

static bool fill(struct filling *f) {
    bool is_strict = f->kinds[CONTENT_INCREASING] || (f->kinds[CONTENT_DISTINCT] && f->kinds[CONTENT_SORTED]);
    if (f->kinds[CONTENT_ZERO]) {
        f->array->fill = FILL_ZERO;
        return f->low <= 0 && f->high > 0 && !is_strict && !f->kinds[CONTENT_DISTINCT];
    }
    f->array->type = f->array->type.kind == TYPE_INT && f->array->type.width_bits == 8 * f->of->elem_bytes
                         ? f->array->type
                         : (struct type){.kind = TYPE_INT, .width_bits = (uint8_t)(8 * f->of->elem_bytes), .lanes = 1};
    return is_strict ? fill_increasing(f) : f->kinds[CONTENT_DISTINCT] ? fill_distinct(f) : f->kinds[CONTENT_SORTED] ? fill_sorted(f) : fill_range(f);
}

/* The elements that were made, below the launch's own cells. */
static void keep_made(struct filling *f) {
    uint32_t bytes = f->of->elem_bytes, count = 0;
    struct witness_cell *cells = arena_alloc(f->arena, (f->made.size + f->array->cell_count + 1) * sizeof *cells);
    for (uint32_t i = 0; i < f->made.size; i++)
        cells[count++] = (struct witness_cell){.offset_bytes = f->made.data[i].index * bytes,
                                               .size_bytes = bytes,
                                               .value = (uint64_t)f->made.data[i].value & value_mask((uint8_t)(8 * bytes))};
    for (uint32_t i = 0; i < f->array->cell_count; i++)
        cells[count++] = f->array->cells[i];
    f->array->cells = cells;
    f->array->cell_count = count;
}

/* ---- arrays ---- */

static bool is_variable(const char *name, const char *variable) {
    const char *dot = name[0] == '@' ? strchr(name, '.') : NULL;
    return dot && strcmp(dot + 1, variable) == 0;
}

static struct witness_array *find_array(const struct witness *w, const char *name) {
    for (uint32_t i = 0; i < w->array_count; i++)
        if (w->arrays[i].name && (strcmp(w->arrays[i].name, name) == 0 || is_variable(w->arrays[i].name, name)))
            return &w->arrays[i];
    return NULL;
}

static void add_conditions(struct filling *f, term_ref t, uint32_t array, bool *is_known) {
    const struct term *term = term_get(f->protocol->terms, t);
    const struct stated *stated = stated_of_term(f->protocol, t);
    if (stated && stated->array == array) {
        *is_known &= add_condition(f, stated);
    } else if (term_op_of(term) == TERM_AND && term->width_bits == 1) {
        add_conditions(f, term_child(f->protocol->terms, t, 0), array, is_known);
        add_conditions(f, term_child(f->protocol->terms, t, 1), array, is_known);
    }
}

static bool satisfy(struct filling *f, uint32_t array, const struct prove_condition *conditions, uint32_t count) {
    bool is_known = true;
    for (uint32_t i = 0; i < count; i++)
        add_conditions(f, conditions[i].term, array, &is_known);
    f->array = f->of ? find_array(f->witness, f->protocol->arrays[array].name) : NULL;
    if (!f->array) /* of a variable the launch has what it is initialised with, whatever that is */
        return !f->of || f->protocol->arrays[array].param != PROTOCOL_NONE;
    if (f->of->elem_bytes == 0)
        return f->array->cell_count == 0 && f->has_rules && fill(f);
    bool is_done =
        is_known && !f->array->path && f->array->link_count == 0 && read_cells(f) && take_given(f) && cells_agree(f) && (!f->has_rules || fill(f));
    if (is_done)
        keep_made(f);
    return is_done;
}

const char *contents_satisfy(struct arena *arena, const struct protocol *p, const struct prove_condition *conditions, uint32_t count,
                             const struct prove_named *params, uint32_t param_count, struct witness *witness) {
    const char *broken = NULL;
    for (uint32_t a = 0; a < p->array_count && p->stated->count > 0 && !broken; a++) {
        struct filling f = {.arena = arena,
                            .protocol = p,
                            .witness = witness,
                            .params = params,
                            .param_count = param_count,
                            .low = INT64_MIN,
                            .high = INT64_MAX,
                            .first = INT64_MAX,
                            .end = INT64_MIN};
        if (!satisfy(&f, a, conditions, count))
            broken = symbol_get(p->terms, f.of->symbol)->name;
        vec_release(&f.cells);
        vec_release(&f.made);
        vec_release(&f.given);
    }
    return broken;
}
