// Integer intrinsics and the SIMD video instructions.
__global__ void kernel(int *a, unsigned *u, long long *l, unsigned long long *v) {
  int x = a[0], y = a[1];
  unsigned m = u[0], n = u[1];
  a[2] = __popc(m) + __popcll(v[0]) + __clz(x) + __clzll(l[0]) + __ffs(x) + __ffsll(l[0]) + __mul24(x, y) + __mulhi(x, y) + __hadd(x, y) + __rhadd(x, y);
  u[2] = __brev(m) + __byte_perm(m, n, 0x3210) + __umul24(m, n) + __umulhi(m, n) + __sad(x, y, m) + __usad(m, n, m) + __uhadd(m, n) + __urhadd(m, n);
  u[3] = __funnelshift_l(m, n, 3) + __funnelshift_r(m, n, 3) + __funnelshift_lc(m, n, 40) + __funnelshift_rc(m, n, 40);
  u[4] = __vadd2(m, n) + __vadd4(m, n) + __vabsdiffu4(m, n) + __vcmpeq4(m, n) + __vmaxs2(m, n) + __vminu4(m, n) + __vsub4(m, n) + __vavgu4(m, n) + __vsetgtu4(m, n) + __vabs4(m) + __vneg2(m);
  a[3] = __dp4a(x, y, x) + __dp2a_lo(x, y, x) + (int)__dp4a(m, n, m);
  l[1] = __mul64hi(l[0], l[2]);
  v[1] = __umul64hi(v[0], v[2]) + __brevll(v[0]);
}
