#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace livewarp::simt {

/// A line of source; line 0 where it is not known.
struct SourceLine {
  std::string file;  ///< from the project's root on: "kernels/heat/heat.cuh"
  int line = 0;
  auto operator<=>(const SourceLine&) const = default;
};

/// Which line of the source an address of the program's code comes from, by the debug information of its executable:
/// instrumented kernels carry the table of lines.
class SourceLines {
 public:
  /// The innermost line, of the function that was made part of another where there is one, but for those that stand for
  /// words of CUDA (kernels/core/device*.h). `code` is a return address: what lies before it counts.
  const SourceLine& of(std::uintptr_t code);

 private:
  std::map<std::uintptr_t, SourceLine> known_;
};

}  // namespace livewarp::simt
