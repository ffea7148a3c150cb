#include "front/instance.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "front/templates.h"

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

/* The instance with all its namespaces, as far as the source text has them: `fill<float>` or `detail::fill<float>` for
   `acme::detail::fill<float>`. */
static const char *with_scope(struct arena *arena, const char *source, const char *instance) {
    size_t end = strcspn(instance, "< "), start = end;
    while (start > 0 && is_word(instance[start - 1])) {
        start--;
    }
    size_t scope_length = start >= 2 ? start - 2 : 0;
    const char *scope =
        instance[0] == ':' ? NULL : template_scope(arena, source, instance, scope_length, arena_strndup(arena, instance + start, end - start));
    return scope && *scope ? arena_printf(arena, "%s::%s", scope, instance + start) : instance;
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
    const char *source_text = is_good ? arena_strdup(arena, buffer_text(&text)) : "";
    buffer_add(&text, "\n#line 1 \"" INSTANCE_FILE "\"\n");
    for (uint32_t i = 0; i < flags->instances.size; i++) {
        buffer_printf(&text, "namespace { [[maybe_unused]] auto *__warpproof_instance_%u = &%s; }\n", i,
                      with_scope(arena, source_text, flags->instances.data[i]));
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
