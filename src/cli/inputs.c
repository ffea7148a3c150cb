#include "cli/inputs.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "report/compile_commands.h"

enum { DEEPEST_FOLDER = 64, LONGEST_PATH = 4096 };

struct inputs {
    struct arena *arena;
    VEC(const char *) files;
    VEC(struct file_options) file_options;
    VEC(const char *) beside;
    VEC(struct file_options) beside_options;
    const char *error;
};

char *inputs_read(struct arena *arena, const char *path, size_t *size, const char **error) {
    struct buffer text = {0};
    char piece[65536], *copy = NULL;
    size_t count;
    errno = 0;
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    while (stream && (count = fread(piece, 1, sizeof piece, stream)) > 0) {
        buffer_add_n(&text, piece, count);
    }
    if (stream && !ferror(stream)) {
        copy = arena_alloc(arena, text.size + 1);
        memcpy(copy, buffer_text(&text), text.size);
        copy[text.size] = '\0';
        *size = text.size;
    } else {
        *error = arena_printf(arena, "%s: %s", path, strerror(errno ? errno : EIO));
    }
    if (stream && stream != stdin) {
        fclose(stream);
    }
    buffer_release(&text);
    return copy;
}

/* ---- words ---- */

/* One word from *at on; false at the end. */
static bool take_word(const char **at, struct buffer *word) {
    char quote = '\0';
    buffer_clear(word);
    *at += strspn(*at, " \t\r\n\v\f");
    if (!**at) {
        return false;
    }
    for (; **at && (quote || !isspace((unsigned char)**at)); ++*at) {
        char c = **at;
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? '\0' : c;
        } else if (c == '\\' && quote != '\'' && (*at)[1]) {
            buffer_char(word, *++*at);
        } else {
            buffer_char(word, c);
        }
    }
    return true;
}

const char **inputs_split(struct arena *arena, const char *text, uint32_t *count) {
    VEC(const char *) words = {0};
    struct buffer word = {0};
    while (take_word(&text, &word)) {
        vec_push(&words, arena_strdup(arena, buffer_text(&word)));
    }
    const char **copy = arena_alloc(arena, (words.size + 1) * sizeof *copy);
    for (uint32_t i = 0; i < words.size; i++) {
        copy[i] = words.data[i];
    }
    copy[words.size] = NULL;
    *count = words.size;
    vec_release(&words);
    buffer_release(&word);
    return copy;
}

/* ---- folders and lists ---- */

static void add_file(struct inputs *inputs, const char *path, struct file_options options) {
    vec_push(&inputs->files, path);
    vec_push(&inputs->file_options, options);
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_host_ending(const char *path) {
    return has_ending(path, ".cpp") || has_ending(path, ".cc") || has_ending(path, ".cxx") || has_ending(path, ".c");
}

struct names {
    VEC(const char *) list;
};

/* Whether a source of the folder includes the file: it is part of that one then. */
static bool is_included(struct inputs *inputs, const char *folder, const struct names *names, const char *name) {
    const char *endings[] = {arena_printf(inputs->arena, "%s\"", name), arena_printf(inputs->arena, "%s>", name)};
    bool is_found = false;
    for (uint32_t i = 0; i < names->list.size && !is_found; i++) {
        const char *error = NULL, *other = names->list.data[i];
        size_t size = 0;
        if (!has_host_ending(other) && !has_ending(other, ".cu"))
            continue;
        const char *text = inputs_read(inputs->arena, arena_printf(inputs->arena, "%s/%s", folder, other), &size, &error);
        for (const char *at = text; at && !is_found && (at = strstr(at, "#include")); at++) {
            const char *end = at + strcspn(at, "\n");
            for (int k = 0; k < 2; k++) {
                const char *found = strstr(at, endings[k]);
                is_found |= found && found < end && strchr("/\"<", found[-1]);
            }
        }
    }
    return is_found;
}

/* Host code in the folder of a CUDA file may launch its kernels, or call what does. */
static void add_beside(struct inputs *inputs, const char *folder, const struct names *names) {
    bool has_cuda = false;
    for (uint32_t i = 0; i < names->list.size; i++)
        has_cuda |= has_ending(names->list.data[i], ".cu");
    for (uint32_t i = 0; i < names->list.size && has_cuda; i++) {
        const char *name = names->list.data[i];
        if (!has_host_ending(name) || is_included(inputs, folder, names, name))
            continue;
        vec_push(&inputs->beside, arena_printf(inputs->arena, has_ending(folder, "/") ? "%s%s" : "%s/%s", folder, name));
        vec_push(&inputs->beside_options, ((struct file_options){0}));
    }
}

/* Links to folders and hidden folders are passed over. */
static void add_folder(struct inputs *inputs, const char *path, uint32_t depth) {
    struct names names = {0};
    DIR *folder = depth < DEEPEST_FOLDER ? opendir(path) : NULL;
    struct dirent *entry;
    if (!folder) {
        inputs->error = arena_printf(inputs->arena, "%s: %s", path, depth < DEEPEST_FOLDER ? strerror(errno) : "folders nested too deep");
        return;
    }
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] != '.') {
            vec_push(&names.list, arena_strdup(inputs->arena, entry->d_name));
        }
    }
    closedir(folder);
    if (names.list.size > 0) {
        qsort(names.list.data, names.list.size, sizeof *names.list.data, compare_names);
    }
    for (uint32_t i = 0; i < names.list.size && !inputs->error; i++) {
        const char *name = arena_printf(inputs->arena, has_ending(path, "/") ? "%s%s" : "%s/%s", path, names.list.data[i]);
        struct stat info;
        if (lstat(name, &info) == 0 && S_ISDIR(info.st_mode)) {
            add_folder(inputs, name, depth + 1);
        } else if (has_ending(name, ".cu") || has_ending(name, ".cl")) {
            add_file(inputs, name, (struct file_options){0});
        }
    }
    add_beside(inputs, path, &names);
    vec_release(&names.list);
}

static void add_operand(struct inputs *inputs, const char *path) {
    struct stat info;
    bool is_source = has_ending(path, ".cu") || has_ending(path, ".cl");
    uint32_t before = inputs->files.size;
    if (strcmp(path, "-") == 0 || is_source || stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        add_file(inputs, path, (struct file_options){0});
        return;
    }
    add_folder(inputs, path, 0);
    if (!inputs->error && inputs->files.size == before) {
        inputs->error = arena_printf(inputs->arena, "%s: there is no .cu or .cl file below this folder", path);
    }
}

/* A name on each line, or, if there are NULs, names that end with one. */
static void add_list(struct inputs *inputs, const char *path) {
    size_t size = 0;
    const char *text = inputs_read(inputs->arena, path, &size, &inputs->error), *end = text + size;
    char separator = text && memchr(text, '\0', size) ? '\0' : '\n';
    while (text && text < end && !inputs->error) {
        const char *stop = memchr(text, separator, (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        const char *next = text + length + 1;
        length -= length > 0 && separator == '\n' && text[length - 1] == '\r';
        if (length > 0) {
            add_operand(inputs, arena_strndup(inputs->arena, text, length));
        }
        text = next;
    }
}

/* ---- compile_commands.json ---- */

static const char *joined(struct arena *arena, const char *folder, const char *path) {
    return path[0] == '/' || !folder || !folder[0] ? path : arena_printf(arena, "%s/%s", folder, path);
}

/* Without "." and "..", as far as text tells. */
static const char *normal(struct arena *arena, const char *path) {
    struct buffer out = {0};
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/");
        bool is_dot = length == 1 && at[0] == '.', is_up = length == 2 && at[0] == '.' && at[1] == '.';
        char *slash = out.size > 0 ? strrchr(out.data, '/') : NULL;
        if (is_up && slash && strcmp(slash, "/..") != 0) {
            out.size = (size_t)(slash - out.data);
            out.data[out.size] = '\0';
        } else if (length > 0 && !is_dot) {
            buffer_char(&out, '/');
            buffer_add_n(&out, at, length);
        }
        at += length + (at[length] == '/');
    }
    const char *result = arena_strdup(arena, buffer_text(&out));
    buffer_release(&out);
    return result;
}

static const char *absolute(struct arena *arena, const char *path) {
    char *here = getcwd(arena_alloc(arena, LONGEST_PATH), LONGEST_PATH);
    return normal(arena, joined(arena, here, path));
}

/* As seen from the working directory if it lies below. */
static const char *shown(struct arena *arena, const char *path) {
    const char *here = absolute(arena, ".");
    size_t length = strlen(here);
    return strncmp(path, here, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

/* Options that take a path, joined or as the next word. */
static size_t path_option(const char *word) {
    static const char *const options[] = {
        "-isystem", "-iquote", "-idirafter", "-include", "--include-path=", "--options-file=", "--options-file", "-optf", "-imacros", "-I"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strncmp(word, options[i], strlen(options[i])) == 0) {
            return strlen(options[i]);
        }
    }
    return 0;
}

/* The words of an entry but the compiler, with paths that do not depend on the folder. */
static struct file_options take_command(struct inputs *inputs, const char *const *words, uint32_t count, const char *folder, const char *file) {
    const char **kept = arena_alloc(inputs->arena, (count + 1) * sizeof *kept);
    struct file_options result = {kept, 0};
    for (uint32_t i = 1; i < count; i++) {
        size_t option = path_option(words[i]);
        if (words[i][0] != '-' && strcmp(absolute(inputs->arena, joined(inputs->arena, folder, words[i])), file) == 0) {
            continue;
        }
        if (option > 0 && words[i][option]) {
            kept[result.count++] = arena_printf(inputs->arena, "%.*s%s", (int)option, words[i], joined(inputs->arena, folder, words[i] + option));
        } else if (option > 0 && i + 1 < count) {
            kept[result.count++] = words[i];
            kept[result.count++] = joined(inputs->arena, folder, words[++i]);
        } else {
            kept[result.count++] = words[i];
        }
    }
    return result;
}

static bool is_gpu_language(const char *file, const char *const *words, uint32_t count) {
    bool is_gpu = has_ending(file, ".cu") || has_ending(file, ".cl");
    for (uint32_t i = 1; i + 1 < count && !is_gpu; i++) {
        is_gpu = strcmp(words[i], "-x") == 0 && (strcmp(words[i + 1], "cu") == 0 || strcmp(words[i + 1], "cuda") == 0);
    }
    return is_gpu;
}

struct entry {
    const char *file; /* absolute */
    struct file_options options;
    bool is_gpu;
};

struct database {
    VEC(struct entry) entries;
};

static void read_database(struct inputs *inputs, const char *path, struct database *database) {
    struct stat info;
    size_t size = 0;
    uint32_t count = 0;
    const char *what = NULL;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        path = arena_printf(inputs->arena, "%s/compile_commands.json", path);
    }
    const char *text = inputs_read(inputs->arena, path, &size, &inputs->error);
    const struct compile_command *commands = text ? compile_commands_read(inputs->arena, text, size, &count, &what) : NULL;
    if (what) {
        inputs->error = arena_printf(inputs->arena, "%s: %s", path, what);
    }
    for (uint32_t i = 0; commands && i < count; i++) {
        const struct compile_command *c = &commands[i];
        uint32_t words = c->word_count;
        const char **list = c->command ? inputs_split(inputs->arena, c->command, &words) : c->words;
        const char *file = absolute(inputs->arena, joined(inputs->arena, c->directory, c->file));
        vec_push(&database->entries,
                 ((struct entry){file, take_command(inputs, list, words, c->directory, file), is_gpu_language(file, list, words)}));
    }
}

static bool is_beside(const char *a, const char *b) {
    const char *slash_a = strrchr(a, '/'), *slash_b = strrchr(b, '/');
    return slash_a && slash_b && slash_a - a == slash_b - b && strncmp(a, b, (size_t)(slash_a - a)) == 0;
}

/* Entries of host code in the folder of one in a GPU language. */
static void add_entries_beside(struct inputs *inputs, const struct database *database) {
    for (uint32_t i = 0; i < database->entries.size; i++) {
        const struct entry *e = &database->entries.data[i];
        bool is_found = false;
        for (uint32_t k = 0; k < database->entries.size && !e->is_gpu && has_host_ending(e->file) && !is_found; k++)
            is_found = database->entries.data[k].is_gpu && is_beside(database->entries.data[k].file, e->file);
        for (uint32_t k = 0; k < inputs->beside.size && is_found; k++) /* one of several entries */
            is_found = strcmp(inputs->beside.data[k], shown(inputs->arena, e->file)) != 0;
        if (is_found) {
            vec_push(&inputs->beside, shown(inputs->arena, e->file));
            vec_push(&inputs->beside_options, e->options);
        }
    }
}

/* Each file with the options of its entries, one after the other; all entries if there is no file. */
static void use_database(struct inputs *inputs, const char *path) {
    struct database database = {0};
    struct inputs all = {.arena = inputs->arena};
    read_database(inputs, path, &database);
    for (uint32_t f = 0; f < inputs->files.size && !inputs->error; f++) {
        const char *file = absolute(inputs->arena, inputs->files.data[f]);
        uint32_t before = all.files.size;
        for (uint32_t i = 0; i < database.entries.size; i++) {
            if (strcmp(database.entries.data[i].file, file) == 0) {
                add_file(&all, inputs->files.data[f], database.entries.data[i].options);
            }
        }
        if (all.files.size == before) {
            inputs->error = arena_printf(inputs->arena, "%s: %s has no command for this file", inputs->files.data[f], path);
        }
    }
    for (uint32_t i = 0; i < database.entries.size && inputs->files.size == 0; i++) {
        if (database.entries.data[i].is_gpu) {
            add_file(&all, shown(inputs->arena, database.entries.data[i].file), database.entries.data[i].options);
        }
    }
    if (inputs->files.size == 0)
        add_entries_beside(inputs, &database);
    if (!inputs->error && all.files.size == 0) {
        inputs->error = arena_printf(inputs->arena, "%s: has no command for a .cu or .cl file", path);
    }
    vec_release(&database.entries);
    vec_release(&inputs->files);
    vec_release(&inputs->file_options);
    inputs->files.data = all.files.data;
    inputs->files.size = all.files.size;
    inputs->files.capacity = all.files.capacity;
    inputs->file_options.data = all.file_options.data;
    inputs->file_options.size = all.file_options.size;
    inputs->file_options.capacity = all.file_options.capacity;
}

/* Those that are no files of the run anyway. */
static void give_beside(struct inputs *inputs, struct options *options) {
    const char **files = arena_alloc(inputs->arena, (inputs->beside.size + 1) * sizeof *files);
    struct file_options *each = arena_alloc(inputs->arena, (inputs->beside.size + 1) * sizeof *each);
    options->beside_count = 0;
    for (uint32_t i = 0; i < inputs->beside.size; i++) {
        bool is_given = false;
        for (uint32_t k = 0; k < inputs->files.size; k++)
            is_given |= strcmp(inputs->files.data[k], inputs->beside.data[i]) == 0;
        files[options->beside_count] = inputs->beside.data[i];
        each[options->beside_count] = inputs->beside_options.data[i];
        options->beside_count += !is_given;
    }
    options->beside = files;
    options->beside_options = each;
    vec_release(&inputs->beside);
    vec_release(&inputs->beside_options);
}

bool inputs_expand(struct arena *arena, struct options *options, const char **error) {
    struct inputs inputs = {.arena = arena};
    for (uint32_t i = 0; i < options->file_count && !inputs.error; i++) {
        add_operand(&inputs, options->files[i]);
    }
    if (options->files_from && !inputs.error) {
        add_list(&inputs, options->files_from);
    }
    if (options->database && !inputs.error) {
        use_database(&inputs, options->database);
    }
    if (!inputs.error && inputs.files.size == 0 && !options->replay) {
        inputs.error = arena_printf(arena, "%s: names no file", options->files_from ? options->files_from : "the command line");
    }
    const char **files = arena_alloc(arena, (inputs.files.size + 1) * sizeof *files);
    struct file_options *each = arena_alloc(arena, (inputs.files.size + 1) * sizeof *each);
    for (uint32_t i = 0; i < inputs.files.size; i++) {
        files[i] = inputs.files.data[i];
        each[i] = inputs.file_options.data[i];
    }
    options->files = files;
    options->file_count = inputs.files.size;
    options->file_options = each;
    give_beside(&inputs, options);
    vec_release(&inputs.files);
    vec_release(&inputs.file_options);
    *error = inputs.error;
    return !inputs.error;
}
