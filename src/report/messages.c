#include "report/messages.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/map.h"
#include "report/report_findings.h"
#include "report/report_reasons.h"
#include "report/report_words.h"
#include "report/text_writer.h"

struct collector {
    struct arena *arena;
    struct message_list *list;
    struct string_map seen; /* key of a message to its index in the list */
    struct buffer key, text;
};

static void keep(struct collector *c, struct message message) {
    uint32_t index;
    if (string_map_get(&c->seen, buffer_text(&c->key), &index)) {
        struct message *old = &c->list->items.data[index];
        old->instances += old->kernel != message.kernel;
        return;
    }
    string_map_set(&c->seen, buffer_text(&c->key), c->list->items.size);
    message.text = arena_strdup(c->arena, buffer_text(&c->text));
    message.instances = 1;
    vec_push(&c->list->items, message);
}

static void add_finding(struct collector *c, const struct kernel_result *kernel, const struct finding *finding) {
    text_key_finding(&c->key, finding);
    buffer_clear(&c->text);
    words_headline(finding, &c->text);
    if (finding->precondition) {
        buffer_add(&c->text, "; ");
        words_precondition(finding, &c->text);
    }
    keep(c, (struct message){.level = finding->level,
                             .rule = rule_name(finding->rule),
                             .place = text_place_of_finding(kernel, finding),
                             .kernel = kernel,
                             .finding = finding,
                             .mark = &finding->mark});
}

static void add_reason(struct collector *c, const struct kernel_result *kernel, uint32_t index) {
    const struct unproved *unproved = &kernel->unproved[index];
    if (text_finding_tells(kernel, unproved)) {
        return;
    }
    text_key_unproved(&c->key, unproved);
    buffer_clear(&c->text);
    buffer_printf(&c->text, "%s of %s not proved: ", property_name(unproved->property), kernel->display);
    words_reason(unproved, &c->text);
    words_next_step(kernel, unproved, &c->text);
    buffer_printf(&c->text, " (%s)", unproved->reason);
    struct source_place place = unproved->place;
    if (place.line == 0) {
        place = (struct source_place){.file = kernel->file, .line = kernel->line};
    }
    keep(c, (struct message){.level = LEVEL_WARNING,
                             .rule = arena_printf(c->arena, "unproved-%s", property_name(unproved->property)),
                             .place = place,
                             .kernel = kernel,
                             .unproved = unproved,
                             .mark = &unproved->mark});
}

static void add_advice(struct collector *c, const struct kernel_result *kernel, const struct advice *advice) {
    text_key_advice(&c->key, advice);
    buffer_clear(&c->text);
    buffer_add(&c->text, advice->message ? advice->message : advice_name(advice->rule));
    keep(c, (struct message){.level = LEVEL_NOTE,
                             .rule = advice_name(advice->rule),
                             .place = advice->place,
                             .kernel = kernel,
                             .advice = advice,
                             .mark = &advice->mark});
}

void messages_collect(struct arena *arena, const struct file_result *file, struct message_list *list) {
    struct collector c = {.arena = arena, .list = list};
    string_map_init(&c.seen);
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        const struct kernel_result *kernel = file->kernels[k];
        for (uint32_t i = 0; i < kernel->finding_count; i++) {
            add_finding(&c, kernel, &kernel->findings[i]);
        }
        for (uint32_t i = 0; i < kernel->unproved_count; i++) {
            add_reason(&c, kernel, i);
        }
        for (uint32_t i = 0; i < kernel->advice_count; i++) {
            add_advice(&c, kernel, &kernel->advice[i]);
        }
    }
    string_map_release(&c.seen);
    buffer_release(&c.key);
    buffer_release(&c.text);
}

void messages_sort(struct message_list *list) {
    struct message_list sorted = {0};
    for (unsigned level = LEVEL_COUNT; level-- > 0;) {
        for (uint32_t i = 0; i < list->items.size; i++) {
            if (list->items.data[i].level == (enum level)level) {
                vec_push(&sorted.items, list->items.data[i]);
            }
        }
    }
    messages_release(list);
    *list = sorted;
}

void messages_release(struct message_list *list) {
    vec_release(&list->items);
}
