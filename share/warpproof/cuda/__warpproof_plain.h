/* Forced in after __warpproof_cuda.h for host code that nvcc passes on to the C++ compiler (.cpp): the words of nvcc are not defined there. */
#undef __CUDACC__
#undef __NVCC__
#undef __CUDACC_VER_MAJOR__
#undef __CUDACC_VER_MINOR__
#undef __CUDACC_VER_BUILD__
