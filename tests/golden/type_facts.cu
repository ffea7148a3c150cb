// RUN: check --only=race,divergence --type-fact=view:stride>=width --type-fact=lib::tensor:nb[1]>=nb[0]*ne[0]&&nb[0]>=1
// What is stated of a type (--type-fact) holds of each struct of the type that a kernel is passed, also within another one.
struct view {
  float *data;
  int width, height, stride;
};
struct other {
  float *data;
  int width, height, stride;
};
struct pair {
  int n;
  view in[2];
};
namespace lib {
struct tensor {
  int *data;
  long ne[2], nb[2];
};
} // namespace lib

__global__ void rows(view v) // expect: rows race=proved; assume: required: v.stride>=v.width
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < v.width && y < v.height)
    v.data[(long)y * v.stride + x] = x + 1000.0f * y;
}

__global__ void rows_of_other(other v) // expect: rows_of_other race=unproved
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < v.width && y < v.height)
    v.data[(long)y * v.stride + x] = x + 1000.0f * y; // race: write-write v.data [warning]; may-unproved: race
}

__global__ void rows_and_one_more(view v) // expect: rows_and_one_more race=unproved
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= v.width && y < v.height)
    v.data[(long)y * v.stride + x] = x + 1000.0f * y; // race: write-write v.data [warning]; may-unproved: race
}

__global__ void rows_within(pair p) // expect: rows_within race=proved; assume: required: p.in[1].stride>=p.in[1].width
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < p.in[1].width && y < p.in[1].height)
    p.in[1].data[(long)y * p.in[1].stride + x] = x + 1000.0f * y;
}

__global__ void strides(lib::tensor t) // expect: strides race=proved; assume: required: t.nb[1]>=t.nb[0]
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < t.ne[0] && y < t.ne[1])
    t.data[y * t.nb[1] + x * t.nb[0]] = x + 1000 * y;
}

__global__ void behind_a_pointer(const view *v, float *data) // expect: behind_a_pointer race=unproved|refuted
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < v->width && y < v->height)
    data[(long)y * v->stride + x] = x + 1000.0f * y; // race: * data [*]; may-unproved: race
}
