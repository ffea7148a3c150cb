#include "base/sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by) {
    return x >> by | x << (32 - by);
}

static void add_block(struct sha256 *hash, const uint8_t *block) {
    uint32_t w[64], s[8];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *at = block + 4 * i;
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (unsigned i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(s, hash->state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t s1 = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
        uint32_t first = s[7] + s1 + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i];
        uint32_t s0 = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
        uint32_t second = s0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (unsigned i = 0; i < 8; i++) {
        hash->state[i] += s[i];
    }
}

void sha256_init(struct sha256 *hash) {
    *hash = (struct sha256){{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 0, {0}};
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t size_bytes) {
    const uint8_t *at = bytes;
    size_t used = hash->size_bytes % sizeof hash->block;
    hash->size_bytes += size_bytes;
    while (size_bytes > 0) {
        size_t room = sizeof hash->block - used, taken = size_bytes < room ? size_bytes : room;
        memcpy(hash->block + used, at, taken);
        at += taken;
        size_bytes -= taken;
        used += taken;
        if (used == sizeof hash->block) {
            add_block(hash, hash->block);
            used = 0;
        }
    }
}

void sha256_add_text(struct sha256 *hash, const char *text) {
    uint64_t length = text ? strlen(text) : 0;
    uint8_t head[8];
    for (unsigned i = 0; i < sizeof head; i++) {
        head[i] = (uint8_t)(length >> 8 * i);
    }
    sha256_add(hash, head, sizeof head);
    sha256_add(hash, text ? text : "", (size_t)length);
}

void sha256_hex(const struct sha256 *hash, char hex[SHA256_HEX_BYTES]) {
    static const char digits[] = "0123456789abcdef";
    static const uint8_t padding[64] = {0x80};
    struct sha256 last = *hash;
    uint64_t bits = hash->size_bytes * 8;
    size_t used = hash->size_bytes % 64;
    uint8_t length[8];
    for (unsigned i = 0; i < sizeof length; i++) {
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    }
    sha256_add(&last, padding, used < 56 ? 56 - used : 120 - used);
    sha256_add(&last, length, sizeof length);
    for (unsigned i = 0; i < 32; i++) {
        unsigned byte = last.state[i / 4] >> (24 - 8 * (i % 4)) & 0xff;
        hex[2 * i] = digits[byte >> 4];
        hex[2 * i + 1] = digits[byte & 15];
    }
    hex[SHA256_HEX_BYTES - 1] = '\0';
}
