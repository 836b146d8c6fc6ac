#include "kernels/core/exec/waves.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/occupancy.h"

namespace livewarp {

double Waves::filled() const { return count() > 0 ? double(blocks) / double(count() * places) : 0; }

std::optional<Waves> waves(std::int64_t grid_blocks, int blocks_per_multiprocessor,
                           int multiprocessors) {
  if (grid_blocks < 1 || blocks_per_multiprocessor < 1 || multiprocessors < 1) return {};
  Waves result;
  result.blocks = grid_blocks;
  result.places = std::int64_t{blocks_per_multiprocessor} * multiprocessors;
  result.full = grid_blocks / result.places;
  result.tail = grid_blocks % result.places;
  return result;
}

const std::vector<ExampleGpu>& example_gpus() {
  static const std::vector<ExampleGpu> all{
      {75, "Turing", "RTX 2070", 36},     {80, "Ampere", "A100", 108},
      {86, "Ampere", "RTX 3060", 28},     {87, "Ampere", "Jetson AGX Orin", 16},
      {89, "Ada", "RTX 4060", 24},        {90, "Hopper", "H100 SXM", 132},
      {100, "Blackwell", "B200", 148},    {103, "Blackwell", "B300", 0},
      {120, "Blackwell", "RTX 5070", 48}, {121, "Blackwell", "DGX Spark", 48},
  };
  return all;
}

const ExampleGpu* example_gpu(int compute) {
  const auto found = std::ranges::find(example_gpus(), compute, &ExampleGpu::compute);
  return found == example_gpus().end() ? nullptr : &*found;
}

std::string compute_text(int compute) {
  return std::to_string(compute / 10) + "." + std::to_string(compute % 10);
}

int parse_compute(const std::string& text) {
  std::string digits = text.starts_with("sm_") ? text.substr(3) : text;
  std::erase(digits, '.');
  std::vector<std::string> known;
  std::int64_t number = 0;
  const bool is_number = read_integer(digits, number);
  for (const SmLimits& limits : known_sm_limits()) {
    if (is_number && limits.compute == number) return limits.compute;
    known.push_back(compute_text(limits.compute));
  }
  throw Error("architecture " + text + ": its limits are not known here",
              "known are " + joined(known));
}

}  // namespace livewarp
