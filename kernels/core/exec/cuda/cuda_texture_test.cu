// The texture hardware against the host's sampler, for all that can be described.
#include "kernels/core/memory/texture_test.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/core/base/error.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/exec/cuda/cuda_textures.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {
namespace {

using namespace texture_test;

class GpuTexture : public testing::Test {
 protected:
  void SetUp() override {
    const Machine machine = detect_machine();
    if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
    exec_ = CudaExec::create();
  }
  std::unique_ptr<CudaExec> exec_;
};

TEST_F(GpuTexture, AgreesWithTheHostsSampler) {
  for (const auto& [width, height] : {std::pair{7, 5}, {1, 1}, {33, 3}, {1, 6}})
    for (const TextureSpec& spec : all_specs(width, height)) {
      const std::vector<std::byte> image = image_of(spec);
      const std::vector<float2> places = places_of(spec);
      const Readings found = sampled_image(*exec_, spec, image, places, MemoryMode::device);
      const Buffer rows = buffer_of(image.data(), image.size(), MemoryMode::host);
      TextureSpec on_host = spec;
      on_host.storage = TextureStorage::pitched;
      on_host.memory = rows.data();
      const HostTexture texture(on_host);
      // Points are exact but for the division by 255 or 65,535. Between texels, which are at most 4
      // apart (1 for normalized integers), the hardware may differ by one of 256 steps in each
      // direction.
      const double range = holds_integers(spec.texel) ? 1 : 4;
      const double allowed = spec.filter == TextureFilter::linear ? 2 * range / 256
                             : texture.yields_reals()             ? 1e-6
                                                                  : 0;
      for (std::size_t i = 0; i < places.size(); ++i) {
        const HostTexture::Value expected = texture.sample(places[i].x, places[i].y);
        for (std::size_t k = 0; k < expected.size(); ++k)
          ASSERT_NEAR(found[i][k], expected[k], allowed)
              << text_of(spec) << " at " << places[i].x << ", " << places[i].y;
      }
    }
}

TEST_F(GpuTexture, LevelsAreMixed) {
  const Readings found =
      of_three_levels(*exec_, {-3, 0, 0.25f, 1, 1.5f, 1.501f, 2, 9}, false, MemoryMode::device);
  const std::vector<float> expected{10, 10, 12.5f, 20, 30, 30, 40, 40};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i][0], expected[i], 20.0f / 256) << i;
}

TEST_F(GpuTexture, GradientsChooseTheLevel) {
  const Readings found = of_three_levels(*exec_, {0.5f / 8, 1.0f / 8, 2.0f / 8, 2.8284271f / 8, 1},
                                         true, MemoryMode::device);
  const std::vector<float> expected{10, 10, 20, 30, 40};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i][0], expected[i], 2 * 20.0f / 256) << i;
}

TEST_F(GpuTexture, LinearStorageIsReadByIndexAndIsZeroOutside) {
  constexpr int n = 1003, outside = 5;
  std::vector<float> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const Buffer in = buffer_of(numbers.data(), n * sizeof(float), MemoryMode::device);
  const Buffer out((n + 2 * outside) * sizeof(float), MemoryMode::device);
  const TextureSpec spec{.memory = in.data(), .width = n};
  exec_->launch(LIVEWARP_KERNEL(fetch_texture<float>), {9}, {128}, 0, exec_->texture(spec),
                -outside, static_cast<float*>(out.data()), n + 2 * outside);
  exec_->synchronize();
  const Readings found = values_in<float>(out);
  for (int i = 0; i < n + 2 * outside; ++i) {
    const int from = i - outside;
    ASSERT_EQ(found[std::size_t(i)][0], from < 0 || from >= n ? 0 : numbers[std::size_t(from)]);
  }
}

TEST_F(GpuTexture, ObjectsAreMadeOnceAndOutliveTheirArrays) {
  std::vector<std::uint64_t> objects;
  for (int i = 0; i < 3; ++i) {
    const TextureArray array({Texel::float1, 100, 50}, MemoryMode::device);
    objects.push_back(exec_->texture(array.texture()));
    EXPECT_EQ(exec_->texture(array.texture()), objects.back());
    EXPECT_EQ(exec_->surface(array), exec_->surface(array));
  }
  EXPECT_NE(objects[0], objects[1]);  // even where the second array has the first one's place
  EXPECT_NE(objects[1], objects[2]);
  exec_.reset();
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST_F(GpuTexture, KernelsWriteAnArrayByItsSurface) {
  constexpr int width = 37, height = 11;
  std::vector<float> numbers(width * height);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const Buffer in = buffer_of(numbers.data(), numbers.size() * sizeof(float), MemoryMode::device);
  const TextureArray array({Texel::float1, width, height}, MemoryMode::device);
  exec_->launch(LIVEWARP_KERNEL(write_surface<float>), {2, height}, {32}, 0, exec_->surface(array),
                static_cast<const float*>(in.data()), width, height);
  const Readings found =
      sampled(*exec_, array.texture(), centres(width, height), MemoryMode::device);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(found[i][0], numbers[i]);
}

TEST_F(GpuTexture, WhatIsWrittenOutsideOfASurfaceIsDropped) {
  constexpr int width = 37, height = 11;
  TextureArray array({Texel::uchar1, width, height}, MemoryMode::device);
  array.fill(3);
  // 64 x 20 pixels, of which a strip on each side of the array is left out, or all lie beyond one
  // side.
  const auto cover = [&](unsigned char value, int left, int top) {
    exec_->launch(LIVEWARP_KERNEL(cover_surface<unsigned char>), {2, 20}, {32}, 0,
                  exec_->surface(array), value, left, top);
  };
  cover(5, 2, 1);
  cover(6, -62, -18);
  for (const auto& [left, top] : {std::pair{width, 0}, {0, height}, {-64, 0}, {0, -20}})
    cover(9, left, top);
  const auto found = rows_of_array<unsigned char>(*exec_, array, MemoryMode::device);
  ASSERT_EQ(found.size(), std::size_t(width * height));
  for (int i = 0; i < width * height; ++i) {
    const int x = i % width, y = i / width;
    ASSERT_EQ(found[std::size_t(i)], x < 2 && y < 2     ? 6
                                     : x >= 2 && y >= 1 ? 5
                                                        : 3)
        << x << ", " << y;
  }
}

TEST_F(GpuTexture, AnArrayIsCopiedFromRowsAndToRows) {
  constexpr int width = 37, height = 11;
  std::vector<float> numbers(width * height);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const Buffer rows = buffer_of(numbers.data(), numbers.size() * sizeof(float), MemoryMode::device);
  const TextureArray array({Texel::float1, width, height}, MemoryMode::device);
  exec_->copy_to_array(array, rows.data(), width * sizeof(float));
  EXPECT_EQ(rows_of_array<float>(*exec_, array, MemoryMode::device), numbers);
}

/// A CUDA array that is written as a picture's surface and read back.
template <class T>
std::vector<T> written_on_a_surface(CudaExec& exec, const std::vector<T>& numbers,
                                    const cudaChannelFormatDesc& format, int width, int height,
                                    int depth) {
  const Buffer in = buffer_of(numbers.data(), numbers.size() * sizeof(T), MemoryMode::device);
  cudaArray_t array = nullptr;
  // The array is larger than the picture, but for its depth.
  EXPECT_EQ(cudaMalloc3DArray(
                &array, &format,
                cudaExtent{std::size_t(width + 27), std::size_t(height + 5), std::size_t(depth)},
                cudaArraySurfaceLoadStore),
            cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  launch_write_picture(exec, static_cast<const T*>(in.data()),
                       PictureTarget<T>{nullptr, surface, width, height}, depth);
  exec.synchronize();
  std::vector<T> found(numbers.size());
  cudaMemcpy3DParms copy{};
  copy.srcArray = array;
  copy.dstPtr = {found.data(), std::size_t(width) * sizeof(T), std::size_t(width),
                 std::size_t(height)};
  copy.extent = {std::size_t(width), std::size_t(height), std::size_t(std::max(depth, 1))};
  copy.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
  return found;
}

TEST_F(GpuTexture, PicturesGoToMemoryOrASurface) {
  constexpr int width = 137, height = 11, depth = 5;
  std::vector<float2> pixels(width * height);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = {float(i) / 3, float(i % 3)};
  const auto same = [](float2 a, float2 b) { return a.x == b.x && a.y == b.y; };
  const auto field =
      written_on_a_surface(*exec_, pixels, cudaCreateChannelDesc<float2>(), width, height, 0);
  EXPECT_TRUE(std::ranges::equal(field, pixels, same));
  std::vector<unsigned short> voxels(width * height * depth);
  std::iota(voxels.begin(), voxels.end(), static_cast<unsigned short>(63'000));
  EXPECT_EQ(
      written_on_a_surface(*exec_, voxels, channel_format(Texel::ushort1), width, height, depth),
      voxels);

  const Buffer in = buffer_of(voxels.data(), voxels.size() * 2, MemoryMode::device);
  Buffer out(in.bytes(), MemoryMode::device);
  launch_write_picture(
      *exec_, static_cast<const unsigned short*>(in.data()),
      PictureTarget<unsigned short>{static_cast<unsigned short*>(out.data()), 0, width, height},
      depth);
  exec_->synchronize();
  std::vector<unsigned short> found(voxels.size());
  out.read(found.data(), out.bytes());
  EXPECT_EQ(found, voxels);
}

TEST_F(GpuTexture, ACopyToAnArrayWaitsForItsTurn) {
  constexpr int side = 64;
  const std::vector<float> ones(side * side, 1.0f);
  Buffer rows = buffer_of(ones.data(), ones.size() * sizeof(float), MemoryMode::device);
  const TextureArray array({Texel::float1, side, side}, MemoryMode::device);
  exec_->copy_to_array(array, rows.data(), side * sizeof(float));
  exec_->set_queued(true);
  exec_->fill_bytes(rows.data(), 0, rows.bytes());
  exec_->copy_to_array(array, rows.data(), side * sizeof(float));
  EXPECT_EQ(exec_->waiting(), 2u);
  exec_->set_queued(false);
  const std::vector<float2> centre{make_float2(30.5f, 40.5f)};
  EXPECT_EQ(sampled(*exec_, array.texture(), centre, MemoryMode::device)[0][0], 1);
  exec_->pump(100);
  EXPECT_EQ(sampled(*exec_, array.texture(), centre, MemoryMode::device)[0][0], 0);
}

TEST_F(GpuTexture, ACopyFromAnArrayWaitsForItsTurn) {
  TextureArray array({Texel::uchar1, 64, 64}, MemoryMode::device);
  array.fill(1);
  Buffer rows(64 * 64, MemoryMode::device);
  rows.fill(2);
  exec_->set_queued(true);
  exec_->copy_from_array(rows.data(), 64, array);
  exec_->set_queued(false);
  EXPECT_EQ(values_in<unsigned char>(rows)[100][0], 2);
  exec_->pump(100);
  exec_->synchronize();
  EXPECT_EQ(values_in<unsigned char>(rows)[100][0], 1);
}

TEST_F(GpuTexture, WhatTheDeviceCannotDoIsRefused) {
  const Buffer memory(4096, MemoryMode::device);
  TextureSpec spec{.storage = TextureStorage::pitched,
                   .memory = memory.data(),
                   .width = 10,
                   .height = 5,
                   .pitch = 40};
  EXPECT_THROW(exec_->texture(spec), Error);
  spec.pitch = 64;
  EXPECT_NE(exec_->texture(spec), 0u);
  spec.memory = static_cast<const std::byte*>(memory.data()) + 16;
  EXPECT_THROW(exec_->texture(spec), Error);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

}  // namespace
}  // namespace livewarp
