// Members of structs that are passed by value are called as in the source: in nested structs, arrays, base
// classes and anonymous structs. Members of unions and bit-fields are called by their byte.
struct header { int version; };
struct shape { int rows, columns; };
struct view : header {
  unsigned ne[2];
  shape inner;
  struct { int hidden; };
  union { int bits; float value; };
  int low : 4, high : 4;
  int pitch;
};

// expect: rows race=unproved
__global__ void rows(int *a, view p) {
  if (threadIdx.x < p.inner.columns)
    a[blockIdx.x * p.pitch + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition p.pitch >= p.inner.columns
}

// expect: elements race=unproved
__global__ void elements(int *a, view p) {
  if (threadIdx.x < p.ne[0])
    a[blockIdx.x * p.ne[1] + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition p.ne[1] >= p.ne[0]
}

// expect: inherited race=unproved
__global__ void inherited(int *a, view p) {
  if (threadIdx.x < p.version)
    a[blockIdx.x * p.hidden + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition p.hidden >= p.version
}

// expect: of_union race=unproved
__global__ void of_union(int *a, view p) {
  if (threadIdx.x < p.pitch)
    a[blockIdx.x * p.bits + threadIdx.x] = blockIdx.x * 1000 + threadIdx.x; // race: write-write a [warning]; unproved: race needs-precondition p.24 >= p.pitch
}
