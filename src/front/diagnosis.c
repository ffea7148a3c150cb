#include "front/diagnosis.h"

#include <string.h>

/* Parts of clang-19's messages (DiagnosticSemaKinds.td, DiagnosticParseKinds.td) about names it
   does not know, and about what nvcc tolerates and the second attempt does too. */
static const char *const lacking[] = {"unknown type name",
                                      "use of undeclared identifier",
                                      "no matching function for call",
                                      "no matching constructor",
                                      "no matching conversion",
                                      "no member named",
                                      "no template named",
                                      "no type named",
                                      "is ambiguous",
                                      "incomplete type",
                                      "implicit instantiation of undefined",
                                      "expected namespace name",
                                      "reference to __host__ function",
                                      "call to undeclared function",
                                      "an attribute list cannot appear here"};

static const char *find_missing_header(struct arena *arena, const char *line, size_t length) {
    static const char start[] = "fatal error: '", end[] = "' file not found";
    const char *open = strstr(line, start);
    const char *close = open ? strstr(open, end) : NULL;
    if (!close || close > line + length) {
        return NULL;
    }
    open += strlen(start);
    return arena_strndup(arena, open, (size_t)(close - open));
}

struct diagnosis diagnosis_make(struct arena *arena, const char *diagnostics) {
    struct diagnosis result = {0};
    for (const char *line = strstr(diagnostics, "error: "); line; line = strstr(line, "error: ")) {
        size_t length = strcspn(line, "\n");
        const char *text = arena_strndup(arena, line, length);
        for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
            result.lacks_declarations = result.lacks_declarations || strstr(text, lacking[i]);
        }
        line += length;
    }
    for (const char *line = diagnostics; *line && !result.missing_header;) {
        size_t length = strcspn(line, "\n");
        result.missing_header = find_missing_header(arena, line, length);
        line += length + (line[length] == '\n');
    }
    return result;
}

char *diagnosis_trim(struct arena *arena, const char *diagnostics) {
    size_t end = strlen(diagnostics);
    while (end > 0) {
        size_t last = end;
        while (last > 0 && diagnostics[last - 1] == '\n') {
            last--;
        }
        size_t start = last;
        while (start > 0 && diagnostics[start - 1] != '\n') {
            start--;
        }
        const char *line = arena_strndup(arena, diagnostics + start, last - start);
        bool is_count = strstr(line, " generated when compiling for ") != NULL;
        if (!is_count) {
            end = last;
            break;
        }
        end = start;
    }
    return arena_strndup(arena, diagnostics, end);
}
