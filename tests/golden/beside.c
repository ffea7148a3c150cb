/* Reports of the same test by other builds: the first build that ends a test leaves its
 * report in a directory, the others compare theirs with it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "golden.h"

/* The report as it is kept: exit status, a line end, the JSON text. */
static void fill(struct buffer *kept, const struct process_result *result) {
    buffer_printf(kept, "%d\n", result->status);
    buffer_add(kept, buffer_text(&result->out));
}

static bool write_temporary(char *name, const struct buffer *kept) {
    int made = mkstemp(name);
    if (made < 0) {
        return false;
    }
    FILE *stream = fdopen(made, "w");
    if (!stream) {
        (void)close(made);
        return false;
    }
    bool is_written = fwrite(buffer_text(kept), 1, kept->size, stream) == kept->size;
    return fclose(stream) == 0 && is_written;
}

void beside_compare(const char *directory, const char *path, const struct process_result *result, struct buffer *why) {
    struct arena arena;
    arena_init(&arena);
    char *name = arena_printf(&arena, "%s", path);
    for (char *c = name; *c; c++) {
        *c = *c == '/' ? '+' : *c;
    }
    const char *place = arena_printf(&arena, "%s/%s", directory, name);
    char *temporary = arena_printf(&arena, "%s/.%s.XXXXXX", directory, name);
    struct buffer kept = {0}, other = {0};
    fill(&kept, result);
    /* A hard link is made by one process only: whoever comes later compares. */
    if ((mkdir(directory, 0777) != 0 && errno != EEXIST) || !write_temporary(temporary, &kept)) {
        buffer_printf(why, "cannot write in %s\n", directory);
    } else if (link(temporary, place) != 0) {
        if (errno != EEXIST || !file_read(place, &other)) {
            buffer_printf(why, "cannot keep %s\n", place);
        } else if (strcmp(buffer_text(&kept), buffer_text(&other)) != 0) {
            buffer_printf(why, "two builds differ: see %s\n", place);
        }
    }
    (void)unlink(temporary);
    buffer_release(&kept);
    buffer_release(&other);
    arena_release(&arena);
}
