#pragma once

#include <map>
#include <string>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

/// What was last chosen, so that going to another variant and back does not lose it.
class Remembered {
 public:
  void note(const Choice& choice, Backend backend);
  /// `choice` with another variant: axes keep their values where it offers them, else take what was
  /// last chosen in this workload, else the default; the memory mode likewise. The display path
  /// returns to automatic when the backend changes.
  Choice with_variant(const Choice& choice, Backend from, const VariantInfo& variant) const;

 private:
  std::map<std::string, Values> launch_;  ///< by workload
  std::map<Backend, MemoryMode> memory_;
};

}  // namespace livewarp
