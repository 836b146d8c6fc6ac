#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/script_words.h"
#include "app/base/suggest.h"
#include "app/options/option_group.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

/// What files about a kernel of the project have in common: exercises and faults.
namespace livewarp {

/// The kernel that such a file is about.
struct KernelSetting {
  std::string workload;
  ParsedOptions given;  ///< variant, launch and problem, as options of the command line have them
  std::string kernel;
};

/// "heat --variant naive --block 32x8", as a line `about` says.
void read_about(ScriptWords& line, KernelSetting& setting);

/// What a file must say, and whether it does.
struct NeededLine {
  bool there = false;
  const char* what = "";
};
/// Throws `Error` with the first that is not there.
void require_lines(const std::vector<NeededLine>& needed, const std::string& file);

/// Hands on each line as it stands; what is thrown then names file and line.
void read_lines(std::string_view text, const std::string& file,
                const std::function<void(std::string_view line, int number)>& read);

/// Whether the line is that word alone.
bool is_bare(std::string_view line, std::string_view word);

/// "pad" of "folder/pad.exercise".
std::string stem_of(const std::string& file);

bool is_file(const std::string& path);

/// The text of a file of a user's, of at most 1 MiB; `what` is "an exercise". Throws `Error`.
std::string text_of_file(const std::string& path, const std::string& what);

/// Names and texts of files that the program holds, and their teaching order; what that does not
/// name comes last.
template <class T, class Parse, class Files, class Order>
std::vector<T> shipped_of(const Files& files, const Order& order, const Parse& parse) {
  std::vector<T> all;
  for (const auto& [name, text] : files)
    if (!name.empty()) all.push_back(parse(text, std::string(name)));
  std::ranges::stable_sort(all, {},
                           [&](const T& one) { return std::ranges::find(order, one.name); });
  return all;
}

/// The one of that name, else the one in that file; `kind` is "exercise". Throws `Error` with the
/// names that there are.
template <class T, class Parse>
T find_among(std::vector<T> shipped, const std::string& name, const std::string& kind,
             const Parse& parse) {
  std::vector<std::string> known;
  for (T& one : shipped) {
    if (one.name == name) return std::move(one);
    known.push_back(one.name);
  }
  const bool vowel = std::string_view("aeiou").find(kind.front()) != std::string_view::npos;
  if (is_file(name)) return parse(text_of_file(name, (vowel ? "an " : "a ") + kind), name);
  throw Error("there is no " + kind + " and no file " + printable(name), advice_among(name, known));
}

}  // namespace livewarp
