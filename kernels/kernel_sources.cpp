#include "kernels/kernel_sources.h"

#include <algorithm>
#include <array>
#include <utility>

namespace livewarp {

namespace {

using File = std::pair<std::string_view, std::string_view>;
constexpr auto files = std::to_array<File>({
#include "kernels/kernel_sources.inc"
    {"", ""}});
constexpr auto host_files = std::to_array<File>({
#include "kernels/host_sources.inc"
    {"", ""}});
constexpr auto headers = std::to_array<File>({
#include "kernels/host_headers.inc"
    {"", ""}});

}  // namespace

std::string_view kernel_source(std::string_view path) {
  const auto file = std::ranges::find(files, path, &File::first);
  if (file != files.end()) return file->second;
  const auto host = std::ranges::find(host_files, path, &File::first);
  return host == host_files.end() ? std::string_view() : host->second;
}

std::vector<std::string_view> kernel_files() {
  std::vector<std::string_view> names;
  for (const auto& [name, text] : files)
    if (!name.empty()) names.push_back(name);
  return names;
}

std::vector<std::pair<std::string_view, std::string_view>> host_headers() {
  return {headers.begin(), headers.end() - 1};
}

std::vector<std::string_view> kernel_lines(std::string_view path) {
  std::vector<std::string_view> lines;
  for (std::string_view text = kernel_source(path); !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace livewarp
