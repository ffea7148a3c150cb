// What a thread must read in an array that the kernel writes, for the race to happen, is put there.
// expect: visit_racy race=refuted
__global__ void visit_racy(const int *row, const int *col, int *level, const int *queue, int n, int *next, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int u = queue[i];
    for (int e = row[u]; e < row[u + 1]; e++) {
      int v = col[e];
      if (level[v] == -1) { // race: read-write level @visit
        level[v] = u; // @visit ; may-race: write-write level
        next[atomicAdd(count, 1)] = v;
      }
    }
  }
}

// expect: visit_free race=proved
__global__ void visit_free(const int *row, const int *col, int *level, const int *queue, int n, int *next, int *count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int u = queue[i];
    for (int e = row[u]; e < row[u + 1]; e++) {
      int v = col[e];
      if (atomicCAS(&level[v], -1, u) == -1)
        next[atomicAdd(count, 1)] = v;
    }
  }
}

// So is what an atomic operation must find.
// expect: bucket_free race=proved
__global__ void bucket_free(const int *key, int *count, int *out, int room, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = key[i], p = atomicAdd(&count[b], 1);
    if (p >= 0 && p < room)
      out[b * room + p] = (int)i;
  }
}

// expect: bucket_racy race=refuted
__global__ void bucket_racy(const int *key, int *count, int *out, int room, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = key[i], p = atomicAdd(&count[b], 1);
    if (p >= 0 && p <= room)
      out[b * room + p] = (int)i; // race: write-write out
  }
}

// Whoever comes first takes what is in one element: the whole array holds it.
// expect: claimed_racy race=refuted
__global__ void claimed_racy(const int *row, const int *col, int *level, const int *queue, int n, int *count) {
  __shared__ int found;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (i < n) {
    int u = queue[i];
    for (int e = row[u]; e < row[u + 1]; e++)
      if (atomicCAS(&level[col[e]], -1, u) == -1)
        atomicAdd(&found, 1); // @claimed
  }
  if (threadIdx.x == 0)
    atomicAdd(count, found); // race: atomic-plain found @claimed
}

// expect: claimed_free race=proved
__global__ void claimed_free(const int *row, const int *col, int *level, const int *queue, int n, int *count) {
  __shared__ int found;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (i < n) {
    int u = queue[i];
    for (int e = row[u]; e < row[u + 1]; e++)
      if (atomicCAS(&level[col[e]], -1, u) == -1)
        atomicAdd(&found, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(count, found);
}
