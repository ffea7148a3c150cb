/* SHA-256 (FIPS 180-4), for names of things that must not be confused even if somebody wants them to be. */
#ifndef WP_BASE_SHA256_H
#define WP_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_HEX_BYTES = 65 }; /* of a digest in hexadecimal, with its NUL */

struct sha256 {
    uint32_t state[8];
    uint64_t size_bytes;
    uint8_t block[64];
};

void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t size_bytes);

/* Adds the text with its length in front, so that no two lists of texts are the same bytes; NULL counts as "". */
void sha256_add_text(struct sha256 *hash, const char *text);

/* The digest of what was added, in hexadecimal. More can be added afterwards. */
void sha256_hex(const struct sha256 *hash, char hex[SHA256_HEX_BYTES]);

#endif
