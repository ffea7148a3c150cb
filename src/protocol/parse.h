/* State shared by parse.c (declarations) and parse_item.c (items). */
#ifndef WP_PROTOCOL_PARSE_H
#define WP_PROTOCOL_PARSE_H

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "protocol/launch.h"
#include "protocol/reader.h"
#include "protocol/words.h"

struct parsed_loop {
    struct proto_loop loop;
    bool is_read;
};

struct parser {
    struct reader r;
    struct protocol *p;
    struct string_map array_names, functions;
    VEC(term_ref) shared; /* $1, $2, ... */
    VEC(uint32_t) used_locations;
    VEC(struct proto_param) params;
    VEC(struct proto_member) members;
    VEC(struct proto_array) arrays;
    VEC(struct proto_item) items;
    VEC(struct proto_item) privates;
    bool is_private; /* the access being read is of private memory */
    VEC(struct parsed_loop) loops;
    VEC(struct proto_problem) problems;
    VEC(struct proto_trust) trusts;
    VEC(struct proto_assert) asserts;
    VEC(struct proto_ticket) tickets;
    VEC(struct proto_lanes) lanes;
    VEC(struct proto_other) others;
    VEC(struct loc) locations; /* file NULL: not declared */
    uint32_t around;           /* the loop being read */
};

/* parse.c */
term_ref parse_term(struct parser *ps);
term_ref parse_condition(struct parser *ps);
int parse_choice(struct parser *ps, const struct words *words, const char *what);
uint32_t parse_flags(struct parser *ps, const struct words *words, const char *what);
loc_ref parse_location_ref(struct parser *ps);
loc_ref parse_at(struct parser *ps, const char *word); /* [word Ln] */
uint32_t parse_array_name(struct parser *ps);
symbol_ref parse_symbol_name(struct parser *ps);

/* parse_item.c; the word itself has been read */
void parse_read(struct parser *ps);
void parse_write(struct parser *ps);
void parse_update(struct parser *ps);
void parse_private(struct parser *ps);
void parse_barrier(struct parser *ps);
void parse_collective(struct parser *ps);
void parse_fence(struct parser *ps);
void parse_commit(struct parser *ps);
void parse_wait(struct parser *ps);
void parse_exit(struct parser *ps);
void parse_loop(struct parser *ps);
void parse_loop_end(struct parser *ps);

#endif
