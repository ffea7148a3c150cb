/* See pages.h. */
#define _DEFAULT_SOURCE /* sbrk, madvise */
#include "base/pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define HEAP_BYTES ((size_t)256 << 20) /* address space: only what is touched takes memory */
#define HUGE_PAGE_BYTES ((uintptr_t)2 << 20)
enum { GROWTH_BYTES = 1 << 20, MAPPED_BYTES = 32 << 20, PIECE_BYTES = 64 << 10, PIECES_MOST = 16 };

static bool is_limited(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY || getrlimit(RLIMIT_DATA, &limit) != 0 ||
           limit.rlim_cur != RLIM_INFINITY;
}

/* Blocks of what malloc takes from the heap, until it has made the heap larger. */
static void grow_heap(const void *end) {
    void *pieces[PIECES_MOST];
    int count = 0;
    while (count < PIECES_MOST && sbrk(0) == end)
        pieces[count++] = malloc(PIECE_BYTES);
    while (count > 0)
        free(pieces[--count]);
}

void pages_use_huge(void) {
    const char *begin = sbrk(0);
    if (is_limited())
        return;
    mallopt(M_TRIM_THRESHOLD, (int)(HEAP_BYTES * 2));
    mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
    mallopt(M_TOP_PAD, (int)HEAP_BYTES);
    grow_heap(begin);
    mallopt(M_TOP_PAD, GROWTH_BYTES);
    uintptr_t first = ((uintptr_t)begin + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES, end = (uintptr_t)sbrk(0);
    if (end > first)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
}
#else
void pages_use_huge(void) {}
#endif

void pages_use_huge_in_program(void) {
    static const char name[] = "GLIBC_TUNABLES", setting[] = "glibc.malloc.hugetlb";
    const char *old = getenv(name);
    char text[1024];
    if (old && (strstr(old, setting) || strlen(old) > sizeof text / 2))
        return;
    (void)snprintf(text, sizeof text, "%s%s%s=1", old ? old : "", old ? ":" : "", setting);
    (void)setenv(name, text, 1);
}
