/* protocol_check names the first violation of each corrupted protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "protocol_random.h"

static const char GOOD[] = "protocol \"k\" \"k()\" at \"k.cu\":1 {\n"
                           "  array x: parameter global param 0 element 4 extent ? written at L1\n"
                           "  array y: static shared element 4 extent 64\n"
                           "  symbol n: i32 uniform param\n"
                           "  symbol k0: i32 thread counter loop 0\n"
                           "  symbol k1: i32 thread counter loop 1\n"
                           "  symbol k2: i32 thread counter loop 2\n"
                           "  symbol v: i32 thread value approximate \"value read from x\" at L1\n"
                           "  fact v: v <s n\n"
                           "  param \"x\": pointer = x\n"
                           "  param \"n\": scalar = n\n"
                           "  read y[0:64] bytes 4 gives ?, v\n"                     /* 0 */
                           "  loop 0 counter k0 barrier proceeds k0 <s n {\n"        /* 1 */
                           "    write x[sext64(k0)] bytes 4 value k0 when k0 <s n\n" /* 2 */
                           "    loop 1 counter k1 {\n"                               /* 3 */
                           "      update x[sext64(k0 + k1)] bytes 4 atomic device\n" /* 4 */
                           "    }\n"
                           "    barrier warp mask -1\n" /* 5 */
                           "    barrier block\n"        /* 6 */
                           "  }\n"
                           "  loop 2 counter k2 {\n"                                                       /* 7 */
                           "    read x[sext64(v)] size zext64(v) when v <s k2 marks offset, size, guard\n" /* 8 */
                           "  }\n"
                           "  exit\n" /* 9 */
                           "  assert n == 1\n"
                           "  problem timeout of race\n"
                           "  location L1 \"k.cu\":1:1 in \"k\"\n"
                           "}\n";

static term_ref term_of(struct protocol *p, const char *text) {
    const char *error = NULL;
    term_ref t = term_parse(p->terms, &text, p->arena, &error);
    assert_false(term_is_none(t));
    return t;
}

static symbol_ref symbol_named(struct protocol *p, const char *name) {
    symbol_ref symbol = {0};
    assert_true(symbol_find(p->terms, name, &symbol));
    return symbol;
}

static void add_symbol(struct protocol *p, struct symbol symbol) {
    symbol.width_bits = 32;
    symbol_create(p->terms, &symbol);
}

#define CORRUPTION(name, statement)                                                                                                                  \
    static void name(struct protocol *p) {                                                                                                           \
        statement;                                                                                                                                   \
    }

CORRUPTION(without_name, p->name = NULL)
CORRUPTION(without_locations, p->loc_count = 0)
CORRUPTION(inlined_into_itself, ((struct loc *)p->locs)[1].inlined_at.id = 1)
CORRUPTION(param_without_name, p->params[1].name = NULL)
CORRUPTION(param_array, p->params[0].array = 2)
CORRUPTION(param_value, p->params[1].value = p->items[8].offset)
CORRUPTION(array_kind, p->arrays[0].kind = (enum array_kind)9)
CORRUPTION(array_param, p->arrays[0].param = PROTOCOL_NONE)
CORRUPTION(array_param_range, p->arrays[1].param = 2)
CORRUPTION(array_location, p->arrays[1].location.id = 2)
CORRUPTION(launch_missing, p->tid[1] = TERM_NONE)
CORRUPTION(launch_swapped, p->tid[1] = p->tid[0])
CORRUPTION(block_partial, p->required_block[1] = 4)
CORRUPTION(second_tid, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_TID}))
CORRUPTION(symbol_loop, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_FINAL, .loop = 3}))
CORRUPTION(symbol_in_loop, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_VALUE, .in_loop = 4}))
CORRUPTION(symbol_shared, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_VALUE, .scope = SCOPE_THREAD, .in_loop = 1}))
CORRUPTION(symbol_location, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_VALUE, .location = 9}))
CORRUPTION(symbol_reason, add_symbol(p, (struct symbol){.name = "t", .role = SYMBOL_VALUE, .approximate = true}))
CORRUPTION(loop_range, p->loops[2].end = 11)
CORRUPTION(loop_reversed, p->loops[2].end = 7)
CORRUPTION(loop_parent, p->loops[1].parent = 3)
CORRUPTION(loop_own_parent, p->loops[1].parent = 1)
CORRUPTION(loop_outside, p->loops[1].parent = 2)
CORRUPTION(loop_counter, p->loops[0].counter = symbol_named(p, "k1"))
CORRUPTION(loop_counter_role, p->loops[0].counter = symbol_named(p, "n"))
CORRUPTION(loop_proceeds, p->loops[0].proceeds = p->items[2].offset)
CORRUPTION(loop_proceeds_scope, p->loops[0].proceeds = term_of(p, "k2 <s n"))
CORRUPTION(loop_location, p->loops[0].location.id = 5)
CORRUPTION(loop_barrier, p->loops[0].has_barrier = false)
CORRUPTION(loop_item_missing, p->items[3].kind = ITEM_EXIT)
CORRUPTION(loop_item_twice, p->items[9].kind = ITEM_LOOP; p->items[9].body_loop = 0)
CORRUPTION(loop_item_elsewhere, p->items[3].body_loop = 2)
CORRUPTION(loop_body_late, p->loops[1].begin = p->loops[1].end = 5)
CORRUPTION(item_loop, p->items[2].loop = PROTOCOL_NONE)
CORRUPTION(item_loop_inner, p->items[5].loop = 1)
CORRUPTION(item_kind, p->items[0].kind = (enum item_kind)99)
CORRUPTION(wait_without_count, p->items[5].kind = ITEM_COPY_WAIT; p->items[5].count = TERM_NONE)
CORRUPTION(async_update, p->items[0].is_async = p->items[0].is_atomic = true)
CORRUPTION(item_location, p->items[0].location.id = 2)
CORRUPTION(item_marks, p->items[0].marks = 16)
CORRUPTION(guard_missing, p->items[0].guard = TERM_NONE)
CORRUPTION(guard_wide, p->items[0].guard = p->tid[0])
CORRUPTION(guard_counter, p->items[7].guard = term_of(p, "k2 <s n"))
CORRUPTION(guard_unmarked, p->items[8].marks = MARK_OFFSET | MARK_SIZE)
CORRUPTION(write_gives, p->items[2].gives = p->items[0].gives; p->items[2].give_count = 1)
CORRUPTION(read_gives_input, p->items[0].gives = &p->tid[0])
CORRUPTION(offset_narrow, p->items[0].offset = p->tid[0])
CORRUPTION(offset_outer, p->items[2].offset = p->items[4].offset)
CORRUPTION(offset_mixed, p->items[8].offset = term_of(p, "sext64(k1 + k2)"))
CORRUPTION(offset_unmarked, p->items[8].marks = MARK_GUARD | MARK_SIZE)
CORRUPTION(size_narrow, p->items[0].size = p->tid[0])
CORRUPTION(size_unmarked, p->items[8].marks = MARK_GUARD | MARK_OFFSET)
CORRUPTION(access_mode, p->items[0].mode = (enum access_mode)3)
CORRUPTION(access_array, p->items[0].array = 2)
CORRUPTION(access_unwritten, p->arrays[0].written = false)
CORRUPTION(write_exchange, p->items[2].is_exchange = true)
CORRUPTION(fence_scope, p->items[5].kind = ITEM_FENCE; p->items[5].scope = (enum scope_kind)9)
CORRUPTION(update_plain, p->items[4].is_atomic = false)
CORRUPTION(read_value, p->items[0].value = p->tid[0]; p->items[0].value_bits = 32)
CORRUPTION(fill_wide, p->items[2].is_fill = true)
CORRUPTION(value_width, p->items[2].value_bits = 16)
CORRUPTION(barrier_kind, p->items[5].barrier = BARRIER_KIND_COUNT)
CORRUPTION(barrier_mask, p->items[5].mask.id = 1000000)
CORRUPTION(assert_wide, p->asserts[0].condition = p->tid[0])
static void make_bound(struct protocol *p, uint64_t extent, uint32_t access) {
    p->asserts[0].kind = CLAIM_BOUND;
    p->asserts[0].index = term_zext(p->terms, p->tid[0], 64);
    p->asserts[0].extent = extent;
    p->asserts[0].access = access;
}

CORRUPTION(bound_access, make_bound(p, 1, 99))
CORRUPTION(bound_extent, make_bound(p, 0, 0))
CORRUPTION(assert_location, p->asserts[0].location.id = 8)
static void add_ticket(struct protocol *p, struct proto_ticket ticket) {
    p->tickets = arena_alloc(p->arena, sizeof *p->tickets);
    p->tickets[0] = ticket;
    p->ticket_count = 1;
}

CORRUPTION(ticket_symbol, add_ticket(p, (struct proto_ticket){.symbol = symbol_named(p, "n")}))
CORRUPTION(ticket_array, add_ticket(p, (struct proto_ticket){.symbol = symbol_named(p, "v"), .array = 2}))
CORRUPTION(ticket_step, add_ticket(p, (struct proto_ticket){.symbol = symbol_named(p, "v"), .offset = p->items[0].offset}))
static void add_lanes(struct protocol *p, struct proto_lanes lanes) {
    p->lanes = arena_alloc(p->arena, sizeof *p->lanes);
    p->lanes[0] = lanes;
    p->lanes_count = 1;
}

CORRUPTION(lanes_symbol, add_lanes(p, (struct proto_lanes){.symbol = symbol_named(p, "n")}))
CORRUPTION(lanes_source, add_lanes(p, (struct proto_lanes){.symbol = symbol_named(p, "v"), .source = 32}))
CORRUPTION(lanes_guard, add_lanes(p, (struct proto_lanes){.symbol = symbol_named(p, "v"), .guard = p->tid[0]}))
CORRUPTION(problem_reason, p->problems[0].reason = REASON_COUNT)
CORRUPTION(problem_properties, p->problems[0].properties = 0)
CORRUPTION(problem_location, p->problems[0].location.id = 8)

struct corruption {
    void (*corrupt)(struct protocol *p);
    const char *violation;
};

static const struct corruption corruptions[] = {
    {without_name, "no name"},
    {without_locations, "location table without entry 0"},
    {inlined_into_itself, "location L1: inlined at a later location"},
    {param_without_name, "parameter 1: no name"},
    {param_array, "parameter 0: no array 2"},
    {param_value, "parameter 1: its value is not the symbol of a scalar"},
    {array_kind, "array x: no kind 9"},
    {array_param, "array x: its parameter does not exist"},
    {array_param_range, "array y: its parameter does not exist"},
    {array_location, "array y: unknown location"},
    {launch_missing, "launch symbol 1 is missing"},
    {launch_swapped, "launch symbol 1 is missing"},
    {block_partial, "a required block without threads"},
    {second_tid, "symbol t: a second launch symbol"},
    {symbol_loop, "symbol t: no loop 3"},
    {symbol_in_loop, "symbol t: no loop 3"},
    {symbol_shared, "symbol t: not a value that threads share in an iteration"},
    {symbol_location, "symbol t: unknown location"},
    {symbol_reason, "symbol t: approximate without a reason"},
    {loop_range, "loop 2: items 8 to 11"},
    {loop_reversed, "loop 2: items 8 to 7"},
    {loop_parent, "loop 1: no parent 3"},
    {loop_own_parent, "loop 1: no parent 1"},
    {loop_outside, "loop 1 is not inside its parent 2"},
    {loop_counter, "loop 0: k1 is not its counter"},
    {loop_counter_role, "loop 0: n is not its counter"},
    {loop_proceeds, "loop 0: 'proceeds' is not Boolean"},
    {loop_proceeds_scope, "loop 0: 'proceeds' uses the counter of another loop"},
    {loop_location, "loop 0: unknown location"},
    {loop_barrier, "loop 0: has a barrier and is not marked so"},
    {loop_item_missing, "item 4: its loop is not the one it stands in"},
    {loop_item_twice, "item 9: no loop 0, or begun before"},
    {loop_item_elsewhere, "loop 2: its body does not follow item 3"},
    {loop_body_late, "loop 1: its body does not follow item 3"},
    {item_loop, "item 2: its loop is not the one it stands in"},
    {item_loop_inner, "item 5: its loop is not the one it stands in"},
    {item_kind, "item 0: no such kind"},
    {wait_without_count, "item 5: its count is not a term of width 64"},
    {async_update, "item 0: an atomic access that is asynchronous"},
    {item_location, "item 0: unknown location"},
    {item_marks, "item 0: unknown marks"},
    {guard_missing, "item 0: its guard is not a term of width 1"},
    {guard_wide, "item 0: its guard is not a term of width 1"},
    {guard_counter, "item 7: its guard uses the counter of a loop not around it"},
    {guard_unmarked, "item 8: its guard is approximate and not marked"},
    {offset_narrow, "item 0: its offset is not a term of width 64"},
    {offset_outer, "item 2: its offset uses the counter of a loop not around it"},
    {offset_mixed, "item 8: its offset uses the counter of a loop not around it"},
    {offset_unmarked, "item 8: its offset is approximate and not marked"},
    {size_narrow, "item 0: its size is not a term of width 64"},
    {size_unmarked, "item 8: its size is approximate and not marked"},
    {access_mode, "item 0: no such mode or scope"},
    {access_array, "item 0: no array 2"},
    {access_unwritten, "item 2: writes array x, which is not marked as written"},
    {write_exchange, "item 2: an exchange that is no update"},
    {fence_scope, "item 5: no such scope"},
    {update_plain, "item 4: an update that is not atomic"},
    {read_value, "item 0: a read with a value"},
    {write_gives, "item 2: a write that gives a value"},
    {read_gives_input, "item 0: gives something that is no unknown value"},
    {fill_wide, "item 2: a fill that does not write one byte's value"},
    {value_width, "item 2: its value is not a term of width 16"},
    {barrier_kind, "item 5: no such barrier"},
    {barrier_mask, "item 5: its mask is not a term"},
    {assert_wide, "assertion 0: not Boolean"},
    {bound_access, "assertion 0: no such access"},
    {bound_extent, "assertion 0: no index or no extent"},
    {assert_location, "assertion 0: unknown location"},
    {ticket_symbol, "ticket 0: no value of a thread"},
    {ticket_array, "ticket 0: no cell"},
    {ticket_step, "ticket 0: no update"},
    {lanes_symbol, "lanes 0: no value of a thread"},
    {lanes_source, "lanes 0: no such loop or lane"},
    {lanes_guard, "lanes 0: no condition of its loop"},
    {problem_reason, "problem 0: no such reason"},
    {problem_properties, "problem 0: unknown properties, or none"},
    {problem_location, "problem 0: unknown location"},
};

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static struct protocol *good(struct arena *arena) {
    const char *error = NULL;
    struct protocol *p = protocol_parse(arena, GOOD, "k.cu", &error);
    if (!p)
        fail_msg("%s", error);
    return p;
}

static void each_corruption_is_named(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof corruptions / sizeof *corruptions; i++) {
        struct arena arena = {0};
        struct protocol *p = good(&arena);
        assert_null(protocol_check(p));
        corruptions[i].corrupt(p);
        const char *violation = protocol_check(p);
        if (!violation)
            fail_msg("not found: %s", corruptions[i].violation);
        assert_string_equal(violation, corruptions[i].violation);
        protocol_destroy(p);
        arena_release(&arena);
    }
}

/* Whatever is wrong with one number, the check ends and says something or nothing. */
static void random_damage_does_no_harm(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 17);
    for (uint32_t i = 0; i < 2000; i++) {
        struct arena arena = {0};
        struct protocol *p = good(&arena);
        struct proto_item *item = &p->items[rng_below(&rng, p->item_count)];
        struct proto_loop *loop = &p->loops[rng_below(&rng, p->loop_count)];
        uint32_t number = (uint32_t)rng_below(&rng, 12);
        uint32_t *fields[] = {&item->loop,      &item->guard.id, &item->offset.id,   &item->size.id,     &item->array,
                              &item->body_loop, &item->value.id, &item->marks,       &item->location.id, &loop->begin,
                              &loop->end,       &loop->parent,   &loop->proceeds.id, &loop->counter.id};
        *fields[rng_below(&rng, sizeof fields / sizeof *fields)] = number == 11 ? UINT32_MAX : number;
        protocol_check(p);
        protocol_destroy(p);
        arena_release(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_corruption_is_named, nothing_is_live),
        cmocka_unit_test_teardown(random_damage_does_no_harm, nothing_is_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
