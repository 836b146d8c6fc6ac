#include "kernels/emulator/run/source_lines.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <backtrace.h>
#include <link.h>

#include "kernels/emulator/run/kernel_modules.h"

namespace livewarp::emulator {

namespace {

constinit thread_local bool reads_lines = false;

using VisitModule = int (*)(dl_phdr_info*, std::size_t, void*);
struct ModuleVisit {
  VisitModule visit = nullptr;
  void* data = nullptr;
};

/// Kernels are in the program, which has no name here, and in libraries of kernels.
int visit_if_of_kernels(dl_phdr_info* info, std::size_t size, void* to) {
  const std::string_view path = info->dlpi_name ? info->dlpi_name : "";
  const std::string name = std::filesystem::path(path).filename().string();
  if (!path.empty() && !name.starts_with(library_prefix)) return 0;
  const auto& all = *static_cast<const ModuleVisit*>(to);
  return all.visit(info, size, all.data);
}

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
  reads_lines = true;
  backtrace_pcinfo(
      debug_information(), code - 1,
      [](void* out, std::uintptr_t, const char* file, int number, const char* function) {
        if (file)
          static_cast<std::vector<SourceFrame>*>(out)->push_back(
              {{from_root(file), number}, function ? function : ""});
        return 0;
      },
      [](void*, const char*, int) {}, &frames);
  reads_lines = false;
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

// The linker gives the program these in place of the C library's (--wrap). libbacktrace would read
// every library that is loaded, and what is installed of its debug information.
// NOLINTBEGIN(bugprone-reserved-identifier): the linker chose these names
extern "C" {
int __real_dl_iterate_phdr(livewarp::emulator::VisitModule visit, void* data);
int __wrap_dl_iterate_phdr(livewarp::emulator::VisitModule visit, void* data) {
  using namespace livewarp::emulator;
  if (!reads_lines) return __real_dl_iterate_phdr(visit, data);
  ModuleVisit all{visit, data};
  return __real_dl_iterate_phdr(visit_if_of_kernels, &all);
}
}
// NOLINTEND(bugprone-reserved-identifier)
