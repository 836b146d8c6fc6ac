#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "kernels/core/base/compilation.h"
#include "kernels/core/device/lane.h"
#include "kernels/core/exec/exec.h"

namespace livewarp {

#define LIVEWARP_TEXT_(name) #name
#define LIVEWARP_TEXT(name) LIVEWARP_TEXT_(name)

/// The name of a kernel as its source would say it, with the values of its template arguments:
/// "register_tile<Fast, 4>". Equal for all compilations, since namespaces of the project are left
/// out.
template <auto F>
class KernelName {
  static constexpr std::string_view signature() { return __PRETTY_FUNCTION__; }

  /// From "... signature() [with auto F = livewarp::compilation::name<...>; ...]" (g++) or
  /// "[F = &...]" (clang): what stands for F.
  static constexpr std::string_view value() {
    constexpr std::string_view whole = signature();
    constexpr std::string_view mark = "F = ";
    std::string_view rest = whole.substr(whole.find(mark) + mark.size());
    if (rest.starts_with('&')) rest.remove_prefix(1);
    return rest.substr(0, rest.find_first_of(";]"));
  }

  static constexpr std::array<std::string_view, 2> dropped{
      "livewarp::", LIVEWARP_TEXT(LIVEWARP_COMPILATION) "::"};

  template <class Out>
  static constexpr std::size_t strip(Out&& out) {
    std::size_t length = 0;
    for (std::string_view rest = value(); !rest.empty();) {
      bool skipped = false;
      for (std::string_view prefix : dropped) {
        if (rest.starts_with(prefix)) {
          rest.remove_prefix(prefix.size());
          skipped = true;
        }
      }
      if (skipped) continue;
      out(length++, rest.front());
      rest.remove_prefix(1);
    }
    return length;
  }

  static constexpr auto make() {
    constexpr std::size_t length = strip([](std::size_t, char) {});
    std::array<char, length + 1> text{};
    strip([&](std::size_t i, char c) { text[i] = c; });
    return text;
  }
  static constexpr auto text_ = make();

 public:
  static constexpr const char* text() { return text_.data(); }
};

/// Builds the `Kernel` of a __global__ function; used through LIVEWARP_KERNEL.
template <auto F>
struct KernelOf;

template <class... P, void (*F)(P...)>
struct KernelOf<F> {
#if defined(__CUDACC__)
  static Kernel<P...> make() {
    return {{ KernelName<F>::text(), reinterpret_cast<const void*>(F), nullptr }};
  }
#else
  static Kernel<P...> make() { return {{KernelName<F>::text(), nullptr, &call}}; }

 private:
  /// Runs the body for one thread; args[i] points to a value of the i-th parameter type.
  LIVEWARP_UNTRACED static void call(void* const* args) {
    unpack(args, std::index_sequence_for<P...>{});
  }
  template <std::size_t... I>
  LIVEWARP_UNTRACED static void unpack([[maybe_unused]] void* const* args,
                                       std::index_sequence<I...>) {
    F(*static_cast<std::remove_cvref_t<P>*>(args[I])...);
  }
#endif
};

}  // namespace livewarp
