#include "prove/rung/answers.h"

#include <string.h>

#include "base/memory.h"
#include "prove/frame/prover.h"

#define WORDS_MAX (UINT64_C(1) << 22) /* kept in all */

struct kept {
    const uint64_t *words;
    uint32_t count, run;
    struct kept_answer answer;
};

struct prove_answers {
    struct arena arena;
    VEC(struct kept) list;
    struct map of; /* hash of a question -> index in list */
    uint64_t words;
    uint32_t run; /* of the prover: its number */
};

struct prove_answers *prove_answers_create(void) {
    struct prove_answers *answers = mem_alloc(sizeof *answers);
    *answers = (struct prove_answers){.words = 0};
    arena_init(&answers->arena);
    return answers;
}

void prove_answers_destroy(struct prove_answers *answers) {
    if (!answers)
        return;
    arena_release(&answers->arena);
    vec_release(&answers->list);
    map_release(&answers->of);
    mem_free(answers, sizeof *answers);
}

void answers_begin(struct prove_answers *answers) {
    if (answers)
        answers->run++;
}

struct writer_of_questions {
    const struct prover *prover;
    struct asked *asked;
    struct map number, function; /* of terms and functions met so far */
    VEC(uint32_t) pending;
};

static void add_word(struct writer_of_questions *w, uint64_t word) {
    w->asked->hash = hash_mix(w->asked->hash, word);
    vec_push(&w->asked->words, word);
}

static void add_symbol(struct writer_of_questions *w, symbol_ref symbol) {
    struct term_table *t = w->prover->terms;
    const struct symbol *s = symbol_get(t, symbol);
    struct term_range range = term_range_of(t, term_symbol(t, symbol));
    add_word(w, (uint64_t)s->role << 32 | (uint64_t)s->scope << 16 | (uint64_t)s->axis << 8 | s->approximate);
    add_word(w, range.umin);
    add_word(w, range.umax);
    add_word(w, (uint64_t)range.smin);
    add_word(w, (uint64_t)range.smax);
    uint64_t known = 0;
    for (uint32_t i = 0; i < w->prover->integers->sizes.size; i++) {
        const struct size_known *size = &w->prover->integers->sizes.data[i];
        if (size->symbol == symbol.id)
            known |= (uint64_t)size->factor << 2 | (uint64_t)size->is_natural << 1 | size->is_unsigned;
    }
    add_word(w, known);
    vec_push(&w->asked->symbols, symbol);
}

static void add_function(struct writer_of_questions *w, uint32_t function) {
    uint32_t number = w->function.size;
    if (!map_get(&w->function, function, &number))
        map_set(&w->function, function, number);
    add_word(w, number);
    add_word(w, function_deps(w->prover->terms, function));
}

/* Requires that the children have numbers. */
static void add_node(struct writer_of_questions *w, term_ref t) {
    const struct term term = *term_get(w->prover->terms, t);
    enum term_op op = term_op_of(&term);
    add_word(w, (uint64_t)term.deps << 32 | (uint64_t)term.flags << 24 | (uint64_t)term.arity << 16 | (uint64_t)term.width_bits << 8 | op);
    if (op == TERM_CONST)
        add_word(w, term.value);
    else if (op == TERM_SYMBOL)
        add_symbol(w, (symbol_ref){(uint32_t)term.value});
    else if (op == TERM_APPLY)
        add_function(w, (uint32_t)term.value);
    for (uint32_t i = 0; i < term.arity; i++) {
        uint32_t number = 0;
        (void)map_get(&w->number, term_child(w->prover->terms, t, i).id, &number);
        add_word(w, number);
    }
    map_set(&w->number, t.id, w->number.size);
}

static bool push_children(struct writer_of_questions *w, term_ref t) {
    bool any = false;
    for (uint32_t i = term_get(w->prover->terms, t)->arity; i-- > 0;) {
        uint32_t child = term_child(w->prover->terms, t, i).id;
        if (map_get(&w->number, child, NULL))
            continue;
        vec_push(&w->pending, child);
        any = true;
    }
    return any;
}

static void add_term(struct writer_of_questions *w, term_ref root) {
    uint32_t number = 0;
    vec_push(&w->pending, root.id);
    while (w->pending.size > 0) {
        term_ref t = {vec_last(&w->pending)};
        bool is_known = map_get(&w->number, t.id, NULL);
        if (!is_known && push_children(w, t))
            continue;
        if (!is_known)
            add_node(w, t);
        (void)vec_pop(&w->pending);
    }
    (void)map_get(&w->number, root.id, &number);
    add_word(w, UINT64_MAX);
    add_word(w, number);
}

void asked_make(const struct prover *prover, enum question_kind kind, const term_ref *terms, uint32_t count, struct asked *asked) {
    *asked = (struct asked){.hash = 0};
    if (!prover->scope->answers)
        return;
    struct writer_of_questions w = {.prover = prover, .asked = asked};
    add_word(&w, (uint64_t)kind);
    for (uint32_t i = 0; i < count; i++)
        add_term(&w, terms[i]);
    map_release(&w.number);
    map_release(&w.function);
    vec_release(&w.pending);
}

void asked_release(struct asked *asked) {
    vec_release(&asked->words);
    vec_release(&asked->symbols);
}

static bool find(const struct prove_answers *answers, const struct asked *asked, uint32_t *index, uint64_t *key) {
    for (*key = asked->hash; map_get(&answers->of, *key, index); (*key)++) {
        const struct kept *kept = &answers->list.data[*index];
        if (kept->count == asked->words.size && memcmp(kept->words, asked->words.data, kept->count * sizeof *kept->words) == 0)
            return true;
    }
    return false;
}

bool answers_find(const struct prover *prover, const struct asked *asked, uint64_t budget, struct kept_answer *answer) {
    uint32_t index;
    uint64_t key;
    if (!prover->scope->answers || !find(prover->scope->answers, asked, &index, &key))
        return false;
    const struct kept *kept = &prover->scope->answers->list.data[index];
    *answer = kept->answer;
    if (kept->run == prover->scope->answers->run)
        return false;
    return answer->result == SMT_UNKNOWN ? budget <= answer->budget : budget >= answer->budget || answer->steps <= budget;
}

static const uint64_t *copied(struct prove_answers *answers, const uint64_t *words, uint32_t count) {
    uint64_t *copy = arena_alloc(&answers->arena, (count + 1) * sizeof *copy);
    memcpy(copy, words, count * sizeof *copy);
    answers->words += count;
    return copy;
}

void answers_keep(struct prover *prover, const struct asked *asked, struct kept_answer answer) {
    struct prove_answers *answers = prover->scope->answers;
    uint32_t index;
    uint64_t key;
    if (!answers || answers->words + asked->words.size > WORDS_MAX)
        return;
    if (answer.values)
        answer.values = copied(answers, answer.values, asked->symbols.size);
    if (find(answers, asked, &index, &key)) {
        answers->list.data[index].answer = answer;
        answers->list.data[index].run = answers->run;
        return;
    }
    struct kept kept = {copied(answers, asked->words.data, asked->words.size), asked->words.size, answers->run, answer};
    map_set(&answers->of, key, answers->list.size);
    vec_push(&answers->list, kept);
}
