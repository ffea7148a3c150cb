/* The installed header: a session, a report of a good and of a missing file, wrong options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "warpproof/warpproof.h"

#define RACE_CU "tests/cli/race.cu"

static void test_version(void **state) {
    (void)state;
    assert_string_equal(wp_version(), WP_VERSION);
}

static void test_check(void **state) {
    (void)state;
    static const char *const options[] = {"--only=race", "--stats=off", "--", "-DUNUSED"};
    char *error = NULL;
    struct wp_session *session = wp_session_create(options, 4, &error);
    assert_non_null(session);
    assert_null(error);
    for (int time = 0; time < 2; time++) {
        int status = -1;
        char *report = wp_check_file(session, RACE_CU, &status);
        assert_non_null(report);
        assert_true(status == 1 || status == 3);
        assert_non_null(strstr(report, "\"name\": \"_Z1kPii\""));
        assert_non_null(strstr(report, "\"data-race\""));
        wp_free(report);
        report = wp_check_file(session, "tests/cli/missing.cu", &status);
        assert_non_null(report);
        assert_int_equal(status, 2);
        assert_null(strstr(report, "\"status\": \"analysed\""));
        wp_free(report);
    }
    wp_session_destroy(session);
}

static void test_wrong_options(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "--bogus", "--help", "--version", "another.cu", "--stop-after=kernel", "--block=0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *error = NULL;
        assert_null(wp_session_create(&wrong[i], 1, &error));
        assert_non_null(error);
        wp_free(error);
        assert_null(wp_session_create(&wrong[i], 1, NULL));
    }
    wp_session_destroy(NULL);
    wp_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_version), cmocka_unit_test(test_check),
                                       cmocka_unit_test(test_wrong_options)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
