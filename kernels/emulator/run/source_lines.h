#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace livewarp::emulator {

/// What a library of kernels puts before the names of files that the user has written.
inline constexpr std::string_view edited_root = "/livewarp-edited/";

/// A line of source; line 0 where it is not known.
struct SourceLine {
  std::string file;  ///< from the project's root on: "kernels/heat/cuda/heat.cuh"; a user's as they
                     ///< named it
  int line = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the operator for a comparison with 0
  auto operator<=>(const SourceLine&) const = default;
};

/// A line, and the function that it stands in, by the linker's name.
struct SourceFrame {
  SourceLine line;
  std::string function;
};

/// Which line of the source an address of the program's code comes from, by the debug information
/// of its executable and of libraries that were loaded before it was first read: instrumented
/// kernels carry the table of lines.
class SourceLines {
 public:
  /// The innermost of `calls`. `code` is a return address: what lies before it counts.
  const SourceLine& of(std::uintptr_t code) { return calls(code).front().line; }
  /// The innermost line first, then where the function it stands in was made part of another, and
  /// so on. Never empty. Without lines of kernels/core, kernels/grids and kernels/pictures, which
  /// hold the words that kernels share, unless there are no others.
  const std::vector<SourceFrame>& calls(std::uintptr_t code);

 private:
  std::map<std::uintptr_t, std::vector<SourceFrame>> known_;
};

}  // namespace livewarp::emulator
