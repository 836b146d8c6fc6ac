#include "kernels/simt/source_lines.h"

#include <string_view>

#include <backtrace.h>

namespace livewarp::simt {

namespace {

/// libbacktrace, which comes with g++. What it reads of the executable it keeps until the program ends.
backtrace_state* debug_information() {
  static backtrace_state* const state = backtrace_create_state(
      nullptr, 1, [](void*, const char*, int) {}, nullptr);
  return state;
}

/// As the project's own files name each other.
std::string from_root(std::string_view path) {
  const std::size_t root = path.rfind("/kernels/");
  return std::string(root == std::string_view::npos ? path : path.substr(root + 1));
}

/// What stands for CUDA's own words is not what a kernel's reader looks for.
bool is_of_cuda(const std::string& file) { return file.starts_with("kernels/core/device"); }

SourceLine found(std::uintptr_t code) {
  SourceLine line;
  backtrace_pcinfo(
      debug_information(), code - 1,
      [](void* out, std::uintptr_t, const char* file, int number, const char*) {
        if (!file) return 0;
        *static_cast<SourceLine*>(out) = {from_root(file), number};
        return is_of_cuda(from_root(file)) ? 0 : 1;  // the innermost comes first, then who calls it
      },
      [](void*, const char*, int) {}, &line);
  return line;
}

}  // namespace

const SourceLine& SourceLines::of(std::uintptr_t code) {
  const auto [place, is_new] = known_.try_emplace(code);
  if (is_new) place->second = found(code);
  return place->second;
}

}  // namespace livewarp::simt
