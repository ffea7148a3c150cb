/* The library: results of files and of text in memory, a callback that cancels, errors, and lack of memory in the calling process,
   in the supervisor and in a worker, none of which ends the calling process.

   Allocations of the house are counted through the linker (--wrap): the one at which `countdown` arrives fails, in whichever
   process, since a child inherits the count. */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "warpproof/warpproof.h"

#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIMITS_MEMORY 0
#endif
#endif
#ifndef LIMITS_MEMORY
#define LIMITS_MEMORY 1
#endif

#define RACE_CU "tests/cli/race.cu"

static const char RACE_MAP[] = "protocol \"racy\" \"racy\" at \"racy.cu\":1 {\n"
                               "  reads tid.x\n"
                               "  array s: static shared element 4 extent 64 written\n"
                               "  write s[0:64] bytes 4 value tid.x at L1\n"
                               "  location L1 \"racy.cu\":1:1 in \"racy\"\n"
                               "}\n";

static long countdown; /* 0: nothing fails */

static int fails_now(void) {
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

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
    return fails_now() ? NULL : __real_calloc(count, size);
}

static struct wp_session *make_session(const char *const *options, int count) {
    struct wp_session *session = NULL;
    assert_int_equal(wp_session_create(options, count, &session), WP_PROVED);
    assert_non_null(session);
    assert_string_equal(wp_last_error(session), "");
    return session;
}

static const char *const quick[] = {"--only=race", "--stats=off"};

static void test_version(void **state) {
    (void)state;
    assert_string_equal(wp_version(), WP_VERSION);
}

static void test_file(void **state) {
    (void)state;
    static const char *const options[] = {"--only=race", "--stats=off", "--", "-DUNUSED"};
    struct wp_session *session = make_session(options, 4);
    for (int time = 0; time < 2; time++) {
        char *report = NULL;
        assert_int_equal(wp_check_file(session, RACE_CU, &report), WP_REFUTED);
        assert_non_null(strstr(report, "\"name\": \"_Z1kPii\""));
        assert_non_null(strstr(report, "\"data-race\""));
        wp_free(report);
        assert_int_equal(wp_check_file(session, "tests/cli/missing.cu", &report), WP_UNUSABLE);
        assert_null(strstr(report, "\"status\": \"analysed\""));
        wp_free(report);
        assert_int_equal(wp_check_file(session, RACE_CU, NULL), WP_REFUTED);
        assert_string_equal(wp_last_error(session), "");
    }
    wp_session_destroy(session);
}

static char *read_file(const char *path, size_t *size) {
    static char bytes[65536];
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    *size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    return bytes;
}

/* Text has the report of a file with the same name and bytes. */
static void test_text_as_file(void **state) {
    (void)state;
    struct wp_session *session = make_session(quick, 2);
    char *of_file = NULL, *of_text = NULL;
    size_t size;
    const char *text = read_file(RACE_CU, &size);
    assert_int_equal(wp_check_file(session, RACE_CU, &of_file), WP_REFUTED);
    assert_int_equal(wp_check_text(session, RACE_CU, NULL, text, size, &of_text), WP_REFUTED);
    assert_string_equal(of_file, of_text);
    wp_free(of_file);
    wp_free(of_text);
    wp_session_destroy(session);
}

/* The text counts, not the file of its name: its lines, its comments that suppress, includes beside its name. */
static void test_text(void **state) {
    (void)state;
    static const char safe[] = "#include \"race.cu\"\n__global__ void mine(int *p) {\n  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";
    static const char suppressed[] = "__global__ void k(int *p) {\n  p[0] = threadIdx.x; // warpproof: ignore[data-race] in this text\n}\n";
    static const char racy[] = "\n\n__global__ void k(int *p) { p[0] = threadIdx.x; }\n";
    struct wp_session *session = make_session(quick, 2);
    char *report = NULL;
    assert_int_equal(wp_check_text(session, "tests/cli/unsaved \"1\".cu", NULL, safe, sizeof safe - 1, &report), WP_REFUTED);
    assert_non_null(strstr(report, "\"_Z4minePi\""));
    assert_non_null(strstr(report, "\"_Z1kPii\""));
    wp_free(report);
    assert_int_equal(wp_check_text(session, RACE_CU, NULL, racy, sizeof racy - 1, &report), WP_REFUTED);
    assert_non_null(strstr(report, "\"line\": 3"));
    wp_free(report);
    assert_int_equal(wp_check_text(session, RACE_CU, NULL, suppressed, sizeof suppressed - 1, &report), WP_PROVED);
    assert_non_null(strstr(report, "in this text"));
    wp_free(report);
    assert_int_equal(wp_check_text(session, "no suffix", "map", RACE_MAP, sizeof RACE_MAP - 1, &report), WP_REFUTED);
    wp_free(report);
    assert_int_equal(wp_check_text(session, "bad.cu", NULL, "__global__ void", 15, &report), WP_UNUSABLE);
    assert_non_null(strstr(report, "bad.cu:1:"));
    wp_free(report);
    wp_session_destroy(session);
}

/* Kernels in order, and which one cancels. */
struct hearing {
    unsigned heard, cancels_at;
    char names[64];
};

static int hear(void *context, const struct wp_kernel *kernel) {
    struct hearing *hearing = context;
    assert_int_equal(kernel->index, hearing->heard);
    assert_int_equal(kernel->count, 3);
    assert_int_equal(kernel->line, hearing->heard + 1);
    assert_string_equal(kernel->file, "three.cu");
    assert_int_equal(kernel->verdict, kernel->index == 1 ? WP_REFUTED : WP_PROVED);
    assert_non_null(strstr(kernel->report, kernel->name));
    assert_null(strchr(kernel->report, '\n'));
    strcat(hearing->names, kernel->display);
    return ++hearing->heard == hearing->cancels_at;
}

static int hear_in_order(void *context, const struct wp_kernel *kernel) {
    unsigned *heard = context;
    assert_int_equal(kernel->index, *heard);
    assert_int_equal(kernel->verdict, kernel->index == 0 ? WP_UNPROVED : WP_PROVED);
    (*heard)++;
    return 0;
}

/* A second worker is done with the others long before the first kernel is given up. */
static void test_callback_of_slow_kernel(void **state) {
    (void)state;
    static const char text[] = "__global__ void slow(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                               "__global__ void fast(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                               "__global__ void faster(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    static const char *const options[] = {"--only=race", "--stats=off", "--jobs=2", "--timeout=1", "--developer-hang=slow"};
    struct wp_session *session = make_session(options, 5);
    unsigned heard = 0;
    wp_session_on_kernel(session, hear_in_order, &heard);
    assert_int_equal(wp_check_text(session, "slow.cu", NULL, text, sizeof text - 1, NULL), WP_UNPROVED);
    assert_int_equal(heard, 3);
    wp_session_destroy(session);
}

static int count_folders(const char *path) {
    DIR *directory = opendir(path);
    int count = 0;
    assert_non_null(directory);
    while (readdir(directory)) {
        count++;
    }
    closedir(directory);
    return count - 2;
}

static void test_callback(void **state) {
    (void)state;
    static const char text[] = "__global__ void a(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                               "__global__ void b(int *p) { p[0] = threadIdx.x; }\n"
                               "__global__ void c(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    char folder[] = "/tmp/test_api.XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    struct wp_session *session = make_session(quick, 2);
    for (unsigned cancels_at = 0; cancels_at <= 3; cancels_at++) {
        struct hearing hearing = {.cancels_at = cancels_at};
        char *report = NULL;
        wp_session_on_kernel(session, hear, &hearing);
        enum wp_status status = wp_check_text(session, "three.cu", NULL, text, sizeof text - 1, &report);
        assert_int_equal(status, cancels_at == 0 ? WP_REFUTED : WP_CANCELLED);
        assert_int_equal(hearing.heard, cancels_at == 0 ? 3 : cancels_at);
        assert_true(!report == (cancels_at > 0));
        assert_string_equal(wp_last_error(session), cancels_at > 0 ? "cancelled" : "");
        assert_true(cancels_at > 0 || strcmp(hearing.names, "a(int*)b(int*)c(int*)") == 0);
        wp_free(report);
        assert_int_equal(count_folders(folder), 0);
    }
    wp_session_on_kernel(session, NULL, NULL);
    assert_int_equal(wp_check_text(session, "three.cu", NULL, text, sizeof text - 1, NULL), WP_REFUTED);
    wp_session_destroy(session);
    unsetenv("TMPDIR");
    rmdir(folder);
}

static void test_wrong_options(void **state) {
    (void)state;
    static const char *const wrong[] = {"--bogus",   "--help",          "--version",          "another.cu",           "--stop-after=kernel",
                                        "--block=0", "--output=x.json", "--baseline=x.sarif", "--changed-since=HEAD", "--project=none"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct wp_session *session = NULL;
        char *report = NULL;
        assert_int_equal(wp_session_create(&wrong[i], 1, &session), WP_BAD_OPTIONS);
        assert_non_null(session);
        assert_true(strlen(wp_last_error(session)) > 0);
        assert_int_equal(wp_check_file(session, RACE_CU, &report), WP_BAD_OPTIONS);
        assert_true(strlen(wp_last_error(session)) > 0);
        assert_null(report);
        wp_session_destroy(session);
    }
    static const char *const unknown[] = {"--param", "nowhere=1"};
    struct wp_session *session = make_session(unknown, 2);
    assert_int_equal(wp_check_file(session, RACE_CU, NULL), WP_BAD_OPTIONS);
    assert_non_null(strstr(wp_last_error(session), "nowhere"));
    wp_session_destroy(session);
    static const char *const from_files[] = {"--header-options"};
    session = make_session(from_files, 1);
    assert_int_equal(wp_check_text(session, "x.cu", NULL, "", 0, NULL), WP_BAD_OPTIONS);
    wp_session_destroy(session);
}

static void test_wrong_arguments(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    struct wp_session *session = NULL;
    assert_int_equal(wp_session_create(none, 1, &session), WP_BAD_ARGUMENT);
    assert_null(session);
    assert_int_equal(wp_session_create(NULL, 1, &session), WP_BAD_ARGUMENT);
    assert_int_equal(wp_session_create(NULL, 0, NULL), WP_BAD_ARGUMENT);
    assert_int_equal(wp_check_file(NULL, RACE_CU, NULL), WP_BAD_ARGUMENT);
    session = make_session(NULL, 0);
    assert_int_equal(wp_check_file(session, NULL, NULL), WP_BAD_ARGUMENT);
    assert_int_equal(wp_check_text(session, "x.cu", NULL, NULL, 1, NULL), WP_BAD_ARGUMENT);
    assert_int_equal(wp_check_text(session, "x.txt", NULL, "", 0, NULL), WP_BAD_ARGUMENT);
    assert_int_equal(wp_check_text(session, "x.cu", "fortran", "", 0, NULL), WP_BAD_ARGUMENT);
    assert_int_equal(wp_check_text(session, "x\n.cu", NULL, "", 0, NULL), WP_BAD_ARGUMENT);
    assert_true(strlen(wp_last_error(session)) > 0);
    assert_int_equal(wp_check_text(session, "x.cu", NULL, NULL, 0, NULL), WP_PROVED);
    wp_session_destroy(session);
    wp_session_destroy(NULL);
    wp_session_on_kernel(NULL, NULL, NULL);
    wp_free(NULL);
}

/* A worker that ends loses its kernel; handlers and masks of the caller are not those of the workers. */
static void on_abort(int number) {
    (void)number;
    _exit(77);
}

static void test_lost_kernel(void **state) {
    (void)state;
    static const char *const options[] = {"--only=race", "--developer-crash=k"};
    struct wp_session *session = make_session(options, 2);
    char *report = NULL;
    signal(SIGABRT, on_abort);
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(wp_check_file(session, RACE_CU, &report), WP_UNPROVED);
    assert_non_null(strstr(report, "\"internal-error\""));
    assert_non_null(strstr(report, "signal 6"));
    wp_free(report);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGABRT, SIG_DFL);
    wp_session_destroy(session);
}

/* Whatever allocation fails, the call returns, says so if there is no report, and the session is as good as before. */
static void test_every_allocation(void **state) {
    (void)state;
    unsigned seen[WP_FAILED + 1] = {0};
    for (long n = 1; n < 20000; n += n < 24 ? 1 : n / 4) {
        struct wp_session *session = NULL;
        countdown = n;
        enum wp_status status = wp_session_create(quick, 2, &session);
        countdown = 0;
        assert_true(status == WP_PROVED || status == WP_OUT_OF_MEMORY);
        assert_true(!session == (status == WP_OUT_OF_MEMORY));
        wp_session_destroy(session);
        session = make_session(quick, 2);
        char *report = NULL;
        countdown = n;
        status = wp_check_text(session, "racy.map", NULL, RACE_MAP, sizeof RACE_MAP - 1, &report);
        countdown = 0;
        assert_true(status == WP_REFUTED || status == WP_UNPROVED || status == WP_UNUSABLE || status == WP_OUT_OF_MEMORY);
        assert_true(!report == (status == WP_OUT_OF_MEMORY));
        assert_string_equal(wp_last_error(session), report ? "" : "out of memory");
        assert_true(status != WP_UNPROVED || strstr(report, "\"out of memory\""));
        seen[status]++;
        wp_free(report);
        if (n % 16 == 0) {
            assert_int_equal(wp_check_text(session, "racy.map", NULL, RACE_MAP, sizeof RACE_MAP - 1, NULL), WP_REFUTED);
        }
        wp_session_destroy(session);
    }
    assert_true(seen[WP_OUT_OF_MEMORY] > 0);
    assert_true(seen[WP_UNPROVED] > 0 || !LIMITS_MEMORY); /* the steps of n are few: with sanitizers none may meet the kernel's own */
    assert_true(seen[WP_REFUTED] > 0);
}

static rlim_t address_space(void) {
    unsigned long pages = 0;
    FILE *stream = fopen("/proc/self/statm", "r");
    if (!stream || fscanf(stream, "%lu", &pages) != 1) {
        pages = 0;
    }
    if (stream) {
        fclose(stream);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* A limit on memory that leaves less and more room: errors, then results; without the limit the session is as good as before. */
static void test_memory_limit(void **state) {
    (void)state;
    struct rlimit whole;
    struct wp_session *session = make_session(quick, 2);
    rlim_t used = address_space();
    if (!LIMITS_MEMORY || used == 0) { /* the shadow of a sanitizer takes more than any limit */
        wp_session_destroy(session);
        return;
    }
    assert_int_equal(getrlimit(RLIMIT_AS, &whole), 0);
    unsigned results = 0, errors = 0;
    for (rlim_t room = 0; room <= (rlim_t)1 << 28; room = room ? room * 4 : 1 << 14) {
        struct rlimit little = {used + room, whole.rlim_max};
        char *report = NULL;
        assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
        enum wp_status status = wp_check_text(session, "racy.map", NULL, RACE_MAP, sizeof RACE_MAP - 1, &report);
        assert_int_equal(setrlimit(RLIMIT_AS, &whole), 0);
        assert_true(status != WP_PROVED);
        assert_true(!report == (status > WP_UNPROVED));
        errors += status == WP_OUT_OF_MEMORY || status == WP_NO_RESOURCES || status == WP_UNPROVED || status == WP_UNUSABLE;
        results += status == WP_REFUTED;
        wp_free(report);
        assert_int_equal(wp_check_text(session, "racy.map", NULL, RACE_MAP, sizeof RACE_MAP - 1, NULL), WP_REFUTED);
    }
    assert_true(errors > 0 && results > 0);
    wp_session_destroy(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_version),       cmocka_unit_test(test_file),
                                       cmocka_unit_test(test_text_as_file),  cmocka_unit_test(test_text),
                                       cmocka_unit_test(test_callback),      cmocka_unit_test(test_callback_of_slow_kernel),
                                       cmocka_unit_test(test_wrong_options), cmocka_unit_test(test_wrong_arguments),
                                       cmocka_unit_test(test_lost_kernel),   cmocka_unit_test(test_every_allocation),
                                       cmocka_unit_test(test_memory_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
