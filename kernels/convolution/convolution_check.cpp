#include <algorithm>
#include <cstddef>

#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_reference.h"
#include "kernels/core/model/block_rule.h"

namespace livewarp {

// Noise in all channels, so that no tap can be wrong unseen. Pictures narrower than the filter,
// sizes that fill no block, and one of several.
std::vector<Values> Convolution::check_problems(const Values& problem, const Launch& launch) {
  struct Size {
    std::int64_t width, height;
  };
  std::vector<Values> problems;
  const auto add = [&](Size size, int radius, const char* pixels) {
    problems.push_back(changed(problem, {{"width", size.width},
                                         {"height", size.height},
                                         {"chart", std::string("noise")},
                                         {"pixels", std::string(pixels)},
                                         {"radius", std::int64_t{radius}}}));
  };
  for (const char* const pixels : {"rgba8", "grey8"}) {
    for (const int radius : {1, 3, 7, 16})
      for (const Size size : {Size{1, 1}, {1, 23}, {29, 1}, {17, 31}, {65, 33}})
        add(size, radius, pixels);
    add({29, 1}, most_radius, pixels);
    add({17, 31}, most_radius, pixels);
    for (const int radius : {2, 4, 8}) add({40, 19}, radius, pixels);  // rows of whole words
    add({264, 21}, 4, pixels);
  }
  if (launch.values().contains("block"))
    add({beyond_blocks(launch.block().x, 65), beyond_blocks(launch.block().y, 33)}, 3, "rgba8");
  return problems;
}

std::vector<Discrepancy> Convolution::compare(const Problem& problem, const HostState& in,
                                              const HostState& out, const CompareScope& scope,
                                              const Job& job) {
  const ConvolutionReference reference(problem, field_bytes(in, 0));
  const ExactPixels exact{
      [&](std::int64_t y, double* to) { reference.row(y, to); },
      [&](std::int64_t x, std::int64_t y, double* to) { reference.pixel(x, y, to); },
      {}};
  return compare_pixels(problem.grid(), field_bytes(out, 1), exact, scope, job);
}

// What a wide filter makes of a single texel is less than a rounding: a patch then in its place.
std::vector<HostState> Convolution::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants = picture_mutants(problem.grid(), sound);
  const std::int64_t side = 1 + problem.radius / 2, w = problem.width, h = problem.height;
  mutants.front() = sound;
  for (std::int64_t y = h / 2; y < std::min(h, h / 2 + side); ++y)
    for (std::int64_t x = w / 2; x < std::min(w, w / 2 + side); ++x)
      for (std::int64_t c = 0; c < problem.channels; ++c)
        mutants.front().fields[0][std::size_t((y * w + x) * problem.channels + c)] ^=
            std::byte{0x80};
  return mutants;
}

}  // namespace livewarp
