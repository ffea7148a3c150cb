// RUN: check --only=race --block=64 --grid=1
// Conditions on contents that no array satisfies, seen on more elements than two: nothing is concluded from them.
#include <wp_contract.h>

// expect: too_many race=unproved divergence=unchecked
__global__ void too_many(int *out, const int *perm) { // unproved: race contradictory-requirements
  wp_contents(distinct(perm) && in_range(perm, 0, 63));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: just_enough race=proved divergence=unchecked
__global__ void just_enough(int *out, const int *perm) {
  wp_contents(distinct(perm) && in_range(perm, 0, 64));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: increasing_many race=unproved divergence=unchecked
__global__ void increasing_many(int *out, const int *at) { // unproved: race contradictory-requirements
  wp_contents(increasing(at) && in_range(at, 5, 100));
  out[at[2 * threadIdx.x + 1]] = at[2 * threadIdx.x];
}

// expect: increasing_enough race=proved divergence=unchecked
__global__ void increasing_enough(int *out, const int *at) {
  wp_contents(increasing(at) && in_range(at, 5, 133));
  out[at[2 * threadIdx.x + 1]] = at[2 * threadIdx.x];
}

// Elements that no thread reads must have values, too.
// expect: stated_many race=unproved divergence=unchecked
__global__ void stated_many(int *out, const int *perm) { // unproved: race contradictory-requirements
  wp_contents(distinct(perm, 0, 100) && in_range(perm, 0, 64));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: extent_many race=unproved divergence=unchecked
__global__ void extent_many(int *out, const int *perm) { // unproved: race contradictory-requirements
  wp_extent(perm, 65);
  wp_contents(distinct(perm) && in_range(perm, 0, 64));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: extent_enough race=proved divergence=unchecked
__global__ void extent_enough(int *out, const int *perm) {
  wp_extent(perm, 64);
  wp_contents(distinct(perm) && in_range(perm, 0, 64));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// Bytes have 256 values.
// expect: bytes_many race=unproved divergence=unchecked
__global__ void bytes_many(int *out, const unsigned char *perm) { // unproved: race contradictory-requirements
  wp_contents(distinct(perm, 0, 257));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: bytes_enough race=proved divergence=unchecked
__global__ void bytes_enough(int *out, const unsigned char *perm) {
  wp_contents(distinct(perm, 0, 256));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: guarded race=proved divergence=unchecked
__global__ void guarded(int *out, const int *perm, int n) {
  wp_contents(distinct(perm) && in_range(perm, 0, n));
  if (threadIdx.x < n) out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: rows race=proved divergence=unchecked
__global__ void rows(int *out, const int *perm, int n) {
  wp_contents(distinct(perm) && in_range(perm, 0, n));
  for (int i = 0; i < 8; i++) out[perm[threadIdx.x * 8 + i]] = threadIdx.x;
}

// In order, and each beyond the one before: the thirtieth is at least 30.
// expect: in_order race=unproved divergence=unchecked
__global__ void in_order(int *out, const int *at) { // unproved: race contradictory-requirements
  wp_contents(increasing(at) && in_range(at, 0, 100) && in_range(at, 0, 30, 30, 31));
  out[at[threadIdx.x]] = threadIdx.x;
}

// expect: in_order_enough race=proved divergence=unchecked
__global__ void in_order_enough(int *out, const int *at) {
  wp_contents(increasing(at) && in_range(at, 0, 100) && in_range(at, 0, 31, 30, 31));
  out[at[threadIdx.x]] = threadIdx.x;
}

// Three elements of two values each, which overlap.
// expect: matched race=unproved divergence=unchecked
__global__ void matched(int *out, const int *perm) { // unproved: race contradictory-requirements
  wp_contents(distinct(perm) && in_range(perm, 0, 2, 0, 1) && in_range(perm, 0, 2, 1, 2) && in_range(perm, 0, 2, 2, 3));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: matched_enough race=proved divergence=unchecked
__global__ void matched_enough(int *out, const int *perm) {
  wp_contents(distinct(perm) && in_range(perm, 0, 3, 0, 1) && in_range(perm, 0, 2, 1, 2) && in_range(perm, 0, 2, 2, 3));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// A part of no value, behind the first two elements.
// expect: part race=unproved divergence=unchecked
__global__ void part(int *out, const int *perm) { // unproved: race contradictory-requirements
  wp_contents(distinct(perm) && zero(perm, 2, 64));
  out[perm[threadIdx.x]] = threadIdx.x;
}

// expect: part_of_one race=proved divergence=unchecked
__global__ void part_of_one(int *out, const int *perm) {
  wp_contents(distinct(perm) && zero(perm, 2, 3));
  out[perm[threadIdx.x]] = threadIdx.x;
}
