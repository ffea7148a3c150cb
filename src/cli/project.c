#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/project.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "cli/kernel_name.h"
#include "cli/parser.h"
#include "report/report.h"

static const char file_name[] = ".warpproof.json";

/* What a project file may set: nothing that runs a program, or reads or writes a file. */
static bool is_allowed(enum option option, bool is_kernel) {
    static const enum option everywhere[] = {OPTION_BLOCK,    OPTION_GRID,         OPTION_GLOBAL_SIZE, OPTION_GLOBAL_OFFSET, OPTION_PARAM,
                                             OPTION_REQUIRES, OPTION_EXTENT,       OPTION_ALIAS,       OPTION_TYPE_FACT,     OPTION_DYNAMIC_SHARED,
                                             OPTION_ONLY,     OPTION_SEARCH,       OPTION_STEPS,       OPTION_SEED,          OPTION_STRICT,
                                             OPTION_WARP,     OPTION_BARRIER_EXIT, OPTION_BUDGET};
    static const enum option of_files[] = {OPTION_ANNOTATIONS, OPTION_SYSTEM_HEADERS, OPTION_TIMEOUT, OPTION_REQUIRE_KERNELS};
    bool is_found = false;
    for (size_t i = 0; i < sizeof everywhere / sizeof *everywhere; i++) {
        is_found = is_found || everywhere[i] == option;
    }
    for (size_t i = 0; i < sizeof of_files / sizeof *of_files && !is_kernel; i++) {
        is_found = is_found || of_files[i] == option;
    }
    return is_found;
}

static bool check_settings(struct arena *arena, const struct project_settings *settings, bool is_kernel, const char **error) {
    for (uint32_t i = 0; i < settings->list.size; i++) {
        const struct project_setting *s = &settings->list.data[i];
        enum option option = options_find(s->name);
        if (option == OPTION_COUNT) {
            *error = arena_printf(arena, "line %u: unknown option '%s'", s->line, s->name);
        } else if (!is_allowed(option, is_kernel)) {
            *error = arena_printf(arena, "line %u: '%s' cannot be set %s", s->line, s->name, is_kernel ? "for a kernel" : "by a project file");
        }
        if (*error) {
            return false;
        }
    }
    return true;
}

static bool check_levels(struct arena *arena, const struct project *project, const char **error) {
    for (uint32_t i = 0; i < project->levels.list.size; i++) {
        const struct project_setting *s = &project->levels.list.data[i];
        if (!report_has_rule(s->name)) {
            *error = arena_printf(arena, "line %u: unknown rule '%s'", s->line, s->name);
        } else if (!s->value || strcmp(s->value, "off") != 0) {
            *error = arena_printf(arena, "line %u: a level is \"off\"", s->line);
        }
        if (*error) {
            return false;
        }
    }
    return true;
}

/* Every setting is tried, so that what is wrong is told once, with its line. */
static bool check_project(struct arena *arena, const struct project *project, const struct options *options, const char **error) {
    struct options whole = *options;
    bool is_good = check_settings(arena, &project->options, false, error) && check_levels(arena, project, error) &&
                   options_add(arena, &whole, &project->options, error);
    for (uint32_t i = 0; i < project->kernels.size && is_good; i++) {
        struct options one = whole;
        const struct project_settings *settings = &project->kernels.data[i].settings;
        is_good = check_settings(arena, settings, true, error) && options_add(arena, &one, settings, error);
    }
    return is_good;
}

static struct project *read_project(struct arena *arena, const char *path, const struct options *options, const char **error) {
    size_t size;
    const char *what = NULL;
    struct project *project = arena_alloc(arena, sizeof *project);
    project->path = path;
    const char *text = inputs_read(arena, path, &size, error);
    if (!text) {
        return NULL;
    }
    if (!project_read(project, arena, text, size, &what) || !check_project(arena, project, options, &what)) {
        *error = arena_printf(arena, "%s: %s", path, what);
    }
    return project;
}

/* The project file of a folder or of one above it; NULL if there is none. The folder is an absolute path. */
static const char *find_above(struct arena *arena, const char *folder) {
    char *at = arena_strdup(arena, folder);
    for (;;) {
        const char *path = arena_printf(arena, "%s/%s", at, file_name);
        if (access(path, F_OK) == 0) {
            return path;
        }
        char *slash = strrchr(at, '/');
        if (!slash) {
            return NULL;
        }
        *slash = '\0';
    }
}

/* The absolute path of the folder that the file lies in; of standard input the working directory. */
static char *folder_of(struct arena *arena, const char *file) {
    const char *slash = strcmp(file, "-") == 0 ? NULL : strrchr(file, '/');
    char *resolved = realpath(slash ? arena_strndup(arena, file, (size_t)(slash - file) + 1) : ".", NULL);
    char *copy = resolved ? arena_strdup(arena, resolved) : NULL;
    free(resolved);
    return copy;
}

bool project_load(struct arena *arena, struct options *options, const char **error) {
    const struct project **projects = arena_alloc(arena, (options->file_count + 1) * sizeof *projects);
    bool is_none = options->replay || (options->project && strcmp(options->project, "none") == 0);
    options->projects = projects;
    for (uint32_t i = 0; i < options->file_count && !is_none && !*error; i++) {
        const char *folder = options->project ? NULL : folder_of(arena, options->files[i]);
        const char *path = options->project ? options->project : folder ? find_above(arena, folder) : NULL;
        for (uint32_t j = 0; j < i && path && !projects[i]; j++) {
            projects[i] = projects[j] && strcmp(projects[j]->path, path) == 0 ? projects[j] : NULL;
        }
        if (path && !projects[i]) {
            projects[i] = read_project(arena, path, options, error);
        }
    }
    return !*error;
}

void project_unload(struct options *options) {
    for (uint32_t i = 0; options->projects && i < options->file_count; i++) {
        bool is_first = options->projects[i] != NULL;
        for (uint32_t j = 0; j < i; j++) {
            is_first = is_first && options->projects[j] != options->projects[i];
        }
        if (is_first) {
            project_release((struct project *)options->projects[i]);
        }
    }
}

/* ---- using it ---- */

/* Definitions and folders stand before the user's compiler options; folders count from that of the project file. */
static void add_clang_args(struct arena *arena, const struct project *project, struct options *options) {
    uint32_t count = project->defines.list.size + project->includes.list.size, at = 0;
    const char **all = arena_alloc(arena, (count + options->clang_arg_count + 1) * sizeof *all);
    const char *slash = strrchr(project->path, '/');
    const char *folder = slash ? arena_strndup(arena, project->path, (size_t)(slash - project->path)) : ".";
    for (uint32_t i = 0; i < project->defines.list.size; i++) {
        all[at++] = arena_printf(arena, "-D%s", project->defines.list.data[i].value);
    }
    for (uint32_t i = 0; i < project->includes.list.size; i++) {
        const char *path = project->includes.list.data[i].value;
        all[at++] = path[0] == '/' ? arena_printf(arena, "-I%s", path) : arena_printf(arena, "-I%s/%s", folder, path);
    }
    for (uint32_t i = 0; i < options->clang_arg_count; i++) {
        all[at++] = options->clang_args[i];
    }
    options->clang_args = all;
    options->clang_arg_count = at;
}

static void print_settings(const struct project_settings *settings, const char *before, struct buffer *out) {
    for (uint32_t i = 0; i < settings->list.size; i++) {
        const struct project_setting *s = &settings->list.data[i];
        buffer_printf(out, "%s%s%s%s (line %u)\n", before, s->name, s->value ? "=" : "", s->value ? s->value : "", s->line);
    }
}

static void print_project(const struct project *project, struct buffer *out) {
    print_settings(&project->options, "    --", out);
    print_settings(&project->defines, "    ", out);
    print_settings(&project->includes, "    ", out);
    for (uint32_t i = 0; i < project->kernels.size; i++) {
        const struct project_kernel *kernel = &project->kernels.data[i];
        buffer_printf(out, "    kernel %s (line %u)\n", kernel->pattern, kernel->line);
        print_settings(&kernel->settings, "        --", out);
    }
    print_settings(&project->levels, "    level of ", out);
}

void project_apply(struct arena *arena, const struct project *project, struct options *options) {
    struct buffer given = {0};
    const char *error = NULL;
    add_clang_args(arena, project, options);
    if (options->command != COMMAND_SIMULATE) {
        (void)options_add(arena, options, &project->options, &error);
    }
    buffer_printf(&given, "%s\n%s\n", options->given, project->path);
    print_project(project, &given); /* results depend on it */
    options->given = arena_strdup(arena, buffer_text(&given));
    options->own_project = project;
    buffer_release(&given);
}

void project_apply_kernel(struct arena *arena, const struct options *options, const char *name, const char *display, struct check_options *check) {
    const struct project *project = options->own_project;
    struct options own = *options;
    const char *error = NULL;
    for (uint32_t i = 0; project && i < project->kernels.size; i++) {
        const struct project_kernel *kernel = &project->kernels.data[i];
        if (kernel_name_matches(kernel->pattern, name, display)) {
            (void)options_add(arena, &own, &kernel->settings, &error);
        }
    }
    *check = own.check;
}

void project_print(const struct options *options, struct buffer *out) {
    buffer_printf(out, "command line:\n%s", options->told);
    for (uint32_t i = 0; i < options->file_count; i++) {
        const struct project *project = options->projects ? options->projects[i] : NULL;
        buffer_printf(out, "%s: %s\n", options->files[i], project ? project->path : "no project file");
        if (project) {
            print_project(project, out);
        }
    }
}
