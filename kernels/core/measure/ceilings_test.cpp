#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "kernels/core/base/error.h"
#include "kernels/core/measure/ceilings.h"
#include "kernels/core/workload/state_memory.h"

namespace livewarp {
namespace {

TEST(Ceilings, TheNearestOneIsNamed) {
  Ceilings ceilings;
  ceilings.all = {{"copy", "copy bandwidth", "GB/s", "", Backend::cpu, 1, 10e9},
                  {"fma32", "fp32 FMA rate", "GFLOP/s", "", Backend::cpu, 1, 100e9}};
  CostModel cost;
  cost.compulsory_bytes = 5e9;
  cost.flops = 20e9;
  const auto memory_bound = of_ceiling(cost, 1, ceilings, Backend::cpu);
  ASSERT_TRUE(memory_bound);
  EXPECT_EQ(memory_bound->ceiling, "copy bandwidth");
  EXPECT_DOUBLE_EQ(memory_bound->share, 0.5);
  cost.flops = 90e9;
  EXPECT_EQ(of_ceiling(cost, 1, ceilings, Backend::cpu)->ceiling, "fp32 FMA rate");
  EXPECT_DOUBLE_EQ(of_ceiling(cost, 2, ceilings, Backend::cpu)->share, 0.45);
  EXPECT_FALSE(of_ceiling(cost, 1, ceilings, Backend::cuda));
  EXPECT_FALSE(of_ceiling(cost, 0, ceilings, Backend::cpu));
  EXPECT_FALSE(of_ceiling({}, 1, ceilings, Backend::cpu));
}

Ceilings of_units() {
  Ceilings ceilings;
  ceilings.all = {{"copy", "copy bandwidth", "GB/s", "", Backend::cuda, 0, 3e12},
                  {"fma32", "fp32 FMA rate", "TFLOP/s", "", Backend::cuda, 0, 60e12},
                  {"tensor", "fp16 tensor core rate", "TFLOP/s", "", Backend::cuda, 0, 600e12},
                  {"special", "1/sqrt rate", "Top/s", "", Backend::cuda, 0, 4e12}};
  return ceilings;
}

// However fast or slow it is, and whatever it would be of the fp32 units.
TEST(Ceilings, WhatTensorCoresComputeIsHeldAgainstThem) {
  CostModel cost{.flops = 540e12, .tensor_flops = 540e12, .compulsory_bytes = 3e11};
  EXPECT_EQ(of_ceiling(cost, 1, of_units(), Backend::cuda)->ceiling, "fp16 tensor core rate");
  EXPECT_DOUBLE_EQ(of_ceiling(cost, 1, of_units(), Backend::cuda)->share, 0.9);
  EXPECT_DOUBLE_EQ(of_ceiling(cost, 10, of_units(), Backend::cuda)->share, 0.09);
  cost.compulsory_bytes = 2.85e12;
  EXPECT_EQ(of_ceiling(cost, 1, of_units(), Backend::cuda)->ceiling, "copy bandwidth");
  EXPECT_DOUBLE_EQ(of_ceiling(cost, 1, of_units(), Backend::cuda)->share, 0.95);
}

TEST(Ceilings, SpecialFunctionsMayBeTheLimitBesideTensorCores) {
  const CostModel cost{.flops = 60e12, .tensor_flops = 150e12, .roots = 3e12};
  const auto found = of_ceiling(cost, 1, of_units(), Backend::cuda);
  EXPECT_EQ(found->ceiling, "1/sqrt rate") << "1 of the fp32 units, 0.25 of the tensor cores";
  EXPECT_DOUBLE_EQ(found->share, 0.75);
}

TEST(Ceilings, OperationsOfUnknownUnitsAreHeldAgainstNone) {
  const CostModel cost{.flops = 540e12, .other_units = true, .compulsory_bytes = 3e11};
  const auto found = of_ceiling(cost, 1, of_units(), Backend::cuda);
  EXPECT_EQ(found->ceiling, "copy bandwidth");
  EXPECT_DOUBLE_EQ(found->share, 0.1);
}

TEST(TimingCeilings, TheHostsArePlausible) {
#ifndef __OPTIMIZE__
  GTEST_SKIP() << "compiled without optimisation";
#endif
  const Ceilings ceilings = measure_host_ceilings(1, 0.5, {});
  const Ceiling* copy = ceilings.find(Backend::cpu, "copy");
  const Ceiling* fma = ceilings.find(Backend::cpu, "fma32");
  const Ceiling* fma64 = ceilings.find(Backend::cpu, "fma64");
  ASSERT_TRUE(copy && fma && fma64);
  EXPECT_EQ(copy->threads, 1);
  // Wide bounds: any machine of the last ten years, loaded or not, and no cache's bandwidth.
  EXPECT_GT(copy->value, 1e9);
  EXPECT_LT(copy->value, 200e9);
  EXPECT_GT(fma->value, 2e9);
  EXPECT_LT(fma->value, 1000e9);
  // Half as many lanes in a vector; both were measured one after the other on a machine that may do
  // more.
  EXPECT_GT(fma64->value, 0.2 * fma->value);
  EXPECT_LT(fma64->value, 1.2 * fma->value);
  EXPECT_FALSE(copy->method.empty());
}

TEST(Ceilings, StandInOneTableWithTheirUnits) {
  for (const CeilingKind& kind : ceiling_kinds()) {
    EXPECT_EQ(find_ceiling_kind(kind.id), &kind) << "ids are unique";
    const Ceiling gpu = ceiling_of_kind(kind.id, Backend::cuda);
    EXPECT_EQ(gpu.unit, kind.gpu_unit);
    EXPECT_EQ(gpu.label, kind.label);
    EXPECT_EQ(kind.level != MemoryLevel::none, gpu.unit == "GB/s") << kind.id;
    EXPECT_FALSE(kind.counts_flops && kind.level != MemoryLevel::none) << kind.id;
  }
  EXPECT_EQ(ceiling_of_kind("fma32", Backend::cpu).unit, "GFLOP/s");
  EXPECT_EQ(find_ceiling_kind("nothing"), nullptr);
  EXPECT_THROW(ceiling_of_kind("nothing", Backend::cpu), std::logic_error);
}

// Every result is checked where it is measured: what is left to be said is that they are all there.
TEST(Ceilings, TheHostHasARoofForEveryKindOfItsOwn) {
  const Ceilings basic = measure_host_ceilings(2, 0.01, {});
  const Ceilings roofs = measure_host_roofs(2, 0.01, {});
  for (const CeilingKind& kind : ceiling_kinds()) {
    if (std::string_view(kind.cpu_unit).empty()) continue;
    const Ceiling* const found = basic.find(Backend::cpu, kind.id)
                                     ? basic.find(Backend::cpu, kind.id)
                                     : roofs.find(Backend::cpu, kind.id);
    ASSERT_TRUE(found) << kind.id;
    EXPECT_GT(found->value, 0) << kind.id;
    EXPECT_EQ(found->unit, kind.cpu_unit) << kind.id;
    EXPECT_EQ(found->threads, 2) << kind.id;
    EXPECT_FALSE(found->method.empty()) << kind.id;
  }
}

TEST(TimingCeilings, TheHostsRoofsArePlausible) {
#ifndef __OPTIMIZE__
  GTEST_SKIP() << "compiled without optimisation";
#endif
  const Ceilings roofs = measure_host_roofs(1, 1, {});
  const auto value = [&](const char* id) { return roofs.find(Backend::cpu, id)->value; };
  // Wide bounds, as above: a vector a clock or two of any core of the last ten years.
  for (const auto& [id, least, most] : {std::tuple{"read", 1e9, 200e9},
                                        {"l2", 5e9, 2000e9},
                                        {"l1", 10e9, 2000e9},
                                        {"add32", 1e9, 600e9},
                                        {"add64", 0.5e9, 300e9},
                                        {"special", 0.1e9, 200e9}}) {
    EXPECT_GT(value(id), least) << id;
    EXPECT_LT(value(id), most) << id;
  }
}

TEST(GpuTimingCeilings, RoofsStandInTheirOrder) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const Ceilings basic = measure_gpu_ceilings(1, {});
  const Ceilings roofs = measure_gpu_roofs(1, {});
  const auto value = [&](const char* id) {
    const Ceiling* const found = roofs.find(Backend::cuda, id);
    EXPECT_TRUE(found) << id;
    if (found) RecordProperty(id, int(found->value / 1e9));
    return found ? found->value : 0;
  };
  const auto known = [&](const char* id) { return basic.find(Backend::cuda, id)->value; };
  const GpuInfo& gpu = machine.gpus.front();
  const double clocks = double(gpu.multiprocessors) * gpu.clock_khz * 1e3;
  const double bandwidth = 2.0 * gpu.memory_clock_khz * 1e3 * gpu.bus_bits / 8;
  EXPECT_GT(value("read"), 0.5 * bandwidth);
  EXPECT_LT(value("read"), 1.02 * bandwidth);
  EXPECT_GT(value("l2"), 1.2 * value("read"));
  // 128 bytes a clock and multiprocessor, 64 on GPUs of compute capability 7.5.
  EXPECT_GT(value("l1"), 0.8 * 64 * clocks);
  EXPECT_LT(value("l1"), 1.05 * 128 * clocks);
  EXPECT_GT(value("shared"), 0.8 * 64 * clocks);
  EXPECT_LT(value("shared"), 1.05 * 128 * clocks);
  EXPECT_GT(value("add32"), 0.4 * known("fma32"));
  EXPECT_LT(value("add32"), 0.6 * known("fma32"));
  EXPECT_GT(value("add64"), 0.4 * known("fma64"));
  EXPECT_LT(value("add64"), 0.6 * known("fma64"));
  EXPECT_GT(known("special"), 0.8 * 16 * clocks);
  EXPECT_LT(known("special"), 1.05 * 16 * clocks);
  // On compute capability 9.0 4,096 operations a clock and multiprocessor.
  const Ceiling* const tensor = basic.find(Backend::cuda, "tensor");
  ASSERT_EQ(tensor != nullptr, gpu.code >= 80 || gpu.major == 9);
  if (!tensor) return;
  RecordProperty("tensor_TFLOPps", int(tensor->value / 1e12));
  EXPECT_GT(tensor->value, 2 * known("fma32"));
  if (gpu.major != 9) return;
  EXPECT_GT(tensor->value, 0.5 * 4096 * clocks);
  EXPECT_LT(tensor->value, 1.05 * 4096 * clocks);
}

TEST(Ceilings, CanBeStoppedAndRefuseNoThreads) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(measure_host_ceilings(1, 1, source.get_token()), Cancelled);
  EXPECT_THROW(measure_host_ceilings(0, 1, {}), Error);
  EXPECT_THROW(measure_host_roofs(1, 1, source.get_token()), Cancelled);
  EXPECT_THROW(measure_host_roofs(0, 1, {}), Error);
}

TEST(GpuTimingCeilings, CopyFmaAndTexturesComeNearTheirPeaks) {
  const Machine machine = detect_machine();
  if (!machine.has_gpu()) GTEST_SKIP() << machine.gpu_reason;
  const Ceilings ceilings = measure_gpu_ceilings(1, {});
  const Ceiling* copy = ceilings.find(Backend::cuda, "copy");
  const Ceiling* fma = ceilings.find(Backend::cuda, "fma32");
  const Ceiling* fma64 = ceilings.find(Backend::cuda, "fma64");
  const Ceiling* texture = ceilings.find(Backend::cuda, "texture");
  const Ceiling* transfer = ceilings.find(Backend::cuda, "transfer");
  ASSERT_TRUE(copy && fma && fma64 && texture && transfer);
  const GpuInfo& gpu = machine.gpus.front();
  // Peaks from the attributes: two transfers a memory clock; 64 or 128 FMA lanes a multiprocessor.
  const double bandwidth = 2.0 * gpu.memory_clock_khz * 1e3 * gpu.bus_bits / 8;
  const double most_flops = 2.0 * 128 * gpu.multiprocessors * gpu.clock_khz * 1e3;
  RecordProperty("copy_GBps", int(copy->value / 1e9));
  RecordProperty("fma_GFLOPps", int(fma->value / 1e9));
  EXPECT_GT(copy->value, 0.5 * bandwidth);
  EXPECT_LT(copy->value, 1.02 * bandwidth);
  EXPECT_GT(fma->value, 0.4 * most_flops);
  EXPECT_LT(fma->value, 1.05 * most_flops);
  // A half where science is done, a 64th where games are played.
  RecordProperty("fma64_GFLOPps", int(fma64->value / 1e9));
  EXPECT_GT(fma64->value, fma->value / 80);
  EXPECT_LT(fma64->value, 0.55 * fma->value);
  // From a narrow slot of the third generation to what no bus has yet, and never above the GPU's
  // own memory.
  RecordProperty("transfer_GBps", int(transfer->value / 1e9));
  EXPECT_GT(transfer->value, 1e9);
  EXPECT_LT(transfer->value, std::min(500e9, bandwidth));
  // Four texture units a multiprocessor; of four channels at least one filtered fetch a clock.
  const double clocks = double(gpu.multiprocessors) * gpu.clock_khz * 1e3;
  RecordProperty("Gfetchps", int(texture->value / 1e9));
  EXPECT_GT(texture->value, 0.8 * clocks);
  EXPECT_LT(texture->value, 4.2 * clocks);
}

TEST(Ceilings, FetchesCountAgainstTheTextureRate) {
  const Ceilings ceilings{
      {{"copy", "copy", "GB/s", "", Backend::cuda, 0, 1e12},
       {"texture", "texture fetch rate", "Gfetch/s", "", Backend::cuda, 0, 400e9}}};
  CostModel cost{.compulsory_bytes = 1e9};
  EXPECT_EQ(of_ceiling(cost, 0.01, ceilings, Backend::cuda)->ceiling, "copy");
  cost.fetches = 3e9;
  const auto found = of_ceiling(cost, 0.01, ceilings, Backend::cuda);
  EXPECT_EQ(found->ceiling, "texture fetch rate");
  EXPECT_DOUBLE_EQ(found->share, 0.75);
}

TEST(Ceilings, Fp64HasItsOwnRate) {
  const Ceilings ceilings{{{"fma32", "fp32", "TFLOP/s", "", Backend::cuda, 0, 60e12},
                           {"fma64", "fp64", "TFLOP/s", "", Backend::cuda, 0, 30e12}}};
  CostModel cost{.flops = 15e12};
  EXPECT_EQ(of_ceiling(cost, 1, ceilings, Backend::cuda)->ceiling, "fp32");
  cost.precision = Precision::fp64;
  const auto found = of_ceiling(cost, 1, ceilings, Backend::cuda);
  EXPECT_EQ(found->ceiling, "fp64");
  EXPECT_DOUBLE_EQ(found->share, 0.5);
}

TEST(Ceilings, TransfersCountBothWays) {
  const Ceilings ceilings{{{"copy", "copy", "GB/s", "", Backend::cuda, 0, 4e12},
                           {"transfer", "host transfer", "GB/s", "", Backend::cuda, 0, 50e9}}};
  const CostModel cost{.compulsory_bytes = 1e9, .to_device_bytes = 2e8, .to_host_bytes = 3e8};
  const auto found = of_ceiling(cost, 0.02, ceilings, Backend::cuda);
  EXPECT_EQ(found->ceiling, "host transfer");
  EXPECT_DOUBLE_EQ(found->share, 0.5);
  const CopyLoad load = copy_load_of(cost);
  EXPECT_EQ(load.to_device, 200'000'000u);
  EXPECT_EQ(load.to_host, 300'000'000u);
}

TEST(Ceilings, RoundTripsTransferWhatAStepReadsAndWrites) {
  const std::vector<FieldSpec> fields{{"u", 400, FieldRole::state},
                                      {"source", 30, FieldRole::input},
                                      {"marks", 100, FieldRole::marks},
                                      {"result", 7, FieldRole::result}};
  const Transfers moved = transfers_of(fields, Precision::fp64, MemoryMode::pinned);
  EXPECT_EQ(moved.to_device, 2 * 400 + 30);
  EXPECT_EQ(moved.to_host, 2 * 400 + 7);
  EXPECT_EQ(transfers_of(fields, Precision::fp32, MemoryMode::mapped).to_device, 0);
}

TEST(Ceilings, CopyAsManyBytesAsTheStep) {
  constexpr std::size_t mib = 1 << 20;
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 2.0 * 256 * mib}), (CopyLoad{256 * mib, false}));
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 2.0 * 256 * mib + 2}), (CopyLoad{257 * mib, false}))
      << "whole MiB";
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 2.0 * 20 * mib, .streams = true}),
            (CopyLoad{20 * mib, true}));
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 2.0 * 15 * mib, .streams = true}),
            (CopyLoad{15 * mib, true}));
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 1.0 * mib, .streams = true}), CopyLoad{});
  EXPECT_EQ(copy_load_of({.compulsory_bytes = 2.0 * 15 * mib}), CopyLoad{})
      << "too short to be timed";
}

}  // namespace
}  // namespace livewarp
