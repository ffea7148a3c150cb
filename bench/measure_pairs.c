/* Kernels that exist twice, in two folders that were measured: the two verdicts side by side.

   The list has tab-separated columns: path and name of the kernel in the first folder, the
   same in the second, a note. A path may leave out folders in front; names are without
   parameters and template arguments. A kernel that one of the runs does not have is "-". */
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "outcome.h"

struct pair {
    char *field[5]; /* path, kernel, path, kernel, note */
};

static bool ends_with_path(const char *path, const char *end) {
    size_t a = strlen(path), b = strlen(end);
    return a >= b && strcmp(path + a - b, end) == 0 && (a == b || path[a - b - 1] == '/');
}

static bool is_named(const char *name, const char *wanted) {
    size_t length = strcspn(name, "(<");
    while (length > 0 && name[length - 1] == ' ') {
        length--;
    }
    size_t start = length;
    while (start > 0 && name[start - 1] != ' ' && name[start - 1] != ':') {
        start--;
    }
    return strlen(wanted) == length - start && strncmp(name + start, wanted, length - start) == 0;
}

static const json_t *find(const struct kernel_rows *rows, const char *path, const char *kernel) {
    for (uint32_t i = 0; i < rows->list.size; i++) {
        const struct kernel_row *row = &rows->list.data[i];
        if (ends_with_path(row->file, path) && is_named(outcome_text(row->json, "display"), kernel)) {
            return row->json;
        }
    }
    return NULL;
}

static void print_verdict(const json_t *kernel) {
    if (!kernel) {
        printf(" - |");
        return;
    }
    printf(" %s; ", outcome_name(outcome_of(kernel, "race", "data-race")));
    printf("%s |", outcome_name(outcome_of(kernel, "divergence", "barrier-divergence")));
}

static bool is_same(const json_t *a, const json_t *b) {
    return outcome_of(a, "race", "data-race") == outcome_of(b, "race", "data-race") &&
           outcome_of(a, "divergence", "barrier-divergence") == outcome_of(b, "divergence", "barrier-divergence");
}

static bool split(char *line, struct pair *pair) {
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < 5; i++) {
        size_t length = strcspn(line, "\t");
        pair->field[i] = line;
        line += length + (line[length] == '\t');
        pair->field[i][length] = '\0';
    }
    return pair->field[0][0] != '\0' && pair->field[0][0] != '#' && pair->field[3][0] != '\0';
}

int measure_pairs(struct arena *arena, const char *list, const struct runs *first, const struct runs *second) {
    struct kernel_rows rows[2] = {0};
    FILE *stream = fopen(list, "r");
    if (!stream) {
        perror(list);
        return 2;
    }
    kernel_rows_collect(arena, first, &rows[0]);
    kernel_rows_collect(arena, second, &rows[1]);
    unsigned both = 0, same = 0, total = 0;
    printf("| program | kernels | race; divergence | race; divergence | |\n|---|---|---|---|---|\n");
    char line[4096];
    while (fgets(line, sizeof line, stream)) {
        struct pair pair;
        if (!split(line, &pair)) {
            continue;
        }
        const json_t *a = find(&rows[0], pair.field[0], pair.field[1]);
        const json_t *b = find(&rows[1], pair.field[2], pair.field[3]);
        printf("| %.*s | `%s`, `%s` |", (int)strcspn(pair.field[2], "/"), pair.field[2], pair.field[1], pair.field[3]);
        print_verdict(a);
        print_verdict(b);
        printf(" %s%s%s |\n", a && b && is_same(a, b) ? "same" : "", a && b && is_same(a, b) && pair.field[4][0] ? "; " : "", pair.field[4]);
        total++;
        both += a && b;
        same += a && b && is_same(a, b);
    }
    fclose(stream);
    printf("\n%u kernels in both; %u with a report in both, %u of these with the same verdicts.\n", total, both, same);
    vec_release(&rows[0].list);
    vec_release(&rows[1].list);
    return 0;
}
