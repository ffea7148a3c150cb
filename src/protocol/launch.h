/* The twelve symbols every protocol has: tid.x ... gdim.z.

   All are 32 bits wide. tid is private to a thread, bid to a block; bdim and
   gdim are the launch. Facts: tid.a <u bdim.a and bid.a <u gdim.a. Whoever
   makes a protocol adds them to its empty term table before anything else. */
#ifndef WP_PROTOCOL_LAUNCH_H
#define WP_PROTOCOL_LAUNCH_H

#include <stdbool.h>

#include "protocol/protocol.h"

/* Requires protocol->terms without symbols; fills tid, bid, bdim and gdim. */
void protocol_add_launch(struct protocol *protocol);

/* The flag among protocol->reads_tid ... reads_gdim of a launch symbol;
   NULL if the symbol is none. */
bool *protocol_launch_flag(struct protocol *protocol, const struct symbol *symbol);

/* The flags of all of them. An expression counts as a reader of what it names (protocol/expression.h): what is stated of one launch only
   must not count when others are judged. */
struct launch_flags {
    bool tid[3], bid[3], bdim[3], gdim[3];
};
struct launch_flags protocol_launch_flags(const struct protocol *protocol);
void protocol_restore_launch_flags(struct protocol *protocol, const struct launch_flags *flags);

#endif
