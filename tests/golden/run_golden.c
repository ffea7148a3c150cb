/* Runs the golden tests and prints TAP.
 *
 *   run_golden WARPPROOF FOLDER [--only TEXT] [--also SUBFOLDER] [--twice] [--confirmed] [--searched STEPS] [--without LIST] [--first] [-j N]
 *
 * Every FOLDER/x.cu, x.cl, x.baby and x.map is checked and its JSON report compared with the comments in
 * it (see README.md there); every FOLDER/errors/x.case is run. --also adds a
 * subfolder of kernels. --twice runs everything twice and compares bytes.
 * With WP_TEST_REPORTS=DIRECTORY each report is compared with the one that another build
 * left there (beside.c).
 * --confirmed insists that what should be refuted is refuted; without it an
 * unproved property with a possible finding will do. --searched runs no check but a
 * search of so many steps for each file: launches of kernels that are to be proved show
 * nothing. --without leaves out the tests that the file LIST names, one in a line ('#': a
 * comment), and says so. Work is split over N processes; the output does not depend on it, except that
 * with --first each process stops after its first failure. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "golden.h"

struct session {
    const char *tool, *folder, *only;
    const char *searched;  /* steps, or NULL */
    const char *reports;   /* directory, or NULL */
    struct buffer without; /* a list of tests, each behind the end of a line */
    bool is_twice, is_first_only;
    struct match_options match;
    struct arena arena;
    VEC(const char *) tests; /* paths */
};

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_tests(struct session *s, const char *subfolder, const char *suffix) {
    const char *path = arena_printf(&s->arena, "%s%s%s", s->folder, *subfolder ? "/" : "", subfolder);
    DIR *directory = opendir(path);
    if (!directory) {
        return;
    }
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        const char *test = arena_printf(&s->arena, "%s/%s", path, entry->d_name);
        if (ends_with(test, suffix) && strstr(test, s->only)) {
            vec_push(&s->tests, test);
        }
    }
    closedir(directory);
}

/* text: a file for the text report of the same run, or NULL. */
static void check_once(const struct session *s, const struct expectation *e, const char *path, const char *text, struct process_result *result) {
    VEC(const char *) arguments = {0};
    vec_push(&arguments, s->tool);
    vec_push(&arguments, e->command);
    vec_push(&arguments, path);
    if (text) {
        vec_push(&arguments, "--format=text");
        vec_push(&arguments, "-o");
        vec_push(&arguments, text);
    }
    vec_push(&arguments, "--format=json");
    vec_push(&arguments, "--stats=off");
    for (uint32_t i = 0; i < e->options.size; i++) {
        vec_push(&arguments, e->options.data[i]);
    }
    vec_push(&arguments, NULL);
    process_run(arguments.data, result);
    vec_release(&arguments);
}

static void check_result(const struct process_result *result, struct buffer *why) {
    if (result->is_too_slow) {
        buffer_printf(why, "no answer in %d s\n", TIME_LIMIT_SECONDS);
    } else if (result->status < 0) {
        buffer_printf(why, "%s\n", result->status == -1 ? "crashed" : "could not be run");
    }
}

/* Of options that say which launches there are: how many words, option and value. */
static uint32_t narrowing_words(const char *option) {
    static const char *const names[] = {"--block",          "--grid",        "--param",        "--requires",    "--extent",
                                        "--dynamic-shared", "--warp",        "--barrier-exit", "--annotations", "--local-size",
                                        "--num-groups",     "--global-size", "--global-offset"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(option, names[i], length) == 0 && (!option[length] || option[length] == '=')) {
            return option[length] ? 1 : 2;
        }
    }
    return 0;
}

/* Its launches stand in a file, which search does not read. */
static bool has_launch_file(const struct expectation *e) {
    bool has = false;
    for (uint32_t i = 0; i < e->options.size; i++) {
        has |= strncmp(e->options.data[i], "--launches", strlen("--launches")) == 0;
    }
    return has;
}

static void search_once(const struct session *s, const struct expectation *e, const char *path, struct process_result *result) {
    VEC(const char *) arguments = {0};
    bool is_for_clang = false;
    uint32_t words = 0;
    vec_push(&arguments, s->tool);
    vec_push(&arguments, "search");
    vec_push(&arguments, path);
    vec_push(&arguments, "--format=json");
    vec_push(&arguments, "--steps");
    vec_push(&arguments, s->searched);
    for (uint32_t i = 0; i < e->options.size; i++) {
        is_for_clang |= strcmp(e->options.data[i], "--") == 0;
        words = words > 0 ? words : narrowing_words(e->options.data[i]);
        if (is_for_clang || words > 0) {
            vec_push(&arguments, e->options.data[i]);
        }
        words -= words > 0;
    }
    vec_push(&arguments, NULL);
    process_run(arguments.data, result);
    vec_release(&arguments);
}

static void search_kernels(const struct session *s, const struct expectation *e, const char *path, struct buffer *why) {
    struct process_result result;
    search_once(s, e, path, &result);
    check_result(&result, why);
    if (why->size == 0) {
        match_search(e, buffer_text(&result.out), why);
    }
    process_release(&result);
}

/* False: a search has nothing to say of the file. */
static bool run_kernels(struct session *s, const char *path, struct buffer *why) {
    struct arena arena;
    arena_init(&arena);
    struct buffer text = {0};
    struct expectation e = {0};
    const char *error = "cannot read";
    bool is_run = true;
    if (!file_read(path, &text) || !expect_parse(&e, &arena, buffer_text(&text), &error)) {
        buffer_printf(why, "%s\n", error);
    } else if (s->searched && has_launch_file(&e)) {
        is_run = false;
    } else if (s->searched) {
        search_kernels(s, &e, path, why);
    } else {
        struct process_result result, again = {0};
        char brief[] = "/tmp/run_golden.XXXXXX";
        bool is_check = strcmp(e.command, "check") == 0 && !ends_with(path, ".baby"); /* a program that is not well typed has lines about that */
        int made = is_check ? mkstemp(brief) : -1;
        check_once(s, &e, path, made >= 0 ? brief : NULL, &result);
        check_result(&result, why);
        if (why->size == 0) {
            match_report(&e, path, buffer_text(&result.out), result.status, &s->match, why);
        }
        if (made >= 0) {
            struct buffer lines = {0};
            if (file_read(brief, &lines)) {
                lines_judge(buffer_text(&lines), why);
            }
            buffer_release(&lines);
            (void)close(made);
            (void)unlink(brief);
        }
        if (s->reports && result.status >= 0 && !result.is_too_slow) {
            beside_compare(s->reports, path, &result, why);
        }
        if (s->is_twice) {
            check_once(s, &e, path, NULL, &again);
            if (strcmp(buffer_text(&result.out), buffer_text(&again.out)) != 0 || result.status != again.status) {
                buffer_add(why, "two runs differ\n");
            }
        }
        process_release(&result);
        process_release(&again);
    }
    expect_release(&e);
    buffer_release(&text);
    arena_release(&arena);
    return is_run;
}

/* One TAP line, and a line for each further difference. */
static void print_outcome(FILE *to, const char *name, bool is_run, const struct buffer *why) {
    const char *text = buffer_text(why);
    if (!is_run) {
        fprintf(to, "ok %s # SKIP not possible here\n", name);
        return;
    }
    if (!*text) {
        fprintf(to, "ok %s\n", name);
        return;
    }
    size_t n = strcspn(text, "\n");
    fprintf(to, "not ok %s: %.*s\n", name, (int)n, text);
    for (text += n + (text[n] == '\n'); *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        fprintf(to, "#   %.*s\n", (int)n, text);
    }
}

/* The list has a line with this name alone. */
static bool is_left_out(const struct session *s, const char *name) {
    size_t length = strlen(name);
    for (const char *at = buffer_text(&s->without); (at = strstr(at, name)); at += length) {
        if (at > buffer_text(&s->without) && at[-1] == '\n' && (at[length] == '\n' || !at[length])) {
            return true;
        }
    }
    return false;
}

static bool run_test(struct session *s, const char *path, FILE *to) {
    struct buffer why = {0};
    if (is_left_out(s, path + strlen(s->folder) + 1)) {
        fprintf(to, "ok %s # SKIP it takes long: run by the build without sanitizers\n", path + strlen(s->folder) + 1);
        return true;
    }
    bool is_run = true;
    if (ends_with(path, ".case")) {
        is_run = errors_run(s->tool, s->folder, path, &why);
    } else {
        is_run = run_kernels(s, path, &why);
    }
    print_outcome(to, path + strlen(s->folder) + 1, is_run, &why);
    bool is_good = why.size == 0;
    buffer_release(&why);
    return is_good;
}

/* Tests worker, worker + workers, ...; the outcome of each ends with a zero byte. */
static int work(struct session *s, uint32_t worker, uint32_t workers, FILE *to) {
    bool is_good = true;
    for (uint32_t i = worker; i < s->tests.size; i += workers) {
        if (is_good || !s->is_first_only) {
            is_good &= run_test(s, s->tests.data[i], to);
        }
        fputc('\0', to);
    }
    fflush(to);
    return is_good ? 0 : 1;
}

static void copy_outcome(FILE *from) {
    for (int c = fgetc(from); c > 0; c = fgetc(from)) {
        putchar(c);
    }
}

static int run_all(struct session *s, uint32_t workers) {
    VEC(FILE *) outputs = {0};
    int failed = 0;
    for (uint32_t w = 0; w < workers; w++) {
        FILE *file = tmpfile();
        if (!file) {
            perror("tmpfile");
            exit(2);
        }
        vec_push(&outputs, file);
        pid_t child = fork();
        if (child == 0) {
            _exit(work(s, w, workers, file));
        }
        failed |= child < 0;
    }
    for (int status; wait(&status) > 0;) {
        failed |= status != 0;
    }
    for (uint32_t w = 0; w < workers; w++) {
        rewind(outputs.data[w]);
    }
    for (uint32_t i = 0; i < s->tests.size; i++) {
        copy_outcome(outputs.data[i % workers]);
    }
    for (uint32_t w = 0; w < workers; w++) {
        fclose(outputs.data[w]);
    }
    vec_release(&outputs);
    return failed;
}

static int usage(void) {
    fputs("usage: run_golden WARPPROOF FOLDER [--only TEXT] [--also SUBFOLDER] [--twice] "
          "[--confirmed] [--searched STEPS] [--without LIST] [--first] [-j N]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    struct session s = {.only = "", .reports = getenv("WP_TEST_REPORTS")};
    if (argc < 3) {
        return usage();
    }
    s.tool = argv[1];
    s.folder = argv[2];
    long workers = sysconf(_SC_NPROCESSORS_ONLN);
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            add_tests(&s, "", ".cu");
            add_tests(&s, "", ".cl");
            if (!s.searched) {
                add_tests(&s, "", ".baby");
                add_tests(&s, "", ".map");
                add_tests(&s, "errors", ".case");
            }
        }
        for (int i = 3; i < argc; i++) {
            const char *value = i + 1 < argc ? argv[i + 1] : NULL;
            if (strcmp(argv[i], "--twice") == 0) {
                s.is_twice = true;
            } else if (strcmp(argv[i], "--confirmed") == 0) {
                s.match.is_confirmed = true;
            } else if (strcmp(argv[i], "--first") == 0) {
                s.is_first_only = true;
            } else if (value && strcmp(argv[i], "--only") == 0) {
                s.only = argv[++i];
            } else if (value && strcmp(argv[i], "--without") == 0) {
                i++;
                buffer_clear(&s.without);
                buffer_char(&s.without, '\n');
                if (!buffer_add_file(&s.without, value)) {
                    perror(value);
                    return 2;
                }
            } else if (value && strcmp(argv[i], "--searched") == 0) {
                s.searched = argv[++i];
            } else if (value && strcmp(argv[i], "-j") == 0) {
                workers = atol(argv[++i]);
            } else if (value && strcmp(argv[i], "--also") == 0) {
                i++;
                if (pass == 1) {
                    add_tests(&s, value, ".cu");
                    add_tests(&s, value, ".cl");
                }
            } else {
                return usage();
            }
        }
    }
    if (s.tests.size > 0) {
        qsort(s.tests.data, s.tests.size, sizeof *s.tests.data, compare_paths);
    }
    printf("1..%u\n", s.tests.size);
    fflush(stdout);
    int failed = run_all(&s, workers < 1 ? 1 : workers > 64 ? 64 : (uint32_t)workers);
    vec_release(&s.tests);
    buffer_release(&s.without);
    arena_release(&s.arena);
    return failed;
}
