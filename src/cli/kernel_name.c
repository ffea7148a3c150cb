#include "cli/kernel_name.h"

#include <stddef.h>
#include <string.h>

static bool matches(const char *pattern, const char *text, size_t length) {
    const char *star = NULL;
    size_t at = 0, retry = 0;
    while (at < length) {
        if (*pattern == '*') {
            star = pattern++;
            retry = at;
        } else if (*pattern == text[at]) {
            pattern++;
            at++;
        } else if (star) {
            pattern = star + 1;
            at = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool kernel_name_matches(const char *pattern, const char *name, const char *display) {
    return matches(pattern, name, strlen(name)) || matches(pattern, display, strlen(display)) || matches(pattern, display, strcspn(display, "(")) ||
           matches(pattern, display, strcspn(display, "(<"));
}
