#pragma once

#include <string>

#include "kernels/core/base/error.h"
#include "render/gl/offscreen.h"

namespace livewarp::test {

/// Why no picture can be drawn without a display here; empty if one can.
inline std::string why_no_offscreen() {
  try {
    const Offscreen probe;
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace livewarp::test
