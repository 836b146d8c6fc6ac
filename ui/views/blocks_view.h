#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "kernels/core/blocks/block_regions.h"
#include "kernels/core/blocks/block_tint.h"
#include "kernels/core/blocks/block_trace.h"
#include "kernels/core/model/choice.h"
#include "ui/theme/tokens.h"

/// Which block computes what of the picture, where and when: what the tab Blocks and `livewarp
/// blocks` show.
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
  bool counting = false;                        ///< that is not known yet
  std::shared_ptr<const RegionHues> hues;       ///< in a window, of the same
  std::optional<UsualExtents> extents;          ///< likewise, so that no frame looks for them

  int launch = 0;      ///< which of the step's launches it is, from 0
  std::string kernel;  ///< of it
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

using Hues = std::array<Color, tint_hues>;

/// How the picture is to be tinted by what a view says.
struct TintRequest {
  TintBy by = TintBy::off;
  std::optional<double> now;  ///< in the unit of the view's trace; empty: after the last block
  Hues hues{};
  bool operator==(const TintRequest&) const = default;
};

}  // namespace livewarp::ui
