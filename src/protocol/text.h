/* Files of protocols: any number of them, one after the other. */
#ifndef WP_PROTOCOL_TEXT_H
#define WP_PROTOCOL_TEXT_H

#include "protocol/protocol.h"

/* Every protocol of a text, checked. The array lives in `arena`; each protocol is
   the caller's (protocol_destroy). On error: NULL, nothing to destroy, and *error =
   "line N: ..." in the arena. `file` is the source file of protocols that name none. */
struct protocol **protocol_parse_all(struct arena *arena, const char *text, const char *file, uint32_t *count, const char **error);

#endif
