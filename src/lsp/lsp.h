/* The language server: messages of the language server protocol on standard input and output, analyses in processes. */
#ifndef WP_LSP_LSP_H
#define WP_LSP_LSP_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct lsp_setup {
    const char *program;      /* path of warpproof */
    const char *const *words; /* options of `check` */
    uint32_t word_count;
    const char *const *clang_words; /* what follows -- */
    uint32_t clang_word_count;
    uint32_t jobs;                     /* analyses at a time, at least 1 */
    const volatile sig_atomic_t *stop; /* set: the server is to end */
};

/* Serves until the client says exit, or its end of the stream. The exit status: 0 after a shutdown request, else 1. */
int lsp_serve(const struct lsp_setup *setup);

#endif
