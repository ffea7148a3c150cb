#include "front/instance.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

enum { NESTING_MAX = 64, LONGEST_NAME = 4096 };

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of `a::b`, before its arguments. */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (is_word(text[length]) || (text[length] == ':' && text[length + 1] == ':') ||
           (length > 0 && text[length] == ':' && text[length - 1] == ':')) {
        length++;
    }
    while (text[length] == ' ') {
        length++;
    }
    return length;
}

/* Brackets close in the order in which they open, the first one at the end. `<` inside of parentheses may be a comparison. */
static bool is_balanced(const char *arguments) {
    char open[NESTING_MAX];
    size_t depth = 0, at = 0;
    for (; arguments[at]; at++) {
        char c = arguments[at];
        bool is_angle = depth == 0 || open[depth - 1] == '<';
        if (c == '(' || c == '[' || (c == '<' && is_angle)) {
            if (depth == NESTING_MAX) {
                return false;
            }
            open[depth++] = c;
        } else if (c == ')' || c == ']' || (c == '>' && is_angle)) {
            char wanted = c == ')' ? '(' : c == ']' ? '[' : '<';
            if (depth == 0 || open[depth - 1] != wanted) {
                return false;
            }
            if (--depth == 0) {
                return arguments[at + 1] == '\0';
            }
        }
    }
    return false;
}

const char *instance_problem(struct arena *arena, const char *text) {
    static const char others[] = "_:<>(), []+-*/%&|^!~?.'";
    size_t length = strlen(text), name = name_length(text);
    if (length > LONGEST_NAME) {
        return "is too long";
    }
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr(others, text[i])) {
            return isprint((unsigned char)text[i]) ? arena_printf(arena, "has a '%c', which no template argument needs", text[i])
                                                   : "has a character that is no C++";
        }
    }
    bool is_comment = strstr(text, "/*") || strstr(text, "//");
    if (name == 0 || isdigit((unsigned char)text[0]) || text[name] != '<' || is_comment || !is_balanced(text + name)) {
        return "is not the name of a kernel and its template arguments, for example kernel<float, 256>";
    }
    return NULL;
}

const char *instances_write(struct arena *arena, const struct nvcc_flags *flags, const char *source, const char *folder, const char **error) {
    const char *path = arena_printf(arena, "%s/instances.cu", folder);
    struct buffer text = {0};
    for (uint32_t i = 0; i < flags->instances.size; i++) {
        const char *problem = instance_problem(arena, flags->instances.data[i]);
        if (problem) {
            *error = arena_printf(arena, "--instantiate: '%s' %s", flags->instances.data[i], problem);
            return NULL;
        }
    }
    if (strchr(source, ';')) {
        *error = arena_printf(arena, "--instantiate: not in a file with a ';' in its name: %s", source);
        return NULL;
    }
    bool is_good = buffer_add_file(&text, source);
    buffer_add(&text, "\n#line 1 \"" INSTANCE_FILE "\"\n");
    for (uint32_t i = 0; i < flags->instances.size; i++) {
        buffer_printf(&text, "namespace { [[maybe_unused]] auto *__warpproof_instance_%u = &%s; }\n", i, flags->instances.data[i]);
    }
    FILE *file = is_good ? fopen(path, "wb") : NULL;
    is_good = file && fwrite(text.data, 1, text.size, file) == text.size;
    is_good = file && fclose(file) == 0 && is_good;
    buffer_release(&text);
    *error = is_good ? NULL : arena_printf(arena, "--instantiate: cannot copy %s to a temporary folder; set TMPDIR", source);
    return is_good ? arena_printf(arena, "%s;%s", source, path) : NULL;
}

const char *instances_blamed(const struct nvcc_flags *flags, const char *diagnostics) {
    for (const char *line = diagnostics; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *end = strchr(line, '\n'), *found = strncmp(line, INSTANCE_FILE ":", sizeof INSTANCE_FILE) == 0 ? strstr(line, ": error:") : NULL;
        unsigned long number = found ? strtoul(line + sizeof INSTANCE_FILE, NULL, 10) : 0;
        if (found && (!end || found < end) && number >= 1 && number <= flags->instances.size) {
            return flags->instances.data[number - 1];
        }
    }
    return NULL;
}
