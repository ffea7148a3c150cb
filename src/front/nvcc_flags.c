#include "front/nvcc_flags.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum nvcc_action {
    NVCC_DROP,
    NVCC_DROP_VALUE,
    NVCC_STREAM_VALUE, /* per-thread: which stream calls without one use */
    NVCC_DROP_WERROR,  /* nvcc's -Werror takes a kind of warning, gcc's does not */
    NVCC_KEEP_VALUE,
    NVCC_ARCH_VALUE,
    NVCC_INCLUDE_PATH_VALUE,
    NVCC_SYSTEM_PATH_VALUE,
    NVCC_PRE_INCLUDE_VALUE,
    NVCC_DEFINE_VALUE,
    NVCC_UNDEFINE_VALUE,
    NVCC_STANDARD_VALUE,
    NVCC_HOST_VALUE,
    NVCC_FILE_VALUE,
    NVCC_INSTANCE_VALUE
};

static const struct {
    const char *spelling;
    enum nvcc_action action;
} table[] = {
#define NVCC_FLAG(spelling, action) {spelling, action},
#include "front/nvcc_flags.def"
#undef NVCC_FLAG
};

/* What clang-19 knows and our headers need; older ones become the first. */
static const long architectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

enum { DEEPEST_FILE = 8, LARGEST_FILE_BYTES = 1 << 20 };

struct translation {
    struct arena *arena;
    struct nvcc_flags *result;
    int file_depth;
};

static void translate(struct translation *t, const char *const *args, size_t count);

/* The newest architecture that clang-19 knows and that is not newer: sm_90 for "compute_120a". */
static void set_architecture(struct translation *t, const char *value) {
    const char *digits = strstr(value, "sm_");
    digits = digits ? digits + 3 : strstr(value, "compute_");
    if (!digits) {
        return;
    }
    digits += strcspn(digits, "0123456789");
    long wanted = strtol(digits, NULL, 10), known = architectures[0];
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        known = architectures[i] <= wanted ? architectures[i] : known;
    }
    t->result->architecture = arena_printf(t->arena, "sm_%ld", known);
}

static void keep(struct translation *t, const char *arg) {
    vec_push(&t->result->args, arg);
}

static void keep_joined(struct translation *t, const char *option, const char *value) {
    keep(t, arena_printf(t->arena, "%s%s", option, value));
}

static void keep_pair(struct translation *t, const char *option, const char *value) {
    keep(t, option);
    keep(t, value);
}

static bool has_prefix(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* "-Wall,-DN=3": of the host compiler's options, those of the preprocessor. */
static void translate_host_options(struct translation *t, const char *value) {
    char *rest = arena_strdup(t->arena, value);
    for (char *piece; (piece = strtok_r(rest, ", \"'", &rest)) != NULL;) {
        if ((has_prefix(piece, "-D") || has_prefix(piece, "-U") || has_prefix(piece, "-I")) && piece[2] != '\0') {
            keep(t, piece);
        }
    }
}

/* Splits text in place at white space, as shells do: quotes hold an argument together. */
static void split_arguments(char *text, struct nvcc_flags *pieces) {
    char *to = text;
    while (*text) {
        while (isspace((unsigned char)*text)) {
            text++;
        }
        if (!*text) {
            break;
        }
        char *start = to, quote = '\0';
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (!quote && (*text == '"' || *text == '\'')) {
                quote = *text;
            } else if (quote && *text == quote) {
                quote = '\0';
            } else {
                *to++ = *text;
            }
        }
        bool is_last = *text == '\0';
        *to++ = '\0';
        vec_push(&pieces->args, start);
        text += !is_last;
    }
}

/* Options in a file. One that cannot be read adds nothing: what it would have added is missed by
   the compiler, with a message of its own. */
static void translate_file(struct translation *t, const char *path) {
    FILE *stream = t->file_depth < DEEPEST_FILE ? fopen(path, "rb") : NULL;
    if (!stream) {
        return;
    }
    char *text = arena_alloc(t->arena, LARGEST_FILE_BYTES + 1);
    text[fread(text, 1, LARGEST_FILE_BYTES, stream)] = '\0';
    fclose(stream);
    struct nvcc_flags pieces = {0};
    split_arguments(text, &pieces);
    t->file_depth++;
    translate(t, pieces.args.data, pieces.args.size);
    t->file_depth--;
    nvcc_flags_release(&pieces);
}

static bool takes_value(enum nvcc_action action) {
    return action != NVCC_DROP && action != NVCC_DROP_WERROR;
}

static void apply(struct translation *t, enum nvcc_action action, const char *option, const char *value) {
    switch (action) {
    case NVCC_DROP:
    case NVCC_DROP_VALUE:
    case NVCC_DROP_WERROR: break;
    case NVCC_STREAM_VALUE:
        if (strcmp(value, "per-thread") == 0)
            keep_joined(t, "-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM");
        break;
    case NVCC_KEEP_VALUE: keep_pair(t, option, value); break;
    case NVCC_ARCH_VALUE: set_architecture(t, value); break;
    case NVCC_INCLUDE_PATH_VALUE: keep_joined(t, "-I", value); break;
    case NVCC_SYSTEM_PATH_VALUE: keep_pair(t, "-isystem", value); break;
    case NVCC_PRE_INCLUDE_VALUE: keep_pair(t, "-include", value); break;
    case NVCC_DEFINE_VALUE: keep_joined(t, "-D", value); break;
    case NVCC_UNDEFINE_VALUE: keep_joined(t, "-U", value); break;
    case NVCC_STANDARD_VALUE: keep_joined(t, "-std=", value); break;
    case NVCC_HOST_VALUE: translate_host_options(t, value); break;
    case NVCC_FILE_VALUE: translate_file(t, value); break;
    case NVCC_INSTANCE_VALUE: vec_push(&t->result->instances, value); break;
    }
}

/* Options that name a level or a library: whatever follows the letter. */
static bool is_dropped_by_letter(const char *arg) {
    return has_prefix(arg, "-O") || has_prefix(arg, "-l") || has_prefix(arg, "-L") || has_prefix(arg, "-g") || has_prefix(arg, "-fopenmp") ||
           has_prefix(arg, "-flto");
}

/* The rest of an argument after the dashes and `spelling`, if the argument is that option;
   NULL otherwise. */
static const char *match(const char *arg, const char *spelling) {
    const char *name = arg + 1 + (arg[1] == '-');
    size_t length = strlen(spelling);
    bool is_match = strncmp(name, spelling, length) == 0 && (name[length] == '\0' || name[length] == '=') && (length > 1 || arg[1] != '-');
    return is_match ? name + length : NULL;
}

static void translate(struct translation *t, const char *const *args, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *arg = args[i], *rest = NULL;
        if (arg[0] == '@') {
            translate_file(t, arg + 1);
            continue;
        }
        if (arg[0] != '-' || arg[1] == '\0') {
            continue;
        }
        size_t entry = 0;
        while (entry < sizeof table / sizeof *table && !(rest = match(arg, table[entry].spelling))) {
            entry++;
        }
        if (!rest) {
            if (!is_dropped_by_letter(arg)) {
                keep(t, arg);
            }
            continue;
        }
        enum nvcc_action action = table[entry].action;
        if (*rest == '=' && action == NVCC_KEEP_VALUE) {
            keep(t, arg);
        } else if (*rest == '=') {
            apply(t, action, arg, rest + 1);
        } else if (!takes_value(action)) {
            bool has_kind = action == NVCC_DROP_WERROR && i + 1 < count && args[i + 1][0] != '-' && !strchr(args[i + 1], '.');
            i += has_kind;
        } else if (i + 1 < count) {
            apply(t, action, arg, args[++i]);
        }
    }
}

void nvcc_flags_translate(struct arena *arena, const char *const *args, size_t count, struct nvcc_flags *result) {
    *result = (struct nvcc_flags){0};
    struct translation t = {.arena = arena, .result = result};
    translate(&t, args, count);
}

void nvcc_flags_release(struct nvcc_flags *flags) {
    vec_release(&flags->args);
    vec_release(&flags->instances);
}
