#include "figures.h"

#include <stdio.h>

void figures_count(struct figures *f, const struct judgement *j) {
    f->kernels++;
    f->failures += j->failure != FAILURE_NONE && j->failure != FAILURE_SLOW;
    f->failed[j->failure]++;
    f->slow += j->failure == FAILURE_SLOW;
    f->barrier_in_loop += j->has_barrier_in_loop;
    f->runs += j->runs;
    f->runs_skipped += j->runs_skipped;
    f->runs_excused += j->runs_excused;
    f->redundant += j->redundant;
    f->runs_reduced += j->runs_reduced;
    f->crossed_kernels += j->crossed > 0;
    f->crossed += j->crossed;
    f->crossed_proved += j->crossed_proved;
    f->crossed_native += j->crossed_native;
    f->crossed_undefined += j->crossed_undefined;
    f->unordered += j->unordered;
    f->cross_seconds += j->cross_seconds;
    f->check_seconds += j->check_seconds;
    f->simulate_seconds += j->simulate_seconds;
    bool racy = false, refuted = false;
    for (int i = 0; i < EXTENT_COUNT; i++) {
        racy |= j->race_seen[i];
        refuted |= j->race[i] == VERDICT_REFUTED || (j->possible[i] && j->race_seen[i]);
    }
    f->racy += racy;
    f->decided += refuted || j->race[EXTENT_ANY] == VERDICT_PROVED;
    for (int i = 0; i < EXTENT_COUNT; i++) {
        f->race[i][j->race[i]]++;
        f->divergence[i][j->divergence[i]]++;
        f->possible[i] += j->possible[i];
        f->possible_seen[i] += j->possible[i] && j->race_seen[i];
        f->seen[i] += j->race_seen[i];
        f->divergence_seen[i] += j->divergence_seen[i];
    }
    for (int i = 0; i < REASON_KINDS; i++) {
        f->reasons[i] += j->reasons[i] > 0;
    }
}

static double share(const struct figures *f, uint32_t part) {
    return f->kernels ? 100.0 * part / f->kernels : 0;
}

bool figures_are_telling(const struct figures *f) {
    return share(f, f->racy) >= 20 && share(f, f->barrier_in_loop) >= 20 && share(f, f->decided) >= 50;
}

void figures_print(const struct figures *f, const char *lead) {
    static const char *const scopes[EXTENT_COUNT] = {"every launch", "one launch", "block, n, w", "all fixed"};
    printf("%sshares: %.1f %% racy, %.1f %% with a barrier in a loop, %.1f %% decided (proved for every launch, or a race predicted and seen)\n",
           lead, share(f, f->racy), share(f, f->barrier_in_loop), share(f, f->decided));
    printf("%s%u kernels (%u with a barrier in a loop), %u failures, %u slow, %u files rejected by clang; %llu runs, %llu skipped, %llu excused\n",
           lead, f->kernels, f->barrier_in_loop, f->failures, f->slow, f->compile_errors, (unsigned long long)f->runs,
           (unsigned long long)f->runs_skipped, (unsigned long long)f->runs_excused);
    printf("%s%-13s %8s %9s %8s %9s %10s | %8s %9s %6s\n", lead, "races", "proved", "unproved", "possible", "of which seen", "racy", "aligned",
           "unproved", "seen");
    for (int i = 0; i < EXTENT_COUNT; i++) {
        printf("%s%-13s %8u %9u %8u %9u %10u | %8u %9u %6u\n", lead, scopes[i], f->race[i][VERDICT_PROVED],
               f->race[i][VERDICT_UNPROVED] + f->race[i][VERDICT_REFUTED], f->possible[i], f->possible_seen[i], f->seen[i],
               f->divergence[i][VERDICT_PROVED], f->divergence[i][VERDICT_UNPROVED] + f->divergence[i][VERDICT_REFUTED], f->divergence_seen[i]);
    }
    printf("%sunproved for every launch:", lead);
    for (uint32_t i = 0; i < REASON_COUNT && i < REASON_KINDS; i++) {
        if (f->reasons[i]) {
            printf(" %s %u", reason_name((enum reason_kind)i), f->reasons[i]);
        }
    }
    printf("\n%sbarriers called redundant (of a kernel and a scope): %llu; runs without them: %llu", lead, (unsigned long long)f->redundant,
           (unsigned long long)f->runs_reduced);
    printf("\n%sfailures:", lead);
    for (uint32_t i = 1; i < FAILURE_COUNT; i++) {
        if (f->failed[i]) {
            printf(" %s %u;", failure_names[i], f->failed[i]);
        }
    }
    printf("\n%scompared with native code and clang's code for this machine: %u kernels (%u depend on the order of atomics), %llu launches, %llu of "
           "them proved race-free, %llu in native code; %llu undefined, %u files rejected",
           lead, f->crossed_kernels, f->unordered, (unsigned long long)f->crossed, (unsigned long long)f->crossed_proved,
           (unsigned long long)f->crossed_native, (unsigned long long)f->crossed_undefined, f->host_errors);
    printf("\n%schecking %.1f s, simulating %.1f s, comparing %.1f s\n", lead, f->check_seconds, f->simulate_seconds, f->cross_seconds);
}
