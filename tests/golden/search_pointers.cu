// RUN: search --only=race,divergence --steps=4000000
// Pointers in memory: each leads to memory of its own.

// Batches of matrices; two blocks share one.
// expect: batch race=refuted divergence=unchecked
__global__ void batch(const float *const *a, const float *const *b, float *const *c, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float s = 0;
    for (int i = 0; i < k; i++)
      s += a[blockIdx.z][row * k + i] * b[blockIdx.z][i * n + col];
    c[blockIdx.z / 2][row * n + col] = s; // race: write-write c[]
  }
}

// expect: batch_apart race=unchecked divergence=unchecked
__global__ void batch_apart(const float *const *a, const float *const *b, float *const *c, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float s = 0;
    for (int i = 0; i < k; i++)
      s += a[blockIdx.z][row * k + i] * b[blockIdx.z][i * n + col];
    c[blockIdx.z][row * n + col] = s;
  }
}

// Trees.
struct Tree {
  int key;
  Tree *left, *right;
};
// expect: trees race=refuted divergence=unchecked
__global__ void trees(Tree **root, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  for (Tree *t = root[0]; t; t = k < t->key ? t->left : t->right) // @walk
    if (t->key == k) // @key
      t->key = k + 1; // race: read-write root[] @walk; race: read-write root[] @key; race: write-write root[]
}

// expect: trees_apart race=unchecked divergence=unchecked
__global__ void trees_apart(Tree **root, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  for (Tree *t = root[blockIdx.x * blockDim.x + threadIdx.x]; t; t = k < t->key ? t->left : t->right)
    if (t->key == k)
      t->key = k + 1;
}

// Rows of rows.
// expect: cube race=refuted divergence=unchecked
__global__ void cube(int ***a) {
  a[blockIdx.x][threadIdx.x][threadIdx.y] = a[blockIdx.x][threadIdx.x ^ 1][threadIdx.y]; // race: read-write a[][]
}

// expect: cube_apart race=unchecked divergence=unchecked
__global__ void cube_apart(int ***a) {
  a[blockIdx.x][threadIdx.x][threadIdx.y] = a[blockIdx.x][threadIdx.x][threadIdx.y] + 1;
}

// A copy of a structure that is indexed.
struct Rows {
  int *row[4];
  int n;
};
// expect: copied race=refuted divergence=unchecked
__global__ void copied(const Rows *rows) {
  Rows r = rows[blockIdx.x];
  for (int i = 0; i < 4; i++)
    r.row[i][threadIdx.x / 2] = threadIdx.x; // race: write-write rows[]
}

// expect: copied_apart race=unchecked divergence=unchecked
__global__ void copied_apart(const Rows *rows) {
  Rows r = rows[blockIdx.x];
  for (int i = 0; i < 4; i++)
    r.row[i][threadIdx.x] = threadIdx.x;
}

// A structure that is passed by value and indexed: its bytes vary, and its pointers lead to memory of their own.
struct Table {
  int *row[4];
  int n[4];
};
// expect: table race=refuted divergence=unchecked
__global__ void table(Table t, int k) {
  if (t.n[k & 3] == 9)
    t.row[k & 3][threadIdx.x / 2] = threadIdx.x; // race: write-write t[]
}

// expect: table_apart race=unchecked divergence=unchecked
__global__ void table_apart(Table t, int k) {
  if (t.n[k & 3] == 9 && blockIdx.x < 4)
    t.row[blockIdx.x][threadIdx.x] = threadIdx.x;
}
