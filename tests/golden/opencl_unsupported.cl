// What is not modelled is named, at its line, and leaves everything unproved.
// RUN: check --only=race,divergence -- -cl-std=CL2.0
kernel void pipes(read_only pipe int p, global int *a) // expect: pipes race=unproved divergence=unproved
{
  int v;
  read_pipe(p, &v); // unproved: race unsupported pipe; unproved: divergence unsupported pipe
  a[get_global_id(0)] = v;
}

kernel void flags(global int *a, int f) // expect: flags race=unproved divergence=unproved
{
  barrier(f); // unproved: race unsupported; unproved: divergence unsupported
}

kernel void sampled(read_only image2d_t image, sampler_t s, global float4 *a) // expect: sampled race=proved
{
  a[get_global_id(0)] = read_imagef(image, s, (int2)(get_global_id(0), 0));
}
