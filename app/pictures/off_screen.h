#pragma once

#include <memory>

#include "app/measure/progress.h"
#include "app/measure/selected_variants.h"
#include "render/gl/offscreen.h"
#include "render/gl/picture.h"

namespace livewarp {

/// What a picture shows: the state after so many frames of `steps` passes each; or, where
/// `time_steps` says so, of so many time steps each, however many a pass makes.
struct PictureRequest {
  int frames = 200, steps = 1;
  int time_steps = 0;
  int width = 1280, height = 720;
};

/// An OpenGL context for pictures of that variant, on its GPU where it is a CUDA variant. Throws
/// `Error` where there is none.
Offscreen off_screen_for(const Context& context, const SelectedVariant& variant);

/// A variant that runs from its initial state, without waiting for a screen, and is drawn into a
/// texture of the context that is current then. Throws `Error`, and `Cancelled` on stop.
class OffscreenRun {
 public:
  /// All of it outlives this.
  OffscreenRun(const Context& context, const SelectedVariant& variant,
               const PictureRequest& request);
  ~OffscreenRun();

  /// The passes of one frame more, as `request` says; what moves by itself does so first.
  void advance();
  int frames() const;  ///< so far
  /// The present state; the first picture says how points are seen in all.
  PixelImage draw();
  /// Its result, where that is a picture.
  Image result();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The picture after all frames of the request.
PixelImage draw_off_screen(const Context& context, Progress& progress,
                           const SelectedVariant& variant, const PictureRequest& request);

/// Runs the variant likewise; the picture that its result is.
Image computed_result(const Context& context, Progress& progress, const SelectedVariant& variant,
                      const PictureRequest& request);

/// The picture as the bytes of a PNG file in `file`, which then appears.
class OutputFile;
void write_picture(const PixelImage& image, OutputFile& file);
void write_picture(const Image& image, OutputFile& file);

}  // namespace livewarp
