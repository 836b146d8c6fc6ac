#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/exec/occupancy.h"
#include "kernels/core/model/choice.h"

/// How many warps a launch keeps on a multiprocessor, and what stands against more: what the tab
/// Occupancy and `livewarp occupancy` show.
namespace livewarp::ui {

/// Which step is looked at, and on what.
struct OccupancyRequest {
  Choice choice;
  int compute = 0;  ///< compute capability of the GPU: 86 = 8.6; 0: one that is known
  bool operator==(const OccupancyRequest&) const = default;
};

/// The main kernel of a step, launched with one block.
struct OccupancyBlock {
  std::string block;  ///< "32x8"
  int threads = 0;
  std::string kernel;                        ///< its name
  std::optional<KernelResources> resources;  ///< empty: nobody knows what it needs
  std::size_t dynamic_shared = 0;            ///< bytes, of the launch
  std::int64_t grid = 0;                     ///< blocks; 0: not known
  std::size_t shared() const { return dynamic_shared + (resources ? resources->static_shared : 0); }
};

struct OccupancyView {
  OccupancyRequest request;
  std::string refusal;  ///< why there is nothing to see; empty: there is
  std::string advice;   ///< what to do about it; may be empty
  int compute = 0;      ///< that which was looked at
  std::string code;     ///< where the kernel's needs are from: "this program's code for 9.0"
  std::map<int, std::string>
      reasons;  ///< why architectures cannot be looked at; those that can lack
  std::vector<OccupancyBlock> blocks;  ///< that the launch may have, by threads
  std::size_t now = 0;                 ///< of those the one of the choice

  const OccupancyBlock* current() const { return now < blocks.size() ? &blocks[now] : nullptr; }
};

}  // namespace livewarp::ui
