/* Advice that holds for one kernel of a file and not for another. */
#include <string.h>

#include "finding/finding.h"

static bool is_same_place(const struct source_place *a, const struct source_place *b) {
    return a->line == b->line && a->column == b->column && (a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0));
}

static bool is_kept(const struct file_result *file, const struct source_place *place) {
    for (uint32_t k = 0; k < file->kernel_count; k++)
        for (uint32_t i = 0; i < file->kernels[k]->kept_barrier_count; i++)
            if (is_same_place(&file->kernels[k]->kept_barriers[i], place))
                return true;
    return false;
}

/* Not in some kernel's set of barriers that can go at once. */
static bool is_apart(const struct file_result *file, const struct source_place *place) {
    for (uint32_t k = 0; k < file->kernel_count; k++)
        for (uint32_t i = 0; i < file->kernels[k]->advice_count; i++) {
            const struct advice *advice = &file->kernels[k]->advice[i];
            if (advice->rule == ADVICE_REDUNDANT_BARRIER && !advice->together && is_same_place(&advice->place, place))
                return true;
        }
    return false;
}

/* The message of a redundant barrier, with the users of it that were not looked at. */
static const char *with_scope(struct arena *arena, const struct file_result *file, const struct advice *advice) {
    const char *text = advice->message;
    if (file->kernels_left_out > 0)
        text = arena_printf(arena, "%s; judged without the kernels that --kernel leaves out", text);
    if (file->system_header_count > 0)
        text = arena_printf(arena, "%s; judged without the kernels of system headers", text);
    if (advice->place.file && file->path && strcmp(advice->place.file, file->path) != 0)
        text = arena_printf(arena, "%s; judged without other files that include it", text);
    return text;
}

void file_result_agree(struct arena *arena, struct file_result *file, bool is_incomplete) {
    for (uint32_t k = 0; k < file->kernel_count; k++) {
        struct kernel_result *kernel = file->kernels[k];
        uint32_t count = 0;
        for (uint32_t i = 0; i < kernel->advice_count; i++) {
            struct advice advice = kernel->advice[i];
            bool redundant = advice.rule == ADVICE_REDUNDANT_BARRIER;
            if (redundant && (is_incomplete || is_kept(file, &advice.place)))
                continue;
            if (redundant)
                advice.message = with_scope(arena, file, &advice);
            advice.together &= !redundant || !is_apart(file, &advice.place);
            kernel->advice[count++] = advice;
        }
        kernel->advice_count = count;
    }
}
