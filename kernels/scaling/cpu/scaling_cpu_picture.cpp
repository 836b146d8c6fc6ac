#include "kernels/scaling/cpu/scaling_cpu_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include "kernels/scaling/cpu/scaling_cpu_exact.h"
#include "kernels/scaling/cuda/scaling_variants_picture.h"

namespace livewarp {

namespace {

/// Pixels of the result that a pixel of the picture is the mean of, in one direction: the same that
/// `scaling_picture_pixel` takes.
struct Samples {
  std::vector<int> begin{0}, at;

  Samples(std::int64_t result, int picture) {
    for (int p = 0; p < picture; ++p) {
      const int first = int(p * result / picture);
      const int wide = int((p + 1) * result / picture) - first, count = std::min(wide, 4);
      for (int i = 0; i < count; ++i) at.push_back(first + (2 * i + 1) * wide / (2 * count));
      begin.push_back(int(at.size()));
    }
  }
};

bool opaque(const uchar4* pixels, std::int64_t n) {
  unsigned all = 255;
  for (std::int64_t i = 0; i < n; ++i) all &= pixels[i].w;
  return all == 255;
}

void show(const uchar4* pixels, std::int64_t n, uchar4* out) {
  if (opaque(pixels, n))
    std::memcpy(out, pixels, std::size_t(n) * sizeof *out);
  else
    for (std::int64_t i = 0; i < n; ++i)
      out[i] = shown_color(ScalingChannels<uchar4>::of(pixels[i]));
}
void show(const ScalingRgba* pixels, std::int64_t n, uchar4* out) {
  show(reinterpret_cast<const uchar4*>(pixels), n, out);
}
void show(const unsigned char* pixels, std::int64_t n, uchar4* out) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = {pixels[i], pixels[i], pixels[i], 255};
}

/// The picture row by row. Its rows are those of `scaling_picture`, pixel for pixel; but what all
/// of a row have in common is found once.
template <class Pixel>
class HostPicture {
  static constexpr int channels = ScalingChannels<Pixel>::count;

 public:
  HostPicture(const Scaling::Step& step, const Scaling::Problem& problem, const ScalingShow& show)
      : source_(scaling::source_of<Pixel>(step)),
        result_(reinterpret_cast<const Pixel*>(step.shown)), task_(scaling::task_of(problem)),
        show_(show), straight_(problem.map.straight()), across_(task_.result_width, show.width),
        down_(task_.result_height, show.height) {
    if (show.what == scaling_show_difference && !show.exact_nearest)
      exact_.emplace(problem, step.source);
    for (int x = 0; straight_ && x < task_.result_width; ++x)
      columns_.push_back(
          scaling_address(scaling_nearest(task_.u(x, 0)), task_.width, task_.address));
  }

  void rows(Range rows, uchar4* picture) const {
    Room room;
    room.values.resize(exact_ ? std::size_t(task_.result_width) * channels : 0);
    room.pixels.resize(std::size_t(task_.result_width));
    const bool whole = show_.width == task_.result_width && show_.height == task_.result_height;
    for (auto y = int(rows.first); y < rows.last; ++y) {
      uchar4* const out = picture + std::int64_t(y) * show_.width;
      if (whole)
        row(y, room, out);
      else
        mean_row(y, room, out);
    }
  }

 private:
  struct Room {
    ScalingExact::Room exact;
    std::vector<float> values;
    std::vector<Pixel> pixels;
    std::vector<uchar4> shown;
    std::vector<int> sums;
  };

  /// Row y of the result as it is shown.
  void row(int y, Room& room, uchar4* out) const {
    const int width = task_.result_width;
    const Pixel* const made = result_ + std::int64_t(y) * width;
    if (show_.what == scaling_show_difference) return difference(y, made, room, out);
    const int split = show_.what == scaling_show_source  ? width
                      : show_.what == scaling_show_split ? std::clamp(show_.split, 0, width)
                                                         : 0;
    if (split > 0) {
      nearest(y, split, room.pixels.data());
      show(room.pixels.data(), split, out);
    }
    show(made + split, width - split, out + split);
  }

  /// The texels under the first `n` pixels of a row.
  void nearest(int y, int n, Pixel* out) const {
    if (!straight_) {
      for (int x = 0; x < n; ++x)
        out[x] = scaling_texel(source_, scaling_nearest(task_.u(x, y)),
                               scaling_nearest(task_.v(x, y)), task_);
      return;
    }
    const int from = scaling_address(scaling_nearest(task_.v(0, y)), task_.height, task_.address);
    const Pixel* const texels = source_ + std::int64_t(std::max(from, 0)) * task_.width;
    for (int x = 0; x < n; ++x)
      out[x] =
          from < 0 || columns_[std::size_t(x)] < 0 ? Pixel{} : texels[columns_[std::size_t(x)]];
  }

  void difference(int y, const Pixel* made, Room& room, uchar4* out) const {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(made);
    if (exact_) {
      exact_->row(y, room.exact, room.values.data());
      return apart(bytes, room.values.data(), out);
    }
    nearest(y, task_.result_width, room.pixels.data());
    apart(bytes, reinterpret_cast<const unsigned char*>(room.pixels.data()), out);
  }

  template <class Value>
  void apart(const unsigned char* made, const Value* wanted, uchar4* out) const {
    for (int x = 0; x < task_.result_width; ++x) {
      float most = 0;
      for (int c = 0; c < channels; ++c)
        most = std::max(most,
                        std::abs(float(made[x * channels + c]) - float(wanted[x * channels + c])));
      out[x] = shown_color(show_.amplify * most);
    }
  }

  void mean_row(int py, Room& room, uchar4* out) const {
    room.shown.resize(std::size_t(task_.result_width));
    room.sums.assign(std::size_t(show_.width) * 3, 0);
    const int first = down_.begin[std::size_t(py)], last = down_.begin[std::size_t(py) + 1];
    for (int j = first; j < last; ++j) {
      row(down_.at[std::size_t(j)], room, room.shown.data());
      for (std::size_t px = 0; px < std::size_t(show_.width); ++px)
        for (int i = across_.begin[px]; i < across_.begin[px + 1]; ++i) {
          const uchar4 p = room.shown[std::size_t(across_.at[std::size_t(i)])];
          room.sums[3 * px] += p.x, room.sums[3 * px + 1] += p.y, room.sums[3 * px + 2] += p.z;
        }
    }
    for (std::size_t px = 0; px < std::size_t(show_.width); ++px) {
      const int n = (last - first) * (across_.begin[px + 1] - across_.begin[px]);
      const auto mean = [&](std::size_t c) {
        return (unsigned char)((2 * room.sums[3 * px + c] + n) / (2 * n));
      };
      out[px] = {mean(0), mean(1), mean(2), 255};
    }
  }

  const Pixel *source_, *result_;
  ScalingTask task_;
  ScalingShow show_;
  bool straight_;
  Samples across_, down_;
  std::vector<int> columns_;  ///< of a straight map: the texel under each
  std::optional<ScalingExact> exact_;
};

}  // namespace

void scaling_publish_on_host(const Scaling::Step& step, const Scaling::Problem& problem,
                             const Launch&, const Picture& picture, Exec& exec) {
  const ScalingShow show = scaling::show_of(problem, picture);
  auto* const pixels = static_cast<uchar4*>(picture.memory);
  const int threads = std::max(1, int(std::thread::hardware_concurrency()));
  scaling::with_pixel(problem, [&]<class Pixel>(Pixel) {
    const HostPicture<Pixel> host(step, problem, show);
    exec.for_range(show.height, 16, threads, [&](Range rows) { host.rows(rows, pixels); });
  });
}

}  // namespace livewarp
