// The tensor cores' variant where it uses them: which of its tiles are far, and that what they add
// is right for every start.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/core/measure/verification.h"
#include "kernels/nbody/cuda/nbody_tensor.cuh"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

/// Runs the variant from its source and counts which of its tiles are far from which of its warps.
/// If only they are asked for, no pair is computed.
class TileCounter final : public SlicedExec {
 public:
  explicit TileCounter(bool only_count) : SlicedExec(1), only_count_(only_count) {}
  double far_share() const { return double(far_) / double(all_); }

 private:
  void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const* args, const std::size_t* sizes, std::size_t count) override {
    const bool pairs = std::string_view(kernel.name).starts_with("nbody_tensor<");
    if (pairs) look(args);
    if (pairs && only_count_) return;
    SlicedExec::launch_raw(kernel, grid, block, shared_bytes, args, sizes, count);
  }
  /// With the sphere of each warp's bodies as the kernel makes it, but for rounding.
  void look(const void* const* args) {
    const auto number = [&](int k) { return *static_cast<const int*>(args[k]); };
    const auto* const sorted = *static_cast<const float4* const*>(args[0]);
    const auto* const tiles = *static_cast<const NbodyTile* const*>(args[1]);
    const int first = number(4), last = number(5), count = number(6);
    for (int base = first; base + 32 <= last; base += 32) {
      const auto middle = [&](float float4::*along) {
        float low = sorted[base].*along, high = low;
        for (int i = base; i < base + 32; ++i) {
          low = std::min(low, sorted[i].*along);
          high = std::max(high, sorted[i].*along);
        }
        return 0.5f * (low + high);
      };
      float4 sphere{middle(&float4::x), middle(&float4::y), middle(&float4::z), 0};
      for (int i = base; i < base + 32; ++i)
        sphere.w = std::max(sphere.w, std::hypot(sorted[i].x - sphere.x, sorted[i].y - sphere.y,
                                                 sorted[i].z - sphere.z));
      for (int tile = 0; tile < count; ++tile) far_ += !nbody_is_near(tiles[tile].sphere, sphere);
      all_ += count;
    }
  }
  bool only_count_;
  std::int64_t far_ = 0, all_ = 0;
};

/// One step of the variant from a state, with its source executed here.
class TensorTiles : public testing::Test {
 protected:
  Choice choice(const std::string& start, std::int64_t n, std::int64_t tile = 0) const {
    Choice choice = default_choice(*workload_, "tensor", Backend::cuda);
    choice.problem = workload_->checkable(choice.problem);
    choice.problem["start"] = start;
    choice.problem["n"] = n;
    choice.launch["tile"] = tile;
    return choice;
  }
  HostState start_of(const Choice& choice) const {
    HostState state = workload_->initial_state(choice.problem);
    state.primed = true;
    return state;
  }
  struct Seen {
    double far;  ///< share of pairs of a tile and a warp that the matrix units computed
    double rms;  ///< of the accelerations
  };
  double far_share(const Choice& choice) const {
    TileCounter counter(true);
    const HostState state = start_of(choice);
    workload_->simulate(choice, Executor::emulator, &state)->step(counter);
    return counter.far_share();
  }
  /// Every body's acceleration is finite, and those of 1,000 random ones are as exact as the
  /// variant promises.
  Seen stepped(const Choice& choice, const HostState& state, const std::string& what) const {
    TileCounter counter(false);
    const auto simulation = workload_->simulate(choice, Executor::emulator, &state);
    simulation->step(counter);
    simulation->commit();
    const HostState out = simulation->snapshot();
    const std::int64_t n = get_integer(choice.problem, "n");
    for (std::int64_t i = 0; i < n; ++i) {
      const Double4 a = body_of(out, 2, i);
      EXPECT_TRUE(std::isfinite(a.x + a.y + a.z)) << what << ", body " << i;
    }
    const auto found = workload_->compare(choice.problem, state, out, {.samples = 1000}, Job{});
    for (const Discrepancy& each : found)
      EXPECT_TRUE(each.within(workload_->find("tensor")->tolerance))
          << what << ": " << each.quantity() << ", rms " << each.rms() << ", worst "
          << each.worst();
    return {counter.far_share(), found[1].rms()};
  }

  const std::unique_ptr<Workload> workload_ = make_nbody();
};

// What is verified at check sizes is what runs at larger ones: at the largest most pairs go through
// the tensor cores, whatever the start.
TEST_F(TensorTiles, MostAreFarAtTheLargestCheckSizeOfEveryStart) {
  if (sanitized) GTEST_SKIP() << "asks for values; others run this kernel under the sanitizers";
  for (const std::string& start : starts(*workload_))
    for (const std::int64_t tile : {64, 128}) {
      const auto largest = largest_check(*workload_, choice(start, 1, tile), Executor::emulator);
      EXPECT_GT(far_share(*largest), tile == 64 ? 0.5 : 0.25) << start << ", tile " << tile;
    }
}

// Strengths are rounded to fp16, which leaves its mark: fp32 alone would be ten times as exact. In
// a ring nearly all of a pull is that of the body in its centre, whose tile is near. Where all
// masses are equal fewer bodies will do.
TEST_F(TensorTiles, AreRightForEveryStart) {
  if (sanitized) GTEST_SKIP() << "asks for values; others run this kernel under the sanitizers";
  for (const std::string& start : starts(*workload_)) {
    const Choice begun = choice(start, start == "plummer" || start == "halos" ? 7703 : 5101);
    const Seen seen = stepped(begun, start_of(begun), start);
    EXPECT_GT(seen.far, 0.5) << start;
    EXPECT_GT(seen.rms, start == "ring" ? 0 : 8e-7) << start << ": all of it in fp32?";
  }
}

// Two clouds ten thousand times as far from each other as they are wide, a cloud that is huge,
// those of twice the softening down to less than a hundredth, in which all strengths are nearly the
// same, and some bodies a millionth of the others: no power of two is left that fp16 could not
// hold, and none vanishes in it.
TEST_F(TensorTiles, StrangeStatesNeitherOverflowNorVanish) {
  if (sanitized) GTEST_SKIP() << "asks for values; others run this kernel under the sanitizers";
  struct Strange {
    const char* what;
    float size, away;
    double least_far;
  };
  constexpr std::int64_t n = 5303;
  for (const Strange& each : {Strange{"far clouds", 1, 1e4f, 0.5}, Strange{"huge", 1e6f, 0, 0.5},
                              Strange{"dense", 2e-2f, 0, 0.5}, Strange{"as wide", 6e-3f, 0, 0.2},
                              Strange{"small", 1e-3f, 0, 0}, Strange{"tiny", 7e-5f, 0, 0}}) {
    const Choice strange = choice("cold", n);
    HostState state = start_of(strange);
    for (std::int64_t i = 0; i < n; ++i) {
      Float4& body = field(state, 0)[i];
      body = {each.size * body.x + (i % 2 == 1 ? each.away : 0), each.size * body.y,
              each.size * body.z, i % 25 == 0 ? 1e-6f * body.w : body.w};
      field(state, 1)[i] = {};
      field(state, 2)[i] = {};
    }
    const Seen seen = stepped(strange, state, each.what);
    EXPECT_GE(seen.far, each.least_far) << each.what;
  }
}

}  // namespace
}  // namespace livewarp
