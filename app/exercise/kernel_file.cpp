#include "app/exercise/kernel_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace livewarp {

namespace {

constexpr std::size_t largest_file = 1 << 20;

}  // namespace

void read_about(ScriptWords& line, KernelSetting& setting) {
  setting.workload = line.needed("a workload");
  while (!line.empty()) {
    const std::string option = line.next();
    if (!option.starts_with("--") || option.size() < 3)
      throw Error(printable(option) + " is no option");
    std::string id = option.substr(2);
    for (char& c : id)
      if (c == '-') c = '_';
    setting.given[id] = line.needed("the value of " + printable(option));
  }
}

void require_lines(const std::vector<NeededLine>& needed, const std::string& file) {
  for (const auto& [there, what] : needed)
    if (!there) throw Error(file + ": there is no line \"" + what + "\"");
}

void read_lines(std::string_view text, const std::string& file,
                const std::function<void(std::string_view line, int number)>& read) {
  if (text.find('\0') != std::string_view::npos) throw Error(file + " is no text");
  for_each_line(text, [&](std::string_view line, int number) {
    try {
      read(line, number);
    } catch (const Error& error) {
      throw Error(file + ":" + std::to_string(number) + ": " + error.what(), error.advice());
    }
  });
}

bool is_bare(std::string_view line, std::string_view word) {
  return line.substr(0, line.find_last_not_of(" \t\r") + 1) == word;
}

std::string stem_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

bool is_file(const std::string& path) { return std::filesystem::is_regular_file(path); }

std::string text_of_file(const std::string& path, const std::string& what) {
  std::error_code failed;
  const auto bytes = std::filesystem::file_size(path, failed);
  if (failed) throw Error("cannot read " + path + ": " + failed.message());
  if (bytes > largest_file)
    throw Error(path + " has " + memory_size(bytes) + ": " + what + " has at most 1 MiB");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) throw Error("cannot read " + path);
  return text;
}

}  // namespace livewarp
