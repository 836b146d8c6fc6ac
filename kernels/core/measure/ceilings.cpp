#include "kernels/core/measure/ceilings.h"

#include <cmath>

#include "kernels/core/base/error.h"

namespace livewarp {

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

std::optional<OfCeiling> of_ceiling(const CostModel& cost, double seconds, const Ceilings& ceilings,
                                    Backend backend) {
  if (!(seconds > 0)) return {};
  std::optional<OfCeiling> nearest;
  const auto consider = [&](const char* id, double amount) {
    const Ceiling* ceiling = ceilings.find(backend, id);
    if (!ceiling || !(ceiling->value > 0) || !(amount > 0)) return;
    const double share = amount / seconds / ceiling->value;
    if (!nearest || share > nearest->share) nearest = OfCeiling{share, ceiling->label};
  };
  consider("copy", cost.compulsory_bytes);
  consider(cost.precision == Precision::fp64 ? "fma64" : "fma32", cost.flops);
  consider("texture", cost.fetches);
  consider("transfer", cost.to_device_bytes + cost.to_host_bytes);
  return nearest;
}

#if !LIVEWARP_HAS_CUDA
Ceilings measure_gpu_ceilings(double, std::stop_token, const CopyLoad&) {
  throw Error("GPU ceilings: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
