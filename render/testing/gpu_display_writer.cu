#include "render/testing/gpu_display_writer.h"

#include "kernels/core/memory/texture_test.cuh"

namespace livewarp {
namespace {

template <class T>
void write(KernelExec& exec, const PicturePlace& place, const void* source, std::int64_t width,
           int height, int depth) {
  texture_test::launch_write_picture(
      exec, static_cast<const T*>(source),
      PictureTarget<T>{static_cast<T*>(place.memory), place.surface, int(width), height}, depth);
}

}  // namespace

void write_picture(KernelExec& exec, const PictureSpec& spec, const PicturePlace& place,
                   const void* source) {
  switch (spec.kind) {
  case PictureKind::points: return write<float4>(exec, place, source, spec.count, 1, 0);
  case PictureKind::image: return write<uchar4>(exec, place, source, spec.width, spec.height, 0);
  case PictureKind::field: return write<float2>(exec, place, source, spec.width, spec.height, 0);
  case PictureKind::volume:
    return write<unsigned short>(exec, place, source, spec.width, spec.height, spec.depth);
  }
}

}  // namespace livewarp
