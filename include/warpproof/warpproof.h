/* warpproof as a library: checks files, or text in memory, and gives the reports of
   `warpproof check --format=json` (schema 1).

   A session holds options. Every check runs in a child process of its own, which starts one more process for each
   kernel that is lost: a crash, a failing assertion or a lack of memory in the analysis never ends the calling process.
   In the calling process the library allocates with malloc, only what the caller is given and a copy of the options,
   and reports a NULL. It prints nothing, never exits, installs no signal handlers and keeps no global state. The calling
   process must be able to fork; sessions of different threads are independent, one session is used by one thread at a time.

   Strings are UTF-8 or whatever bytes file names have, and end with a NUL. Text that a function gives through a
   `char **` belongs to the caller, who frees it with wp_free; everything else belongs to the library. */
#ifndef WARPPROOF_H
#define WARPPROOF_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. The first four are results, and the exit statuses of `warpproof check`; the others are errors,
   of which wp_last_error tells more. */
enum wp_status {
    WP_PROVED = 0,    /* every property asked for is proved for every kernel */
    WP_REFUTED = 1,   /* a property of some kernel is refuted */
    WP_UNUSABLE = 2,  /* nothing is refuted, and the input is missing, does not compile, or only in part; the report says why */
    WP_UNPROVED = 3,  /* nothing is refuted, and some property is not proved; the report names the reasons */
    WP_CANCELLED,     /* a callback returned nonzero, or the analysis received SIGINT, SIGTERM or SIGHUP */
    WP_BAD_OPTIONS,   /* the options of the session are wrong */
    WP_BAD_ARGUMENT,  /* NULL where a pointer is needed, a name with a line break, an unknown language */
    WP_OUT_OF_MEMORY, /* memory for the report or for the session; a kernel that needs too much is unproved, not this */
    WP_NO_RESOURCES,  /* the system gives no process, no pipe or no temporary directory */
    WP_FAILED         /* the analysis ended without a report: a defect of the library */
};

struct wp_session;

/* One kernel, as the analysis is done with it. It and its strings live until the callback returns. */
struct wp_kernel {
    const char *file;       /* the file or text that is checked */
    const char *name;       /* as in the object file, e.g. "_Z6reducePfi" */
    const char *display;    /* as in the source, e.g. "reduce(float*, int)" */
    unsigned line;          /* of the file where it is defined, from 1; 0 if not known */
    unsigned index, count;  /* index < count: which of the file's kernels (those that --kernel chooses) */
    enum wp_status verdict; /* WP_PROVED, WP_REFUTED or WP_UNPROVED */
    const char *report;     /* the kernel's object of the JSON report, on one line, without what is only known when all
                               kernels are done: fingerprints, suppressions, advice that other kernels must agree to */
};

/* Called in the thread of the check, in the order of the kernels. Nonzero cancels the check: it then returns
   WP_CANCELLED soon, calls no further callback and gives no report. It must not use the session. */
typedef int (*wp_kernel_callback)(void *context, const struct wp_kernel *kernel);

/* The version of the library, e.g. "0.1.0". */
const char *wp_version(void);

/* Makes a session with `count` options of `warpproof check`, which are copied, e.g.
   {"--block=256", "--kernel", "reduce*", "--", "-DN=4"}; refused are those that choose files or write some, project files
   and baselines. WP_PROVED (0) if they are good. With WP_BAD_OPTIONS, WP_NO_RESOURCES or WP_FAILED there is a session, too,
   which wp_last_error takes and whose checks return the same status. With WP_OUT_OF_MEMORY and WP_BAD_ARGUMENT *session is NULL. */
enum wp_status wp_session_create(const char *const *options, int count, struct wp_session **session);

/* Frees the session; NULL is allowed. */
void wp_session_destroy(struct wp_session *session);

/* From now on `callback` hears of each kernel that is done; NULL: nobody does. `context` is passed to it. */
void wp_session_on_kernel(struct wp_session *session, wp_kernel_callback callback, void *context);

/* Checks one file. *report, unless `report` is NULL, becomes the JSON report of a result, and NULL with an error. */
enum wp_status wp_check_file(struct wp_session *session, const char *path, char **report);

/* Checks text in memory, `size_bytes` bytes of it, as if it were the file `name`: an editor's unsaved buffer. `name` stands in
   the report, its folder is where "..." includes are searched first, and a file of that name need not exist nor is it read.
   `language` is "cu", "cl", "ll", "bc", "map" or "baby"; NULL: what the name ends in. The rest is as in wp_check_file. */
enum wp_status wp_check_text(struct wp_session *session, const char *name, const char *language, const char *text, size_t size_bytes, char **report);

/* One line, without newline, about the error that the last call with this session returned; "" if it returned a result.
   It lives until the next call with the session. Of NULL, the line for a session that could not be made. */
const char *wp_last_error(const struct wp_session *session);

/* Frees what this library gave; NULL is allowed. */
void wp_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
