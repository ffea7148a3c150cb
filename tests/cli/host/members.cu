// Members of structs behind pointers, of which --type-fact says something. Without a macro nothing is launched.
struct extents {
  long ne[2];
  unsigned long nb[2];
};
struct view {
  extents e;
  float *data;
  view *src[2];
};

__global__ void rows(float *a, long n0, long n1, long s1) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n0 && blockIdx.y < n1)
    a[blockIdx.y * s1 + i] = blockIdx.y;
}

void look_at(const view *v);

#define LAUNCH(v, stride) rows<<<dim3(((v)->e.ne[0] + 255) / 256, (v)->e.ne[1]), 256>>>((v)->data, (v)->e.ne[0], (v)->e.ne[1], (stride) / sizeof(float))

#ifdef GOOD // other functions see the struct between two reads
void launch(const view *v) {
  for (; v; v = v->src[0]) {
    if (v->e.nb[0] != sizeof(float))
      return;
    look_at(v);
    LAUNCH(v, v->e.nb[1]);
  }
}
#endif
#ifdef VALUE // a struct that is passed in memory
void launch(view v) {
  if (v.e.nb[0] == sizeof(float))
    LAUNCH(&v, v.e.nb[1]);
}
#endif
#ifdef OTHER // the stride of another struct
void launch(const view *v, const view *w) {
  if (v->e.nb[0] == sizeof(float) && w->e.nb[0] == sizeof(float))
    LAUNCH(v, w->e.nb[1]);
}
#endif
#ifdef NEXT // the stride of the next struct of a list
void launch(const view *v) {
  for (; v; v = v->src[0]) {
    if (v->e.nb[0] != sizeof(float))
      return;
    LAUNCH(v, v->src[0]->e.nb[1]);
  }
}
#endif
#ifdef LAST // the stride of the struct of the round before
void launch(view **v, int count) {
  unsigned long before = 0;
  for (int i = 0; i < count; i++) {
    if (v[i]->e.nb[0] != sizeof(float))
      return;
    LAUNCH(v[i], before);
    before = v[i]->e.nb[1];
  }
}
#endif
#ifdef WRITTEN // the function itself writes the stride
void launch(view *v) {
  if (v->e.nb[0] != sizeof(float))
    return;
  v->e.nb[1] = sizeof(float);
  look_at(v);
  LAUNCH(v, v->e.nb[1]);
}
#endif
#ifdef CALLED // a function that it calls does
__attribute__((noinline)) static void shorten(view *v, int count) {
  for (int i = 0; i < count; i++)
    v->e.nb[1] -= v->e.ne[i] > 7;
}
void launch(view *v, int count) {
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  shorten(v, count);
  LAUNCH(v, v->e.nb[1]);
  look_at(v + n);
}
#endif
#ifdef UNTESTED // the fact speaks of bytes, the kernel of elements
void launch(const view *v) { LAUNCH(v, v->e.nb[1]); }
#endif
