#include <utility>

#include <fmt/format.h>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "render/displays/cuda_display.h"
#include "render/displays/shared_objects.h"

namespace livewarp {
namespace {

class FallbackDisplay final : public Display {
 public:
  explicit FallbackDisplay(const DisplayRequest& request) {
    if (request.wanted == DisplayPath::copy) {
      path_ = make_copy_display();
      return;
    }
    try {
      if (request.wanted == DisplayPath::upload) throw Error("the upload path is for CPU variants");
      const GlCudaDevice drawing = cuda_device_of_gl_context();
      if (drawing.index < 0) throw Error(drawing.reason, drawing.advice);
      check_device(drawing.index);
      path_ = make_interop_display(
          {.surfaces = request.wanted != DisplayPath::buffer, .fails = request.fail_interop});
    } catch (const Error& error) {
      retreat(error);
    }
  }

  PicturePlace begin(const PictureSpec& spec, void* stream) override {
    while (true) try {
        return path_->begin(spec, stream);
      } catch (const Error& error) {
        if (copying_) throw;
        retreat(error);
      }
  }

  void end(void* stream) override { path_->end(stream); }

  GlPicture latest() override { return newest(&Display::latest); }
  GlPicture finish() override { return newest(&Display::finish); }

  DisplayStatus status() const override { return {path_->status().path, reason_, advice_}; }
  DisplayTimes times() const override { return path_->times(); }

 private:
  static void check_device(int drawing) {
    int current = 0;
    check_cuda(LIVEWARP_CUDA(cudaGetDevice, &current), "no current CUDA device");
    if (current == drawing) return;
    throw Error(
        fmt::format("interop failed (CUDA device {} computes, device {} draws)", current, drawing),
        fmt::format("Choose --device {} for interop.", drawing));
  }

  GlPicture newest(GlPicture (Display::*take)()) {
    GlPicture picture;
    try {
      picture = (path_.get()->*take)();
    } catch (const Error& error) {
      if (copying_) throw;
      retreat(error);
    }
    if (picture.empty()) return last_;
    retired_.reset();
    last_ = picture;
    return picture;
  }

  /// Takes the next way that may work: from surfaces to buffers, from anything else to copies.
  void retreat(const Error& error) {
    if (!dynamic_cast<const SurfaceError*>(&error)) {
      copy_from_now_on(error);
      return;
    }
    try {
      go_on(make_interop_display({.surfaces = false}), error);
    } catch (const Error& worse) {
      copy_from_now_on(worse);
    }
  }

  void copy_from_now_on(const Error& error) {
    go_on(make_copy_display(), error);
    copying_ = true;
  }

  /// The last picture goes on being drawn until the first one has arrived on the new way.
  void go_on(std::unique_ptr<Display> next, const Error& error) {
    std::swap(path_, next);
    if (!retired_) retired_ = std::move(next);  // else nothing has arrived from the one in between
    reason_ = error.what();
    advice_ = error.advice();
  }

  std::unique_ptr<Display> path_, retired_;
  GlPicture last_;
  bool copying_ = false;
  std::string reason_, advice_;
};

}  // namespace

std::unique_ptr<Display> make_cuda_display(const DisplayRequest& request) {
  return std::make_unique<FallbackDisplay>(request);
}

}  // namespace livewarp
