#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/base/time_span.h"
#include "kernels/core/model/display_target.h"
#include "render/gl/picture.h"
#include "render/splat/points_look.h"

namespace livewarp {

/// Milliseconds of the steady clock that the last picture took on its way, on the calling thread.
struct DisplayTimes {
  double map = 0, unmap = 0;  ///< interop: handing the texture or buffer to CUDA and back
  double upload = 0;          ///< copy and upload: from host memory into the OpenGL buffer
};

/// Which way pictures take, and why not the wanted one.
struct DisplayStatus {
  DisplayPath path = DisplayPath::upload;  ///< never automatic
  /// Why not the wanted path: "interop failed (GL error 304, llvmpipe)"; empty if it is, and for
  /// pictures of the host, which can only be uploaded.
  std::string reason;
  std::string advice;  ///< what to do about it; may be empty
};

/// Who turns published points into a picture.
enum class Drawing { opengl, cuda, host };

/// Carries published pictures into an OpenGL texture or buffer. Three pictures are on their way at
/// most: one that is drawn, one that is written, one in between. So what `latest` returned stays
/// untouched while newer ones are written, and nobody waits for a picture that is still being
/// computed.
///
/// All calls come from the thread of the OpenGL context; only for the upload path may one other
/// thread call `begin` and `end`. The context must be current when a display is destroyed.
class Display : public DisplayTarget {
 public:
  /// The newest complete picture, ready to draw; empty before the first. Takes what has arrived,
  /// waits for nothing. Throws `Error` when the device failed.
  virtual GlPicture latest() = 0;
  /// The same, but waits for everything that was ended: for pictures without a window.
  virtual GlPicture finish() = 0;
  virtual DisplayStatus status() const = 0;
  virtual DisplayTimes times() const = 0;

  /// How points are seen from now on, for displays that draw them: to be called before `latest`.
  virtual void look_at_points(const PointsLook&) {}
  virtual Drawing drawing() const { return Drawing::opengl; }
  /// What it has drawn itself, as far as that is known by now: of CUDA's events, or of the steady
  /// clock on the host.
  virtual Drawings drawings() { return {}; }
  /// Whether it is drawing a picture beside the frames, which will come though nothing is
  /// published.
  virtual bool draws() const { return false; }
  /// Waits for that. A later call of `latest` brings the picture.
  virtual void settle() {}
};

struct DisplayRequest {
  DisplayPath wanted = DisplayPath::automatic;
  bool cuda = false;  ///< pictures are written by the current CUDA device, else by the host
  /// Rehearsals: interop fails as it does with a driver that cannot do it.
  bool fail_interop = false;
  /// Points arrive one by one, to be drawn by OpenGL, even where finished pictures are cheaper.
  bool plain_points = false;
};

/// Makes the wanted display for the current OpenGL context, or the nearest one that works, with the
/// reason: surfaces, buffers, a copy. What breaks later is replaced by the next while it runs.
/// Throws `Error` if not even a copy is possible.
std::unique_ptr<Display> make_display(const DisplayRequest& request);

/// As `make_display`, but points arrive as finished pictures where that is cheaper than sprites of
/// OpenGL and not asked for otherwise: those of CUDA always, those of the host where OpenGL is
/// software.
std::unique_ptr<Display> make_drawing_display(const DisplayRequest& request);

/// The CUDA device that drives the current OpenGL context, to be selected before anything else of
/// CUDA; -1 with the reason when there is none.
struct GlCudaDevice {
  int index = -1;
  std::string reason, advice;
};
GlCudaDevice cuda_device_of_gl_context();

}  // namespace livewarp
