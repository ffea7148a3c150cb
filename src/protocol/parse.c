/* Reads the text form of protocols; docs/protocol-language.md has the grammar.

   One statement a line by custom, but only words and punctuation count. Names
   must be declared before they are used, except locations, which may stand
   anywhere. What was read is checked (protocol_check) before it is given out. */
#include "protocol/parse.h"

#include "protocol/stated.h"
#include "protocol/text.h"

enum { LOCATION_MAX = 1 << 20 };

term_ref parse_term(struct parser *ps) {
    if (ps->r.error)
        return TERM_NONE;
    const char *error = NULL;
    term_ref t = term_parse_named(ps->p->terms, &ps->r.at, ps->r.arena, &error, ps->shared.data, ps->shared.size);
    if (term_is_none(t))
        reader_expected(&ps->r, error);
    return t;
}

term_ref parse_condition(struct parser *ps) {
    term_ref t = parse_term(ps);
    if (!term_is_none(t) && term_width(ps->p->terms, t) != 1)
        reader_fail(&ps->r, "expected a condition, found a term of %u bits", term_width(ps->p->terms, t));
    return t;
}

int parse_choice(struct parser *ps, const struct words *words, const char *what) {
    struct word word = reader_peek_word(&ps->r);
    int found = words_find(words, word.text, word.length);
    if (found >= 0)
        ps->r.at = word.text + word.length;
    else
        reader_expected(&ps->r, what);
    return found >= 0 ? found : 0;
}

uint32_t parse_flags(struct parser *ps, const struct words *words, const char *what) {
    uint32_t bits = 0;
    do
        bits |= 1u << parse_choice(ps, words, what);
    while (reader_accept(&ps->r, ','));
    return bits;
}

loc_ref parse_location_ref(struct parser *ps) {
    struct word word = reader_peek_word(&ps->r);
    if (word.length < 2 || word.text[0] != 'L') {
        reader_expected(&ps->r, "a location (L1, L2, ...)");
        return (loc_ref){0};
    }
    ps->r.at = word.text + 1;
    loc_ref location = {(uint32_t)reader_number(&ps->r, LOCATION_MAX)};
    if (location.id == 0)
        reader_fail(&ps->r, "locations are counted from 1");
    vec_push(&ps->used_locations, location.id);
    return location;
}

loc_ref parse_at(struct parser *ps, const char *word) {
    return reader_accept_word(&ps->r, word) ? parse_location_ref(ps) : (loc_ref){0};
}

uint32_t parse_array_name(struct parser *ps) {
    const char *start = ps->r.at;
    const char *name = reader_name(&ps->r, "the name of an array");
    uint32_t array = PROTOCOL_NONE;
    if (!ps->r.error && !string_map_get(&ps->array_names, name, &array)) {
        ps->r.at = start;
        reader_expected(&ps->r, "the name of an array");
    }
    return array;
}

symbol_ref parse_symbol_name(struct parser *ps) {
    const char *start = ps->r.at;
    const char *name = reader_symbol(&ps->r, "the name of a symbol");
    symbol_ref symbol = {0};
    if (!ps->r.error && !symbol_find(ps->p->terms, name, &symbol)) {
        ps->r.at = start;
        reader_expected(&ps->r, "the name of a symbol");
    }
    return symbol;
}

static void parse_reads(struct parser *ps) {
    bool *families[4] = {ps->p->reads_tid, ps->p->reads_bid, ps->p->reads_bdim, ps->p->reads_gdim};
    uint32_t count = 0;
    for (;; count++) {
        struct word word = reader_peek_word(&ps->r);
        uint32_t found = 12;
        for (uint32_t i = 0; i < 12; i++) {
            const char *name = symbol_get(ps->p->terms, (symbol_ref){i})->name;
            if (word.length == strlen(name) && memcmp(word.text, name, word.length) == 0)
                found = i;
        }
        if (found == 12)
            break;
        families[found / 3][found % 3] = true;
        ps->r.at = word.text + word.length;
    }
    if (count == 0)
        reader_expected(&ps->r, "tid.x, ..., gdim.z");
}

static uint64_t parse_bytes(struct parser *ps, const char *word, uint64_t most) {
    if (!reader_accept_word(&ps->r, word) || reader_accept(&ps->r, '?'))
        return 0;
    return reader_number(&ps->r, most);
}

static void parse_array(struct parser *ps) {
    struct proto_array array = {.param = PROTOCOL_NONE};
    const char *handle = reader_name(&ps->r, "the name of an array");
    array.name = reader_peek_string(&ps->r) ? reader_string(&ps->r) : handle;
    if (string_map_get(&ps->array_names, handle, NULL))
        reader_fail(&ps->r, "a second array %s", handle);
    reader_expect(&ps->r, ':');
    array.kind = (enum array_kind)parse_choice(ps, &words_array_kind, "a kind of array");
    array.space = (enum space)parse_choice(ps, &words_space, "an address space");
    if (reader_accept_word(&ps->r, "param"))
        array.param = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    array.elem_bytes = (uint32_t)parse_bytes(ps, "element", UINT32_MAX);
    array.extent_bytes = parse_bytes(ps, "extent", UINT64_MAX);
    array.written = reader_accept_word(&ps->r, "written");
    array.location = parse_at(ps, "at");
    if (ps->r.error)
        return;
    string_map_set(&ps->array_names, handle, ps->arrays.size);
    vec_push(&ps->arrays, array);
}

static void parse_param(struct parser *ps) {
    struct proto_param param = {.array = PROTOCOL_NONE};
    param.name = reader_string(&ps->r);
    reader_expect(&ps->r, ':');
    param.is_pointer = reader_accept_word(&ps->r, "pointer");
    param.is_float = !param.is_pointer && reader_accept_word(&ps->r, "float");
    if (!param.is_pointer && !param.is_float && !reader_accept_word(&ps->r, "scalar"))
        reader_expected(&ps->r, "pointer, scalar or float");
    if (reader_accept(&ps->r, '=')) {
        if (param.is_pointer)
            param.array = parse_array_name(ps);
        else
            param.value = term_symbol(ps->p->terms, parse_symbol_name(ps));
    }
    vec_push(&ps->params, param);
}

static void parse_member(struct parser *ps) {
    struct proto_member member = {.name = reader_string(&ps->r)};
    reader_expect_word(&ps->r, "of");
    member.param = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    reader_expect_word(&ps->r, "at");
    member.offset_bytes = reader_number(&ps->r, UINT32_MAX);
    reader_expect(&ps->r, ':');
    member.type = reader_string(&ps->r);
    vec_push(&ps->members, member);
}

static uint8_t parse_width(struct parser *ps) {
    struct word word = reader_peek_word(&ps->r);
    if (word.length < 2 || word.text[0] != 'i') {
        reader_expected(&ps->r, "a width (i1 to i64)");
        return 1;
    }
    ps->r.at = word.text + 1;
    uint64_t width = reader_number(&ps->r, 64);
    if (width == 0)
        reader_fail(&ps->r, "expected a width of 1 to 64");
    return (uint8_t)width;
}

static void parse_symbol(struct parser *ps) {
    struct symbol symbol = {0};
    symbol_ref old;
    symbol.name = reader_symbol(&ps->r, "the name of a new symbol");
    if (!ps->r.error && (symbol_find(ps->p->terms, symbol.name, &old) || strcmp(symbol.name, "true") == 0 || strcmp(symbol.name, "false") == 0))
        reader_fail(&ps->r, "a second symbol %s", symbol.name);
    reader_expect(&ps->r, ':');
    symbol.width_bits = parse_width(ps);
    symbol.scope = (enum symbol_scope)parse_choice(ps, &words_scope, "uniform, block or thread");
    symbol.role = (enum symbol_role)parse_choice(ps, &words_role, "param, counter, final or value");
    if (reader_accept_word(&ps->r, "loop"))
        symbol.loop = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    if (reader_accept_word(&ps->r, "in"))
        symbol.in_loop = (uint32_t)reader_number(&ps->r, UINT32_MAX - 2) + 1;
    symbol.approximate = reader_accept_word(&ps->r, "approximate");
    if (reader_peek_string(&ps->r))
        symbol.reason = reader_string(&ps->r);
    symbol.location = parse_at(ps, "at").id;
    if (!ps->r.error)
        symbol_create(ps->p->terms, &symbol);
}

static void parse_function(struct parser *ps) {
    const char *name = reader_string(&ps->r);
    uint32_t deps = 0;
    if (reader_accept(&ps->r, ':'))
        deps = parse_flags(ps, &words_dependency, "memory, approximate, ...");
    if (string_map_get(&ps->functions, name, NULL))
        reader_fail(&ps->r, "a second function %s", name);
    if (ps->r.error)
        return;
    string_map_set(&ps->functions, name, 1);
    function_intern(ps->p->terms, name, (uint16_t)deps);
}

static void parse_shared(struct parser *ps) {
    reader_expect(&ps->r, '$');
    uint64_t number = reader_number(&ps->r, UINT32_MAX);
    if (!ps->r.error && number != ps->shared.size + UINT64_C(1))
        reader_fail(&ps->r, "expected $%u here", ps->shared.size + 1);
    reader_expect(&ps->r, '=');
    term_ref t = parse_term(ps);
    if (!ps->r.error)
        vec_push(&ps->shared, t);
}

static void parse_fact(struct parser *ps) {
    symbol_ref symbol = parse_symbol_name(ps);
    reader_expect(&ps->r, ':');
    term_ref fact = parse_condition(ps);
    if (!ps->r.error)
        symbol_add_fact(ps->p->terms, symbol, fact);
}

static void parse_ticket(struct parser *ps) {
    struct proto_ticket ticket = {.symbol = parse_symbol_name(ps)};
    reader_expect_word(&ps->r, "of");
    ticket.array = parse_array_name(ps);
    reader_expect(&ps->r, '[');
    ticket.offset = parse_term(ps);
    reader_expect(&ps->r, ']');
    reader_expect_word(&ps->r, "step");
    ticket.step = reader_number(&ps->r, UINT32_MAX);
    reader_expect_word(&ps->r, "sites");
    ticket.sites = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    ticket.looped = reader_accept_word(&ps->r, "looped");
    ticket.round = reader_accept_word(&ps->r, "in") ? (uint32_t)reader_number(&ps->r, PROTOCOL_NONE - 1) : PROTOCOL_NONE;
    ticket.counts_up = reader_accept_word(&ps->r, "up");
    ticket.has_initial = reader_accept_word(&ps->r, "from");
    ticket.initial = ticket.has_initial ? reader_number(&ps->r, UINT64_MAX) : 0;
    reader_expect_word(&ps->r, "atomic");
    ticket.scope = (enum scope_kind)parse_choice(ps, &words_scope_kind, "system, device, block or warp");
    vec_push(&ps->tickets, ticket);
}

static void parse_lanes(struct parser *ps) {
    struct proto_lanes lanes = {.symbol = parse_symbol_name(ps), .loop = PROTOCOL_NONE, .guard = term_true(ps->p->terms)};
    lanes.source = reader_accept_word(&ps->r, "source") ? (uint32_t)reader_number(&ps->r, 31) : PROTOCOL_NONE;
    if (reader_accept_word(&ps->r, "in"))
        lanes.loop = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    if (reader_accept_word(&ps->r, "when"))
        lanes.guard = parse_condition(ps);
    vec_push(&ps->lanes, lanes);
}

static void parse_other(struct parser *ps) {
    struct proto_other other = {.symbol = parse_symbol_name(ps), .loop = PROTOCOL_NONE, .guard = term_true(ps->p->terms)};
    reader_expect_word(&ps->r, "is");
    other.is_same_block = reader_accept_word(&ps->r, "same");
    if (other.is_same_block)
        reader_expect_word(&ps->r, "block");
    else
        other.value = parse_term(ps);
    if (reader_accept_word(&ps->r, "in"))
        other.loop = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    if (reader_accept_word(&ps->r, "when"))
        other.guard = parse_condition(ps);
    vec_push(&ps->others, other);
}

static void parse_enabled(struct parser *ps) {
    ps->p->enabled = term_symbol(ps->p->terms, parse_symbol_name(ps));
}

/* "bound" INDEX "below" EXTENT "of" ACCESS */
static void parse_dimension(struct parser *ps, struct proto_assert *claim) {
    claim->index = parse_term(ps);
    bool is_index = !term_is_none(claim->index) && term_width(ps->p->terms, claim->index) == 64;
    if (!is_index)
        reader_fail(&ps->r, "expected an index of 64 bits");
    reader_expect_word(&ps->r, "below");
    claim->extent = reader_number(&ps->r, INT64_MAX);
    claim->condition = is_index ? protocol_inside(ps->p->terms, claim->index, claim->extent) : term_true(ps->p->terms);
    reader_expect_word(&ps->r, "of");
    claim->access = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
}

static void parse_claim(struct parser *ps, enum claim_kind kind) {
    struct proto_assert claim = {.kind = kind, .guard = term_true(ps->p->terms), .loop = PROTOCOL_NONE, .position = PROTOCOL_NONE};
    if (kind == CLAIM_BOUND)
        parse_dimension(ps, &claim);
    else
        claim.condition = parse_condition(ps);
    if (reader_accept_word(&ps->r, "when"))
        claim.guard = parse_condition(ps);
    if (reader_peek_string(&ps->r))
        claim.text = reader_string(&ps->r);
    if (reader_accept_word(&ps->r, "in"))
        claim.loop = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    if (reader_accept_word(&ps->r, "before"))
        claim.position = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    claim.but.some = reader_accept_word(&ps->r, "but");
    if (claim.but.some) {
        claim.but.begin = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
        reader_expect_word(&ps->r, "to");
        claim.but.end = (uint32_t)reader_number(&ps->r, UINT32_MAX - 1);
    }
    claim.location = parse_at(ps, "at");
    vec_push(&ps->asserts, claim);
}

static void parse_assert(struct parser *ps) {
    parse_claim(ps, CLAIM_ASSERT);
}

static void parse_bound(struct parser *ps) {
    parse_claim(ps, CLAIM_BOUND);
}

static void parse_halt(struct parser *ps) {
    parse_claim(ps, CLAIM_HALT);
}

static void parse_assume(struct parser *ps) {
    parse_claim(ps, CLAIM_ASSUME);
}

/* Names of reasons contain '-'. */
static enum reason_kind parse_reason(struct parser *ps) {
    const char *at = reader_peek_word(&ps->r).text;
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
    for (uint32_t i = 0; i < REASON_COUNT && !ps->r.error; i++) {
        const char *name = reason_name((enum reason_kind)i);
        if (strlen(name) == length && memcmp(name, at, length) == 0) {
            ps->r.at = at + length;
            return (enum reason_kind)i;
        }
    }
    reader_expected(&ps->r, "a reason");
    return REASON_INTERNAL_ERROR;
}

static void parse_problem(struct parser *ps) {
    struct proto_problem problem = {.reason = parse_reason(ps)};
    reader_expect_word(&ps->r, "of");
    problem.properties = parse_flags(ps, &words_property, "race, divergence, bounds or assert");
    if (reader_peek_string(&ps->r))
        problem.detail = reader_string(&ps->r);
    problem.location = parse_at(ps, "at");
    vec_push(&ps->problems, problem);
}

static void parse_trust(struct parser *ps, enum trust_kind kind) {
    struct proto_trust trust = {.function = reader_string(&ps->r), .kind = kind};
    trust.location = parse_at(ps, "at");
    vec_push(&ps->trusts, trust);
}

static void parse_trusts(struct parser *ps) {
    parse_trust(ps, TRUST_FUNCTION);
}

static void parse_ignores(struct parser *ps) {
    parse_trust(ps, TRUST_IGNORED);
}

static void parse_uniform(struct parser *ps) {
    parse_trust(ps, TRUST_UNIFORM);
}

static void parse_not_null(struct parser *ps) {
    parse_trust(ps, TRUST_NOT_NULL);
}

static void parse_texture(struct parser *ps) {
    parse_trust(ps, TRUST_TEXTURE);
}

static void parse_location(struct parser *ps) {
    loc_ref location = parse_location_ref(ps);
    struct loc loc = {.function = ""};
    loc.file = reader_string(&ps->r);
    reader_expect(&ps->r, ':');
    loc.line = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    reader_expect(&ps->r, ':');
    loc.column = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    if (reader_accept_word(&ps->r, "in"))
        loc.function = reader_string(&ps->r);
    loc.inlined_at = parse_at(ps, "from");
    if (ps->r.error)
        return;
    if (location.id >= ps->locations.size)
        vec_resize_zero(&ps->locations, location.id + 1);
    if (ps->locations.data[location.id].file)
        reader_fail(&ps->r, "a second location L%u", location.id);
    ps->locations.data[location.id] = loc;
}

struct statement {
    const char *word;
    void (*parse)(struct parser *ps);
};

static const struct statement statements[] = {
    {"reads", parse_reads},     {"array", parse_array},       {"param", parse_param},
    {"member", parse_member},   {"symbol", parse_symbol},     {"function", parse_function},
    {"let", parse_shared},      {"other", parse_other},       {"enabled", parse_enabled},
    {"lanes", parse_lanes},     {"fact", parse_fact},         {"ticket", parse_ticket},
    {"fence", parse_fence},     {"read", parse_read},         {"write", parse_write},
    {"update", parse_update},   {"barrier", parse_barrier},   {"collective", parse_collective},
    {"exit", parse_exit},       {"private", parse_private},   {"commit", parse_commit},
    {"wait", parse_wait},       {"loop", parse_loop},         {"assert", parse_assert},
    {"bound", parse_bound},     {"halt", parse_halt},         {"assume", parse_assume},
    {"problem", parse_problem}, {"location", parse_location}, {"trusts", parse_trusts},
    {"ignores", parse_ignores}, {"uniform", parse_uniform},   {"nonnull", parse_not_null},
    {"texture", parse_texture},
};

static void parse_statement(struct parser *ps) {
    for (uint32_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        if (reader_accept_word(&ps->r, statements[i].word)) {
            statements[i].parse(ps);
            return;
        }
    }
    reader_expected(&ps->r, "a statement or '}'");
}

static void parse_head(struct parser *ps, const char *file) {
    struct protocol *p = ps->p;
    reader_expect_word(&ps->r, "protocol");
    p->name = reader_string(&ps->r);
    p->display = reader_peek_string(&ps->r) ? reader_string(&ps->r) : p->name;
    p->file = file;
    if (reader_accept_word(&ps->r, "at")) {
        p->file = reader_string(&ps->r);
        reader_expect(&ps->r, ':');
        p->line = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    }
    reader_expect(&ps->r, '{');
    if (reader_accept_word(&ps->r, "largest"))
        term_table_set_max_block(p->terms, (uint32_t)reader_number(&ps->r, UINT32_MAX));
    if (reader_accept_word(&ps->r, "opencl"))
        p->language = LANGUAGE_OPENCL;
    if (reader_accept_word(&ps->r, "threads"))
        p->max_threads = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    bool has_block = reader_accept_word(&ps->r, "block");
    for (uint32_t i = 0; has_block && i < 3; i++)
        p->required_block[i] = (uint32_t)reader_number(&ps->r, UINT32_MAX);
    protocol_add_launch(p);
}

#define GIVE(field, count_field, vec)                                                                                                                \
    (p->count_field = (vec).size, p->field = memcpy(arena_alloc(p->arena, (vec).size * sizeof *(vec).data),                                          \
                                                    (vec).data ? (void *)(vec).data : (void *)"", (vec).size * sizeof *(vec).data))

static void give_locations(struct parser *ps) {
    struct protocol *p = ps->p;
    vec_resize_zero(&ps->locations, ps->locations.size ? ps->locations.size : 1);
    for (uint32_t i = 0; i < ps->used_locations.size; i++) {
        uint32_t id = ps->used_locations.data[i];
        if (id >= ps->locations.size || !ps->locations.data[id].file)
            reader_fail(&ps->r, "there is no location L%u", id);
    }
    for (uint32_t i = 1; i < ps->locations.size; i++) {
        if (!ps->locations.data[i].file)
            ps->locations.data[i] = (struct loc){.file = "", .function = ""};
    }
    size_t size = ps->locations.size * sizeof *ps->locations.data;
    p->locs = memcpy(arena_alloc(p->arena, size), ps->locations.data, size);
    p->loc_count = ps->locations.size;
}

static void give(struct parser *ps) {
    struct protocol *p = ps->p;
    for (uint32_t i = 0; i < ps->loops.size; i++) {
        if (!ps->loops.data[i].is_read)
            reader_fail(&ps->r, "there is no loop %u", i);
    }
    GIVE(params, param_count, ps->params);
    GIVE(members, member_count, ps->members);
    GIVE(arrays, array_count, ps->arrays);
    GIVE(items, item_count, ps->items);
    GIVE(privates, private_count, ps->privates);
    GIVE(problems, problem_count, ps->problems);
    GIVE(trusts, trust_count, ps->trusts);
    GIVE(asserts, assert_count, ps->asserts);
    GIVE(tickets, ticket_count, ps->tickets);
    GIVE(lanes, lanes_count, ps->lanes);
    GIVE(others, other_count, ps->others);
    p->loop_count = ps->loops.size;
    p->loops = arena_alloc(p->arena, p->loop_count * sizeof *p->loops);
    for (uint32_t i = 0; i < ps->loops.size; i++)
        p->loops[i] = ps->loops.data[i].loop;
    give_locations(ps);
}

static void release(struct parser *ps) {
    string_map_release(&ps->array_names);
    string_map_release(&ps->functions);
    vec_release(&ps->shared);
    vec_release(&ps->used_locations);
    vec_release(&ps->params);
    vec_release(&ps->members);
    vec_release(&ps->arrays);
    vec_release(&ps->items);
    vec_release(&ps->privates);
    vec_release(&ps->loops);
    vec_release(&ps->problems);
    vec_release(&ps->trusts);
    vec_release(&ps->asserts);
    vec_release(&ps->tickets);
    vec_release(&ps->lanes);
    vec_release(&ps->others);
    vec_release(&ps->locations);
}

static void parse_body(struct parser *ps) {
    while (!ps->r.error) {
        if (reader_accept(&ps->r, '}')) {
            if (ps->around == PROTOCOL_NONE)
                return;
            parse_loop_end(ps);
        } else {
            parse_statement(ps);
        }
    }
}

/* The protocol at the reader; NULL and reader->error if there is none. */
static struct protocol *parse_one(struct reader *reader, const char *file) {
    struct protocol *p = arena_alloc(reader->arena, sizeof *p);
    struct parser ps = {.r = *reader, .p = p, .around = PROTOCOL_NONE};
    p->arena = reader->arena;
    p->terms = term_table_create();
    p->stated = arena_alloc(p->arena, sizeof *p->stated);
    string_map_init(&ps.array_names);
    string_map_init(&ps.functions);
    parse_head(&ps, file);
    parse_body(&ps);
    give(&ps);
    const char *violation = ps.r.error ? NULL : protocol_check(p);
    if (violation)
        reader_fail(&ps.r, "protocol %s: %s", p->name, violation);
    release(&ps);
    *reader = ps.r;
    if (!reader->error)
        return p;
    protocol_destroy(p);
    return NULL;
}

struct protocol *protocol_parse(struct arena *arena, const char *text, const char *file, const char **error) {
    struct reader reader;
    reader_init(&reader, arena, text);
    struct protocol *p = parse_one(&reader, file);
    if (p && !reader_is_at_end(&reader)) {
        reader_expected(&reader, "the end of the text after the protocol");
        protocol_destroy(p);
        p = NULL;
    }
    *error = reader.error;
    return p;
}

struct protocol **protocol_parse_all(struct arena *arena, const char *text, const char *file, uint32_t *count, const char **error) {
    struct reader reader;
    VEC(struct protocol *) all = {0};
    reader_init(&reader, arena, text);
    while (!reader.error && !reader_is_at_end(&reader)) {
        struct protocol *p = parse_one(&reader, file);
        if (p)
            vec_push(&all, p);
    }
    for (uint32_t i = 0; reader.error && i < all.size; i++)
        protocol_destroy(all.data[i]);
    *count = reader.error ? 0 : all.size;
    *error = reader.error;
    struct protocol **result = arena_alloc(arena, (all.size + 1) * sizeof(struct protocol *));
    if (all.size)
        memcpy(result, all.data, all.size * sizeof(struct protocol *));
    vec_release(&all);
    return reader.error ? NULL : result;
}
