/* Kernel templates of a source text: what has no instance in a build is in no
   module, and nobody would miss it there. Found by reading the text, which is
   not preprocessed: those behind macros and in headers are not seen, those
   behind an #if that does not hold are. */
#ifndef WP_FRONT_TEMPLATES_H
#define WP_FRONT_TEMPLATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* "name (line n), ..." for each kernel template defined in the file of which no
   display name ("name<4>(int*)") is an instance; NULL if there is none, or the
   file cannot be read. */
const char *templates_without_instance(struct arena *arena, const char *path, const char *const *displays, uint32_t count);

/* The namespaces ("a::b", "" for none) around the kernel template of this name that the text defines, if they end in `scope`
   ("b"); NULL if there is none, or in several places. */
const char *template_scope(struct arena *arena, const char *text, const char *scope, size_t scope_length, const char *name);

/* Whether one of the display names is that of an instance: of `kernel<float>`, as the user writes it, any `kernel<...>`. */
bool template_has_instance(const char *instance, const char *const *displays, uint32_t count);

#endif
