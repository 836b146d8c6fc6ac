// What the tests of textures share, for every executor: kernels that read and write by objects, the
// matrix of all that can be described, and the images that are read.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "kernels/core/device/device.cuh"
#include "kernels/core/device/picture_target.cuh"
#include "kernels/core/memory/host_texture.h"
#include "kernels/core/model/precision.h"

LIVEWARP_KERNELS_BEGIN

template <class T>
__global__ void sample_texture(cudaTextureObject_t texture, const float2* at, T* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = tex2D<T>(texture, at[i].x, at[i].y);
}

/// Level i of as many as there are threads, or what the hardware takes for it where neighbouring
/// pixels lie `step` apart.
template <class T>
__global__ void sample_levels(cudaTextureObject_t texture, const float* levels, float2 at, T* out,
                              int n) {
  const int i = int(threadIdx.x);
  if (i < n) out[i] = tex2DLod<T>(texture, at.x, at.y, levels[i]);
}
template <class T>
__global__ void sample_gradients(cudaTextureObject_t texture, const float* steps, float2 at, T* out,
                                 int n) {
  const int i = int(threadIdx.x);
  if (i < n)
    out[i] = tex2DGrad<T>(texture, at.x, at.y, make_float2(steps[i], 0.0f),
                          make_float2(0.0f, steps[i] / 2));
}

/// out[i] is the texel at first + i.
template <class T>
__global__ void fetch_texture(cudaTextureObject_t texture, int first, T* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = tex1Dfetch<T>(texture, first + i);
}

template <class T>
__global__ void write_surface(cudaSurfaceObject_t surface, const T* in, int width, int height) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y);
  if (x < width && y < height) surf2Dwrite<T>(in[y * width + x], surface, x * int(sizeof(T)), y);
}

/// As many pixels as there are threads: what lies outside of the surface is dropped.
template <class T>
__global__ void cover_surface(cudaSurfaceObject_t surface, T value, int left, int top) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x) + left, y = int(blockIdx.y) + top;
  surf2Dwrite<T>(value, surface, x * int(sizeof(T)), y, cudaBoundaryModeZero);
}

/// in[i] becomes pixel i of the picture: of a volume if it has a depth.
template <class T>
__global__ void write_picture(const T* in, PictureTarget<T> picture, int depth) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y);
  const int z = int(blockIdx.z);
  if (x >= picture.width) return;
  const T pixel = in[(int64(z) * picture.height + y) * picture.width + x];
  if (depth > 0)
    picture.store(pixel, x, y, z);
  else
    picture.store(pixel, x, y);
}

namespace texture_test {

template <class T>
void launch_write_picture(KernelExec& exec, const T* in, const PictureTarget<T>& picture,
                          int depth) {
  const auto height = unsigned(picture.height);
  exec.launch(LIVEWARP_KERNEL(write_picture<T>),
              {unsigned(picture.width + 63) / 64, height, unsigned(depth > 0 ? depth : 1)}, {64}, 0,
              in, picture, depth);
}

using Readings = std::vector<HostTexture::Value>;

/// Every texture over rows that can be described, but for its memory.
inline std::vector<TextureSpec> all_specs(std::int64_t width, std::int64_t height) {
  std::vector<TextureSpec> specs;
  for (const auto storage : {TextureStorage::pitched, TextureStorage::array})
    for (const auto texel :
         {Texel::uchar1, Texel::uchar4, Texel::ushort1, Texel::half1, Texel::float1, Texel::float4})
      for (const auto filter : {TextureFilter::point, TextureFilter::linear})
        for (const auto address : {TextureAddress::clamp, TextureAddress::wrap,
                                   TextureAddress::mirror, TextureAddress::border})
          for (const auto read : {TextureRead::element, TextureRead::normalized})
            for (const bool normalized : {false, true}) {
              const auto row = std::size_t(width) * bytes_of(texel);
              const TextureSpec spec{storage,
                                     nullptr,
                                     0,
                                     texel,
                                     width,
                                     height,
                                     (row / 32 + 2) * 32,  // with a gap
                                     filter,
                                     address,
                                     read,
                                     normalized};
              if (texture_refusal(spec).empty()) specs.push_back(spec);
            }
  return specs;
}

inline std::string text_of(const TextureSpec& spec) {
  const auto number = [](auto value) { return std::to_string(int(value)); };
  return "storage " + number(spec.storage) + ", texel " + number(spec.texel) + ", filter " +
         number(spec.filter) + ", address " + number(spec.address) + ", read " + number(spec.read) +
         ", normalized " + number(spec.normalized) + ", " + number(spec.width) + " x " +
         number(spec.height);
}

/// Rows with the pitch of `spec`: irregular numbers, reals between -2 and 2.
inline std::vector<std::byte> image_of(const TextureSpec& spec) {
  std::vector<std::byte> image(spec.pitch * std::size_t(spec.height), std::byte{0xFF});
  const std::size_t size = bytes_of(spec.texel);
  for (std::size_t y = 0; y < std::size_t(spec.height); ++y)
    for (std::size_t x = 0; x < std::size_t(spec.width); ++x) {
      const auto noise = std::uint32_t(y * 7919 + x + 1) * 2654435761u;
      const float real = float(noise >> 12) / 262144.0f - 2.0f;
      const Half half = to_half(real);
      const std::array<float, 4> four{real, -real, real / 2, 1 - real};
      const void* source = &noise;
      if (spec.texel == Texel::float1) source = &real;
      if (spec.texel == Texel::half1) source = &half;
      if (spec.texel == Texel::float4) source = &four;
      std::memcpy(image.data() + y * spec.pitch + x * size, source, size);
    }
  return image;
}

/// Places from far outside on one side to far outside on the other, never between two of the
/// weights that 8 bits can tell apart, nor on the edge of a texel.
inline std::vector<float2> places_of(const TextureSpec& spec) {
  const auto width = int(spec.width), height = int(spec.height);
  std::vector<float2> places;
  for (int j = -16 * height; j <= 24 * height; j += 7)
    for (int i = -16 * width; i <= 24 * width; i += 3) {
      const float x = float(i) / 8 + 0.03f, y = float(j) / 8 + 0.03f;
      places.push_back(spec.normalized ? make_float2(x / float(width), y / float(height))
                                       : make_float2(x, y));
    }
  return places;
}

/// The middles of all texels, row by row.
inline std::vector<float2> centres(int width, int height) {
  std::vector<float2> places;
  places.reserve(std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) places.push_back(make_float2(float(x) + 0.5f, float(y) + 0.5f));
  return places;
}

inline HostTexture::Value value_of(const float4& v) { return {v.x, v.y, v.z, v.w}; }
inline HostTexture::Value value_of(const uchar4& v) {
  return {float(v.x), float(v.y), float(v.z), float(v.w)};
}
template <class T>
HostTexture::Value value_of(const T& v) {
  return {float(v)};
}

/// Calls f with a value of the type that a kernel reads such a texture as.
template <class F>
auto with_type(const TextureSpec& spec, F&& f) {
  const bool four = channels_of(spec.texel) == 4;
  if (!holds_integers(spec.texel) || spec.read == TextureRead::normalized)
    return four ? f(float4{}) : f(float{});
  if (four) return f(uchar4{});
  return spec.texel == Texel::uchar1 ? f(static_cast<unsigned char>(0))
                                     : f(static_cast<unsigned short>(0));
}

template <class T>
Readings values_in(const Buffer& buffer) {
  std::vector<T> read(buffer.bytes() / sizeof(T));
  buffer.read(read.data(), buffer.bytes());
  Readings values;
  for (const T& value : read) values.push_back(value_of(value));
  return values;
}

/// The numbers of an array, by way of rows with a gap between them, which is left alone.
template <class T>
std::vector<T> rows_of_array(KernelExec& exec, const TextureArray& array, MemoryMode mode) {
  const auto width = std::size_t(array.shape().width), height = std::size_t(array.shape().height);
  const std::size_t pitch = width + 3;
  const std::vector<T> blank(pitch * height, T(7));
  Buffer rows(blank.size() * sizeof(T), mode);
  rows.write(blank.data(), rows.bytes());
  exec.copy_from_array(rows.data(), pitch * sizeof(T), array);
  exec.synchronize();
  std::vector<T> read(blank.size()), numbers;
  rows.read(read.data(), rows.bytes());
  for (std::size_t i = 0; i < read.size(); ++i)
    if (i % pitch < width)
      numbers.push_back(read[i]);
    else if (read[i] != T(7))
      return {};
  return numbers;
}

inline Buffer buffer_of(const void* source, std::size_t bytes, MemoryMode mode) {
  Buffer buffer(bytes, mode);
  buffer.write(source, bytes);
  return buffer;
}

/// What a kernel reads at these places.
inline Readings sampled(KernelExec& exec, const TextureSpec& spec,
                        const std::vector<float2>& places, MemoryMode mode) {
  const Buffer at = buffer_of(places.data(), places.size() * sizeof(float2), mode);
  const int n = int(places.size());
  return with_type(spec, [&]<class T>(T) {
    const Buffer out(places.size() * sizeof(T), mode);
    exec.launch(LIVEWARP_KERNEL(sample_texture<T>), {unsigned(ceil_div(n, 64))}, {64}, 0,
                exec.texture(spec), static_cast<const float2*>(at.data()),
                static_cast<T*>(out.data()), n);
    exec.synchronize();
    return values_in<T>(out);
  });
}

/// The same over an image in host memory, which is copied to where the spec wants it.
inline Readings sampled_image(KernelExec& exec, TextureSpec spec,
                              const std::vector<std::byte>& image,
                              const std::vector<float2>& places, MemoryMode mode) {
  const Buffer memory = buffer_of(image.data(), image.size(), mode);
  spec.memory = memory.data();
  if (spec.storage == TextureStorage::pitched) return sampled(exec, spec, places, mode);
  const TextureArray array({spec.texel, spec.width, spec.height}, mode);
  exec.copy_to_array(array, memory.data(), spec.pitch);
  spec.memory = array.handle();
  spec.array = array.number();
  return sampled(exec, spec, places, mode);
}

/// A mipmapped array of 8 x 4 texels with three levels, each of one value: 10, 20, 40.
inline TextureArray three_levels(KernelExec& exec, MemoryMode mode) {
  TextureArray array({Texel::float1, 8, 4, 3}, mode);
  float value = 10;
  for (int i = 0; i < 3; ++i, value *= 2)
    exec.launch(LIVEWARP_KERNEL(cover_surface<float>), {1, 4}, {8}, 0, exec.surface(array, i),
                value, 0, 0);
  return array;
}

/// What a kernel reads of it at these levels, or by these steps.
inline Readings of_three_levels(KernelExec& exec, const std::vector<float>& asked, bool gradients,
                                MemoryMode mode) {
  const TextureArray array = three_levels(exec, mode);
  TextureSpec spec = array.texture();
  spec.filter = TextureFilter::linear;
  const Buffer in = buffer_of(asked.data(), asked.size() * sizeof(float), mode);
  const Buffer out(asked.size() * sizeof(float), mode);
  const auto run = [&](const auto& kernel) {
    exec.launch(kernel, {1}, {32}, 0, exec.texture(spec), static_cast<const float*>(in.data()),
                make_float2(0.4f, 0.6f), static_cast<float*>(out.data()), int(asked.size()));
  };
  if (gradients)
    run(LIVEWARP_KERNEL(sample_gradients<float>));
  else
    run(LIVEWARP_KERNEL(sample_levels<float>));
  exec.synchronize();
  return values_in<float>(out);
}

}  // namespace texture_test

LIVEWARP_KERNELS_END
