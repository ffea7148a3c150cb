/* Names and help of the reasons in reasons.def. */
#include <assert.h>
#include <stddef.h>

#include "protocol/protocol.h"

struct reason_text {
    const char *name, *help;
};

static const struct reason_text texts[REASON_COUNT] = {
#define REASON(suffix, text, help) [REASON_##suffix] = {text, help},
#include "protocol/reasons.def"
#undef REASON
};

const char *reason_name(enum reason_kind reason) {
    assert((unsigned)reason < REASON_COUNT);
    return texts[reason].name;
}

const char *reason_help(enum reason_kind reason) {
    assert((unsigned)reason < REASON_COUNT);
    return texts[reason].help;
}
