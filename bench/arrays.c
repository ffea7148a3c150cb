/* wp_opencl_arrays: one launch of a kernel through whatever OpenCL is installed; its arrays come from files and go to
   files, as raw bytes.

     wp_opencl_arrays FILE KERNEL GLOBAL LOCAL ARGUMENT...

   GLOBAL and LOCAL are X or X,Y. An argument is, in the order of the parameters, `array=IN:OUT`, `local=BYTES`, `int=N`. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 16 };

struct array {
    cl_mem buffer;
    char *bytes;
    size_t size;
    const char *out;
};

static void require(bool is_good, const char *what, const char *detail) {
    if (!is_good) {
        fprintf(stderr, "wp_opencl_arrays: %s: %s\n", what, detail);
        exit(1);
    }
}

static void succeed(cl_int status, const char *what) {
    char text[32];
    snprintf(text, sizeof text, "error %d", (int)status);
    require(status == CL_SUCCESS, what, text);
}

/* The bytes of a file, with a zero behind them. */
static char *read_file(const char *path, size_t *size) {
    FILE *stream = fopen(path, "rb");
    require(stream && fseek(stream, 0, SEEK_END) == 0, "cannot read", path);
    long end = ftell(stream);
    require(end >= 0 && fseek(stream, 0, SEEK_SET) == 0, "cannot read", path);
    char *bytes = calloc((size_t)end + 1, 1);
    *size = (size_t)end;
    require(bytes && fread(bytes, 1, *size, stream) == *size, "cannot read", path);
    fclose(stream);
    return bytes;
}

static void write_file(const char *path, const char *bytes, size_t size) {
    FILE *stream = fopen(path, "wb");
    require(stream && fwrite(bytes, 1, size, stream) == size && fclose(stream) == 0, "cannot write", path);
}

/* "64" or "64,2" */
static cl_uint read_sizes(const char *text, size_t sizes[2]) {
    char *end;
    sizes[0] = strtoul(text, &end, 10);
    sizes[1] = *end == ',' ? strtoul(end + 1, NULL, 10) : 1;
    return *end == ',' ? 2 : 1;
}

static void set_array(cl_context context, cl_kernel kernel, cl_uint index, char *files, struct array *array) {
    char *colon = strchr(files, ':');
    require(colon != NULL, "not IN:OUT", files);
    *colon = '\0';
    array->out = colon + 1;
    array->bytes = read_file(files, &array->size);
    cl_int status;
    array->buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, array->size, array->bytes, &status);
    succeed(status, "buffer");
    succeed(clSetKernelArg(kernel, index, sizeof array->buffer, &array->buffer), "array argument");
}

static void set_argument(cl_context context, cl_kernel kernel, cl_uint index, char *text, struct array *array) {
    if (strncmp(text, "array=", 6) == 0) {
        set_array(context, kernel, index, text + 6, array);
    } else if (strncmp(text, "local=", 6) == 0) {
        succeed(clSetKernelArg(kernel, index, strtoul(text + 6, NULL, 10), NULL), "local argument");
    } else {
        require(strncmp(text, "int=", 4) == 0, "not an argument", text);
        cl_int value = (cl_int)strtol(text + 4, NULL, 10);
        succeed(clSetKernelArg(kernel, index, sizeof value, &value), "scalar argument");
    }
}

static cl_kernel make_kernel(cl_context context, cl_device_id device, const char *path, const char *name) {
    size_t size;
    cl_int status;
    const char *text = read_file(path, &size);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
    succeed(status, "program");
    succeed(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "build");
    cl_kernel kernel = clCreateKernel(program, name, &status);
    succeed(status, "kernel");
    return kernel;
}

int main(int argc, char **argv) {
    if (argc < 5 || argc > 5 + ARGUMENTS_MAX) {
        fputs("usage: wp_opencl_arrays FILE KERNEL GLOBAL LOCAL ARGUMENT...\n", stderr);
        return 2;
    }
    cl_platform_id platform;
    cl_device_id device;
    cl_int status;
    succeed(clGetPlatformIDs(1, &platform, NULL), "platform");
    succeed(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    succeed(status, "context");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
    succeed(status, "queue");
    cl_kernel kernel = make_kernel(context, device, argv[1], argv[2]);
    struct array arrays[ARGUMENTS_MAX] = {0};
    for (int i = 5; i < argc; i++) {
        set_argument(context, kernel, (cl_uint)(i - 5), argv[i], &arrays[i - 5]);
    }
    size_t global[2], local[2];
    cl_uint axes = read_sizes(argv[3], global);
    (void)read_sizes(argv[4], local);
    succeed(clEnqueueNDRangeKernel(queue, kernel, axes, NULL, global, local, 0, NULL, NULL), "launch");
    for (int i = 0; i < ARGUMENTS_MAX; i++) {
        if (arrays[i].buffer) {
            succeed(clEnqueueReadBuffer(queue, arrays[i].buffer, CL_TRUE, 0, arrays[i].size, arrays[i].bytes, 0, NULL, NULL), "read");
            write_file(arrays[i].out, arrays[i].bytes, arrays[i].size);
        }
    }
    return 0;
}
