/* The figures and equations of the paper, and a few programs more, with what must come out: the
   history of two threads as equation 1 writes it, and the type. What random programs cannot show (a
   rule that changes only values, or only racy programs) shows here. */
#include <string.h>

#include "calculus/execute.h"
#include "calculus/type.h"
#include "theorem.h"

struct figure {
    const char *text;
    const char *type;    /* its protocol, without "program ... {" and "}"; NULL: not well typed */
    const char *rules;   /* the rules that fail, in order: "t-write/t-n " */
    const char *history; /* phases "(reads|writes) (reads|writes)" of threads 0 and 1; '!' behind a
                            racy phase */
    bool is_undefined;   /* some read is */
};

static const struct figure figures[] = {
    /* Figure 3 */
    {"program f(n) over A { for x in 0..2 { let y = A[x] in A[x] := y + 1 } }", "for x in 0..2 {\n rd[x];\n wr[x]\n }\n", "",
     "(0 1 |0=1 1=1 ) (0 1 |0=1 1=1 ) !", true},
    /* Figure 4 */
    {"program f(n) over A { if tid = 0 { A[0] := tid } else { skip } }", "if tid = 0 {\n wr[0]\n } else { skip }\n", "", "(|0=0 ) (|) ", false},
    /* Equation 1 */
    {"program f(n) over A { A[tid + 1] := tid + 9; sync; A[0] := tid; if tid = 1 { let y = A[0] in "
     "skip } else { skip } }",
     "wr[tid + 1];\n sync;\n wr[0];\n if tid = 1 {\n rd[0];\n skip\n } else { skip }\n", "", "(|1=9 ) (|2=10 ) (|0=0 ) (0 |0=1 ) !", false},
    /* Equation 2 */
    {"program f(n) over A { A[tid] := tid; let y = A[tid] in A[y] := 0 }", NULL, "t-write/t-n ", "(0 |0=0 ) (1 |1=0 ) ", false},
    {"program f(n) over A { let y = A[n] in let z = A[y] in skip }", NULL, "t-read/t-n ", "(3 0 |) (3 0 |) ", true},
    {"program f(n) over A { let y = A[0] in if y = 0 { A[tid] := 1 } else { A[9] := 1 } }", NULL, "t-if/t-b ", "(0 |0=1 ) (0 |1=1 ) !", true},
    {"program f(n) over A { let y = A[tid] in for x in y..2 { A[2 * x + tid] := 7 } }", NULL, "t-for/t-n ", "(0 |0=7 2=7 ) (1 |1=7 3=7 ) ", true},
    {"program f(n) over A { let y = A[0] in for x in 0..y { A[tid] := 7 } }", NULL, "t-for/t-n ", "(0 |) (0 |) ", true},
    {"program f(n) over A { if tid < 1 { sync } else { skip } }", NULL, "t-if-s/t-b ", NULL, false},
    {"program f(n) over A { for x in tid..2 { sync } }", NULL, "t-for-s/t-n ", NULL, false},
    {"program f(n) over A { for x in 0..tid { sync } }", NULL, "t-for-s/t-n ", NULL, false},
    {"program f(n) over A { let y = A[0] in if y < 1 { sync } else { skip } }", NULL, "t-if-s/t-b ", "(0 |) (0 |) (|) (|) ", true},
    /* for-1, for-2: bounds that meet, that cross; the variable counts */
    {"program f(n) over A { for x in 2..2 { A[tid] := 1 }; for x in 3..1 { A[tid] := 2 }; for x in "
     "1..3 { A[2 * x + tid] := x } }",
     "for x in 2..2 {\n wr[tid]\n };\n for x in 3..1 {\n wr[tid]\n };\n for x in 1..3 {\n wr[2 * x "
     "+ tid]\n }\n",
     "", "(|2=1 4=2 ) (|3=1 5=2 ) ", false},
    /* lastwrite: a thread's own last write; then those of the phase before; then older ones */
    {"program f(n) over A { A[tid] := 5; A[tid] := 6; let y = A[tid] in A[tid + 4] := y }", "wr[tid];\n wr[tid];\n rd[tid];\n wr[tid + 4]\n", "",
     "(0 |0=6 4=6 ) (1 |1=6 5=6 ) ", false},
    {"program f(n) over A { A[tid] := tid + 5; sync; let y = A[1 - tid] in A[tid + 4] := y; sync; "
     "let z = A[5 - tid] in A[tid] := z }",
     "wr[tid];\n sync;\n rd[1 - tid];\n wr[tid + 4];\n sync;\n rd[5 - tid];\n wr[tid]\n", "",
     "(|0=5 ) (|1=6 ) (1 |4=6 ) (0 |5=5 ) (5 |0=5 ) (4 |1=6 ) ", false},
    /* par: nobody sees what another thread writes in the phase */
    {"program f(n) over A { A[0] := tid + 1; sync; if tid = 0 { A[0] := 9 } else { let y = A[0] in "
     "A[1] := y } }",
     "wr[0];\n sync;\n if tid = 0 {\n wr[0]\n } else {\n rd[0];\n wr[1]\n }\n", "", "(|0=1 ) (|0=2 ) !(|0=9 ) (0 |1=2 ) !", false},
    /* a synchronised loop: a phase for each iteration; a condition around barriers */
    {"program f(n) over A { for x in 0..2 { A[tid + x] := x; sync } if n = 3 { A[tid] := 8; sync } "
     "else { skip } }",
     "for x in 0..2 {\n wr[tid + x];\n sync\n };\n if n = 3 {\n wr[tid];\n sync\n } else { skip "
     "}\n",
     "", "(|0=0 ) (|1=0 ) (|1=1 ) (|2=1 ) (|0=8 ) (|1=8 ) (|) (|) ", false},
    {"program f(n) over A { skip; A[tid] := ntid; skip }", "skip;\n wr[tid];\n skip\n", "", "(|0=2 ) (|1=2 ) ", false},
};

/* Programs that are none: the premises y not in V and x not in V hold of every program that is
 * read. */
static const struct {
    const char *text, *rule;
} shadowing[] = {
    {"program f(n) over A { let n = A[0] in skip }", "(t-read)"},
    {"program f(n) over A { let y = A[0] in let y = A[1] in skip }", "(t-read)"},
    {"program f(n) over A { for x in 0..2 { let x = A[0] in skip } }", "(t-read)"},
    {"program f(n) over A { for tid in 0..2 { skip } }", "(t-for)"},
    {"program f(n) over A { for x in 0..2 { for x in 0..2 { skip } } }", "(t-for)"},
    {"program f(n) over A { let y = A[0] in for y in 0..2 { skip } }", "(t-for)"},
};

/* ---- histories ---- */

struct telling {
    struct buffer text;
};

static void tell_side(struct buffer *out, const struct baby_access *accesses, uint32_t count, uint32_t thread, bool writes) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_last = true, is_first = true;
        for (uint32_t j = 0; j < count; j++) {
            bool is_same = accesses[j].thread == thread && accesses[j].is_write == writes && accesses[j].index == accesses[i].index;
            is_last &= !(is_same && j > i);
            is_first &= !(is_same && j < i);
        }
        if (accesses[i].thread != thread || accesses[i].is_write != writes)
            continue;
        if (writes && is_last)
            buffer_printf(out, "%u=%u ", accesses[i].index, accesses[i].value);
        else if (!writes && is_first)
            buffer_printf(out, "%u ", accesses[i].index);
    }
}

static void tell_phase(void *context, uint32_t phase, const struct baby_access *accesses, uint32_t count) {
    struct telling *telling = context;
    (void)phase;
    for (uint32_t thread = 0; thread < 2; thread++) {
        buffer_char(&telling->text, '(');
        tell_side(&telling->text, accesses, count, thread, false);
        buffer_char(&telling->text, '|');
        tell_side(&telling->text, accesses, count, thread, true);
        buffer_add(&telling->text, ") ");
    }
}

/* A mark behind each racy phase; the history without marks is compared first. */
static const char *judge_history(struct arena *arena, const struct figure *f, const struct baby_program *program) {
    const uint32_t param = PARAM_VALUE;
    struct telling telling = {.text = {0}};
    const struct baby_launch launch = {.threads = 2, .params = &param, .phase = tell_phase, .context = &telling, .steps = 100000};
    struct baby_run run;
    struct buffer plain = {0};
    bool is_racy = f->history && strchr(f->history, '!');
    baby_execute(program, &launch, &run);
    for (const char *c = f->history ? f->history : ""; *c; c++)
        if (*c != '!')
            buffer_char(&plain, *c);
    const char *wrong = NULL;
    if ((run.end == BABY_END_DIVERGED) != !f->history)
        wrong = arena_printf(arena, "%s: %s", f->text, f->history ? "diverges" : "does not diverge");
    else if (f->history && strcmp(buffer_text(&plain), buffer_text(&telling.text)) != 0)
        wrong = arena_printf(arena, "%s: history %s", f->text, buffer_text(&telling.text));
    else if (f->history && (run.races.size > 0) != is_racy)
        wrong = arena_printf(arena, "%s: %s", f->text, is_racy ? "no race" : "a race");
    else if ((run.undefined.size > 0) != f->is_undefined)
        wrong = arena_printf(arena, "%s: %s", f->text, f->is_undefined ? "no undefined read" : "an undefined read");
    buffer_release(&plain);
    buffer_release(&telling.text);
    baby_run_release(&run);
    return wrong;
}

/* ---- types ---- */

/* The protocol's body, blanks at the beginning of lines made one or none. */
static void body_of(const struct baby_program *map, struct buffer *out) {
    struct buffer text = {0};
    baby_print(map, NULL, NULL, &text);
    const char *at = strchr(buffer_text(&text), '\n') + 1;
    for (bool is_first = true; strcmp(at, "}\n") != 0; is_first = false) {
        size_t length = strcspn(at, "\n") + 1;
        size_t blanks = strspn(at, " ");
        buffer_add(out, is_first ? "" : " ");
        buffer_add_n(out, at + blanks, length - blanks);
        at += length;
    }
    buffer_release(&text);
}

static const char *judge_type(struct arena *arena, const struct figure *f, const struct baby_program *program) {
    struct baby_typing typing;
    struct buffer rules = {0}, body = {0};
    const char *wrong = NULL;
    baby_type(arena, program, &typing);
    for (uint32_t i = 0; i < typing.failures.size; i++)
        buffer_printf(&rules, "%s/%s ", baby_typing_rule_name(typing.failures.data[i].rule), baby_typing_rule_name(typing.failures.data[i].premise));
    if (typing.map)
        body_of(typing.map, &body);
    if (strcmp(buffer_text(&rules), f->rules) != 0)
        wrong = arena_printf(arena, "%s: rules that fail: '%s'", f->text, buffer_text(&rules));
    else if (f->type && strcmp(f->type, buffer_text(&body)) != 0)
        wrong = arena_printf(arena, "%s: type %s", f->text, buffer_text(&body));
    buffer_release(&rules);
    buffer_release(&body);
    baby_typing_release(&typing);
    return wrong;
}

/* Each is refused, and the message names the rule whose premise does not hold. */
static const char *judge_shadowing(struct arena *arena) {
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof shadowing / sizeof *shadowing && !wrong; i++) {
        const char *text = shadowing[i].text, *error = NULL;
        struct baby_programs parsed = baby_parse(arena, text, strlen(text), "figure", &error);
        if (!error || !strstr(error, shadowing[i].rule) || !strstr(error, "[distinct-name]"))
            wrong = arena_printf(arena, "%s: %s", text, error ? error : "is read");
        for (uint32_t n = 0; n < parsed.count; n++)
            baby_program_destroy(parsed.programs[n]);
    }
    return wrong;
}

const char *judge_figures(struct arena *arena) {
    const char *wrong = judge_shadowing(arena);
    for (size_t i = 0; i < sizeof figures / sizeof *figures && !wrong; i++) {
        const char *error = NULL;
        struct baby_programs parsed = baby_parse(arena, figures[i].text, strlen(figures[i].text), "figure", &error);
        if (error)
            return error;
        wrong = judge_type(arena, &figures[i], parsed.programs[0]);
        wrong = wrong ? wrong : judge_history(arena, &figures[i], parsed.programs[0]);
        baby_program_destroy(parsed.programs[0]);
    }
    return wrong;
}
