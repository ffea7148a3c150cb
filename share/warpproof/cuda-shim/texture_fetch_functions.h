/* CUDA 13 no longer has this header, clang 19 still includes it. */
