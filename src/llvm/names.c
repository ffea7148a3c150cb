#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"

/* The C++ runtime's demangler (Itanium C++ ABI); the result is malloc'ed. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

const char *name_demangle(struct arena *arena, const char *mangled) {
    if (strncmp(mangled, "_Z", 2) != 0) {
        return arena_strdup(arena, mangled);
    }
    int status = 0;
    char *text = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!text) {
        return arena_strdup(arena, mangled);
    }
    /* "void f<int>(int)": a function template's name carries its result type. */
    const char *start = text;
    int depth = 0;
    for (const char *c = text; *c && *c != '('; c++) {
        depth += (*c == '<') - (*c == '>');
        if (*c == ' ' && depth == 0 && strncmp(c - (c - text >= 8 ? 8 : c - text), "operator", 8) != 0) {
            start = c + 1;
        }
    }
    const char *result = arena_strdup(arena, start);
    free(text);
    return result;
}

const char *name_last_component(struct arena *arena, const char *demangled) {
    size_t end = strlen(demangled);
    const char *clone = strstr(demangled, " [clone");
    if (clone) {
        end = (size_t)(clone - demangled);
    }
    size_t start = end;
    int depth = 0;
    while (start > 0) {
        char c = demangled[start - 1];
        depth += (c == '>' || c == ')' || c == '}') - (c == '<' || c == '(' || c == '{');
        if (c == ':' && depth == 0) {
            break;
        }
        start--;
    }
    return arena_strndup(arena, demangled + start, end - start);
}

const char *name_without_suffix(struct arena *arena, const char *name) {
    const char *dot = strchr(name, '.');
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

bool name_matches(const char *pattern, const char *name) {
    const char *star = NULL, *retry = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            retry = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star + 1;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}
