// RUN: check --only=bounds --extent a=pitch*480 --requires pitch>=640
// Rows whose length is a parameter, and a number of them that is none: the last one ends where the array does.

__global__ void rows(float *a, int pitch) // expect: rows bounds=proved
{
  int x = threadIdx.x, y = blockIdx.y;
  if (x < 640 && y < 480)
    a[y * pitch + x] = 1;
}

__global__ void rows_more(float *a, int pitch) // expect: rows_more bounds=refuted
{
  int x = threadIdx.x, y = blockIdx.y;
  if (x < 640 && y < 481)
    a[y * pitch + x] = 1; // bounds: a
}

__global__ void rows_of_half(float *a, int pitch) // expect: rows_of_half bounds=proved
{
  int x = threadIdx.x, y = blockIdx.y;
  if (x < 320 && y < 960)
    a[y * (pitch / 2) + x] = 1;
}
