#include "render/splat/host_density.h"

#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace livewarp {

using namespace splat;

namespace {

constexpr std::int64_t chunk_bodies = 32'768;
constexpr std::size_t band_bytes = std::size_t{1} << 18;  // of sums: what a core's cache holds

struct Rows {
  int first = 0, last = 0;
};

/// The bands that a deposit's two rows lie in; none where both are beside the picture.
Rows bands_of(const Deposit& deposit, const PointsLook& look, int band_rows) {
  const int top = std::max(deposit.y, 0), bottom = std::min(deposit.y + 1, look.height - 1);
  if (top > bottom || deposit.x < -1 || deposit.x >= look.width) return {0, -1};
  return {top / band_rows, bottom / band_rows};
}

}  // namespace

void HostDensity::add(const Float4* bodies, std::int64_t count, const PointsLook& look,
                      DensityEncoding encoding, Sum* sums) {
  const auto row_bytes = std::size_t(look.width) * sizeof(Sum);
  band_rows_ = int(std::clamp<std::size_t>(band_bytes / row_bytes, 1, std::size_t(look.height)));
  bands_ = (look.height + band_rows_ - 1) / band_rows_;
  chunks_.resize(std::size_t((count + chunk_bodies - 1) / chunk_bodies));
  tbb::parallel_for(std::int64_t{0}, std::int64_t(chunks_.size()), [&](std::int64_t chunk) {
    const std::int64_t first = chunk * chunk_bodies;
    sort_chunk(bodies, look, encoding, chunk, first, std::min(count, first + chunk_bodies));
  });
  tbb::parallel_for(0, bands_, [&](int band) { add_band(band, look, encoding, sums); });
}

void HostDensity::sort_chunk(const Float4* bodies, const PointsLook& look, DensityEncoding encoding,
                             std::int64_t chunk, std::int64_t first, std::int64_t last) {
  Chunk& into = chunks_[std::size_t(chunk)];
  into.near.clear();
  into.ends.assign(std::size_t(bands_) + 1, 0);
  std::vector<Deposit> deposits;
  deposits.reserve(std::size_t(last - first));
  const float largest = largest_point(look);
  for (std::int64_t i = first; i < last; ++i) {
    const Float4& body = bodies[i];
    const Light light = light_of(look, body.x, body.y, body.z, body.w);
    if (!(light.radius > 0)) continue;
    if (light.radius > largest) {
      into.near.push_back(light);
      continue;
    }
    const Deposit deposit = deposit_of(light, chance_of(body.x, body.y, body.z), encoding);
    const Rows in = bands_of(deposit, look, band_rows_);
    for (int band = in.first; band <= in.last; ++band) ++into.ends[std::size_t(band) + 1];
    if (in.first <= in.last) deposits.push_back(deposit);
  }
  for (std::size_t band = 1; band < into.ends.size(); ++band)
    into.ends[band] += into.ends[band - 1];
  into.deposits.resize(into.ends.back());
  // Each band's place is its beginning now, and its end when all have been put there.
  for (const Deposit& deposit : deposits) {
    const Rows in = bands_of(deposit, look, band_rows_);
    for (int band = in.first; band <= in.last; ++band)
      into.deposits[into.ends[std::size_t(band)]++] = deposit;
  }
}

void HostDensity::add_band(int band, const PointsLook& look, DensityEncoding encoding,
                           Sum* sums) const {
  const int first = band * band_rows_, last = std::min(first + band_rows_, look.height);
  std::fill(sums + std::int64_t{first} * look.width, sums + std::int64_t{last} * look.width,
            Sum{0});
  for (const Chunk& chunk : chunks_) {
    const std::uint32_t from = band == 0 ? 0 : chunk.ends[std::size_t(band) - 1];
    for (std::uint32_t i = from; i < chunk.ends[std::size_t(band)]; ++i) {
      const Deposit& deposit = chunk.deposits[i];
      for (int k = 0; k < 4; ++k) {
        const int x = deposit.x + (k & 1), y = deposit.y + (k >> 1);
        if (x >= 0 && x < look.width && y >= first && y < last)
          sums[std::int64_t{y} * look.width + x] += deposited_at(deposit, k, encoding);
      }
    }
    for (const Light& light : chunk.near) {
      const Box box = box_of(light, look.width, look.height);
      const int top = std::max(box.top, first), bottom = std::min(box.top + box.height, last);
      for (int y = top; y < bottom; ++y)
        for (int x = box.left; x < box.left + box.width; ++x)
          sums[std::int64_t{y} * look.width + x] += near_deposit(light, x, y, encoding);
    }
  }
}

}  // namespace livewarp
