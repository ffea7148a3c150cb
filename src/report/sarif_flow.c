/* Two threads in SARIF: how each comes to its access.

   Viewers show the first thread flow only, so that one has both threads, each step naming its thread. */
#include <string.h>

#include "report/report_words.h"
#include "report/sarif.h"

struct flow {
    struct sarif *sarif;
    const struct finding *finding;
    uint32_t order;
};

static void add_thread_name(const struct finding *finding, const struct finding_access *access, struct buffer *out) {
    if (finding->has_witness) {
        buffer_printf(out, "thread (%u,%u,%u) of block (%u,%u,%u)", access->thread[0], access->thread[1], access->thread[2], access->block[0],
                      access->block[1], access->block[2]);
    } else {
        buffer_add(out, access == finding->accesses ? "one thread" : "another thread");
    }
}

static json_t *state_of(const struct finding_access *access) {
    json_t *state = json_object();
    if (access->index) {
        tree_set(state, "index", sarif_text(access->index));
    }
    if (access->value) {
        tree_set(state, "value", sarif_text(access->value));
    }
    return state;
}

static void add_step(struct flow *flow, json_t *steps, const struct source_place *place, const struct finding_access *access, const char *importance,
                     const char *text) {
    json_t *step = json_object();
    tree_set(step, "location", sarif_location(flow->sarif, place, text));
    tree_set_count(step, "executionOrder", ++flow->order);
    tree_set_string(step, "importance", importance);
    if (access && (access->index || access->value)) {
        tree_set(step, "state", state_of(access));
    }
    tree_append(steps, step);
}

/* From the outermost call to the access. */
static void add_thread(struct flow *flow, json_t *steps, const struct finding_access *access) {
    struct buffer text = {0};
    for (uint32_t i = access->inlined_count; i-- > 0;) {
        const char *callee = i == 0 ? access->place.function : access->inlined_at[i - 1].function;
        buffer_clear(&text);
        add_thread_name(flow->finding, access, &text);
        buffer_printf(&text, " calls %s", callee ? callee : "a function");
        add_step(flow, steps, &access->inlined_at[i], NULL, "important", buffer_text(&text));
    }
    buffer_clear(&text);
    add_thread_name(flow->finding, access, &text);
    buffer_char(&text, ' ');
    words_deed(flow->finding, access, &text);
    add_step(flow, steps, &access->place, access, "essential", buffer_text(&text));
    buffer_release(&text);
}

static json_t *make_flow(json_t *steps, const char *id, const char *text) {
    json_t *flow = json_object();
    tree_set_string(flow, "id", id);
    tree_set(flow, "message", sarif_text(text));
    tree_set(flow, "locations", steps);
    return flow;
}

json_t *sarif_code_flow(struct sarif *sarif, const struct finding *finding) {
    if (finding->access_count != 2) {
        return NULL;
    }
    json_t *code_flow = json_object(), *flows = json_array(), *both = json_array();
    struct flow all = {sarif, finding, 0};
    struct buffer text = {0};
    words_witness(finding, &text);
    add_thread(&all, both, &finding->accesses[0]);
    add_thread(&all, both, &finding->accesses[1]);
    tree_append(flows, make_flow(both, "both threads", finding->has_witness ? buffer_text(&text) : "both threads"));
    for (uint32_t i = 0; i < 2; i++) {
        struct flow one = {sarif, finding, 0};
        json_t *steps = json_array();
        add_thread(&one, steps, &finding->accesses[i]);
        buffer_clear(&text);
        add_thread_name(finding, &finding->accesses[i], &text);
        tree_append(flows, make_flow(steps, buffer_text(&text), buffer_text(&text)));
    }
    tree_set(code_flow, "message", sarif_text("how the two threads come to the conflict"));
    tree_set(code_flow, "threadFlows", flows);
    buffer_release(&text);
    return code_flow;
}
