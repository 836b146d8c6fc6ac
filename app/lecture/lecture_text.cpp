// A lecture as text.
#include <algorithm>
#include <cstdint>

#include "app/lecture/lecture_file.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// As one quoted word.
std::string quoted(std::string text) {
  std::ranges::replace(text, '"', '\'');
  std::ranges::replace(text, '\n', ' ');
  return "\"" + text + "\"";
}

/// All that a side has, a line each.
std::vector<std::string> lines_of(const SlideSide& side,
                                  const std::vector<const Workload*>& workloads) {
  std::vector<std::string> lines;
  if (side.choice)
    for (const Workload* workload : workloads)
      if (workload->info().name == side.choice->workload)
        lines.push_back(to_command_line(*workload, *side.choice, "show"));
  const auto add = [&](const char* word, const std::string& value) {
    if (!value.empty()) lines.push_back(word + (" " + quoted(value)));
  };
  add("hall", side.hall);
  add("question", side.question);
  if (!side.guess.empty()) {
    std::string& line = lines.emplace_back("guess " + side.guess);
    for (const std::string& name : side.candidates) line += " " + name;
  }
  for (const std::string& note : side.notes) add("note", note);
  add("highlight", side.highlight);
  if (!side.tab.empty())
    lines.push_back("open " + tab_name(side.tab) +
                    (side.looked_at.empty() ? "" : " " + side.looked_at));
  return lines;
}

std::string time_text(double seconds) {
  const double minutes = seconds / 60;
  const bool even = minutes == double(std::int64_t(minutes));
  return even ? shortest(minutes) + " min" : shortest(seconds) + " s";
}

}  // namespace

std::string to_text(const Lecture& lecture, const std::vector<const Workload*>& workloads) {
  std::string text = "lecture " + quoted(lecture.title) + "\n";
  for (const Slide& slide : lecture.slides) {
    text += "\nslide " + quoted(slide.title);
    if (slide.seconds > 0) text += " " + time_text(slide.seconds);
    text += "\n";
    const std::vector<std::string> gpu = lines_of(slide.gpu, workloads),
                                   cpu = lines_of(slide.cpu, workloads);
    const auto write = [&](const std::vector<std::string>& lines, const char* where) {
      for (const std::string& line : lines) text += "  " + (where + line) + "\n";
    };
    if (gpu == cpu) {
      write(gpu, "");
    } else {
      write(gpu, "gpu ");
      write(cpu, "cpu ");
    }
  }
  return text;
}

}  // namespace livewarp
