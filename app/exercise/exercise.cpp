#include "app/exercise/exercise.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <utility>

#include "app/base/script_words.h"
#include "app/base/suggest.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using Check = ExerciseCheck;

constexpr std::array<std::pair<std::string_view, Check::Of>, 7> accesses{
    {{"loads", Check::Of::loads},
     {"stores", Check::Of::stores},
     {"atomics", Check::Of::atomics},
     {"shared-loads", Check::Of::shared_loads},
     {"shared-stores", Check::Of::shared_stores},
     {"shared-atomics", Check::Of::shared_atomics},
     {"warps", Check::Of::warps}}};
constexpr std::array<std::pair<std::string_view, Check::Count>, 4> counts{
    {{"sectors", Check::Count::sectors},
     {"wavefronts", Check::Count::wavefronts},
     {"requests", Check::Count::requests},
     {"lanes", Check::Count::lanes}}};

/// What the word stands for in one of the tables above.
template <class Table>
auto meaning(const Table& table, const std::string& word) {
  std::vector<std::string> known;
  for (const auto& [name, value] : table) {
    if (name == word) return value;
    known.emplace_back(name);
  }
  throw Error("there is no check of " + printable(word), advice_among(word, known));
}

template <class Table, class Value>
std::string_view name_in(const Table& table, Value wanted) {
  for (const auto& [name, value] : table)
    if (value == wanted) return name;
  return "";
}

bool is_shared(Check::Of of) {
  return of == Check::Of::shared_loads || of == Check::Of::shared_stores ||
         of == Check::Of::shared_atomics;
}

/// Whether the lens counts that of those.
bool fits(const Check& check) {
  if (check.count == Check::Count::lanes || check.of == Check::Of::warps)
    return check.count == Check::Count::lanes && check.of == Check::Of::warps;
  if (check.count == Check::Count::requests) return true;
  return is_shared(check.of) == (check.count == Check::Count::wavefronts);
}

ExerciseCheck read_check(ScriptWords& line) {
  ExerciseCheck check;
  check.of = meaning(accesses, line.needed("what is counted"));
  check.count = meaning(counts, line.needed("what of it is counted"));
  if (!fits(check))
    throw Error(std::string(name_of(check.of)) + " have no " + std::string(name_of(check.count)));
  const std::string relation = line.needed("at-most or at-least");
  if (relation != "at-most" && relation != "at-least")
    throw Error(printable(relation) + " is neither at-most nor at-least");
  check.at_least = relation == "at-least";
  const std::string number = line.needed("a number");
  if (!read_real(number, check.limit) || !(check.limit >= 0))
    throw Error(printable(number) + " is no number");
  if (!line.empty()) check.why = line.next();
  return check;
}

/// "heat --variant naive --block 32x8".
void read_about(ScriptWords& line, Exercise& exercise) {
  exercise.workload = line.needed("a workload");
  while (!line.empty()) {
    const std::string option = line.next();
    if (!option.starts_with("--") || option.size() < 3)
      throw Error(printable(option) + " is no option");
    std::string id = option.substr(2);
    for (char& c : id)
      if (c == '-') c = '_';
    exercise.given[id] = line.needed("the value of " + printable(option));
  }
}

void read_line(ScriptWords& line, Exercise& exercise) {
  const std::string word = line.next();
  if (word == "exercise")
    exercise.title = line.needed("its title");
  else if (word == "after")
    exercise.after = line.needed("a text");
  else if (word == "about")
    read_about(line, exercise);
  else if (word == "kernel")
    exercise.kernel = line.needed("its name");
  else if (word == "task")
    exercise.tasks.push_back(line.needed("what is to be done"));
  else if (word == "check")
    exercise.checks.push_back(read_check(line));
  else if (word == "hint")
    exercise.hints.push_back(line.needed("what it says"));
  else
    throw Error("an exercise has no " + printable(word),
                advice_among(word, {"exercise", "after", "about", "kernel", "task", "check", "hint",
                                    "starter"}));
  line.expect_end();
}

void require_whole(const Exercise& exercise, const std::string& file) {
  const std::array<std::pair<bool, const char*>, 5> needed{
      {{!exercise.title.empty(), "exercise"},
       {!exercise.workload.empty() && exercise.given.contains("variant"),
        "about WORKLOAD --variant NAME"},
       {!exercise.kernel.empty(), "kernel"},
       {!exercise.tasks.empty(), "task"},
       {exercise.starter.find_first_not_of(" \t\r\n") != std::string::npos, "starter"}}};
  for (const auto& [there, what] : needed)
    if (!there) throw Error(file + ": there is no line \"" + what + "\"");
}

bool is_starter(std::string_view line) {
  return line.substr(0, line.find_last_not_of(" \t\r") + 1) == "starter";
}

}  // namespace

std::string_view name_of(ExerciseCheck::Of of) { return name_in(accesses, of); }
std::string_view name_of(ExerciseCheck::Count count) { return name_in(counts, count); }

Exercise parse_exercise(std::string_view text, const std::string& file) {
  Exercise exercise;
  exercise.name = std::filesystem::path(file).stem().string();
  exercise.text = text;
  if (text.find('\0') != std::string_view::npos) throw Error(file + " is no text");
  bool at_starter = false;
  for_each_line(text, [&](std::string_view content, int number) {
    if (at_starter) {
      exercise.starter.append(content).push_back('\n');
      return;
    }
    if (at_starter = is_starter(content); at_starter) return;
    try {
      ScriptWords line(content);
      if (!line.empty()) read_line(line, exercise);
    } catch (const Error& error) {
      throw Error(file + ":" + std::to_string(number) + ": " + error.what(), error.advice());
    }
  });
  require_whole(exercise, file);
  return exercise;
}

}  // namespace livewarp
