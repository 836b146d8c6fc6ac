#include "render/splat/splat_cuda.h"

#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/splat/map_colors.h"

namespace livewarp {

namespace splat {
namespace {

constexpr int warp = 32;
constexpr int body_block = 256;
constexpr float largest_alone = 4;  // radius of a light that one thread adds by itself, pixels

__device__ void add(Sum* sums, int width, int x, int y, const Light& light, Encoding encoding) {
  const Sum sum = encoded(weight_at(light, x, y), light.value, encoding);
  if (sum != 0) atomicAdd(sums + std::int64_t{y} * width + x, sum);
}

/// A thread a body. Small lights are added by their threads; large ones by the whole warp, one
/// after another, a pixel a lane. No thread leaves early: all lanes take part to the end.
__global__ void add_lights(const float4* points, std::int64_t count, PointsLook look,
                           Encoding encoding, Sum* sums, int* peak) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i == 0) *peak = 0;
  Light light;
  if (i < count) {
    const float4 p = points[i];
    light = light_of(look, p.x, p.y, p.z, p.w);
  }
  const bool large = light.radius > largest_alone;
  if (!large) {
    const Box box = box_of(light, look.width, look.height);
    for (int y = box.top; y < box.top + box.height; ++y)
      for (int x = box.left; x < box.left + box.width; ++x)
        add(sums, look.width, x, y, light, encoding);
  }
  constexpr unsigned all = 0xFFFFFFFFu;
  for (unsigned rest = __ballot_sync(all, large); rest != 0; rest &= rest - 1) {
    const int from = __ffs(static_cast<int>(rest)) - 1;
    const Light shared = {__shfl_sync(all, light.x, from), __shfl_sync(all, light.y, from),
                          __shfl_sync(all, light.radius, from),
                          __shfl_sync(all, light.brightness, from),
                          __shfl_sync(all, light.value, from)};
    const Box box = box_of(shared, look.width, look.height);
    for (int k = static_cast<int>(threadIdx.x) % warp; k < box.width * box.height; k += warp)
      add(sums, look.width, box.left + k % box.width, box.top + k / box.width, shared, encoding);
  }
}

/// A pixel of a picture of width x height for each thread; false beside it.
__device__ bool pixel_of_thread(int width, int height, int& x, int& y) {
  x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  return x < width && y < height;
}

/// Of numbers that are not negative, bits are in the order of the numbers.
__device__ void raise(int* peak, float light) {
  if (light > 0) atomicMax(peak, __float_as_int(light));
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

/// Leaves the sums at 0 for the next picture: they are in the cache, to clear them later costs
/// more.
__global__ void show(Sum* sums, int width, int height, Encoding encoding, GlowPicture bloom,
                     const int* peak, const Color* map, std::uint32_t* pixels) {
  int x, y;
  if (!pixel_of_thread(width, height, x, y)) return;
  Sum& sum = sums[std::int64_t{y} * width + x];
  const Glow around =
      sampled(bloom, place_in(x, width, bloom.width), place_in(y, height, bloom.height));
  pixels[std::int64_t{y} * width + x] =
      tone(decoded(sum, encoding), around, exposure_of(__int_as_float(*peak)), map, x, y);
  if (sum != 0) sum = 0;
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

void CudaSplat::draw(const void* points, std::int64_t count, const PointsLook& look, void* pixels,
                     cudaStream_t stream) {
  using namespace splat;
  if (count > most_bodies) throw Error("too many bodies for a picture");
  resize(look, stream);
  take_map(look.map, stream);
  const Encoding encoding = encoding_for(count);
  auto* const sums = static_cast<Sum*>(sums_.data());
  auto* const bloom = static_cast<Glow*>(bloom_.data());
  auto* const peak = static_cast<int*>(peak_.data());
  const std::int64_t blocks = count > 0 ? (count + body_block - 1) / body_block : 1;
  launch(stream, dim3(unsigned(blocks)), dim3(body_block), add_lights,
         static_cast<const float4*>(points), count, look, encoding, sums, peak);

  const int last = pyramid_.count - 1;
  const auto level = [&](int k) {
    const Pyramid::Level& it = pyramid_.levels[k];
    return GlowPicture{bloom + it.first, it.width, it.height};
  };
  for (int k = 0; k <= last; ++k) {
    const GlowPicture to = level(k);
    auto* const target = bloom + pyramid_.levels[k].first;
    int* const raised = last == 0 ? peak : nullptr;
    if (k == 0)
      launch_over(stream, to.width, to.height, shrink<SumPicture>,
                  SumPicture{sums, width_, height_, encoding}, target, to.width, to.height, raised);
    else
      launch_over(stream, to.width, to.height, shrink<GlowPicture>, level(k - 1), target, to.width,
                  to.height, raised);
  }
  for (int k = last; k > 0; --k) {
    const GlowPicture to = level(k - 1);
    launch_over(stream, to.width, to.height, spread, level(k), bloom + pyramid_.levels[k - 1].first,
                to.width, to.height, k == 1 ? peak : nullptr);
  }
  launch_over(stream, width_, height_, show, sums, width_, height_, encoding, level(0), peak,
              static_cast<const Color*>(colors_.data()), static_cast<std::uint32_t*>(pixels));
}

}  // namespace livewarp
