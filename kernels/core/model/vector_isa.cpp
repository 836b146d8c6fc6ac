#include "kernels/core/model/vector_isa.h"

#include <array>
#include <cstdint>

#include <hwy/targets.h>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

struct Isa {
  const char *id, *label;
  std::int64_t target;  ///< of Highway
};

constexpr std::array isas{Isa{"sse4", "SSE4", HWY_SSE4}, Isa{"avx2", "AVX2", HWY_AVX2},
                          Isa{"avx512", "AVX-512", HWY_AVX3}};

/// What this processor has. Asked once: variants ask in every step, and the instruction that tells
/// takes microseconds in a virtual machine, whose host answers it.
std::int64_t targets_here() {
  static const std::int64_t targets = hwy::SupportedTargets();
  return targets;
}

/// The targets of that name which this processor has; 0 if none.
std::int64_t targets_of(const std::string& name) {
  const std::int64_t here = targets_here();
  if (name == "auto") return here;
  for (const Isa& isa : isas)
    if (name == isa.id) return here & isa.target;
  return 0;
}

}  // namespace

std::vector<Option> vector_isas() {
  std::vector<Option> options{{"auto", "auto", {}}};
  for (const Isa& isa : isas)
    options.push_back(
        {isa.id, isa.label,
         targets_of(isa.id) ? "" : std::string("this processor has no ") + isa.label});
  return options;
}

Param isa_axis(const std::string& help) {
  Param param = choice_param("isa", "Instruction set", vector_isas(), "auto", help);
  param.group = ParamGroup::launch;
  return param;
}

std::size_t vector_target(const std::string& isa) {
  const std::int64_t targets = targets_of(isa);
  if (targets == 0) throw Error("isa " + isa + ": this processor does not have it");
  hwy::ChosenTarget chosen;
  chosen.Update(targets);
  return chosen.GetIndex();
}

}  // namespace livewarp
