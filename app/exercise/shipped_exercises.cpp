#include "app/exercise/shipped_exercises.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "app/base/suggest.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using File = std::pair<std::string_view, std::string_view>;
constexpr auto files = std::to_array<File>({
#include "app/exercise/exercises.inc"
    {"", ""}});

/// Teaching order; what it does not name comes last.
constexpr auto order =
    std::to_array<std::string_view>({"guard", "stride", "soa", "border", "halo", "coalesce", "pad",
                                     "barrier", "divergence", "shuffle", "histogram", "scan"});

auto place(const Exercise& exercise) { return std::ranges::find(order, exercise.name); }

constexpr std::size_t largest_file = 1 << 20;

std::string read_text(const std::string& path) {
  std::error_code failed;
  const auto bytes = std::filesystem::file_size(path, failed);
  if (failed) throw Error("cannot read " + path + ": " + failed.message());
  if (bytes > largest_file)
    throw Error(path + " has " + memory_size(bytes) + ": an exercise has at most 1 MiB");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad() || !file.is_open()) throw Error("cannot read " + path);
  return text;
}

}  // namespace

std::vector<Exercise> shipped_exercises() {
  std::vector<Exercise> all;
  for (const auto& [name, text] : files)
    if (!name.empty()) all.push_back(parse_exercise(text, std::string(name)));
  std::ranges::stable_sort(all, {}, place);
  return all;
}

Exercise find_exercise(const std::string& name) {
  std::vector<std::string> known;
  for (Exercise& exercise : shipped_exercises()) {
    if (exercise.name == name) return std::move(exercise);
    known.push_back(exercise.name);
  }
  if (std::filesystem::is_regular_file(name)) return parse_exercise(read_text(name), name);
  throw Error("there is no exercise and no file " + printable(name), advice_among(name, known));
}

}  // namespace livewarp
