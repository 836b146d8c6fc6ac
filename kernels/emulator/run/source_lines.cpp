#include "kernels/emulator/run/source_lines.h"

#include <algorithm>
#include <string_view>

#include <backtrace.h>

namespace livewarp::emulator {

namespace {

/// libbacktrace, which comes with g++. What it reads of the executable it keeps until the program
/// ends.
backtrace_state* debug_information() {
  static backtrace_state* const state = backtrace_create_state(
      nullptr, 1, [](void*, const char*, int) {}, nullptr);
  return state;
}

/// As the project's own files name each other, and the user theirs.
std::string from_root(std::string_view path) {
  if (path.starts_with(edited_root)) return std::string(path.substr(edited_root.size()));
  const std::size_t root = path.rfind("/kernels/");
  return std::string(root == std::string_view::npos ? path : path.substr(root + 1));
}

bool is_word(const SourceFrame& frame) {
  const std::string& file = frame.line.file;
  return file.starts_with("kernels/core/") || file.starts_with("kernels/grids/") ||
         file.starts_with("kernels/pictures/");
}

std::vector<SourceFrame> found(std::uintptr_t code) {
  std::vector<SourceFrame> frames;
  backtrace_pcinfo(
      debug_information(), code - 1,
      [](void* out, std::uintptr_t, const char* file, int number, const char* function) {
        if (file)
          static_cast<std::vector<SourceFrame>*>(out)->push_back(
              {{from_root(file), number}, function ? function : ""});
        return 0;
      },
      [](void*, const char*, int) {}, &frames);
  if (frames.empty()) frames.emplace_back();
  if (!std::ranges::all_of(frames, is_word)) std::erase_if(frames, is_word);
  return frames;
}

}  // namespace

const std::vector<SourceFrame>& SourceLines::calls(std::uintptr_t code) {
  const auto [place, is_new] = known_.try_emplace(code);
  if (is_new) place->second = found(code);
  return place->second;
}

}  // namespace livewarp::emulator
