/* Lack of memory in base, term and protocol: whichever allocation fails, the process ends in mem_exhausted (base/memory.h), with its
   line and SIGABRT, and in no other way; no failure passes unnoticed.

   Each allocation is made to fail in a process of its own. Allocations are counted through the linker (--wrap). */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/vec.h"
#include "protocol/protocol.h"
#include "term/term.h"

static long countdown; /* 0: nothing fails */

static bool fails_now(void) {
    return countdown > 0 && --countdown == 0;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    return fails_now() ? NULL : __real_malloc(size);
}

void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size) {
    return fails_now() ? NULL : __real_realloc(memory, size);
}

/* Work that allocates; true if its result is right. */
typedef bool (*work_function)(void);

enum outcome { DONE, EXHAUSTED, WRONG };

/* What becomes of the work if its allocation n fails. */
static enum outcome try(work_function work, long n) {
    int ends[2], status;
    char words[512] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        struct sigaction plain = {.sa_handler = SIG_DFL};
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        sigaction(SIGABRT, &plain, NULL);
        dup2(ends[1], STDERR_FILENO);
        countdown = n;
        bool is_right = work();
        _exit(is_right && countdown > 0 ? 0 : 1);
    }
    close(ends[1]);
    ssize_t count = read(ends[0], words, sizeof words - 1);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    bool is_told = count > 0 && strstr(words, "warpproof: out of memory (") == words;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && count == 0) {
        return DONE;
    }
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && is_told ? EXHAUSTED : WRONG;
}

/* Every allocation of the work, and at least `least` of them. */
static void try_all(work_function work, long least) {
    enum outcome outcome = EXHAUSTED;
    long n;
    for (n = 1; outcome == EXHAUSTED; n++) {
        outcome = try(work, n);
    }
    assert_int_equal(outcome, DONE);
    assert_true(n - 2 >= least);
}

static bool work_on_containers(void) {
    struct arena arena = {0};
    struct buffer text = {0};
    struct string_map map = {0};
    VEC(uint32_t) numbers = {0};
    for (uint32_t i = 0; i < 200; i++) {
        const char *name = arena_printf(&arena, "name %u", i);
        string_map_set(&map, name, i);
        vec_push(&numbers, i);
        buffer_add(&text, name);
    }
    char *large = arena_alloc(&arena, 1 << 16);
    uint32_t found = 0;
    bool is_right = string_map_get(&map, "name 199", &found) && found == 199 && numbers.size == 200 && text.size == 10 * 6 + 90 * 7 + 100 * 8 &&
                    large[65535] == 0;
    vec_release(&numbers);
    string_map_release(&map);
    buffer_release(&text);
    arena_release(&arena);
    return is_right;
}

static bool work_on_terms(void) {
    struct arena arena = {0};
    struct term_table *table = term_table_create();
    struct buffer text = {0};
    const char *at = "((3:32 * 5:32) + 1:32) *s 4:32", *error = NULL;
    term_ref sum = term_parse(table, &at, &arena, &error);
    bool is_right = !error;
    if (is_right) {
        term_print(table, sum, &text);
        is_right = strcmp(buffer_text(&text), "64") == 0;
    }
    buffer_release(&text);
    term_table_destroy(table);
    arena_release(&arena);
    return is_right;
}

static char protocol_text[1 << 16];

/* Parsed, printed, parsed and printed again. */
static bool work_on_protocol(void) {
    struct arena arena = {0};
    struct buffer once = {0}, twice = {0};
    const char *error = NULL;
    struct protocol *first = protocol_parse(&arena, protocol_text, "rows.map", &error);
    bool is_right = first != NULL;
    if (first) {
        protocol_print(first, &once);
        struct protocol *second = protocol_parse(&arena, buffer_text(&once), "again.map", &error);
        is_right = second != NULL;
        if (second) {
            protocol_print(second, &twice);
            is_right = strcmp(buffer_text(&once), buffer_text(&twice)) == 0;
            protocol_destroy(second);
        }
        protocol_destroy(first);
    }
    buffer_release(&once);
    buffer_release(&twice);
    arena_release(&arena);
    return is_right;
}

static void test_containers(void **state) {
    (void)state;
    try_all(work_on_containers, 10);
}

static void test_terms(void **state) {
    (void)state;
    try_all(work_on_terms, 5);
}

static void test_protocol(void **state) {
    (void)state;
    FILE *stream = fopen("tests/prove/algebra/rows.map", "rb");
    assert_non_null(stream);
    assert_true(fread(protocol_text, 1, sizeof protocol_text - 1, stream) > 0);
    fclose(stream);
    try_all(work_on_protocol, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_containers), cmocka_unit_test(test_terms), cmocka_unit_test(test_protocol)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
