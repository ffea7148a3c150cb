// Calls that get what a launch's numbers are computed from, and may not return, or write what a condition reads later.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

static void require(bool ok, const char *format, ...) {
  if (ok)
    return;
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  exit(1);
}

static int failures;
static void expect(bool ok, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (!ok) {
    vfprintf(stderr, format, list);
    failures++;
  }
  va_end(list);
}

static void tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}

__global__ void required(int *a, int n) { a[blockIdx.x * 256 + threadIdx.x] = n; }
__global__ void expected(int *a, int n) { a[blockIdx.x * 256 + threadIdx.x] = n; }
__global__ void told(int *a, int n) { a[blockIdx.x * 256 + threadIdx.x] = n; }

void launch_required(int n) {
  require(n > 0 && n % 256 == 0, "%d is no multiple of 256\n", n);
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  required<<<(n + 255) / 256, 256>>>(a, n);
}

int launch_expected(int n) {
  expect(n > 0 && n % 256 == 0, "%d is no multiple of 256\n", n);
  if (failures > 0)
    return 1;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  expected<<<(n + 255) / 256, 256>>>(a, n);
  return 0;
}

void launch_told(int n) {
  tell("%d elements\n", n);
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  told<<<(n + 255) / 256, 256>>>(a, n);
}

int main(int argc, char **argv) {
  if (argc == 2)
    launch_required(atoi(argv[1]));
  else if (argc == 3)
    return launch_expected(atoi(argv[2]));
  else if (argc == 4)
    launch_told(atoi(argv[3]));
}
