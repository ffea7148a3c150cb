#include "report/fingerprint.h"

#include <ctype.h>
#include <string.h>

struct printer {
    struct arena *arena;
    struct source_cache *sources;
    struct string_map count_of;  /* by content: how many places have it */
    struct string_map number_of; /* by content and place: which of them it is */
    struct buffer text;
};

static void add_text(struct printer *p, const char *text) {
    buffer_add(&p->text, text ? text : "");
    buffer_char(&p->text, '\n');
}

static void add_line(struct printer *p, const struct source_place *place) {
    const char *line;
    size_t length;
    if (source_line(p->sources, place->file, place->line, &line, &length)) {
        for (size_t i = 0; i < length; i++) {
            if (!isspace((unsigned char)line[i])) {
                buffer_char(&p->text, line[i]);
            }
        }
    }
    buffer_char(&p->text, '\n');
}

static void begin(struct printer *p, const char *rule, const struct kernel_result *kernel) {
    buffer_clear(&p->text);
    add_text(p, rule);
    buffer_add_n(&p->text, kernel->display, strcspn(kernel->display, "<("));
    buffer_char(&p->text, '\n');
}

static const char *finish(struct printer *p, const struct source_place *place) {
    uint32_t count = 0, number;
    uint64_t hash = hash_bytes(p->text.data, p->text.size);
    char *print = arena_printf(p->arena, "%016llx", (unsigned long long)hash);
    char *at = arena_printf(p->arena, "%s %s:%u:%u", print, place->file ? place->file : "", place->line, place->column);
    if (!string_map_get(&p->number_of, at, &number)) {
        string_map_get(&p->count_of, print, &count);
        number = count;
        string_map_set(&p->count_of, print, count + 1);
        string_map_set(&p->number_of, at, number);
    }
    return number == 0 ? print : arena_printf(p->arena, "%s-%u", print, number + 1);
}

static void print_finding(struct printer *p, const struct kernel_result *kernel, struct finding *finding) {
    struct source_place place = {.file = kernel->file, .line = kernel->line};
    begin(p, rule_name(finding->rule), kernel);
    add_text(p, finding_kind_name(finding->kind));
    add_text(p, finding->array);
    for (uint32_t i = 0; i < finding->access_count; i++) {
        add_text(p, finding->accesses[i].mode);
        add_line(p, &finding->accesses[i].place);
    }
    if (finding->access_count > 0) {
        place = finding->accesses[0].place;
    }
    finding->mark.fingerprint = finish(p, &place);
}

void fingerprint_file(struct arena *arena, struct source_cache *sources, struct file_result *file) {
    struct printer p = {.arena = arena, .sources = sources};
    string_map_init(&p.count_of);
    string_map_init(&p.number_of);
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        struct kernel_result *kernel = file->kernels[k];
        for (uint32_t i = 0; i < kernel->finding_count; i++) {
            print_finding(&p, kernel, &kernel->findings[i]);
        }
        for (uint32_t i = 0; i < kernel->unproved_count; i++) {
            struct unproved *unproved = &kernel->unproved[i];
            begin(&p, property_name(unproved->property), kernel);
            add_text(&p, unproved->reason);
            add_line(&p, &unproved->place);
            unproved->mark.fingerprint = finish(&p, &unproved->place);
        }
        for (uint32_t i = 0; i < kernel->advice_count; i++) {
            struct advice *advice = &kernel->advice[i];
            begin(&p, advice_name(advice->rule), kernel);
            add_line(&p, &advice->place);
            advice->mark.fingerprint = finish(&p, &advice->place);
        }
    }
    string_map_release(&p.count_of);
    string_map_release(&p.number_of);
    buffer_release(&p.text);
}
