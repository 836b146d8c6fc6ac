#include "kernels/scaling/cpu/scaling_cpu_exact.h"

#include <algorithm>
#include <array>

namespace livewarp {

namespace {

template <int channels>
void along(const ScalingTable& columns, const float* line, float* out) {
  const std::int64_t origin = columns.first.front();
  for (std::size_t x = 0; x < columns.first.size(); ++x) {
    const float* const weights = columns.weights_of(std::int64_t(x));
    const float* const texels = line + (columns.first[x] - origin) * channels;
    float sums[channels] = {};
    for (int k = 0; k < columns.taps; ++k)
      for (int c = 0; c < channels; ++c) sums[c] += weights[k] * texels[k * channels + c];
    for (int c = 0; c < channels; ++c) *out++ = std::clamp(sums[c], 0.0f, 255.0f);
  }
}

}  // namespace

ScalingExact::ScalingExact(const Scaling::Problem& problem, const std::uint8_t* source)
    : problem_(problem), source_(source), curve_(problem), loops_(scaling_plain_loops()),
      taps_(problem.stretched().taps()) {
  const ScalingMap& map = problem.map;
  if (!map.straight()) return;
  const StretchedFilter filter = problem.stretched();
  across_ = scaling_table(filter, map.u0, map.u_by_x, problem.result_width);
  down_ = scaling_table(filter, map.v0, map.v_by_y, problem.result_height);
  const std::int64_t begin = across_.first.front(), end = across_.first.back() + taps_;
  inside_ = begin >= 0 && end <= problem.width;
  first_ = problem.width;
  for (std::int64_t x = begin; x < end; ++x) {
    from_.push_back(addressed(x, problem.width, problem.address));
    if (from_.back() < 0) continue;
    first_ = std::min(first_, from_.back());
    last_ = std::max(last_, from_.back() + 1);
  }
}

void ScalingExact::add_rows(std::int64_t y, float* sums) const {
  const std::int64_t values = (last_ - first_) * problem_.channels;
  std::fill_n(sums, std::max<std::int64_t>(values, 0), 0.0f);
  for (int j = 0; j < taps_; ++j) {
    const std::int64_t from =
        addressed(down_.first[std::size_t(y)] + j, problem_.height, problem_.address);
    if (from < 0) continue;
    const float weight = down_.weights_of(y)[j];
    const std::uint8_t* const texels =
        source_ + (from * problem_.width + first_) * problem_.channels;
    for (std::int64_t i = 0; i < values; ++i) sums[i] += weight * float(texels[i]);
  }
}

/// The line of texels that the columns read: those outside are put where they are asked for.
const float* ScalingExact::in_order(Room& room) const {
  if (inside_) return room.texels.data();
  const int channels = problem_.channels;
  room.line.resize(from_.size() * std::size_t(channels));
  float* out = room.line.data();
  for (const std::int64_t from : from_) {
    for (int c = 0; c < channels; ++c)
      out[c] = from < 0 ? 0 : room.texels[std::size_t((from - first_) * channels + c)];
    out += channels;
  }
  return room.line.data();
}

void ScalingExact::straight_row(std::int64_t y, Room& room, float* out) const {
  room.texels.resize(std::size_t(std::max<std::int64_t>(last_ - first_, 0) * problem_.channels));
  add_rows(y, room.texels.data());
  const float* const line = in_order(room);
  if (problem_.channels == 1)
    along<1>(across_, line, out);
  else
    along<4>(across_, line, out);
}

void ScalingExact::window(FixedPoint u, FixedPoint v, float* sums) const {
  std::array<float, scaling_most_taps> across, down;
  const std::int64_t left = curve_.weights_at(u, across.data());
  const std::int64_t top = curve_.weights_at(v, down.data());
  const std::int64_t pitch = problem_.width * problem_.channels;
  if (left >= 0 && top >= 0 && left + taps_ <= problem_.width && top + taps_ <= problem_.height)
    return loops_.window(source_ + top * pitch + left * problem_.channels, pitch, problem_.channels,
                         across.data(), down.data(), taps_, sums);
  for (int j = 0; j < taps_; ++j) {
    const std::int64_t row = addressed(top + j, problem_.height, problem_.address);
    for (int i = 0; row >= 0 && i < taps_; ++i) {
      const std::int64_t at = addressed(left + i, problem_.width, problem_.address);
      const float weight = across[std::size_t(i)] * down[std::size_t(j)];
      for (int c = 0; at >= 0 && c < problem_.channels; ++c)
        sums[c] += weight * float(source_[row * pitch + at * problem_.channels + c]);
    }
  }
}

void ScalingExact::turned_row(std::int64_t y, float* out) const {
  for (std::int64_t x = 0; x < problem_.result_width; ++x) {
    float sums[4] = {};
    window(problem_.map.u(x, y), problem_.map.v(x, y), sums);
    for (int c = 0; c < problem_.channels; ++c) *out++ = std::clamp(sums[c], 0.0f, 255.0f);
  }
}

void ScalingExact::row(std::int64_t y, Room& room, float* out) const {
  if (across_.first.empty())
    turned_row(y, out);
  else
    straight_row(y, room, out);
}

}  // namespace livewarp
