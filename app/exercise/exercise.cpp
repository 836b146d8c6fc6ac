#include "app/exercise/exercise.h"

#include <array>
#include <cstddef>
#include <utility>

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

}  // namespace

std::string_view name_of(ExerciseCheck::Of of) { return name_in(accesses, of); }
std::string_view name_of(ExerciseCheck::Count count) { return name_in(counts, count); }

Exercise parse_exercise(std::string_view text, const std::string& file) {
  Exercise exercise;
  exercise.name = stem_of(file);
  exercise.text = text;
  bool at_starter = false;
  read_lines(text, file, [&](std::string_view content, int) {
    if (at_starter) {
      exercise.starter.append(content).push_back('\n');
      return;
    }
    if (at_starter = is_bare(content, "starter"); at_starter) return;
    ScriptWords line(content);
    if (!line.empty()) read_line(line, exercise);
  });
  require_lines({{!exercise.title.empty(), "exercise"},
                 {!exercise.workload.empty() && exercise.given.contains("variant"),
                  "about WORKLOAD --variant NAME"},
                 {!exercise.kernel.empty(), "kernel"},
                 {!exercise.tasks.empty(), "task"},
                 {exercise.starter.find_first_not_of(" \t\r\n") != std::string::npos, "starter"}},
                file);
  return exercise;
}

}  // namespace livewarp
