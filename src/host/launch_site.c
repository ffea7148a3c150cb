/* See launch_site.h. */
#include "host/launch_site.h"

const char *launch_site_place(struct arena *arena, const struct launch_site *site) {
    return site->line > 0 ? arena_printf(arena, "%s:%u", site->file, site->line) : site->file;
}
