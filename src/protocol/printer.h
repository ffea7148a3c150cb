/* A protocol that is being printed. Private to print.c and print_names.c. */
#ifndef WP_PROTOCOL_PRINTER_H
#define WP_PROTOCOL_PRINTER_H

#include "protocol/protocol.h"
#include "protocol/termtext.h"

struct printer {
    const struct protocol *p;
    struct buffer *out;
    struct termtext *text;
    struct arena *scratch;
    const char **handles; /* by array: the name it has in this text */
    bool *locations;      /* by location: something refers to it */
    uint32_t depth;
};

/* Makes text, handles and locations, from p and scratch; text is the caller's (termtext_destroy). */
void printer_begin(struct printer *printer);

#endif
