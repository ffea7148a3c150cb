#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/map.h"
#include "base/vec.h"
#include "cli/inputs.h"
#include "front/process.h"

enum { GIT_OUTPUT_BYTES = 1 << 20 }; /* what process_run keeps */

struct changes {
    struct arena *arena;
    const char *git, *top;   /* program; folder of the repository */
    VEC(const char *) known; /* files of the repository, from `top` */
    VEC(bool) is_changed;
    struct string_map names; /* last parts of changed files' names */
    bool is_all;             /* a name cannot be read: everything counts as changed */
    const char *error;
};

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *find_git(struct arena *arena) {
    const char *at = getenv("PATH");
    while (at && *at) {
        size_t length = strcspn(at, ":");
        const char *path = arena_printf(arena, "%.*s/git", (int)length, at);
        if (length > 0 && access(path, X_OK) == 0) {
            return path;
        }
        at += length + (at[length] == ':');
    }
    return NULL;
}

/* What git prints; NULL and c->error if it fails. */
static char *ask_git(struct changes *c, const char *folder, const char *const *words) {
    VEC(const char *) all = {0};
    const char *const head[] = {c->git, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-C", folder};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        vec_push(&all, head[i]);
    }
    for (; *words; words++) {
        vec_push(&all, *words);
    }
    vec_push(&all, NULL);
    struct process_result result = process_run(c->arena, all.data, NULL);
    vec_release(&all);
    if (!result.was_started || result.exit_status != 0) {
        const char *said = result.was_started ? result.output : result.error;
        c->error = arena_printf(c->arena, "--changed-since: git: %.*s", (int)strcspn(said, "\n"), said);
        return NULL;
    }
    if (strlen(result.output) + 1 >= GIT_OUTPUT_BYTES) {
        c->is_all = true;
    }
    return result.output;
}

/* Lines of names; those that git quotes hold characters that a line cannot. */
static void take_names(struct changes *c, char *text, bool are_changed) {
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        if (line[0] == '"') {
            c->is_all = true;
        } else if (are_changed) {
            string_map_set(&c->names, last_part(line), 1);
            string_map_set(&c->names, arena_printf(c->arena, "%s/%s", c->top, line), 1);
        } else {
            vec_push(&c->known, line);
            vec_push(&c->is_changed, false);
        }
    }
}

/* Whether the text includes a changed file, or something that only the preprocessor knows. */
static bool includes_changed(struct changes *c, const char *text) {
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *at = line + strspn(line, " \t");
        at = *at == '#' ? at + 1 + strspn(at + 1, " \t") : "";
        if (strncmp(at, "include", 7) != 0 && strncmp(at, "import", 6) != 0) {
            continue;
        }
        at += strcspn(at, " \t\"<\n");
        at += strspn(at, " \t");
        if (*at != '"' && *at != '<') {
            return true;
        }
        size_t length = strcspn(at + 1, "\">\n");
        if (string_map_get(&c->names, last_part(arena_strndup(c->arena, at + 1, length)), NULL)) {
            return true;
        }
    }
    return false;
}

static bool can_include(const char *path) {
    static const char *const endings[] = {".cu",  ".cuh", ".cl",  ".clh", ".h", ".hh", ".hpp", ".hxx", ".inl",
                                          ".inc", ".ipp", ".tpp", ".def", ".c", ".cc", ".cpp", ".cxx"};
    const char *ending = strrchr(last_part(path), '.');
    bool is_found = false;
    for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++) {
        is_found = is_found || strcmp(ending, endings[i]) == 0;
    }
    return is_found;
}

static bool mentions_changed(struct changes *c, const char *path) {
    size_t size;
    const char *error = NULL, *text = inputs_read(c->arena, path, &size, &error);
    return !text || includes_changed(c, text);
}

/* Files that include changed ones have changed, too. */
static void spread(struct changes *c) {
    bool goes_on = true;
    while (goes_on && !c->is_all) {
        goes_on = false;
        for (uint32_t i = 0; i < c->known.size; i++) {
            const char *path = arena_printf(c->arena, "%s/%s", c->top, c->known.data[i]);
            if (c->is_changed.data[i] || !can_include(path) || access(path, R_OK) != 0 || !mentions_changed(c, path)) {
                continue;
            }
            c->is_changed.data[i] = true;
            goes_on |= !string_map_get(&c->names, last_part(path), NULL);
            string_map_set(&c->names, last_part(path), 1);
            string_map_set(&c->names, path, 1);
        }
    }
}

/* A changed project file in the folder of the path or above it. */
static bool has_changed_project(struct changes *c, const char *path) {
    char *at = arena_strdup(c->arena, path);
    for (char *slash = strrchr(at, '/'); slash; slash = strrchr(at, '/')) {
        *slash = '\0';
        if (string_map_get(&c->names, arena_printf(c->arena, "%s/.warpproof.json", at), NULL)) {
            return true;
        }
    }
    return false;
}

static bool is_wanted(struct changes *c, const char *file) {
    char *resolved = realpath(file, NULL);
    const char *path = resolved ? arena_strdup(c->arena, resolved) : NULL;
    size_t length = strlen(c->top);
    free(resolved);
    bool is_inside = path && strncmp(path, c->top, length) == 0 && path[length] == '/';
    return !is_inside || c->is_all || string_map_get(&c->names, path, NULL) || has_changed_project(c, path) || mentions_changed(c, path);
}

static void select_files(struct changes *c, struct options *options) {
    const char **files = arena_alloc(c->arena, (options->file_count + 1) * sizeof *files);
    struct file_options *each = arena_alloc(c->arena, (options->file_count + 1) * sizeof *each);
    uint32_t count = 0;
    for (uint32_t i = 0; i < options->file_count; i++) {
        if (is_wanted(c, options->files[i])) {
            files[count] = options->files[i];
            each[count++] = options->file_options ? options->file_options[i] : (struct file_options){0};
        }
    }
    options->files = files;
    options->file_options = each;
    options->file_count = count;
}

bool changes_select(struct arena *arena, struct options *options, const char **error) {
    struct changes c = {.arena = arena};
    if (!options->changed_since) {
        return true;
    }
    string_map_init(&c.names);
    c.git = find_git(arena);
    c.error = c.git ? NULL : "--changed-since: git is not found";
    char *top = c.error ? NULL : ask_git(&c, ".", (const char *const[]){"rev-parse", "--show-toplevel", NULL});
    if (top) {
        top[strcspn(top, "\n")] = '\0';
        c.top = top;
        take_names(
            &c, ask_git(&c, top, (const char *const[]){"diff", "--name-only", "--no-renames", "--no-ext-diff", options->changed_since, "--", NULL}),
            true);
    }
    if (!c.error) {
        take_names(&c, ask_git(&c, top, (const char *const[]){"ls-files", "--others", "--exclude-standard", NULL}), true);
        take_names(&c, ask_git(&c, top, (const char *const[]){"ls-files", NULL}), false);
    }
    if (!c.error) {
        spread(&c);
        select_files(&c, options);
    }
    string_map_release(&c.names);
    vec_release(&c.known);
    vec_release(&c.is_changed);
    *error = c.error;
    return !c.error;
}
