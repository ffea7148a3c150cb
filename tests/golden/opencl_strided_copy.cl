// A copy with a stride touches every stride-th element of the global array, and those of the local one in a row.
// RUN: check --only=race,divergence --local-size=64 --num-groups=4
#define N 64

// Groups gather columns.
kernel void gathers(global float *in, global float *out) // expect: gathers race=proved
{
  local float s[N];
  event_t e = async_work_group_strided_copy(s, in + get_group_id(0), N, 4, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[N - 1 - get_local_id(0)];
}

kernel void not_waited(global float *in, global float *out) // expect: not_waited race=refuted
{
  local float s[N];
  event_t e = async_work_group_strided_copy(s, in + get_group_id(0), N, 4, 0); // @copy
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[N - 1 - get_local_id(0)]; // race: * s @copy
}

// Four groups scatter into columns of rows of four.
kernel void scatters(global float *out) // expect: scatters race=proved
{
  local float s[N];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + get_group_id(0), s, N, 4, 0);
  wait_group_events(1, &e);
}

// Rows of three.
kernel void scatters_close(global float *out) // expect: scatters_close race=refuted
{
  local float s[N];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + get_group_id(0), s, N, 3, 0); // race: write-write out
  wait_group_events(1, &e);
}

// The column between is another's.
kernel void between(global float4 *out) // expect: between race=proved
{
  local float4 s[N];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + 128 * get_group_id(0), s, N, 2, 0);
  out[128 * get_group_id(0) + 2 * get_local_id(0) + 1] = 0;
  wait_group_events(1, &e);
}

kernel void not_between(global float4 *out) // expect: not_between race=refuted
{
  local float4 s[N];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + 128 * get_group_id(0), s, N, 2, 0); // @scatter
  out[128 * get_group_id(0) + 2 * get_local_id(0)] = 0; // race: * out @scatter
  wait_group_events(1, &e);
}

kernel void own_element(global float *in, global float *out, int stride) // expect: own_element race=refuted
{
  local float s[N];
  s[get_local_id(0)] = 0; // @write
  event_t e = async_work_group_strided_copy(s, in, N, stride, 0); // race: * s @write
  wait_group_events(1, &e);
}

// Arguments that differ.
kernel void other_stride(global float *in) // expect: other_stride race=unproved|proved divergence=refuted
{
  local float s[N];
  event_t e = async_work_group_strided_copy(s, in, N, get_local_id(0), 0); // divergence: other-barrier; may-unproved: race
  wait_group_events(1, &e);
}

// Two at a time, one behind the other.
kernel void two(global float *in, global float *out) // expect: two race=proved
{
  local float a[N], b[N];
  event_t e[2];
  e[0] = async_work_group_strided_copy(a, in, N, 2, 0);
  e[1] = async_work_group_strided_copy(b, in + 1, N, 2, 0);
  wait_group_events(2, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[N - 1 - get_local_id(0)] + b[get_local_id(0)];
}

// Nothing is copied.
kernel void none(global float *out) // expect: none race=proved
{
  local float s[N];
  s[get_local_id(0)] = 1;
  event_t e = async_work_group_strided_copy(out, s, 0, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = s[get_local_id(0)];
}
