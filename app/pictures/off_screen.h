#pragma once

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

/// Runs the variant from its initial state, without waiting for a screen, and draws the last state
/// into a texture of the current context. Throws `Error`, and `Cancelled` on stop.
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
