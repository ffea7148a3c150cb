/* How long the text report of a file is: docs/reports.md promises at most three lines for a kernel without an error and at
   most twelve for one with a single error. */
#include <string.h>

#include "golden.h"

enum { LINES_OF_CLEAN = 3, LINES_OF_ERROR = 12 };

struct kernel_lines {
    char headline[80];
    uint32_t lines, errors;
};

static bool has(const char *line, size_t length, const char *word) {
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; i++) {
        if (memcmp(line + i, word, size) == 0) {
            return true;
        }
    }
    return false;
}

/* "k.cu:3: kernel(int*): proved for every launch: race": a verdict, and no level. */
static bool is_headline(const char *line, size_t length) {
    static const char *const verdicts[] = {": refuted", ": unproved", ": proved", ": unchecked"};
    bool has_verdict = false;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        has_verdict |= has(line, length, verdicts[i]);
    }
    return length > 0 && line[0] != ' ' && has_verdict && !has(line, length, ": error: ") && !has(line, length, ": warning: ") &&
           !has(line, length, ": note: ");
}

static void judge(const struct kernel_lines *k, struct buffer *why) {
    uint32_t most = k->errors == 0 ? LINES_OF_CLEAN : k->errors == 1 ? LINES_OF_ERROR : UINT32_MAX;
    if (k->lines > most) {
        buffer_printf(why, "%u lines of text for a kernel with %u error%s, at most %u: %s\n", k->lines, k->errors, k->errors == 1 ? "" : "s", most,
                      k->headline);
    }
}

void lines_judge(const char *text, struct buffer *why) {
    struct kernel_lines kernel = {.lines = 0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        bool is_last = !text[length] || !text[length + 1]; /* the line about the run */
        if (is_headline(text, length) || is_last) {
            judge(&kernel, why);
            kernel = (struct kernel_lines){.lines = 0};
            memcpy(kernel.headline, text, length < sizeof kernel.headline - 1 ? length : sizeof kernel.headline - 1);
        }
        kernel.lines += kernel.headline[0] != '\0';
        kernel.errors += has(text, length, ": error: ");
        text += length + (text[length] == '\n');
    }
}
