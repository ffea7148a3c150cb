/* OpenMP's functions, for host code on a machine without its header: a program's own is found first. Its pragmas are not followed. */
#pragma once
#pragma clang system_header
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { void *_lk; } omp_lock_t;
typedef struct { void *_lk; } omp_nest_lock_t;
typedef enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 } omp_sched_t;
void omp_set_num_threads(int), omp_set_dynamic(int), omp_set_nested(int), omp_set_schedule(omp_sched_t, int), omp_set_max_active_levels(int);
int omp_get_num_threads(void), omp_get_max_threads(void), omp_get_thread_num(void), omp_get_num_procs(void), omp_in_parallel(void);
int omp_get_dynamic(void), omp_get_nested(void), omp_get_thread_limit(void), omp_get_level(void), omp_get_num_devices(void);
double omp_get_wtime(void), omp_get_wtick(void);
void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *), omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
#ifdef __cplusplus
}
#endif
