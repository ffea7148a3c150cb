/* What aliases.c and alias_result.c share. Private to the room. */
#ifndef WP_CHECK_ALIAS_PARTS_H
#define WP_CHECK_ALIAS_PARTS_H

#include "check/aliases.h"
#include "kernel/edit.h"

/* The condition that gives the alias its offset: "b.offset == (n)". */
const char *alias_relation(struct arena *arena, const struct check_alias *alias);
/* Whether it says that the pointer is null. */
bool alias_is_null(const struct check_alias *alias);
/* It tells where in its memory the pointer points: "a = a + 3". */
bool alias_is_place(const struct check_alias *alias);
/* Whether the kernel has parameters, or members of struct parameters, of both names. */
bool alias_is_told_of(const struct kernel *kernel, const struct check_alias *alias);

#endif
