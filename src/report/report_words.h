/* A finding told in words that a kernel author uses. */
#ifndef WP_REPORT_REPORT_WORDS_H
#define WP_REPORT_REPORT_WORDS_H

#include "base/buffer.h"
#include "finding/finding.h"

/* "data race on 's' (shared memory)": the finding's message if it has one; a finding of
   level error that has not been confirmed is called possible. */
void words_headline(const struct finding *finding, struct buffer *out);
/* "it cannot happen if A", of a launch of the program: "there it cannot happen if A", which says nothing of other launches. The finding has a
   precondition. */
void words_precondition(const struct finding *finding, struct buffer *out);

/* "; typed", or what the finding depends on; nothing of findings of runs. */
void words_basis(const struct finding *finding, struct buffer *out);
/* "the other access: a read of s[2]", without threads. */
void words_other_access(const struct finding *finding, const struct finding_access *access, struct buffer *out);

/* "writes 5 to s[1]", "waits at this barrier": what a thread does in a finding. */
void words_deed(const struct finding *finding, const struct finding_access *access, struct buffer *out);

/* "with blockDim (64,1,1), gridDim (1,1,1), n = 64": a launch and its arguments. */
void words_arguments(const struct finding_witness *witness, struct buffer *out);

/* "with blockDim (64,1,1), gridDim (1,1,1), n = 64: thread (0,0,0) of block (0,0,0) writes s[1]
   while thread (1,0,0) reads it; no barrier separates them". Requires a witness. */
void words_witness(const struct finding *finding, struct buffer *out);

/* "every launch", or "blockDim (64,1,1), gridDim (4,1,1)". */
void words_launch(const struct kernel_result *result, struct buffer *out);
/* "the launches of this program (main.cu:80, main.cu:91)" */
void words_sites(const struct kernel_result *result, struct buffer *out);

#endif
