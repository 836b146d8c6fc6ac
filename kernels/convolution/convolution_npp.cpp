#include "kernels/convolution/convolution_npp.h"

namespace livewarp {

namespace {

constexpr int border_replicate = 2;  // NppiBorderType in nppdefs.h

}  // namespace

NppBlurring::NppBlurring(const Convolution::Step& step)
    : source(step.source), result(step.result), grid(step.problem->grid()),
      taps(step.problem->taps()), weights(static_cast<float*>(step.scratch)) {
  if (step.scratch_kept) return;
  for (const double weight : gaussian_weights(step.problem->radius))
    written.push_back(float(weight));
}

// Lesson npp: The vendor's library: one call, which takes the weights of any Gaussian, from global
// memory, since it cannot know them beforehand. It sums rows and columns apart, as separable does,
// and cuts fractions off in place of rounding, so that its picture is up to a level darker. Compare
// small and large radii: for which of them was it written?
//
// Its kernels for 8 bits have up to 51 taps a direction; beyond, one sums the whole window.
void NppBlur::blur(const NppBlurring& task, void* stream) const {
  library_.require();
  if (!task.written.empty()) npp_upload(task.weights, task.written, stream);
  const NppSize size{int(task.grid.width), int(task.grid.height)};
  const int step = size.width * task.grid.channels;
  of(task)(task.source, step, size, {0, 0}, task.result, step, size, task.taps, task.weights,
           border_replicate, stream);
}

const NppBlur& npp_blur() {
  static const NppBlur library(npp_names("nppif"));
  return library;
}

}  // namespace livewarp
