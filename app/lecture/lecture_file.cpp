#include "app/lecture/lecture_file.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "app/base/script_words.h"
#include "app/base/suggest.h"
#include "app/options/choice_line.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/base/text.h"
#include "ui/frame/analysis_tabs.h"

namespace livewarp {

namespace {

constexpr std::uintmax_t most_bytes = 1'000'000;
constexpr double longest_slide = 3600;  // seconds
constexpr std::size_t most_candidates = 6;
constexpr std::array lecture_words{"lecture", "slide", "show",      "hall", "question",
                                   "guess",   "note",  "highlight", "open"};
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

/// Sides of a slide that a line is about.
std::vector<SlideSide*> sides_of(Slide& slide, Where where) {
  std::vector<SlideSide*> sides;
  if (where != Where::cpu) sides.push_back(&slide.gpu);
  if (where != Where::gpu) sides.push_back(&slide.cpu);
  return sides;
}

/// Sets what may be said once.
void set_once(Slide& slide, Where where, std::string SlideSide::*member, const std::string& text,
              const char* what) {
  for (SlideSide* side : sides_of(slide, where)) {
    if (!(side->*member).empty()) throw Error(std::string(what) + " is there already");
    side->*member = text;
  }
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
      fault(number, int(lecture_.slides.size()) - 1, error.what(), error.advice());
    }
  }

  /// What can only be said once all lines are read.
  void finish() {
    for (std::size_t i = 0; i < lecture_.slides.size(); ++i) {
      const SlideSide &gpu = lecture_.slides[i].gpu, &cpu = lecture_.slides[i].cpu;
      check(i, gpu);
      // Variants that are equal on both may be of a GPU.
      if (gpu != cpu || !cpu.candidates.empty()) check(i, cpu);
    }
    std::ranges::stable_sort(lecture_.faults, {}, &LectureFault::line);
  }

 private:
  /// What is said may hold words of the file.
  void fault(int line, int slide, const std::string& said, const std::string& advice = {}) {
    constexpr std::size_t longest = 400;
    const std::string text = printable(said, longest);
    const auto same = [&](const LectureFault& other) {
      return other.line == line && other.text == text;
    };
    if (std::ranges::none_of(lecture_.faults, same))
      lecture_.faults.push_back({line, slide, text, printable(advice, longest)});
  }

  void read(ScriptWords line) {
    // A slide with a broken head is one all the same: what follows belongs to it.
    if (line.take("slide")) return begin_slide(line);
    const Where where = take_where(line);
    if (line.empty()) throw Error("a line is missing behind gpu or cpu");
    const std::string word = line.next();
    if (word == "lecture") return void(lecture_.title = text_of(line, "the title"));
    if (std::ranges::find(lecture_words, word) == lecture_words.end())
      throw Error("no line begins with " + printable(word, 40),
                  advice_among(word, {lecture_words.begin(), lecture_words.end()}));
    if (lecture_.slides.empty()) throw Error("there is no slide yet to which it could belong");
    read(word, line, where, lecture_.slides.back());
  }

  void begin_slide(ScriptWords line) {
    Slide& slide = lecture_.slides.emplace_back();
    slide.line = number_;
    slide.title = "Slide " + std::to_string(lecture_.slides.size());
    lines_.emplace_back();
    slide.title = printable(line.needed("the slide's title"), 200);
    if (!line.empty()) slide.seconds = time_of(line);
    line.expect_end();
  }

  void read(const std::string& word, ScriptWords& line, Where where, Slide& slide) {
    if (word == "show") return show(line, where, slide);
    if (word == "open") return open(line, where, slide);
    if (word == "guess") return guess(line, where, slide);
    if (word == "hall") {
      set_once(slide, where, &SlideSide::hall, text_of(line, "the hall's note"), "the hall's note");
    } else if (word == "question") {
      set_once(slide, where, &SlideSide::question, text_of(line, "the question"), "the question");
    } else if (word == "highlight") {
      lines_.back().highlight = number_;
      set_once(slide, where, &SlideSide::highlight, text_of(line, "what is highlighted"),
               "what is highlighted");
    } else {
      const std::string note = text_of(line, "the note");
      for (SlideSide* side : sides_of(slide, where)) side->notes.push_back(note);
    }
  }

  void show(ScriptWords& line, Where where, Slide& slide) {
    const std::string_view command = line.take_rest();
    for (SlideSide* side : sides_of(slide, where)) {
      if (side->choice) throw Error("what is shown is there already");
      const Backend fallback = side == &slide.gpu ? Backend::cuda : Backend::cpu;
      side->choice = choice_of_line(workloads_, command, fallback);
    }
  }

  void guess(ScriptWords& line, Where where, Slide& slide) {
    const std::string kind = line.needed("faster, slower or variant");
    std::vector<std::string> candidates;
    if (kind == "variant")
      while (!line.empty()) candidates.push_back(line.next());
    line.expect_end();
    lines_.back().guess = number_;
    if (kind != "faster" && kind != "slower" && kind != "variant")
      throw Error("a guess is of faster, slower or variant, not of " + printable(kind, 40));
    if (kind == "variant" && (candidates.size() < 2 || candidates.size() > most_candidates))
      throw Error("a guess of variants names two of them, and at most six");
    set_once(slide, where, &SlideSide::guess, kind, "the guess");
    for (SlideSide* side : sides_of(slide, where)) side->candidates = candidates;
  }

  void open(ScriptWords& line, Where where, Slide& slide) {
    const std::string name = line.needed("the tab");
    lines_.back().open = number_;
    const std::string tab = tab_called(name);
    const std::string looked_at = line.empty() ? "" : line.next();
    line.expect_end();
    if (tab.empty()) {
      std::vector<std::string> known;
      for (const ui::AnalysisTab& each : ui::analysis_tabs()) known.push_back(tab_name(each.id));
      throw Error("there is no tab " + printable(name, 40), advice_among(name, known));
    }
    set_once(slide, where, &SlideSide::tab, tab, "the tab");
    for (SlideSide* side : sides_of(slide, where)) side->looked_at = looked_at;
  }

  /// The workload that the slide, or one before it, shows on that side; null: none does.
  const Workload* workload_at(std::size_t slide, bool on_gpu) const {
    for (std::size_t i = slide + 1; i-- > 0;)
      if (const auto& choice = lecture_.slides[i].on(on_gpu).choice)
        for (const Workload* workload : workloads_)
          if (workload->info().name == choice->workload) return workload;
    return nullptr;
  }

  /// A guess compares what the slide shows with what the one before showed.
  void check_guess(std::size_t at, const SlideSide& side, bool on_gpu) {
    if (side.guess.empty()) return;
    if (side.guess == "variant") return check_candidates(at, side, on_gpu);
    const Workload* const before = at > 0 ? workload_at(at - 1, on_gpu) : nullptr;
    if (!side.choice)
      fault(lines_[at].guess, int(at), "there is nothing to guess: the slide shows nothing else",
            "it needs a line that begins with show");
    else if (!before || before->info().name != side.choice->workload)
      fault(lines_[at].guess, int(at),
            "there is nothing to compare with: no slide before shows " + side.choice->workload);
  }

  void check_candidates(std::size_t at, const SlideSide& side, bool on_gpu) {
    const int line = lines_[at].guess;
    const Workload* const workload = workload_at(at, on_gpu);
    if (!workload)
      return fault(line, int(at), "there is nothing to choose from: no slide shows anything yet");
    for (const std::string& name : side.candidates) {
      const VariantInfo* const variant = workload->find(name);
      if (!variant)
        fault(line, int(at), workload->info().name + " has no variant " + printable(name, 40));
      else if (!on_gpu && variant->backend == Backend::cuda)
        fault(line, int(at), "without a GPU there is no time of " + name,
              "gpu before the line: only on machines with one");
      if (std::ranges::count(side.candidates, name) > 1)
        fault(line, int(at), printable(name, 40) + " is named twice");
    }
  }

  void check(std::size_t at, const SlideSide& side) {
    const Slide& slide = lecture_.slides[at];
    check_guess(at, side, &side == &slide.gpu);
    const Workload* const workload = workload_at(at, &side == &slide.gpu);
    if (workload && !is_highlight(side.highlight, *workload))
      fault(lines_[at].highlight, int(at),
            "there is no " + side.highlight + " in " + workload->info().name +
                " to be highlighted");
    if (workload && !side.looked_at.empty()) {
      const VariantInfo* const variant = workload->find(side.looked_at);
      if (!variant || variant->backend != Backend::cuda)
        fault(lines_[at].open, int(at),
              workload->info().name + " has no CUDA variant " + side.looked_at + " to look at");
    }
    const std::size_t written = characters(side.hall) + characters(side.question);
    if (written > most_hall_characters)
      fault(slide.line, int(at),
            "what the hall reads has " + std::to_string(written) + " characters: at most " +
                std::to_string(most_hall_characters) +
                " fit so large that the back row reads them");
  }

  static bool is_highlight(const std::string& id, const Workload& workload) {
    if (id.empty() || std::ranges::find(places, id) != places.end() || id == "memory") return true;
    if (find_param(workload.info().params, id)) return true;
    return std::ranges::any_of(workload.variants(), [&](const VariantInfo* variant) {
      return find_param(variant->axes, id) != nullptr;
    });
  }

  Lecture& lecture_;
  const std::vector<const Workload*>& workloads_;
  int number_ = 0;
  /// Of a slide's lines, 0: none.
  struct Lines {
    int highlight = 0, open = 0, guess = 0;
  };
  std::vector<Lines> lines_;  ///< by slide
};

}  // namespace

std::string tab_name(std::string id) {
  constexpr std::string_view ending = "-tab";
  if (id.ends_with(ending)) id.resize(id.size() - ending.size());
  return id;
}

std::string tab_called(std::string_view name) {
  for (const ui::AnalysisTab& tab : ui::analysis_tabs())
    if (tab_name(tab.id) == name) return tab.id;
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
    throw Error(name + ": no slide is in it",
                "a slide begins with a line like: slide \"Title\" 3 min");
  }
  if (lecture.title.empty()) lecture.title = name;
  return lecture;
}

Lecture read_lecture(const std::string& path, const std::vector<const Workload*>& workloads) {
  const auto bytes = bytes_of_file(path, size_of_file(path, "lecture", most_bytes));
  return parse_lecture({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path,
                       workloads);
}

}  // namespace livewarp
