#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/blocks/part_of_picture.h"
#include "kernels/core/model/choice.h"
#include "ui/theme/tokens.h"
#include "ui/views/lens_view.h"

/// One warp of a step, line by line: what the tab Warp shows.
namespace livewarp::ui {

/// Whose step, and which warp of it.
struct WarpRequest {
  Choice choice;
  std::optional<Dim3> block;  ///< of the grid; none: the one in its middle
  unsigned warp = 0;
  bool operator==(const WarpRequest&) const = default;
};

/// Memory of the step that has a name.
struct WarpArray {
  std::string name;  ///< "temperature before"
  std::uint64_t first = 0, bytes = 0;
  std::size_t element = 0;  ///< bytes of what one element of the picture shows of it; 0: none
  std::int64_t width = 0, height = 1;  ///< its elements there
  PartOfPicture part = {};
};

/// What lanes ask of memory together.
struct WarpAccess {
  LanePattern pattern;
  LensSpace space = LensSpace::global;
  std::uint8_t what = 0;    ///< of the view's words
  std::uint8_t groups = 0;  ///< of the view's: those of shared memory go one after another
  bool writes = false;
  std::int16_t array = -1;   ///< of the view's; -1: none that has a name
  std::uint16_t cost = 0;    ///< sectors, wavefronts, or different addresses of constant memory
  std::uint16_t degree = 1;  ///< of bank conflicts, in shared memory
};

/// Beside what a line asks of memory: it waits for the block's other warps, or reads by texture.
enum class WarpEvent : std::uint8_t { none, barrier, fetch };

/// Lanes that go through one line of the source together.
struct WarpStep {
  std::uint32_t line = 0;              ///< of the view's
  unsigned lanes = 0;                  ///< a mask
  std::uint32_t first = 0, count = 0;  ///< its accesses, among those of the view
  WarpEvent event = WarpEvent::none;
};

/// A line that the warp comes to, by its place in the view's files.
struct WarpLine {
  std::uint32_t file = 0, row = 0;
};

struct WarpView {
  WarpRequest request;
  std::string refusal;  ///< why there is nothing to see; empty: there is
  std::string problem;  ///< "2,048×2,048"
  std::string kernel;
  Dim3 grid, block;
  Dim3 at;             ///< the warp's block, in the grid
  unsigned lanes = 0;  ///< that the warp has, a mask
  bool cut = false;    ///< it goes on after the last of the steps
  std::vector<LensFile> files;
  std::vector<WarpLine> lines;
  std::vector<WarpStep> steps;
  std::vector<WarpAccess> accesses;
  std::vector<std::string> words;             ///< "global load"
  std::vector<std::vector<unsigned>> groups;  ///< of lanes, masks
  std::vector<WarpArray> arrays;
  std::string not_shown;  ///< why it shows none of them; empty: it does

  unsigned warps() const { return unsigned((block.count() + 31) / 32); }  ///< of a block
  const LensFile& file_of(const WarpStep& step) const { return files[lines[step.line].file]; }
  const LensLine& line_of(const WarpStep& step) const {
    return file_of(step).lines[lines[step.line].row];
  }
};

/// Where one is in the steps.
struct WarpPlace {
  std::size_t step = 0;
  std::size_t access = 0;  ///< of the step
  bool operator==(const WarpPlace&) const = default;
};

/// What of the picture is to be lit: elements that an access of the warp shown touches.
struct WarpTint {
  std::size_t access = 0;  ///< of the view's
  Color read, write;
  bool operator==(const WarpTint&) const = default;
};

}  // namespace livewarp::ui
