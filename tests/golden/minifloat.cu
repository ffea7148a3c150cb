// RUN: check --only=race,divergence,assert --block=256 --grid=1
#include <assert.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

// expect: constants race=proved assert=proved
__global__ void constants(unsigned *out) {
    assert(__nv_cvt_float_to_fp8(448.0f, __NV_SATFINITE, __NV_E4M3) == 0x7e);
    assert(__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3) == 0x7e);
    assert(__nv_cvt_float_to_fp8(465.0f, __NV_NOSAT, __NV_E4M3) == 0x7f);
    assert(__nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, __NV_E4M3) == 0x7e);
    assert(__nv_cvt_float_to_fp8(-1e9f, __NV_NOSAT, __NV_E5M2) == 0xfc);
    assert(__nv_cvt_float_to_fp8(0.001953125f, __NV_SATFINITE, __NV_E4M3) == 0x01);
    assert(__nv_cvt_float_to_fp8(0.0009765625f, __NV_SATFINITE, __NV_E4M3) == 0x00);
    assert(__nv_cvt_float_to_fp8(0.0009765626f, __NV_SATFINITE, __NV_E4M3) == 0x01);
    assert(__nv_cvt_float_to_fp8(0.0146f, __NV_SATFINITE, __NV_E4M3) == 0x07);
    assert(__nv_cvt_float_to_fp8(0.0152f, __NV_SATFINITE, __NV_E4M3) == 0x08);
    assert(__nv_cvt_float_to_fp8(1.0625f, __NV_SATFINITE, __NV_E4M3) == 0x38);
    assert(__nv_cvt_float_to_fp8(1.1875f, __NV_SATFINITE, __NV_E4M3) == 0x3a);
    assert(__nv_cvt_float_to_fp6(100.0f, __NV_E3M2, cudaRoundNearest) == 0x1f);
    assert(__nv_cvt_float_to_fp6(0.125f, __NV_E2M3, cudaRoundNearest) == 0x01);
    assert(__nv_cvt_float_to_fp4(2.5f, __NV_E2M1, cudaRoundNearest) == 4);
    assert(__nv_cvt_float_to_fp4(-6.0f, __NV_E2M1, cudaRoundNearest) == 15);
    assert(__nv_cvt_float_to_e8m0(3.0f, __NV_SATFINITE, cudaRoundPosInf) == 129);
    assert(__nv_cvt_float_to_e8m0(3.0f, __NV_SATFINITE, cudaRoundZero) == 128);
    out[threadIdx.x] = 1;
}

// A guard that the conversion decides: codes of 0.5 and 1.0 differ.
// expect: codes race=proved
__global__ void codes(unsigned char *out) {
    __shared__ unsigned char s[2];
    int at = __nv_cvt_float_to_fp8(threadIdx.x < 128 ? 0.5f : 1.0f, __NV_SATFINITE, __NV_E4M3) == 0x38;
    if (threadIdx.x % 128 == 0) s[at] = (unsigned char)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[0];
}

// expect: codes_racy race=refuted
__global__ void codes_racy(unsigned char *out) {
    __shared__ unsigned char s[2];
    int at = __nv_cvt_float_to_fp8(threadIdx.x < 128 ? 1.01f : 1.0f, __NV_SATFINITE, __NV_E4M3) == 0x38;
    if (threadIdx.x % 128 == 0) s[at] = (unsigned char)threadIdx.x; // race: write-write s
    __syncthreads();
    out[threadIdx.x] = s[1];
}
