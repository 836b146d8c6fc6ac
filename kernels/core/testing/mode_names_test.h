#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "kernels/core/model/choice.h"

namespace livewarp {

/// Of a test for one memory mode. GoogleTest's names know no dash.
inline std::string name_of_mode(const testing::TestParamInfo<MemoryMode>& info) {
  std::string name(name_of(info.param));
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace livewarp
