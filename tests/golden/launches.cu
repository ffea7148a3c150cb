#include <wp_contract.h>
// Launches that a file states: what is not proved for every launch is judged for them.
// RUN: check --only=race,divergence,bounds --launches=tests/golden/launches/sites.json
// EXIT: 1

// Proved for its launch, which has one row of threads; others race.
__global__ void one_row(int *a, int n) { // expect: one_row race=proved bounds=proved
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a [warning]
}

// Its launch has two rows.
__global__ void two_rows(int *a, int n) { // expect: two_rows race=refuted bounds=proved
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a
}

// Of three launches the second one races.
__global__ void one_of_three(int *a, int n) { // expect: one_of_three race=refuted bounds=proved
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a
}

// Two launches, and neither races.
__global__ void both_clean(int *a, int n) { // expect: both_clean race=proved bounds=proved
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a [warning]
}

// One launch is known, of the other one only the grid: it stands for every block.
__global__ void one_unknown(int *a, int n) { // expect: one_unknown race=refuted
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a
}

// Proved where the axis that nobody reads has extent 1; its launch has two rows.
__global__ void unread_axis(int *a) { // expect: unread_axis race=refuted
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1; // race: * a
}

// Its launch has one.
__global__ void read_axis(int *a) { // expect: read_axis race=proved
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

// Nothing is stated of it.
__global__ void no_site(int *a, int n) { // expect: no_site race=refuted
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a
}

// A transpose, for tiles of 32 by 8 threads.
__global__ void transpose(float *out, const float *in, int w, int h) { // expect: transpose race=proved bounds=proved
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x]; // may-bounds: s [warning]
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * h + x] = s[threadIdx.x][threadIdx.y + j]; // may-bounds: s [warning]; may-race: * * [warning]
}

// Relations of arguments that stay open.
__global__ void pitched(int *a, int pitch, int n) { // expect: pitched race=proved
  if (threadIdx.x < n) a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; // race: write-write a [warning]
}

// The relation is the other way round.
__global__ void narrow(int *a, int pitch, int n) { // expect: narrow race=refuted
  if (threadIdx.x < n) a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; // race: write-write a
}

// Relations that no launch satisfies prove nothing.
__global__ void contradiction(int *a, int n) { // expect: contradiction race=unproved bounds=unproved divergence=proved; unproved: race contradictory-requirements; unproved: bounds contradictory-requirements
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // race: write-write a [warning]
}

// One element less than the launch writes.
__global__ void too_short(int *a) { // expect: too_short race=proved bounds=refuted
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1; // bounds: a
}

// The same with enough.
__global__ void long_enough(int *a) { // expect: long_enough race=proved bounds=proved
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A contract that the launch breaks: nothing is proved by it.
__global__ void broken_contract(int *a, int n) { // expect: broken_contract race=unproved divergence=unproved
  wp_requires(blockDim.y == 1); // unproved: race contradictory-assumptions; unproved: divergence contradictory-assumptions; unproved: bounds contradictory-assumptions
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y; // may-race: * a; may-unproved: race
}

// The twin that keeps it.
__global__ void kept_contract(int *a, int n) { // expect: kept_contract race=proved
  wp_requires(blockDim.y == 1);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = threadIdx.y;
}
