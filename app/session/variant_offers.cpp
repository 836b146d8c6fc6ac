#include "app/session/variant_offers.h"

#include "kernels/core/base/detect.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {

Choice VariantOffers::choice_of(const Running& running, const VariantInfo& info) const {
  if (&info == &running.variant) return running.choice;
  return with_possible_block(
      running.workload, remembered_.with_variant(running.choice, running.variant.backend, info));
}

Choice VariantOffers::with_possible_block(const Workload& workload, const Choice& choice) const {
  const bool cuda = executor_of(*workload.find(choice.variant)) == Executor::cuda;
  return cuda ? with_block_that_fits(workload, choice, present_gpu_limits()) : choice;
}

std::string VariantOffers::unavailable(const VariantInfo& info) const {
  if (info.backend == Backend::cuda && !gpu_error_.empty()) return "the GPU stopped: " + gpu_error_;
  return unavailable_reason(info, executor_of(info), machine_);
}

bool VariantOffers::is_timed(const Running& running, const VariantInfo& info) const {
  const Executor executor = executor_of(info);
  return executor != Executor::emulator && unavailable(info).empty() &&
         running.workload.refusal(choice_of(running, info), executor).empty();
}

}  // namespace livewarp
