#include <algorithm>
#include <array>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/implicit/implicit.h"
#include "kernels/implicit/implicit_variants.h"

namespace livewarp {

namespace {

/// Half a step of a plate that is `along` and `across` as a kernel's: see ImplicitHalf.
template <class In, class Out>
struct HostHalf {
  const In* in;
  Out* out;
  std::int64_t n, systems, along, across;
};

/// Systems that are eliminated side by side, so that their cells are computed by vectors and whole
/// cache lines are used.
constexpr std::int64_t side_by_side = 16;

/// Solves `count` systems from `first` on, at most `side_by_side`, in numbers of type Real.
template <class Real, class In, class Out>
void solve(const HostHalf<In, Out>& half, Real half_number, std::int64_t first, std::int64_t count,
           std::vector<Real>& room) {
  room.resize(std::size_t(2 * half.n * side_by_side));
  Real* const values = room.data();
  Real* const ratios = values + half.n * side_by_side;
  std::array<Real, side_by_side> value{}, ratio{};
  for (std::int64_t i = 0; i < half.n; ++i) {
    const In* const at = half.in + i * half.along + first * half.across;
    for (std::int64_t s = 0; s < count; ++s) {
      const std::int64_t system = first + s;
      const bool free = i > 0 && i < half.n - 1 && system > 0 && system < half.systems - 1;
      const Real off = free ? half_number : 0, own = Real(at[s * half.across]);
      const Real before = free ? Real(at[(s - 1) * half.across]) : own;
      const Real after = free ? Real(at[(s + 1) * half.across]) : own;
      const Real right = own + off * ((before - own) + (after - own));
      const Real pivot = 1 + 2 * off - off * ratio[std::size_t(s)];
      value[std::size_t(s)] = (right + off * value[std::size_t(s)]) / pivot;
      ratio[std::size_t(s)] = off / pivot;
      values[i * side_by_side + s] = value[std::size_t(s)];
      ratios[i * side_by_side + s] = ratio[std::size_t(s)];
    }
  }
  std::array<Real, side_by_side> next{};
  for (std::int64_t i = half.n - 1; i >= 0; --i)
    for (std::int64_t s = 0; s < count; ++s) {
      const std::int64_t k = i * side_by_side + s;
      next[std::size_t(s)] = values[k] + ratios[k] * next[std::size_t(s)];
      half.out[i * half.along + (first + s) * half.across] = Out(next[std::size_t(s)]);
    }
}

template <class Real, class In, class Out>
void half_step(const HostHalf<In, Out>& half, float number, int threads, Exec& exec) {
  exec.for_range(half.systems, side_by_side, threads, [&](Range some) {
    std::vector<Real> room;
    for (std::int64_t first = some.first; first < some.last; first += side_by_side)
      solve<Real>(half, Real(number) / 2, first, std::min(side_by_side, some.last - first), room);
  });
}

/// Both halves; between them the plate is kept in numbers of type Real.
template <class Real>
void host_step(const Implicit::Step& step, int threads, Exec& exec) {
  std::vector<Real> between(std::size_t(step.nx) * std::size_t(step.ny));
  half_step<Real>(HostHalf<float, Real>{step.in, between.data(), step.nx, step.ny, 1, step.nx},
                  step.number, threads, exec);
  half_step<Real>(HostHalf<Real, float>{between.data(), step.out, step.ny, step.nx, step.nx, 1},
                  step.number, threads, exec);
}

void publish(const Implicit::Step& step, const Implicit::Problem&, const Launch&,
             const Picture& picture, Exec& exec) {
  const PictureSpec& spec = picture.spec;
  const ImplicitPixels pixels = implicit::pixels_of(step, spec);
  auto* const out = static_cast<float*>(picture.memory);
  exec.for_range(spec.height, 32, 1, [&](Range rows) {
    for (std::int64_t py = rows.first; py < rows.last; ++py)
      for (std::int64_t px = 0; px < spec.width; ++px) {
        float* const pixel = out + 2 * (py * spec.width + px);
        pixel[0] = step.in[pixels.cell(int(px), int(py))];
        pixel[1] = 0;
      }
  });
}

}  // namespace

Variants<Implicit> Implicit::cpu_variants() {
  // Lesson reference-fp64: Thomas's algorithm in fp64, first along rows, then along columns, on one
  // core. Systems are small and depend on nothing but their own line; what variants are compared
  // with eliminates them from the other end.
  auto reference = cpu_variant<Implicit>(
      "reference-fp64", "Reference fp64",
      [](const Step& step, const Launch&, Exec& exec) { host_step<double>(step, 1, exec); });

  // Lesson threads: The same in fp32 on all cores, 16 systems side by side: a division takes more
  // than ten cycles and each waits for the one before, so that one system alone leaves a core idle.
  // Of columns 16 neighbours are a cache line and a vector; of rows they are 16 lines, and each is
  // read for 16 cells in turn.
  auto threads = cpu_variant<Implicit>("threads", "Threads",
                                       [](const Step& step, const Launch& launch, Exec& exec) {
                                         host_step<float>(step, launch.threads(), exec);
                                       });
  threads.source = "oneTBB: parallel_for over systems";
  threads.axes = {threads_axis("systems")};
  return {{reference, threads}, publish};
}

}  // namespace livewarp
