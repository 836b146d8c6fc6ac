#include "kernels/core/measure/ceilings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

// clang-format off
constexpr std::array kinds{
  CeilingKind{"copy", "copy bandwidth", "DRAM copy", "GB/s", "GB/s", MemoryLevel::dram},
  CeilingKind{"read", "read bandwidth", "DRAM read", "GB/s", "GB/s", MemoryLevel::dram},
  CeilingKind{"l2", "L2 read", "L2", "GB/s", "GB/s", MemoryLevel::l2},
  CeilingKind{"l1", "L1 read", "L1", "GB/s", "GB/s", MemoryLevel::l1},
  CeilingKind{"shared", "shared memory read", "shared", "GB/s", "", MemoryLevel::shared},
  CeilingKind{"transfer", "host transfer", "host", "GB/s", "", MemoryLevel::host},
  CeilingKind{"fma32", "fp32 FMA rate", "fp32 FMA", "TFLOP/s", "GFLOP/s", MemoryLevel::none, true},
  CeilingKind{"add32", "fp32 rate without FMA", "fp32 no FMA", "TFLOP/s", "GFLOP/s",
              MemoryLevel::none, true},
  CeilingKind{"fma64", "fp64 FMA rate", "fp64 FMA", "TFLOP/s", "GFLOP/s", MemoryLevel::none, true},
  CeilingKind{"add64", "fp64 rate without FMA", "fp64 no FMA", "TFLOP/s", "GFLOP/s",
              MemoryLevel::none, true},
  CeilingKind{"tensor", "fp16 tensor core rate", "tensor fp16", "TFLOP/s", "", MemoryLevel::none,
              true},
  CeilingKind{"special", "1/sqrt rate", "1/sqrt", "Top/s", "Gop/s", MemoryLevel::none, true},
  CeilingKind{"texture", "texture fetch rate", "texture", "Gfetch/s", ""},
};
// clang-format on

}  // namespace

std::string_view name_of(MemoryLevel level) {
  switch (level) {
  case MemoryLevel::none: break;
  case MemoryLevel::dram: return "DRAM";
  case MemoryLevel::l2: return "L2";
  case MemoryLevel::l1: return "L1";
  case MemoryLevel::shared: return "shared";
  case MemoryLevel::host: return "host";
  }
  return "";
}

std::span<const CeilingKind> ceiling_kinds() { return kinds; }

const CeilingKind* find_ceiling_kind(std::string_view id) {
  const auto found = std::ranges::find(kinds, id, &CeilingKind::id);
  return found == kinds.end() ? nullptr : &*found;
}

Ceiling ceiling_of_kind(std::string_view id, Backend backend) {
  const CeilingKind* const kind = find_ceiling_kind(id);
  if (!kind) throw std::logic_error("there is no ceiling " + std::string(id));
  Ceiling ceiling;
  ceiling.id = kind->id;
  ceiling.label = kind->label;
  ceiling.unit = backend == Backend::cuda ? kind->gpu_unit : kind->cpu_unit;
  ceiling.backend = backend;
  return ceiling;
}

const Ceiling* Ceilings::find(Backend backend, const std::string& id) const {
  for (const Ceiling& ceiling : all)
    if (ceiling.backend == backend && ceiling.id == id) return &ceiling;
  return nullptr;
}

CopyLoad copy_load_of(const CostModel& cost) {
  constexpr double mib = 1 << 20;
  const double half = cost.compulsory_bytes / 2, least = (cost.streams ? 1 : 16) * mib;
  CopyLoad load;
  if (half >= least) load = {std::size_t(std::ceil(half / mib) * mib), cost.streams};
  load.to_device = std::size_t(cost.to_device_bytes);
  load.to_host = std::size_t(cost.to_host_bytes);
  return load;
}

std::vector<UnitLoad> unit_loads_of(const CostModel& cost) {
  std::vector<UnitLoad> loads;
  const auto add = [&](std::string_view ceiling, double amount) {
    if (amount > 0) loads.push_back({ceiling, amount});
  };
  if (cost.by_fma_units()) add(cost.precision == Precision::fp64 ? "fma64" : "fma32", cost.flops);
  add("tensor", cost.tensor_flops);
  add("special", cost.roots);
  return loads;
}

std::optional<OfCeiling> of_ceiling(const CostModel& cost, double seconds, const Ceilings& ceilings,
                                    Backend backend) {
  if (!(seconds > 0)) return {};
  std::optional<OfCeiling> nearest;
  const auto consider = [&](std::string_view id, double amount) {
    const Ceiling* ceiling = ceilings.find(backend, std::string(id));
    if (!ceiling || !(ceiling->value > 0) || !(amount > 0)) return;
    const double share = amount / seconds / ceiling->value;
    if (!nearest || share > nearest->share) nearest = OfCeiling{share, ceiling->label};
  };
  consider("copy", cost.compulsory_bytes);
  for (const UnitLoad& load : unit_loads_of(cost)) consider(load.ceiling, load.amount);
  consider("texture", cost.fetches);
  consider("transfer", cost.to_device_bytes + cost.to_host_bytes);
  return nearest;
}

#if !LIVEWARP_HAS_CUDA
namespace {
[[noreturn]] void refuse_gpu() {
  throw Error("GPU ceilings: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
}  // namespace
Ceilings measure_gpu_ceilings(double, std::stop_token, const CopyLoad&) { refuse_gpu(); }
Ceilings measure_gpu_roofs(double, std::stop_token) { refuse_gpu(); }
#endif

}  // namespace livewarp
