/* The error-checking names that programs expect of a header called helper_cuda.h, for host code that is only type-checked. A program's own
 * header of that name is found first: this folder is searched last. */
#pragma once
#pragma clang system_header
#include <cuda_runtime.h> /* the bundled one or a toolkit's */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <helper_string.h>
inline namespace __wp_helper { /* a library: src/llvm/host_load.c */
template <class T> void check(T, const char *, const char *, int);
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
void __getLastCudaError(const char *, const char *, int);
int _ConvertSMVer2Cores(int, int);
const char *_ConvertSMVer2ArchName(int, int);
int ftoi(float);
int gpuDeviceInit(int), gpuGetMaxGflopsDeviceId(), findCudaDevice(int, const char **), findIntegratedGPU();
bool checkCudaCapabilities(int, int);
}
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
