#include <algorithm>
#include <cmath>
#include <mutex>
#include <random>

#include "kernels/core/grid.h"
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

/// Every filter, with and without antialias, of grey and of RGBA, straight and turned; address modes,
/// origins and sizes take turns.
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

const std::uint8_t* bytes(const HostState& state, std::size_t field) {
  return reinterpret_cast<const std::uint8_t*>(state.fields[field].data());
}

/// How far from the fixed-point positions those of a texture unit lie: it takes fp32, two half steps of a
/// number as large as the source, and rounds to 1/256 texel.
double position_slack(const Scaling::Problem& problem) {
  return 0x1p-9 + 0x1p-23 * double(std::max(problem.width, problem.height) + 2);
}

/// Compares the pixels of a result one by one.
class PixelJudge {
 public:
  PixelJudge(const Scaling::Problem& problem, const std::uint8_t* source,
             const std::uint8_t* result)
      : problem_(problem), source_(source), result_(result) {}

  void pixel(Discrepancy& found, std::int64_t x, std::int64_t y, const double* expected) const {
    const std::int64_t i = y * problem_.result_width + x;
    const std::uint8_t* const now = result_ + i * problem_.channels;
    if (problem_.filter == ScalingFilter::nearest && other_side(now, x, y)) expected = nullptr;
    for (int c = 0; c < problem_.channels; ++c) {
      const double value = now[c];
      found.add(i, &value, expected ? expected + c : &value, 1);
    }
  }

 private:
  /// Nearest only: a position so near to the edge between two texels that a texture unit cannot tell on
  /// which side it lies, where the result is the texel of the other side. On the edge itself it can.
  bool other_side(const std::uint8_t* now, std::int64_t x, std::int64_t y) const {
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
  const std::uint8_t *source_, *result_;
};

Discrepancy levels() { return Discrepancy("value", 1); }

}  // namespace

// Noise in all channels, transparency too: every texel differs from its neighbours, so no tap can be
// wrong unseen. Sizes that fill no block, and one of several; scales on both sides of 1.
std::vector<Values> Scaling::check_problems(const Values& problem, const Launch&) {
  std::vector<Values> problems;
  for (const double scale : {0.13, 0.5, 1.0, 1.37, 2.0, 7.9})
    for (const Size size : {Size{1, 1}, {1, 23}, {17, 31}, {65, 33}, {64, 21}})
      for (const std::string& address : addresses) {
        Values values = with(problem, size.width, size.height, scale);
        values["address"] = address;
        problems.push_back(std::move(values));
      }
  add_filters(problems, problem);
  add_far(problems, problem);
  return problems;
}

double Scaling::reference_seconds(const Problem& problem) {
  const double pixels = double(problem.result_width) * double(problem.result_height);
  const double taps = weighs(problem.filter) ? problem.stretched().taps() : 4;
  return pixels * problem.channels * (problem.map.straight() ? 2 * taps : taps * taps) * 0.6e-9;
}

std::vector<Discrepancy> Scaling::compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job) {
  const ScalingReference reference(problem, bytes(in, 0));
  const PixelJudge judge(problem, bytes(in, 0), bytes(out, 1));
  Discrepancy found = levels();
  if (scope.samples > 0) {
    std::mt19937_64 random(scope.seed);
    for (std::int64_t i = 0; i < scope.samples; ++i) {
      const auto x = std::int64_t(random() % std::uint64_t(problem.result_width));
      const auto y = std::int64_t(random() % std::uint64_t(problem.result_height));
      double expected[4];
      reference.pixel(x, y, expected);
      judge.pixel(found, x, y, expected);
    }
    return {found};
  }
  std::mutex adding;
  for_grid_rows(problem.result_height, problem.result_width, job, [&](Range rows) {
    std::vector<double> expected(std::size_t(problem.result_width * problem.channels));
    Discrepancy some = levels();
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      reference.row(y, expected.data());
      for (std::int64_t x = 0; x < problem.result_width; ++x)
        judge.pixel(some, x, y, expected.data() + x * problem.channels);
    }
    const std::scoped_lock lock(adding);
    found.add(some);
  });
  return {found};
}

// One texel brighter, a row of texels inverted, a column.
std::vector<HostState> Scaling::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants;
  const std::int64_t w = problem.width, h = problem.height, channels = problem.channels;
  const auto mutate = [&](std::int64_t x0, std::int64_t x1, std::int64_t y0, std::int64_t y1) {
    HostState mutant = sound;
    for (std::int64_t y = y0; y < y1; ++y)
      for (std::int64_t i = (y * w + x0) * channels; i < (y * w + x1) * channels; ++i)
        mutant.fields[0][std::size_t(i)] ^= std::byte{0x80};
    mutants.push_back(std::move(mutant));
  };
  mutate(w / 2, w / 2 + 1, h / 2, h / 2 + 1);
  mutate(0, w, h / 2, h / 2 + 1);
  mutate(w - 1, w, 0, h);
  return mutants;
}

}  // namespace livewarp
