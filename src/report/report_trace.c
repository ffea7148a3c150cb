#include "report/report_trace.h"

#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "report/excerpt.h"
#include "report/report_words.h"

enum { COLUMN_WIDTH = 58, MOST_ROWS = 2000 };

struct row {
    uint8_t who;
    char *text;
};

struct trace {
    struct arena arena;
    const struct kernel *kernel;
    const struct witness *launch;
    struct simulate_place threads[2];
    uint32_t thread_count;
    loc_ref at[2];        /* where each is */
    uint32_t waits_at[2]; /* interval of the barrier it came to last, plus 1; 0: none */
    VEC(struct row) rows;
    struct source_cache sources;
    bool is_short;
};

static bool same_place(const struct simulate_place *a, const struct simulate_place *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void choose_threads(struct trace *trace) {
    const struct witness *w = trace->launch;
    const struct finding *e = w->expected;
    for (uint32_t i = 0; e && i < e->access_count && trace->thread_count < 2; i++) {
        struct simulate_place place;
        memcpy(place.thread, e->accesses[i].thread, sizeof place.thread);
        memcpy(place.block, e->accesses[i].block, sizeof place.block);
        trace->threads[trace->thread_count++] = place;
    }
    for (uint32_t i = 0; i < w->thread_count && trace->thread_count < 2; i++) {
        if (trace->thread_count == 0 || !same_place(&trace->threads[0], &w->threads[i])) {
            trace->threads[trace->thread_count++] = w->threads[i];
        }
    }
}

struct trace *trace_create(const struct kernel *kernel, const struct witness *launch) {
    struct trace *trace = mem_alloc(sizeof *trace);
    *trace = (struct trace){.kernel = kernel, .launch = launch};
    source_cache_init(&trace->sources);
    choose_threads(trace);
    return trace;
}

void trace_destroy(struct trace *trace) {
    source_cache_release(&trace->sources);
    vec_release(&trace->rows);
    arena_release(&trace->arena);
    mem_free(trace, sizeof *trace);
}

const struct simulate_place *trace_threads(const struct trace *trace, uint32_t *count) {
    *count = trace->thread_count;
    return trace->threads;
}

static void add_row(struct trace *trace, uint32_t who, const struct buffer *text) {
    if (trace->rows.size >= MOST_ROWS) {
        trace->is_short = true;
        return;
    }
    vec_push(&trace->rows, (struct row){(uint8_t)who, arena_strdup(&trace->arena, buffer_text(text))});
}

static bool same_line(const struct trace *trace, loc_ref a, loc_ref b) {
    const struct loc *x = &trace->kernel->locs[a.id], *y = &trace->kernel->locs[b.id];
    return a.id == b.id || (a.id && b.id && x->line == y->line && x->inlined_at.id == y->inlined_at.id && strcmp(x->file, y->file) == 0);
}

/* The line that the thread comes to. */
static void add_line(struct trace *trace, uint32_t who, loc_ref ref) {
    const struct loc *loc = &trace->kernel->locs[ref.id];
    struct buffer text = {0}, source = {0}, carets = {0};
    if (ref.id == 0 || same_line(trace, trace->at[who], ref)) {
        return;
    }
    trace->at[who] = ref;
    (void)source_excerpt(&trace->sources, loc->file, loc->line, NULL, 0, &source, &carets);
    const char *words = buffer_text(&source);
    buffer_printf(&text, "%" PRIu32 ": %s", loc->line, words + strspn(words, " "));
    add_row(trace, who, &text);
    buffer_release(&text);
    buffer_release(&source);
    buffer_release(&carets);
}

static void add_access(struct trace *trace, uint32_t who, const struct simulate_event *event) {
    static const char *const verbs[] = {"reads", "writes", "updates", "", ""};
    struct witness_memory memory = witness_memory_of(trace->kernel, trace->launch, event);
    struct buffer text = {0}, value = {0};
    buffer_printf(&text, "    %s %s[", verbs[event->mode], memory.name ? memory.name : "memory");
    witness_print_index(&memory, &text);
    buffer_char(&text, ']');
    if (witness_print_access(trace->kernel, event, &value)) {
        buffer_printf(&text, "%s%s", event->mode == SIMULATE_ATOMIC ? ", leaving " : " = ", buffer_text(&value));
    }
    add_row(trace, who, &text);
    buffer_release(&text);
    buffer_release(&value);
}

static void add_words(struct trace *trace, uint32_t who, const char *words) {
    struct buffer text = {0};
    buffer_add(&text, words);
    add_row(trace, who, &text);
    buffer_release(&text);
}

static void add_step(struct trace *trace, uint32_t who, const struct simulate_event *event) {
    if (trace->waits_at[who] > 0 && event->interval >= trace->waits_at[who]) {
        add_words(trace, who, "    goes on behind the barrier");
        trace->waits_at[who] = 0;
    }
    enum inst_op op = (enum inst_op)kernel_inst(trace->kernel, event->inst)->op;
    if (op == INST_PHI || op == INST_BR) {
        return;
    }
    add_line(trace, who, event->loc);
    if (event->mode == SIMULATE_BARRIER) {
        add_words(trace, who, "    waits at the barrier");
        trace->waits_at[who] = event->interval + 1;
    } else if (op == INST_RET) {
        add_words(trace, who, "    leaves the kernel");
    }
}

void trace_add(void *context, const struct simulate_event *event) {
    struct trace *trace = context;
    struct simulate_place place;
    memcpy(place.thread, event->thread, sizeof place.thread);
    memcpy(place.block, event->block, sizeof place.block);
    for (uint32_t who = 0; who < trace->thread_count; who++) {
        if (!same_place(&trace->threads[who], &place)) {
            continue;
        }
        if (event->mode == SIMULATE_OTHER || event->mode == SIMULATE_BARRIER) {
            add_step(trace, who, event);
        } else {
            add_access(trace, who, event);
        }
    }
}

/* At most COLUMN_WIDTH wide, cut if need be. */
static void put_cell(const char *text, bool pads, struct buffer *out) {
    uint32_t width = 0;
    for (; *text && (width < COLUMN_WIDTH || ((unsigned char)*text & 0xC0) == 0x80); text++) {
        width += ((unsigned char)*text & 0xC0) != 0x80;
        buffer_char(out, *text);
    }
    for (; pads && width < COLUMN_WIDTH; width++) {
        buffer_char(out, ' ');
    }
}

static void put_row(uint32_t who, const char *text, struct buffer *out) {
    put_cell(who == 0 ? text : "", true, out);
    buffer_add(out, who == 0 ? " |" : " | ");
    put_cell(who == 0 ? "" : text, false, out);
    buffer_char(out, '\n');
}

static void put_head(const struct trace *trace, struct buffer *out) {
    for (uint32_t who = 0; who < trace->thread_count; who++) {
        const uint32_t *t = trace->threads[who].thread, *b = trace->threads[who].block;
        struct buffer text = {0};
        buffer_printf(&text, "thread (%u,%u,%u) of block (%u,%u,%u)", t[0], t[1], t[2], b[0], b[1], b[2]);
        put_cell(buffer_text(&text), who + 1 < trace->thread_count, out);
        buffer_add(out, who + 1 < trace->thread_count ? " | " : "\n");
        buffer_release(&text);
    }
}

/* What the run was made to show, if it did. */
static void put_conflict(const struct trace *trace, const struct kernel_result *result, struct buffer *out) {
    const char *message = NULL;
    bool is_confirmed = result && result->simulation->replay && strcmp(result->simulation->replay, "confirmed") == 0;
    for (uint32_t i = 0; is_confirmed && i < result->finding_count && !message; i++) {
        bool is_it = result->findings[i].rule == trace->launch->expected->rule;
        message = is_it ? result->findings[i].message : NULL;
    }
    buffer_printf(out, "%s%s\n", message ? "here: " : "the stories end without the finding", message ? message : "");
}

void trace_print(const struct trace *trace, const struct kernel_result *result, struct buffer *out) {
    if (trace->thread_count == 0) {
        buffer_add(out, "the witness file names no threads whose stories could be told\n");
        return;
    }
    put_head(trace, out);
    for (uint32_t i = 0; i < trace->rows.size; i++) {
        put_row(trace->rows.data[i].who, trace->rows.data[i].text, out);
    }
    buffer_add(out, trace->is_short ? "... and so on; the stories are too long to be told\n" : "");
    put_conflict(trace, result, out);
}
