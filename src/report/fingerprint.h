/* Fingerprints of messages: what a baseline remembers them by.

   A fingerprint is a hash of the rule, the kernel's name without template arguments and parameters, the array, the
   kind, and the text of the lines of both accesses without white space; messages that agree in all of these get a
   number by their order. No path and no line number is in it. */
#ifndef WP_REPORT_FINGERPRINT_H
#define WP_REPORT_FINGERPRINT_H

#include "finding/finding.h"
#include "report/excerpt.h"

/* Sets the fingerprints of all messages of the file. Lines of files that cannot be read count as empty. */
void fingerprint_file(struct arena *arena, struct source_cache *sources, struct file_result *file);

#endif
