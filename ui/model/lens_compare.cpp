#include "ui/model/lens_compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace livewarp::ui {

namespace {

constexpr double as_good_as = 0.01;  // of a mean

/// A line's words, without indentation and comment.
std::string words_of(const LensLine& line) {
  std::string text = line.text.substr(0, line.text.find("//"));
  const std::size_t first = text.find_first_not_of(" \t");
  if (line.number == 0 || first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// Whether there is anything to compare: more than brackets.
bool says_something(const std::string& words) {
  return words.find_first_not_of("{}();, ") != std::string::npos;
}

bool near(double a, double b) { return std::abs(a - b) <= as_good_as * std::max(a, b); }

bool cost_alike(const LensLine& a, const LensLine& b) {
  return std::ranges::equal(
      a.accesses, b.accesses, [](const LensAccess& one, const LensAccess& other) {
        return one.what == other.what && near(one.cost, other.cost) && near(one.lanes, other.lanes);
      });
}

}  // namespace

LensKernel differing_first(const LensKernel& kernel, const LensKernel& other,
                           const std::string& mark) {
  std::multimap<std::string, const LensLine*> known;
  for (const LensFile& file : other.files)
    for (const LensLine& line : file.lines)
      if (std::string words = words_of(line); says_something(words))
        known.emplace(std::move(words), &line);
  const auto differs = [&](const LensLine& line) {
    const std::string words = words_of(line);
    if (!says_something(words)) return false;
    const auto [first, last] = known.equal_range(words);
    return std::none_of(first, last,
                        [&](const auto& one) { return cost_alike(line, *one.second); });
  };
  std::vector<LensFile> parts;
  for (const LensFile& file : kernel.files) {
    LensFile part{mark + file.path, {}};
    std::ranges::copy_if(file.lines, std::back_inserter(part.lines), differs);
    if (!part.lines.empty()) parts.push_back(std::move(part));
  }
  LensKernel result = kernel;
  result.files.insert(result.files.begin(), parts.begin(), parts.end());
  return result;
}

const LensKernel* main_kernel(const LensView& view) {
  const auto accesses = [](const LensKernel& kernel) {
    double sum = 0;
    for (const LensFile& file : kernel.files)
      for (const LensLine& line : file.lines)
        for (const LensAccess& access : line.accesses) sum += double(access.requests);
    return sum;
  };
  const auto most = std::ranges::max_element(view.kernels, {}, accesses);
  return most == view.kernels.end() ? nullptr : &*most;
}

}  // namespace livewarp::ui
