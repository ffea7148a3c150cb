/* kernel_parse: the tables, the blocks, and the end of the text; see docs/kernel-ir.md.
 *
 * Values are defined before use in the text (phis excepted); a kernel that is returned
 * satisfies kernel_check. */
#include "kernel/parse.h"

#include <string.h>

#include "kernel/names.h"

block_ref parse_label(struct parser *p, struct slice name) {
    if (name.length == 0) {
        lexer_fail(&p->lexer, "expected a block's label");
        return (block_ref){0};
    }
    const char *key = arena_strndup(p->lexer.arena, name.text, name.length);
    uint32_t id;
    if (!string_map_get(&p->labels, key, &id)) {
        id = builder_add_block(p->builder).id;
        string_map_set(&p->labels, key, id);
        vec_push(&p->is_defined, false);
    }
    return (block_ref){id};
}

loc_ref parse_loc(struct parser *p) {
    if (!lexer_accept(&p->lexer, '!')) {
        return (loc_ref){0};
    }
    uint32_t id = lexer_index(&p->lexer);
    if (id >= builder_kernel(p->builder)->loc_count) {
        lexer_fail(&p->lexer, "expected a location of the table");
        return (loc_ref){0};
    }
    return (loc_ref){id};
}

struct type parse_type(struct parser *p) {
    struct slice word = lexer_word(&p->lexer);
    struct type type = {0};
    if (word.length == 0 || !type_find(word.text, word.length, &type)) {
        lexer_fail(&p->lexer, "expected a type");
    }
    return type;
}

static void parse_head(struct parser *p) {
    struct kernel *k = builder_kernel(p->builder);
    k->name = lexer_string(&p->lexer);
    k->display = k->name;
    if (lexer_peek(&p->lexer, '"')) {
        k->display = lexer_string(&p->lexer);
    }
    if (lexer_peek(&p->lexer, '"')) {
        k->file = lexer_string(&p->lexer);
        k->line = lexer_index(&p->lexer);
    }
}

static void expect_index(struct parser *p, char sigil, uint32_t index) {
    lexer_expect(&p->lexer, sigil);
    if (lexer_index(&p->lexer) != index) {
        lexer_fail(&p->lexer, "expected %c%u", sigil, index);
    }
}

static void parse_param(struct parser *p) {
    struct param param = {0};
    expect_index(p, '$', builder_kernel(p->builder)->param_count);
    param.name = lexer_string(&p->lexer);
    param.type = parse_type(p);
    while (!p->lexer.error && !lexer_at_end_of_line(&p->lexer)) {
        if (lexer_accept_word(&p->lexer, "struct")) {
            lexer_expect(&p->lexer, '@');
            param.by_value_struct = true;
            param.object = lexer_index(&p->lexer);
        } else if (lexer_accept_word(&p->lexer, "restrict")) {
            param.is_restrict = true;
        } else if (lexer_accept_word(&p->lexer, "readonly")) {
            param.is_readonly = true;
        } else if (lexer_accept_word(&p->lexer, "elem")) {
            param.elem_bytes = lexer_index(&p->lexer);
        } else {
            lexer_fail(&p->lexer, "expected struct, restrict, readonly or elem");
        }
    }
    builder_add_param(p->builder, &param);
}

/* Members follow their parameter. */
static void parse_member(struct parser *p) {
    struct param_member member = {.name = NULL};
    uint32_t count = builder_kernel(p->builder)->param_count;
    expect_index(p, '$', count > 0 ? count - 1 : 0);
    member.name = lexer_string(&p->lexer);
    member.type = lexer_string(&p->lexer);
    if (!lexer_accept_word(&p->lexer, "at")) {
        lexer_fail(&p->lexer, "expected at");
    }
    member.offset_bytes = lexer_number(&p->lexer, UINT64_MAX);
    if (!lexer_accept_word(&p->lexer, "size")) {
        lexer_fail(&p->lexer, "expected size");
    }
    member.size_bytes = lexer_index(&p->lexer);
    if (count == 0) {
        lexer_fail(&p->lexer, "a member without a parameter");
    }
    if (!p->lexer.error) {
        builder_add_member(p->builder, &member);
    }
}

static void parse_object(struct parser *p) {
    struct object object = {0};
    expect_index(p, '@', builder_kernel(p->builder)->object_count);
    object.name = lexer_string(&p->lexer);
    struct slice word = lexer_word(&p->lexer);
    if (slice_is(word, "generic")) {
        object.space = SPACE_GENERIC;
    } else if (word.length == 0 || !space_find(word.text, word.length, &object.space)) {
        lexer_fail(&p->lexer, "expected an address space");
    }
    while (!p->lexer.error && !lexer_at_end_of_line(&p->lexer)) {
        if (lexer_accept_word(&p->lexer, "size")) {
            object.size_bytes = lexer_number(&p->lexer, UINT64_MAX);
        } else if (lexer_accept_word(&p->lexer, "elem")) {
            object.elem_bytes = lexer_index(&p->lexer);
        } else if (lexer_accept_word(&p->lexer, "param")) {
            lexer_expect(&p->lexer, '$');
            object.param = lexer_index(&p->lexer);
        } else if (lexer_accept_word(&p->lexer, "dynamic")) {
            object.dynamic = true;
        } else if (lexer_accept_word(&p->lexer, "argument")) {
            object.is_argument = true;
        } else if (lexer_accept_word(&p->lexer, "constant")) {
            object.is_constant = true;
        } else if (lexer_accept_word(&p->lexer, "init")) {
            object.initialiser = lexer_bytes(&p->lexer, object.size_bytes);
        } else if (object.initialiser && lexer_accept_word(&p->lexer, "unknown")) {
            object.unknown = lexer_bytes(&p->lexer, object.size_bytes);
        } else if (lexer_accept(&p->lexer, '!')) {
            object.loc = (loc_ref){lexer_index(&p->lexer)};
        } else {
            lexer_fail(&p->lexer, "expected size, elem, param, dynamic, argument, constant, init or '!'");
        }
    }
    builder_add_object(p->builder, &object);
}

static void parse_loc_entry(struct parser *p) {
    struct loc loc = {0};
    uint32_t index = builder_kernel(p->builder)->loc_count;
    expect_index(p, '!', index);
    loc.file = lexer_string(&p->lexer);
    loc.function = lexer_string(&p->lexer);
    loc.line = lexer_index(&p->lexer);
    if (lexer_accept(&p->lexer, ':')) {
        loc.column = lexer_index(&p->lexer);
    }
    if (lexer_accept_word(&p->lexer, "at")) {
        loc.inlined_at = parse_loc(p);
    }
    if (!p->lexer.error && builder_add_loc(p->builder, &loc).id != index) {
        lexer_fail(&p->lexer, "expected a location that differs from the ones before");
    }
}

static void parse_required_block(struct parser *p) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        builder_kernel(p->builder)->required_block[axis] = lexer_index(&p->lexer);
    }
}

static bool parse_table_entry(struct parser *p) {
    if (lexer_accept_word(&p->lexer, "param")) {
        parse_param(p);
    } else if (lexer_accept_word(&p->lexer, "member")) {
        parse_member(p);
    } else if (lexer_accept_word(&p->lexer, "object")) {
        parse_object(p);
    } else if (lexer_accept_word(&p->lexer, "loc")) {
        parse_loc_entry(p);
    } else if (lexer_accept_word(&p->lexer, "opencl")) {
        builder_kernel(p->builder)->language = LANGUAGE_OPENCL;
    } else if (lexer_accept_word(&p->lexer, "max_threads")) {
        builder_kernel(p->builder)->max_threads = lexer_index(&p->lexer);
    } else if (lexer_accept_word(&p->lexer, "required_block")) {
        parse_required_block(p);
    } else {
        return false;
    }
    return true;
}

static void end_block(struct parser *p) {
    if (p->has_block && !p->has_terminator) {
        lexer_fail(&p->lexer, "expected a terminator at the end of the block");
    }
}

/* "name:" at the start of a line. */
static bool parse_block_start(struct parser *p) {
    struct slice word = lexer_peek_word(&p->lexer);
    if (word.length == 0 || word.text[word.length] != ':') {
        return false;
    }
    end_block(p);
    block_ref block = parse_label(p, lexer_word(&p->lexer));
    lexer_expect(&p->lexer, ':');
    if (p->is_defined.data[block.id]) {
        lexer_fail(&p->lexer, "expected a new label: this one is used twice");
    }
    p->is_defined.data[block.id] = true;
    p->block = block;
    p->has_block = true;
    p->has_terminator = false;
    return true;
}

static void parse_lines(struct parser *p) {
    if (!lexer_next_line(&p->lexer) || !lexer_accept_word(&p->lexer, "kernel")) {
        lexer_fail(&p->lexer, "expected 'kernel'");
        return;
    }
    parse_head(p);
    lexer_end_line(&p->lexer);
    while (lexer_next_line(&p->lexer)) {
        if (parse_block_start(p) || (!p->has_block && parse_table_entry(p))) {
            lexer_end_line(&p->lexer);
        } else if (!p->has_block) {
            lexer_fail(&p->lexer, "expected a table entry or a label");
        } else if (p->has_terminator) {
            lexer_fail(&p->lexer, "expected a label after a terminator");
        } else {
            parse_inst(p);
            lexer_end_line(&p->lexer);
        }
    }
    end_block(p);
    for (uint32_t b = 0; b < p->is_defined.size; b++) {
        if (!p->is_defined.data[b]) {
            lexer_fail(&p->lexer, "expected all labels to be defined");
        }
    }
    parse_pending(p);
}

struct kernel *kernel_parse(struct arena *arena, const char *text, const char **error) {
    struct parser parser = {.lexer = {.at = text, .line = 1, .arena = arena}};
    string_map_init(&parser.values);
    string_map_init(&parser.labels);
    parser.builder = builder_create(arena, "");
    parse_lines(&parser);
    struct kernel *kernel = builder_finish(parser.builder);
    *error = parser.lexer.error;
    if (!*error) {
        *error = kernel_check(kernel);
    }
    vec_release(&parser.is_defined);
    vec_release(&parser.pending);
    string_map_release(&parser.values);
    string_map_release(&parser.labels);
    return *error ? NULL : kernel;
}
