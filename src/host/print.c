/* The text of `warpproof launches`: what is known of each launch, and what the values are that host code does not tell. */
#include <inttypes.h>
#include <string.h>

#include "host/facts.h"
#include "kernel/signature.h"

struct printer {
    struct arena *arena;
    const struct host_code *code;
    struct buffer *out;
    VEC(const char *) names;          /* by symbol, of this launch; NULL: not used so far */
    VEC(uint32_t) used;               /* symbols that are shown */
    const struct launch_site *site;   /* the launch in the words of the kernel's parameters */
    const struct launch_site *claims; /* facts of this launch that rest on claims; NULL: none */
};

/* The parameter that is passed the symbol, or a number. */
static const char *name_of(struct printer *p, uint32_t symbol) {
    if (!p->names.data[symbol]) {
        p->names.data[symbol] = arena_printf(p->arena, "?%u", p->used.size + 1);
        vec_push(&p->used, symbol);
    }
    return p->names.data[symbol];
}

static void put(struct printer *p, const struct host_value *v, bool is_inner) {
    static const char *const words[] = {
        [HOST_ADD] = "+", [HOST_SUB] = "-", [HOST_MUL] = "*", [HOST_DIV] = "/", [HOST_REM] = "%", [HOST_MIN] = "min", [HOST_MAX] = "max"};
    if (!v) {
        buffer_char(p->out, '?');
    } else if (v->op == HOST_NUMBER) {
        buffer_printf(p->out, "%" PRId64, v->number);
    } else if (v->op == HOST_SYMBOL) {
        buffer_add(p->out, name_of(p, v->symbol));
    } else {
        bool is_call = v->op == HOST_MIN || v->op == HOST_MAX;
        buffer_printf(p->out, "%s%s", is_call ? words[v->op] : "", is_call || is_inner ? "(" : "");
        put(p, v->a, !is_call);
        if (is_call)
            buffer_add(p->out, ", ");
        else
            buffer_printf(p->out, " %s ", words[v->op]);
        put(p, v->b, !is_call);
        buffer_add(p->out, is_call || is_inner ? ")" : "");
    }
}

static void put_sizes(struct printer *p, const char *name, const struct host_value *const sizes[3]) {
    buffer_printf(p->out, "    %s = (", name);
    for (int axis = 0; axis < 3; axis++) {
        buffer_add(p->out, axis ? ", " : "");
        put(p, sizes[axis], false);
    }
    buffer_add(p->out, ")\n");
}

static void put_argument(struct printer *p, const struct host_argument *a) {
    buffer_printf(p->out, "    %s", *a->name ? a->name : "a parameter without a name");
    if (a->is_pointer) {
        buffer_printf(p->out, ": %s", a->origin ? a->origin : "not known");
        if (a->size_bytes) {
            buffer_add(p->out, ", ");
            put(p, a->size_bytes, false);
            buffer_add(p->out, " bytes");
        }
        if (!a->offset_bytes || a->offset_bytes->op != HOST_NUMBER || a->offset_bytes->number != 0) {
            buffer_add(p->out, a->size_bytes ? ", from byte " : "");
            if (a->size_bytes)
                put(p, a->offset_bytes, false);
        }
    } else if (a->is_float) {
        buffer_add(p->out, a->real ? " = " : a->is_computed ? ": a floating-point number that is computed" : ": a floating-point number");
        if (a->real)
            buffer_printf(p->out, "%.9g", *a->real);
    } else if (a->value && a->value->op == HOST_SYMBOL && name_of(p, a->value->symbol) == a->name) {
        buffer_printf(p->out, ": %s", p->code->symbols.data[a->value->symbol].what);
        if (a->value->least > 0)
            buffer_printf(p->out, ", at least %" PRId64, a->value->least);
    } else if (a->value) {
        buffer_add(p->out, " = ");
        put(p, a->value, false);
    } else {
        buffer_printf(p->out, ": not understood: %s", a->origin ? a->origin : "no integer");
    }
    buffer_char(p->out, '\n');
}

static void put_conditions(struct printer *p, const struct host_launch *launch) {
    static const char *const words[] = {[HOST_EQ] = "==", [HOST_NE] = "!=", [HOST_LT] = "<", [HOST_LE] = "<="};
    for (uint32_t i = 0; i < launch->condition_count; i++) {
        const struct host_condition *c = &launch->conditions[i];
        buffer_add(p->out, "    where ");
        put(p, c->a, false);
        buffer_printf(p->out, c->is_power ? " is a power of two" : " %s ", words[c->op]);
        if (!c->is_power)
            put(p, c->b, false);
        buffer_char(p->out, '\n');
    }
}

/* What more is known of the launch, and on which claims it rests. */
static void put_claims(struct printer *p) {
    for (uint32_t i = 0; i < p->claims->claim_count; i++)
        buffer_printf(p->out, "    claimed: %s\n", p->claims->claims[i]);
    for (uint32_t i = 0; i < p->claims->extent_count; i++)
        buffer_printf(p->out, "    then %s has %s %s\n", p->claims->extents[i].name, p->claims->extents[i].expression,
                      p->claims->extents[i].in_bytes ? "bytes" : "elements");
    for (uint32_t i = 0; i < p->claims->relation_count; i++)
        buffer_printf(p->out, "    then %s\n", p->claims->relations[i]);
}

/* What facts of types say of members that the launch's numbers come from. */
static void put_stated(struct printer *p, const struct launch_site *site) {
    for (uint32_t i = 0; i < site->stated_count; i++)
        buffer_printf(p->out, "    stated: %s, which is %s\n", site->stated[i].fact, site->stated[i].relation);
}

/* What arrays hold. */
static void put_contents(struct printer *p, const struct host_launch *launch) {
    static const char *const words[] = {
        [HOST_ZERO] = "zero", [HOST_IN_RANGE] = "in_range", [HOST_DISTINCT] = "distinct", [HOST_INCREASING] = "increasing", [HOST_SORTED] = "sorted"};
    for (uint32_t i = 0; i < launch->content_count; i++) {
        const struct host_content *c = &launch->contents[i];
        buffer_printf(p->out, "    %s(%s", words[c->kind], c->name);
        for (int k = 0; k < 2 && c->kind == HOST_IN_RANGE; k++) {
            buffer_add(p->out, ", ");
            put(p, k == 0 ? c->low : c->high, false);
        }
        buffer_add(p->out, !c->count ? "" : c->first ? ", " : ", 0, ");
        if (c->count && c->first) {
            put(p, c->first, false);
            buffer_add(p->out, ", ");
        }
        if (c->count)
            put(p, c->count, false);
        buffer_add(p->out, ")\n");
    }
}

static void put_initial(struct printer *p, const struct host_launch *launch) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < launch->initial_count; i++)
        if (strcmp(launch->initial[i], LAUNCH_UNNAMED) != 0)
            buffer_printf(p->out, "%s%s", count++ == 0 ? "    as initialised: " : ", ", launch->initial[i]);
    buffer_add(p->out, count > 0 ? "\n" : "");
}

static void put_launch(struct printer *p, const struct host_launch *launch) {
    vec_clear(&p->used);
    vec_clear(&p->names);
    vec_resize_zero(&p->names, p->code->symbols.size);
    buffer_printf(p->out, "%s", launch->file && *launch->file ? launch->file : "?");
    if (launch->line > 0)
        buffer_printf(p->out, ":%u", launch->line);
    if (launch->is_general && launch->kernel) {
        buffer_printf(p->out, ": %s\n    %s\n", launch->display, launch->why);
        return;
    }
    if (launch->is_general) {
        buffer_printf(p->out, ": %s\n    nothing is known of its launches, which may be of any kernel\n", launch->why ? launch->why : "a launch");
        return;
    }
    buffer_printf(p->out, ": %s\n", launch->display);
    for (uint32_t i = 0; i < launch->argument_count; i++) {
        const struct host_argument *a = &launch->arguments[i];
        if (a->value && a->value->op == HOST_SYMBOL && *a->name && !p->names.data[a->value->symbol])
            p->names.data[a->value->symbol] = a->name;
    }
    if (launch->via)
        buffer_printf(p->out, "    called from %s\n", launch->via);
    if (launch->program_count > 0)
        buffer_printf(p->out, "    of kernels in %s%s%s\n", launch->program[0], launch->program_count > 1 ? ", " : "",
                      launch->program_count > 2    ? "..."
                      : launch->program_count == 2 ? launch->program[1]
                                                   : "");
    put_sizes(p, "gridDim", launch->grid);
    put_sizes(p, "blockDim", launch->block);
    if (p->site->fails)
        buffer_printf(p->out, "    this launch fails, and runs nothing: %s\n", p->site->fails);
    if (!launch->shared || launch->shared->op != HOST_NUMBER || launch->shared->number != 0) {
        buffer_add(p->out, "    dynamic shared memory: ");
        put(p, launch->shared, false);
        buffer_add(p->out, " bytes\n");
    }
    for (uint32_t i = 0; i < launch->argument_count; i++)
        put_argument(p, &launch->arguments[i]);
    put_conditions(p, launch);
    put_contents(p, launch);
    put_initial(p, launch);
    if (p->claims)
        put_claims(p);
    put_stated(p, p->claims ? p->claims : p->site);
    for (uint32_t i = 0; i < p->site->alias_count; i++)
        if (strcmp(p->site->aliases[i].of, SIGNATURE_NULL) != 0) /* told with the argument */
            buffer_printf(p->out, "    %s = %s%s%s\n", p->site->aliases[i].name, p->site->aliases[i].of, p->site->aliases[i].offset ? " + " : "",
                          p->site->aliases[i].offset ? p->site->aliases[i].offset : "");
    for (uint32_t i = 0; i < p->site->overlap_count; i++) {
        const char *other = p->site->overlaps[i][1], *variable = signature_variable(other);
        buffer_printf(p->out, variable ? "    %s may be the address of %s\n" : "    %s and %s may get one allocation\n", p->site->overlaps[i][0],
                      variable ? variable : other);
    }
    for (uint32_t i = 0; i < p->used.size; i++)
        buffer_printf(p->out, "    %s: %s\n", p->names.data[p->used.data[i]], p->code->symbols.data[p->used.data[i]].what);
}

static void put_one(struct printer *p, uint32_t index) {
    const struct launch_site site = host_site(p->arena, p->code, index);
    p->site = &site;
    p->claims = site.claiming;
    put_launch(p, &p->code->launches.data[index]);
    p->claims = NULL;
}

void host_print(struct arena *arena, const struct host_code *code, struct buffer *out) {
    struct printer p = {.arena = arena, .code = code, .out = out};
    for (uint32_t i = 0; i < code->launches.size; i++)
        put_one(&p, i);
    if (code->launches.size == 0)
        buffer_add(out, "no launch is seen\n");
    for (uint32_t i = 0; i < code->notes.size; i++)
        buffer_printf(out, "note: %s\n", code->notes.data[i]);
    vec_release(&p.names);
    vec_release(&p.used);
}
