/* What smo_kernel.cu names on the host side. */
namespace thrust {
namespace cuda {
struct policy {};
static const policy par;
}
template <class T> struct less {};
template <class... T> void sort_by_key(T &&...) {}
}
