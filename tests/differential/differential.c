/* differential [-n KERNELS] [-s SEED] [-d DIR] [-o FOLDER] [-1 KERNEL_SEED] [-b BREAKAGE] [-t] [-v] [-w]: random kernels through
 * prover and simulator; disagreements are reduced and printed. -d keeps the reduced kernels,
 * -t prints TAP, -v progress, -w lets warps run in lockstep. Exit status 1 if something
 * disagreed, or if too few kernels were racy, decided, or had a barrier in a loop.
 *
 * -b breaks one rule of the prover, or with "all" one after the other, and stops at the first
 * disagreement that is gone with the rule whole (src/base/breakage.h; only in a build with
 * -DWP_BREAKABLE=ON). Exit status 1 if it goes unnoticed.
 *
 * -o FOLDER judges nothing: kernels that can be said in OpenCL C go to FOLDER, a file each, named by
 * the seed (oclgrind.sh judges these).
 *
 * Kernels go to clang many to a file. Each file is judged in a process of its own, so that a
 * crash is a failure of one kernel. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/breakage.h"
#include "figures.h"
#include "front/front.h"
#include "opencl.h"
#include "reduce.h"
#include "llvm/llvm.h"

enum { BATCH = 25, SECONDS_PER_KERNEL = 10, VARIANTS_AT_ONCE = 25, SHOWN_MAX = 5, ENOUGH_FOR_SHARES = 500 };

struct session {
    const char *directory; /* for kept failures, or NULL */
    char folder[64];       /* for sources */
    struct judgement *shared;
    struct figures figures;
    uint32_t shown[FAILURE_COUNT];
    bool tap, verbose, first_only, lockstep;
    uint64_t noticed; /* first_only: the first kernel that failed */
};

static const char *kernel_name(struct arena *arena, uint32_t number) {
    return arena_printf(arena, "k%02u", number);
}

static void print_file(struct arena *arena, struct generated *const *kernels, uint32_t count, struct buffer *out) {
    buffer_add(out, generate_prelude);
    for (uint32_t i = 0; i < count; i++) {
        generate_print(kernels[i], kernel_name(arena, i), out);
    }
}

static bool write_file(const char *path, const struct buffer *text) {
    FILE *file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fputs(buffer_text(text), file);
    return fclose(file) == 0;
}

static void limit_seconds(long seconds) {
    struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    (void)setitimer(ITIMER_PROF, &limit, NULL);
}

/* In the child: every kernel of the file that is not judged yet. */
static void judge_file(const char *bitcode, const char *library, const uint64_t *seeds, bool lockstep, struct judgement *judgements) {
    struct arena arena;
    arena_init(&arena);
    const char *error = NULL;
    struct llvm_options options = {.kernel_glob_count = 0};
    struct llvm_module *module = llvm_load(&arena, bitcode, &options, &error);
    if (!module) {
        fprintf(stderr, "%s\n", error);
        _exit(3);
    }
    for (uint32_t i = 0; i < llvm_kernel_count(module); i++) {
        const char *at = strstr(llvm_kernel_name(module, i), "k");
        uint32_t number = at ? (uint32_t)strtoul(at + 1, NULL, 10) : 0;
        if (judgements[number].begun) {
            continue;
        }
        judgements[number].begun = true;
        limit_seconds(SECONDS_PER_KERNEL);
        struct arena scratch;
        arena_init(&scratch);
        host_kernel host = host_find(library, kernel_name(&scratch, number));
        judge_kernel(llvm_decode(module, i, &scratch), seeds[number], lockstep, host, &judgements[number]);
        arena_release(&scratch);
        judgements[number].done = true;
    }
    limit_seconds(0);
    _exit(0);
}

static void blame(struct judgement *judgements, uint32_t count, int status) {
    for (uint32_t i = 0; i < count; i++) {
        struct judgement *j = &judgements[i];
        if (j->begun && !j->done) {
            bool slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
            j->failure = slow ? FAILURE_SLOW : FAILURE_CRASH;
            snprintf(j->text, TEXT_BYTES, "%s: wait status %d\n", failure_names[j->failure], status);
            j->done = true;
        }
    }
}

/* Compiles and judges; false if clang objects. */
static bool judge_kernels(struct session *s, struct generated *const *kernels, const uint64_t *seeds, uint32_t count) {
    struct arena arena;
    struct buffer text = {0};
    arena_init(&arena);
    memset(s->shared, 0, BATCH * sizeof *s->shared);
    const char *path = arena_printf(&arena, "%s/kernels.cu", s->folder);
    print_file(&arena, kernels, count, &text);
    struct front_options options = {.executable_path = NULL};
    struct front_result front;
    bool good = write_file(path, &text) && front_compile(&arena, &options, path, &front) == FRONT_OK;
    const char *library = arena_printf(&arena, "%s/kernels.so", s->folder);
    if (good && !s->first_only && !host_compile(&arena, path, library)) {
        s->figures.host_errors++;
    }
    if (!good && getenv("WP_SHOW_ERRORS")) {
        fprintf(stderr, "%s\n", front.message ? front.message : "?");
    }
    for (bool more = good; more;) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            judge_file(front.bitcode_path, library, seeds, s->lockstep, s->shared);
        }
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        blame(s->shared, count, status);
        more = !(WIFEXITED(status) && WEXITSTATUS(status) == 0) && s->shared[count - 1].done == false &&
               !(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    }
    if (good) {
        unlink(library);
        front_discard(&front);
    }
    buffer_release(&text);
    arena_release(&arena);
    return good;
}

/* The first of the candidates that fails in the same way, or NULL. */
static struct generated *first_failing(struct session *s, struct generated *const *candidates, uint32_t count, uint64_t seed, enum failure failure,
                                       struct judgement *found) {
    uint64_t seeds[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        seeds[i] = seed;
    }
    if (count == 0) {
        return NULL;
    }
    if (!judge_kernels(s, candidates, seeds, count)) {
        if (count == 1) {
            return NULL;
        }
        struct generated *first = first_failing(s, candidates, count / 2, seed, failure, found);
        return first ? first : first_failing(s, candidates + count / 2, count - count / 2, seed, failure, found);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (s->shared[i].failure == failure) {
            *found = s->shared[i];
            return candidates[i];
        }
    }
    return NULL;
}

static struct generated *reduce(struct session *s, struct arena *arena, struct generated *kernel, uint64_t seed, struct judgement *judgement) {
    for (uint32_t number = 0; number < reduce_variant_count(kernel);) {
        struct generated *candidates[VARIANTS_AT_ONCE];
        uint32_t count = 0;
        for (; count < VARIANTS_AT_ONCE && number < reduce_variant_count(kernel); number++) {
            struct generated *variant = reduce_variant(arena, kernel, number);
            if (variant) {
                candidates[count++] = variant;
            }
        }
        struct generated *smaller = first_failing(s, candidates, count, seed, judgement->failure, judgement);
        if (smaller) {
            kernel = smaller;
            number = 0;
        }
    }
    return kernel;
}

static void report_failure(struct session *s, struct arena *arena, struct generated *kernel, uint64_t seed, const struct judgement *judgement) {
    struct judgement last = *judgement;
    if (s->shown[judgement->failure]++ >= SHOWN_MAX) {
        printf("%s%s: seed %llu\n", s->tap ? "# " : "", failure_names[judgement->failure], (unsigned long long)seed);
        return;
    }
    struct generated *small = reduce(s, arena, kernel, seed, &last);
    struct buffer text = {0};
    buffer_printf(&text, "/* seed %llu\n%s\n*/\n", (unsigned long long)seed, last.text);
    generate_print(small, "k", &text);
    printf("%s%s\n", s->tap ? "# " : "", buffer_text(&text));
    fflush(stdout);
    if (s->directory) {
        struct buffer whole = {0};
        buffer_add(&whole, generate_prelude);
        buffer_add(&whole, buffer_text(&text));
        write_file(arena_printf(arena, "%s/%llu.cu", s->directory, (unsigned long long)seed), &whole);
        buffer_release(&whole);
    }
    buffer_release(&text);
}

/* Models that do not replay do not tell that a proof is wrong. */
static bool is_noticed(const struct judgement *j) {
    return j->failure != FAILURE_NONE && j->failure != FAILURE_SLOW && j->failure != FAILURE_REPLAY;
}

static void run_batch(struct session *s, const uint64_t *seeds, uint32_t count) {
    struct arena arena;
    struct generated *kernels[BATCH] = {NULL};
    struct judgement judgements[BATCH];
    arena_init(&arena);
    for (uint32_t i = 0; i < count; i++) {
        kernels[i] = generate_kernel(&arena, seeds[i]);
    }
    if (!judge_kernels(s, kernels, seeds, count)) {
        if (count > 1) {
            run_batch(s, seeds, count / 2);
            run_batch(s, seeds + count / 2, count - count / 2);
        } else {
            s->figures.compile_errors++;
        }
        arena_release(&arena);
        return;
    }
    memcpy(judgements, s->shared, count * sizeof *judgements);
    for (uint32_t i = 0; i < count; i++) {
        figures_count(&s->figures, &judgements[i]);
        if (s->first_only && !s->noticed && is_noticed(&judgements[i])) {
            s->noticed = seeds[i];
        }
        if (judgements[i].failure == FAILURE_SLOW) {
            printf("%sslow: seed %llu\n", s->tap ? "# " : "", (unsigned long long)seeds[i]);
        } else if (judgements[i].failure != FAILURE_NONE && !s->first_only) {
            report_failure(s, &arena, kernels[i], seeds[i], &judgements[i]);
        }
    }
    arena_release(&arena);
}

static void run_seeds(struct session *s, uint64_t first, uint32_t kernels) {
    for (uint32_t done = 0; done < kernels && !s->noticed;) {
        uint64_t seeds[BATCH];
        uint32_t count = kernels - done < BATCH ? kernels - done : BATCH;
        for (uint32_t i = 0; i < count; i++) {
            seeds[i] = first + done + i;
        }
        run_batch(s, seeds, count);
        done += count;
        if (s->verbose) {
            fprintf(stderr, "%u kernels, %u proved, %u failures, %u slow, %.0f s checked\n", s->figures.kernels,
                    s->figures.race[EXTENT_ANY][VERDICT_PROVED], s->figures.failures, s->figures.slow, s->figures.check_seconds);
        }
    }
}

#ifdef WP_BREAKABLE
/* The first of the kernels that fails with the rule broken and not without; 0 if none does. */
static uint64_t find_noticing(struct session *s, enum breakage breakage, uint64_t first, uint32_t kernels) {
    uint64_t end = first + kernels;
    while (first < end) {
        s->noticed = 0;
        breakage_now = breakage;
        run_seeds(s, first, (uint32_t)(end - first));
        uint64_t seed = s->noticed;
        if (!seed) {
            return 0;
        }
        s->noticed = 0;
        breakage_now = BREAKAGE_NONE;
        run_seeds(s, seed, 1);
        if (!s->noticed) {
            return seed;
        }
        printf("seed %llu fails with nothing broken\n", (unsigned long long)seed);
        first = seed + 1;
    }
    return 0;
}
#endif

/* How many of the broken rules nobody noticed. */
static uint32_t run_broken(struct session *s, const char *wanted, uint64_t first, uint32_t kernels) {
    uint32_t unnoticed = 0;
#ifdef WP_BREAKABLE
    s->first_only = true;
    for (int b = BREAKAGE_NONE + 1; b < BREAKAGE_COUNT; b++) {
        if (strcmp(wanted, "all") != 0 && strcmp(wanted, breakage_name((enum breakage)b)) != 0) {
            continue;
        }
        uint64_t seed = find_noticing(s, (enum breakage)b, first, kernels);
        printf("%-10s ", breakage_name((enum breakage)b));
        if (seed) {
            printf("noticed at kernel %llu", (unsigned long long)(seed - first + 1));
        } else {
            printf("NOT NOTICED in %u kernels", kernels);
        }
        printf(": %s\n", breakage_text((enum breakage)b));
        fflush(stdout);
        unnoticed += !seed;
    }
#else
    (void)s, (void)first, (void)kernels;
    fprintf(stderr, "differential: cannot break \"%s\": not built with -DWP_BREAKABLE=ON\n", wanted);
    unnoticed = 1;
#endif
    return unnoticed;
}

/* As many OpenCL kernels, of the seeds from the first on. */
static int write_opencl(const char *folder, uint64_t seed, uint32_t kernels) {
    bool good = true;
    for (uint32_t written = 0; written < kernels && good; seed++) {
        struct arena arena;
        struct buffer text = {0};
        arena_init(&arena);
        buffer_add(&text, opencl_prelude);
        if (opencl_print(generate_kernel(&arena, seed), "k", &text)) {
            good = write_file(arena_printf(&arena, "%s/%llu.cl", folder, (unsigned long long)seed), &text);
            written++;
        }
        buffer_release(&text);
        arena_release(&arena);
    }
    return good ? 0 : 2;
}

int main(int argc, char **argv) {
    struct session session = {.directory = NULL}, *s = &session;
    uint64_t seed = 1, one = 0;
    uint32_t kernels = 200;
    const char *broken = NULL, *opencl = NULL;
    for (int option; (option = getopt(argc, argv, "n:s:d:1:b:o:tvw")) != -1;) {
        if (option == 'n') {
            kernels = (uint32_t)strtoul(optarg, NULL, 10);
        } else if (option == 's') {
            seed = strtoull(optarg, NULL, 10);
        } else if (option == 'd') {
            s->directory = optarg;
        } else if (option == '1') {
            one = strtoull(optarg, NULL, 10);
        } else if (option == 'b') {
            broken = optarg;
        } else if (option == 'o') {
            opencl = optarg;
        } else if (option == 'v') {
            s->verbose = true;
        } else if (option == 'w') {
            s->lockstep = true;
        } else if (option == 't') {
            s->tap = true;
        } else {
            return 2;
        }
    }
    if (opencl) {
        return write_opencl(opencl, seed * 1000000, kernels);
    }
    snprintf(s->folder, sizeof s->folder, "/tmp/warpproof-differential-XXXXXX");
    if (!mkdtemp(s->folder)) {
        return 2;
    }
    s->shared = mmap(NULL, BATCH * sizeof *s->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s->shared == MAP_FAILED) {
        return 2;
    }
    uint64_t first = one ? one : seed * 1000000;
    uint32_t unnoticed = 0;
    if (broken) {
        unnoticed = run_broken(s, broken, first, kernels);
    } else {
        run_seeds(s, first, one ? 1 : kernels);
        figures_print(&s->figures, s->tap ? "# " : "");
    }
    if (s->tap) {
        printf("1..1\n%sok 1 - prover and simulator agree\n", s->figures.failures ? "not " : "");
    }
    struct arena arena = {0};
    unlink(arena_printf(&arena, "%s/kernels.cu", s->folder));
    arena_release(&arena);
    rmdir(s->folder);
    bool dull = !broken && s->figures.kernels >= ENOUGH_FOR_SHARES && !figures_are_telling(&s->figures);
    if (dull) {
        printf("differential: a share is below what it has to be\n");
    }
    return unnoticed > 0 || dull || (!broken && s->figures.failures > 0) ? 1 : 0;
}
