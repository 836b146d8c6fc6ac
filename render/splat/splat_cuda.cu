#include "render/splat/splat_cuda.h"

#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/splat/map_colors.h"

namespace livewarp {

namespace splat {
namespace {

constexpr int warp = 32;
constexpr int body_block = 256;
constexpr int small_block = 1024;
constexpr std::int64_t small_level = 16'384;  // pixels of a level that one block makes
constexpr float largest_alone = 4;  // radius of a light that one thread adds by itself, pixels

constexpr unsigned all_lanes = 0xFFFFFFFFu;

/// Calls `add(x, y, light)` for the pixels of each light that is `large`, by the whole warp, one
/// light after another, a pixel a lane. All lanes must take part.
template <class Add>
__device__ void add_large(const Light& light, bool large, const PointsLook& look, const Add& add) {
  for (unsigned rest = __ballot_sync(all_lanes, large); rest != 0; rest &= rest - 1) {
    const int from = __ffs(static_cast<int>(rest)) - 1;
    const Light shared = {
        __shfl_sync(all_lanes, light.x, from), __shfl_sync(all_lanes, light.y, from),
        __shfl_sync(all_lanes, light.radius, from), __shfl_sync(all_lanes, light.brightness, from),
        __shfl_sync(all_lanes, light.value, from)};
    const Box box = box_of(shared, look.width, look.height);
    for (int k = static_cast<int>(threadIdx.x) % warp; k < box.width * box.height; k += warp)
      add(box.left + k % box.width, box.top + k / box.width, shared);
  }
}

__device__ void add_to(Sum* sums, const PointsLook& look, int x, int y, Sum sum) {
  if (sum != 0) atomicAdd(sums + std::int64_t{y} * look.width + x, sum);
}

/// A thread a body. Small lights are added by their threads, large ones by their warps. No thread
/// leaves early: all lanes take part to the end.
__global__ void add_lights(const float4* points, std::int64_t count, PointsLook look,
                           Encoding encoding, Sum* sums, int* peak) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i == 0) *peak = 0;
  Light light;
  if (i < count) {
    const float4 p = points[i];
    light = light_of(look, p.x, p.y, p.z, p.w);
  }
  const auto add = [=](int x, int y, const Light& it) {
    add_to(sums, look, x, y, encoded(weight_at(it, x, y), it.value, encoding));
  };
  const bool large = light.radius > largest_alone;
  if (!large) {
    const Box box = box_of(light, look.width, look.height);
    for (int y = box.top; y < box.top + box.height; ++y)
      for (int x = box.left; x < box.left + box.width; ++x) add(x, y, light);
  }
  add_large(light, large, look, add);
}

/// The sum over a warp, for its first lane.
__device__ Sum warp_sum(Sum sum) {
  for (int away = warp / 2; away > 0; away /= 2) sum += __shfl_down_sync(all_lanes, sum, away);
  return sum;
}

/// Four pixels a body. Where the bodies of a warp all lie between the same four, as when they are
/// in the order of their places or have fallen together, one lane adds for all.
__device__ void add_deposit(const Deposit& deposit, bool is_density, const PointsLook& look,
                            DensityEncoding encoding, Sum* sums) {
  const bool seen = is_density && deposit.x >= -1 && deposit.x < look.width && deposit.y >= -1 &&
                    deposit.y < look.height;
  const int place = seen ? (deposit.y + 1) * (look.width + 1) + deposit.x + 1 : -1;
  int together = 0;
  __match_all_sync(all_lanes, place, &together);
  const bool adds = seen && (!together || threadIdx.x % warp == 0);
  for (int k = 0; k < 4; ++k) {
    const int x = deposit.x + (k & 1), y = deposit.y + (k >> 1);
    Sum sum = seen ? deposited_at(deposit, k, encoding) : 0;
    if (together) sum = warp_sum(sum);
    if (adds && x >= 0 && x < look.width && y >= 0 && y < look.height)
      add_to(sums, look, x, y, sum);
  }
}

/// A thread a body: density, but for those so near that they are seen as lights.
__global__ void add_density(const float4* points, std::int64_t count, PointsLook look,
                            DensityEncoding encoding, Sum* sums, int* peak) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i == 0) *peak = 0;
  Light light;
  std::uint32_t chance = 0;
  if (i < count) {
    const float4 p = points[i];
    light = light_of(look, p.x, p.y, p.z, p.w);
    chance = chance_of(p.x, p.y, p.z);
  }
  const bool near = light.radius > largest_point(look);
  const bool is_density = light.radius > 0 && !near;
  add_deposit(is_density ? deposit_of(light, chance, encoding) : Deposit{}, is_density, look,
              encoding, sums);
  add_large(light, near, look, [=](int x, int y, const Light& it) {
    add_to(sums, look, x, y, near_deposit(it, x, y, encoding));
  });
}

/// A pixel of a picture of width x height for each thread; false beside it.
__device__ bool pixel_of_thread(int width, int height, int& x, int& y) {
  x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  return x < width && y < height;
}

/// Of numbers that are not negative, bits are in the order of the numbers. Few are above what is
/// there already, and only they wait for one another.
__device__ void raise(int* peak, float light) {
  const int bits = __float_as_int(light);
  if (bits > *static_cast<volatile int*>(peak)) atomicMax(peak, bits);
}

template <class Picture>
__global__ void shrink(Picture source, Glow* target, int width, int height, int* peak) {
  int x, y;
  if (!pixel_of_thread(width, height, x, y)) return;
  const Glow glow = shrunk(source, x, y, width, height);
  target[y * width + x] = glow;
  if (peak) raise(peak, glow.light);
}

__global__ void spread(GlowPicture source, Glow* target, int width, int height, int* peak) {
  int x, y;
  if (!pixel_of_thread(width, height, x, y)) return;
  Glow& here = target[y * width + x];
  here = mixed(here, spread_from(source, x, y, width, height), points_style::spread);
  if (peak) raise(peak, here.light);
}

/// Levels from `first` on down and up again, by one block: a launch for each would take longer than
/// its few pixels.
__global__ void __launch_bounds__(small_block)
    make_small_levels(Glow* bloom, Pyramid pyramid, int first) {
  const auto picture = [&](int k) {
    const Pyramid::Level& it = pyramid.levels[k];
    return GlowPicture{bloom + it.first, it.width, it.height};
  };
  const auto for_pixels = [&](int k, const auto& pixel) {
    const Pyramid::Level& it = pyramid.levels[k];
    for (int i = static_cast<int>(threadIdx.x); i < it.width * it.height;
         i += static_cast<int>(blockDim.x))
      pixel(bloom[it.first + i], i % it.width, i / it.width, it.width, it.height);
    __syncthreads();
  };
  for (int k = first; k < pyramid.count; ++k)
    for_pixels(k, [source = picture(k - 1)](Glow& here, int x, int y, int w, int h) {
      here = shrunk(source, x, y, w, h);
    });
  for (int k = pyramid.count - 1; k > first; --k)
    for_pixels(k - 1, [source = picture(k)](Glow& here, int x, int y, int w, int h) {
      here = mixed(here, spread_from(source, x, y, w, h), points_style::spread);
    });
}

/// Leaves the sums at 0 for the next picture: they are in the cache, to clear them later costs
/// more.
template <class Picture>
__global__ void show(Picture picture, Sum* sums, GlowPicture bloom, const int* peak,
                     const Color* map, std::uint32_t* pixels) {
  int x, y;
  if (!pixel_of_thread(picture.width, picture.height, x, y)) return;
  const Glow around = sampled(bloom, place_in(x, picture.width, bloom.width),
                              place_in(y, picture.height, bloom.height));
  const std::int64_t at = std::int64_t{y} * picture.width + x;
  pixels[at] = shown(picture, around, exposure_for(picture, __int_as_float(*peak)), map, x, y);
  if (sums[at] != 0) sums[at] = 0;
}

template <class... Parameters>
void launch(cudaStream_t stream, dim3 grid, dim3 block, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  void* list[] = {&arguments...};
  check_cuda(LIVEWARP_CUDA(cudaLaunchKernel, reinterpret_cast<const void*>(kernel), grid, block,
                           list, 0, stream),
             "points could not be drawn");
}

template <class... Parameters>
void launch_over(cudaStream_t stream, int width, int height, void (*kernel)(Parameters...),
                 std::type_identity_t<Parameters>... arguments) {
  const dim3 block(32, 8);
  const dim3 grid((unsigned(width) + block.x - 1) / block.x,
                  (unsigned(height) + block.y - 1) / block.y);
  launch(stream, grid, block, kernel, arguments...);
}

}  // namespace
}  // namespace splat

void CudaSplat::resize(const PointsLook& look, cudaStream_t stream) {
  if (width_ == look.width && height_ == look.height) return;
  width_ = height_ = 0;  // until all is there
  pyramid_ = splat::pyramid_for(look.width, look.height);
  const std::size_t pixels = std::size_t(look.width) * std::size_t(look.height);
  check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "points could not be drawn");
  sums_ = Buffer(pixels * sizeof(splat::Sum), MemoryMode::device);
  bloom_ = Buffer(std::size_t(pyramid_.pixels) * sizeof(splat::Glow), MemoryMode::device);
  if (!peak_.data()) peak_ = Buffer(sizeof(int), MemoryMode::device);
  sums_.fill(0);
  width_ = look.width;
  height_ = look.height;
}

void CudaSplat::take_map(ColorMap map, cudaStream_t stream) {
  if (map_ == map) return;
  const auto colors = splat::point_colors(map);
  check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, stream), "points could not be drawn");
  if (!colors_.data()) colors_ = Buffer(sizeof colors, MemoryMode::device);
  colors_.write(colors.data(), sizeof colors);
  map_ = map;
}

template <class Picture>
void CudaSplat::to_colors(const Picture& picture, void* pixels, cudaStream_t stream) {
  using namespace splat;
  auto* const bloom = static_cast<Glow*>(bloom_.data());
  auto* const peak = static_cast<int*>(peak_.data());
  const auto level = [&](int k) {
    const Pyramid::Level& it = pyramid_.levels[k];
    return GlowPicture{bloom + it.first, it.width, it.height};
  };
  const auto pixels_of = [&](int k) { return bloom + pyramid_.levels[k].first; };
  const int last = pyramid_.count - 1, small = first_small_level();
  launch_over(stream, level(0).width, level(0).height, shrink<Picture>, picture, pixels_of(0),
              level(0).width, level(0).height, last == 0 ? peak : nullptr);
  for (int k = 1; k < small; ++k)
    launch_over(stream, level(k).width, level(k).height, shrink<GlowPicture>, level(k - 1),
                pixels_of(k), level(k).width, level(k).height, nullptr);
  if (small <= last)
    launch(stream, dim3(1), dim3(small_block), make_small_levels, bloom, pyramid_, small);
  for (int k = small <= last ? small : last; k > 0; --k)
    launch_over(stream, level(k - 1).width, level(k - 1).height, spread, level(k), pixels_of(k - 1),
                level(k - 1).width, level(k - 1).height, k == 1 ? peak : nullptr);
  launch_over(stream, width_, height_, show<Picture>, picture, static_cast<Sum*>(sums_.data()),
              level(0), peak, static_cast<const Color*>(colors_.data()),
              static_cast<std::uint32_t*>(pixels));
}

int CudaSplat::first_small_level() const {
  int k = 1;
  while (k < pyramid_.count &&
         std::int64_t{pyramid_.levels[k].width} * pyramid_.levels[k].height > splat::small_level)
    ++k;
  return k;
}

void CudaSplat::draw(const void* points, std::int64_t count, const PointsLook& look,
                     splat::Manner manner, void* pixels, cudaStream_t stream, CudaEvent* added) {
  using namespace splat;
  if (count > most_bodies) throw Error("too many bodies for a picture");
  resize(look, stream);
  take_map(look.map, stream);
  auto* const sums = static_cast<Sum*>(sums_.data());
  auto* const peak = static_cast<int*>(peak_.data());
  const auto* const bodies = static_cast<const float4*>(points);
  const std::int64_t blocks = count > 0 ? (count + body_block - 1) / body_block : 1;
  const auto record = [&] {
    if (added) added->record(stream);
  };
  if (manner == Manner::density) {
    const DensityEncoding encoding = density_encoding_for(count);
    launch(stream, dim3(unsigned(blocks)), dim3(body_block), add_density, bodies, count, look,
           encoding, sums, peak);
    record();
    to_colors(DensityPicture{sums, width_, height_, encoding}, pixels, stream);
  } else {
    const Encoding encoding = encoding_for(count);
    launch(stream, dim3(unsigned(blocks)), dim3(body_block), add_lights, bodies, count, look,
           encoding, sums, peak);
    record();
    to_colors(SumPicture{sums, width_, height_, encoding}, pixels, stream);
  }
}

}  // namespace livewarp
