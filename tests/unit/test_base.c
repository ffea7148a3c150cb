/* The containers of src/base, each against what its header promises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/pages.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/vec.h"

static int nothing_is_live(void **state) {
    (void)state;
    return mem_live_bytes() == 0 ? 0 : -1;
}

static void memory_counts_live_bytes(void **state) {
    (void)state;
    char *a = mem_alloc(100);
    void *empty = mem_alloc(0);
    assert_non_null(empty);
    assert_int_equal(mem_live_bytes(), 100);
    a[99] = 'x';
    a = mem_resize(a, 100, 300);
    assert_int_equal(a[99], 'x');
    assert_int_equal(mem_live_bytes(), 300);
    mem_free(a, 300);
    mem_free(empty, 0);
    mem_free(NULL, 0);
    assert_int_equal(mem_array_bytes(3, 5), 15);
    assert_int_equal(mem_array_bytes(SIZE_MAX, 0), 0);
}

static void arena_memory_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 15, 16, 17, 1000, 1024, 1025, 4096, 5000, 3000000, 2};
    enum { KINDS = sizeof sizes / sizeof *sizes, ROUNDS = 60 };
    static unsigned char *objects[KINDS * ROUNDS];
    struct arena arena = {0};
    for (size_t i = 0; i < KINDS * ROUNDS; i++) {
        size_t size_bytes = i / KINDS % 20 ? sizes[i % KINDS] % 8192 : sizes[i % KINDS];
        objects[i] = arena_alloc(&arena, size_bytes);
        assert_int_equal((uintptr_t)objects[i] % 16, 0);
        for (size_t j = 0; j < size_bytes; j++) {
            assert_true(objects[i][j] == 0);
        }
        memset(objects[i], (int)(i % 255 + 1), size_bytes);
    }
    for (size_t i = 0; i < KINDS * ROUNDS; i++) {
        size_t size_bytes = i / KINDS % 20 ? sizes[i % KINDS] % 8192 : sizes[i % KINDS];
        for (size_t j = 0; j < size_bytes; j++) {
            assert_true(objects[i][j] == i % 255 + 1);
        }
    }
    arena_release(&arena);
    assert_int_equal(mem_live_bytes(), 0);
    assert_string_equal(arena_strdup(&arena, "again"), "again");
    arena_release(&arena);
    arena_release(&arena);
}

static void arena_blocks_are_shared(void **state) {
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (int i = 0; i < 100000; i++) {
        arena_alloc(&arena, 16);
    }
    assert_true(mem_live_bytes() < 2 * 16 * 100000);
    arena_release(&arena);
}

static void arena_strings(void **state) {
    (void)state;
    struct arena arena = {0};
    assert_string_equal(arena_strdup(&arena, ""), "");
    assert_string_equal(arena_strndup(&arena, "abcdef", 3), "abc");
    assert_string_equal(arena_strndup(&arena, "ab", 30), "ab");
    assert_string_equal(arena_printf(&arena, "%s-%d", "x", 42), "x-42");
    assert_int_equal(strlen(arena_printf(&arena, "%10000d", 1)), 10000);
    arena_release(&arena);
}

static void vec_holds_what_was_pushed(void **state) {
    (void)state;
    VEC(uint32_t) numbers = {0};
    for (uint32_t i = 0; i < 1000; i++) {
        vec_push(&numbers, i * i);
    }
    assert_int_equal(numbers.size, 1000);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_int_equal(numbers.data[i], i * i);
    }
    vec_push(&numbers, numbers.data[7]);
    assert_int_equal(vec_last(&numbers), 49);
    vec_last(&numbers) = 50;
    assert_int_equal(vec_pop(&numbers), 50);
    assert_int_equal(vec_pop(&numbers), 999 * 999);
    assert_int_equal(numbers.size, 999);
    uint32_t *before = numbers.data;
    vec_clear(&numbers);
    vec_reserve(&numbers, 900);
    assert_ptr_equal(numbers.data, before);
    vec_release(&numbers);
    vec_release(&numbers);
    assert_null(numbers.data);
}

static void vec_of_structs(void **state) {
    (void)state;
    struct pair {
        int a, b;
    };
    VEC(struct pair) pairs = {0};
    vec_push(&pairs, (struct pair){1, 2});
    vec_resize_zero(&pairs, 100);
    assert_int_equal(pairs.size, 100);
    assert_int_equal(pairs.data[0].b, 2);
    assert_int_equal(pairs.data[99].a, 0);
    vec_last(&pairs).a = 9;
    vec_resize_zero(&pairs, 1);
    vec_resize_zero(&pairs, 100);
    assert_int_equal(vec_last(&pairs).a, 0);
    vec_resize_zero(&pairs, 0);
    vec_release(&pairs);
}

static void buffer_is_always_text(void **state) {
    (void)state;
    struct buffer buffer = {0};
    assert_string_equal(buffer_text(&buffer), "");
    buffer_add(&buffer, "");
    assert_string_equal(buffer.data, "");
    buffer_add(&buffer, "ab");
    buffer_char(&buffer, 'c');
    buffer_add_n(&buffer, "defgh", 2);
    buffer_printf(&buffer, "[%d %s]", -7, "x");
    assert_string_equal(buffer_text(&buffer), "abcde[-7 x]");
    for (size_t length = 0; length < 300; length++) {
        buffer_clear(&buffer);
        buffer_printf(&buffer, "%*s", (int)length, "");
        buffer_add(&buffer, ".");
        assert_int_equal(buffer.size, strlen(buffer.data));
        assert_int_equal(buffer.size, length + 1);
    }
    buffer_clear(&buffer);
    assert_string_equal(buffer_text(&buffer), "");
    buffer_release(&buffer);
    assert_string_equal(buffer_text(&buffer), "");
    buffer_clear(&buffer);
    buffer_add_n(&buffer, "a\0b", 3);
    assert_int_equal(buffer.size, 3);
    buffer_release(&buffer);
}

/* Keys that differ only high up, zero and the largest among them. */
static uint64_t nth_key(uint32_t n) {
    return n % 2 ? (uint64_t)n << 32 : UINT64_MAX - n;
}

static void map_finds_each_key(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    struct map map = {0};
    assert_false(map_get(&map, 0, NULL));
    map_set(&map, 0, 77);
    for (uint32_t n = 0; n < COUNT; n++) {
        map_set(&map, nth_key(n), n);
    }
    assert_int_equal(map.size, COUNT + 1);
    for (uint32_t n = 0; n < COUNT; n++) {
        uint32_t value = 0;
        assert_true(map_get(&map, nth_key(n), &value));
        assert_int_equal(value, n);
        assert_false(map_get(&map, nth_key(n + COUNT), &value));
    }
    map_set(&map, 0, 78);
    uint32_t value = 0;
    assert_true(map_get(&map, 0, &value));
    assert_int_equal(value, 78);
    assert_int_equal(map.size, COUNT + 1);
    map_release(&map);
    assert_false(map_get(&map, 0, NULL));
}

static void string_map_copies_its_keys(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    struct string_map map;
    string_map_init(&map);
    char key[32];
    for (uint32_t n = 0; n < COUNT; n++) {
        snprintf(key, sizeof key, "key%u", n);
        string_map_set(&map, key, n);
    }
    string_map_set(&map, "", 1);
    string_map_set(&map, "", 2);
    assert_int_equal(map.size, COUNT + 1);
    uint32_t value = 0;
    for (uint32_t n = 0; n < COUNT; n++) {
        snprintf(key, sizeof key, "key%u", n);
        assert_true(string_map_get(&map, key, &value));
        assert_int_equal(value, n);
    }
    assert_true(string_map_get(&map, "", &value));
    assert_int_equal(value, 2);
    assert_false(string_map_get(&map, "key", NULL));
    string_map_release(&map);
    assert_false(string_map_get(&map, "key1", NULL));
}

static void hashes_depend_on_every_part(void **state) {
    (void)state;
    assert_true(hash_bytes("ab", 2) != hash_bytes("ab", 3));
    assert_true(hash_bytes("a", 1) != hash_bytes("b", 1));
    assert_true(hash_bytes("", 0) == hash_bytes("x", 0));
    assert_true(hash_mix(hash_mix(0, 1), 2) != hash_mix(hash_mix(0, 2), 1));
    static char bytes[64];
    uint64_t before = hash_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_true(hash_bytes(bytes, sizeof bytes) != before);
        bytes[i] = 0;
    }
}

static void rng_is_the_published_generator(void **state) {
    (void)state;
    struct rng rng = {{1, 2, 3, 4}};
    static const uint64_t expected[] = {11520, 0, 1509978240, 1215971899390074240};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(rng_next(&rng) == expected[i]);
    }
    /* splitmix64 seeded with 0 starts with this number */
    rng_init(&rng, 0);
    assert_true(rng.state[0] == UINT64_C(0xe220a8397b1dcdaf));
}

static void rng_below_stays_below_and_reaches_all(void **state) {
    (void)state;
    struct rng rng;
    rng_init(&rng, 1);
    for (uint64_t bound = 1; bound < 10; bound++) {
        uint64_t seen = 0;
        for (int i = 0; i < 500; i++) {
            uint64_t value = rng_below(&rng, bound);
            assert_true(value < bound);
            seen |= UINT64_C(1) << value;
        }
        assert_true(seen == (UINT64_C(1) << bound) - 1);
    }
    assert_true(rng_below(&rng, UINT64_MAX) < UINT64_MAX);
}

/* The vectors of FIPS 180-4, whole and in pieces. */
static void sha256_is_the_published_hash(void **state) {
    (void)state;
    static const char *const vectors[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    char hex[SHA256_HEX_BYTES];
    struct sha256 hash;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        sha256_init(&hash);
        for (const char *c = vectors[i][0]; *c; c++) {
            sha256_add(&hash, c, 1);
        }
        sha256_hex(&hash, hex);
        assert_string_equal(hex, vectors[i][1]);
    }
    sha256_init(&hash);
    for (int i = 0; i < 10000; i++) {
        sha256_add(&hash, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 100);
    }
    sha256_hex(&hash, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

#define TEST(function) cmocka_unit_test_teardown(function, nothing_is_live)

static void huge_pages_keep_settings_of_the_user(void **state) {
    (void)state;
    static const char name[] = "GLIBC_TUNABLES";
    unsetenv(name);
    pages_use_huge_in_program();
    assert_string_equal(getenv(name), "glibc.malloc.hugetlb=1");
    pages_use_huge_in_program();
    assert_string_equal(getenv(name), "glibc.malloc.hugetlb=1");
    setenv(name, "glibc.malloc.perturb=7", 1);
    pages_use_huge_in_program();
    assert_string_equal(getenv(name), "glibc.malloc.perturb=7:glibc.malloc.hugetlb=1");
    setenv(name, "glibc.malloc.hugetlb=0", 1);
    pages_use_huge_in_program();
    assert_string_equal(getenv(name), "glibc.malloc.hugetlb=0");
    unsetenv(name);
}

static void the_heap_holds_with_huge_pages(void **state) {
    (void)state;
    enum { COUNT = 64, BYTES = 1 << 20 };
    char *blocks[COUNT];
    pages_use_huge();
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = malloc(BYTES);
        assert_non_null(blocks[i]);
        memset(blocks[i], i, BYTES);
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(blocks[i][BYTES - 1], i);
        free(blocks[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(huge_pages_keep_settings_of_the_user),
        TEST(the_heap_holds_with_huge_pages),
        TEST(memory_counts_live_bytes),
        TEST(arena_memory_is_zeroed_aligned_and_apart),
        TEST(arena_blocks_are_shared),
        TEST(arena_strings),
        TEST(vec_holds_what_was_pushed),
        TEST(vec_of_structs),
        TEST(buffer_is_always_text),
        TEST(map_finds_each_key),
        TEST(string_map_copies_its_keys),
        TEST(hashes_depend_on_every_part),
        TEST(rng_is_the_published_generator),
        TEST(rng_below_stays_below_and_reaches_all),
        TEST(sha256_is_the_published_hash),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
