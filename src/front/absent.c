#include "front/absent.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "front/diagnosis.h"
#include "front/process.h"

enum { HEADERS_MAX = 64 };

static bool is_inside(const char *name) {
    return *name && *name != '/' && strlen(name) < 256 && !strstr(name, "..");
}

/* The headers made so far, and macros that conditions ask with arguments, as `#if HAS(X)`. */
struct made {
    const char *paths[HEADERS_MAX], *macros[HEADERS_MAX];
    uint32_t path_count, macro_count;
};

/* An empty file NAME in the folder of absent headers. */
static bool make_header(struct arena *arena, const char *folder, const char *name, struct made *made) {
    char *path = arena_printf(arena, "%s/%s", folder, name);
    made->paths[made->path_count++] = path;
    for (char *slash = path + strlen(folder); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made) {
            return false;
        }
    }
    FILE *file = fopen(path, "wx");
    return file && fclose(file) == 0;
}

/* The macro with arguments that a condition asks and nothing defines. */
static const char *asked_macro(struct arena *arena, const char *output) {
    static const char before[] = "error: function-like macro '", after[] = "' is not defined";
    const char *name = strstr(output, before), *end = name ? strstr(name += sizeof before - 1, after) : NULL;
    size_t length = end ? (size_t)(end - name) : 0;
    bool is_name = length > 0;
    for (size_t i = 0; i < length; i++)
        is_name &= isalnum((unsigned char)name[i]) || name[i] == '_';
    return is_name ? arena_strndup(arena, name, length) : NULL;
}

/* In conditions the macro is 0, as a name without arguments would be. In code it is a name that nothing declares, so that what uses
   it is left out. */
static bool define_macro(const char *name, struct made *made) {
    for (uint32_t i = 0; i < made->macro_count; i++)
        if (strcmp(made->macros[i], name) == 0)
            return false;
    made->macros[made->macro_count++] = name;
    for (uint32_t i = 0; i < made->path_count; i++) {
        FILE *file = fopen(made->paths[i], "a");
        bool is_written = file && fprintf(file, "#ifndef %s\n#define %s(...) __warpproof_absent_macro\n#endif\n", name, name) > 0;
        if (!file || fclose(file) != 0 || !is_written)
            return false;
    }
    return made->path_count > 0;
}

bool absent_preprocess(struct arena *arena, const struct command_request *request, const char *directory, absent_found found, void *context,
                       double *seconds) {
    struct command_request own = *request;
    struct made made = {.path_count = 0};
    own.mode = COMMAND_PREPROCESS;
    for (uint32_t i = 0; i < HEADERS_MAX; i++) {
        struct command command;
        command_build(arena, &own, &command);
        struct process_result result = process_run(arena, command.arguments.data, directory);
        command_release(&command);
        *seconds += result.seconds;
        if (result.was_started && result.exit_status == 0) {
            return true;
        }
        const char *missing = result.was_started ? diagnosis_make(arena, result.output).missing_header : NULL;
        const char *macro = result.was_started && !missing ? asked_macro(arena, result.output) : NULL;
        bool is_header = missing && is_inside(missing) && make_header(arena, own.absent_headers, missing, &made);
        if (!is_header && !(macro && define_macro(macro, &made))) {
            return false;
        }
        if (is_header) {
            found(context, result.output, missing);
        }
    }
    return false;
}
