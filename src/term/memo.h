/* A side array over term ids that costs memory only where it is touched.
 *
 * Entries lie in pages, made zeroed on first use. A zero-initialised memo with
 * entry_bytes set is empty. Entries do not move. */
#ifndef WP_TERM_MEMO_H
#define WP_TERM_MEMO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/vec.h"

enum { MEMO_PAGE_BITS = 8, MEMO_PAGE_SIZE = 1 << MEMO_PAGE_BITS };

struct memo {
    size_t entry_bytes;
    VEC(char *) pages;
};

/* The entry of id. */
static inline void *memo_at(struct memo *memo, uint32_t id) {
    uint32_t page = id >> MEMO_PAGE_BITS;
    size_t page_bytes = memo->entry_bytes << MEMO_PAGE_BITS;
    if (page >= memo->pages.size)
        vec_resize_zero(&memo->pages, page + 1);
    if (!memo->pages.data[page]) {
        memo->pages.data[page] = mem_alloc(page_bytes);
        memset(memo->pages.data[page], 0, page_bytes);
    }
    return memo->pages.data[page] + (id & (MEMO_PAGE_SIZE - 1)) * memo->entry_bytes;
}

static inline void memo_release(struct memo *memo) {
    for (uint32_t i = 0; i < memo->pages.size; i++)
        if (memo->pages.data[i])
            mem_free(memo->pages.data[i], memo->entry_bytes << MEMO_PAGE_BITS);
    vec_release(&memo->pages);
}

#endif
