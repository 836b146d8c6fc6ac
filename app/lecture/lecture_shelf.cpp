#include "app/lecture/lecture_shelf.h"

#include <algorithm>

#include "app/base/dated_name.h"
#include "app/base/platform.h"
#include "app/base/script_words.h"
#include "app/base/suggest.h"
#include "app/lecture/lecture_file.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::string_view presets_name = "presets";

const std::vector<ShippedLecture>& all() {
  static const std::vector<ShippedLecture> texts = {
#include "app/lecture/lectures.inc"
  };
  return texts;
}

}  // namespace

std::string ShippedLecture::title() const {
  std::string title(name);
  for_each_line(text, [&](std::string_view each, int) {
    ScriptWords line(each);
    if (line.take("lecture") && !line.empty()) title = line.next();
  });
  return title;
}

const std::vector<ShippedLecture>& shipped_lectures() {
  static const std::vector<ShippedLecture> lectures = [] {
    std::vector<ShippedLecture> texts = all();
    std::erase_if(texts, [](const ShippedLecture& each) { return each.name == presets_name; });
    return texts;
  }();
  return lectures;
}

std::string_view shipped_presets() {
  const auto found = std::ranges::find(all(), presets_name, &ShippedLecture::name);
  return found == all().end() ? std::string_view() : found->text;
}

Lecture find_lecture(const std::string& asked, const std::vector<const Workload*>& workloads) {
  std::vector<std::string> known;
  for (const ShippedLecture& lecture : shipped_lectures()) {
    if (lecture.name == asked) return parse_lecture(lecture.text, asked + ".lecture", workloads);
    known.emplace_back(lecture.name);
  }
  const std::string path = absolute_path(asked);
  if (asked.find('/') == std::string::npos && !asked.ends_with(".lecture") && !file_exists(path))
    throw Error("there is no lecture " + asked, advice_among(asked, known));
  return read_lecture(path, workloads);
}

}  // namespace livewarp
