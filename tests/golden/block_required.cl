// RUN: check --block=128
// A work-group of another size than the attribute's is no launch.

// expect: required_64 race=unproved divergence=unproved bounds=unproved assert=unproved
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void required_64(__global int *out) { // unproved: race contradictory-requirements; unproved: divergence contradictory-requirements; unproved: bounds contradictory-requirements; unproved: assert contradictory-requirements
  out[0] = get_local_id(0);
}

// expect: required_128 race=refuted
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void required_128(__global int *out) {
  out[0] = get_local_id(0); // race: write-write out
}
