#include "kernels/kernel_sources.h"

#include <algorithm>
#include <array>
#include <utility>

namespace livewarp {

std::string_view kernel_source(std::string_view path) {
  using File = std::pair<std::string_view, std::string_view>;
  static constexpr auto files = std::to_array<File>({
#include "kernels/kernel_sources.inc"
      {"", ""}});
  const auto file = std::ranges::find(files, path, &File::first);
  return file == files.end() ? std::string_view() : file->second;
}

}  // namespace livewarp
