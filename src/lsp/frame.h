/* The framing of the language server protocol: a header with Content-Length, an empty line, and that many bytes. */
#ifndef WP_LSP_FRAME_H
#define WP_LSP_FRAME_H

#include "base/buffer.h"

/* A zero-initialised one has received nothing. */
struct frame_reader {
    struct buffer bytes; /* received and not yet given */
    size_t given;        /* bytes of the message that frame_next gave last */
};

enum frame_status { FRAME_INCOMPLETE, FRAME_WHOLE, FRAME_BROKEN };

/* Adds received bytes; what frame_next gave before is no longer valid. */
void frame_receive(struct frame_reader *reader, const char *bytes, size_t size);

/* The next message. FRAME_WHOLE: body[0..*size). FRAME_BROKEN: *why says what is wrong with the header; nothing that follows
   can be read, since nobody knows where the next message begins. */
enum frame_status frame_next(struct frame_reader *reader, const char **body, size_t *size, const char **why);

/* Appends the message with its header. */
void frame_add(struct buffer *out, const char *body, size_t size);

void frame_release(struct frame_reader *reader);

#endif
