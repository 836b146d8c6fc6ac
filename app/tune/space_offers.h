#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "app/tune/space.h"

namespace livewarp {

/// One value that a dimension can have for a variant.
struct Offer {
  std::string text;
  std::function<void(Choice&)> apply;
  std::string refusal;  ///< why it cannot be; empty if it can
};

/// What a variant offers in a dimension.
struct Offers {
  std::size_t dimension = 0;
  std::vector<Offer> all;
};

/// One list a variant; empty for those that cannot run.
std::vector<std::vector<Offers>> all_offers(const std::vector<SelectedVariant>& variants,
                                            const SpaceOver& over, const GpuInfo* gpu);

}  // namespace livewarp
