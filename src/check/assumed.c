/* What verdicts rest on: of the whole report and of each property. */
#include "check/conductor.h"
#include "check/source_terms.h"

struct assumption_vec {
    VEC(struct assumption) all;
};

static void add_assumptions(const struct conductor *c, const struct prove_assumptions *from, struct assumption_vec *out) {
    for (uint32_t i = 0; i < from->count; i++)
        vec_push(&out->all, (struct assumption){from->list[i].kind, source_terms(c->arena, c->protocol, from->list[i].text)});
    if (c->options->annotations_chosen)
        vec_push(
            &out->all,
            (struct assumption){
                ASSUMPTION_ANNOTATIONS,
                "GPUVerify's annotations mean what they mean there, since the file uses their names (--annotations=none: they have no meaning)"});
    if (c->options->assumes_no_offset)
        vec_push(&out->all, (struct assumption){ASSUMPTION_NO_OFFSET, "the global offset is 0"});
}

void conductor_assumptions(struct conductor *c, const struct prove_report *report) {
    const struct prove_assumptions whole = {report->assumptions, report->assumption_count};
    struct assumption_vec all = {0};
    uint32_t stated = c->assumptions.size;
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        struct assumption_list *rests_on = &c->result->rests_on[p];
        vec_clear(&all.all);
        for (uint32_t i = 0; i < stated; i++)
            vec_push(&all.all, c->assumptions.data[i]);
        add_assumptions(c, &report->rests_on[p], &all);
        rests_on->list = arena_alloc(c->arena, ((size_t)all.all.size + 1) * sizeof *rests_on->list);
        for (uint32_t i = 0; i < all.all.size; i++)
            rests_on->list[rests_on->count++] = all.all.data[i];
    }
    vec_clear(&all.all);
    add_assumptions(c, &whole, &all);
    for (uint32_t i = 0; i < all.all.size; i++)
        vec_push(&c->assumptions, all.all.data[i]);
    vec_release(&all.all);
}
