// Who finds a neighbour without an owner owns it. That two write it shows only where both look before either writes: in runs
// in which threads keep pace.
// expect: claim race=refuted
__global__ void claim(int *owner, const int *edge, const int *first, const int *degree, int nodes) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= nodes)
    return;
  for (int k = 0; k < degree[t]; k++) {
    int next = edge[first[t] + k];
    if (next < nodes && owner[next] == 1000000000) // @look
      owner[next] = t; // race: write-write owner ; race: read-write owner @look
  }
}

// The same without a look at what others write.
// expect: claim_free race=proved
__global__ void claim_free(int *owner, const int *edge, const int *first, const int *degree, int nodes) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= nodes)
    return;
  for (int k = 0; k < degree[t]; k++)
    if (edge[first[t] + k] < nodes)
      owner[t] = edge[first[t] + k];
}

// One comes to the look long before the other: they wait for each other before they write.
// expect: claim_apart race=refuted
__global__ void claim_apart(int *owner, const int *log) {
  int sum = 0;
  for (int k = 0; k < ((int)threadIdx.x + 1) * 200; k++)
    sum ^= log[k];
  if (owner[0] == 1000000000) // @apart
    owner[0] = (int)threadIdx.x; // race: write-write owner ; race: read-write owner @apart
}
