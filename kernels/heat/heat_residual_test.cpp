// The residual that a step finds, apart and fused, against the stored temperatures. By executing
// the kernels' source on the host.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "kernels/core/base/machine.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

class HeatResidual : public HeatVariants {
 protected:
  static constexpr const char* variants[] = {"residual-apart", "residual-fused"};
  /// Half of 13 roundings of fp32, see `Heat::tolerance`.
  static constexpr double order_of_adding = 6.5 * 0x1p-24;

  Choice choice(const std::string& name, std::int64_t nx, std::int64_t ny,
                const std::string& boundary = "fixed", bool marked = false) const {
    Choice made = choice_of(*workload_.find(name), nx, ny, boundary);
    made.problem["start"] = std::string(marked ? "marked" : "random");
    return made;
  }

  /// Of the temperatures as they are stored, in fp64, cell after cell.
  static double change(const HostState& before, const HostState& after) {
    const std::vector<double> a = temperatures(before), b = temperatures(after);
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (b[i] - a[i]) * (b[i] - a[i]);
    return std::sqrt(squares);
  }
  static void expect_found(const HostState& before, const HostState& after,
                           const std::string& what) {
    const auto found = Heat::found(after);
    ASSERT_TRUE(found) << what << " found nothing";
    const double wanted = change(before, after);
    EXPECT_NEAR(std::sqrt(found->squared_change), wanted, order_of_adding * wanted) << what;
  }
  bool passes(const Choice& choice, const HostState& in, const HostState& out) const {
    const auto all = workload_.compare(choice.problem, in, out, {}, Job{});
    return std::ranges::all_of(
        all, [&](const Discrepancy& one) { return one.within(tolerance_of(workload_, choice)); });
  }
  const Readout* shown(const std::vector<Readout>& readouts) const {
    const auto found = std::ranges::find(readouts, "found-residual", &Readout::id);
    return found == readouts.end() ? nullptr : &*found;
  }
};

using GpuHeatResidual = HeatResidual;

// A cell, rows and columns of one, less and more than a block, several blocks and a rest, with
// every block that the variants name.
TEST_F(HeatResidual, IsThatOfTheStoredTemperatures) {
  for (const char* name : variants)
    for (const auto& [nx, ny] : {std::pair{1, 1}, {1, 7}, {7, 1}, {33, 65}, {131, 77}})
      for (const char* boundary : {"fixed", "insulated", "periodic"})
        for (const bool marked : {false, true}) {
          const Choice some = choice(name, nx, ny, boundary, marked);
          const VariantInfo& info = *workload_.find(name);
          const HostState in = stepped(some, info, 0);
          expect_found(in, stepped(some, info, 1, &in), text_of(some));
        }
  for (const char* name : variants)
    for (const Choice& block : choices_of(workload_, *workload_.find(name))) {
      Choice some = choice(name, 301, 37);
      some.launch = block.launch;
      const VariantInfo& info = *workload_.find(name);
      const HostState in = stepped(some, info, 0);
      expect_found(in, stepped(some, info, 1, &in), text_of(some));
    }
}

// By the compiler and the shuffles of a GPU: a plate that fills it, and one of few cells.
TEST_F(GpuHeatResidual, IsThatOfTheStoredTemperatures) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  for (const char* name : variants)
    for (const auto& [nx, ny] : {std::pair{7, 3}, {131, 77}, {2049, 1023}})
      for (const char* boundary : {"fixed", "periodic"}) {
        const Choice some = choice(name, nx, ny, boundary);
        const HostState in = livewarp::stepped(workload_, some, Executor::cuda, 3);
        expect_found(in, livewarp::stepped(workload_, some, Executor::cuda, 1, &in), text_of(some));
      }
}

// The counter of blocks is where it was after each step, and after one that was dropped.
TEST_F(HeatResidual, IsThatOfTheLastStep) {
  for (const char* name : variants) {
    const Choice some = choice(name, 90, 70, "periodic");
    const auto exec = make_emulator_exec();
    const auto simulation = workload_.simulate(some, Executor::emulator);
    EXPECT_FALSE(Heat::found(simulation->snapshot())) << name << " has made no step";
    for (int i = 0; i < 6; ++i) {
      const HostState before = simulation->snapshot();
      if (i == 3) simulation->step(*exec);
      simulation->step(*exec);
      simulation->commit();
      expect_found(before, simulation->snapshot(), name + (" step " + std::to_string(i)));
    }
  }
}

TEST_F(HeatResidual, TemperaturesAreThoseOfTheNaiveStep) {
  for (const char* boundary : {"fixed", "insulated"})
    for (const char* name : variants) {
      const Choice naive = choice("naive", 131, 77, boundary),
                   some = choice(name, 131, 77, boundary);
      const HostState in = stepped(naive, *workload_.find("naive"), 0);
      EXPECT_EQ(stepped(some, *workload_.find(name), 2, &in).fields[0],
                stepped(naive, *workload_.find("naive"), 2, &in).fields[0])
          << name << " " << boundary;
    }
}

// A number that is off by more than adding may make it: a cell left out, or one counted twice. The
// temperatures are right. After many steps rounding hides more of the last small change.
TEST_F(HeatResidual, AWrongOneFails) {
  for (const char* name : variants)
    for (const int steps : {1, 100}) {
      const Choice some = choice(name, 33, 65);
      const VariantInfo& info = *workload_.find(name);
      const HostState in = stepped(some, info, 0), out = stepped(some, info, steps, &in);
      EXPECT_TRUE(passes(some, in, out)) << name;
      const double off = steps == 1 ? 1e-4 : 0.1;
      for (const double factor : {1 - off, 1 + off, 0.0, std::nan("")}) {
        HostState wrong = out;
        field_as<HeatFound>(wrong, 2)->squared_change *= factor;
        EXPECT_FALSE(passes(some, in, wrong)) << name << " " << steps << " times " << factor;
      }
    }
}

// Another variant finds none, and says nothing of what an earlier step has found.
TEST_F(HeatResidual, IsShownOfTheStepsThatFoundIt) {
  const auto exec = make_emulator_exec();
  Choice some = choice("residual-fused", 90, 70);
  const auto simulation = workload_.simulate(some, Executor::emulator);
  const auto on_host = [&] {
    return workload_.diagnose(some.problem, simulation->snapshot(), Job{});
  };
  const auto by_kernels = [&] {
    EXPECT_TRUE(simulation->enqueue_readouts(*exec));
    return simulation->device_readouts();
  };
  EXPECT_FALSE(shown(on_host()) || shown(by_kernels())) << "no step was made";
  for (const char* name : {"residual-fused", "naive", "residual-apart", "naive", "naive"}) {
    simulation->select(name, default_choice(workload_, name, Backend::cuda).launch);
    const HostState before = simulation->snapshot();
    simulation->step(*exec);
    simulation->commit();
    const auto host = on_host(), kernels = by_kernels();
    const bool finds = name != std::string("naive");
    ASSERT_EQ(shown(host) != nullptr, finds) << name;
    ASSERT_EQ(shown(kernels) != nullptr, finds) << name;
    if (!finds) continue;
    const double degrees = 100 * change(before, simulation->snapshot()) / std::sqrt(90.0 * 70);
    EXPECT_NEAR(shown(host)->value, degrees, order_of_adding * degrees) << name;
    EXPECT_EQ(shown(kernels)->value, shown(host)->value) << name;
  }
}

/// Bytes that all lanes of a step load from global memory, over the whole grid, a cell.
double loaded_bytes(const Workload& workload, const Choice& choice) {
  const emulator::Lens lens = emulator::look(workload, choice, {.whole_grid = true});
  double bytes = 0;
  for (const auto& kernel : lens.kernels)
    for (const auto& line : kernel.lines)
      if (line.count.space == emulator::MemorySpace::global &&
          line.count.kind == emulator::AccessKind::read)
        bytes += double(line.count.lanes) * line.count.bytes;
  return bytes / double(get_integer(choice.problem, "nx") * get_integer(choice.problem, "ny"));
}

// Apart it reads both states once more, 8 bytes a cell. Fused nothing but a number of each block,
// 4 bytes of 256 cells, and one of each block that adds those up.
TEST_F(HeatResidual, FusedReadsNothingMoreThanTheStep) {
  const double alone = loaded_bytes(workload_, choice("naive", 128, 64));
  const double apart = loaded_bytes(workload_, choice("residual-apart", 128, 64));
  const double fused = loaded_bytes(workload_, choice("residual-fused", 128, 64));
  EXPECT_GT(alone, 4 * 4.5) << "five loads";
  EXPECT_NEAR(apart - alone, 8, 0.05);
  EXPECT_NEAR(fused - alone, 4.0 / 256, 0.01);
}

}  // namespace
}  // namespace livewarp
