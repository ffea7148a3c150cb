/* wp_measure: tables of what `warpproof check --format=json` said about many files.

     wp_measure suite RUNS         the table of a folder of CUDA files
     wp_measure programs RUNS      the table of programs, each run for every launch and with its own
     wp_measure gpuverify RUNS     the table of GPUVerify's tests
     wp_measure list RUNS          the table of kernels with known answers
     wp_measure pairs LIST RUNS RUNS   kernels that exist twice, side by side (scripts/side-by-side.sh)
     wp_measure sample COUNT RUNS  every n-th race found, in the order of RUNS

   RUNS has a line per file, fields separated by tabs: source, report, exit status,
   seconds, and what the table needs: "fragment" or nothing; or the expected outcome
   and the lines of the finding, or the kernel with its options and a note. Tables are
   Markdown. */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_add(struct tallies *tallies, const char *name, uint64_t count) {
    for (uint32_t i = 0; i < tallies->list.size; i++) {
        if (strcmp(tallies->list.data[i].name, name) == 0) {
            tallies->list.data[i].count += count;
            return;
        }
    }
    vec_push(&tallies->list, (struct tally){name, count});
}

static int compare_tallies(const void *left, const void *right) {
    const struct tally *a = left, *b = right;
    if (a->count != b->count) {
        return a->count > b->count ? -1 : 1;
    }
    return strcmp(a->name, b->name);
}

void tally_sort(struct tallies *tallies) {
    if (tallies->list.size > 0) {
        qsort(tallies->list.data, tallies->list.size, sizeof *tallies->list.data, compare_tallies);
    }
}

void tally_print(const struct tallies *tallies, const char *empty) {
    for (uint32_t i = 0; i < tallies->list.size; i++) {
        printf("%s%s %llu", i ? ", " : "", tallies->list.data[i].name, (unsigned long long)tallies->list.data[i].count);
    }
    if (tallies->list.size == 0) {
        printf("%s", empty);
    }
}

double percent(double part, double whole) {
    return whole > 0 ? 100.0 * part / whole : 0.0;
}

/* The next field of a line; "" when none is left. */
static char *take_field(char **line) {
    char *field = *line;
    size_t length = strcspn(field, "\t\n");
    *line = field[length] == '\t' ? field + length + 1 : field + length;
    field[length] = '\0';
    return field;
}

static int load_runs(struct arena *arena, const char *path, struct runs *runs) {
    FILE *stream = fopen(path, "r");
    if (!stream) {
        perror(path);
        return 1;
    }
    VEC(struct run) list = {0};
    char line[8192];
    while (fgets(line, sizeof line, stream)) {
        char *rest = arena_strdup(arena, line);
        struct run run = {.path = take_field(&rest)};
        const char *report = take_field(&rest);
        run.status = strtol(take_field(&rest), NULL, 10);
        run.seconds = strtod(take_field(&rest), NULL);
        run.expected = take_field(&rest);
        run.lines = take_field(&rest);
        run.note = take_field(&rest);
        run.report = json_load_file(report, 0, NULL);
        run.file = json_array_get(json_object_get(run.report, "files"), 0);
        vec_push(&list, run);
    }
    fclose(stream);
    runs->data = list.data;
    runs->size = list.size;
    return 0;
}

static int usage(void) {
    fputs("usage: wp_measure suite|programs|gpuverify|list RUNS\n"
          "       wp_measure sample COUNT RUNS\n"
          "       wp_measure pairs LIST RUNS RUNS\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    struct arena arena = {0};
    struct runs runs = {0}, others = {0};
    if (argc < 3 || argc > 5) {
        return usage();
    }
    int status = 0;
    if (load_runs(&arena, argv[argc - 1], &runs) != 0) {
        return 2;
    }
    if (strcmp(argv[1], "suite") == 0 && argc == 3) {
        measure_suite(&arena, &runs);
    } else if (strcmp(argv[1], "programs") == 0 && argc == 3) {
        measure_programs(&arena, &runs);
    } else if (strcmp(argv[1], "gpuverify") == 0 && argc == 3) {
        measure_gpuverify(&arena, &runs);
    } else if (strcmp(argv[1], "list") == 0 && argc == 3) {
        measure_list(&arena, &runs);
    } else if (strcmp(argv[1], "sample") == 0 && argc == 4) {
        measure_sample(&arena, &runs, (unsigned)strtoul(argv[2], NULL, 10));
    } else if (strcmp(argv[1], "pairs") == 0 && argc == 5) {
        status = load_runs(&arena, argv[3], &others) != 0 ? 2 : measure_pairs(&arena, argv[2], &others, &runs);
    } else {
        return usage();
    }
    arena_release(&arena);
    return status;
}
