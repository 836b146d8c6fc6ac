#include "render/displays/display.h"

#include "kernels/core/base/error.h"
#include "render/displays/points_display.h"
#include "render/displays/upload_display.h"
#include "render/gl/gl_info.h"
#if LIVEWARP_HAS_CUDA
  #include "render/displays/cuda_display.h"
#endif

namespace livewarp {

std::unique_ptr<Display> make_display(const DisplayRequest& request) {
  if (!request.cuda) return std::make_unique<UploadDisplay>();
#if LIVEWARP_HAS_CUDA
  return make_cuda_display(request);
#else
  throw Error("this build has no CUDA: pictures cannot come from a GPU",
              "Build with a CUDA toolkit, or choose a CPU variant.");
#endif
}

std::unique_ptr<Display> make_drawing_display(const DisplayRequest& request) {
  if (request.plain_points) return make_display(request);
#if LIVEWARP_HAS_CUDA
  if (request.cuda) return make_cuda_points_display(make_display(request));
#endif
  if (!request.cuda && gl_info().software) return make_host_points_display();
  return make_display(request);
}

#if !LIVEWARP_HAS_CUDA
GlCudaDevice cuda_device_of_gl_context() { return {-1, "this build has no CUDA", {}}; }
#endif

}  // namespace livewarp
