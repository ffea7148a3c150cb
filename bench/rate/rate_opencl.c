/* wp_rate_opencl: the kernels of bench/rate through whatever OpenCL is installed.

     wp_rate_opencl FOLDER KERNEL THREADS RUNS

   Prints the seconds of each run, from the launch until it has finished; the kernel is
   compiled and run once before. With RUNS 0 that first run is the one that is timed. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rate.h"

static void require(cl_int status, const char *what) {
    if (status != CL_SUCCESS) {
        fprintf(stderr, "wp_rate_opencl: %s: error %d\n", what, (int)status);
        exit(1);
    }
}

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static cl_program build(cl_context context, cl_device_id device, const char *folder,
                        const char *name) {
    static char source[1 << 16];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.cl", folder, name);
    FILE *stream = fopen(path, "r");
    if (!stream) {
        perror(path);
        exit(1);
    }
    source[fread(source, 1, sizeof source - 1, stream)] = '\0';
    fclose(stream);
    cl_int status;
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    require(status, "program");
    require(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "build");
    return program;
}

static void set_arguments(cl_context context, cl_kernel kernel, const struct rate_launch *launch) {
    for (unsigned i = 0; i < launch->argument_count; i++) {
        const struct rate_argument *argument = &launch->arguments[i];
        cl_int status = CL_SUCCESS;
        if (!argument->words) {
            require(clSetKernelArg(kernel, i, sizeof argument->value, &argument->value), "scalar");
            continue;
        }
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       argument->count * sizeof *argument->words, argument->words,
                                       &status);
        require(status, "buffer");
        require(clSetKernelArg(kernel, i, sizeof buffer, &buffer), "argument");
    }
}

static double run(cl_command_queue queue, cl_kernel kernel, const struct rate_launch *launch) {
    size_t local[2] = {launch->block[0], launch->block[1]};
    size_t global[2] = {local[0] * launch->grid[0], local[1] * launch->grid[1]};
    double start = now_seconds();
    require(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), "launch");
    require(clFinish(queue), "finish");
    return now_seconds() - start;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: wp_rate_opencl FOLDER KERNEL THREADS RUNS\n", stderr);
        return 2;
    }
    struct rate_launch launch;
    if (!rate_launch_of(argv[2], (uint32_t)strtoul(argv[3], NULL, 10), &launch)) {
        fprintf(stderr, "wp_rate_opencl: no such kernel: %s\n", argv[2]);
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    require(clGetPlatformIDs(1, &platform, NULL), "platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    require(status, "queue");
    cl_kernel kernel = clCreateKernel(build(context, device, argv[1], argv[2]), argv[2], &status);
    require(status, "kernel");
    set_arguments(context, kernel, &launch);
    unsigned runs = (unsigned)strtoul(argv[4], NULL, 10);
    double first = run(queue, kernel, &launch);
    if (runs == 0) {
        printf("%.6f\n", first);
    }
    for (unsigned i = 0; i < runs; i++) {
        printf("%.6f\n", run(queue, kernel, &launch));
    }
    return 0;
}
