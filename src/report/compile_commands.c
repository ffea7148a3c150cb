#include "report/compile_commands.h"

#include <jansson.h>

static const char *copy_string(struct arena *arena, const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_strdup(arena, text) : NULL;
}

/* False if the entry has no file, or neither words nor a command. */
static bool read_entry(struct arena *arena, const json_t *object, struct compile_command *entry) {
    const json_t *list = json_object_get(object, "arguments");
    size_t count = json_array_size(list);
    *entry = (struct compile_command){.directory = copy_string(arena, object, "directory"),
                                      .file = copy_string(arena, object, "file"),
                                      .command = count > 0 ? NULL : copy_string(arena, object, "command")};
    entry->words = arena_alloc(arena, (count + 1) * sizeof *entry->words);
    for (size_t i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (word) {
            entry->words[entry->word_count++] = arena_strdup(arena, word);
        }
    }
    entry->words[entry->word_count] = NULL;
    return entry->file && (entry->word_count > 0 || (entry->command && entry->command[0]));
}

struct compile_command *compile_commands_read(struct arena *arena, const char *text, size_t size, uint32_t *count, const char **error) {
    json_error_t where;
    json_t *tree = json_loadb(text, size, 0, &where);
    struct compile_command *entries = NULL;
    if (json_is_array(tree)) {
        *count = (uint32_t)json_array_size(tree);
        entries = arena_alloc(arena, (*count + 1u) * sizeof *entries);
    } else {
        *error = tree ? "is no list of commands" : arena_printf(arena, "line %d: %s", where.line, where.text);
    }
    for (uint32_t i = 0; entries && i < *count; i++) {
        if (!read_entry(arena, json_array_get(tree, i), &entries[i])) {
            *error = arena_printf(arena, "entry %u has no file or no command", i + 1);
            entries = NULL;
        }
    }
    json_decref(tree);
    return entries;
}
