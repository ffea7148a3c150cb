/* Programs and protocols as text. A protocol over one array is printed as in Figure 2: rd[n],
 * wr[n]. */
#include "calculus/baby.h"

struct printer {
    const struct baby_program *program;
    struct buffer *out;
    baby_remark remark;
    void *context;
};

static void print_expr(const struct baby_program *program, uint32_t expr, uint32_t least, struct buffer *out);

static void print_operators(const struct baby_program *program, const struct baby_expr *e, struct buffer *out) {
    const struct baby_op_info *info = baby_op_info(e->op);
    uint32_t own = info->precedence;
    if (e->op == BABY_CHOICE) {
        print_expr(program, e->child[0], 1, out);
        buffer_add(out, " ? ");
        print_expr(program, e->child[1], 0, out);
        buffer_add(out, " : ");
        print_expr(program, e->child[2], 0, out);
    } else if (info->arity == 1) {
        buffer_add(out, info->text);
        print_expr(program, e->child[0], own, out);
    } else {
        print_expr(program, e->child[0], own, out);
        buffer_printf(out, " %s ", info->text);
        print_expr(program, e->child[1], own + 1, out);
    }
}

/* In parentheses if it binds less tightly than `least`. */
static void print_expr(const struct baby_program *program, uint32_t expr, uint32_t least, struct buffer *out) {
    const struct baby_expr *e = &program->exprs.data[expr];
    const struct baby_op_info *info = baby_op_info(e->op);
    if (e->op == BABY_NUMBER) {
        buffer_printf(out, "%u", e->value);
    } else if (e->op == BABY_VARIABLE) {
        buffer_add(out, program->names.data[e->value].text);
    } else if (info->arity == 0) {
        buffer_add(out, info->text);
    } else {
        bool is_apart = info->precedence < least;
        buffer_add(out, is_apart ? "(" : "");
        print_operators(program, e, out);
        buffer_add(out, is_apart ? ")" : "");
    }
}

void baby_print_expr(const struct baby_program *program, uint32_t expr, struct buffer *out) {
    print_expr(program, expr, 0, out);
}

static void indent(struct printer *pr, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++)
        buffer_add(pr->out, "  ");
}

static void print_cell(struct printer *pr, const struct baby_stmt *s) {
    buffer_printf(pr->out, "%s[", pr->program->arrays.data[s->array].name);
    baby_print_expr(pr->program, s->index, pr->out);
    buffer_char(pr->out, ']');
}

static void print_access(struct printer *pr, const struct baby_stmt *s) {
    bool is_alone = pr->program->arrays.size == 1;
    buffer_printf(pr->out, "%s%s[", s->kind == BABY_RD ? "rd" : "wr", is_alone ? "" : " ");
    if (!is_alone) {
        pr->out->size--;
        print_cell(pr, s);
        return;
    }
    baby_print_expr(pr->program, s->index, pr->out);
    buffer_char(pr->out, ']');
}

static void print_block(struct printer *pr, uint32_t first, uint32_t depth);

static void print_braces(struct printer *pr, uint32_t first, uint32_t depth) {
    const struct baby_stmt *only = first == BABY_NONE ? NULL : &pr->program->stmts.data[first];
    if (!only || (only->kind == BABY_SKIP && only->next == BABY_NONE)) {
        buffer_add(pr->out, "{ skip }");
        return;
    }
    buffer_add(pr->out, "{\n");
    print_block(pr, first, depth + 1);
    indent(pr, depth);
    buffer_char(pr->out, '}');
}

/* Behind the statement, which ends its line. */
static void end_line(struct printer *pr, uint32_t at, const char *separator) {
    const char *remark = pr->remark ? pr->remark(pr->context, at) : NULL;
    buffer_add(pr->out, separator);
    if (remark)
        buffer_printf(pr->out, " // %s", remark);
    buffer_char(pr->out, '\n');
}

/* let y = A[n] in, with the continuation below it */
static void print_read(struct printer *pr, uint32_t at, uint32_t depth) {
    const struct baby_stmt *s = &pr->program->stmts.data[at];
    buffer_printf(pr->out, "let %s = ", pr->program->names.data[s->name].text);
    print_cell(pr, s);
    buffer_add(pr->out, " in");
    end_line(pr, at, "");
    print_block(pr, s->body, depth);
}

static void print_if(struct printer *pr, const struct baby_stmt *s, uint32_t depth) {
    buffer_add(pr->out, "if ");
    baby_print_expr(pr->program, s->condition, pr->out);
    buffer_char(pr->out, ' ');
    print_braces(pr, s->body, depth);
    buffer_add(pr->out, " else ");
    print_braces(pr, s->other, depth);
}

static void print_for(struct printer *pr, const struct baby_stmt *s, uint32_t depth) {
    buffer_printf(pr->out, "for %s in ", pr->program->names.data[s->name].text);
    print_expr(pr->program, s->index, 1, pr->out);
    buffer_add(pr->out, "..");
    print_expr(pr->program, s->value, 1, pr->out);
    buffer_char(pr->out, ' ');
    print_braces(pr, s->body, depth);
}

static void print_statement(struct printer *pr, uint32_t at, uint32_t depth) {
    const struct baby_stmt *s = &pr->program->stmts.data[at];
    switch (s->kind) {
    case BABY_SKIP: buffer_add(pr->out, "skip"); break;
    case BABY_SYNC: buffer_add(pr->out, "sync"); break;
    case BABY_RD:
    case BABY_WR: print_access(pr, s); break;
    case BABY_WRITE:
        print_cell(pr, s);
        buffer_add(pr->out, " := ");
        baby_print_expr(pr->program, s->value, pr->out);
        break;
    case BABY_READ: print_read(pr, at, depth); return;
    case BABY_IF: print_if(pr, s, depth); break;
    case BABY_FOR: print_for(pr, s, depth); break;
    }
    end_line(pr, at, s->next == BABY_NONE ? "" : ";");
}

static void print_block(struct printer *pr, uint32_t first, uint32_t depth) {
    if (first == BABY_NONE) {
        indent(pr, depth);
        buffer_add(pr->out, "skip\n");
    }
    for (uint32_t s = first; s != BABY_NONE; s = pr->program->stmts.data[s].next) {
        indent(pr, depth);
        print_statement(pr, s, depth);
    }
}

void baby_print(const struct baby_program *program, baby_remark remark, void *context, struct buffer *out) {
    struct printer pr = {program, out, remark, context};
    buffer_printf(out, "program %s(", program->name);
    for (uint32_t i = 0; i < program->param_count; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", program->names.data[BABY_NAME_PARAMS + i].text);
    buffer_add(out, ") over ");
    for (uint32_t i = 0; i < program->arrays.size; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", program->arrays.data[i].name);
    buffer_add(out, " {\n");
    print_block(&pr, program->body, 1);
    buffer_add(out, "}\n");
}
