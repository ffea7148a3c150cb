// A value that nobody has set is written all the same.
struct pair {
  short x, y;
};

// expect: whole race=refuted
__global__ void whole(pair *pairs) {
  pair fresh;
  pairs[42] = fresh; // race: * pairs
}

// expect: number race=refuted
__global__ void number(int *a) {
  int none;
  a[0] = none; // race: * a
}

// expect: member race=refuted
__global__ void member(pair *pairs) {
  pair fresh;
  fresh.x = threadIdx.x;
  pairs[0] = fresh; // race: * pairs
}

// expect: shared race=refuted
__global__ void shared(int *out) {
  __shared__ int s[2];
  int none;
  s[0] = none; // race: * s
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// expect: each race=proved
__global__ void each(pair *pairs) {
  pair fresh;
  pairs[threadIdx.x] = fresh;
}
