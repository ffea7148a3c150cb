/* What an analysis of one file found, and what an editor is told of it. */
#ifndef WP_LSP_OUTCOME_H
#define WP_LSP_OUTCOME_H

#include <jansson.h>

#include "finding/finding.h"

/* One arena holds it all. */
struct outcome {
    struct file_result file;
    const char *text; /* of the file, as it was when the analysis began */
    const char *uri;  /* of the file, as the editor writes it */
};

/* Reads the JSON report of one file; false and *error (in the arena) if it is none. */
bool outcome_read(struct arena *arena, const char *report, size_t size, struct outcome *outcome, const char **error);

/* Whether a place's file, which may be relative, is the one that was analysed; NULL is. */
bool outcome_is_of_file(const struct outcome *outcome, const char *path);

/* Diagnostics by file: an object from URIs to arrays, with an entry for outcome->uri at least. */
json_t *outcome_diagnostics(const struct outcome *outcome);

/* The code actions for lines [first, last] of the file, from 0: an array. Requires that the file's text is outcome->text. */
json_t *outcome_actions(const struct outcome *outcome, uint32_t first, uint32_t last);

/* The hover text for the word at an offset of `text`, which is the editor's: the kernels of that name, with what is
   proved of them and under which conditions. null where no kernel is called so. */
json_t *outcome_hover(const struct outcome *outcome, const char *text, size_t offset);

/* "shift" of "shift(int*)", "scale" of "void ns::scale<float>(float*)". */
const char *outcome_kernel_name(struct arena *arena, const struct kernel_result *kernel);

#endif
