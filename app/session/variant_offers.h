#pragma once

#include <string>

#include "kernels/core/base/machine.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/workload/remembered.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What runs at the moment.
struct Running {
  const Workload& workload;
  const VariantInfo& variant;
  const Choice& choice;
};

/// Which variants can run on this machine, who executes them, and in which setting.
class VariantOffers {
 public:
  /// With the emulator CUDA variants are executed from their source on the host.
  VariantOffers(const Machine& machine, Executor cuda_variants)
      : machine_(machine), cuda_variants_(cuda_variants) {}

  /// The setting in which a variant is listed and measured, which is the one that a user who
  /// selects it gets: what runs, as far as the variant offers it, else what was chosen last.
  Choice choice_of(const Running& running, const VariantInfo& info) const;
  /// With a smaller block where the present GPU cannot launch the choice's.
  Choice with_possible_block(const Workload& workload, const Choice& choice) const;
  /// A choice was made.
  void note(const Choice& choice, Backend backend) { remembered_.note(choice, backend); }

  Executor executor_of(const VariantInfo& info) const {
    return info.backend == Backend::cuda ? cuda_variants_ : Executor::cpu;
  }
  /// Why a variant cannot run now; empty if it can.
  std::string unavailable(const VariantInfo& info) const;
  /// Whether it can be timed at the problem that runs.
  bool is_timed(const Running& running, const VariantInfo& info) const;

  const Machine& machine() const { return machine_; }
  /// What made the GPU unusable in this run of the program; empty while it is sound.
  const std::string& gpu_error() const { return gpu_error_; }
  void lose_gpu(const std::string& error) { gpu_error_ = error; }

 private:
  Machine machine_;
  Executor cuda_variants_;
  std::string gpu_error_;
  Remembered remembered_;
};

}  // namespace livewarp
