/* Runs that were made, one per source file, and the tables made of them. */
#ifndef WP_BENCH_MEASURE_H
#define WP_BENCH_MEASURE_H

#include <jansson.h>

#include "base/arena.h"
#include "base/vec.h"

struct run {
    const char *path; /* of the source, relative to the suite */
    long status;      /* the exit status of the tool, 124 for a run that was ended */
    double seconds;
    const char *expected; /* suite: "fragment" or ""; gpuverify: column core; list: column expected */
    const char *lines;    /* gpuverify: column err_lines; list: the kernel and its options */
    const char *note;     /* list: column note */
    const json_t *report; /* NULL if there is none */
    const json_t *file;   /* the first file in it */
};

struct runs {
    struct run *data;
    uint32_t size;
};

/* Number of the name in the list, which it joins if it is new. */
struct tally {
    const char *name;
    uint64_t count;
};
struct tallies {
    VEC(struct tally) list;
};
void tally_add(struct tallies *tallies, const char *name, uint64_t count);
void tally_sort(struct tallies *tallies);
void tally_print(const struct tallies *tallies, const char *empty);

struct kernel_row {
    const json_t *json;
    const char *file; /* that the kernel stands in */
    const struct run *run;
};
struct kernel_rows {
    VEC(struct kernel_row) list;
};
/* The kernels of all runs; one that several files include once. */
void kernel_rows_collect(struct arena *arena, const struct runs *runs, struct kernel_rows *rows);

double percent(double part, double whole);

void measure_suite(struct arena *arena, const struct runs *runs);
void measure_sample(struct arena *arena, const struct runs *runs, unsigned wanted);
void measure_programs(struct arena *arena, const struct runs *runs);
void measure_gpuverify(struct arena *arena, const struct runs *runs);
void measure_list(struct arena *arena, const struct runs *runs);
/* Returns the exit status: 2 if the list cannot be read. */
int measure_pairs(struct arena *arena, const char *list, const struct runs *first, const struct runs *second);

#endif
