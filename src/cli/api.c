/* The library interface (warpproof/warpproof.h) over options, run and report. */
#include "warpproof/warpproof.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "cli/options.h"
#include "cli/run.h"
#include "report/report.h"

struct wp_session {
    struct arena arena; /* of the options */
    struct options options;
};

struct collection {
    VEC(const struct file_result *) files;
    struct report_summary summary;
};

const char *wp_version(void) {
    return WP_VERSION;
}

/* For wp_free: plain malloc, so that a text needs no size. */
static char *give_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}

void wp_free(char *text) {
    free(text);
}

/* warpproof check OPTIONS..., with a file name before any "--" so that it parses. */
static const char **make_command_line(struct arena *arena, const char *const *options, int count) {
    const char **words = arena_alloc(arena, ((size_t)count + 4) * sizeof *words);
    int at = 0;
    words[at++] = "warpproof";
    words[at++] = "check";
    words[at++] = "FILE";
    for (int i = 0; i < count; i++) {
        words[at++] = options[i];
    }
    return words;
}

struct wp_session *wp_session_create(const char *const *options, int count, char **error) {
    struct wp_session *session = mem_alloc(sizeof *session);
    const char *message = NULL;
    *session = (struct wp_session){0};
    const char **words = make_command_line(&session->arena, options, count);
    bool is_good = options_parse(&session->arena, count + 3, words, &session->options, &message);
    if (is_good && (session->options.file_count != 1 || session->options.help ||
                    session->options.version || !options_give_results(&session->options))) {
        is_good = false;
        message = "only options of check that make a report";
    }
    session->options.executable_path = NULL;
    if (error) {
        *error = is_good ? NULL : give_text(message);
    }
    if (!is_good) {
        wp_session_destroy(session);
        return NULL;
    }
    return session;
}

void wp_session_destroy(struct wp_session *session) {
    if (session) {
        arena_release(&session->arena);
        mem_free(session, sizeof *session);
    }
}

static void collect(void *context, const struct run_output *output) {
    struct collection *collection = context;
    vec_push(&collection->files, output->file);
    report_count(&collection->summary, output->file);
}

char *wp_check_file(struct wp_session *session, const char *path, int *status) {
    struct arena arena = {0};
    struct collection collection = {0};
    struct buffer text = {0};
    struct options options = session->options;
    const char *error = NULL;
    char *report = NULL;
    int outcome = 2;
    options.files = &path;
    options.file_count = 1;
    if (run_files(&arena, &options, collect, NULL, &collection, NULL, &error)) {
        struct report_options how = {.stats = options.stats != STATS_OFF, .version = WP_VERSION};
        report_json(collection.files.data, collection.files.size, &how, &text);
        outcome = report_exit_status(&collection.summary);
        report = give_text(buffer_text(&text));
    }
    if (status) {
        *status = report ? outcome : 2;
    }
    vec_release(&collection.files);
    buffer_release(&text);
    arena_release(&arena);
    return report;
}
