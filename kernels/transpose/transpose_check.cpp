#include "kernels/core/model/block_rule.h"
#include "kernels/transpose/transpose.h"

namespace livewarp {

namespace {

/// The texel that pixel (x, y) of the result shows.
std::int64_t texel_of(const Transpose::Problem& problem, std::int64_t x, std::int64_t y) {
  const std::int64_t across = problem.turn == Transpose::Turn::left ? problem.width - 1 - y : y;
  const std::int64_t down = problem.turn == Transpose::Turn::right ? problem.height - 1 - x : x;
  return down * problem.width + across;
}

}  // namespace

// Noise, in which no two texels are likely to be equal; sides of one texel, sides that fill no
// tile, and those that fill several; rows that begin at multiples of 16 bytes, of 4, and anywhere,
// of the source, of the result, or of both.
std::vector<Values> Transpose::check_problems(const Values& problem, const Launch& launch) {
  struct Size {
    std::int64_t width, height;
  };
  std::vector<Size> sizes{{1, 1},   {1, 23},  {37, 1},   {17, 31},  {65, 33},
                          {64, 96}, {100, 7}, {132, 20}, {144, 80}, {31, 144}};
  if (launch.values().contains("block")) {
    const std::int64_t wide = beyond_blocks(launch.block().x, 65);
    const std::int64_t high = beyond_blocks(launch.block().y, 65);
    sizes.insert(sizes.end(), {{wide, high}, {high, wide}});
  }
  std::vector<Values> problems;
  for (const char* const turn : {"transpose", "left", "right"})
    for (const char* const pixels : {"rgba8", "grey8"})
      for (const Size size : sizes)
        problems.push_back(changed(problem, {{"width", size.width},
                                             {"height", size.height},
                                             {"chart", std::string("noise")},
                                             {"turn", std::string(turn)},
                                             {"pixels", std::string(pixels)}}));
  return problems;
}

std::vector<Discrepancy> Transpose::compare(const Problem& problem, const HostState& in,
                                            const HostState& out, const CompareScope& scope,
                                            const Job& job) {
  const std::uint8_t* const source = field_bytes(in, 0);
  const auto pixel = [&](std::int64_t x, std::int64_t y, double* to) {
    const std::uint8_t* const texel = source + texel_of(problem, x, y) * problem.channels;
    for (int c = 0; c < problem.channels; ++c) to[c] = texel[c];
  };
  const auto row = [&](std::int64_t y, double* to) {
    for (std::int64_t x = 0; x < problem.height; ++x) pixel(x, y, to + x * problem.channels);
  };
  return compare_pixels(problem.result(), field_bytes(out, 1), {row, pixel, {}}, scope, job);
}

}  // namespace livewarp
