#include "front/own_files.h"

#include <string.h>

#include "base/buffer.h"
#include "base/vec.h"

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t");
}

/* Behind the word and blanks; NULL if another stands there. */
static const char *skip_word(const char *at, const char *word) {
    size_t length = strlen(word);
    return at && strncmp(at, word, length) == 0 ? skip_blanks(at + length) : NULL;
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : NULL;
}

bool own_files_is_system_text(const char *text) {
    for (const char *line = text; line; line = next_line(line)) {
        const char *pragma = skip_word(skip_word(skip_blanks(line), "#"), "pragma");
        const char *vendor = pragma ? skip_word(pragma, "GCC") : NULL;
        vendor = vendor || !pragma ? vendor : skip_word(pragma, "clang");
        if (skip_word(vendor, "system_header")) {
            return true;
        }
    }
    return false;
}

struct name_list {
    VEC(const char *) names;
};

/* What `#line 7 "name"` and `# 7 "name"` call lines of a file. */
static void add_presumed_names(struct arena *arena, const char *text, struct name_list *list) {
    for (const char *line = text; line; line = next_line(line)) {
        const char *directive = skip_word(skip_blanks(line), "#");
        const char *number = directive ? skip_word(directive, "line") : NULL;
        number = number ? number : directive;
        size_t digits = number ? strspn(number, "0123456789") : 0;
        const char *name = digits > 0 ? skip_word(skip_blanks(number + digits), "\"") : NULL;
        size_t length = name ? strcspn(name, "\"\n") : 0;
        if (length > 0 && name[length] == '"') {
            vec_push(&list->names, arena_strndup(arena, name, length));
        }
    }
}

/* A file that clang found in no system folder: the source, or a header. */
static void add_file(struct arena *arena, const char *path, struct name_list *list) {
    struct buffer text = {0};
    bool is_source = list->names.size == 0;
    bool is_read = buffer_add_file(&text, path);
    if (is_source || !is_read || !own_files_is_system_text(buffer_text(&text))) {
        vec_push(&list->names, arena_strdup(arena, path));
        add_presumed_names(arena, buffer_text(&text), list);
    }
    buffer_release(&text);
}

/* The next prerequisite of a make rule, without the escapes that clang writes; empty at the end. */
static const char *next_name(const char *at, struct buffer *name) {
    buffer_clear(name);
    for (; *at; at++) {
        bool is_escaped = at[0] == '\\' && (at[1] == ' ' || at[1] == '#');
        bool is_joined = at[0] == '\\' && at[1] == '\n';
        if (is_escaped || (at[0] == '$' && at[1] == '$')) {
            buffer_char(name, *++at);
        } else if (!is_joined && *at != ' ' && *at != '\n') {
            buffer_char(name, *at);
        } else if (name->size > 0) {
            break;
        }
    }
    return at;
}

void own_files_read(struct arena *arena, const char *path, struct front_own_files *files) {
    struct buffer rule = {0}, name = {0};
    struct name_list list = {0};
    const char *at = path && buffer_add_file(&rule, path) ? strstr(buffer_text(&rule), ": ") : NULL;
    for (at = at ? next_name(at + 2, &name) : NULL; name.size > 0; at = next_name(at, &name)) {
        add_file(arena, buffer_text(&name), &list);
    }
    const char **copy = arena_alloc(arena, (list.names.size + 1) * sizeof *copy);
    for (uint32_t i = 0; i < list.names.size; i++) {
        copy[i] = list.names.data[i];
    }
    *files = (struct front_own_files){copy, list.names.size};
    vec_release(&list.names);
    buffer_release(&rule);
    buffer_release(&name);
}
