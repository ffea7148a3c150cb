/* What an analysis of one file found, and what an editor is told of it. */
#ifndef WP_LSP_OUTCOME_H
#define WP_LSP_OUTCOME_H

#include <jansson.h>

#include "finding/finding.h"

/* A file beside the one that was analysed in which something may be edited: as it was when the report was read. */
struct outcome_header {
    const char *path, *uri, *text;
};

/* One arena holds it all. */
struct outcome {
    struct file_result file;
    struct outcome_header *headers;
    uint32_t header_count;
    const char *text; /* of the file, as it was when the analysis began */
    const char *uri;  /* of the file, as the editor writes it */
};

/* Reads the JSON report of one file; false and *error (in the arena) if it is none. */
bool outcome_read(struct arena *arena, const char *report, size_t size, struct outcome *outcome, const char **error);

/* Whether a place's file, which may be relative, is the one that was analysed; NULL is. */
bool outcome_is_of_file(const struct outcome *outcome, const char *path);

/* Whether a place's file (NULL: the one that was analysed) is the file of this path. */
bool outcome_is_file(const struct outcome *outcome, const char *file, const char *path);

/* Reads the texts of the files beside the analysed one that advice and kernels are in. */
void outcome_read_headers(struct arena *arena, struct outcome *outcome);

/* The text of a file, or NULL; owned by the caller. */
char *outcome_read_text(const char *path);

/* Diagnostics by file: an object from URIs to arrays, with an entry for outcome->uri at least. */
json_t *outcome_diagnostics(const struct outcome *outcome);

/* What is asked about: lines [first, last] from 0 of the file of this path, and whether a text is still that of the file (in the
   editor, or on disk). */
struct action_query {
    const char *path;
    uint32_t first, last;
    bool (*is_current)(void *context, const char *uri, const char *text);
    void *context;
};

/* The code actions for these lines: an array. Edits are in the analysed file and its headers, where their texts are current. */
json_t *outcome_actions(const struct outcome *outcome, const struct action_query *query);

/* The hover text for the word at an offset of `text`, which is the editor's: the kernels of that name, with what is
   proved of them and under which conditions. null where no kernel is called so. */
json_t *outcome_hover(const struct outcome *outcome, const char *text, size_t offset);

/* "shift" of "shift(int*)", "scale" of "void ns::scale<float>(float*)". */
const char *outcome_kernel_name(struct arena *arena, const struct kernel_result *kernel);

#endif
