/* Li, Li and Gopalakrishnan, "Practical Symbolic Race Checking of GPU Programs"
 * (SC 2014, SESA), section II: the kernel `race`.
 *
 * Answer: racy in both intervals. Before the barrier thread t reads what thread
 * t + 1 writes (modulo the block). After it, even threads read cells that odd
 * threads write through t >> 2, and threads 1 and 3 both write cell 0. */

// expect: race race=refuted
__global__ void race(int *v, int *out) {
  unsigned tid = threadIdx.x;
  v[tid] = v[(tid + 1) % blockDim.x]; // race: read-write v
  __syncthreads();
  if (tid % 2 == 0)
    out[tid] = v[tid];                // @then
  else
    v[tid >> 2] = (int)tid;           // race: read-write v @then; race: write-write v
}
