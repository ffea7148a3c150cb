#include "front/absent.h"

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

/* An empty file NAME in the folder of absent headers. */
static bool make_header(struct arena *arena, const char *folder, const char *name) {
    char *path = arena_printf(arena, "%s/%s", folder, name);
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

bool absent_preprocess(struct arena *arena, const struct command_request *request, const char *directory, absent_found found, void *context,
                       double *seconds) {
    struct command_request own = *request;
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
        if (!missing || !is_inside(missing) || !make_header(arena, own.absent_headers, missing)) {
            return false;
        }
        found(context, result.output, missing);
    }
    return false;
}
