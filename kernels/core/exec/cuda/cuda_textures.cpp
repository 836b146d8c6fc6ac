#include "kernels/core/exec/cuda/cuda_textures.h"

#include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check_cuda(LIVEWARP_CUDA(cudaDeviceGetAttribute, &value, which, device),
             "asking for texture limits");
  return value;
}

/// What the present device can do.
TextureLimits device_limits(Texel texel) {
  const int device = use_cuda_device();
  const cudaChannelFormatDesc format = channel_format(texel);
  std::size_t linear_width = 0;
  check_cuda(LIVEWARP_CUDA(cudaDeviceGetTexture1DLinearMaxWidth, &linear_width, &format, device),
             "asking for texture limits");
  TextureLimits limits;
  limits.linear_width = std::int64_t(linear_width);
  limits.pitched_width = attribute(cudaDevAttrMaxTexture2DLinearWidth, device);
  limits.pitched_height = attribute(cudaDevAttrMaxTexture2DLinearHeight, device);
  limits.most_pitch = std::size_t(attribute(cudaDevAttrMaxTexture2DLinearPitch, device));
  limits.array_width = attribute(cudaDevAttrMaxTexture2DWidth, device);
  limits.array_height = attribute(cudaDevAttrMaxTexture2DHeight, device);
  limits.mipmapped_width = attribute(cudaDevAttrMaxTexture2DMipmappedWidth, device);
  limits.mipmapped_height = attribute(cudaDevAttrMaxTexture2DMipmappedHeight, device);
  limits.pitch_alignment = std::size_t(attribute(cudaDevAttrTexturePitchAlignment, device));
  limits.address_alignment = std::size_t(attribute(cudaDevAttrTextureAlignment, device));
  return limits;
}

cudaResourceDesc resource_of(const TextureSpec& spec) {
  cudaResourceDesc resource{};
  void* const memory = const_cast<void*>(spec.memory);
  switch (spec.storage) {
  case TextureStorage::linear:
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {memory, channel_format(spec.texel),
                           std::size_t(spec.width) * bytes_of(spec.texel)};
    break;
  case TextureStorage::pitched:
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {memory, channel_format(spec.texel), std::size_t(spec.width),
                            std::size_t(spec.height), spec.pitch};
    break;
  case TextureStorage::array:
    if (spec.levels > 1) {
      resource.resType = cudaResourceTypeMipmappedArray;
      resource.res.mipmap.mipmap = static_cast<cudaMipmappedArray_t>(memory);
    } else {
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = static_cast<cudaArray_t>(memory);
    }
    break;
  }
  return resource;
}

cudaTextureAddressMode address_mode(const TextureSpec& spec) {
  if (spec.storage == TextureStorage::linear) return cudaAddressModeBorder;  // by index: 0 outside
  switch (spec.address) {
  case TextureAddress::wrap: return cudaAddressModeWrap;
  case TextureAddress::mirror: return cudaAddressModeMirror;
  case TextureAddress::border: return cudaAddressModeBorder;
  case TextureAddress::clamp: break;
  }
  return cudaAddressModeClamp;
}

cudaTextureDesc reading_of(const TextureSpec& spec) {
  cudaTextureDesc reading{};
  for (auto& mode : reading.addressMode) mode = address_mode(spec);
  reading.filterMode =
      spec.filter == TextureFilter::linear ? cudaFilterModeLinear : cudaFilterModePoint;
  const bool scaled = spec.read == TextureRead::normalized && holds_integers(spec.texel);
  reading.readMode = scaled ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  reading.normalizedCoords = spec.normalized;
  reading.mipmapFilterMode = cudaFilterModeLinear;
  reading.maxMipmapLevelClamp = float(spec.levels - 1);
  return reading;
}

}  // namespace

cudaChannelFormatDesc channel_format(Texel texel) {
  switch (texel) {
  case Texel::uchar1: return {8, 0, 0, 0, cudaChannelFormatKindUnsigned};
  case Texel::uchar4: return {8, 8, 8, 8, cudaChannelFormatKindUnsigned};
  case Texel::ushort1: return {16, 0, 0, 0, cudaChannelFormatKindUnsigned};
  case Texel::half1: return {16, 0, 0, 0, cudaChannelFormatKindFloat};
  case Texel::float4: return {32, 32, 32, 32, cudaChannelFormatKindFloat};
  case Texel::float1: break;
  }
  return {32, 0, 0, 0, cudaChannelFormatKindFloat};
}

cudaArray_t array_of_level(void* array, const TextureArray::Shape& shape, int level) {
  if (shape.levels == 1) return static_cast<cudaArray_t>(array);
  cudaArray_t found = nullptr;
  check_cuda(LIVEWARP_CUDA(cudaGetMipmappedArrayLevel, &found,
                           static_cast<cudaMipmappedArray_t>(array), unsigned(level)),
             "level of a texture array");
  return found;
}

CudaTextures::~CudaTextures() {
  for (const auto& [spec, object] : textures_) cudaDestroyTextureObject(object);
  for (const auto& [number, object] : surfaces_) cudaDestroySurfaceObject(object);
  cudaGetLastError();
}

cudaTextureObject_t CudaTextures::texture(const TextureSpec& spec) {
  const auto found = textures_.find(spec);
  if (found != textures_.end()) return found->second;
  const std::string refusal = texture_refusal(spec, device_limits(spec.texel));
  if (!refusal.empty()) throw Error("texture: " + refusal);
  const cudaResourceDesc resource = resource_of(spec);
  const cudaTextureDesc reading = reading_of(spec);
  cudaTextureObject_t object = 0;
  check_cuda(LIVEWARP_CUDA(cudaCreateTextureObject, &object, &resource, &reading, nullptr),
             "texture object");
  return textures_[spec] = object;
}

cudaSurfaceObject_t CudaTextures::surface(const TextureArray& array, int level) {
  const auto found = surfaces_.find({array.number(), level});
  if (found != surfaces_.end()) return found->second;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_of_level(array.handle(), array.shape(), level);
  cudaSurfaceObject_t object = 0;
  check_cuda(LIVEWARP_CUDA(cudaCreateSurfaceObject, &object, &resource), "surface object");
  return surfaces_[{array.number(), level}] = object;
}

}  // namespace livewarp
