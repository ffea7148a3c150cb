/* Checks a file's text with the library and says what became of each kernel as soon as it is known:

       gcc library.c -o library $(pkg-config --cflags --libs warpproof)
       ./library [--first] kernels.cu [options of warpproof check]

   --first stops at the first kernel that is refuted. The exit status is that of `warpproof check`, or 4 if there is no result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpproof/warpproof.h>

enum { LARGEST_BYTES = 1 << 24, STATUS_NO_RESULT = 4 };

static int tell_kernel(void *context, const struct wp_kernel *kernel) {
    static const char *const words[] = {"proved", "refuted", "unusable", "unproved"};
    const int *stops_at_first = context;
    printf("%s:%u: %s: %s (%u of %u)\n", kernel->file, kernel->line, kernel->display, words[kernel->verdict], kernel->index + 1, kernel->count);
    fflush(stdout);
    return *stops_at_first && kernel->verdict == WP_REFUTED;
}

/* An editor has the text already; NULL if there is none. To be freed. */
static char *read_text(const char *path, size_t *size) {
    FILE *stream = fopen(path, "rb");
    char *text = stream ? malloc(LARGEST_BYTES) : NULL;
    *size = text ? fread(text, 1, LARGEST_BYTES, stream) : 0;
    if (stream) {
        fclose(stream);
    }
    return text;
}

int main(int argc, char **argv) {
    int stops_at_first = argc > 1 && strcmp(argv[1], "--first") == 0;
    int at = 1 + stops_at_first;
    if (argc <= at) {
        fprintf(stderr, "usage: %s [--first] FILE [OPTION...]\n", argv[0]);
        return STATUS_NO_RESULT;
    }
    size_t size;
    char *text = read_text(argv[at], &size);
    if (!text) {
        perror(argv[at]);
        return STATUS_NO_RESULT;
    }
    struct wp_session *session;
    char *report = NULL;
    enum wp_status status = wp_session_create((const char *const *)argv + at + 1, argc - at - 1, &session);
    if (status == WP_PROVED) {
        wp_session_on_kernel(session, tell_kernel, &stops_at_first);
        status = wp_check_text(session, argv[at], NULL, text, size, &report);
    }
    if (report) {
        printf("status %d, a report that %s race\n", (int)status, strstr(report, "\"data-race\"") ? "tells of a" : "knows no");
    } else {
        fprintf(stderr, "%s: %s\n", argv[0], wp_last_error(session));
    }
    int result = report ? (int)status : STATUS_NO_RESULT;
    wp_free(report);
    wp_session_destroy(session);
    free(text);
    return result;
}
