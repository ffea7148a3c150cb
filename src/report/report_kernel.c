/* The lines about a kernel as a whole: its verdicts, what they rest on, under which conditions
   more is proved. */
#include "report/report_kernel.h"

#include <string.h>

#include "report/report_words.h"
#include "report/suppression.h"

enum style text_style_of_verdict(enum verdict verdict) {
    switch (verdict) {
    case VERDICT_PROVED: return STYLE_GOOD;
    case VERDICT_REFUTED: return STYLE_ERROR;
    case VERDICT_UNPROVED: return STYLE_WARNING;
    case VERDICT_UNCHECKED:
    case VERDICT_COUNT: break;
    }
    return STYLE_BOLD;
}

/* Which of the properties in `order` a group has: proved ones stand apart by the launches that they are proved for. */
static bool is_of_group(const struct kernel_result *result, unsigned property, enum verdict verdict, bool of_program) {
    bool is_apart = verdict == VERDICT_PROVED && result->of_program[property];
    return result->properties[property] == verdict && is_apart == of_program;
}

void text_put_verdicts(struct text_writer *writer, const struct kernel_result *result) {
    static const struct {
        enum verdict verdict;
        bool of_program;
    } order[] = {{VERDICT_REFUTED, false}, {VERDICT_UNPROVED, false}, {VERDICT_PROVED, false}, {VERDICT_PROVED, true}, {VERDICT_UNCHECKED, false}};
    const char *separator = "";
    for (size_t v = 0; v < sizeof order / sizeof *order; v++) {
        uint32_t count = 0;
        enum verdict verdict = order[v].verdict;
        for (unsigned p = 0; p < PROP_COUNT; p++) {
            if (!is_of_group(result, p, verdict, order[v].of_program)) {
                continue;
            }
            if (count++ == 0) {
                buffer_add(writer->out, separator);
                text_put(writer, text_style_of_verdict(verdict), verdict_name(verdict));
                if (verdict == VERDICT_PROVED) {
                    buffer_add(writer->out, " for ");
                    (order[v].of_program ? words_sites : words_launch)(result, writer->out);
                }
                buffer_add(writer->out, ": ");
            } else {
                buffer_add(writer->out, ", ");
            }
            buffer_add(writer->out, property_name(p));
            buffer_add(writer->out, suppression_verdict(result, p) != verdict ? " (suppressed)" : "");
        }
        separator = count > 0 ? "; " : separator;
    }
}

void words_others(const struct kernel_result *result, struct buffer *out) {
    bool is_told[PROP_COUNT] = {false};
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!result->others[p] || is_told[p]) {
            continue;
        }
        buffer_printf(out, "%s%s", out->size > 0 ? "; " : "other launches: ", property_name(p));
        for (unsigned other = p + 1; other < PROP_COUNT; other++) {
            if (text_is_same(result->others[p], result->others[other])) {
                buffer_printf(out, ", %s", property_name(other));
                is_told[other] = true;
            }
        }
        buffer_printf(out, ": %s", result->others[p]);
    }
}

void text_put_detail(struct text_writer *writer, const struct buffer *text) {
    if (text->size > 0) {
        buffer_add(writer->out, "    ");
        text_put(writer, STYLE_PLAIN, buffer_text(text));
        buffer_char(writer->out, '\n');
    }
}

unsigned words_property_of(enum rule rule) {
    switch (rule) {
    case RULE_DATA_RACE:
    case RULE_SAME_VALUE_WRITE: return PROP_RACE;
    case RULE_BARRIER_DIVERGENCE: return PROP_DIVERGENCE;
    case RULE_OUT_OF_BOUNDS:
    case RULE_MISALIGNED:
    case RULE_UNINITIALISED: return PROP_BOUNDS;
    case RULE_ASSERTION:
    case RULE_TRAP: return PROP_ASSERT;
    case RULE_COUNT: break;
    }
    return PROP_COUNT;
}

void words_conditions(const struct kernel_result *result, struct buffer *out) {
    static const char *const words[PROP_COUNT] = {"race-free", "free of barrier divergence", "in bounds", "assertions hold"};
    bool is_told[PROP_COUNT] = {false};
    for (unsigned p = 0; p < PROP_COUNT; p++) {
        if (!result->sufficient[p] || is_told[p]) {
            continue;
        }
        buffer_printf(out, "%s%s", out->size > 0 ? "; " : "", words[p]);
        for (unsigned other = p + 1; other < PROP_COUNT; other++) {
            if (text_is_same(result->sufficient[p], result->sufficient[other]) && result->of_program[p] == result->of_program[other]) {
                buffer_printf(out, ", %s", words[other]);
                is_told[other] = true;
            }
        }
        buffer_printf(out, " if %s%s", result->sufficient[p], result->of_program[p] ? " (of the launches of this program)" : "");
    }
}

void text_put_stats(struct text_writer *writer, const struct kernel_stats *stats) {
    struct buffer text = {0};
    buffer_printf(&text, "%.3f s", stats->seconds);
#define TIME(name) buffer_printf(&text, ", " #name " %.3f", stats->name);
#define STAT(name) buffer_printf(&text, ", " #name " %llu", (unsigned long long)stats->name);
#include "report/stats.def"
#undef STAT
    for (char *c = text.data; *c; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    text_put_detail(writer, &text);
    buffer_release(&text);
}

void text_put_kernel(struct text_writer *writer, const struct kernel_result *result) {
    struct buffer place = {0};
    buffer_add(&place, result->file && result->file[0] ? result->file : writer->file->path);
    if (result->line > 0) {
        buffer_printf(&place, ":%u", result->line);
    }
    buffer_add(&place, ": ");
    text_put(writer, STYLE_PLACE, buffer_text(&place));
    text_put(writer, STYLE_PLAIN, result->display);
    buffer_add(writer->out, ": ");
    buffer_release(&place);
}

/* ---- assumptions ---- */

/* A kind in a few words, with %u for how many there are; operations that do not overflow are one kind. */
static const char *words_of_assumption(enum assumption_kind kind, bool is_one) {
    switch (kind) {
    case ASSUMPTION_DISTINCT_POINTERS: return "distinct pointers";
    case ASSUMPTION_NO_SIGNED_OVERFLOW:
    case ASSUMPTION_NO_WRAP: return is_one ? "no overflow in 1 index computation" : "no overflow in %u index computations";
    case ASSUMPTION_UNREAD_AXES: return "extent 1 of unread axes";
    case ASSUMPTION_IN_BOUNDS: return "accesses in bounds";
    case ASSUMPTION_EXITED_THREADS: return "exited threads counted at barriers";
    case ASSUMPTION_COOPERATIVE: return "a cooperative launch";
    case ASSUMPTION_LOCKSTEP: return "warps in lockstep";
    case ASSUMPTION_ASSUMED: return is_one ? "1 assumption of the source" : "%u assumptions of the source";
    case ASSUMPTION_REQUIRED: return is_one ? "what is required" : "%u requirements";
    case ASSUMPTION_LEFT_OUT: return "code left out";
    case ASSUMPTION_EFFECT_FREE: return is_one ? "1 call without effect" : "%u calls without effect";
    case ASSUMPTION_SEPARATE_TEXTURES: return "textures apart from what is written";
    case ASSUMPTION_NO_OFFSET: return "a global offset of 0";
    case ASSUMPTION_UNIFORM_GROUPS: return "work-groups of one size";
    case ASSUMPTION_IGNORED: return is_one ? "1 annotation not used" : "%u annotations not used";
    case ASSUMPTION_ANNOTATIONS: return "GPUVerify's annotations";
    case ASSUMPTION_COUNT: break;
    }
    return "";
}

static enum assumption_kind told_as(enum assumption_kind kind) {
    return kind == ASSUMPTION_NO_WRAP ? ASSUMPTION_NO_SIGNED_OVERFLOW : kind;
}

void words_assumptions(const struct assumption *list, uint32_t count, struct buffer *out) {
    uint32_t counts[ASSUMPTION_COUNT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        counts[told_as(list[i].kind)]++;
    }
    for (unsigned k = 0; k < ASSUMPTION_COUNT; k++) {
        const char *words = words_of_assumption((enum assumption_kind)k, counts[k] == 1);
        const char *number = strstr(words, "%u");
        if (counts[k] == 0) {
            continue;
        }
        buffer_add(out, out->size > 0 ? ", " : "");
        buffer_add_n(out, words, number ? (size_t)(number - words) : strlen(words));
        if (number) {
            buffer_printf(out, "%u%s", counts[k], number + 2);
        }
    }
}

void words_unchecked(const struct kernel_result *result, struct buffer *out) {
    enum { NAMED_MOST = 4 };
    for (uint32_t i = 0; i < result->unchecked_count && i < NAMED_MOST; i++) {
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", result->unchecked[i]);
    }
    if (result->unchecked_count > NAMED_MOST) {
        buffer_printf(out, " and %u more", result->unchecked_count - NAMED_MOST);
    }
}
