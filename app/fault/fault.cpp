#include "app/fault/fault.h"

#include <algorithm>
#include <array>

namespace livewarp {

namespace {

constexpr std::array<const char*, 5> tools{"memcheck", "racecheck", "initcheck", "synccheck",
                                           "none"};

void read_sanitizer(ScriptWords& line, KernelFault& fault) {
  const std::string tool = line.needed("a tool");
  if (std::ranges::find(tools, tool) == tools.end())
    throw Error("compute-sanitizer has no " + printable(tool),
                advice_among(tool, {tools.begin(), tools.end()}));
  if (tool != "none") fault.sanitizer = tool;
  fault.sanitizer_says = line.needed("what it says");
}

void read_gpu(ScriptWords& line, KernelFault& fault) {
  const std::string word = line.needed("yes or no");
  if (word != "yes" && word != "no") throw Error(printable(word) + " is neither yes nor no");
  if (word == "no") fault.gpu = line.needed("why not");
}

/// Lines that say one thing each.
bool read_text(const std::string& word, ScriptWords& line, KernelFault& fault) {
  const std::array<std::pair<const char*, std::string*>, 7> texts{{{"fault", &fault.title},
                                                                   {"after", &fault.after},
                                                                   {"kernel", &fault.kernel},
                                                                   {"seen", &fault.seen},
                                                                   {"found", &fault.found},
                                                                   {"mended", &fault.mended},
                                                                   {"reported", &fault.reported}}};
  for (const auto& [name, text] : texts) {
    if (word != name) continue;
    *text = line.needed("what it is");
    return true;
  }
  return false;
}

/// The parts of a file, line by line.
class FaultReader {
 public:
  explicit FaultReader(KernelFault& fault) : fault_(fault) {}

  void read(std::string_view line, int number) {
    switch (part_) {
    case Part::words: return read_words(line, number);
    case Part::from:
      if (is_bare(line, "by")) return turn_to(Part::to);
      return add(fault_.planted.back().from, line);
    case Part::to:
      if (is_bare(line, "end")) return end_replacement();
      return add(fault_.planted.back().to, line);
    }
  }
  bool is_open() const { return part_ != Part::words; }
  bool asked_of_gpu() const { return asked_of_gpu_; }

 private:
  enum class Part { words, from, to };

  void turn_to(Part part) { part_ = part; }
  static void add(std::string& text, std::string_view line) { text.append(line).push_back('\n'); }

  void end_replacement() {
    const Replacement& part = fault_.planted.back();
    if (part.from.find_first_not_of(" \t\r\n") == std::string::npos)
      throw Error("nothing stands between replace and by");
    if (part.from == part.to) throw Error("what is planted is what was there");
    turn_to(Part::words);
  }
  void read_words(std::string_view text, int number) {
    ScriptWords line(text);
    if (line.empty()) return;
    const std::string word = line.next();
    if (word == "replace") {
      fault_.planted.push_back({{}, {}, number});
      turn_to(Part::from);
    } else if (word == "about") {
      read_about(line, fault_);
    } else if (word == "sanitizer") {
      read_sanitizer(line, fault_);
    } else if (word == "gpu") {
      read_gpu(line, fault_);
      asked_of_gpu_ = true;
    } else if (!read_text(word, line, fault_)) {
      throw Error("a fault has no " + printable(word),
                  advice_among(word, {"fault", "after", "about", "kernel", "seen", "found",
                                      "sanitizer", "mended", "gpu", "reported", "replace"}));
    }
    line.expect_end();
  }

  KernelFault& fault_;
  Part part_ = Part::words;
  bool asked_of_gpu_ = false;
};

}  // namespace

KernelFault parse_fault(std::string_view text, const std::string& file) {
  KernelFault fault;
  fault.name = stem_of(file);
  fault.text = text;
  FaultReader reader(fault);
  read_lines(text, file, [&](std::string_view line, int number) { reader.read(line, number); });
  if (reader.is_open())
    throw Error(file + ":" + std::to_string(fault.planted.back().line) +
                ": what is replaced has no by, or no end");
  require_lines({{!fault.title.empty(), "fault"},
                 {!fault.workload.empty() && fault.given.contains("variant"),
                  "about WORKLOAD --variant NAME"},
                 {!fault.kernel.empty(), "kernel"},
                 {!fault.seen.empty(), "seen"},
                 {!fault.found.empty(), "found"},
                 {!fault.sanitizer_says.empty(), "sanitizer"},
                 {!fault.mended.empty(), "mended"},
                 {reader.asked_of_gpu(), "gpu"},
                 {!fault.planted.empty(), "replace"}},
                file);
  return fault;
}

}  // namespace livewarp
