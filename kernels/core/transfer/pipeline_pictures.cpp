#include "kernels/core/transfer/pipeline_pictures.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <vector>

#include <tbb/parallel_for.h>

#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// FNV-1a over words.
constexpr std::uint64_t hash_begin = 14695981039346656037u;
constexpr std::uint64_t hashed(std::uint64_t hash, std::uint64_t word) {
  return (hash ^ word) * 1099511628211u;
}

/// Rows of a picture that one thread looks at.
struct PictureBand {
  int picture = 0;
  std::size_t first = 0, beyond = 0;
};
class PictureBands {
 public:
  explicit PictureBands(const PipelineRequest& request)
      : height_(std::size_t(request.height)),
        rows_(std::clamp<std::size_t>(some / std::size_t(request.width), 1, height_)),
        in_picture_((height_ + rows_ - 1) / rows_),
        count_(in_picture_ * std::size_t(request.pictures)) {}
  std::size_t count() const { return count_; }
  PictureBand operator[](std::size_t i) const {
    const std::size_t first = i % in_picture_ * rows_;
    return {int(i / in_picture_), first, std::min(first + rows_, height_)};
  }

 private:
  static constexpr std::size_t some = 65'536;  ///< pixels
  std::size_t height_, rows_, in_picture_, count_;
};

/// Sums of three neighbours in each row, of the last three rows that were asked for.
class RowSums {
 public:
  RowSums(const PipelineRequest& request, int picture)
      : picture_(picture), width_(std::size_t(request.width)), row_(width_) {
    for (std::vector<std::uint32_t>& sums : sums_) sums.resize(width_);
  }
  const std::uint32_t* operator()(std::size_t y) {
    std::vector<std::uint32_t>& sums = sums_[y % sums_.size()];
    if (std::size_t& held = held_[y % held_.size()]; held != y) {
      for (std::size_t x = 0; x < width_; ++x) row_[x] = source_pixel(picture_, y * width_ + x);
      const std::size_t last = width_ - 1;
      for (std::size_t x = 1; x < last; ++x) sums[x] = row_[x - 1] + row_[x] + row_[x + 1];
      sums[last] = row_[last - std::min<std::size_t>(last, 1)] + row_[last] + row_[last];
      sums[0] = row_[0] + row_[0] + row_[std::min<std::size_t>(last, 1)];
      held = y;
    }
    return sums.data();
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  int picture_;
  std::size_t width_;
  std::vector<std::uint32_t> row_;
  std::array<std::vector<std::uint32_t>, 3> sums_;
  std::array<std::size_t, 3> held_{none, none, none};
};

/// The first pixel of a picture's rows that is wrong; `none_wrong` if all are right.
constexpr std::size_t none_wrong = std::numeric_limits<std::size_t>::max();
std::size_t first_wrong(const std::uint32_t* pixels, const PipelineRequest& request,
                        const PictureBand& band, const MixRounds& mix) {
  const auto width = std::size_t(request.width), last = std::size_t(request.height) - 1;
  RowSums sums(request, band.picture);
  for (std::size_t y = band.first; y < band.beyond; ++y) {
    const std::uint32_t *const above = sums(y > 0 ? y - 1 : 0), *const here = sums(y),
                               *const below = sums(std::min(y + 1, last));
    const std::uint32_t* const row = pixels + y * width;
    std::uint32_t differs = 0;
    for (std::size_t x = 0; x < width; ++x) differs |= mix(above[x] + here[x] + below[x]) ^ row[x];
    if (!differs) continue;
    for (std::size_t x = 0; x < width; ++x)
      if (mix(above[x] + here[x] + below[x]) != row[x]) return y * width + x;
  }
  return none_wrong;
}

}  // namespace

MixRounds mix_rounds(unsigned n) {
  MixRounds all, power{MixRound::a, MixRound::b};
  const auto after = [](const MixRounds& first, const MixRounds& second) {
    return MixRounds{second.factor * first.factor, second.factor * first.summand + second.summand};
  };
  for (; n > 0; n /= 2) {
    if (n % 2) all = after(all, power);
    power = after(power, power);
  }
  return all;
}

std::uint32_t source_pixel(int picture, std::size_t i) {
  const std::uint32_t x = std::uint32_t(i) * 2654435761u + std::uint32_t(picture) * 40503u;
  return x ^ (x >> 15);
}

void write_source_pictures(std::uint32_t* pixels, const PipelineRequest& request) {
  const PictureBands bands(request);
  const auto width = std::size_t(request.width);
  tbb::parallel_for(std::size_t{0}, bands.count(), [&](std::size_t at) {
    const PictureBand band = bands[at];
    std::uint32_t* const picture = pixels + std::size_t(band.picture) * request.picture_pixels();
    for (std::size_t i = band.first * width; i < band.beyond * width; ++i)
      picture[i] = source_pixel(band.picture, i);
  });
}

std::string pictures_mismatch(const std::uint32_t* pixels, const PipelineRequest& request,
                              unsigned work) {
  const PictureBands bands(request);
  const MixRounds mix = mix_rounds(work);
  const std::size_t size = request.picture_pixels();
  std::atomic<std::size_t> first = none_wrong;  // of all pixels
  tbb::parallel_for(std::size_t{0}, bands.count(), [&](std::size_t at) {
    const PictureBand band = bands[at];
    const std::size_t begin = std::size_t(band.picture) * size;
    const std::size_t wrong = first_wrong(pixels + begin, request, band, mix);
    if (wrong == none_wrong) return;
    std::size_t known = first;
    while (begin + wrong < known && !first.compare_exchange_weak(known, begin + wrong)) {
    }
  });
  if (first == none_wrong) return {};
  const std::size_t i = first % size, width = std::size_t(request.width);
  return "picture " + grouped(std::int64_t(first / size)) + " is wrong at pixel " +
         grouped(std::int64_t(i % width)) + ", " + grouped(std::int64_t(i / width));
}

std::uint64_t pictures_hash(const std::uint32_t* pixels, const PipelineRequest& request) {
  const std::size_t size = request.picture_pixels();
  std::vector<std::uint64_t> hashes(std::size_t(request.pictures), hash_begin);
  tbb::parallel_for(std::size_t{0}, hashes.size(), [&](std::size_t picture) {
    std::uint64_t hash = hash_begin;
    for (std::size_t i = picture * size; i < (picture + 1) * size; ++i)
      hash = hashed(hash, pixels[i]);
    hashes[picture] = hash;
  });
  std::uint64_t all = hash_begin;
  for (const std::uint64_t hash : hashes) all = hashed(all, hash);
  return all;
}

std::uint64_t pictures_digest(const std::uint32_t* pixels, const PipelineRequest& request,
                              int first, int beyond) {
  constexpr std::size_t stride = 4093;  // prime: not one column
  const std::size_t size = request.picture_pixels();
  std::uint64_t hash = hash_begin;
  for (std::size_t picture = std::size_t(first); picture < std::size_t(beyond); ++picture)
    for (std::size_t i = 0; i < size; i += stride) hash = hashed(hash, pixels[picture * size + i]);
  return hash;
}

}  // namespace livewarp
