/* wp_speed: wall time of `warpproof check` against clang's front end on the same file.

     wp_speed WARPPROOF FILE...

   The flags are those that warpproof gave to clang: this program is put in clang's
   place (--clang), notes its arguments and becomes clang. Then clang runs with the
   same arguments and -fsyntax-only in place of the output. Each file is measured
   RUNS times each way, alternating; the medians are compared (a file whose check is long
   once). Files count if every
   kernel of them is decided: race and divergence are proved, or each open pair or
   barrier has a finding. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vec.h"
#include "outcome.h"

enum { RUNS = 3, LONGEST_SECONDS = 120 };

/* A file whose check takes longer is measured once: its noise is small beside its time. */
static const double once_seconds = 4;

static const char note_variable[] = "WP_SPEED_NOTE";
static const char clang_variable[] = "WP_SPEED_CLANG";

typedef VEC(char *) argument_list;

struct row {
    const char *path;
    double clang, check;
};

static bool has_argument(char **arguments, const char *wanted) {
    for (; *arguments; arguments++) {
        if (strcmp(*arguments, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* In clang's place: one argument per record, each ended by a NUL. */
static int note_and_become(char **argv, const char *note) {
    const char *clang = getenv(clang_variable);
    if (has_argument(argv, "-emit-llvm") && has_argument(argv, "--cuda-device-only")) {
        FILE *stream = fopen(note, "w");
        if (!stream) {
            return 127;
        }
        for (char **argument = argv + 1; *argument; argument++) {
            fwrite(*argument, 1, strlen(*argument) + 1, stream);
        }
        if (fclose(stream) != 0) {
            return 127;
        }
    }
    argv[0] = (char *)clang;
    execvp(clang, argv);
    return 127;
}

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Exit status, -1 for a signal; standard output goes to `output`. */
static int run(char **arguments, const char *output, double *seconds) {
    double start = now_seconds();
    pid_t child = fork();
    if (child == 0) {
        int to = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        int null = open("/dev/null", O_RDWR);
        if (to < 0 || null < 0 || dup2(null, 0) < 0 || dup2(to, 1) < 0 || dup2(null, 2) < 0) {
            _exit(127);
        }
        alarm(LONGEST_SECONDS);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    *seconds = now_seconds() - start;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The bundled header, from the option that names their folder. */
static char *bundled_header(struct arena *arena, const struct buffer *arguments) {
    static const char option[] = "--cuda-path=";
    for (size_t at = 0; at < arguments->size; at += strlen(arguments->data + at) + 1) {
        if (strncmp(arguments->data + at, option, sizeof option - 1) == 0) {
            return arena_printf(arena, "%s/__warpproof_cuda.h", arguments->data + at + sizeof option - 1);
        }
    }
    return arena_strdup(arena, "");
}

/* The noted arguments with -fsyntax-only in place of "-emit-llvm -c -o OUTPUT", without a list of headers, and with the bundled
   header as text: clang by itself has nothing that is compiled already. */
static bool read_note(struct arena *arena, const char *note, argument_list *command) {
    FILE *stream = fopen(note, "r");
    if (!stream) {
        return false;
    }
    struct buffer text = {0};
    char piece[4096];
    for (size_t n; (n = fread(piece, 1, sizeof piece, stream)) > 0;) {
        buffer_add_n(&text, piece, n);
    }
    fclose(stream);
    vec_push(command, arena_strdup(arena, getenv(clang_variable)));
    vec_push(command, arena_strdup(arena, "-fsyntax-only"));
    for (size_t at = 0; at < text.size; at += strlen(text.data + at) + 1) {
        const char *argument = text.data + at;
        if (strcmp(argument, "-o") == 0 || strcmp(argument, "-MF") == 0) {
            at += strlen(argument) + 1;
        } else if (strcmp(argument, "-include-pch") == 0) {
            at += strlen(argument) + 1;
            vec_push(command, arena_strdup(arena, "-include"));
            vec_push(command, bundled_header(arena, &text));
        } else if (strcmp(argument, "-emit-llvm") != 0 && strcmp(argument, "-c") != 0 && strcmp(argument, "-MMD") != 0) {
            vec_push(command, arena_strdup(arena, argument));
        }
    }
    buffer_release(&text);
    vec_push(command, NULL);
    return true;
}

static bool is_decided(const char *report) {
    json_t *tree = json_load_file(report, 0, NULL);
    const json_t *file = json_array_get(json_object_get(tree, "files"), 0);
    const json_t *kernels = json_object_get(file, "kernels");
    bool result = json_array_size(kernels) > 0;
    size_t i = 0;
    const json_t *kernel = NULL;
    json_array_foreach(kernels, i, kernel) {
        result &= outcome_is_decided(kernel);
    }
    json_decref(tree);
    return result;
}

static int compare_seconds(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_seconds);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

struct bench {
    struct arena arena;
    const char *warpproof, *self, *note, *report;
    char **options; /* of clang, up to NULL */
    uint32_t undecided, failed;
    VEC(struct row) rows;
};

static void make_check(struct bench *bench, const char *path, bool noted, argument_list *command) {
    const char *const fixed[] = {bench->warpproof, "check", "--format=json", "--jobs=1", path};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        vec_push(command, arena_strdup(&bench->arena, fixed[i]));
    }
    if (noted) {
        vec_push(command, arena_printf(&bench->arena, "--clang=%s", bench->self));
    }
    vec_push(command, arena_strdup(&bench->arena, "--"));
    for (char **option = bench->options; *option; option++) {
        vec_push(command, *option);
    }
    vec_push(command, NULL);
}

static void measure(struct bench *bench, const char *path) {
    argument_list noted = {0}, check = {0}, clang = {0};
    double times[2][RUNS];
    make_check(bench, path, true, &noted);
    make_check(bench, path, false, &check);
    unlink(bench->note);
    setenv(note_variable, bench->note, 1);
    int status = run(noted.data, bench->report, &times[1][0]);
    unsetenv(note_variable);
    bool is_good = (status == 0 || status == 1 || status == 3) && read_note(&bench->arena, bench->note, &clang);
    if (!is_good) {
        fprintf(stderr, "%s: no result (status %d)\n", path, status);
        bench->failed++;
    } else if (!is_decided(bench->report)) {
        bench->undecided++;
        is_good = false;
    }
    size_t runs = times[1][0] > once_seconds ? 1 : RUNS;
    for (size_t i = 0; is_good && i < runs; i++) {
        is_good = run(clang.data, "/dev/null", &times[0][i]) == 0 && (i == 0 || run(check.data, bench->report, &times[1][i]) == status);
        bench->failed += !is_good;
    }
    if (is_good) {
        vec_push(&bench->rows, (struct row){path, median(times[0], runs), median(times[1], runs)});
    }
    vec_release(&noted);
    vec_release(&check);
    vec_release(&clang);
}

static int compare_rows(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    double x = a->check / a->clang, y = b->check / b->clang;
    return x < y ? -1 : x > y;
}

/* The smallest ratio that is at least as large as this share of all. */
static double ratio_at(const struct bench *bench, double share) {
    double place = share * bench->rows.size;
    uint32_t index = (uint32_t)place;
    index -= index > 0 && (double)index >= place;
    index = index < bench->rows.size ? index : bench->rows.size - 1;
    return bench->rows.data[index].check / bench->rows.data[index].clang;
}

static void print_rows(const struct bench *bench) {
    printf("%8s %10s %10s  file\n", "ratio", "check ms", "clang ms");
    for (uint32_t i = 0; i < bench->rows.size; i++) {
        const struct row *row = &bench->rows.data[i];
        printf("%8.2f %10.1f %10.1f  %s\n", row->check / row->clang, row->check * 1e3, row->clang * 1e3, row->path);
    }
    printf("\ndecided files: %u; not decided: %u; without a result: %u\n", bench->rows.size, bench->undecided, bench->failed);
    if (bench->rows.size > 0) {
        printf("ratio of check to clang -fsyntax-only: median %.2f (aim 2), 95th percentile %.2f "
               "(aim 10)\n",
               ratio_at(bench, 0.5), ratio_at(bench, 0.95));
    }
}

static int bench_all(struct bench *bench, int argc, char **argv) {
    int end = 2;
    while (end < argc && strcmp(argv[end], "--") != 0) {
        end++;
    }
    bench->options = end < argc ? argv + end + 1 : argv + argc;
    for (int i = 2; i < end; i++) {
        if (isatty(2)) {
            fprintf(stderr, "\r[%d/%d] %.60s\033[K", i - 1, end - 2, argv[i]);
        }
        measure(bench, argv[i]);
    }
    if (isatty(2)) {
        fprintf(stderr, "\r\033[K");
    }
    if (bench->rows.size > 0) {
        qsort(bench->rows.data, bench->rows.size, sizeof *bench->rows.data, compare_rows);
    }
    print_rows(bench);
    bool has_rows = bench->rows.size > 0;
    vec_release(&bench->rows);
    return bench->failed > 0 && !has_rows ? 1 : 0;
}

int main(int argc, char **argv) {
    const char *note = getenv(note_variable);
    if (note) {
        return note_and_become(argv, note);
    }
    if (argc < 3) {
        fputs("usage: wp_speed WARPPROOF FILE... [-- CLANG OPTION...]\n", stderr);
        return 2;
    }
    struct bench bench = {.warpproof = argv[1]};
    char *self = realpath(argv[0], NULL);
    const char *temporary = getenv("TMPDIR");
    char *directory = mkdtemp(arena_printf(&bench.arena, "%s/warpproof-speed.XXXXXX", temporary && *temporary ? temporary : "/tmp"));
    if (!self || !directory) {
        perror(self ? "no temporary folder" : argv[0]);
        return 2;
    }
    setenv(clang_variable, "clang-19", 0);
    bench.self = self;
    bench.note = arena_printf(&bench.arena, "%s/arguments", directory);
    bench.report = arena_printf(&bench.arena, "%s/report", directory);
    int status = bench_all(&bench, argc, argv);
    unlink(bench.note);
    unlink(bench.report);
    rmdir(directory);
    free(self);
    arena_release(&bench.arena);
    return status;
}
