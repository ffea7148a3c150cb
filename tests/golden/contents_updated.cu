// RUN: check --only=race
// Elements that differ are meant where the kernel stores what threads compute at the places that they give, and then for updates
// through them, too. Where it only updates, values are counted.

// expect: moved race=unproved
__global__ void moved(float *v, float *acc, const int *perm, const float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = perm[i];
    float a = 0;
    for (int j = 0; j < n; j++) a += f[j] * i;
    if (i & 1) v[k] += (a - acc[k]) * 0.5f; // @update; race: read-write v [warning]; race: write-write v [warning]; race: read-write acc @store [warning]; unproved: race needs-precondition distinct(perm)
    acc[k] = a; // @store; race: write-write acc [warning]; unproved: race needs-precondition distinct(perm)
  }
}

// What is stored comes of what is there, by way of a loop.
// expect: summed race=refuted
__global__ void summed(float *v, const int *key, const float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float a = v[key[i]]; // @load
    for (int j = 0; j < n; j++) a += f[j] * i;
    v[key[i]] = a; // race: read-write v @load; race: write-write v
  }
}

// So does whether it is stored.
// expect: least race=refuted
__global__ void least(int *v, const int *key, const int *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && f[i] < v[key[i]]) // @compare
    v[key[i]] = f[i]; // race: read-write v @compare; race: write-write v
}

// What is marked may be marked twice.
// expect: marked race=refuted
__global__ void marked(float *v, int *seen, const int *key, const float *w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = key[i];
    v[k] += w[i]; // race: read-write v; race: write-write v
    seen[k] = 1; // same-value: seen
  }
}
