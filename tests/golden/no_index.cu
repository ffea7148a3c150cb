// Kernels that read no index: every thread does the same to the same cell.
// expect: add_racy race=refuted
__global__ void add_racy(int *p) {
  *p = *p + 1; // race: read-write p; may-race: write-write p
}

// expect: store_note race=proved
__global__ void store_note(int *p, int v) {
  *p = v; // same-value: p
}

// expect: load_free race=proved
__global__ void load_free(const int *p) {
  int v = *p;
  (void)v;
}

// expect: add_free race=proved
__global__ void add_free(int *p) {
  atomicAdd(p, 1);
}
