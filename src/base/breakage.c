#include "base/breakage.h"

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
#endif

const char *breakage_name(enum breakage breakage) {
    return breakages[breakage].name;
}

const char *breakage_text(enum breakage breakage) {
    return breakages[breakage].text;
}
