#include "kernels/basics/basics.cuh"
#include "kernels/basics/basics.h"
#include "kernels/core/measure/verification.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

/// Elements of a piece: between pieces a step can be stopped.
constexpr std::int64_t piece = 65'536;

/// The step with additions in Real.
template <class Real>
void add(const Basics::Step& step, const Launch& launch, Exec& exec) {
  exec.for_range(step.n, piece, launch.threads(), [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      step.new_sum[i] = float(Real(step.sum[i]) + Real(step.addend[i]));
      step.new_addend[i] = step.addend[i];
    }
  });
}

void publish(const Basics::Step& step, const Basics::Problem&, const Launch&,
             const Picture& picture, Exec& exec) {
  const int width = picture.spec.width, pixels = width * picture.spec.height;
  paint_on_host(picture, exec, [&](int px, int py) {
    return basics_color(step.sum, py * width + px, pixels, step.n, piece);
  });
}

}  // namespace

Variants<Basics> Basics::cpu_variants() {
  // Lesson reference-fp64: Adds in fp64 and rounds the result to fp32. One addition of two fp32
  // numbers has no room for more error than that rounding, so all variants agree with it to the
  // last bit.
  auto reference = cpu_variant<Basics>("reference-fp64", "Reference fp64", add<double>);

  // Lesson scalar: A plain loop on one core. The compiler makes vector instructions of it, and one
  // core can keep only so many cache lines in flight: often less than the memory could deliver.
  auto scalar = cpu_variant<Basics>("scalar", "Serial", add<float>);

  // Lesson threads: The same loop in chunks for all cores. It is faster only as long as the memory
  // has bandwidth to spare: 16 bytes have to move for a single addition.
  auto threads = cpu_variant<Basics>("threads", "Threads", add<float>);
  threads.axes = {threads_axis("elements")};
  return {{reference, scalar, threads}, publish};
}

}  // namespace livewarp
