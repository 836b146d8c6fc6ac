#include "kernels/transpose/transpose_npp.h"

namespace livewarp {

std::string npp_refusal(const Transpose::Problem& problem) {
  if (problem.turn == Transpose::Turn::transpose) return {};
  return "transposes and does not rotate: choose the variant padded";
}

NppTransposition::NppTransposition(const Transpose::Step& step)
    : source(step.source), result(step.result), from(step.problem->source()),
      to(step.problem->result()) {}

// Lesson npp: The vendor's library: one call, and nothing to choose. A transposition computes
// nothing, so that a copy of as many bytes is the least time that any kernel can need. How near to
// it comes the library, and how near do the tiles? It transposes and does not rotate.
void NppTranspose::transpose(const NppTransposition& task, void* stream) const {
  const auto step = [](const PixelGrid& grid) { return int(grid.width) * grid.channels; };
  of(task)(task.source, step(task.from), task.result, step(task.to),
           {int(task.from.width), int(task.from.height)}, stream);
}

const NppTranspose& npp_transpose() {
  static const NppTranspose library(npp_names("nppidei"));
  return library;
}

}  // namespace livewarp
