// A null pointer that guards do not exclude, and memory of unknown size.
__global__ void k(float *bias, const int *idx, int use, int n) {
  int i = threadIdx.x;
  if (i < n && use) bias[idx[i]] = 1;
}
void with(int *unknown) { k<<<1, 32>>>(nullptr, unknown, 0, 32); }
void without(int *unknown) { k<<<1, 32>>>(nullptr, unknown, 1, 32); }
