#include "app/lecture/lecture_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "app/base/suggest.h"
#include "app/options/choice_line.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/base/text.h"
#include "ui/frame/analysis_tabs.h"

namespace livewarp {

namespace {

constexpr std::uintmax_t most_bytes = 1'000'000;
constexpr double longest_slide = 3600;  // seconds
constexpr std::array words{"lecture", "slide",     "show", "hall", "question",
                           "note",    "highlight", "open"};
constexpr std::array places{"readout", "picture", "controls", "variants", "timing", "analysis"};

std::size_t characters(std::string_view text) {
  return std::size_t(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Quoted text as the screen can show it.
std::string text_of(ScriptWords& line, const std::string& what) {
  const std::string text = line.needed(what);
  line.expect_end();
  if (text.empty()) throw Error(what + " is empty");
  return printable(text, 2000);
}

/// "3 min", "90 s".
double time_of(ScriptWords& line) {
  double number = 0;
  const bool read = read_real(line.next(), number);
  const bool minutes = line.take("min");
  const double seconds = minutes ? 60 * number : number;
  if (!read || (!minutes && !line.take("s")) || !(seconds > 0 && seconds <= longest_slide))
    throw Error("a time is like 3 min or 90 s, and at most 60 min");
  return seconds;
}

std::string without_tab(std::string id) {
  constexpr std::string_view ending = "-tab";
  if (id.ends_with(ending)) id.resize(id.size() - ending.size());
  return id;
}

class Reader {
 public:
  Reader(Lecture& lecture, const std::vector<const Workload*>& workloads)
      : lecture_(lecture), workloads_(workloads) {}

  void read(std::string_view text, int number) {
    const ScriptWords line(text);
    if (line.empty()) return;
    number_ = number;
    try {
      read(line);
    } catch (const Error& error) {
      lecture_.faults.push_back(
          {number, int(lecture_.slides.size()) - 1, error.what(), error.advice()});
    }
  }

  /// What can only be said once all lines are read.
  void finish() {
    for (std::size_t i = 0; i < lecture_.slides.size(); ++i) {
      const Slide& slide = lecture_.slides[i];
      for (const auto& [check, line] : {std::pair(&Reader::highlight_trouble, highlights_[i]),
                                        std::pair(&Reader::looked_at_trouble, opens_[i])})
        if (const std::string trouble = (this->*check)(i); !trouble.empty())
          lecture_.faults.push_back({line, int(i), trouble, ""});
      const std::size_t written = characters(slide.hall) + characters(slide.question);
      if (written > most_hall_characters)
        lecture_.faults.push_back({slide.line, int(i),
                                   "what the hall reads has " + std::to_string(written) +
                                       " characters: at most " +
                                       std::to_string(most_hall_characters) +
                                       " fit so large that the back row reads them",
                                   ""});
    }
    std::ranges::stable_sort(lecture_.faults, {}, &LectureFault::line);
  }

 private:
  void read(ScriptWords line) {
    // A slide with a broken head is one all the same: what follows belongs to it.
    if (line.take("slide")) return begin_slide(line);
    const Where where = take_where(line);
    if (line.empty()) throw Error("a line is missing behind gpu or cpu");
    const std::string word = line.next();
    if (where != Where::everywhere && word != "show")
      throw Error("gpu and cpu stand before show alone, not before " + printable(word, 40));
    if (word == "lecture") return void(lecture_.title = once(lecture_.title, line, "the title"));
    if (std::ranges::find(words, word) == words.end())
      throw Error("there is no line that begins with " + as_shown(printable(word, 40)),
                  advice_among(word, {words.begin(), words.end()}));
    if (lecture_.slides.empty()) throw Error("there is no slide yet to which it could belong");
    read(word, line, where, lecture_.slides.back());
  }

  void begin_slide(ScriptWords line) {
    Slide& slide = lecture_.slides.emplace_back();
    slide.line = number_;
    slide.title = "Slide " + std::to_string(lecture_.slides.size());
    highlights_.push_back(0);
    opens_.push_back(0);
    slide.title = printable(line.needed("the slide's title"), 200);
    if (!line.empty()) slide.seconds = time_of(line);
    line.expect_end();
  }

  void read(const std::string& word, ScriptWords& line, Where where, Slide& slide) {
    if (word == "show") return show(line, where, slide);
    if (word == "hall")
      slide.hall = once(slide.hall, line, "the hall's note");
    else if (word == "question")
      slide.question = once(slide.question, line, "the question");
    else if (word == "note")
      slide.notes.push_back(text_of(line, "the note"));
    else if (word == "highlight")
      slide.highlight = once(slide.highlight, line, "what is highlighted"),
      highlights_.back() = number_;
    else
      open(line, slide);
  }

  static std::string once(const std::string& before, ScriptWords& line, const std::string& what) {
    std::string text = text_of(line, what);
    if (!before.empty()) throw Error(what + " is there already");
    return text;
  }

  void show(ScriptWords& line, Where where, Slide& slide) const {
    for (const SlideChoice& other : slide.choices)
      if (where == other.where || where == Where::everywhere || other.where == Where::everywhere)
        throw Error("line " + std::to_string(other.line) + " says already what is shown");
    const Backend fallback = where == Where::gpu ? Backend::cuda : Backend::cpu;
    slide.choices.push_back(
        {where, choice_of_line(workloads_, line.take_rest(), fallback), number_});
  }

  void open(ScriptWords& line, Slide& slide) {
    const std::string name = line.needed("the tab");
    opens_.back() = number_;
    slide.tab = tab_called(name);
    if (!line.empty()) slide.looked_at = line.next();
    line.expect_end();
    if (!slide.tab.empty()) return;
    std::vector<std::string> known;
    for (const ui::AnalysisTab& tab : ui::analysis_tabs()) known.push_back(without_tab(tab.id));
    throw Error("there is no tab " + printable(name, 40), advice_among(name, known));
  }

  /// The workload that the slide, or one before it, shows; null: none does.
  const Workload* workload_at(std::size_t slide) const {
    for (std::size_t i = slide + 1; i-- > 0;)
      if (const auto& choices = lecture_.slides[i].choices; !choices.empty())
        for (const Workload* workload : workloads_)
          if (workload->info().name == choices.front().choice.workload) return workload;
    return nullptr;
  }

  std::string highlight_trouble(std::size_t at) const {
    const std::string& id = lecture_.slides[at].highlight;
    if (id.empty() || std::ranges::find(places, id) != places.end() || id == "memory") return {};
    const Workload* const workload = workload_at(at);
    if (!workload || find_param(workload->info().params, id)) return {};
    for (const VariantInfo* variant : workload->variants())
      if (find_param(variant->axes, id)) return {};
    return "there is no " + id + " in " + workload->info().name + " to be highlighted";
  }

  std::string looked_at_trouble(std::size_t at) const {
    const std::string& name = lecture_.slides[at].looked_at;
    const Workload* const workload = workload_at(at);
    if (name.empty() || !workload) return {};
    const VariantInfo* const variant = workload->find(name);
    if (variant && variant->backend == Backend::cuda) return {};
    return workload->info().name + " has no CUDA variant " + name + " to look at";
  }

  Lecture& lecture_;
  const std::vector<const Workload*>& workloads_;
  int number_ = 0;
  std::vector<int> highlights_, opens_;  ///< their lines, by slide; 0: none
};

/// As one quoted word.
std::string quoted(std::string text) {
  std::ranges::replace(text, '"', '\'');
  std::ranges::replace(text, '\n', ' ');
  return "\"" + text + "\"";
}

std::string time_text(double seconds) {
  const double minutes = seconds / 60;
  const bool even = minutes == double(std::int64_t(minutes));
  return even ? shortest(minutes) + " min" : shortest(seconds) + " s";
}

}  // namespace

std::string tab_called(std::string_view name) {
  for (const ui::AnalysisTab& tab : ui::analysis_tabs())
    if (without_tab(tab.id) == name) return tab.id;
  return {};
}

Lecture parse_lecture(std::string_view text, const std::string& name,
                      const std::vector<const Workload*>& workloads) {
  Lecture lecture{name, {}, {}, {}};
  Reader reader(lecture, workloads);
  for_each_line(text, [&](std::string_view line, int number) { reader.read(line, number); });
  reader.finish();
  if (lecture.slides.empty()) {
    if (!lecture.faults.empty())
      throw Error(lecture.said(lecture.faults.front()), lecture.faults.front().advice);
    throw Error(name + ": no slide is in it", "a slide begins with a line like: slide \"Title\" 3 min");
  }
  if (lecture.title.empty()) lecture.title = name;
  return lecture;
}

Lecture read_lecture(const std::string& path, const std::vector<const Workload*>& workloads) {
  const auto bytes = bytes_of_file(path, size_of_file(path, "lecture", most_bytes));
  return parse_lecture({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path,
                       workloads);
}

std::string to_text(const Lecture& lecture, const std::vector<const Workload*>& workloads) {
  std::string text = "lecture " + quoted(lecture.title) + "\n";
  const auto add = [&](const char* word, const std::string& value) {
    if (!value.empty()) text += std::string("  ") + word + " " + quoted(value) + "\n";
  };
  for (const Slide& slide : lecture.slides) {
    text += "\nslide " + quoted(slide.title);
    if (slide.seconds > 0) text += " " + time_text(slide.seconds);
    text += "\n";
    for (const SlideChoice& each : slide.choices) {
      const std::string where = each.where == Where::gpu   ? "gpu "
                                : each.where == Where::cpu ? "cpu "
                                                           : "";
      for (const Workload* workload : workloads)
        if (workload->info().name == each.choice.workload)
          text += "  " + where + to_command_line(*workload, each.choice, "show") + "\n";
    }
    add("hall", slide.hall);
    add("question", slide.question);
    for (const std::string& note : slide.notes) add("note", note);
    add("highlight", slide.highlight);
    if (!slide.tab.empty())
      text += "  open " + without_tab(slide.tab) +
              (slide.looked_at.empty() ? "" : " " + slide.looked_at) + "\n";
  }
  return text;
}

}  // namespace livewarp
