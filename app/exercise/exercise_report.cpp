#include "app/exercise/exercise_report.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/json_report.h"

namespace livewarp {

namespace {

using State = ExercisePoint::State;

constexpr std::size_t text_width = 98;

/// FNV-1a, 64 bits.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

const char* mark_of(State state) {
  switch (state) {
  case State::met: return "yes";
  case State::missed: return "no ";
  case State::open: break;
  }
  return "-  ";
}

const char* name_of(State state) {
  switch (state) {
  case State::met: return "met";
  case State::missed: return "missed";
  case State::open: break;
  }
  return "open";
}

}  // namespace

std::string task_text(const Exercise& exercise) {
  std::string text = exercise.title + "\n";
  text += fmt::format("{} {}, kernel {}", exercise.workload, exercise.given.at("variant"),
                      exercise.kernel);
  text += exercise.after.empty() ? "\n" : "; after " + exercise.after + "\n";
  for (const std::string& task : exercise.tasks) text += "\n" + wrapped(task, text_width, 0) + "\n";
  return text;
}

std::string verdict_text(const Exercise& exercise, const ExerciseVerdict& verdict) {
  std::string text = exercise.title + "\n";
  for (const ExercisePoint& point : verdict.points) {
    text += fmt::format("  {}  {}\n", mark_of(point.state), point.what);
    // What a compiler has said stands below, line by line.
    const bool said_below = &point == &verdict.points.front() && !verdict.messages.empty();
    if (point.state != State::missed || said_below) continue;
    for (const std::string& part : {point.text, point.advice})
      if (!part.empty()) text += "       " + wrapped(part, text_width, 7) + "\n";
  }
  if (!verdict.messages.empty()) text += "\n" + message_lines(verdict.messages);
  if (!verdict.said.empty()) text += "\nthe kernel printed:\n" + verdict.said;
  return text + (verdict.solved() ? "\nsolved\n" : "\nnot yet\n");
}

std::string result_file(const Context& context, const Exercise& exercise,
                        const std::string& source_name, const std::string& source,
                        const ExerciseVerdict& verdict) {
  Json report = report_head(context);
  report["exercise"] = exercise.name;
  report["title"] = exercise.title;
  report["exercise_hash"] = hash_of(exercise.text);
  report["file"] = source_name;
  report["source_hash"] = hash_of(source);
  report["solved"] = verdict.solved();
  Json points = Json::array();
  for (const ExercisePoint& point : verdict.points)
    points.push_back({{"asked", point.what},
                      {"state", name_of(point.state)},
                      {"text", point.text},
                      {"advice", point.advice}});
  report["verdicts"] = points;
  Json messages = Json::array();
  for (const CompilerMessage& message : verdict.messages)
    messages.push_back({{"kind", message.error ? "error" : "warning"},
                        {"line", message.line},
                        {"column", message.column},
                        {"text", message.text}});
  report["compiler"] = messages;
  report["source"] = source;
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace livewarp
