#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/tune/space.h"
#include "ui/views/tuner_view.h"

namespace livewarp {

/// What could be searched from a setting. To make it takes up to a tenth of a second: all that it
/// needs is in the request, so that another thread may.
struct SpacePlan {
  struct Request {
    Choice from;
    std::vector<std::string> names;  ///< of all that can be varied
    std::set<std::string> over;      ///< of what is to be
    std::vector<SelectedVariant> variants;
    std::size_t present = 0;  ///< of these
    std::optional<GpuInfo> gpu;
  };
  Choice from;
  std::set<std::string> over;
  std::vector<ui::TunerDimension> dimensions;  ///< with more than one value
  std::shared_ptr<const SettingSpace> space;   ///< null: none, for this reason
  std::string trouble;                         ///< also where a single setting is left
};

SpacePlan make_plan(const SpacePlan::Request& request);

}  // namespace livewarp
