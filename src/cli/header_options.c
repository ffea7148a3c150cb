/* What a file itself says about how it is to be checked.
 *
 * GPUVerify's tests say in their second line how they are launched,
 *     //--local_size=64 --num_groups=[2,2] -DN=4
 * of which --header-options takes sizes and the compiler's -D, -U and -I; what else stands there are
 * options of GPUVerify's own. And a file that uses the names of GPUVerify's annotations, and does
 * not define them, is checked with --annotations=gpuverify unless that option is given. */
#include "cli/header_options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/parser.h"

enum { TEXT_MAX = 1 << 22 };

static char *read_text(struct arena *arena, const char *path) {
    FILE *file = fopen(path, "rb");
    struct buffer text = {0};
    char piece[4096];
    size_t count;
    while (file && text.size < TEXT_MAX && (count = fread(piece, 1, sizeof piece, file)) > 0) {
        buffer_add_n(&text, piece, count);
    }
    if (file) {
        fclose(file);
    }
    char *copy = arena_strndup(arena, buffer_text(&text), strlen(buffer_text(&text)));
    buffer_release(&text);
    return copy;
}

/* ---- annotations ---- */

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Names that nothing but GPUVerify gives a meaning; `__assert(` and `__assume(` others do, too, but not in OpenCL C. */
static bool is_annotation(const char *word, size_t length, bool is_opencl) {
    static const char *const names[] = {"__requires",
                                        "__ensures",
                                        "__invariant",
                                        "__global_invariant",
                                        "__candidate_invariant",
                                        "__candidate_global_invariant",
                                        "__function_wide_invariant",
                                        "__global_assert",
                                        "__global_assume",
                                        "__requires_fresh_array",
                                        "__read_permission",
                                        "__implies",
                                        "__no_read",
                                        "__no_write",
                                        "__write_implies",
                                        "__read_implies",
                                        "__write_offset_bytes",
                                        "__read_offset_bytes",
                                        "__same_group",
                                        "__uniform_int",
                                        "__uniform_bool",
                                        "__distinct_int",
                                        "__return_val_int"};
    bool found = (length > 19 && strncmp(word, "__barrier_invariant", 19) == 0) ||
                 (is_opencl && length == 8 && (strncmp(word, "__assert", 8) == 0 || strncmp(word, "__assume", 8) == 0));
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        found = strlen(names[i]) == length && strncmp(names[i], word, length) == 0;
    }
    return found;
}

/* Behind a comment or a literal, if one begins here. */
static const char *skip_text(const char *at) {
    if (at[0] == '/' && at[1] == '/') {
        return at + strcspn(at, "\n");
    }
    if (at[0] == '/' && at[1] == '*') {
        at += 2; /* not strstr: sanitizers measure the rest of the text at each call of it */
        while (at[0] && !(at[0] == '*' && at[1] == '/')) {
            at++;
        }
        return at[0] ? at + 2 : at;
    }
    if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at && *at != quote && *at != '\n') {
            at += at[0] == '\\' && at[1] ? 2 : 1;
        }
        return *at ? at + 1 : at;
    }
    return at;
}

/* "#define NAME" or a declaration: the file gives names a meaning of its own. */
static bool uses_annotations(const char *text, bool is_opencl) {
    bool uses = false;
    const char *last = "";
    size_t last_length = 0;
    for (const char *at = text; *at;) {
        const char *behind = skip_text(at);
        if (behind > at) {
            at = behind;
            continue;
        }
        if (!is_word(*at)) {
            at++;
            continue;
        }
        size_t length = 0;
        while (is_word(at[length])) {
            length++;
        }
        if (is_annotation(at, length, is_opencl)) {
            if (last_length == 6 && strncmp(last, "define", 6) == 0) {
                return false;
            }
            uses = true;
        }
        last = at;
        last_length = length;
        at += length;
    }
    return uses;
}

/* ---- the second line ---- */

static const struct {
    const char *name;
    enum option option;
} sizes[] = {{"--local_size", OPTION_BLOCK},
             {"--local-size", OPTION_BLOCK},
             {"--blockDim", OPTION_BLOCK},
             {"--num_groups", OPTION_GRID},
             {"--num-groups", OPTION_GRID},
             {"--gridDim", OPTION_GRID},
             {"--global_size", OPTION_GLOBAL_SIZE},
             {"--global-size", OPTION_GLOBAL_SIZE},
             {"--global_offset", OPTION_GLOBAL_OFFSET},
             {"--global-offset", OPTION_GLOBAL_OFFSET}};

struct given {
    bool block, grid, offset;
};

static void take_word(struct parser *parser, const struct given *given, const char *word, const char **clang, uint32_t *clang_count) {
    if (word[0] == '-' && strchr("DUI", word[1]) && word[1] && word[2]) {
        clang[(*clang_count)++] = word;
        return;
    }
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (word[length] != '=' || strlen(sizes[i].name) != length || strncmp(sizes[i].name, word, length) != 0) {
            continue;
        }
        bool is_given = sizes[i].option == OPTION_BLOCK ? given->block : sizes[i].option == OPTION_GLOBAL_OFFSET ? given->offset : given->grid;
        if (!is_given) {
            option_set(parser, sizes[i].option, word + length + 1);
        }
    }
}

/* Sizes of the command line stay. */
static const char *take_line(struct arena *arena, const char *text, struct options *options) {
    struct parser parser = {.arena = arena, .options = options};
    const struct given given = {options->check.block[0] > 0, options->check.grid[0] > 0, options->check.offset != CHECK_OFFSET_NONE};
    const char *line = strchr(text, '\n');
    if (!line || strncmp(line + 1, "//", 2) != 0) {
        return NULL;
    }
    line += 3;
    memset(options->global_size, 0, sizeof options->global_size);
    size_t length = strcspn(line, "\r\n");
    const char **clang = arena_alloc(arena, (length + options->clang_arg_count + 2) * sizeof *clang);
    uint32_t clang_count = 0;
    for (const char *at = line; at < line + length && !parser.error;) {
        size_t size = strcspn(at, " \t\r\n");
        if (size > 0) {
            take_word(&parser, &given, arena_strndup(arena, at, size), clang, &clang_count);
        }
        at += size + (at + size < line + length);
    }
    for (uint32_t i = 0; i < options->clang_arg_count; i++) {
        clang[clang_count++] = options->clang_args[i];
    }
    options->clang_args = clang;
    options->clang_arg_count = clang_count;
    options_apply_global_size(&parser);
    return parser.error;
}

const char *header_options_read(struct arena *arena, const char *path, struct options *options) {
    size_t length = strlen(path);
    bool is_source = length > 3 && (strcmp(path + length - 3, ".cl") == 0 || strcmp(path + length - 3, ".cu") == 0);
    bool asks = !options->annotations_given || options->header_options;
    if (!is_source || !asks) {
        return NULL;
    }
    const char *text = read_text(arena, path);
    if (!options->annotations_given && uses_annotations(text, path[length - 1] == 'l')) {
        options->gpuverify_annotations = true;
        options->check.annotations_chosen = true;
    }
    return options->header_options ? take_line(arena, text, options) : NULL;
}
