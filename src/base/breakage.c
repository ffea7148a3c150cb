#include "base/breakage.h"

#include <string.h>

static const struct {
    const char *name, *text;
} breakages[] = {
    {"none", "nothing is broken"},
#define BREAKAGE(name, text, wrong) {text, wrong},
#include "base/breakage.def"
#undef BREAKAGE
};

#ifdef WP_BREAKABLE
enum breakage breakage_now = BREAKAGE_NONE;

bool breakage_begin(const char *name) {
    for (int b = BREAKAGE_NONE; b < BREAKAGE_COUNT; b++) {
        if (strcmp(name, breakages[b].name) == 0) {
            breakage_now = (enum breakage)b;
            return true;
        }
    }
    return false;
}
#endif

const char *breakage_name(enum breakage breakage) {
    return breakages[breakage].name;
}

const char *breakage_text(enum breakage breakage) {
    return breakages[breakage].text;
}
