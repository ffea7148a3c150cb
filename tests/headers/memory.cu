// Loads and stores with cache hints, memcpy and memset, the device heap, printf and assert.
#include <assert.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; float b; __device__ pair(int a) : a(a), b(0) {} };
__global__ void kernel(int *a, const float4 *f, float4 *g, double *d, char *c, int n) {
  int i = threadIdx.x;
  a[i] = __ldg(a + 1) + __ldcg(a + 2) + __ldca(a + 3) + __ldcs(a + 4) + __ldlu(a + 5) + __ldcv(a + 6);
  g[i] = __ldg(f + i);
  d[i] = __ldg(&d[1]);
  __stcg(a, 1);
  __stcs(g, f[2]);
  __stwb(d, 1.0);
  __stwt(c, 'x');
  memcpy(c, a, n);
  memcpy(&g[1], &f[1], sizeof(float4));
  memset(c, 0, 16);
  memmove(c, c + 1, 8);
  assert(a[i] > 0);
  printf("%d %f %s\n", a[i], d[i], "text");
  int *heap = (int *)malloc(16);
  heap[0] = i;
  free(heap);
  pair *p = new pair(i), *q = new (c) pair(2);
  a[i] = p->a + q->a;
  delete p;
}
