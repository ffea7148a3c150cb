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
#ifdef ALIAS // the other parameter may lead to the same struct
void launch(view *v, view *u) {
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  u->e.ne[0] = 1;
  u->e.nb[1] = sizeof(float);
  look_at(v);
  rows<<<dim3((n + 255) / 256, 16), 256>>>(v->data, n, 16, v->e.nb[1] / sizeof(float));
}
#endif
#ifdef COERCED // the struct with its pointer is passed as that pointer
struct handle {
  view *v;
};
void launch(const view *v, handle h) {
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  h.v->e.ne[0] = 1;
  h.v->e.nb[1] = sizeof(float);
  look_at(v);
  rows<<<dim3((n + 255) / 256, 16), 256>>>(v->data, n, 16, v->e.nb[1] / sizeof(float));
}
#endif
#ifdef TESTED // one number is read twice: an assumption, whether or not a fact is used
void launch(const view *v, long n) {
  if (v->e.ne[0] != 5)
    return;
  look_at(v);
  if (v->e.ne[0] == n)
    rows<<<dim3(1, 16), 256>>>(v->data, n, 16, 8);
}
#endif
#ifdef CHOSEN // so may the pointer that a condition chooses
void launch(view *v, view *u, bool c) {
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  view *p = c ? v : u;
  p->e.ne[0] = 1;
  p->e.nb[1] = sizeof(float);
  look_at(v);
  rows<<<dim3((n + 255) / 256, 16), 256>>>(v->data, n, 16, v->e.nb[1] / sizeof(float));
}
#endif
#ifdef ATOMIC
void launch(view *v) {
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  __atomic_fetch_and(&v->e.ne[0], 1, 5);
  __atomic_fetch_and(&v->e.nb[1], 4, 5);
  rows<<<dim3((n + 255) / 256, 16), 256>>>(v->data, n, 16, v->e.nb[1] / sizeof(float));
}
#endif
#ifdef WITHIN // a function that gets it in another struct
struct holder {
  view *v;
  long count;
};
__attribute__((noinline)) static void shorten(holder *h) {
  for (long i = 0; i < h->count; i++) {
    h->v->e.ne[0] = 1;
    h->v->e.nb[1] = sizeof(float);
  }
}
void launch(holder *h) {
  view *v = h->v;
  if (v->e.nb[0] != sizeof(float))
    return;
  long n = v->e.ne[0];
  shorten(h);
  rows<<<dim3((n + 255) / 256, 16), 256>>>(v->data, n, 16, v->e.nb[1] / sizeof(float));
}
#endif
#if defined CAST || defined MIXED
struct other {
  long ne[2];
  unsigned long nb[2];
  float *data;
};
long length_of(const view *v) { return v->e.ne[0]; } // so that debug information has the type
#endif
#ifdef CAST // the struct is another one
void launch(view *v, int tag) {
  if (tag == 3) {
    other *o = (other *)v;
    if (o->nb[0] == sizeof(float))
      rows<<<dim3((o->ne[0] + 255) / 256, 16), 256>>>(o->data, o->ne[0], 16, o->nb[1] / sizeof(float));
  }
}
#endif
#ifdef MIXED // or may be
void launch(view *v, other *o, bool c) {
  void *p;
  if (c) {
    look_at(v);
    p = v;
  } else {
    look_at(nullptr);
    p = o;
  }
  other *q = (other *)p;
  if (q->nb[0] == sizeof(float))
    rows<<<dim3((q->ne[0] + 255) / 256, 16), 256>>>(q->data, q->ne[0], 16, q->nb[1] / sizeof(float));
}
#endif
#ifdef NARROW
__global__ void narrow(float *a, int n0, int s1) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n0)
    a[(long)blockIdx.y * s1 + i] = blockIdx.y;
}
void launch(const view *v) { narrow<<<dim3(4, 16), 256>>>(v->data, v->e.ne[0], v->e.ne[1]); }
#endif
#ifdef UNTESTED // the fact speaks of bytes, the kernel of elements
void launch(const view *v) { LAUNCH(v, v->e.nb[1]); }
#endif
