/* The counting allocator under every container of this room.
 *
 * Sizes are passed back on release, so live bytes are known exactly: zero at the
 * end of a run means no leak. Memory is not zeroed.
 *
 * Running out of memory writes one line to stderr and calls abort(): each kernel
 * is analysed in a process of its own, whose parent reports the loss, and the process
 * that a program calls the library in uses none of this (cli/api.c). This is the
 * only place where library code prints or ends the process. */
#ifndef WP_BASE_MEMORY_H
#define WP_BASE_MEMORY_H

#include <stddef.h>

/* Never NULL; a size of 0 gives a pointer that must be freed like any other. */
void *mem_alloc(size_t size_bytes);

/* memory may be NULL if old_size_bytes is 0. */
void *mem_resize(void *memory, size_t old_size_bytes, size_t new_size_bytes);

/* size_bytes is the size of the allocation; memory may be NULL if it is 0. */
void mem_free(void *memory, size_t size_bytes);

/* count * element_bytes; a product that does not fit counts as out of memory. */
size_t mem_array_bytes(size_t count, size_t element_bytes);

/* Bytes allocated and not yet freed, over all threads. */
size_t mem_live_bytes(void);

#endif
