#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/core/base/error.h"

namespace livewarp {

/// Calls f(std::integral_constant<int, V>) for the V among `Values` that equals `value`: a run-time
/// choice becomes a template argument. Throws `Error` for any other value.
template <int... Values, class F>
decltype(auto) dispatch(std::int64_t value, F&& f) {
  using First = std::common_type_t<std::invoke_result_t<F, std::integral_constant<int, Values>>...>;
  if constexpr (std::is_void_v<First>) {
    const bool found =
        ((value == Values ? (f(std::integral_constant<int, Values>{}), true) : false) || ...);
    if (!found) throw Error("value " + std::to_string(value) + " is not offered");
  } else {
    First result{};
    const bool found =
        ((value == Values ? (result = f(std::integral_constant<int, Values>{}), true) : false) ||
         ...);
    if (!found) throw Error("value " + std::to_string(value) + " is not offered");
    return result;
  }
}

}  // namespace livewarp
