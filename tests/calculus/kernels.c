/* kernels [-v] [-s] LEAST FILE...: kernels printed as BabyCUDA and compared with the simulator
 * (kernels.h), as TAP: a line for each file, then the figures.
 *
 * Each kernel that lies in the fragment is run with 8 and with 33 threads in one block. At least
 * LEAST kernels must have been compared. -s prints why kernels are outside the fragment, and how
 * many; -v also why launches are left out. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "calculus/express.h"
#include "front/front.h"
#include "llvm/llvm.h"

static const struct kernel_launch LAUNCHES[] = {{8, 20}, {33, 5}};

struct figures {
    uint32_t kernels, in_fragment, compared, with_arrays, racy, launches;
    struct string_map outside; /* why: how many kernels */
    VEC(const char *) reasons; /* the keys of `outside`, in the order in which they were met */
};

static bool is_verbose, tells_reasons;
static struct arena texts; /* of reasons */

/* ---- kernels outside the fragment ---- */

/* "k.cu:3:5: contents of 'a' that ..." without its place, and with A for what is quoted; what
   stands behind a further colon is of the kernel, too. */
static const char *reason_of(const char *line, size_t length) {
    struct buffer out = {0};
    const char *end = line + length, *at = memchr(line, ' ', length);
    bool is_quoted = false;
    for (at = at ? at + 1 : line; at < end && *at != ':'; at++) {
        if (*at == '\'' && !is_quoted)
            buffer_char(&out, 'A');
        is_quoted ^= *at == '\'';
        if (!is_quoted && *at != '\'')
            buffer_char(&out, *at);
    }
    const char *reason = arena_strdup(&texts, buffer_text(&out));
    buffer_release(&out);
    return reason;
}

/* Each reason counts once for the kernel. */
static void count_reasons(struct figures *figures, const char *text) {
    VEC(const char *) own = {0};
    for (const char *line = strstr(text, "//   "); line; line = strstr(line, "\n//   ")) {
        line += strspn(line, "\n/ ");
        const char *reason = reason_of(line, strcspn(line, "\n"));
        uint32_t count = 0, at = 0;
        while (at < own.size && strcmp(own.data[at], reason) != 0)
            at++;
        if (at < own.size)
            continue;
        vec_push(&own, reason);
        if (!string_map_get(&figures->outside, reason, &count))
            vec_push(&figures->reasons, reason);
        string_map_set(&figures->outside, reason, count + 1);
    }
    vec_release(&own);
}

static void print_reasons(const struct figures *figures) {
    for (uint32_t most = figures->kernels; most > 0; most--)
        for (uint32_t i = 0; i < figures->reasons.size; i++) {
            uint32_t count = 0;
            (void)string_map_get(&figures->outside, figures->reasons.data[i], &count);
            if (count == most)
                printf("# outside: %4u kernels: %s\n", count, figures->reasons.data[i]);
        }
}

/* ---- kernels inside ---- */

/* All launches; false if one differs. */
static bool judge_program(const struct kernel *kernel, const struct protocol *p, const struct baby_program *program, const char *text,
                          struct figures *figures) {
    bool is_good = true, has_arrays = false, has_race = false;
    uint32_t compared = 0;
    for (size_t i = 0; i < sizeof LAUNCHES / sizeof *LAUNCHES; i++) {
        struct arena arena = {0};
        struct kernel_comparison c = compare_launch(&arena, kernel, p, program, text, LAUNCHES[i]);
        if (c.left_out && is_verbose)
            printf("# %s, %u threads: left out, %s\n", kernel->display, LAUNCHES[i].threads, c.left_out);
        if (c.wrong)
            printf("# %s, %u threads: %s\n#   the program:\n%s", kernel->display, LAUNCHES[i].threads, c.wrong, text);
        compared += !c.left_out;
        is_good &= !c.wrong;
        has_arrays |= c.has_arrays;
        has_race |= c.race_count > 0;
        arena_release(&arena);
    }
    figures->compared += compared > 0;
    figures->launches += compared;
    figures->with_arrays += has_arrays;
    figures->racy += has_race;
    return is_good;
}

/* False if the kernel's program does not parse, or its runs differ from the simulator's. */
static bool judge_kernel(const struct kernel *kernel, struct figures *figures) {
    struct arena arena = {0};
    struct buffer text = {0};
    const char *error = NULL;
    struct protocol *p = protocol_infer(&arena, kernel, 0);
    struct baby_programs parsed = {.count = 0};
    bool is_inside = baby_express(p, &text), is_good = true;
    if (is_inside)
        parsed = baby_parse(&arena, buffer_text(&text), text.size, "k.baby", &error);
    else
        count_reasons(figures, buffer_text(&text));
    if (error)
        printf("# %s: %s\n%s", kernel->display, error, buffer_text(&text));
    figures->kernels++;
    figures->in_fragment += is_inside;
    if (parsed.count == 1)
        is_good = judge_program(kernel, p, parsed.programs[0], buffer_text(&text), figures);
    for (uint32_t i = 0; i < parsed.count; i++)
        baby_program_destroy(parsed.programs[i]);
    buffer_release(&text);
    protocol_destroy(p);
    arena_release(&arena);
    return is_good && !error;
}

static bool judge_file(const char *path, struct figures *figures) {
    struct arena arena = {0};
    struct front_result front;
    const struct front_options options = {.gpuverify_annotations = true};
    const struct llvm_options load = {.kernel_globs = NULL};
    const char *error = NULL;
    const struct figures before = *figures;
    bool is_good = true;
    enum front_status status = front_compile(&arena, &options, path, &front);
    struct llvm_module *module = status == FRONT_OK || status == FRONT_IN_PART ? llvm_load(&arena, front.bitcode_path, &load, &error) : NULL;
    for (uint32_t i = 0; module && i < llvm_kernel_count(module); i++) {
        struct arena scratch = {0};
        is_good &= judge_kernel(llvm_decode(module, i, &scratch), figures);
        arena_release(&scratch);
    }
    if (module)
        llvm_release(module);
    else
        printf("# %s: not compiled\n", path);
    front_discard(&front);
    printf("%sok kernels %s: %u of %u kernels compared\n", is_good ? "" : "not ", path, figures->compared - before.compared,
           figures->kernels - before.kernels);
    fflush(stdout);
    arena_release(&arena);
    return is_good;
}

static void print_figures(const struct figures *f, uint32_t file_count) {
    if (tells_reasons)
        print_reasons(f);
    printf("# %u kernels of %u files: %u in the fragment; %u compared in %u launches: %u by their "
           "final arrays, %u with races\n",
           f->kernels, file_count, f->in_fragment, f->compared, f->launches, f->with_arrays, f->racy);
}

int main(int argc, char **argv) {
    struct figures figures = {.kernels = 0};
    bool is_good = true;
    int first = 1;
    for (; first < argc && argv[first][0] == '-'; first++) {
        is_verbose |= strcmp(argv[first], "-v") == 0;
        tells_reasons |= argv[first][1] == 's' || is_verbose;
    }
    if (argc <= first + 1) {
        fprintf(stderr, "usage: kernels [-v] [-s] LEAST FILE...\n");
        return 2;
    }
    string_map_init(&figures.outside);
    uint32_t least = (uint32_t)strtoul(argv[first], NULL, 10);
    for (int i = first + 1; i < argc; i++)
        is_good &= judge_file(argv[i], &figures);
    print_figures(&figures, (uint32_t)(argc - first - 1));
    bool is_enough = figures.compared >= least;
    printf("%sok kernels %u kernels compared, at least %u wanted\n", is_enough ? "" : "not ", figures.compared, least);
    string_map_release(&figures.outside);
    vec_release(&figures.reasons);
    arena_release(&texts);
    return is_good && is_enough ? 0 : 1;
}
