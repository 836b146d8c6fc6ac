#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

/// The level of memory whose bytes a ceiling counts. L1 and shared are those of a multiprocessor or
/// of a core, all of them together.
enum class MemoryLevel { none, dram, l2, l1, shared, host };
std::string_view name_of(MemoryLevel level);

/// What is measured: an entry of the table of ceilings, which does not say how much it is.
struct CeilingKind {
  const char* id;
  const char* label;
  const char* short_label;  ///< on a roof: "fp32 FMA"
  const char* gpu_unit;
  const char* cpu_unit;  ///< empty: of GPUs alone
  MemoryLevel level = MemoryLevel::none;
  bool counts_flops = false;  ///< or special functions, each as one: a roof over operations
};
/// In the order in which they are told.
std::span<const CeilingKind> ceiling_kinds();
/// Null if there is none.
const CeilingKind* find_ceiling_kind(std::string_view id);

/// One measured limit of this machine.
struct Ceiling {
  std::string id;      ///< that of its kind
  std::string label;   ///< "copy bandwidth", "fp32 FMA rate"
  std::string unit;    ///< "GB/s" (bytes read + written), "TFLOP/s" or "GFLOP/s" (FMA = 2),
                       ///< "Gfetch/s", "Gop/s"
  std::string method;  ///< "best of cudaMemcpy and one float4 a thread, 1 GiB"
  Backend backend = Backend::cpu;
  int threads = 0;   ///< CPU only
  double value = 0;  ///< in base units: bytes/s, flop/s or fetches/s
};

/// Named as its kind is; without value and method.
Ceiling ceiling_of_kind(std::string_view id, Backend backend);

struct Ceilings {
  std::vector<Ceiling> all;
  const Ceiling* find(Backend backend, const std::string& id) const;
};

/// What the ceilings of copying copy: what a step itself reads and writes, so that both meet the
/// same caches.
struct CopyLoad {
  std::size_t bytes = 0;  ///< 0: more than any cache holds
  bool streams = false;   ///< each time from and to other memory, see pieces_beyond()
  std::size_t to_device = 0, to_host = 0;  ///< of a transfer; 0 both: as much as takes milliseconds
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the operator for a comparison with 0
  auto operator<=>(const CopyLoad&) const = default;
};

/// Copy (memcpy and non-temporal vector copy, the better one) and FMA in fp32 and fp64 of the
/// host's cores, on `threads` threads. Takes about `seconds` in all. All results are checked before
/// they count.
Ceilings measure_host_ceilings(int threads, double seconds, std::stop_token stop,
                               const CopyLoad& copy = {});

/// Copy (cudaMemcpy and one float4 per thread, the better one), FMA in fp32 and fp64, products by
/// tensor cores where there are some, special functions, filtered texture fetches of the current
/// GPU, and transfers between it and page-locked memory of the host. Throws `Error` in builds
/// without CUDA.
Ceilings measure_gpu_ceilings(double seconds, std::stop_token stop, const CopyLoad& copy = {});

/// The kernels that measure it, for whoever wants to look at them: copy first. In builds with CUDA.
std::vector<KernelRef> ceiling_kernels();

// What a roofline has beside these; the same holds for them. All of them take about `seconds`.
/// Reading from memory and from the first and second cache of every core, sums and products that
/// are not fused, and approximate reciprocal square roots.
Ceilings measure_host_roofs(int threads, double seconds, std::stop_token stop);
/// Reading from memory, second and first cache and shared memory, sums and products that are not
/// fused.
Ceilings measure_gpu_roofs(double seconds, std::stop_token stop);

/// What a ceiling of a step's copy bound is to copy: half of its compulsory bytes, in whole MiB.
/// Below 16 MiB, where copies of one buffer take microseconds and vary from cache to cache, and
/// below 1 MiB in any case, nothing in particular: main memory's ceiling. And what its memory mode
/// transfers.
CopyLoad copy_load_of(const CostModel& cost);

/// What units a step's operations take: ids of their ceilings, and how much of what these count.
struct UnitLoad {
  std::string_view ceiling;
  double amount = 0;
};
std::vector<UnitLoad> unit_loads_of(const CostModel& cost);

/// The share of its nearest ceiling that a variant reaches, and which ceiling that is.
struct OfCeiling {
  double share = 0;
  std::string ceiling;
};
std::optional<OfCeiling> of_ceiling(const CostModel& cost, double seconds, const Ceilings& ceilings,
                                    Backend backend);

}  // namespace livewarp
