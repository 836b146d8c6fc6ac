#include "app/session/variant_offers.h"

namespace livewarp {

Choice VariantOffers::choice_of(const Running& running, const VariantInfo& info) const {
  if (&info == &running.variant) return running.choice;
  return remembered_.with_variant(running.choice, running.variant.backend, info);
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
