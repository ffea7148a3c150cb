/* A source text as far as edits need it: what is code and what is not, calls of barriers, beginnings of bodies. */
#ifndef WP_LSP_SOURCE_H
#define WP_LSP_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* The end of the identifier at the offset, which is the offset itself where none begins. */
size_t source_word_end(const char *text, size_t at);

/* The identifier around the offset: [*start, *end); false if there is none. */
bool source_word(const char *text, size_t at, size_t *start, size_t *end);

/* The statement that a barrier at the offset is, from its name to behind its ';': false if what stands there is no call of
   a barrier of CUDA or OpenCL that is a statement of its own. */
bool source_barrier(const char *text, size_t at, size_t *end);

/* The last character before the offset that is neither space nor comment nor of a directive; 0 if there is none. */
char source_before(const char *text, size_t at);

/* The offset behind the '{' of the function whose name is at or behind the offset: false if a ';' comes first. */
bool source_body(const char *text, size_t at, size_t *body);

/* The offset of the first line that holds anything but comments and space. */
size_t source_first_line(const char *text);

#endif
