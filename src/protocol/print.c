/* The text form of a protocol; docs/protocol-language.md has the grammar.

   Only what items, loops, parameters, arrays, assertions and problems lead to is
   printed: symbols, functions and locations that nothing uses are left out. */
#include <ctype.h>
#include <inttypes.h>

#include "base/map.h"
#include "base/vec.h"
#include "protocol/approximation.h"
#include "protocol/launch.h"
#include "protocol/printer.h"
#include "protocol/words.h"

enum { ROUNDS_MAX = 4 };

static void print_string(struct printer *pr, const char *text) {
    buffer_char(pr->out, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            buffer_printf(pr->out, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            buffer_printf(pr->out, "\\x%02x", byte);
        else
            buffer_char(pr->out, *c);
    }
    buffer_char(pr->out, '"');
}

static void begin_line(struct printer *pr) {
    for (uint32_t i = 0; i < pr->depth; i++)
        buffer_add(pr->out, "  ");
}

static void print_at(struct printer *pr, const char *word, loc_ref location) {
    if (location.id != 0)
        buffer_printf(pr->out, " %s L%u", word, location.id);
}

static void print_flags(struct printer *pr, const char *word, const struct words *words, uint32_t bits) {
    if (bits == 0)
        return;
    const char *between = word;
    for (uint32_t i = 0; i < words->count; i++) {
        if (!(bits >> i & 1))
            continue;
        buffer_printf(pr->out, "%s %s", between, words->names[i]);
        between = ",";
    }
}

static void print_term(struct printer *pr, const char *word, term_ref t) {
    if (term_is_none(t))
        return;
    buffer_printf(pr->out, " %s ", word);
    termtext_print(pr->text, t, pr->out);
}

static void print_guard(struct printer *pr, term_ref guard) {
    if (!term_is_true(pr->p->terms, guard))
        print_term(pr, "when", guard);
}

static void print_head(struct printer *pr) {
    const struct protocol *p = pr->p;
    buffer_add(pr->out, "protocol ");
    print_string(pr, p->name);
    buffer_char(pr->out, ' ');
    print_string(pr, p->display);
    if (p->file) {
        buffer_add(pr->out, " at ");
        print_string(pr, p->file);
        buffer_printf(pr->out, ":%u", p->line);
    }
    buffer_add(pr->out, " {\n");
}

/* The largest block is known from the range the launch symbols were given. */
static void print_launch(struct printer *pr) {
    const struct protocol *p = pr->p;
    const uint32_t *block = p->required_block;
    uint64_t largest = term_range_of(p->terms, p->bdim[0]).umax;
    if (largest != 1024)
        buffer_printf(pr->out, "  largest %" PRIu64 "\n", largest);
    if (p->language == LANGUAGE_OPENCL)
        buffer_add(pr->out, "  opencl\n");
    if (p->max_threads)
        buffer_printf(pr->out, "  threads %u\n", p->max_threads);
    if (block[0] || block[1] || block[2])
        buffer_printf(pr->out, "  block %u %u %u\n", block[0], block[1], block[2]);
    const bool *families[4] = {p->reads_tid, p->reads_bid, p->reads_bdim, p->reads_gdim};
    bool is_any = false;
    for (uint32_t i = 0; i < 12; i++) {
        if (!families[i / 3][i % 3])
            continue;
        buffer_printf(pr->out, "%s %s", is_any ? "" : "  reads", symbol_get(p->terms, (symbol_ref){i})->name);
        is_any = true;
    }
    buffer_add(pr->out, is_any ? "\n" : "");
}

/* If something is called by its name. */
static void print_member(struct printer *pr, const struct proto_member *member) {
    symbol_ref symbol;
    bool is_used = symbol_find(pr->p->terms, member->name, &symbol);
    for (uint32_t i = 0; i < pr->p->array_count; i++)
        is_used = is_used || strcmp(pr->p->arrays[i].name, member->name) == 0;
    if (!is_used)
        return;
    buffer_add(pr->out, "  member ");
    print_string(pr, member->name);
    buffer_printf(pr->out, " of %u at %" PRIu64 ": ", member->param, member->offset_bytes);
    print_string(pr, member->type);
    buffer_char(pr->out, '\n');
}

static void print_param(struct printer *pr, const struct proto_param *param) {
    buffer_add(pr->out, "  param ");
    print_string(pr, param->name);
    buffer_add(pr->out, param->is_pointer ? ": pointer" : param->is_float ? ": float" : ": scalar");
    if (param->is_pointer && param->array != PROTOCOL_NONE)
        buffer_printf(pr->out, " = %s", pr->handles[param->array]);
    if (!term_is_none(param->value)) {
        buffer_add(pr->out, " = ");
        termtext_print(pr->text, param->value, pr->out);
    }
    buffer_char(pr->out, '\n');
}

static void print_bytes(struct printer *pr, const char *word, uint64_t bytes) {
    if (bytes)
        buffer_printf(pr->out, " %s %" PRIu64, word, bytes);
    else
        buffer_printf(pr->out, " %s ?", word);
}

static void print_array(struct printer *pr, uint32_t index) {
    const struct proto_array *array = &pr->p->arrays[index];
    buffer_printf(pr->out, "  array %s", pr->handles[index]);
    if (strcmp(pr->handles[index], array->name) != 0) {
        buffer_char(pr->out, ' ');
        print_string(pr, array->name);
    }
    buffer_printf(pr->out, ": %s %s", words_array_kind.names[array->kind], words_space.names[array->space]);
    if (array->param != PROTOCOL_NONE)
        buffer_printf(pr->out, " param %u", array->param);
    print_bytes(pr, "element", array->elem_bytes);
    print_bytes(pr, "extent", array->extent_bytes);
    buffer_add(pr->out, array->written ? " written" : "");
    print_at(pr, "at", array->location);
    buffer_char(pr->out, '\n');
}

static void print_symbol(struct printer *pr, const struct symbol *symbol) {
    buffer_printf(pr->out, "  symbol %s: i%u %s %s", symbol->name, symbol->width_bits, words_scope.names[symbol->scope],
                  words_role.names[symbol->role]);
    if (symbol->role == SYMBOL_COUNTER || symbol->role == SYMBOL_FINAL)
        buffer_printf(pr->out, " loop %u", symbol->loop);
    if (symbol->in_loop != 0)
        buffer_printf(pr->out, " in %u", symbol->in_loop - 1);
    buffer_add(pr->out, symbol->approximate ? " approximate" : "");
    if (symbol->reason) {
        buffer_char(pr->out, ' ');
        print_string(pr, symbol->reason);
    }
    print_at(pr, "at", (loc_ref){symbol->location});
    buffer_char(pr->out, '\n');
}

/* The first fact of tid.a and bid.a, which every protocol has. */
static bool is_launch_fact(const struct protocol *p, uint32_t symbol, uint32_t index) {
    return symbol < 6 && index == 0 &&
           term_same(symbol_fact(p->terms, (symbol_ref){symbol}, 0),
                     term_ult(p->terms, term_symbol(p->terms, (symbol_ref){symbol}), term_symbol(p->terms, (symbol_ref){symbol + 6})));
}

static void print_facts(struct printer *pr, symbol_ref symbol) {
    const struct protocol *p = pr->p;
    for (uint32_t i = 0; i < symbol_fact_count(p->terms, symbol); i++) {
        if (is_launch_fact(p, symbol.id, i))
            continue;
        buffer_printf(pr->out, "  fact %s: ", symbol_get(p->terms, symbol)->name);
        termtext_print(pr->text, symbol_fact(p->terms, symbol, i), pr->out);
        buffer_char(pr->out, '\n');
    }
}

static void print_vocabulary(struct printer *pr) {
    const struct term_table *terms = pr->p->terms;
    for (uint32_t i = 12; i < symbol_count(terms); i++) {
        if (termtext_uses_symbol(pr->text, (symbol_ref){i}))
            print_symbol(pr, symbol_get(terms, (symbol_ref){i}));
    }
    for (uint32_t i = 0; i < function_count(terms); i++) {
        if (!termtext_uses_function(pr->text, i))
            continue;
        buffer_add(pr->out, "  function ");
        print_string(pr, function_name(terms, i));
        print_flags(pr, ":", &words_dependency, function_deps(terms, i));
        buffer_char(pr->out, '\n');
    }
    for (uint32_t i = 1; i <= termtext_shared_count(pr->text); i++) {
        buffer_printf(pr->out, "  let $%u = ", i);
        termtext_print_shared(pr->text, i, pr->out);
        buffer_char(pr->out, '\n');
    }
    for (uint32_t i = 0; i < symbol_count(terms); i++) {
        if (termtext_uses_symbol(pr->text, (symbol_ref){i}))
            print_facts(pr, (symbol_ref){i});
    }
}

static void print_size(struct printer *pr, term_ref size) {
    uint64_t bytes;
    if (term_is_const(pr->p->terms, size, &bytes))
        buffer_printf(pr->out, " bytes %" PRIu64, bytes);
    else
        print_term(pr, "size", size);
}

static symbol_ref symbol_of(const struct printer *pr, term_ref t) {
    return (symbol_ref){(uint32_t)term_get(pr->p->terms, t)->value};
}

/* Values that nothing uses are not named. */
static void print_gives(struct printer *pr, const struct proto_item *item) {
    bool any = false;
    for (uint32_t i = 0; i < item->give_count; i++)
        any |= !term_is_none(item->gives[i]) && termtext_uses_symbol(pr->text, symbol_of(pr, item->gives[i]));
    for (uint32_t i = 0; any && i < item->give_count; i++) {
        buffer_add(pr->out, i == 0 ? " gives " : ", ");
        bool used = !term_is_none(item->gives[i]) && termtext_uses_symbol(pr->text, symbol_of(pr, item->gives[i]));
        buffer_add(pr->out, used ? symbol_get(pr->p->terms, symbol_of(pr, item->gives[i]))->name : "?");
    }
}

static void print_access(struct printer *pr, const struct proto_item *item) {
    buffer_printf(pr->out, "%s %s[", words_mode.names[item->mode], pr->handles[item->array]);
    termtext_print(pr->text, item->offset, pr->out);
    buffer_char(pr->out, ']');
    print_size(pr, item->size);
    if (item->value_bits && term_is_none(item->value))
        buffer_printf(pr->out, " value ? %u", item->value_bits);
    print_term(pr, item->is_fill ? "fill" : "value", item->value);
    if (item->is_copy) {
        buffer_printf(pr->out, " copies %s[", pr->handles[item->source]);
        termtext_print(pr->text, item->source_offset, pr->out);
        buffer_char(pr->out, ']');
    }
    if (item->is_atomic)
        buffer_printf(pr->out, " atomic %s%s", words_scope_kind.names[item->scope], item->is_exchange ? " exchange" : "");
    buffer_add(pr->out, item->is_volatile ? " volatile" : "");
    buffer_add(pr->out, item->is_async ? " async" : "");
    buffer_add(pr->out, item->is_group ? " group" : "");
    if (item->collective)
        buffer_printf(pr->out, " collective %u", item->collective);
    if (item->owner)
        buffer_printf(pr->out, " owner %u", item->owner);
    print_gives(pr, item);
}

static void print_loop_head(struct printer *pr, const struct proto_item *item) {
    const struct proto_loop *loop = &pr->p->loops[item->body_loop];
    buffer_printf(pr->out, "loop %u counter %s", item->body_loop, symbol_get(pr->p->terms, loop->counter)->name);
    buffer_add(pr->out, loop->has_barrier ? " barrier" : "");
    buffer_add(pr->out, loop->exact ? " exact" : "");
    buffer_add(pr->out, loop->wraps ? " wraps" : "");
    print_term(pr, "proceeds", loop->proceeds);
    print_at(pr, "header", loop->location);
}

static void print_place(const struct protocol *p, loc_ref location, struct buffer *out) {
    if (location.id == 0)
        return;
    const struct loc *loc = &p->locs[location.id];
    const char *file = loc->file ? loc->file : "";
    const char *slash = strrchr(file, '/');
    buffer_printf(out, " %s:%u", slash ? slash + 1 : file, loc->line);
}

static void print_remark(struct printer *pr, const struct proto_item *item) {
    struct buffer remark = {0};
    print_place(pr->p, item->location, &remark);
    approximation_print(pr->p, item, &remark);
    if (remark.size > 0)
        buffer_printf(pr->out, " //%s", buffer_text(&remark));
    buffer_release(&remark);
}

static void print_result(struct printer *pr, const struct proto_item *item) {
    bool is_named = !term_is_none(item->result) && termtext_uses_symbol(pr->text, symbol_of(pr, item->result));
    if (is_named)
        buffer_printf(pr->out, " gives %s", symbol_get(pr->p->terms, symbol_of(pr, item->result))->name);
}

static void print_collective(struct printer *pr, const struct proto_item *item) {
    buffer_add(pr->out, "collective ");
    print_string(pr, item->operation);
    buffer_add(pr->out, item->is_aligned ? " aligned" : "");
    print_term(pr, "mask", item->mask);
    print_term(pr, "ballot", item->ballot);
    print_result(pr, item);
}

static void print_item(struct printer *pr, const struct proto_item *item) {
    begin_line(pr);
    switch (item->kind) {
    case ITEM_ACCESS: print_access(pr, item); break;
    case ITEM_BARRIER:
        buffer_printf(pr->out, "barrier %s", words_barrier.names[item->barrier]);
        if (item->fence != FENCE_BOTH)
            buffer_printf(pr->out, " fence %s", words_fence_kind.names[item->fence]);
        buffer_add(pr->out, item->is_sub_group ? " subgroup" : "");
        print_term(pr, "mask", item->mask);
        print_term(pr, "count", item->count);
        print_result(pr, item);
        break;
    case ITEM_COLLECTIVE: print_collective(pr, item); break;
    case ITEM_FENCE: buffer_printf(pr->out, "fence %s", words_scope_kind.names[item->scope]); break;
    case ITEM_COPY_COMMIT: buffer_add(pr->out, "commit"); break;
    case ITEM_COPY_WAIT: print_term(pr, "wait", item->count); break;
    case ITEM_EXIT: buffer_add(pr->out, "exit"); break;
    case ITEM_LOOP: print_loop_head(pr, item); break;
    }
    print_guard(pr, item->guard);
    print_flags(pr, " marks", &words_mark, item->marks);
    print_at(pr, "at", item->location);
    buffer_add(pr->out, item->kind == ITEM_LOOP ? " {" : "");
    print_remark(pr, item);
    buffer_char(pr->out, '\n');
}

static void end_loops(struct printer *pr, uint32_t *around, uint32_t item) {
    while (*around != PROTOCOL_NONE && pr->p->loops[*around].end <= item) {
        *around = pr->p->loops[*around].parent;
        pr->depth--;
        begin_line(pr);
        buffer_add(pr->out, "}\n");
    }
}

static void print_items(struct printer *pr) {
    const struct protocol *p = pr->p;
    uint32_t around = PROTOCOL_NONE;
    for (uint32_t i = 0; i < p->item_count; i++) {
        end_loops(pr, &around, i);
        print_item(pr, &p->items[i]);
        if (p->items[i].kind == ITEM_LOOP) {
            around = p->items[i].body_loop;
            pr->depth++;
        }
    }
    end_loops(pr, &around, UINT32_MAX);
}

static void print_private(struct printer *pr, const struct proto_item *item) {
    buffer_add(pr->out, "  private ");
    print_access(pr, item);
    if (item->loop != PROTOCOL_NONE)
        buffer_printf(pr->out, " in %u", item->loop);
    buffer_printf(pr->out, " before %u claims %u", item->position, item->claims);
    print_guard(pr, item->guard);
    print_flags(pr, " marks", &words_mark, item->marks);
    print_at(pr, "at", item->location);
    print_remark(pr, item);
    buffer_char(pr->out, '\n');
}

static void print_claim(struct printer *pr, const struct proto_assert *claim) {
    buffer_printf(pr->out, "  %s ", words_claim.names[claim->kind]);
    termtext_print(pr->text, claim->kind == CLAIM_BOUND ? claim->index : claim->condition, pr->out);
    if (claim->kind == CLAIM_BOUND)
        buffer_printf(pr->out, " below %" PRIu64 " of %u", claim->extent, claim->access);
    print_guard(pr, claim->guard);
    if (claim->text) {
        buffer_char(pr->out, ' ');
        print_string(pr, claim->text);
    }
    if (claim->loop != PROTOCOL_NONE)
        buffer_printf(pr->out, " in %u", claim->loop);
    if (claim->position != PROTOCOL_NONE)
        buffer_printf(pr->out, " before %u", claim->position);
    if (claim->but.some)
        buffer_printf(pr->out, " but %u to %u", claim->but.begin, claim->but.end);
    print_at(pr, "at", claim->location);
    buffer_char(pr->out, '\n');
}

static void print_problem(struct printer *pr, const struct proto_problem *problem) {
    buffer_printf(pr->out, "  problem %s", reason_name(problem->reason));
    print_flags(pr, " of", &words_property, problem->properties);
    if (problem->detail) {
        buffer_char(pr->out, ' ');
        print_string(pr, problem->detail);
    }
    print_at(pr, "at", problem->location);
    buffer_char(pr->out, '\n');
}

static void print_trust(struct printer *pr, const struct proto_trust *trust) {
    static const char *const words[] = {[TRUST_FUNCTION] = "  trusts ",
                                        [TRUST_IGNORED] = "  ignores ",
                                        [TRUST_UNIFORM] = "  uniform ",
                                        [TRUST_NOT_NULL] = "  nonnull ",
                                        [TRUST_TEXTURE] = "  texture "};
    buffer_add(pr->out, words[trust->kind]);
    print_string(pr, trust->function);
    print_at(pr, "at", trust->location);
    buffer_char(pr->out, '\n');
}

static void print_location(struct printer *pr, uint32_t index) {
    const struct loc *loc = &pr->p->locs[index];
    buffer_printf(pr->out, "  location L%u ", index);
    print_string(pr, loc->file ? loc->file : "");
    buffer_printf(pr->out, ":%u:%u", loc->line, loc->column);
    if (loc->function) {
        buffer_add(pr->out, " in ");
        print_string(pr, loc->function);
    }
    print_at(pr, "from", loc->inlined_at);
    buffer_char(pr->out, '\n');
}

static void print_ticket(struct printer *pr, const struct proto_ticket *ticket) {
    buffer_printf(pr->out, "  ticket %s of %s[", symbol_get(pr->p->terms, ticket->symbol)->name, pr->handles[ticket->array]);
    termtext_print(pr->text, ticket->offset, pr->out);
    buffer_printf(pr->out, "] step %" PRIu64 " sites %u%s", ticket->step, ticket->sites, ticket->looped ? " looped" : "");
    if (ticket->round != PROTOCOL_NONE)
        buffer_printf(pr->out, " in %u", ticket->round);
    if (ticket->counts_up)
        buffer_add(pr->out, " up");
    if (ticket->has_initial)
        buffer_printf(pr->out, " from %" PRIu64, ticket->initial);
    buffer_printf(pr->out, " atomic %s\n", words_scope_kind.names[ticket->scope]);
}

static bool is_used(const struct printer *pr, const struct proto_lanes *lanes) {
    return termtext_uses_symbol(pr->text, lanes->symbol);
}

static void print_lanes(struct printer *pr, const struct proto_lanes *lanes) {
    buffer_printf(pr->out, "  lanes %s", symbol_get(pr->p->terms, lanes->symbol)->name);
    if (lanes->source != PROTOCOL_NONE)
        buffer_printf(pr->out, " source %u", lanes->source);
    if (lanes->loop != PROTOCOL_NONE)
        buffer_printf(pr->out, " in %u", lanes->loop);
    print_guard(pr, lanes->guard);
    buffer_char(pr->out, '\n');
}

static void print_other(struct printer *pr, const struct proto_other *other) {
    buffer_printf(pr->out, "  other %s is ", symbol_get(pr->p->terms, other->symbol)->name);
    if (other->is_same_block)
        buffer_add(pr->out, "same block");
    else
        termtext_print(pr->text, other->value, pr->out);
    if (other->loop != PROTOCOL_NONE)
        buffer_printf(pr->out, " in %u", other->loop);
    print_guard(pr, other->guard);
    buffer_char(pr->out, '\n');
}

static void print_all(struct printer *pr) {
    const struct protocol *p = pr->p;
    print_head(pr);
    print_launch(pr);
    for (uint32_t i = 0; i < p->array_count; i++)
        print_array(pr, i);
    print_vocabulary(pr);
    for (uint32_t i = 0; i < p->ticket_count; i++)
        print_ticket(pr, &p->tickets[i]);
    for (uint32_t i = 0; i < p->lanes_count; i++) {
        if (is_used(pr, &p->lanes[i]))
            print_lanes(pr, &p->lanes[i]);
    }
    if (!term_is_none(p->enabled) && termtext_uses_symbol(pr->text, (symbol_ref){(uint32_t)term_get(p->terms, p->enabled)->value}))
        buffer_printf(pr->out, "  enabled %s\n", symbol_get(p->terms, (symbol_ref){(uint32_t)term_get(p->terms, p->enabled)->value})->name);
    for (uint32_t i = 0; i < p->other_count; i++) {
        if (termtext_uses_symbol(pr->text, p->others[i].symbol))
            print_other(pr, &p->others[i]);
    }
    for (uint32_t i = 0; i < p->param_count; i++)
        print_param(pr, &p->params[i]);
    for (uint32_t i = 0; i < p->member_count; i++)
        print_member(pr, &p->members[i]);
    buffer_char(pr->out, '\n');
    print_items(pr);
    buffer_char(pr->out, '\n');
    for (uint32_t i = 0; i < p->private_count; i++)
        print_private(pr, &p->privates[i]);
    for (uint32_t i = 0; i < p->assert_count; i++)
        print_claim(pr, &p->asserts[i]);
    for (uint32_t i = 0; i < p->problem_count; i++)
        print_problem(pr, &p->problems[i]);
    for (uint32_t i = 0; i < p->trust_count; i++)
        print_trust(pr, &p->trusts[i]);
    for (uint32_t i = 1; i < p->loc_count; i++) {
        if (pr->locations[i])
            print_location(pr, i);
    }
    buffer_add(pr->out, "}\n");
}

static void print_as_is(const struct protocol *protocol, struct arena *scratch, struct buffer *out) {
    struct printer pr = {.p = protocol, .out = out, .scratch = scratch, .depth = 1};
    printer_begin(&pr);
    print_all(&pr);
    termtext_destroy(pr.text);
}

/* The text of the protocol that reading `text` gives; false if it cannot be read. */
static bool print_again(const struct buffer *text, struct buffer *out) {
    struct arena scratch = {0};
    const char *error = NULL;
    struct protocol *read = protocol_parse(&scratch, buffer_text(text), NULL, &error);
    if (read) {
        print_as_is(read, &scratch, out);
        protocol_destroy(read);
    }
    arena_release(&scratch);
    return read != NULL;
}

/* Builders of terms may put an equation the other way round when its parts are built in
   another order, so the text is read and printed until it stays the same. */
void protocol_print(const struct protocol *protocol, struct buffer *out) {
    struct buffer texts[2] = {{0}, {0}};
    struct arena scratch = {0};
    uint32_t last = 0;
    print_as_is(protocol, &scratch, &texts[0]);
    arena_release(&scratch);
    for (uint32_t round = 0; round < ROUNDS_MAX && print_again(&texts[last], &texts[1 - last]); round++) {
        bool is_same = strcmp(buffer_text(&texts[0]), buffer_text(&texts[1])) == 0;
        buffer_clear(&texts[last]);
        last = 1 - last;
        if (is_same)
            break;
    }
    buffer_add_n(out, buffer_text(&texts[last]), texts[last].size);
    buffer_release(&texts[0]);
    buffer_release(&texts[1]);
}
