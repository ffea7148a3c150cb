// Texture and surface references and objects.
texture<float, 1> line;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;
texture<float4, cudaTextureType3D> volume;
surface<void, 2> target;
__global__ void kernel(float *f, float4 *g, cudaTextureObject_t t, cudaSurfaceObject_t s) {
  int i = threadIdx.x;
  f[i] = tex1Dfetch(line, i) + tex1D(line, 0.5f) + tex1Dfetch<float>(t, i) + tex2D<float>(t, 1, 2) + tex3D<unsigned char>(t, 1, 2, 3);
  g[i] = tex2D(image, 1.0f, 2.0f);
  g[i + 1] = tex3D(volume, 1, 2, 3);
  g[i + 2] = tex2DLayered<float4>(t, 1, 2, 3);
  g[i + 3] = tex2DLod<float4>(t, 1, 2, 0);
  g[i + 4] = texCubemap<float4>(t, 1, 2, 3);
  g[i + 5] = tex2Dgather<float4>(t, 1, 2, 1);
  float v;
  tex2D(&v, t, 1, 2);
  surf2Dwrite(v, s, i * 4, 0);
  surf2Dwrite(v, target, i * 4, 0, cudaBoundaryModeClamp);
  surf2Dread(&v, s, i * 4, 1);
  uchar4 c = surf2Dread<uchar4>(s, i * 4, 2);
  surf3Dwrite(c, s, i, 1, 2);
  surf1Dwrite(v, s, i);
  f[i] += v + c.x;
}
int main() {
  float *data = 0;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaBindTexture(0, line, data, format, 64);
  line.filterMode = cudaFilterModeLinear;
  line.addressMode[0] = cudaAddressModeWrap;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  cudaTextureDesc description = {};
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &description, nullptr);
  kernel<<<1, 32>>>(data, 0, object, 0);
}
