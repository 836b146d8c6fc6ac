#pragma once

#include "kernels/core/device/device.cuh"
#include "kernels/core/model/precision.h"

LIVEWARP_KERNELS_BEGIN

/// Calls f with a value of the type that kernels store reals of that precision in.
template <class F>
decltype(auto) with_stored(Precision precision, F&& f) {
  switch (precision) {
  case Precision::fp32: return f(float{});
  case Precision::fp64: return f(double{});
  case Precision::half: break;
  }
  return f(Half16{});
}

LIVEWARP_KERNELS_END
