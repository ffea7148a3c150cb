// Nothing comes into the program: a condition that is not followed is one constant, and what it guards may never be launched. With GIVEN,
// what the program is given decides.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

__global__ void by_map(int *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x]++;
}
__global__ void by_vector(int *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x]++;
}
__global__ void by_order(int *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x]++;
}
__global__ void after_loop(int *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x]++;
}

#ifdef GIVEN
int main(int given, char **) {
#else
int main() {
  const int given = 0;
#endif
  std::map<std::string, bool> options{{"more", given > 1}};
  std::vector<int> levels = {given, 0, 0}, sorted = {given, 1, 2};
  int *a, left = 3;
  cudaMalloc(&a, 100 * sizeof(int));
  if (options["more"])
    by_map<<<1, 128>>>(a, 101);
  for (int level : levels)
    if (level > 2)
      by_vector<<<1, 128>>>(a, 101);
  std::sort(sorted.begin(), sorted.end());
  if (sorted[0] > sorted[1])
    by_order<<<1, 128>>>(a, 101);
  do {
    cudaMemcpy(&left, a, sizeof left, cudaMemcpyDeviceToHost);
  } while (left > 0);
  after_loop<<<1, 128>>>(a, 101);
  return cudaDeviceSynchronize();
}
