/* See launch.h. */
#include "protocol/launch.h"

#include <assert.h>
#include <string.h>

struct launch_family {
    const char *names[3];
    enum symbol_role role;
    enum symbol_scope scope;
};

static const struct launch_family families[4] = {
    {{"tid.x", "tid.y", "tid.z"}, SYMBOL_TID, SCOPE_THREAD},
    {{"bid.x", "bid.y", "bid.z"}, SYMBOL_BID, SCOPE_BLOCK},
    {{"bdim.x", "bdim.y", "bdim.z"}, SYMBOL_BDIM, SCOPE_UNIFORM},
    {{"gdim.x", "gdim.y", "gdim.z"}, SYMBOL_GDIM, SCOPE_UNIFORM},
};

static term_ref add_symbol(struct term_table *terms, const struct launch_family *family, uint8_t axis) {
    struct symbol symbol = {.name = family->names[axis], .width_bits = 32, .role = family->role, .scope = family->scope, .axis = axis};
    return term_symbol(terms, symbol_create(terms, &symbol));
}

static void add_fact(struct term_table *terms, term_ref index, term_ref dimension) {
    symbol_ref symbol = {(uint32_t)term_get(terms, index)->value};
    symbol_add_fact(terms, symbol, term_ult(terms, index, dimension));
}

void protocol_add_launch(struct protocol *protocol) {
    struct term_table *terms = protocol->terms;
    assert(symbol_count(terms) == 0);
    term_ref *made[4] = {protocol->tid, protocol->bid, protocol->bdim, protocol->gdim};
    for (uint32_t family = 0; family < 4; family++) {
        for (uint8_t axis = 0; axis < 3; axis++)
            made[family][axis] = add_symbol(terms, &families[family], axis);
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        add_fact(terms, protocol->tid[axis], protocol->bdim[axis]);
        add_fact(terms, protocol->bid[axis], protocol->gdim[axis]);
    }
}

bool *protocol_launch_flag(struct protocol *protocol, const struct symbol *symbol) {
    switch (symbol->role) {
    case SYMBOL_TID: return &protocol->reads_tid[symbol->axis];
    case SYMBOL_BID: return &protocol->reads_bid[symbol->axis];
    case SYMBOL_BDIM: return &protocol->reads_bdim[symbol->axis];
    case SYMBOL_GDIM: return &protocol->reads_gdim[symbol->axis];
    case SYMBOL_PARAM:
    case SYMBOL_COUNTER:
    case SYMBOL_FINAL:
    case SYMBOL_VALUE: return NULL;
    }
    return NULL;
}

struct launch_flags protocol_launch_flags(const struct protocol *protocol) {
    struct launch_flags flags;
    memcpy(flags.tid, protocol->reads_tid, sizeof flags.tid);
    memcpy(flags.bid, protocol->reads_bid, sizeof flags.bid);
    memcpy(flags.bdim, protocol->reads_bdim, sizeof flags.bdim);
    memcpy(flags.gdim, protocol->reads_gdim, sizeof flags.gdim);
    return flags;
}

void protocol_restore_launch_flags(struct protocol *protocol, const struct launch_flags *flags) {
    memcpy(protocol->reads_tid, flags->tid, sizeof flags->tid);
    memcpy(protocol->reads_bid, flags->bid, sizeof flags->bid);
    memcpy(protocol->reads_bdim, flags->bdim, sizeof flags->bdim);
    memcpy(protocol->reads_gdim, flags->gdim, sizeof flags->gdim);
}
