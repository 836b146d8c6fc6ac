#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/base/child_process.h"
#include "app/base/platform.h"

namespace livewarp::test {

/// The program beside the tests of a build.
inline std::filesystem::path program_of_build() {
  return program_path().parent_path() / "../bin/livewarp";
}

/// Where headers of kernels that are compiled stay: what is compiled once is shared by all tests.
inline std::filesystem::path edit_cache() { return program_path().parent_path() / "edit_cache"; }

/// A command line of it that compiles kernels. `environment`: beside the cache.
inline ChildRequest compiling_program(const std::vector<std::string>& words,
                                      const std::vector<std::string>& environment = {}) {
  ChildRequest request{{program_of_build().string()}, environment};
  request.command.insert(request.command.end(), words.begin(), words.end());
  request.environment.push_back("XDG_CACHE_HOME=" + edit_cache().string());
  return request;
}

/// Words of a table or a verdict may stand in two lines: in one.
inline std::string in_one_line(std::string text) {
  for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;)
    text.replace(at, text.find_first_not_of(' ', at + 1) - at, " ");
  return text;
}

}  // namespace livewarp::test
