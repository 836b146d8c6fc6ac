// What stands first where two kernels are compared.
#include "ui/model/lens_compare.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace livewarp::ui {
namespace {

LensAccess load(double cost) {
  return {.what = "shared load",
          .space = LensSpace::shared,
          .requests = 8,
          .lanes = 32,
          .cost = cost,
          .ideal = 1};
}

LensKernel kernel_of(const std::vector<LensLine>& lines) {
  LensKernel kernel{.name = "tile"};
  kernel.files = {{"kernels/a.cuh", lines}};
  return kernel;
}

std::vector<int> first_numbers(const LensKernel& kernel, const LensKernel& other) {
  const LensKernel shown = differing_first(kernel, other);
  std::vector<int> numbers;
  if (shown.files.size() == kernel.files.size()) return numbers;
  for (const LensLine& line : shown.files.front().lines) numbers.push_back(line.number);
  return numbers;
}

TEST(LensCompare, ThePitchOfAPaddedTileComesFirst) {
  const LensKernel shared = kernel_of({{1, "  __shared__ float tile[32][32];", {}},
                                       {2, "  // a tile of rows", {}},
                                       {3, "  out[i] = tile[x][y];", {load(32)}}});
  const LensKernel padded =
      kernel_of({{7, "    __shared__ float tile[32][33];  // a word more", {}},
                 {8, "    // another comment", {}},
                 {9, "    out[i] = tile[x][y];", {load(1)}}});
  EXPECT_EQ(first_numbers(padded, shared), (std::vector<int>{7, 9}));
  EXPECT_EQ(first_numbers(shared, padded), (std::vector<int>{1, 3}));
}

TEST(LensCompare, EqualLinesOfEqualCostDoNotDiffer) {
  const LensKernel one = kernel_of(
      {{1, "int i = x;", {}}, {0, "", {}}, {3, "}", {}}, {4, "out[i] = tile[x][y];", {load(2)}}});
  const LensKernel other =
      kernel_of({{11, "  int i = x;  // ours", {}}, {12, "  out[i] = tile[x][y];", {load(2.001)}}});
  EXPECT_TRUE(first_numbers(one, other).empty());
  EXPECT_TRUE(first_numbers(one, one).empty());
}

TEST(LensCompare, FilesFollowWholeBehindWhatDiffers) {
  LensKernel kernel = kernel_of({{1, "a = b[i];", {}}, {2, "c = d;", {}}});
  kernel.files.push_back({"kernels/b.cuh", {{5, "e = f;", {}}}});
  const LensKernel shown = differing_first(kernel, kernel_of({{1, "c = d;", {}}}));
  ASSERT_EQ(shown.files.size(), 4u);
  EXPECT_EQ(shown.files[0].path, "differs: kernels/a.cuh");
  EXPECT_EQ(shown.files[1].path, "differs: kernels/b.cuh");
  EXPECT_EQ(shown.files[2].path, "kernels/a.cuh");
  EXPECT_EQ(shown.files[2].lines.size(), 2u);
}

TEST(LensCompare, TheMainKernelMakesMostAccesses) {
  LensView view;
  EXPECT_EQ(main_kernel(view), nullptr);
  view.kernels = {kernel_of({{1, "a;", {}}}), kernel_of({{1, "a;", {load(1)}}})};
  EXPECT_EQ(main_kernel(view), &view.kernels[1]);
}

}  // namespace
}  // namespace livewarp::ui
