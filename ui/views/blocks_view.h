#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/core/blocks/block_regions.h"
#include "kernels/core/blocks/block_trace.h"
#include "kernels/core/model/choice.h"

/// Which block computes what of the picture, where and when: what `livewarp blocks`
/// shows.
namespace livewarp::ui {

/// Whose step is looked at. View, memory mode and whether it runs do not matter.
struct BlocksRequest {
  Choice choice;
  int compute = 0;  ///< of the GPU that waves are predicted for, 86 = 8.6; 0: one that is known
  int multiprocessors = 0;  ///< of it; 0: as many as it has
  bool measure = false;     ///< on this machine's GPU, once
  bool operator==(const BlocksRequest&) const = default;
};

struct BlocksView {
  BlocksRequest request;
  std::string refusal;  ///< why there is nothing to see at all; empty: there is

  std::shared_ptr<const BlockRegions> regions;  ///< null: nobody can tell
  std::string regions_reason;                   ///< why

  std::string kernel;  ///< of the launch
  Dim3 grid, block;
  std::optional<BlockTrace> measured;
  std::string measured_reason;  ///< why there is none
  std::string result;  ///< of the traced kernel, beside the plain one's: "equal bit by bit"
  std::optional<BlockTrace> predicted;
  std::string predicted_reason;
  std::string gpu;           ///< the one of the prediction: "H100 SXM, 9.0"
  int blocks_at_a_time = 0;  ///< on one of its multiprocessors

  // Of `trace`.
  std::optional<BlockFigures> figures;
  BlockRows rows;

  /// The one that was measured, or else predicted; null without both.
  const BlockTrace* trace() const {
    return measured ? &*measured : predicted ? &*predicted : nullptr;
  }
};

}  // namespace livewarp::ui
