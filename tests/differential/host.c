/* The runtime behind shim.hpp. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, sigaltstack */
#include "host.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "front/locate.h"
#include "front/process.h"

enum { STACK_BYTES = 1 << 16, WARP = 32, AROUND_BITS = 36 };
enum state { READY, AT_BLOCK, AT_WARP, LEFT };

struct host_triple {
    unsigned x, y, z;
};

/* What kernels call and see. */
extern struct host_triple host_thread_id, host_block_id, host_block_size, host_grid_size;
unsigned host_wait_block(int value);
const unsigned long long *host_wait_warp(unsigned mask, unsigned long long value);
void host_give_up(void);
struct host_triple host_thread_id, host_block_id, host_block_size, host_grid_size;

struct thread {
    ucontext_t context;
    enum state state;
    struct host_triple id;
    unsigned mask, answer;
    unsigned long long value, all[WARP + 1]; /* the last: who is there */
};

static struct {
    struct thread threads[HOST_THREADS];
    uint32_t count, now;
    uint8_t *stacks, *arrays[HOST_ARRAYS];
    ucontext_t scheduler;
    host_kernel kernel;
    const struct host_launch *launch;
    sigjmp_buf outside;
    bool is_ready;
} host;

bool host_compile(struct arena *arena, const char *source, const char *library) {
    const char *error = NULL;
    const char *clang = locate_clang(arena, NULL, &error);
    /* One statement after the other, overflow defined; what is undefined otherwise ends the launch. */
    const char *const arguments[] = {clang,
                                     "-x",
                                     "c++",
                                     "-std=c++17",
                                     "-O0",
                                     "-w",
                                     "-fwrapv",
                                     "-fPIC",
                                     "-shared",
                                     "-nostdlib",
                                     "-fsanitize=shift-exponent,integer-divide-by-zero",
                                     "-fsanitize-trap=all",
                                     "-include",
                                     WP_SOURCE_SHARE_DIR "/../../tests/differential/shim.hpp",
                                     source,
                                     "-o",
                                     library,
                                     NULL};
    if (!clang) {
        return false;
    }
    struct process_result result = process_run(arena, arguments, NULL);
    bool good = result.was_started && result.exit_status == 0;
    if (!good && getenv("WP_SHOW_ERRORS")) {
        fprintf(stderr, "%s\n", result.was_started ? result.output : result.error);
    }
    return good;
}

host_kernel host_find(const char *library, const char *name) {
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    host_kernel kernel = NULL;
    void *symbol = opened ? dlsym(opened, name) : NULL;
    memcpy(&kernel, &symbol, sizeof kernel);
    return kernel;
}

static void on_signal(int signal) {
    siglongjmp(host.outside, signal);
}

static void prepare(void) {
    if (host.is_ready) {
        return;
    }
    host.is_ready = true;
    size_t around = (size_t)1 << AROUND_BITS;
    for (uint32_t i = 0; i < HOST_ARRAYS; i++) {
        uint8_t *space = mmap(NULL, around, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        host.arrays[i] = space == MAP_FAILED ? NULL : space + around / 2;
        if (!host.arrays[i] || mprotect(host.arrays[i], HOST_ARRAY_BYTES, PROT_READ | PROT_WRITE) != 0) {
            abort();
        }
    }
    /* The last one is for signals. */
    host.stacks = mmap(NULL, (size_t)(HOST_THREADS + 1) * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    stack_t other = {.ss_sp = host.stacks + (size_t)HOST_THREADS * STACK_BYTES, .ss_size = STACK_BYTES};
    if (host.stacks == MAP_FAILED || sigaltstack(&other, NULL) != 0) {
        abort();
    }
}

uint8_t *host_array(uint32_t number) {
    prepare();
    return host.arrays[number];
}

/* Coroutines. */

static void wait_in(enum state state) {
    struct thread *self = &host.threads[host.now];
    self->state = state;
    swapcontext(&self->context, &host.scheduler);
}

unsigned host_wait_block(int value) {
    struct thread *self = &host.threads[host.now];
    self->value = value != 0;
    wait_in(AT_BLOCK);
    return self->answer;
}

const unsigned long long *host_wait_warp(unsigned mask, unsigned long long value) {
    struct thread *self = &host.threads[host.now];
    self->value = value;
    self->mask = mask;
    wait_in(AT_WARP);
    return self->all;
}

void host_give_up(void) {
    siglongjmp(host.outside, SIGFPE);
}

static int *middle(uint32_t number) {
    return (int *)(void *)(host.arrays[number] + HOST_ARRAY_BYTES / 2);
}

static void enter(void) {
    const int64_t *x = host.launch->numbers;
    host.kernel(middle(0), middle(1), middle(2), (unsigned *)middle(3), (char *)middle(4), middle(5), (int)x[0], (int)x[1], (unsigned)x[2], x[3]);
    wait_in(LEFT);
}

/* Apart from the loop around it: getcontext may return twice. */
__attribute__((noinline)) static void start_thread(uint32_t i) {
    const uint32_t *size = host.launch->block;
    struct thread *t = &host.threads[i];
    getcontext(&t->context);
    t->context.uc_stack.ss_sp = host.stacks + (size_t)i * STACK_BYTES;
    t->context.uc_stack.ss_size = STACK_BYTES;
    t->context.uc_link = NULL;
    t->state = READY;
    t->id = (struct host_triple){i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    makecontext(&t->context, enter, 0);
}

static void start_block(void) {
    for (uint32_t i = 0; i < host.count; i++) {
        start_thread(i);
    }
}

static void open_block(void) {
    unsigned values = 0;
    for (uint32_t i = 0; i < host.count; i++) {
        if (host.threads[i].state != AT_BLOCK && host.threads[i].state != LEFT) {
            return;
        }
        values += host.threads[i].state == AT_BLOCK && host.threads[i].value;
    }
    for (uint32_t i = 0; i < host.count; i++) {
        struct thread *t = &host.threads[i];
        t->answer = values;
        t->state = t->state == AT_BLOCK ? READY : t->state;
    }
}

/* The lanes of this thread's mask, if all of them wait with that mask or have left. */
static void open_warp(uint32_t of) {
    uint32_t first = of / WARP * WARP;
    unsigned mask = host.threads[of].mask;
    unsigned long long all[WARP + 1] = {0};
    for (uint32_t i = first; i < first + WARP && i < host.count; i++) {
        const struct thread *t = &host.threads[i];
        bool waits = t->state == AT_WARP && t->mask == mask;
        if ((mask >> (i - first) & 1) && !waits && t->state != LEFT) {
            return;
        }
        bool comes = waits && (mask >> (i - first) & 1);
        all[i - first] = waits ? t->value : 0;
        all[WARP] |= (unsigned long long)comes << (i - first);
    }
    for (uint32_t i = first; i < first + WARP && i < host.count; i++) {
        struct thread *t = &host.threads[i];
        if (t->state == AT_WARP && t->mask == mask && (mask >> (i - first) & 1)) {
            memcpy(t->all, all, sizeof all);
            t->state = READY;
        }
    }
}

/* Whether all threads of the block left. */
static bool run_block(void) {
    start_block();
    for (bool moves = true; moves;) {
        moves = false;
        for (uint32_t i = 0; i < host.count; i++) {
            host.now = host.launch->backwards ? host.count - 1 - i : i;
            if (host.threads[host.now].state == READY) {
                moves = true;
                host_thread_id = host.threads[host.now].id;
                swapcontext(&host.scheduler, &host.threads[host.now].context);
            }
        }
        for (uint32_t i = 0; i < host.count; i++) {
            if (host.threads[i].state == AT_WARP) {
                open_warp(i);
            }
        }
        open_block();
    }
    for (uint32_t i = 0; i < host.count; i++) {
        if (host.threads[i].state != LEFT) {
            return false;
        }
    }
    return true;
}

static bool run_blocks(void) {
    const uint32_t *grid = host.launch->grid;
    uint32_t count = grid[0] * grid[1] * grid[2];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = host.launch->backwards ? count - 1 - i : i;
        host_block_id = (struct host_triple){n % grid[0], n / grid[0] % grid[1], n / grid[0] / grid[1]};
        if (!run_block()) {
            return false;
        }
    }
    return true;
}

enum host_outcome host_run(host_kernel kernel, const struct host_launch *launch) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    enum { SIGNALS = sizeof signals / sizeof *signals };
    struct sigaction old[SIGNALS], mine = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    volatile enum host_outcome outcome = HOST_DONE;
    prepare();
    host.kernel = kernel;
    host.launch = launch;
    host.count = launch->block[0] * launch->block[1] * launch->block[2];
    host_block_size = (struct host_triple){launch->block[0], launch->block[1], launch->block[2]};
    host_grid_size = (struct host_triple){launch->grid[0], launch->grid[1], launch->grid[2]};
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &mine, &old[i]);
    }
    int stopped = sigsetjmp(host.outside, 1);
    if (stopped) {
        outcome = stopped == SIGSEGV || stopped == SIGBUS ? HOST_OUTSIDE : HOST_UNDEFINED;
    } else if (!run_blocks()) {
        outcome = HOST_STUCK;
    }
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &old[i], NULL);
    }
    return outcome;
}
