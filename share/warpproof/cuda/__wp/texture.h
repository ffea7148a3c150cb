/* Textures and surfaces, as references and as objects. A fetch is a pure function of the texture and the coordinates, one call for each
 * component; surfaces can be written, so reading one is not pure. `kind` numbers the addressing: 1, 2, 3 dimensions; +10 layered; 20 cube,
 * 30 cube layered; +100 linear memory (tex1Dfetch); +200 gather; +300 with a level; +400 with gradients. Coordinates travel as double, which holds every int and float. */
#ifndef __WP_TEXTURE_H
#define __WP_TEXTURE_H
#pragma clang system_header

#define __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __CUDA_TEXTURE_TYPES_H__
#define __CUDA_SURFACE_TYPES_H__

struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference { struct cudaChannelFormatDesc channelDesc; };
template <class T, int dimensions = 1, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture(int = 0, enum cudaTextureFilterMode = cudaFilterModePoint, enum cudaTextureAddressMode = cudaAddressModeClamp) {}
  texture(int, enum cudaTextureFilterMode, enum cudaTextureAddressMode, struct cudaChannelFormatDesc) {}
};
template <class T, int dimensions = 1> struct __attribute__((device_builtin_surface_type)) surface : surfaceReference {
  surface() {}
};
template <int dimensions> struct __attribute__((device_builtin_surface_type)) surface<void, dimensions> : surfaceReference {
  surface() {}
};

/* One value of T from a function of the component's number. */
template <class T> struct __wp_components { template <class F> static __WP_DEVICE T make(F f) { return (T)f(0); } };
#define __WP_COMPONENTS(name)                                                                                                    \
  template <> struct __wp_components<name##1> { template <class F> static __WP_DEVICE name##1 make(F f) {                        \
    name##1 v; v.x = (decltype(v.x))f(0); return v; } };                                                                         \
  template <> struct __wp_components<name##2> { template <class F> static __WP_DEVICE name##2 make(F f) {                        \
    name##2 v; v.x = (decltype(v.x))f(0); v.y = (decltype(v.x))f(1); return v; } };                                              \
  template <> struct __wp_components<name##4> { template <class F> static __WP_DEVICE name##4 make(F f) {                        \
    name##4 v; v.x = (decltype(v.x))f(0); v.y = (decltype(v.x))f(1); v.z = (decltype(v.x))f(2); v.w = (decltype(v.x))f(3);       \
    return v; } };
__WP_COMPONENTS(char)
__WP_COMPONENTS(uchar)
__WP_COMPONENTS(short)
__WP_COMPONENTS(ushort)
__WP_COMPONENTS(int)
__WP_COMPONENTS(uint)
__WP_COMPONENTS(long)
__WP_COMPONENTS(ulong)
__WP_COMPONENTS(longlong)
__WP_COMPONENTS(ulonglong)
__WP_COMPONENTS(float)
#undef __WP_COMPONENTS
template <class T> struct __wp_is_float { enum { value = 0 }; };
template <> struct __wp_is_float<float> { enum { value = 1 }; };
template <> struct __wp_is_float<float1> { enum { value = 1 }; };
template <> struct __wp_is_float<float2> { enum { value = 1 }; };
template <> struct __wp_is_float<float4> { enum { value = 1 }; };

/* The value type of a fetch: the texel's, or float of as many components when the texture normalises. */
template <class T, int mode> struct __wp_texel { typedef T type; };
template <class T> struct __wp_texel<T, 1> { typedef float type; };
#define __WP_NORMALISED(name)                                                                                                    \
  template <> struct __wp_texel<name##1, 1> { typedef float1 type; };                                                            \
  template <> struct __wp_texel<name##2, 1> { typedef float2 type; };                                                            \
  template <> struct __wp_texel<name##4, 1> { typedef float4 type; };
__WP_NORMALISED(char)
__WP_NORMALISED(uchar)
__WP_NORMALISED(short)
__WP_NORMALISED(ushort)
#undef __WP_NORMALISED

struct __wp_fetch_float {
  unsigned long long handle; int kind; double x, y, z, w;
  __WP_DEVICE float operator()(int component) const { return __wp_texture_float(handle, kind, component, x, y, z, w); }
};
struct __wp_fetch_int {
  unsigned long long handle; int kind; double x, y, z, w;
  __WP_DEVICE int operator()(int component) const { return __wp_texture_int(handle, kind, component, x, y, z, w); }
};
template <class T> __WP_DEVICE T __wp_texture(unsigned long long handle, int kind, double x, double y = 0, double z = 0, double w = 0) {
  if constexpr (__wp_is_float<T>::value) return __wp_components<T>::make(__wp_fetch_float{handle, kind, x, y, z, w});
  else return __wp_components<T>::make(__wp_fetch_int{handle, kind, x, y, z, w});
}

#define __WP_HANDLE(t) ((unsigned long long)(const void *)&t)
#define __WP_UNPACK(...) __VA_ARGS__
/* name, dimensions of the reference, kind, parameters, arguments */
#define __WP_FETCH(name, dimensions, kind, parameters, arguments)                                                                \
  template <class T, enum cudaTextureReadMode mode>                                                                              \
  __WP_DEVICE typename __wp_texel<T, mode>::type name(const texture<T, dimensions, mode> &t, __WP_UNPACK parameters) {           \
    return __wp_texture<typename __wp_texel<T, mode>::type>(__WP_HANDLE(t), kind, __WP_UNPACK arguments);                        \
  }                                                                                                                              \
  template <class T> __WP_DEVICE T name(cudaTextureObject_t t, __WP_UNPACK parameters) {                                         \
    return __wp_texture<T>(t, kind, __WP_UNPACK arguments);                                                                      \
  }                                                                                                                              \
  template <class T> __WP_DEVICE void name(T *value, cudaTextureObject_t t, __WP_UNPACK parameters) {                            \
    *value = __wp_texture<T>(t, kind, __WP_UNPACK arguments);                                                                    \
  }
__WP_FETCH(tex1Dfetch, 1, 101, (int x), (x))
__WP_FETCH(tex1D, 1, 1, (float x), (x))
__WP_FETCH(tex2D, 2, 2, (float x, float y), (x, y))
__WP_FETCH(tex3D, 3, 3, (float x, float y, float z), (x, y, z))
__WP_FETCH(tex1DLayered, 0xF1, 11, (float x, int layer), (x, layer))
__WP_FETCH(tex2DLayered, 0xF2, 12, (float x, float y, int layer), (x, y, layer))
__WP_FETCH(texCubemap, 0x0C, 20, (float x, float y, float z), (x, y, z))
__WP_FETCH(texCubemapLayered, 0xFC, 30, (float x, float y, float z, int layer), (x, y, z, layer))
__WP_FETCH(tex1DLod, 1, 301, (float x, float level), (x, 0, 0, level))
__WP_FETCH(tex2DLod, 2, 302, (float x, float y, float level), (x, y, 0, level))
__WP_FETCH(tex3DLod, 3, 303, (float x, float y, float z, float level), (x, y, z, level))
__WP_FETCH(tex2DLayeredLod, 0xF2, 312, (float x, float y, int layer, float level), (x, y, layer, level))
__WP_FETCH(texCubemapLod, 0x0C, 320, (float x, float y, float z, float level), (x, y, z, level))
__WP_FETCH(tex2Dgather, 2, 202, (float x, float y, int component = 0), (x, y, component))
__WP_FETCH(tex1DGrad, 1, 401, (float x, float dx, float dy), (x, dx, dy))
__WP_FETCH(tex2DGrad, 2, 402, (float x, float y, float2 dx, float2 dy), (x, y, __builtin_bit_cast(double, dx), __builtin_bit_cast(double, dy)))
#undef __WP_FETCH

struct __wp_load_float {
  unsigned long long handle; int kind, x, y, z;
  __WP_DEVICE float operator()(int component) const { return __wp_surface_read_float(handle, kind, component, x, y, z); }
};
struct __wp_load_int {
  unsigned long long handle; int kind, x, y, z;
  __WP_DEVICE int operator()(int component) const { return __wp_surface_read_int(handle, kind, component, x, y, z); }
};
template <class T> __WP_DEVICE T __wp_surface_read(unsigned long long handle, int kind, int x, int y = 0, int z = 0) {
  if constexpr (__wp_is_float<T>::value) return __wp_components<T>::make(__wp_load_float{handle, kind, x, y, z});
  else return __wp_components<T>::make(__wp_load_int{handle, kind, x, y, z});
}
#define __WP_SURFACE(name, dimensions, kind, parameters, arguments, padded)                                                      \
  template <class T>                                                                                                             \
  __WP_DEVICE T name##read(cudaSurfaceObject_t s, __WP_UNPACK parameters, enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { \
    return __wp_surface_read<T>(s, kind, __WP_UNPACK arguments);                                                                 \
  }                                                                                                                              \
  template <class T>                                                                                                             \
  __WP_DEVICE void name##read(T *value, cudaSurfaceObject_t s, __WP_UNPACK parameters,                                           \
                              enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                             \
    *value = __wp_surface_read<T>(s, kind, __WP_UNPACK arguments);                                                               \
  }                                                                                                                              \
  template <class T>                                                                                                             \
  __WP_DEVICE void name##write(T, cudaSurfaceObject_t s, __WP_UNPACK parameters,                                                 \
                               enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                            \
    __wp_surface_write(s, kind, sizeof(T), __WP_UNPACK padded);                                                                  \
  }                                                                                                                              \
  template <class T, class S>                                                                                                    \
  __WP_DEVICE T name##read(const surface<S, dimensions> &s, __WP_UNPACK parameters,                                              \
                           enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                                \
    return __wp_surface_read<T>(__WP_HANDLE(s), kind, __WP_UNPACK arguments);                                                    \
  }                                                                                                                              \
  template <class T, class S>                                                                                                    \
  __WP_DEVICE void name##read(T *value, const surface<S, dimensions> &s, __WP_UNPACK parameters,                                 \
                              enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                             \
    *value = __wp_surface_read<T>(__WP_HANDLE(s), kind, __WP_UNPACK arguments);                                                  \
  }                                                                                                                              \
  template <class T, class S>                                                                                                    \
  __WP_DEVICE void name##write(T, const surface<S, dimensions> &s, __WP_UNPACK parameters,                                       \
                               enum cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                                            \
    __wp_surface_write(__WP_HANDLE(s), kind, sizeof(T), __WP_UNPACK padded);                                                     \
  }
__WP_SURFACE(surf1D, 1, 1, (int x), (x), (x, 0, 0))
__WP_SURFACE(surf2D, 2, 2, (int x, int y), (x, y), (x, y, 0))
__WP_SURFACE(surf3D, 3, 3, (int x, int y, int z), (x, y, z), (x, y, z))
__WP_SURFACE(surf1DLayered, 0xF1, 11, (int x, int layer), (x, layer), (x, layer, 0))
__WP_SURFACE(surf2DLayered, 0xF2, 12, (int x, int y, int layer), (x, y, layer), (x, y, layer))
__WP_SURFACE(surfCubemap, 0x0C, 20, (int x, int y, int face), (x, y, face), (x, y, face))
__WP_SURFACE(surfCubemapLayered, 0xFC, 30, (int x, int y, int face), (x, y, face), (x, y, face))
#undef __WP_SURFACE
#undef __WP_UNPACK
#undef __WP_HANDLE
#endif
