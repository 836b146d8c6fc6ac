#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/model/findings.h"
#include "kernels/core/model/param.h"

/// The transfer lab, as its tab shows it.
namespace livewarp::ui {

/// An experiment that can be chosen.
struct LabEntry {
  std::string id, label;
  std::string answers, about;
  std::vector<Param> params;
  std::string refusal;  ///< why it cannot run on this machine; empty if it can
};

struct LabView {
  std::vector<LabEntry> experiments;
  std::string running;  ///< the id of the one that measures; empty: none
  /// What each has found by now; of those that have run.
  std::map<std::string, std::shared_ptr<const Findings>> found;
};

/// What is to be run.
struct LabRequest {
  std::string experiment;
  Values values;
};

}  // namespace livewarp::ui
