#pragma once

#include <glad/gl.h>

#include "render/passes/probe.h"

namespace livewarp::test {

/// The pixel that shows a place, once OpenGL is done with it.
inline std::optional<Probe> probe(const GlPicture& picture, double x, double y) {
  Prober prober;
  prober.ask(picture, ImagePoint{x, y});
  glFinish();
  return prober.answer();
}

}  // namespace livewarp::test
