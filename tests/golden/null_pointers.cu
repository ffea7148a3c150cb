// A null pointer points to no array: what is not reached through it is judged by the other pointer alone.
// RUN: check --only=race,divergence,bounds --extent p=64 --block=64 --grid=1
__global__ void chosen(int *p, int n) // expect: chosen race=proved bounds=proved
{
  int *r = n > 3 ? p : nullptr;
  if (r)
    r[threadIdx.x] = threadIdx.x;
}

__global__ void chosen_racy(int *p, int n) // expect: chosen_racy race=refuted bounds=proved
{
  int *r = n > 3 ? p : nullptr;
  if (r)
    r[threadIdx.x / 2] = threadIdx.x; // race: write-write p
}

// Nothing keeps null from being used.
__global__ void unchecked(int *p, int n) // expect: unchecked race=proved bounds=unproved; assume: no access goes through a pointer that may be null
{
  int *r = n > 3 ? p : nullptr;
  r[threadIdx.x] = threadIdx.x; // unproved: bounds
}

__global__ void asked_otherwise(int *p, int n) // expect: asked_otherwise race=proved bounds=proved; assume: !a pointer that may be null
{
  int *r = nullptr;
  if (n > 3)
    r = p;
  if (n > 3)
    r[threadIdx.x] = threadIdx.x;
}

__global__ void other_question(int *p, int n) // expect: other_question race=proved bounds=unproved; assume: no access goes through a pointer that may be null
{
  int *r = nullptr;
  if (n > 3)
    r = p;
  if (n > 2)
    r[threadIdx.x] = threadIdx.x; // unproved: bounds
}
