/* Demands in words (demand.h), and the terms they speak of with the kernel's own symbols. */
#include <string.h>

#include "prove/frame/actor.h"
#include "prove/frame/prover.h"
#include "prove/frame/threads.h"
#include "prove/rung/arithmetic.h"
#include "prove/rung/bounding.h"
#include "prove/rung/demand.h"
#include "prove/rung/ledger.h"

term_ref demand_original_symbol(void *context, symbol_ref symbol) {
    const struct prover *prover = context;
    symbol_ref original = symbol;
    struct actor writer;
    uint32_t of_third;
    if (map_get(&prover->threads->of_third, original.id, &of_third))
        original.id = of_third;
    if (threads_is_second(prover, original))
        original.id = threads_own(prover, original).id;
    while (actor_of_copy(prover, original, &writer, &original))
        continue;
    return original.id == symbol.id ? TERM_NONE : term_symbol(prover->terms, original);
}

/* What stands for sizes becomes the sizes. */
static void fix_sizes(struct prover *prover, struct substitution *s) {
    struct term_table *t = prover->terms;
    for (uint32_t i = 0; i < prover->arithmetic->exponents.size; i++)
        substitution_fix(s, prover->arithmetic->exponents.data[i].power, term_symbol(t, prover->arithmetic->exponents.data[i].symbol));
    for (uint32_t i = 0; i < prover->arithmetic->stand_ins.size; i++)
        substitution_fix(s, term_symbol(t, prover->arithmetic->stand_ins.data[i].other),
                         term_symbol(t, prover->arithmetic->stand_ins.data[i].symbol));
    for (uint32_t i = 0; i < prover->arithmetic->quotients.size; i++) {
        const struct quotient *q = &prover->arithmetic->quotients.data[i];
        term_ref whole = term_symbol(t, q->symbol), by = term_const(t, term_width(t, whole), UINT64_C(1) << q->shift);
        substitution_fix(s, q->value, whole);
        substitution_fix(s, q->part, term_binary(t, TERM_SDIV, whole, by));
    }
}

static term_ref no_symbol(void *context, symbol_ref symbol) {
    (void)context, (void)symbol;
    return TERM_NONE;
}

/* The term with sizes in place of what stands for them; threads stay apart. */
term_ref demand_with_sizes(struct prover *prover, term_ref t) {
    if (prover->arithmetic->exponents.size + prover->arithmetic->stand_ins.size + prover->arithmetic->quotients.size == 0)
        return t;
    struct substitution *s = substitution_create(prover->terms, no_symbol, NULL);
    fix_sizes(prover, s);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

term_ref demand_original(struct prover *prover, term_ref t) {
    struct substitution *s = substitution_create(prover->terms, demand_original_symbol, prover);
    fix_sizes(prover, s);
    term_ref result = substitution_apply(s, t);
    substitution_destroy(s);
    return result;
}

const char *prover_in_cuda(struct prover *prover, const char *text) {
    static const char *const names[][2] = {{"tid.", "threadIdx."}, {"bid.", "blockIdx."}, {"bdim.", "blockDim."}, {"gdim.", "gridDim."}};
    struct buffer out = {0};
    for (const char *p = text; *p; p++) {
        bool word = p == text || strchr(" (", p[-1]) != NULL, done = false;
        for (size_t i = 0; i < 4 && word && !done; i++)
            if (strncmp(p, names[i][0], strlen(names[i][0])) == 0) {
                buffer_add(&out, names[i][1]);
                p += strlen(names[i][0]) - 1;
                done = true;
            }
        bool flagged = (*p == '+' || *p == '*') && (p[1] == 's' || p[1] == 'u'), is_sum = *p == '+';
        const char shown = *p;
        while (flagged && (p[1] == 's' || p[1] == 'u'))
            p++;
        if (is_sum && p[1] == ' ' && p[2] == '-' && p[3] >= '0' && p[3] <= '9') { /* x + -1 */
            buffer_add(&out, "- ");
            p += 2;
            continue;
        }
        if (!done)
            buffer_char(&out, shown);
        p += strchr("<=>/%", *p) && (p[1] == 's' || p[1] == 'u') && p[2] == ' ';
    }
    const char *result = arena_strdup(prover->arena, buffer_text(&out));
    buffer_release(&out);
    return result;
}

static void put_size(struct prover *prover, uint32_t atom, struct buffer *out) {
    struct buffer text = {0};
    term_ref size = demand_original(prover, (term_ref){atom});
    bool is_whole = term_op_of(term_get(prover->terms, size)) == TERM_SYMBOL;
    if (!term_print_limited(prover->terms, size, &text, 30))
        buffer_add(&text, "a size");
    buffer_printf(out, is_whole ? "%s" : "(%s)", prover_in_cuda(prover, buffer_text(&text)));
    buffer_release(&text);
}

/* The grid's dimensions before the block's, these before parameters. */
static uint64_t rank(const struct prover *prover, uint32_t atom) {
    const struct symbol *s;
    uint64_t role = 2, axis = 0;
    if (bounding_symbol_of(prover->terms, (term_ref){atom}, &s) && (s->role == SYMBOL_GDIM || s->role == SYMBOL_BDIM)) {
        role = s->role == SYMBOL_GDIM ? 0 : 1;
        axis = s->axis;
    }
    return role << 40 | axis << 36 | atom;
}

static void put_product(struct prover *prover, const struct power_product *m, struct buffer *out) {
    struct power_product sorted = *m;
    for (uint32_t i = 1; i < sorted.degree; i++)
        for (uint32_t j = i; j > 0 && rank(prover, sorted.atoms[j]) < rank(prover, sorted.atoms[j - 1]); j--) {
            uint32_t swap = sorted.atoms[j];
            sorted.atoms[j] = sorted.atoms[j - 1];
            sorted.atoms[j - 1] = swap;
        }
    if (m->coefficient != 1)
        buffer_printf(out, "%lld * ", (long long)m->coefficient);
    for (uint32_t i = 0; i < sorted.degree; i++) {
        if (i > 0)
            buffer_add(out, " * ");
        put_size(prover, sorted.atoms[i], out);
    }
}

static void put_limit(int64_t limit, struct buffer *out) {
    for (int bit = 20; bit < 63; bit++) {
        if (limit == INT64_C(1) << bit) {
            buffer_printf(out, " <= 2^%d", bit);
            return;
        }
        if (limit == (INT64_C(1) << bit) - 1) {
            buffer_printf(out, " < 2^%d", bit);
            return;
        }
    }
    buffer_printf(out, " <= %lld", (long long)limit);
}

/* A demand of its own keeps the size below half the range of its type. */
static bool is_limited(const struct prover *prover, const struct demand_list *demands, uint32_t atom) {
    uint8_t width = term_width(prover->terms, (term_ref){atom});
    for (uint32_t i = 0; i < demands->all.size; i++) {
        const struct demand *d = &demands->all.data[i];
        for (uint32_t m = 0; m < d->sum.count; m++)
            if (d->sum.terms[m].degree == 1 && d->sum.terms[m].atoms[0] == atom && (width > 62 || d->limit < INT64_C(1) << (width - 1)))
                return true;
    }
    return false;
}

/* A size that is used as a signed number is not negative as one. */
static void put_sign(struct prover *prover, const struct demand_list *demands, uint32_t atom, struct buffer *out) {
    bool is_unsigned = bounding_is_unsigned(prover, (term_ref){atom});
    if (is_unsigned && is_limited(prover, demands, atom))
        return;
    buffer_add(out, out->size > 0 ? " && " : "");
    put_size(prover, atom, out);
    if (is_unsigned)
        buffer_printf(out, " < 2^%d", term_width(prover->terms, (term_ref){atom}) - 1);
    else
        buffer_add(out, " >= 0");
}

/* The sizes that must not be negative, each once. */
static void put_signs(struct prover *prover, const struct demand_list *demands, enum assumption_kind kind, struct buffer *out) {
    VEC(uint32_t) seen = {0};
    for (uint32_t i = 0; i < demands->all.size; i++) {
        const struct demand *d = &demands->all.data[i];
        for (uint32_t k = 0; k < d->sign_count && d->kind == kind; k++) {
            bool known = false;
            for (uint32_t j = 0; j < seen.size; j++)
                known |= seen.data[j] == d->signs[k];
            if (known)
                continue;
            vec_push(&seen, d->signs[k]);
            put_sign(prover, demands, d->signs[k], out);
        }
    }
    vec_release(&seen);
}

static void put_demand(struct prover *prover, const struct demand *d, struct buffer *out) {
    for (uint32_t i = 0; i < d->sum.count; i++) {
        buffer_add(out, i > 0 ? " + " : out->size > 0 ? " && " : "");
        put_product(prover, &d->sum.terms[i], out);
    }
    if (d->sum.count > 0)
        put_limit(d->limit, out);
}

const char *demands_text(struct prover *prover, const struct demand_list *demands, enum assumption_kind kind) {
    struct buffer text = {0};
    put_signs(prover, demands, kind, &text);
    for (uint32_t i = 0; i < demands->all.size; i++)
        if (demands->all.data[i].kind == kind)
            put_demand(prover, &demands->all.data[i], &text);
    const char *result = text.size > 0 ? arena_strdup(prover->arena, buffer_text(&text)) : NULL;
    buffer_release(&text);
    return result;
}
