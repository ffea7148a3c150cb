/* Which of the files that a compilation read are the program's own, and not system headers.
 * Clang lists what it found in no system folder (-MMD); a header that calls itself a system header
 * is told from its text, and so are the names that #line gives to lines of the program's files. */
#ifndef WP_FRONT_OWN_FILES_H
#define WP_FRONT_OWN_FILES_H

#include "base/arena.h"
#include "front/front.h"

/* From clang's list, in the form of a make rule; none if it cannot be read. */
void own_files_read(struct arena *arena, const char *path, struct front_own_files *files);

/* Whether a text holds `#pragma GCC system_header` or `#pragma clang system_header` in a line of its own. */
bool own_files_is_system_text(const char *text);

#endif
