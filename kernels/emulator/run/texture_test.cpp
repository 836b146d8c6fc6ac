// Textures and surfaces as kernels see them on the host. How they sample stands in
// core/texture_test.cpp.
#include "kernels/core/memory/texture_test.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/core/base/error.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp {
namespace {

using namespace texture_test;

TEST(EmulatorTexture, KernelsReadEveryKindOfTexture) {
  const auto exec = make_emulator_exec();
  for (const TextureSpec& spec : all_specs(7, 5)) {
    const std::vector<std::byte> image = image_of(spec);
    const std::vector<float2> places = places_of(spec);
    const Readings found = sampled_image(*exec, spec, image, places, MemoryMode::host);
    const Buffer rows = buffer_of(image.data(), image.size(), MemoryMode::host);
    TextureSpec on_host = spec;
    on_host.storage = TextureStorage::pitched;
    on_host.memory = rows.data();
    const HostTexture texture(on_host);
    for (std::size_t i = 0; i < places.size(); ++i)
      ASSERT_EQ(found[i], texture.sample(places[i].x, places[i].y)) << text_of(spec);
  }
}

// The share of a level has 8 bits behind the point; what lies before the first level or behind the
// last is that level.
TEST(EmulatorTexture, LevelsAreMixed) {
  const auto exec = make_emulator_exec();
  const Readings found =
      of_three_levels(*exec, {-3, 0, 0.25f, 1, 1.5f, 1.501f, 2, 9}, false, MemoryMode::host);
  const std::vector<float> expected{10, 10, 12.5f, 20, 30, 30, 40, 40};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(found[i][0], expected[i]) << i;
}

// Steps across of a half, of one, two and of eight texels of the first level.
TEST(EmulatorTexture, GradientsChooseTheLevel) {
  const auto exec = make_emulator_exec();
  const Readings found = of_three_levels(*exec, {0.5f / 8, 1.0f / 8, 2.0f / 8, 2.8284271f / 8, 1},
                                         true, MemoryMode::host);
  const std::vector<float> expected{10, 10, 20, 30, 40};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(found[i][0], expected[i]) << i;
}

TEST(EmulatorTexture, LinearStorageIsReadByIndexAndIsZeroOutside) {
  const auto exec = make_emulator_exec();
  std::vector<float> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const Buffer in = buffer_of(numbers.data(), 400, MemoryMode::host);
  std::vector<float> out(110, -1.0f);
  exec->launch(LIVEWARP_KERNEL(fetch_texture<float>), {2}, {64}, 0,
               exec->texture({.memory = in.data(), .width = 100}), -5, out.data(), 110);
  for (int i = 0; i < 110; ++i)
    ASSERT_EQ(out[std::size_t(i)], i < 5 || i >= 105 ? 0 : float(i - 4)) << i;
}

TEST(EmulatorTexture, ObjectsAreMadeOnceForADescription) {
  const auto exec = make_emulator_exec();
  const Buffer memory(4096, MemoryMode::host);
  TextureSpec spec{.memory = memory.data(), .width = 10};
  const std::uint64_t first = exec->texture(spec);
  EXPECT_EQ(exec->texture(spec), first);
  spec.width = 11;
  EXPECT_NE(exec->texture(spec), first);
  const TextureArray a({Texel::float1, 4, 4}, MemoryMode::host);
  const TextureArray b({Texel::float1, 4, 4}, MemoryMode::host);
  EXPECT_EQ(exec->surface(a), exec->surface(a));
  EXPECT_NE(exec->surface(a), exec->surface(b));
  EXPECT_NE(exec->texture(a.texture()), exec->texture(b.texture()));
}

TEST(EmulatorTexture, KernelsWriteAnArrayByItsSurface) {
  const auto exec = make_emulator_exec();
  constexpr int width = 37, height = 11;
  std::vector<float> numbers(width * height);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const TextureArray array({Texel::float1, width, height}, MemoryMode::host);
  exec->launch(LIVEWARP_KERNEL(write_surface<float>), {2, height}, {32}, 0, exec->surface(array),
               numbers.data(), width, height);
  const Readings found = sampled(*exec, array.texture(), centres(width, height), MemoryMode::host);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(found[i][0], numbers[i]);
  // One column more than there is.
  EXPECT_THROW(exec->launch(LIVEWARP_KERNEL(write_surface<float>), {2, height}, {32}, 0,
                            exec->surface(array), numbers.data(), width + 1, height - 1),
               Error);
}

TEST(EmulatorTexture, WhatIsWrittenOutsideOfASurfaceIsDropped) {
  const auto exec = make_emulator_exec();
  constexpr int width = 37, height = 11;
  TextureArray array({Texel::uchar1, width, height}, MemoryMode::host);
  array.fill(3);
  // 64 x 20 pixels, of which a strip on each side of the array is left out, or all lie beyond one
  // side.
  const auto cover = [&](unsigned char value, int left, int top) {
    exec->launch(LIVEWARP_KERNEL(cover_surface<unsigned char>), {2, 20}, {32}, 0,
                 exec->surface(array), value, left, top);
  };
  cover(5, 2, 1);
  cover(6, -62, -18);
  for (const auto& [left, top] : {std::pair{width, 0}, {0, height}, {-64, 0}, {0, -20}})
    cover(9, left, top);
  const auto found = rows_of_array<unsigned char>(*exec, array, MemoryMode::host);
  ASSERT_EQ(found.size(), std::size_t(width * height));
  for (int i = 0; i < width * height; ++i) {
    const int x = i % width, y = i / width;
    ASSERT_EQ(found[std::size_t(i)], x < 2 && y < 2     ? 6
                                     : x >= 2 && y >= 1 ? 5
                                                        : 3)
        << x << ", " << y;
  }
}

TEST(EmulatorTexture, AnArrayIsCopiedFromRowsAndToRows) {
  const auto exec = make_emulator_exec();
  constexpr int width = 37, height = 11;
  std::vector<float> numbers(width * height);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const Buffer rows = buffer_of(numbers.data(), numbers.size() * sizeof(float), MemoryMode::host);
  const TextureArray array({Texel::float1, width, height}, MemoryMode::host);
  exec->copy_to_array(array, rows.data(), width * sizeof(float));
  EXPECT_EQ(rows_of_array<float>(*exec, array, MemoryMode::host), numbers);
}

/// Numbers as pixels; a volume if there is a depth.
template <class T>
void expect_a_picture_in_memory_and_on_a_surface(const std::vector<T>& numbers, int width,
                                                 int height, int depth) {
  const auto exec = make_emulator_exec();
  std::vector<T> memory(numbers.size()), array(numbers.size());
  launch_write_picture(*exec, numbers.data(), PictureTarget<T>{memory.data(), 0, width, height},
                       depth);
  EXPECT_EQ(memory, numbers);
  const HostSurface surface(array.data(), std::int64_t(sizeof(T)) * width, height,
                            std::max(depth, 1));
  const auto object = std::bit_cast<std::uintptr_t>(&surface);
  launch_write_picture(*exec, numbers.data(), PictureTarget<T>{nullptr, object, width, height},
                       depth);
  EXPECT_EQ(array, numbers);
  // One row, or plane, less than there is.
  const HostSurface small(array.data(), std::int64_t(sizeof(T)) * width, height - (depth ? 0 : 1),
                          std::max(depth - 1, 1));
  const auto less = std::bit_cast<std::uintptr_t>(&small);
  EXPECT_THROW(launch_write_picture(*exec, numbers.data(),
                                    PictureTarget<T>{nullptr, less, width, height}, depth),
               Error);
}

TEST(EmulatorTexture, PicturesGoToMemoryOrASurface) {
  constexpr int width = 37, height = 11, depth = 5;
  std::vector<double> pixels(width * height);  // 8 bytes, like value and mark of a field
  std::iota(pixels.begin(), pixels.end(), 1.0);
  expect_a_picture_in_memory_and_on_a_surface(pixels, width, height, 0);
  std::vector<unsigned short> voxels(width * height * depth);
  std::iota(voxels.begin(), voxels.end(), static_cast<unsigned short>(63'000));  // and on from 0
  expect_a_picture_in_memory_and_on_a_surface(voxels, width, height, depth);
}

TEST(EmulatorTexture, ReadingAnotherTypeIsAnError) {
  const auto exec = make_emulator_exec();
  const Buffer memory(4096, MemoryMode::host);
  std::vector<float> out(4);
  const auto fetch = [&](const TextureSpec& spec) {
    exec->launch(LIVEWARP_KERNEL(fetch_texture<float>), {1}, {4}, 0, exec->texture(spec), 0,
                 out.data(), 4);
  };
  TextureSpec spec{.memory = memory.data(), .texel = Texel::uchar1, .width = 4};
  EXPECT_THROW(fetch(spec), Error);  // integers are no reals
  spec.read = TextureRead::normalized;
  EXPECT_NO_THROW(fetch(spec));
  spec.texel = Texel::uchar4;
  EXPECT_THROW(fetch(spec), Error);  // four channels are not one
  const TextureArray array({Texel::float1, 4, 4}, MemoryMode::host);
  EXPECT_THROW(fetch(array.texture()), Error);  // rows have no tex1Dfetch
}

}  // namespace
}  // namespace livewarp
