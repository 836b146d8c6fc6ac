#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"
#include "kernels/emulator/lens/access_rules.h"
#include "kernels/emulator/lens/shown_elements.h"
#include "kernels/emulator/run/kernel_observer.h"
#include "kernels/emulator/run/memory_spaces.h"
#include "kernels/emulator/run/source_lines.h"

/// One warp, line by line.
namespace livewarp::emulator {

/// What lanes of a warp ask of memory together.
struct WarpRequest {
  AccessKind kind = AccessKind::read;
  MemorySpace space = MemorySpace::global;
  WarpAccess access;  ///< its lanes, and where each of them reads or writes
};

/// Beside what a line asks of memory: it waits for the block's other warps, or reads by texture.
enum class WarpEvent : std::uint8_t { none, barrier, fetch };

/// Lanes that stand at one line of the source and go through it together. Lines without a branch,
/// an access of memory or a barrier show no step of their own.
struct WarpStep {
  std::uint32_t line = 0;              ///< among those of the trace
  unsigned lanes = 0;                  ///< bit by bit
  std::uint32_t first = 0, count = 0;  ///< its requests, among those of the trace
  WarpEvent event = WarpEvent::none;
};

struct WarpTrace {
  std::string refusal;  ///< why there is nothing to see; empty: there is
  Values problem;
  std::string kernel;
  Dim3 grid, block;
  std::uint64_t block_number = 0;  ///< x first
  unsigned warp = 0;               ///< of the block
  unsigned lanes = 0;              ///< that it has, bit by bit
  std::vector<SourceLine> lines;   ///< each once
  std::vector<WarpStep> steps;
  std::vector<WarpRequest> requests;
  bool cut = false;                 ///< it goes on after these steps, which are as many as are kept
  std::vector<NamedMemory> arrays;  ///< of the step: an address of them is long gone
  ShownElements shown;              ///< by its picture

  const SourceLine& line_of(const WarpStep& step) const { return lines[step.line]; }
};

struct WarpAim {
  std::optional<std::uint64_t> block;  ///< x first; none: the one in the middle of the grid
  std::optional<Dim3> block_at;        ///< the same by its place in the grid
  unsigned warp = 0;
  /// That are kept; a lane's own way through as many takes 16 bytes each, a request 280.
  std::size_t most_steps = 65'000;
  std::stop_token stop;  ///< throws `Cancelled` once it is asked for
};

/// Follows a warp through the kernel that does the main work of one step of the choice, executed on
/// the host from the first state. Of that launch its block alone is executed, where none waits for
/// another.
WarpTrace trace_warp(const Workload& workload, const Choice& choice, const WarpAim& aim = {});

}  // namespace livewarp::emulator
