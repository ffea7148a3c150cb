// Memory behind pointers that were read from memory: runs give each pointer memory of its own, so what they show is
// true where the host allocated each of them. Proofs assume so too (pointers_followed), but not of lists.

// Rows of a matrix.
// expect: rows race=refuted
__global__ void rows(float **row, int n) {
  float *r = row[blockIdx.x];
  if (threadIdx.x < n)
    r[threadIdx.x] = r[threadIdx.x + 1]; // race: read-write row[]
}

// expect: rows_apart race=proved
__global__ void rows_apart(float **row, int n) {
  float *r = row[blockIdx.x];
  if (threadIdx.x < n)
    r[threadIdx.x] = r[threadIdx.x] + 1;
}

// expect: rows_one_each race=proved
__global__ void rows_one_each(float **row) {
  float *r = row[blockIdx.x * blockDim.x + threadIdx.x];
  r[0] = threadIdx.x;
}

// expect: rows_shared race=refuted
__global__ void rows_shared(float **row) {
  float *r = row[(blockIdx.x * blockDim.x + threadIdx.x) / 2];
  r[0] = threadIdx.x; // race: write-write row[]
}

// Structures that hold a pointer and a size.
struct Tensor {
  int n;
  float *data;
};
// expect: tensors race=refuted
__global__ void tensors(Tensor *t) {
  Tensor a = t[blockIdx.x];
  for (int i = threadIdx.x; i < a.n; i += blockDim.x)
    a.data[i] = a.data[i ^ 1]; // race: read-write t[].8
}

// expect: tensors_apart race=proved
__global__ void tensors_apart(Tensor *t) {
  Tensor a = t[blockIdx.x];
  for (int i = threadIdx.x; i < a.n; i += blockDim.x)
    a.data[i] = a.data[i] * 2;
}

// Lists: the nodes are apart, and each list ends.
struct Node {
  float value;
  Node *next;
};
// expect: lists race=refuted
__global__ void lists(Node **head, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (Node *p = head[i / 2]; p; p = p->next) // unproved: race unknown-pointer
      p->value += 1; // race: read-write head[]; race: write-write head[]
}

// expect: lists_apart race=unproved
__global__ void lists_apart(Node **head, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (Node *p = head[i]; p; p = p->next) // unproved: race unknown-pointer
      p->value += 1; // unproved: race unknown-pointer
}

// A pointer in a variable.
__device__ float *buffer;
// expect: variable race=refuted
__global__ void variable(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    buffer[i] = buffer[i + 1]; // race: read-write buffer[]
}

// expect: variable_apart race=proved
__global__ void variable_apart(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    buffer[i] = buffer[i] + 1;
}

// What comes behind an access through such a pointer is reached.
// expect: beside race=refuted
__global__ void beside(const float *const *row) {
  __shared__ float s[1024];
  s[threadIdx.x / 2] = row[blockIdx.x][threadIdx.x]; // race: write-write s
}

// expect: beside_apart race=proved
__global__ void beside_apart(const float *const *row) {
  __shared__ float s[1024];
  s[threadIdx.x] = row[blockIdx.x][threadIdx.x];
}

// A table of pointers that is passed by value.
struct Table {
  int *row[4];
  int n[4];
};
// expect: table race=refuted
__global__ void table(Table t, int k) {
  if (threadIdx.x < t.n[k & 3])
    t.row[k & 3][threadIdx.x] = t.row[k & 3][threadIdx.x + 1]; // race: read-write t[]
}

// expect: table_apart race=proved
__global__ void table_apart(Table t, int k) {
  if (threadIdx.x < t.n[k & 3])
    t.row[k & 3][threadIdx.x] = t.row[k & 3][threadIdx.x] + 1;
}

// A copy of it.
// expect: table_copied race=refuted
__global__ void table_copied(Table t, int k) {
  Table u = t;
  u.n[0] += 1;
  if (threadIdx.x < u.n[k & 3])
    u.row[k & 3][threadIdx.x] = u.row[k & 3][threadIdx.x + 1]; // race: read-write t[]
}

// expect: table_copied_apart race=unproved
__global__ void table_copied_apart(Table t, int k) {
  Table u = t;
  u.n[0] += 1;
  if (threadIdx.x < u.n[k & 3])
    u.row[k & 3][threadIdx.x] = u.row[k & 3][threadIdx.x] + 1; // unproved: race unknown-pointer
}
