/* The context: its life, its expressions, its errors.

   Z3's own error handling is never used to leave a function: the handler does
   nothing, an expression that could not be built is replaced, and from then on
   every answer of this context is SMT_UNKNOWN. */
#include "smt/context.h"

#include "base/buffer.h"

struct smt *smt_create(void) {
    struct smt *smt = mem_alloc(sizeof *smt);
    *smt = (struct smt){0};
    vec_push(&smt->exprs, (struct smt_expr){0});
    return smt;
}

void smt_destroy(struct smt *smt) {
    if (!smt) {
        return;
    }
    for (int i = 0; i < SMT_THEORY_COUNT; i++) {
        smt_query_release(&smt->queries[i]);
    }
    if (smt->context) {
        Z3_del_context(smt->context);
    }
    vec_release(&smt->exprs);
    vec_release(&smt->term_exprs);
    vec_release(&smt->pending);
    smt_reuse_release(&smt->reuse);
    mem_free(smt, sizeof *smt);
}

uint64_t smt_steps_used(const struct smt *smt) {
    return smt->steps;
}

uint64_t smt_query_count(const struct smt *smt) {
    return smt->query_count;
}

static void note_nothing(Z3_context context, Z3_error_code code) {
    (void)context;
    (void)code;
}

Z3_context smt_context(struct smt *smt) {
    if (!smt->context) {
        Z3_config config = Z3_mk_config();
        Z3_set_param_value(config, "model", "true");
        Z3_set_param_value(config, "proof", "false");
        smt->context = Z3_mk_context(config);
        Z3_del_config(config);
        Z3_set_error_handler(smt->context, note_nothing);
    }
    return smt->context;
}

uint64_t smt_declaration(Z3_context c, Z3_ast variable) {
    return Z3_get_ast_id(c, Z3_func_decl_to_ast(c, Z3_get_app_decl(c, Z3_to_app(c, variable))));
}

smt_ref smt_expr_add(struct smt *smt, Z3_ast ast, unsigned uses) {
    if (!ast) {
        smt->has_failed = true;
        ast = Z3_mk_true(smt_context(smt));
    }
    vec_push(&smt->exprs, (struct smt_expr){ast, (uint8_t)uses});
    return (smt_ref){smt->exprs.size - 1};
}

const struct smt_expr *smt_expr_get(const struct smt *smt, smt_ref ref) {
    assert(ref.id > 0 && ref.id < smt->exprs.size);
    return &smt->exprs.data[ref.id];
}

Z3_symbol smt_symbol(struct smt *smt, const char *name, const char *mark) {
    struct buffer text = {0};
    buffer_add(&text, name);
    buffer_add(&text, mark);
    Z3_symbol symbol = Z3_mk_string_symbol(smt_context(smt), buffer_text(&text));
    buffer_release(&text);
    return symbol;
}
