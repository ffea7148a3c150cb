/* warpproof as a library: checks files and gives the reports of
   `warpproof check --format=json` (schema 1).

   A session holds options. Files are analysed in child processes, so a crash
   of the analysis does not reach the caller; the calling process must be able
   to fork. The library prints nothing, never exits, and installs no signal
   handlers. One session is used by one thread at a time. */
#ifndef WARPPROOF_H
#define WARPPROOF_H

#ifdef __cplusplus
extern "C" {
#endif

struct wp_session;

/* "0.1.0" */
const char *wp_version(void);

/* A session with the options of `warpproof check` given as words, e.g.
   {"--block=256", "--kernel", "reduce*", "--", "-DN=4"}. NULL if they are wrong; then *error,
   unless NULL, is a message to be freed with wp_free. */
struct wp_session *wp_session_create(const char *const *options, int count, char **error);
void wp_session_destroy(struct wp_session *session);

/* Checks one file. The report, to be freed with wp_free, or NULL if the check could not be made
   at all (then *status is 2). *status, unless NULL, is the exit status that `warpproof check`
   would have: 0 proved, 1 refuted, 2 unusable file, 3 unproved. */
char *wp_check_file(struct wp_session *session, const char *path, int *status);

/* Frees what this library gave; NULL is allowed. */
void wp_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
