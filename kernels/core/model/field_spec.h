#pragma once

#include <cstddef>
#include <string>

#include "kernels/core/model/precision.h"

namespace livewarp {

/// What a step does with a field.
enum class FieldRole {
  state,  ///< reals, read and written: two copies, in the precision of the variant
  marks,  ///< bytes, only read: one copy; zero where there is no mark, and not even read where all
          ///< are
  input,  ///< bytes, only read: one copy
  result  ///< bytes, only written: two copies, so that one is shown while the other is written
};

/// One array of a workload's canonical state.
struct FieldSpec {
  std::string name;
  std::size_t bytes = 0;  ///< of a field of reals as fp32
  FieldRole role = FieldRole::state;

  bool constant() const { return role == FieldRole::marks || role == FieldRole::input; }
  std::size_t stored(Precision precision) const {
    return role == FieldRole::state ? bytes / sizeof(float) * bytes_of(precision) : bytes;
  }
};

}  // namespace livewarp
