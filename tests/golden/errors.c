/* Cases of hostile input: a file is made in a fresh folder, the tool runs on it,
 * exit status and pieces of its messages are compared.
 *
 *   make: text | missing | binary BYTES | directory | unreadable | statements N
 *   run:  arguments; @FILE is the made file, @GOLDEN the folder of golden tests
 *   exit: status
 *   says: a piece of standard output or standard error; may be repeated
 *   silent: a piece that must not occur; may be repeated
 *   ---
 *   the text of the file
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "golden.h"

struct error_case {
    const char *make, *run, *text;
    int exit_status;
    VEC(const char *) says;
    VEC(const char *) silent;
};

static void case_read(struct error_case *c, struct arena *arena, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        char *line = arena_strndup(arena, text, n);
        text += text[n] ? n + 1 : n;
        char *colon = strchr(line, ':');
        const char *value = colon ? colon + 1 + strspn(colon + 1, " ") : "";
        if (strcmp(line, "---") == 0) {
            c->text = text;
            return;
        }
        if (line[0] == '#' || !colon) {
            continue;
        }
        *colon = '\0';
        if (strcmp(line, "make") == 0) {
            c->make = value;
        } else if (strcmp(line, "run") == 0) {
            c->run = value;
        } else if (strcmp(line, "exit") == 0) {
            c->exit_status = atoi(value);
        } else if (strcmp(line, "says") == 0) {
            vec_push(&c->says, value);
        } else if (strcmp(line, "silent") == 0) {
            vec_push(&c->silent, value);
        }
    }
}

static void write_statements(FILE *file, int count) {
    fputs("__global__ void many(int *a) {\n  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n", file);
    for (int k = 0; k < count; k++) {
        fprintf(file, "  a[i] = a[i] * 3 + %d;\n", k);
    }
    fputs("}\n", file);
}

static void write_binary(FILE *file, int count) {
    uint32_t x = 1;
    for (int k = 0; k < count; k++) {
        x = x * 1664525u + 1013904223u;
        fputc((int)(x >> 24), file);
    }
}

/* False: cannot be made here. */
static bool make_file(const struct error_case *c, const char *path) {
    const char *number = strchr(c->make, ' ');
    int count = number ? atoi(number) : 0;
    if (strcmp(c->make, "missing") == 0) {
        return true;
    }
    if (strcmp(c->make, "directory") == 0) {
        return mkdir(path, 0700) == 0;
    }
    bool is_unreadable = strcmp(c->make, "unreadable") == 0;
    if (is_unreadable && geteuid() == 0) {
        return false;
    }
    FILE *file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    if (strncmp(c->make, "statements", 10) == 0) {
        write_statements(file, count);
    } else if (strncmp(c->make, "binary", 6) == 0) {
        write_binary(file, count);
    } else {
        fputs(c->text, file);
    }
    fclose(file);
    return !is_unreadable || chmod(path, 0) == 0;
}

static const char *expand(struct arena *arena, const char *word, const char *path, const char *golden) {
    if (strcmp(word, "@FILE") == 0) {
        return path;
    }
    if (strncmp(word, "@GOLDEN", 7) == 0) {
        return arena_printf(arena, "%s%s", golden, word + 7);
    }
    return word;
}

static bool contains(const struct process_result *result, const char *piece) {
    return strstr(buffer_text(&result->out), piece) || strstr(buffer_text(&result->err), piece);
}

static void run_case(const struct error_case *c, struct arena *arena, const char *tool, const char *golden, const char *path, struct buffer *why) {
    VEC(const char *) arguments = {0};
    vec_push(&arguments, tool);
    char *words = arena_strdup(arena, c->run);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        vec_push(&arguments, expand(arena, word, path, golden));
    }
    vec_push(&arguments, NULL);
    struct process_result result;
    process_run(arguments.data, &result);
    if (result.is_too_slow) {
        buffer_printf(why, "no answer in %d s\n", TIME_LIMIT_SECONDS);
    } else if (result.status != c->exit_status) {
        buffer_printf(why, "exit status %d, not %d\n", result.status, c->exit_status);
    }
    for (uint32_t i = 0; i < c->says.size; i++) {
        if (!contains(&result, c->says.data[i])) {
            buffer_printf(why, "does not say '%s'\n", c->says.data[i]);
        }
    }
    for (uint32_t i = 0; i < c->silent.size; i++) {
        if (contains(&result, c->silent.data[i])) {
            buffer_printf(why, "says '%s'\n", c->silent.data[i]);
        }
    }
    process_release(&result);
    vec_release(&arguments);
}

bool errors_run(const char *tool, const char *golden, const char *path, struct buffer *why) {
    struct arena arena;
    arena_init(&arena);
    struct buffer text = {0};
    struct error_case c = {.make = "text", .run = "check @FILE", .text = ""};
    char folder[] = "/tmp/golden-XXXXXX";
    bool is_run = false;
    if (!file_read(path, &text) || !mkdtemp(folder)) {
        buffer_add(why, "cannot read the case or make a folder\n");
    } else {
        case_read(&c, &arena, buffer_text(&text));
        const char *file = arena_printf(&arena, "%s/case.cu", folder);
        is_run = make_file(&c, file);
        if (is_run) {
            run_case(&c, &arena, tool, golden, file, why);
        }
        remove(file);
        rmdir(folder);
    }
    vec_release(&c.says);
    vec_release(&c.silent);
    buffer_release(&text);
    arena_release(&arena);
    return is_run || *buffer_text(why);
}
