/* See launch_site.h. */
#include "host/launch_site.h"

#include <string.h>

const char *launch_site_place(struct arena *arena, const struct launch_site *site) {
    return site->line > 0 ? arena_printf(arena, "%s:%u", site->file, site->line) : site->file;
}

bool launch_site_holds(const struct launch_site *site, const char *variable) {
    bool holds = false;
    for (uint32_t i = 0; i < site->held_count && variable; i++)
        holds |= strcmp(site->held[i], variable) == 0;
    return holds;
}
