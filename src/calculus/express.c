/* Statements from items. Consecutive items that share a condition of their guards become one `if`;
   a read becomes a `let` around the rest of its block; a loop counts ordinals from 0. See
   express.h. */
#include "calculus/express.h"

#include <ctype.h>

#include "calculus/express_parts.h"

/* ---- what is outside ---- */

static const char *place_text(struct expresser *x, loc_ref ref) {
    const struct loc *l = ref.id > 0 && ref.id < x->p->loc_count ? &x->p->locs[ref.id] : NULL;
    if (!l || !l->file || l->line == 0)
        return arena_printf(x->arena, "%s:%u", x->p->file ? x->p->file : "?", x->p->line);
    return arena_printf(x->arena, "%s:%u:%u", l->file, l->line, l->column);
}

void express_outside(struct expresser *x, const char *what) {
    const char *text = arena_printf(x->arena, "%s: %s", place_text(x, x->here), what);
    for (uint32_t i = 0; i < x->outside.size; i++)
        if (strcmp(x->outside.data[i], text) == 0)
            return;
    vec_push(&x->outside, text);
}

static const char *foreign_access(const struct expresser *x, const struct proto_item *item) {
    const struct proto_array *array = &x->p->arrays[item->array];
    if (item->is_atomic)
        return "an atomic access";
    if (item->is_async)
        return "an asynchronous copy";
    if (item->is_volatile)
        return "a volatile access";
    if (item->collective || item->owner)
        return "an access that lanes do together";
    if (array->kind == ARRAY_UNKNOWN)
        return "an access through a pointer whose array is not known";
    if (array->kind == ARRAY_LOCAL)
        return "an access of private memory";
    if (item->is_fill || item->is_copy)
        return "a copy or fill of many bytes";
    if (item->mode != ACCESS_READ && term_is_none(item->value))
        return "a write of what is no single number";
    bool has_dropped_exits = (item->marks & MARK_GUARD) && !(term_deps(x->p->terms, item->guard) & DEP_APPROX);
    if ((item->marks & (MARK_BASE | MARK_SIZE)) || has_dropped_exits)
        return "an access that is not exactly known";
    return NULL;
}

/* `sync` orders all memory. A barrier that orders less does the same if each array that it does not
   order is only read, or has one access that a thread does once: what it would order is in one
   phase anyway. */
static bool orders_enough(const struct expresser *x, enum fence_kind fence) {
    bool is_enough = true;
    for (uint32_t array = 0; array < x->p->array_count && fence != FENCE_BOTH; array++) {
        uint32_t count = 0;
        bool is_unordered = !fence_orders(fence, x->p->arrays[array].space), is_repeated = false;
        for (uint32_t i = 0; i < x->p->item_count; i++) {
            const struct proto_item *item = &x->p->items[i];
            bool is_its = item->kind == ITEM_ACCESS && item->array == array;
            count += is_its;
            is_repeated |= is_its && item->loop != PROTOCOL_NONE;
        }
        is_enough &= !is_unordered || !x->p->arrays[array].written || (count <= 1 && !is_repeated);
    }
    return is_enough;
}

static const char *foreign_item(const struct expresser *x, const struct proto_item *item) {
    switch (item->kind) {
    case ITEM_ACCESS: return foreign_access(x, item);
    case ITEM_BARRIER:
        return item->barrier != BARRIER_BLOCK   ? "a barrier that is not __syncthreads"
               : !orders_enough(x, item->fence) ? "a barrier that orders only some of the memory"
                                                : NULL;
    case ITEM_COLLECTIVE: return "a warp collective";
    case ITEM_FENCE: return "a fence";
    case ITEM_COPY_COMMIT:
    case ITEM_COPY_WAIT: return "an asynchronous copy";
    case ITEM_EXIT:
    case ITEM_LOOP: return NULL;
    }
    return NULL;
}

/* Elements of 1, 2 or 4 bytes, all accesses of one size. */
static void check_size(struct expresser *x, const struct proto_item *item) {
    uint64_t size;
    uint32_t *elem = &x->elem_bytes[item->array];
    if (!term_is_const(x->p->terms, item->size, &size) || (size != 1 && size != 2 && size != 4))
        express_outside(x, "an access of other than 1, 2 or 4 bytes");
    else if (*elem && *elem != size)
        express_outside(x, "accesses of one array in different sizes");
    else
        *elem = (uint32_t)size;
}

static void check_fragment(struct expresser *x) {
    const struct protocol *p = x->p;
    for (uint32_t i = 0; i < p->problem_count; i++) {
        x->here = p->problems[i].location;
        express_outside(x, p->problems[i].detail ? p->problems[i].detail : reason_name(p->problems[i].reason));
    }
    for (uint32_t i = 0; i < p->assert_count; i++) {
        x->here = p->asserts[i].location;
        if (p->asserts[i].kind != CLAIM_BOUND)
            express_outside(x, "a trap, an assertion or an assumption");
    }
    for (uint32_t i = 0; i < p->item_count; i++) {
        x->here = p->items[i].location;
        const char *foreign = foreign_item(x, &p->items[i]);
        if (foreign)
            express_outside(x, foreign);
        else if (p->items[i].kind == ITEM_ACCESS)
            check_size(x, &p->items[i]);
    }
}

/* ---- names ---- */

static bool is_taken(const struct expresser *x, const char *text) {
    static const char *const words[] = {"program", "over", "skip", "sync", "let", "in", "if", "else", "for", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], text) == 0)
            return true;
    for (uint32_t i = 0; i < x->program->names.size; i++)
        if (strcmp(x->program->names.data[i].text, text) == 0)
            return true;
    return baby_find_array(x->program, text) != BABY_NONE;
}

const char *express_name(struct expresser *x, const char *text) {
    struct buffer clean = {0};
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        buffer_char(&clean, '_');
    for (const char *c = text; *c; c++) {
        bool is_inner_dot = *c == '.' && c > text && isalnum((unsigned char)c[1]) && (isalnum((unsigned char)c[-1]) || c[-1] == '_');
        buffer_char(&clean, isalnum((unsigned char)*c) || is_inner_dot ? *c : '_');
    }
    const char *name = arena_strdup(x->arena, buffer_text(&clean));
    for (uint32_t number = 2; is_taken(x, name); number++)
        name = arena_printf(x->arena, "%s_%u", buffer_text(&clean), number);
    buffer_release(&clean);
    return name;
}

static uint32_t array_of(struct expresser *x, uint32_t array) {
    if (x->array_of[array] == BABY_NONE)
        x->array_of[array] = baby_add_array(x->program, express_name(x, x->p->arrays[array].name));
    return x->array_of[array];
}

/* ---- conditions of guards ---- */

struct conditions {
    VEC(uint32_t) ids;
};

static void add_conjuncts(const struct expresser *x, term_ref t, struct conditions *to) {
    const struct term *term = term_get(x->p->terms, t);
    if (term->op == TERM_AND) {
        add_conjuncts(x, term_child(x->p->terms, t, 0), to);
        add_conjuncts(x, term_child(x->p->terms, t, 1), to);
    } else if (!term_is_true(x->p->terms, t)) {
        vec_push(&to->ids, t.id);
    }
}

static bool holds(const struct conditions *conditions, uint32_t id) {
    for (uint32_t i = 0; i < conditions->ids.size; i++)
        if (conditions->ids.data[i] == id)
            return true;
    return false;
}

static bool guard_has(const struct expresser *x, term_ref guard, uint32_t id) {
    struct conditions all = {0};
    add_conjuncts(x, guard, &all);
    bool has = holds(&all, id);
    vec_release(&all.ids);
    return has;
}

/* The first condition of the guard that is not known to hold, or 0. */
static uint32_t first_open(const struct expresser *x, term_ref guard, const struct conditions *known) {
    struct conditions all = {0};
    uint32_t open = 0;
    add_conjuncts(x, guard, &all);
    for (uint32_t i = 0; i < all.ids.size && !open; i++)
        open = holds(known, all.ids.data[i]) ? 0 : all.ids.data[i];
    vec_release(&all.ids);
    return open;
}

/* ---- statements ---- */

static uint32_t express_range(struct expresser *x, uint32_t begin, uint32_t end, struct conditions *known);

static uint32_t add_stmt(struct expresser *x, const struct baby_stmt *stmt, loc_ref place) {
    uint32_t at = baby_add_stmt(x->program, stmt);
    vec_push(&x->places, place);
    return at;
}

/* Behind the item, or behind the loop that it begins. */
static uint32_t unit_end(const struct expresser *x, uint32_t item) {
    return x->p->items[item].kind == ITEM_LOOP ? x->p->loops[x->p->items[item].body_loop].end : item + 1;
}

static bool does_nothing(const struct expresser *x, uint32_t item) {
    return x->p->items[item].kind == ITEM_EXIT;
}

static uint32_t express_index_of(struct expresser *x, const struct proto_item *item) {
    return express_index(x, item->offset, x->elem_bytes[item->array]);
}

static uint32_t express_write(struct expresser *x, const struct proto_item *item) {
    struct baby_stmt s = {.kind = BABY_WRITE, .next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE};
    s.array = array_of(x, item->array);
    s.index = express_index_of(x, item);
    s.value = express_term(x, item->value);
    return add_stmt(x, &s, item->location);
}

/* The rest of the range is the continuation. */
static uint32_t express_read(struct expresser *x, uint32_t at, uint32_t end, struct conditions *known) {
    const struct proto_item *item = &x->p->items[at];
    struct baby_stmt s = {.kind = BABY_READ, .next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE};
    const char *text = arena_printf(x->arena, "v%u", x->program->names.size);
    s.array = array_of(x, item->array);
    s.index = express_index_of(x, item);
    s.name = baby_add_name(x->program, express_name(x, text), BABY_LOCAL, (struct baby_place){0, 0});
    vec_push(&x->values, (struct express_value){item->array, item->offset, item->give_count == 1 ? item->gives[0] : TERM_NONE, s.name});
    s.body = express_range(x, at + 1, end, known);
    x->values.size--;
    return add_stmt(x, &s, item->location);
}

/* Whether no item of the body is executed in the iteration in which the loop is left. */
static bool body_proceeds(const struct expresser *x, const struct proto_loop *loop) {
    struct conditions all = {0};
    bool is_so = true;
    add_conjuncts(x, loop->proceeds, &all);
    for (uint32_t i = loop->begin; i < loop->end && is_so; i = unit_end(x, i))
        for (uint32_t c = 0; c < all.ids.size && !does_nothing(x, i); c++)
            is_so &= guard_has(x, x->p->items[i].guard, all.ids.data[c]);
    vec_release(&all.ids);
    return is_so;
}

static uint32_t express_loop(struct expresser *x, uint32_t at, struct conditions *known) {
    const struct proto_item *item = &x->p->items[at];
    const struct proto_loop *loop = &x->p->loops[item->body_loop];
    struct baby_stmt s = {.kind = BABY_FOR, .next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE};
    bool is_exact = false;
    uint32_t before = known->ids.size;
    s.index = baby_number(x->program, 0);
    s.value = express_count(x, item->body_loop, &is_exact);
    if (x->outside.size > 0)
        return add_stmt(x, &(struct baby_stmt){.kind = BABY_SKIP, .next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE}, item->location);
    if (body_proceeds(x, loop)) {
        if (is_exact)
            add_conjuncts(x, loop->proceeds, known);
    } else {
        s.value = express_binary(x, BABY_ADD, s.value, baby_number(x->program, 1));
    }
    s.name = baby_add_name(x->program, express_name(x, symbol_get(x->p->terms, loop->counter)->name), BABY_COUNTER, (struct baby_place){0, 0});
    x->name_of[loop->counter.id] = s.name;
    s.body = express_range(x, loop->begin, loop->end, known);
    x->name_of[loop->counter.id] = BABY_NONE;
    known->ids.size = before;
    return add_stmt(x, &s, item->location);
}

/* if c { every next unit under c } else { skip } */
static uint32_t express_if(struct expresser *x, uint32_t begin, uint32_t end, uint32_t condition, struct conditions *known) {
    struct baby_stmt s = {.kind = BABY_IF, .next = BABY_NONE, .other = BABY_NONE};
    s.condition = express_term(x, (term_ref){condition});
    vec_push(&known->ids, condition);
    s.body = express_range(x, begin, end, known);
    known->ids.size--;
    return add_stmt(x, &s, x->p->items[begin].location);
}

/* Items begin .. end-1, which stand in one loop; gives the first statement. */
static uint32_t express_range(struct expresser *x, uint32_t begin, uint32_t end, struct conditions *known) {
    uint32_t first = BABY_NONE, last = BABY_NONE;
    for (uint32_t at = begin, next; at < end; at = next) {
        const struct proto_item *item = &x->p->items[at];
        uint32_t made = BABY_NONE, open = does_nothing(x, at) ? 0 : first_open(x, item->guard, known);
        next = unit_end(x, at);
        x->here = item->location;
        x->nodes = 0;
        if (open) {
            while (next < end && (does_nothing(x, next) || guard_has(x, x->p->items[next].guard, open)))
                next = unit_end(x, next);
            made = express_if(x, at, next, open, known);
        } else if (item->kind == ITEM_LOOP) {
            made = express_loop(x, at, known);
        } else if (item->kind == ITEM_BARRIER) {
            made = add_stmt(x, &(struct baby_stmt){.kind = BABY_SYNC, .next = BABY_NONE, .body = BABY_NONE, .other = BABY_NONE}, item->location);
        } else if (item->kind == ITEM_ACCESS && item->mode == ACCESS_WRITE) {
            made = express_write(x, item);
        } else if (item->kind == ITEM_ACCESS) {
            made = express_read(x, at, end, known);
            next = end;
        }
        if (made == BABY_NONE)
            continue;
        if (last == BABY_NONE)
            first = made;
        else
            x->program->stmts.data[last].next = made;
        last = made;
    }
    return first;
}

/* ---- the program ---- */

static const char *remark(void *context, uint32_t stmt) {
    struct expresser *x = context;
    enum baby_stmt_kind kind = x->program->stmts.data[stmt].kind;
    return kind == BABY_WRITE || kind == BABY_READ || kind == BABY_SYNC ? place_text(x, x->places.data[stmt]) : NULL;
}

/* "reduce" of "reduce(float*)"; of templates and members of namespaces the mangled name. */
static const char *program_name(struct expresser *x) {
    const char *display = x->p->display;
    size_t length = strcspn(display, "(");
    const char *name = arena_strndup(x->arena, display, length);
    return express_name(x, strpbrk(name, "<: ") || length == 0 ? x->p->name : name);
}

/* Parameters before what let and loops bind: they may have been found in any order. */
static void order_names(struct baby_program *program) {
    uint32_t *place = mem_alloc(program->names.size * sizeof *place), next = 0;
    struct baby_program sorted = {.name = NULL};
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < program->names.size; i++) {
            bool is_early =
                program->names.data[i].kind == BABY_TID || program->names.data[i].kind == BABY_NTID || program->names.data[i].kind == BABY_PARAM;
            if (is_early != (pass == 0))
                continue;
            vec_push(&sorted.names, program->names.data[i]);
            place[i] = next++;
        }
    for (uint32_t i = 0; i < program->exprs.size; i++)
        if (program->exprs.data[i].op == BABY_VARIABLE)
            program->exprs.data[i].value = place[program->exprs.data[i].value];
    for (uint32_t i = 0; i < program->stmts.size; i++)
        if (program->stmts.data[i].kind == BABY_READ || program->stmts.data[i].kind == BABY_FOR)
            program->stmts.data[i].name = place[program->stmts.data[i].name];
    for (uint32_t i = 0; i < sorted.names.size; i++)
        program->names.data[i] = sorted.names.data[i];
    mem_free(place, program->names.size * sizeof *place);
    vec_release(&sorted.names);
}

static void print_program(struct expresser *x, struct buffer *out) {
    bool has_blocks = x->p->reads_bid[0] || x->p->reads_bid[1] || x->p->reads_bid[2];
    buffer_printf(out, "// %s%s\n", x->p->display, has_blocks ? ": one block of it; blocks are not ordered" : "");
    if (x->program->arrays.size == 0)
        (void)baby_add_array(x->program, "none");
    order_names(x->program);
    baby_print(x->program, remark, x, out);
}

static void print_outside(struct expresser *x, struct buffer *out) {
    buffer_printf(out, "// %s is outside the fragment:\n", x->p->display);
    for (uint32_t i = 0; i < x->outside.size; i++)
        buffer_printf(out, "//   %s\n", x->outside.data[i]);
}

static uint32_t express_body(struct expresser *x) {
    struct conditions known = {0};
    struct baby_stmt s = {.kind = BABY_IF, .next = BABY_NONE, .other = BABY_NONE};
    s.condition = express_block_condition(x);
    s.body = express_range(x, 0, x->p->item_count, &known);
    vec_release(&known.ids);
    return s.condition == BABY_NONE || s.body == BABY_NONE ? s.body : add_stmt(x, &s, (loc_ref){0});
}

bool baby_express(const struct protocol *protocol, struct buffer *out) {
    struct arena arena = {0};
    struct expresser x = {.arena = &arena, .p = protocol};
    uint32_t symbols = symbol_count(protocol->terms);
    x.program = baby_program_create(&arena, "", protocol->file);
    x.program->name = program_name(&x);
    x.array_of = arena_alloc(&arena, (protocol->array_count + 1) * sizeof *x.array_of);
    x.elem_bytes = arena_alloc(&arena, (protocol->array_count + 1) * sizeof *x.elem_bytes);
    x.name_of = arena_alloc(&arena, (symbols + 1) * sizeof *x.name_of);
    for (uint32_t i = 0; i < protocol->array_count; i++)
        x.array_of[i] = BABY_NONE;
    for (uint32_t i = 0; i < symbols; i++)
        x.name_of[i] = BABY_NONE;
    check_fragment(&x);
    if (x.outside.size == 0)
        x.program->body = express_body(&x);
    bool is_inside = x.outside.size == 0;
    if (is_inside)
        print_program(&x, out);
    else
        print_outside(&x, out);
    vec_release(&x.values);
    vec_release(&x.outside);
    vec_release(&x.places);
    baby_program_destroy(x.program);
    arena_release(&arena);
    return is_inside;
}
