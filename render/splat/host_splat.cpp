#include "render/splat/host_splat.h"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/time_span.h"
#include "render/splat/map_colors.h"

namespace livewarp {

using namespace splat;

namespace {

constexpr int tile_rows = 8;  // of a picture, that one thread makes at a time

/// Calls `some(first, last)` for pieces of the rows [0, n), on all cores.
template <class Some>
void for_rows(int n, int piece, const Some& some) {
  tbb::parallel_for(0, (n + piece - 1) / piece,
                    [&](int k) { some(k * piece, std::min(n, (k + 1) * piece)); });
}

}  // namespace

SplatTimes HostSplat::draw(const void* points, std::int64_t count, const PointsLook& look,
                           void* pixels, Manner manner) {
  if (count > most_bodies) throw Error("too many bodies for a picture");
  const double begin = steady_ms();
  resize(look);
  manner_ = manner;
  if (manner == Manner::density) {
    density_encoding_ = density_encoding_for(count);
    host_density_.add(static_cast<const Float4*>(points), count, look, density_encoding_,
                      sums_.data());
  } else {
    encoding_ = encoding_for(count);
    add_lights(points, count, look);
  }
  const double added = steady_ms();
  const auto to_colors = [&](const auto& sums) {
    make_bloom(sums);
    show(sums, static_cast<std::uint32_t*>(pixels));
  };
  if (manner == Manner::density)
    to_colors(density());
  else
    to_colors(lights());
  return {added - begin, steady_ms() - added};
}

void HostSplat::resize(const PointsLook& look) {
  if (width_ != look.width || height_ != look.height) {
    width_ = look.width;
    height_ = look.height;
    pyramid_ = pyramid_for(width_, height_);
    bloom_.resize(std::size_t(pyramid_.pixels));
    sums_.resize(std::size_t(width_) * std::size_t(height_));
  }
  if (map_ != look.map) {
    colors_ = point_colors(look.map);
    map_ = look.map;
  }
}

/// Each thread adds to rows of its own, and looks through all lights for those that reach them.
void HostSplat::add_lights(const void* points, std::int64_t count, const PointsLook& look) {
  lights_.resize(std::size_t(count));
  const auto* const body = static_cast<const Float4*>(points);
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, count, 4096), [&](const auto& range) {
    for (std::int64_t i = range.begin(); i < range.end(); ++i)
      lights_[std::size_t(i)] = light_of(look, body[i].x, body[i].y, body[i].z, body[i].w);
  });
  const int bands = 2 * tbb::this_task_arena::max_concurrency();
  for_rows(height_, (height_ + bands - 1) / bands, [&](int first, int last) {
    Sum* const sums = sums_.data();
    std::fill(sums + std::int64_t{first} * width_, sums + std::int64_t{last} * width_, Sum{0});
    for (const Light& light : lights_) {
      if (light.y + light.radius < float(first) || light.y - light.radius > float(last)) continue;
      const Box box = box_of(light, width_, height_);
      const int top = std::max(box.top, first), bottom = std::min(box.top + box.height, last);
      for (int y = top; y < bottom; ++y)
        for (int x = box.left; x < box.left + box.width; ++x)
          sums[std::int64_t{y} * width_ + x] +=
              encoded(weight_at(light, x, y), light.value, encoding_);
    }
  });
}

template <class Picture>
void HostSplat::make_bloom(const Picture& sums) {
  const auto level = [&](int k) {
    const Pyramid::Level& it = pyramid_.levels[k];
    return GlowPicture{bloom_.data() + it.first, it.width, it.height};
  };
  // Makes each pixel of a level from its place and what is there.
  const auto make = [&](int k, const auto& pixel) {
    const Pyramid::Level& it = pyramid_.levels[k];
    Glow* const target = bloom_.data() + it.first;
    for_rows(it.height, tile_rows, [&](int first, int last) {
      for (int y = first; y < last; ++y)
        for (int x = 0; x < it.width; ++x) {
          Glow& here = target[std::int64_t{y} * it.width + x];
          here = pixel(here, x, y, it.width, it.height);
        }
    });
  };
  make(0, [&](const Glow&, int x, int y, int w, int h) { return shrunk(sums, x, y, w, h); });
  for (int k = 1; k < pyramid_.count; ++k)
    make(k, [source = level(k - 1)](const Glow&, int x, int y, int w, int h) {
      return shrunk(source, x, y, w, h);
    });
  for (int k = pyramid_.count - 1; k > 0; --k)
    make(k - 1, [source = level(k)](const Glow& here, int x, int y, int w, int h) {
      return mixed(here, spread_from(source, x, y, w, h), points_style::spread);
    });
}

float HostSplat::brightest() const {
  float most = 0;
  const Pyramid::Level& level = pyramid_.levels[0];
  for (std::int64_t k = 0; k < std::int64_t{level.width} * level.height; ++k)
    most = std::max(most, bloom_[std::size_t(k)].light);
  return most;
}

template <class Picture>
void HostSplat::show(const Picture& sums, std::uint32_t* pixels) const {
  const Pyramid::Level& level = pyramid_.levels[0];
  const GlowPicture bloom{bloom_.data(), level.width, level.height};
  const Exposure exposure = exposure_for(sums, brightest());
  for_rows(height_, tile_rows, [&](int first, int last) {
    for (int y = first; y < last; ++y)
      for (int x = 0; x < width_; ++x) {
        const Glow around =
            sampled(bloom, place_in(x, width_, level.width), place_in(y, height_, level.height));
        pixels[std::int64_t{y} * width_ + x] = shown(sums, around, exposure, colors_.data(), x, y);
      }
  });
}

std::vector<Glow> HostSplat::sums() const {
  std::vector<Glow> glow;
  glow.reserve(sums_.size());
  for (const Sum sum : sums_)
    glow.push_back(manner_ == Manner::density ? density_decoded(sum, density_encoding_)
                                              : decoded(sum, encoding_));
  return glow;
}

}  // namespace livewarp
