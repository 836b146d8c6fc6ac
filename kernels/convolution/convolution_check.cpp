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

}  // namespace livewarp
