// RUN: check --only=race,divergence --annotations=gpuverify --block=64 --grid=2
// Functions without a body: what gets numbers and copies only is taken to do nothing but return.

struct pair { int a, b; };
struct link { int *where; };

__device__ int choose(int i);
__device__ void look(pair p);
__device__ void store(int *at);
__device__ void follow(link l);

// expect: chooses_free race=proved
// assume: choose(int)
__global__ void chooses_free(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = choose(i);
}

// What it returns is any value, a different one in each thread.
// expect: chooses_racy race=unproved
__global__ void chooses_racy(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[choose(7)] = i; // race: write-write a [*]
}

// expect: chooses_barrier divergence=unproved race=unproved
__global__ void chooses_barrier(int *a) {
  if (choose(7))
    __syncthreads(); // divergence: * [*]
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// The copy that it gets is read from memory that others write, or not.
// expect: looks_free race=proved
// assume: effect-free
__global__ void looks_free(pair *p, int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 1;
  look(p[3]);
}

// expect: looks_racy race=refuted
__global__ void looks_racy(pair *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].a = i; // @set
  look(p[3]); // race: read-write p @set
}

// Pointers lead somewhere.
// expect: stores race=unproved divergence=unproved
__global__ void stores(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  store(a); // unproved: race unsupported; unproved: divergence unsupported
}

// expect: follows race=unproved divergence=unproved
__global__ void follows(link l) {
  follow(l); // unproved: race unsupported; unproved: divergence unsupported
}

// A function that breaks the assumption, seen with its body: no longer assumed, but found.
__device__ int total;
__device__ int count(int i) {
  total += i; // race: read-write total; race: write-write total; race: read-write total @total
  return total; // @total
}

// expect: counts_racy race=refuted
__global__ void counts_racy(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = count(i);
}
