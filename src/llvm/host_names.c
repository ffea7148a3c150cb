/* Functions of C, C++, CUDA and their libraries, told by their names. None of them calls a function of the program that it was not given.
 * A function with such a name that one of the program's own files declares (`namespace thrust { void f(); }`) is the program's: names of
 * the C library are reserved, all others a program may take. Where methods, and functions that no code calls, are declared is not told:
 * then those of namespaces that belong to no language, and of specialisations for the program's types, count as the program's. */
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/decode.h"
#include "llvm/host_parts.h"

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

bool host_is_library(const char *name) {
    static const char *const starts[] = {"llvm.",
                                         "__wp",
                                         "_ZN11__wp_helper",
                                         "_Z21cudaCreateChannelDesc",
                                         "_Z18cudaMemcpyToSymbolI",
                                         "_Z23cudaMemcpyToSymbolAsyncI",
                                         "_Z20cudaMemcpyFromSymbolI",
                                         "_Z25cudaMemcpyFromSymbolAsyncI",
                                         "_Z20cudaGetSymbolAddressI",
                                         "_Z17cudaGetSymbolSizeI",
                                         "pthread_",
                                         "nvrtc",
                                         "cudaArray",
                                         "cudaBind",
                                         "cudaChooseDevice",
                                         "cudaConfigureCall",
                                         "cudaCreate",
                                         "cudaCtx",
                                         "cudaDestroy",
                                         "cudaDevice",
                                         "cudaDriver",
                                         "cudaEvent",
                                         "cudaExternal",
                                         "cudaFree",
                                         "cudaFunc",
                                         "cudaGet",
                                         "cudaGraph",
                                         "cudaHost",
                                         "cudaImport",
                                         "cudaIpc",
                                         "cudaKernel",
                                         "cudaLaunch",
                                         "cudaLibrary",
                                         "cudaMalloc",
                                         "cudaMem",
                                         "cudaMemcpy",
                                         "cudaMemset",
                                         "cudaOccupancy",
                                         "cudaPeek",
                                         "cudaPointer",
                                         "cudaProfiler",
                                         "cudaRuntime",
                                         "cudaSetDevice",
                                         "cudaSetupArgument",
                                         "cudaSignalExternal",
                                         "cudaStream",
                                         "cudaThread",
                                         "cudaUnbind",
                                         "cudaUser",
                                         "cudaWaitExternal",
                                         "cublas",
                                         "cufft",
                                         "curand",
                                         "cusparse",
                                         "cusolver",
                                         "cudnn",
                                         "nvtx",
                                         "cuDevice",
                                         "cuCtx",
                                         "cuMem",
                                         "cuMemcpy",
                                         "cuMemset",
                                         "cuInit",
                                         "cuStream",
                                         "cuEvent",
                                         "cuModule",
                                         "cuLaunch",
                                         "cuFunc",
                                         "cuGet",
                                         "_ZNSt",
                                         "_ZNKSt",
                                         "_ZSt",
                                         "_ZNSa",
                                         "_ZNSs",
                                         "_ZNKSs",
                                         "_ZNSi",
                                         "_ZNSo",
                                         "_ZNSd",
                                         "_Zn",
                                         "_Zd",
                                         "_ZTI",
                                         "_ZTV",
                                         "_ZTS",
                                         "__cxa_",
                                         "__clang_",
                                         "_Unwind_",
                                         "__gxx_",
                                         "_ZN6thrust",
                                         "_ZNK6thrust",
                                         "_ZN9__gnu_cxx",
                                         "_ZNK9__gnu_cxx",
                                         "__builtin_",
                                         "_ZN10__cxxabi",
                                         "__isoc",
                                         "omp_get_",
                                         "omp_set_",
                                         "omp_in_",
                                         "_ZGV",
                                         "__assert",
                                         "__errno"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        char next = begins_with(name, starts[i]) ? name[strlen(starts[i])] : '_';
        bool is_of_cuda = starts[i][0] == 'c'; /* its words begin with a capital; cuda_run and cudamain are the program's */
        if (begins_with(name, starts[i]) && !(is_of_cuda && (next == '_' || (next >= 'a' && next <= 'z'))))
            return true;
    }
    return host_is_of_c(name) || host_is_of_posix(name);
}

/* `names`: each between two spaces. */
static bool is_among(const char *names, const char *name) {
    size_t length = strlen(name);
    const char *found = length > 0 && name[0] != ' ' ? strstr(names, name) : NULL;
    while (found && (found[-1] != ' ' || found[length] != ' '))
        found = strstr(found + 1, name);
    return found;
}

bool host_is_of_c(const char *name) {
    static const char names[] =
        " _exit abort abs accept acos acosf aligned_alloc asin asinf asprintf atan atan2 atan2f atanf atexit atof atoi atol atoll "
        "basename bcmp bsearch calloc ceil ceilf clock clock_gettime close cos cosf cosh dup erf erfc erff exit exp exp2 exp2f "
        "expf fabs fabsf fclose feof ferror fflush fgetc fgets floor floorf fmax fmaxf fmin fminf fmod fmodf fopen fprintf fputc "
        "fputs fread free fscanf fseek ftell fwrite getc getchar getcwd getenv getline getopt getopt_long getpid gettimeofday "
        "isalpha isdigit isspace labs ldexp llabs localtime log log10 log10f log2 log2f logf lrand48 lrint malloc memchr memcmp "
        "memcpy memmove memset mkdir mmap munmap nanosleep open perror posix_memalign pow powf printf putc putchar puts qsort "
        "rand rand_r random read realloc rewind rint rintf round roundf scanf sin sinf sinh sleep snprintf sprintf sqrt sqrtf "
        "srand srand48 srandom sscanf stat strcasecmp strcat strchr strcmp strcpy strcspn strdup strerror strftime strlen "
        "strncasecmp strncat strncmp strncpy strpbrk strrchr strsep strspn strstr strtod strtof strtok strtol strtoll strtoul "
        "strtoull system tan tanf tanh tanhf time tolower toupper trunc truncf uname ungetc usleep vfprintf vprintf vsnprintf "
        "write ";
    return is_among(names, name);
}

bool host_is_of_posix(const char *name) {
    static const char names[] =
        " access acosh acosl alarm asctime asinh atanh bcopy bzero cbrt cbrtf ceill chdir chmod clearerr closedir copysign "
        "copysignf coshf cosl ctime difftime div drand48 dup2 erand48 erfcf exp10 expl expm1 fabsl fdopen ffs fgetpos fileno "
        "floorl fma fmaf fork freopen frexp fseeko fsetpos fstat fsync ftello ftok ftruncate getdelim getegid geteuid getgid "
        "gethostname getlogin getopt_long_only getpagesize getppid getrusage gets getsubopt gettid getuid getw gmtime hypot "
        "hypotf ilogb index isalnum isatty isblank iscntrl isgraph islower isprint ispunct isupper isxdigit j0 j1 jn kill ldexpf "
        "ldiv lgamma lgammaf link llrint llround localtime_r log1p log1pf logb logl lrintf lround lroundf lseek lstat madvise "
        "mbstowcs memalign mempcpy mkdtemp mkstemp mktime mlock modf modff mprotect mrand48 mremap msync nearbyint nearbyintf "
        "nextafter nextafterf nice opendir pclose pipe poll popen powl pread psignal putenv pwrite raise readdir readlink "
        "realpath remainder remove rename rindex rmdir sched_yield select sem_close sem_destroy sem_init sem_open sem_post "
        "sem_unlink sem_wait setbuf setenv setlocale setvbuf shm_open shm_unlink shmat shmctl shmdt shmget sigaction signal "
        "sincos sincosf sinhf sinl socket sqrtl strchrnul strcoll strndup strnlen strsignal strtok_r strtold strxfrm symlink "
        "sysconf tgamma tgammaf times timespec_get tmpfile truncate umask unlink unsetenv utime valloc vsprintf vsscanf wait "
        "waitpid wcslen wcstombs y0 y1 yn ";
    return is_among(names, name);
}

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_of_language(const char *word, size_t length) {
    static const char *const words[] = {"void",  "int",      "unsigned", "long",    "short",   "char",     "bool",     "float", "double",
                                        "const", "signed",   "volatile", "wchar_t", "char8_t", "char16_t", "char32_t", "auto",  "true",
                                        "false", "__int128", "nullptr",  "std",     "thrust",  "operator", "__gnu_cxx"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* `std::hash<key>::operator()`: template arguments name a type that no language has, so the program declares this specialisation. */
static bool has_type_of_program(struct arena *arena, const char *mangled) {
    const char *name = name_demangle(arena, mangled);
    int depth = 0;
    for (size_t at = 0; name[at] && (depth > 0 || name[at] != '(');) {
        size_t length = 0;
        while (is_letter(name[at + length]))
            length++;
        bool is_first = length > 0 && depth > 0 && !isdigit((unsigned char)name[at]) && (at < 2 || name[at - 1] != ':');
        if (is_first && !is_of_language(name + at, length))
            return true;
        depth += length == 0 && name[at] == '<';
        depth -= length == 0 && name[at] == '>' && depth > 0;
        at += length + (length == 0);
    }
    return false;
}

/* A method of a class of the bundled headers: `thrust::__wp_...`. */
static bool is_bundled_method(const char *name) {
    const char *at = begins_with(name, "_ZNK6thrust")  ? name + strlen("_ZNK6thrust")
                     : begins_with(name, "_ZN6thrust") ? name + strlen("_ZN6thrust")
                                                       : "";
    return begins_with(at + strspn(at, "0123456789"), "__wp_");
}

/* Declared in a file that is no system header. Of methods, and of functions that are never called, that is not known. */
static bool is_declared_by(struct host_reader *r, const struct host_input *input, struct map *files, LLVMValueRef function) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function), file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
    uint32_t is_own = 1;
    const char *name = LLVMGetValueName2(function, &(size_t){0});
    if (!file)
        return ((begins_with(name, "_ZN6thrust") || begins_with(name, "_ZNK6thrust")) && !is_bundled_method(name)) ||
               (begins_with(name, "_Z") && has_type_of_program(r->arena, name));
    if (!map_get(files, (uint64_t)(uintptr_t)file, &is_own)) {
        is_own = load_is_own_file(location_file(r->arena, subprogram), input->own_files, input->own_file_count);
        map_set(files, (uint64_t)(uintptr_t)file, is_own);
    }
    return is_own != 0;
}

void host_note_own(struct host_reader *r, const struct host_input *input, LLVMModuleRef half) {
    struct map files = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(half); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        bool is_candidate =
            LLVMIsDeclaration(f) && !begins_with(name, "llvm.") && !begins_with(name, "__wp") && host_is_library(name) && !host_is_of_c(name);
        if (is_candidate && is_declared_by(r, input, &files, f))
            map_set(&r->own, hash_bytes(name, length), 1);
        if (LLVMIsDeclaration(f)) /* host_stub.c may give it a body, whose place would have to be distinct */
            LLVMGlobalEraseMetadata(f, LLVMGetMDKindIDInContext(r->context, "dbg", 3));
    }
    map_release(&files);
}
