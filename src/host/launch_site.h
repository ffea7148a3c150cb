/* Launch sites: places where a program launches kernels, with what is known there. Plain data: the conductor makes a scope of
   it (check/launches.h). What a site does not say is free: the site stands for every launch that fits. */
#ifndef WP_HOST_LAUNCH_SITE_H
#define WP_HOST_LAUNCH_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Which launches a property is judged for. */
enum launches_mode {
    LAUNCHES_BOTH,    /* first for every launch, then what is not proved for the sites */
    LAUNCHES_PROGRAM, /* for the sites only */
    LAUNCHES_ANY      /* for every launch only */
};

/* A scalar argument, as --param has it. */
struct launch_value {
    const char *name;
    int64_t value;
    bool is_real; /* instead: `real`, a floating-point number */
    double real;
};
struct launch_extent {
    const char *name, *expression;
    bool in_bytes; /* where the size of an element is not known */
};                 /* as --extent has it */

/* A pointer parameter that points `offset` elements behind the start of memory of `elements` elements: expressions as --extent has them. */
struct launch_place {
    const char *name, *elements, *offset;
};

/* A pointer parameter that points `offset` elements of `of` behind it: an expression as --extent has it; NULL: 0. */
struct launch_alias {
    const char *name, *of, *offset;
};

/* A relation that a fact of a type states: "p.nb1 >= 4 * p.n" by "tensor: nb[1] >= nb[0] * ne[0]". */
struct launch_stated {
    const char *relation, *fact;
};

/* In a list of variables: each constant that no host code names, nor can. */
#define LAUNCH_UNNAMED "*"

struct launch_site {
    const char *kernel;      /* a pattern as of --kernel */
    const char *file;        /* of the launch in host code; where none is told, of the text that states the site */
    uint32_t line;           /* 0: not told */
    const char *stated_file; /* the launch file, and the line of the site there */
    uint32_t stated_line;
    uint32_t block[3], grid[3]; /* zeros: not known */
    bool has_dynamic_shared, has_global_offset;
    uint64_t dynamic_shared_bytes;
    const char *dynamic_shared; /* these bytes as an expression, where they are no number; NULL: not told */
    int64_t global_offset[3];
    const struct launch_value *values;
    uint32_t value_count;
    const struct launch_extent *extents;
    uint32_t extent_count;
    const char *const *relations;
    uint32_t relation_count; /* as --requires has them, those about contents among them */
    const char *(*overlaps)[2];
    uint32_t overlap_count;    /* pointer parameters that may get one allocation */
    const char *const *inside; /* pointer parameters that point behind the start of their memory: elements lie before them as well */
    uint32_t inside_count;
    const struct launch_place *places;
    uint32_t place_count; /* of those pointers: where in their memory they point, as far as it is known */
    const struct launch_alias *aliases;
    uint32_t alias_count;
    const char *const *initial; /* variables of the device that hold what they are initialised with, by the names that the linker knows */
    uint32_t initial_count;
    const char *const *summaries; /* arrays that hold what the program computes, of which relations tell properties at most */
    uint32_t summary_count;
    const char *const *stored; /* arrays that other kernels of the program may have stored to */
    uint32_t stored_count;
    const char *const *given; /* arrays of which the program reads in elements, or draws them at random */
    uint32_t given_count;
    const char *const *reals; /* floating-point parameters that get what the program computes, which is not known */
    uint32_t real_count;
    bool is_plain; /* not cooperative: a barrier of all blocks does not work */
    bool is_cooperative;
    bool has_apart_textures;  /* no texture is memory that the launch gets a pointer to */
    bool has_shared_textures; /* some texture is */
    bool has_pointers_apart;  /* each pointer in memory that the launch gets leads to memory of its own, unless kernels write there */
    const char *const *held;  /* variables of the device whose pointers do, by the names that the linker knows */
    uint32_t held_count;
    bool all_distinct; /* every two pointer parameters but those get different allocations */
    bool is_read;      /* from host code: what it says is no assumption */
    const char *const
        *assumed; /* products of signed numbers in host code that are taken not to overflow: an assumption each, of what the facts prove */
    uint32_t assumed_count;
    const struct launch_stated *stated;
    uint32_t stated_count; /* relations, too; an assumption each of what is proved with it */
    const char *const *fixed;
    uint32_t fixed_count; /* types of structs of host code whose members such facts name: they keep their values while the host code runs */
    const char *const *claims;
    uint32_t claim_count; /* what these facts rest on, and host code does not guarantee: an assumption each */
    const char *const *program;
    uint32_t program_count;             /* files of its program: of their kernels it is a launch; none: of those of all files */
    const struct launch_site *claiming; /* more facts of the same launch, which rest on claims; NULL: none */
    const char *omitted;                /* something that decides what is launched, and that the facts do not tell, in words; NULL: nothing */
    const char *fails;                  /* why the launch fails, and nothing runs; NULL: nothing says that it does */
    const char *why;                    /* why nothing is known of the launch; NULL: something is, or nothing is told */
};

/* The place of the site in words: "main.cu:80". In `arena`. */
const char *launch_site_place(struct arena *arena, const struct launch_site *site);
/* The variable of the device, by the name that the linker knows (NULL: none), is among those whose pointers lead to memory of their own. */
bool launch_site_holds(const struct launch_site *site, const char *variable);

#endif
