// RUN: check --only=race,divergence --local-size=64 --num-groups=4
// A copy by a work-group is one copy, under way until its event was waited for, and over for others behind a barrier.
#define N 64

kernel void loads(global float *in, global float *out) // expect: loads race=proved
{
  local float s[N];
  event_t e = async_work_group_copy(s, in + N * get_group_id(0), N, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[N - 1 - get_local_id(0)];
}

kernel void not_waited(global float *in, global float *out) // expect: not_waited race=refuted
{
  local float s[N];
  event_t e = async_work_group_copy(s, in + N * get_group_id(0), N, 0); // @copy
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = s[N - 1 - get_local_id(0)]; // race: * s @copy
}

// Waits for one of two.
kernel void of_two(global float *in, global float *out) // expect: of_two race=refuted
{
  local float a[N], b[N];
  event_t e[2];
  e[0] = async_work_group_copy(a, in, N, 0);
  e[1] = async_work_group_copy(b, in, N, 0); // @second
  wait_group_events(1, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_local_id(0)] + b[get_local_id(0)]; // race: * b @second
}

kernel void both(global float *in, global float *out) // expect: both race=proved
{
  local float a[N], b[N];
  event_t e[2];
  e[0] = async_work_group_copy(a, in, N, 0);
  e[1] = async_work_group_copy(b, in, N, 0);
  wait_group_events(2, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_local_id(0)] + b[get_local_id(0)];
}

// Waits for the second: whether the first is complete is not told apart.
kernel void second_first(global float *in, global float *out) // expect: second_first race=unproved divergence=unproved
{
  local float a[N], b[N];
  event_t e[2];
  e[0] = async_work_group_copy(a, in, N, 0);
  e[1] = async_work_group_copy(b, in, N, 0); // @both; may-race: * b @out [*]; may-unproved: race
  wait_group_events(1, &e[1]); // unproved: race unsupported; unproved: divergence unsupported
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = b[get_local_id(0)]; // @out; may-race: * b @both [*]; may-unproved: race
}

// Two copies with one event.
kernel void joined(global float *in, global float *out) // expect: joined race=proved
{
  local float a[N], b[N];
  event_t e = async_work_group_copy(a, in, N, 0);
  async_work_group_copy(b, in, N, e);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_local_id(0)] + b[get_local_id(0)];
}

kernel void not_joined(global float *in, global float *out) // expect: not_joined race=refuted
{
  local float a[N], b[N];
  event_t e = async_work_group_copy(a, in, N, 0);
  async_work_group_copy(b, in, N, 0); // @alone
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_local_id(0)] + b[get_local_id(0)]; // race: * b @alone
}

// In a loop, one after the other; the barrier at the end keeps the next copy behind the reads.
kernel void rounds(global float *in, global float *out, int n) // expect: rounds race=proved
{
  local float s[N];
  float sum = 0;
  for (int i = 0; i < n; i++) {
    event_t e = async_work_group_copy(s, in + N * i, N, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[N - 1 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

kernel void rounds_racy(global float *in, global float *out, int n) // expect: rounds_racy race=refuted
{
  local float s[N];
  float sum = 0;
  for (int i = 0; i < n; i++) {
    event_t e = async_work_group_copy(s, in + N * i, N, 0); // @next
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[N - 1 - get_local_id(0)]; // race: * s @next
  }
  out[get_global_id(0)] = sum;
}

// What a work-item wrote is copied behind a barrier only.
kernel void stores(global float *out) // expect: stores race=proved
{
  local float s[N];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + N * get_group_id(0), s, N, 0);
  wait_group_events(1, &e);
}

kernel void stores_early(global float *out) // expect: stores_early race=refuted
{
  local float s[N];
  s[get_local_id(0)] = get_local_id(0); // @write
  event_t e = async_work_group_copy(out + N * get_group_id(0), s, N, 0); // race: * s @write
  wait_group_events(1, &e);
}

// Every group copies to the same place.
kernel void stores_one_place(global float *out) // expect: stores_one_place race=refuted
{
  local float s[N];
  s[get_local_id(0)] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, s, N, 0); // race: write-write out
  wait_group_events(1, &e);
}

// Without a barrier behind the wait: not proved, and no run shows a race.
kernel void waited_only(global float *in, global float *out) // expect: waited_only race=unproved
{
  local float s[N];
  event_t e = async_work_group_copy(s, in + N * get_group_id(0), N, 0); // may-race: * s @read [*]; unproved: race
  wait_group_events(1, &e);
  out[get_global_id(0)] = s[N - 1 - get_local_id(0)]; // @read; may-race: * s [*]; may-unproved: race
}

// Arguments that differ, a call that not all reach.
kernel void other_arguments(global float *in) // expect: other_arguments race=unproved divergence=refuted
{
  local float s[N];
  event_t e = async_work_group_copy(s, in + N * get_local_id(0), N, 0); // divergence: other-barrier
  wait_group_events(1, &e);
}

kernel void same_arguments(global float *in) // expect: same_arguments race=proved
{
  local float s[N];
  event_t e = async_work_group_copy(s, in + N * get_group_id(0), N, 0);
  wait_group_events(1, &e);
}

kernel void other_wait(global float *in) // expect: other_wait race=unproved divergence=refuted
{
  local float s[N];
  event_t e = async_work_group_copy(s, in, N, 0);
  if (get_local_id(0) > 13)
    wait_group_events(1, &e); // divergence: never-arrives
}

// A prefetch does nothing that can be seen.
kernel void prefetches(global float *in, global float *out) // expect: prefetches race=proved
{
  prefetch(in + get_global_id(0), 4);
  out[get_global_id(0)] = in[get_global_id(0)];
}

// Work-items that wait for different copies come with different arguments.
kernel void chosen(global float *in) // expect: chosen race=unproved divergence=refuted
{
  local float a[N], b[N];
  event_t first = async_work_group_copy(a, in, N, 0); // may-unproved: race
  event_t second = async_work_group_copy(b, in, N, 0);
  event_t *e = &first;
  if (get_local_id(0) > 13)
    e = &second;
  wait_group_events(1, e); // divergence: other-barrier; unproved: race; may-unproved: divergence
}

// Both places hold the event of one copy.
kernel void chosen_free(global float *in, global float *out) // expect: chosen_free race=proved
{
  local float a[N];
  event_t first = async_work_group_copy(a, in, N, 0);
  event_t second = first;
  event_t *e = &first;
  if (get_local_id(0) > 13)
    e = &second;
  wait_group_events(1, e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[get_local_id(0)];
}
