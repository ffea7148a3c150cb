/* State shared by parse.c (tables, blocks) and parse_inst.c (instructions, operands). */
#ifndef WP_KERNEL_PARSE_H
#define WP_KERNEL_PARSE_H

#include "base/map.h"
#include "base/vec.h"
#include "kernel/kernel.h"
#include "kernel/lexer.h"

/* A phi's operand that may be defined later. */
struct pending_phi {
    value_ref phi;
    block_ref from;
    value_ref value; /* leaves; id 0: by name */
    const char *name;
    uint32_t line;
};

struct parser {
    struct lexer lexer;
    struct kernel_builder *builder;
    struct string_map values, labels;
    VEC(bool) is_defined; /* by block */
    VEC(struct pending_phi) pending;
    block_ref block; /* being filled */
    bool has_block, has_terminator;
};

block_ref parse_label(struct parser *parser, struct slice name);
loc_ref parse_loc(struct parser *parser); /* optional "!n" */
struct type parse_type(struct parser *parser);
void parse_inst(struct parser *parser);
void parse_pending(struct parser *parser);

#endif
