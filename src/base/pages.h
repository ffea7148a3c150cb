/* Pages of memory. Checking a small file touches many small pages for the first time, and each costs a fault
 * (`perf stat -e page-faults warpproof check FILE`): more where the machine is a virtual one. */
#ifndef WP_BASE_PAGES_H
#define WP_BASE_PAGES_H

/* Asks for huge pages (2 MB) for the heap of this process and of those that it forks. Without glibc or Linux, with a limit on memory, or
   with a malloc that is not glibc's, nothing happens. For programs, at their start: it changes how malloc gets memory. */
void pages_use_huge(void);

/* For a process that is about to become another program: asks for the same there. A setting of the user's own stays. */
void pages_use_huge_in_program(void);

#endif
