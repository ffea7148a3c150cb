/* Names for the symbols of one launch in host code, and values in words over them: a symbol gets the name of the first parameter or size
   that is passed exactly this symbol, of what an equation says it is, or, where it relates several of them, a name of its own
   (host.int1: some number, protocol/expression.h). */
#ifndef WP_HOST_NAMES_H
#define WP_HOST_NAMES_H

#include "host/host_code.h"
#include "host/launch_site.h"

struct host_texts {
    VEC(const char *) list;
};

/* A sum, product or quotient of symbols without names that is passed as a whole: `2 * streams` as N. */
struct host_compound {
    const struct host_value *value; /* without claims */
    const char *name;
};

/* A number that is passed as so many times the value. */
struct host_scaled {
    const struct host_value *value;
    int64_t by;
    const char *name;
};

/* A member of a struct that facts of its type name. */
struct host_member {
    uint32_t object;
    const char *member, *name; /* name: what it is in expressions */
};

/* A claim in words, and the value that it says is at most what it is. */
struct host_claimed {
    const char *text;
    const struct host_value *value;
    bool is_kept;
};

struct host_names {
    struct arena *arena;
    const struct host_code *code;
    const struct host_launch *launch;
    VEC(const char *) of_symbol;             /* NULL: none */
    VEC(const struct host_value *) named_by; /* the value that gave the name; NULL: none */
    VEC(struct host_compound) compounds;
    const bool *is_apart; /* by symbol: it stands in something else than a product of two inputs that is passed as a whole */
    VEC(struct host_scaled) scaled;
    VEC(const char *) solved; /* parameters and sizes whose equation gave a symbol its name */
    uint32_t numbers;         /* host.int1, host.long2, ... so far */
    VEC(struct host_member) members;
    struct host_texts relations, claims;
    VEC(struct host_claimed) claimed; /* those of the claims that bound a value */
    VEC(struct launch_stated) stated; /* relations that facts of types state */
    struct host_texts fixed;          /* types whose members facts name, and that are read */
    struct host_texts assumed;        /* products that signed arithmetic of the host is taken to keep in range */
    struct host_texts natural;        /* names of numbers that are not negative, since an allocation of so many bytes was made */
};

/* `count` symbols. */
void host_name_symbols(struct host_names *n, uint32_t count);
/* facts.c. A size, an argument, or the size of an allocation has the symbol in it. */
bool host_is_in_numbers(const struct host_launch *launch, uint32_t symbol);
/* A number that no parameter is equal to; NULL: the kernel has parameters whose names begin as those of such numbers. */
const char *host_name_number(struct host_names *n, uint32_t symbol, const struct host_value *v);
const char *host_new_number(struct host_names *n);
/* `name >= least` and `name <= most`, as far as that is more than that it has 32 bits, or 64. */
void host_add_range(struct host_names *n, const char *name, int64_t least, int64_t most, bool is_int);

/* members.c. Names for the members that facts of types speak of, of structs whose members the launch's numbers are made of. */
void host_name_members(struct host_names *n);
/* What the facts say of them. After all names are given. */
void host_add_type_facts(struct host_names *n);

/* From then on `min(n, 256)` is blockDim.x wherever else it stands than where that is told; `name`: blockDim before sizes are told, so that
   the grid is told by it, gridDim behind. */
void host_name_sizes(struct host_names *n, const char *name, const struct host_value *const sizes[3]);
/* The same for numbers that are passed, when what they are is told: `w / 2` is the parameter dw then, and `w * h * 4` is dw * dh where both are passed as twice
   as much. */
void host_name_arguments(struct host_names *n);
void host_names_release(struct host_names *n);

/* Whether the value is what the name stands for. */
bool host_is_named_by(const struct host_names *n, const struct host_value *v, const char *name);
/* A product of two inputs that is passed as a whole, and whose factors stand nowhere else: it is an input by itself. */
bool host_is_whole(const struct host_names *n, const struct host_value *v);
bool host_is_solved(const struct host_names *n, const char *name);
/* The name of exactly this value, if it is not a symbol's; NULL: it has none, or rests on a claim. */
const char *host_compound_name(const struct host_names *n, const struct host_value *v);

/* The value in words; NULL: a symbol in it has no name, or the expression is too large. */
const char *host_text_of(const struct host_names *n, const struct host_value *v, int depth);
/* The same, and the claims and products within it become claims and relations. */
const char *host_text_if_computed(struct host_names *n, const struct host_value *v);
/* The same of a value that the host has computed before the launch, whatever path it took: relations say that its operations are defined. */
const char *host_text(struct host_names *n, const struct host_value *v);

/* "< 2^31" */
const char *host_bound_text(struct host_names *n, int64_t most);

/* claims.c. Call when all claims are made. */
void host_drop_shown_claims(struct host_names *n);

void host_add_once(struct host_texts *list, const char *text);
bool host_is_number(const struct host_value *v);

#endif
