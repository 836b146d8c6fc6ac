#include <algorithm>
#include <cmath>

#include "kernels/scaling/scaling.h"
#include "kernels/scaling/scaling_reference.h"

namespace livewarp {

namespace {

Values with(Values values, std::int64_t width, std::int64_t height, double scale) {
  values["width"] = width;
  values["height"] = height;
  values["scale"] = scale;
  values["result_width"] = values["result_height"] = std::int64_t{0};
  values["chart"] = std::string("noise");
  return values;
}

struct Size {
  std::int64_t width, height;
};
const std::vector<std::string> addresses{"clamp", "wrap", "mirror", "border"};

/// Every filter, with and without antialias, of grey and of RGBA, straight and turned; address
/// modes, origins and sizes take turns.
void add_filters(std::vector<Values>& problems, const Values& problem) {
  const Size sizes[] = {{16, 9}, {23, 14}, {37, 8}};
  std::size_t turn = 0;
  for (const Option& filter : find_param(Scaling::info().params, "filter")->options)
    for (const char* const pixels : {"rgba8", "grey8"})
      for (const double rotation : {0.0, 30.0, 90.0})
        for (const double scale : {0.13, 0.5, 1.37, 2.0})
          for (const bool antialias : {false, true}) {
            if (antialias && scale > 1) continue;
            const Size size = sizes[turn % 3];
            Values values = with(problem, size.width, size.height, scale);
            values["filter"] = filter.id;
            values["antialias"] = antialias;
            values["pixels"] = std::string(pixels);
            values["rotation"] = rotation;
            values["address"] = addresses[turn % 4];
            values["origin"] = std::string(turn / 4 % 2 == 0 ? "center" : "corner");
            problems.push_back(std::move(values));
            ++turn;
          }
}

/// A window of the result that shows many times the source, most of it far outside.
void add_far(std::vector<Values>& problems, const Values& problem) {
  for (const std::string& address : addresses)
    for (const double rotation : {0.0, 30.0})
      for (const double scale : {0.5, 1.37}) {
        Values values = with(problem, 5, 3, scale);
        values["address"] = address;
        values["rotation"] = rotation;
        values["result_width"] = std::int64_t{70};
        values["result_height"] = std::int64_t{41};
        values["center_x"] = values["center_y"] = 1.0;
        problems.push_back(std::move(values));
      }
}

/// Where a block takes more of the result than the sizes above have: more than one block, of which
/// a thread makes four pixels at most, each way.
void add_large_blocks(std::vector<Values>& problems, const Values& problem, const Launch& launch) {
  constexpr double scale = 7.9;
  constexpr std::int64_t pixels_a_thread = 4, enough = 256, narrow = 3;
  if (!launch.values().contains("block")) return;
  const auto beyond = [](unsigned side) {
    return std::int64_t(double(pixels_a_thread * side) / scale) + 2;
  };
  const Dim3 block = launch.block();
  if (pixels_a_thread * block.x > enough)
    problems.push_back(with(problem, beyond(block.x), narrow, scale));
  if (pixels_a_thread * block.y > enough)
    problems.push_back(with(problem, narrow, beyond(block.y), scale));
}

/// How far from the fixed-point positions those of a texture unit lie: it takes fp32, two half
/// steps of a number as large as the source, and rounds to 1/256 texel.
double position_slack(const Scaling::Problem& problem) {
  return 0x1p-9 + 0x1p-23 * double(std::max(problem.width, problem.height) + 2);
}

/// Nearest only: tells which pixels are right though the reference says otherwise.
class OtherSide {
 public:
  OtherSide(const Scaling::Problem& problem, const std::uint8_t* source)
      : problem_(problem), source_(source) {}

  /// A position so near to the edge between two texels that a texture unit cannot tell on
  /// which side it lies, where the result is the texel of the other side. On the edge itself it
  /// can.
  bool operator()(const std::uint8_t* now, std::int64_t x, std::int64_t y) const {
    const double slack = position_slack(problem_);
    const double u = texels_of(problem_.map.u(x, y)) + 0.5;
    const double v = texels_of(problem_.map.v(x, y)) + 0.5;
    const auto beside = [&](double at) {
      const double edge = std::round(at), away = at - edge;
      if (away == 0 || std::abs(away) > slack) return std::floor(at);
      return away > 0 ? edge - 1 : edge;
    };
    const double bu = beside(u), bv = beside(v);
    if (bu == std::floor(u) && bv == std::floor(v)) return false;
    for (const double tv : {std::floor(v), bv})
      for (const double tu : {std::floor(u), bu})
        if (equals(now, std::int64_t(tu), std::int64_t(tv))) return true;
    return false;
  }

 private:
  bool equals(const std::uint8_t* now, std::int64_t x, std::int64_t y) const {
    const std::int64_t i = addressed(x, problem_.width, problem_.address);
    const std::int64_t j = addressed(y, problem_.height, problem_.address);
    for (int c = 0; c < problem_.channels; ++c) {
      const int texel =
          i < 0 || j < 0 ? 0 : source_[(j * problem_.width + i) * problem_.channels + c];
      if (now[c] != texel) return false;
    }
    return true;
  }

  const Scaling::Problem& problem_;
  const std::uint8_t* source_;
};

}  // namespace

// Noise in all channels, transparency too: every texel differs from its neighbours, so no tap can
// be wrong unseen. Sizes that fill no block, and one of several; scales on both sides of 1.
std::vector<Values> Scaling::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  for (const double scale : {0.13, 0.5, 1.0, 1.37, 2.0, 7.9})
    for (const Size size : {Size{1, 1}, {1, 23}, {17, 31}, {65, 33}, {64, 21}})
      for (const std::string& address : addresses)
        problems.push_back(
            changed(with(problem, size.width, size.height, scale), {{"address", address}}));
  add_filters(problems, problem);
  add_far(problems, problem);
  add_large_blocks(problems, problem, launch);
  return problems;
}

double Scaling::reference_seconds(const Problem& problem) const {
  const double pixels = double(problem.result_width) * double(problem.result_height);
  const double taps = weighs(problem.filter) ? problem.stretched().taps() : 4;
  return pixels * problem.channels * (problem.map.straight() ? 2 * taps : taps * taps) * 0.6e-9;
}

std::vector<Discrepancy> Scaling::compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job) {
  const ScalingReference reference(problem, field_bytes(in, 0));
  ExactPixels exact{[&](std::int64_t y, double* to) { reference.row(y, to); },
                    [&](std::int64_t x, std::int64_t y, double* to) { reference.pixel(x, y, to); },
                    {}};
  if (problem.filter == ScalingFilter::nearest)
    exact.accepts = OtherSide(problem, field_bytes(in, 0));
  return compare_pixels(problem.result(), field_bytes(out, 1), exact, scope, job);
}

}  // namespace livewarp
