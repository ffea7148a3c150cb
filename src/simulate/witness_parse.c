/* The witness file, read; docs/witness-files.md has the grammar. The same line-based words as
 * in kernel text. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "kernel/lexer.h"
#include "kernel/names.h"
#include "simulate/witness.h"
#include "simulate/witness_words.h"

struct block_index {
    uint32_t at[3];
};

struct reader {
    struct lexer lexer;
    struct arena *arena;
    struct witness *witness;
    VEC(const char *) clang_args;
    VEC(struct witness_array) arrays;
    VEC(struct witness_argument) arguments;
    VEC(const char *) targets;      /* of pointers: the array's name; by argument */
    VEC(struct witness_link) links; /* of the last array */
    VEC(struct witness_cell) cells; /* likewise */
    VEC(struct block_index) blocks;
    VEC(struct simulate_place) threads;
    struct finding *expected;
    VEC(struct finding_access) accesses;
};

/* Text up to the next space; values hold signs, dots and quotes. */
static const char *take_token(struct reader *r) {
    (void)lexer_peek(&r->lexer, ' ');
    size_t length = strcspn(r->lexer.at, " \t\r\n;");
    const char *text = arena_strndup(r->arena, r->lexer.at, length);
    r->lexer.at += length;
    return text;
}

static uint64_t take_value(struct reader *r, struct type type) {
    uint64_t bits = 0;
    const char *text = take_token(r);
    if (!r->lexer.error && !witness_read_value(type, text, &bits)) {
        lexer_fail(&r->lexer, "'%.40s' is no value of this type", text);
    }
    return bits;
}

static int64_t take_signed(struct reader *r) {
    struct type type = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};
    return (int64_t)take_value(r, type);
}

static double take_real(struct reader *r) {
    struct type type = {.kind = TYPE_FLOAT, .width_bits = 64, .lanes = 1};
    uint64_t bits = take_value(r, type);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void take_triple(struct reader *r, uint32_t triple[3]) {
    for (int axis = 0; axis < 3; axis++) {
        triple[axis] = lexer_index(&r->lexer);
    }
}

static struct type take_type(struct reader *r) {
    struct type type = {0};
    struct slice word = lexer_word(&r->lexer);
    bool is_known = type_find(word.text, word.length, &type) && type.lanes == 1 &&
                    (witness_is_element(type) || type.kind == TYPE_POINTER || (type.kind == TYPE_INT && type.width_bits <= 64));
    if (!is_known) {
        lexer_fail(&r->lexer, "expected a type");
    }
    return type;
}

/* Links and cells belong to the array before them. */
static void end_array(struct reader *r) {
    struct witness_array *array = r->arrays.size > 0 ? &vec_last(&r->arrays) : NULL;
    if (array && r->links.size > 0) {
        array->links = arena_alloc(r->arena, r->links.size * sizeof *array->links);
        memcpy(array->links, r->links.data, r->links.size * sizeof *array->links);
        array->link_count = r->links.size;
        vec_clear(&r->links);
    }
    if (array && r->cells.size > 0) {
        array->cells = arena_alloc(r->arena, r->cells.size * sizeof *array->cells);
        memcpy(array->cells, r->cells.data, r->cells.size * sizeof *array->cells);
        array->cell_count = r->cells.size;
        vec_clear(&r->cells);
    }
}

static void read_fill(struct reader *r, struct witness_array *array) {
    struct slice word = lexer_word(&r->lexer);
    int found = -1;
    for (int fill = FILL_ZERO; fill <= FILL_RANDOM; fill++) {
        found = slice_is(word, witness_fill_name((enum witness_fill)fill)) ? fill : found;
    }
    if (found < 0) {
        lexer_fail(&r->lexer, "expected zero, initial, constant, iota or random");
        return;
    }
    array->fill = (enum witness_fill)found;
    if (array->fill == FILL_CONSTANT || (array->fill == FILL_IOTA && !lexer_at_end_of_line(&r->lexer))) {
        array->value = take_value(r, array->type);
        array->step = array->fill == FILL_IOTA && !lexer_at_end_of_line(&r->lexer) ? lexer_number(&r->lexer, UINT64_MAX) : 0;
    } else if (array->fill == FILL_RANDOM) {
        array->seed = lexer_number(&r->lexer, UINT64_MAX);
        array->has_range = !lexer_at_end_of_line(&r->lexer);
        array->low = array->has_range ? take_real(r) : 0;
        array->high = array->has_range ? take_real(r) : 0;
        if (array->has_range && !witness_is_range(array->type, array->low, array->high)) {
            lexer_fail(&r->lexer, "expected a range from a smaller to a larger number");
        }
    }
}

static void read_array(struct reader *r) {
    end_array(r);
    struct witness_array array = {.name = lexer_string(&r->lexer)};
    array.is_many = lexer_accept_word(&r->lexer, "many");
    array.type = take_type(r);
    uint32_t elem_bytes = (array.type.width_bits + 7u) / 8u;
    if (!r->lexer.error && !witness_is_element(array.type)) {
        lexer_fail(&r->lexer, "expected an integer or a float as type of elements");
    }
    array.unbounded = lexer_accept_word(&r->lexer, "unbounded");
    if (!array.unbounded && !r->lexer.error) {
        array.size_bytes = lexer_number(&r->lexer, WITNESS_ARRAY_BYTES / elem_bytes) * elem_bytes;
        if (lexer_accept(&r->lexer, '+')) {
            array.size_bytes += lexer_number(&r->lexer, elem_bytes);
        }
    }
    if (lexer_accept_word(&r->lexer, "file")) {
        array.path = lexer_string(&r->lexer);
    }
    read_fill(r, &array);
    for (uint32_t i = 0; i < r->arrays.size; i++) {
        if (strcmp(r->arrays.data[i].name, array.name) == 0) {
            lexer_fail(&r->lexer, "a second array of this name");
        }
    }
    vec_push(&r->arrays, array);
}

static void read_cell(struct reader *r, bool by_byte) {
    struct witness_cell cell = {0};
    if (r->arrays.size == 0) {
        lexer_fail(&r->lexer, "expected an array before its contents");
        return;
    }
    struct type type = vec_last(&r->arrays).type;
    if (by_byte) {
        cell.offset_bytes = take_signed(r);
        type = take_type(r);
        if (!r->lexer.error && !witness_is_element(type) && type.kind != TYPE_POINTER) {
            lexer_fail(&r->lexer, "expected an integer, a float or a pointer as type of a cell");
        }
        cell.size_bytes = (type.width_bits + 7u) / 8u;
    } else {
        const char *close = strchr(r->lexer.at, ']');
        cell.size_bytes = (type.width_bits + 7u) / 8u;
        char *text = close ? arena_strndup(r->arena, r->lexer.at, (size_t)(close - r->lexer.at)) : NULL;
        uint64_t index;
        struct type wide = {.kind = TYPE_INT, .width_bits = 64, .lanes = 1};
        if (!text || !witness_read_value(wide, text, &index) || (int64_t)index > WITNESS_ORIGIN || (int64_t)index < -WITNESS_ORIGIN) {
            lexer_fail(&r->lexer, "expected an index in brackets");
            return;
        }
        r->lexer.at = close + 1;
        cell.offset_bytes = (int64_t)index * (int64_t)cell.size_bytes;
    }
    lexer_expect(&r->lexer, '=');
    if (type.kind == TYPE_POINTER) {
        cell.size_bytes = 8;
        cell.target = lexer_string(&r->lexer);
        cell.target_bytes = take_signed(r);
    } else {
        cell.value = take_value(r, type);
    }
    vec_push(&r->cells, cell);
}

static void read_link(struct reader *r) {
    struct witness_link link = {.stride_bytes = lexer_number(&r->lexer, WITNESS_ARRAY_BYTES)};
    if (!lexer_accept_word(&r->lexer, "from")) {
        lexer_fail(&r->lexer, "expected 'from' and the byte of the first pointer");
    }
    link.offset_bytes = take_signed(r);
    if (link.offset_bytes > WITNESS_ORIGIN || link.offset_bytes < -WITNESS_ORIGIN || r->arrays.size == 0 || !lexer_accept_word(&r->lexer, "ptr")) {
        lexer_fail(&r->lexer, "expected 'ptr' and arrays that pointers of the array before point into");
    }
    lexer_expect(&r->lexer, '=');
    link.target = lexer_string(&r->lexer);
    link.times = (uint32_t)lexer_number(&r->lexer, SIMULATE_MEMBERS);
    link.plus = (uint32_t)lexer_number(&r->lexer, SIMULATE_MEMBERS);
    vec_push(&r->links, link);
}

static void read_pointer(struct reader *r, struct witness_argument *a) {
    lexer_expect(&r->lexer, '=');
    if (lexer_peek(&r->lexer, '"')) {
        vec_push(&r->targets, lexer_string(&r->lexer));
        a->offset_bytes = take_signed(r);
    } else {
        vec_push(&r->targets, (const char *)NULL);
        a->bits = take_value(r, a->type);
    }
}

static void read_argument(struct reader *r) {
    struct witness_argument a = {.name = lexer_string(&r->lexer), .array = SIMULATE_NONE};
    if (lexer_accept_word(&r->lexer, "bytes")) {
        (void)lexer_peek(&r->lexer, ' ');
        a.type.lanes = 1;
        a.byte_count = strspn(r->lexer.at, "0123456789abcdefABCDEF") / 2;
        a.bytes = lexer_bytes(&r->lexer, a.byte_count);
        vec_push(&r->targets, (const char *)NULL);
    } else {
        a.type = take_type(r);
        if (a.type.kind == TYPE_POINTER) {
            read_pointer(r, &a);
        } else {
            lexer_expect(&r->lexer, '=');
            a.bits = take_value(r, a.type);
            vec_push(&r->targets, (const char *)NULL);
        }
    }
    vec_push(&r->arguments, a);
}

static int find_name(const char *(*name_of)(int), int count, struct slice word) {
    for (int i = 0; i < count; i++) {
        if (slice_is(word, name_of(i))) {
            return i;
        }
    }
    return -1;
}

static const char *rule_of(int i) {
    return rule_name((enum rule)i);
}

static const char *kind_of(int i) {
    return finding_kind_name((enum finding_kind)i);
}

static const char *scope_of(int i) {
    return finding_scope_name((enum finding_scope)i);
}

/* A word of letters, digits and hyphens. */
static struct slice take_name(struct reader *r) {
    const char *text = take_token(r);
    return (struct slice){text, strlen(text)};
}

static void read_expectation(struct reader *r) {
    struct finding *f = arena_alloc(r->arena, sizeof *f);
    int rule = find_name(rule_of, RULE_COUNT, take_name(r));
    int kind = find_name(kind_of, FINDING_KIND_COUNT, take_name(r));
    int scope = find_name(scope_of, FINDING_SCOPE_COUNT, take_name(r));
    if (rule < 0 || kind < 0 || scope < 0 || r->expected) {
        lexer_fail(&r->lexer, "expected one rule, kind and scope of a finding");
        return;
    }
    f->rule = (enum rule)rule;
    f->kind = (enum finding_kind)kind;
    f->scope = (enum finding_scope)scope;
    f->array = lexer_string(&r->lexer);
    f->array = f->array[0] ? f->array : NULL;
    f->instances = 1;
    r->expected = f;
}

static struct source_place take_place(struct reader *r) {
    struct source_place place = {.file = lexer_string(&r->lexer)};
    place.line = lexer_index(&r->lexer);
    place.column = lexer_index(&r->lexer);
    return place;
}

static void read_access(struct reader *r, const char *mode) {
    struct finding_access access = {.mode = mode};
    VEC(struct source_place) chain = {0};
    take_triple(r, access.thread);
    if (!lexer_accept_word(&r->lexer, "of")) {
        lexer_fail(&r->lexer, "expected 'of' and a block");
    }
    take_triple(r, access.block);
    access.place = take_place(r);
    while (lexer_accept_word(&r->lexer, "from")) {
        vec_push(&chain, take_place(r));
    }
    access.inlined_at = arena_alloc(r->arena, (chain.size + 1) * sizeof *access.inlined_at);
    access.inlined_count = chain.size;
    for (uint32_t i = 0; i < chain.size; i++) {
        access.inlined_at[i] = chain.data[i];
    }
    vec_release(&chain);
    if (!r->expected || r->accesses.size == 2) {
        lexer_fail(&r->lexer, "expected at most two accesses, behind 'expect'");
    }
    vec_push(&r->accesses, access);
}

static void read_thread(struct reader *r) {
    struct simulate_place place;
    take_triple(r, place.thread);
    if (!lexer_accept_word(&r->lexer, "of")) {
        lexer_fail(&r->lexer, "expected 'of' and a block");
    }
    take_triple(r, place.block);
    vec_push(&r->threads, place);
}

static void read_head_line(struct reader *r, const char *word) {
    struct witness *w = r->witness;
    if (strcmp(word, "source") == 0) {
        w->file = lexer_string(&r->lexer);
    } else if (strcmp(word, "clang") == 0) {
        vec_push(&r->clang_args, lexer_string(&r->lexer));
    } else if (strcmp(word, "annotations") == 0) {
        w->gpuverify_annotations = lexer_accept_word(&r->lexer, "gpuverify");
    } else if (strcmp(word, "kernel") == 0) {
        w->kernel = lexer_string(&r->lexer);
    } else if (strcmp(word, "block") == 0) {
        take_triple(r, w->block);
    } else if (strcmp(word, "grid") == 0) {
        take_triple(r, w->grid);
    } else if (strcmp(word, "dynamic-shared") == 0) {
        w->dynamic_shared_bytes = lexer_number(&r->lexer, UINT32_MAX);
    } else if (strcmp(word, "barrier-exit") == 0) {
        w->exit_diverges = lexer_accept_word(&r->lexer, "diverge");
    } else if (strcmp(word, "warp") == 0) {
        w->lockstep = lexer_accept_word(&r->lexer, "lockstep");
    } else if (strcmp(word, "seed") == 0) {
        w->seed = lexer_number(&r->lexer, INT64_MAX);
    } else if (strcmp(word, "steps") == 0) {
        w->step_budget = lexer_number(&r->lexer, UINT64_MAX);
    } else {
        lexer_fail(&r->lexer, "'%.40s' begins no line of a witness file", word);
    }
}

static bool is_mode(const char *word) {
    static const char *const modes[] = {"read", "write", "atomic", "barrier", "absent", "access", "assert"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(word, modes[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void read_line(struct reader *r) {
    if (lexer_accept(&r->lexer, '[')) {
        read_cell(r, false);
        lexer_end_line(&r->lexer);
        return;
    }
    const char *word = take_token(r);
    if (strcmp(word, "array") == 0) {
        read_array(r);
    } else if (strcmp(word, "byte") == 0) {
        read_cell(r, true);
    } else if (strcmp(word, "every") == 0) {
        read_link(r);
    } else if (strcmp(word, "argument") == 0) {
        read_argument(r);
    } else if (strcmp(word, "run") == 0) {
        struct block_index block;
        take_triple(r, block.at);
        vec_push(&r->blocks, block);
    } else if (strcmp(word, "thread") == 0) {
        read_thread(r);
    } else if (strcmp(word, "expect") == 0) {
        read_expectation(r);
    } else if (is_mode(word)) {
        read_access(r, word);
    } else {
        read_head_line(r, word);
    }
    lexer_end_line(&r->lexer);
}

#define KEEP(r, field, count_field, vec)                                                                                                             \
    do {                                                                                                                                             \
        size_t bytes_ = (vec).size * sizeof *(vec).data;                                                                                             \
        void *copy_ = arena_alloc((r)->arena, bytes_ + 1);                                                                                           \
        if (bytes_ > 0) {                                                                                                                            \
            memcpy(copy_, (vec).data, bytes_);                                                                                                       \
        }                                                                                                                                            \
        (r)->witness->field = copy_;                                                                                                                 \
        (r)->witness->count_field = (vec).size;                                                                                                      \
    } while (0)

static void finish(struct reader *r) {
    struct witness *w = r->witness;
    end_array(r);
    KEEP(r, arrays, array_count, r->arrays);
    for (uint32_t i = 0; i < r->arguments.size; i++) {
        const char *target = r->targets.data[i];
        struct witness_argument *a = &r->arguments.data[i];
        a->array = target ? witness_find_array(w, target) : SIMULATE_NONE;
        if (target && a->array == SIMULATE_NONE) {
            lexer_fail(&r->lexer, "argument '%s' points to an array that is missing", a->name);
        }
    }
    KEEP(r, arguments, argument_count, r->arguments);
    KEEP(r, clang_args, clang_arg_count, r->clang_args);
    KEEP(r, blocks, block_count, r->blocks);
    KEEP(r, threads, thread_count, r->threads);
    if (r->expected) {
        r->expected->accesses = arena_alloc(r->arena, (r->accesses.size + 1) * sizeof *r->expected->accesses);
        r->expected->access_count = r->accesses.size;
        for (uint32_t i = 0; i < r->accesses.size; i++) {
            r->expected->accesses[i] = r->accesses.data[i];
        }
        w->expected = r->expected;
    }
    if (!w->file || !w->kernel) {
        lexer_fail(&r->lexer, "the file ends without a source and a kernel");
    }
}

static void check_launch(struct reader *r) {
    const struct witness *w = r->witness;
    for (int axis = 0; axis < 3; axis++) {
        if (w->block[axis] == 0 || w->grid[axis] == 0) {
            lexer_fail(&r->lexer, "the file ends without sizes of block and grid that are positive");
        }
    }
    for (uint32_t i = 0; i < w->block_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            if (w->blocks[i][axis] >= w->grid[axis]) {
                lexer_fail(&r->lexer, "a block to run is not in the grid");
            }
        }
    }
}

struct witness *witness_parse(struct arena *arena, const char *text, const char **error) {
    struct reader r = {.arena = arena, .lexer = {.at = text, .line = 1, .arena = arena}};
    r.witness = arena_alloc(arena, sizeof *r.witness);
    bool is_headed = lexer_next_line(&r.lexer) && lexer_accept_word(&r.lexer, "witness") && lexer_accept_word(&r.lexer, "1");
    if (!is_headed) {
        lexer_fail(&r.lexer, "expected 'witness 1'");
    }
    while (lexer_next_line(&r.lexer)) {
        read_line(&r);
    }
    if (!r.lexer.error) {
        finish(&r);
    }
    if (!r.lexer.error) {
        check_launch(&r);
    }
    vec_release(&r.clang_args);
    vec_release(&r.arrays);
    vec_release(&r.arguments);
    vec_release(&r.targets);
    vec_release(&r.links);
    vec_release(&r.cells);
    vec_release(&r.blocks);
    vec_release(&r.threads);
    vec_release(&r.accesses);
    *error = r.lexer.error;
    return r.lexer.error ? NULL : r.witness;
}
