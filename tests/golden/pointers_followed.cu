// Pointers that lie in an array which nobody writes: a proof assumes that each leads to memory of its own. One pointer is one pointer, though,
// whoever reads it; and what may be a link of a list or tree is not followed, nor a pointer that the kernel stores itself.

struct Fields {
  float *x, *v;
  int n;
};
// expect: fields race=proved; assume: each pointer in 'f' leads to memory of its own
__global__ void fields(Fields *f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < f->n)
    f->x[i] += f->v[i];
}

// expect: fields_racy race=refuted
__global__ void fields_racy(Fields *f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < f->n)
    f->x[i] += f->x[i + 1]; // race: read-write f[]
}

// Each block has a row; one row for several blocks.
// expect: rows race=proved
__global__ void rows(float **row) { row[blockIdx.x][threadIdx.x] = blockIdx.x; }

// expect: rows_shared race=refuted
__global__ void rows_shared(float **row) {
  row[blockIdx.x % 4][threadIdx.x] = blockIdx.x; // race: write-write row[]
}

// A choice of two.
// expect: choice race=proved
__global__ void choice(float **a, float **b, int c) {
  float *p = c ? a[blockIdx.x] : b[blockIdx.x];
  p[threadIdx.x] = blockIdx.x;
}

// expect: choice_racy race=refuted
__global__ void choice_racy(float **a, float **b, int c) {
  float *p = c ? a[0] : b[0];
  p[threadIdx.x] = blockIdx.x; // race: write-write *
}

// expect: of_threads race=refuted
__global__ void of_threads(float **a) {
  float *p = threadIdx.x < 32 ? a[2 * blockIdx.x] : a[2 * blockIdx.x + 1];
  p[threadIdx.x & 15] = threadIdx.x; // race: write-write a[]
}

// Pointers behind pointers.
// expect: cubes race=proved
__global__ void cubes(float ***a) { a[blockIdx.x][blockIdx.y][threadIdx.x] = 1; }

// expect: cubes_racy race=refuted
__global__ void cubes_racy(float ***a) {
  a[blockIdx.x][0][threadIdx.x] = blockIdx.y; // race: write-write a[][]
}

// Bytes of several elements.
// expect: bytes_racy race=refuted
__global__ void bytes_racy(char **a) {
  *(int *)(a[blockIdx.x] + threadIdx.x) = threadIdx.x; // race: write-write a[]
}

// The kernel stores a pointer itself.
// expect: stored race=refuted
__global__ void stored(float **a) {
  if (threadIdx.x == 0)
    a[blockIdx.x] = a[0]; // may-race: read-write a [*]
  __syncthreads();
  a[blockIdx.x][threadIdx.x] = blockIdx.x; // race: write-write a[]; may-race: read-write a [*]; may-unproved: race
}

// Nodes of a list usually lie in the array: the next one's value is another thread's own.
struct Node {
  Node *next;
  float value;
};
// expect: neighbours race=unproved
__global__ void neighbours(Node *node) {
  Node *n = &node[blockIdx.x * blockDim.x + threadIdx.x];
  n->next->value = n->value; // unproved: race unknown-pointer
}

// One member of a struct that is passed by value, by its name and by an index.
struct Rows {
  float *row[4];
};
// expect: twice race=unproved
__global__ void twice(Rows r, int k) {
  if (blockIdx.x == 0)
    r.row[0][threadIdx.x] = 1; // unproved: race unknown-pointer
  else
    r.row[k & 3][threadIdx.x] = 2; // unproved: race unknown-pointer
}

// A pointer that a thread keeps in shared memory.
// expect: kept race=unproved
__global__ void kept(float **a) {
  __shared__ float *s;
  if (threadIdx.x == 0)
    s = a[blockIdx.x];
  __syncthreads();
  s[threadIdx.x] = 1; // unproved: race unknown-pointer
}

// Nobody writes there, and it is no shared memory.
// expect: sums race=proved
__global__ void sums(float *out, float **row) {
  __shared__ float s[1024];
  s[threadIdx.x] = 0;
  s[threadIdx.x] += row[blockIdx.x][threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = s[blockDim.x - 1];
}
