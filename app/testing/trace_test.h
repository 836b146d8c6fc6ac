#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// What tests ask of a Chrome trace, by the rules of its format.
namespace livewarp::test {

using TraceJson = nlohmann::json;
using TraceThread = std::pair<std::int64_t, std::int64_t>;  ///< pid and tid

inline TraceThread thread_of(const TraceJson& event) {
  return {event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>()};
}

/// The complete events of the thread of that name, in order of their beginning.
inline std::vector<TraceJson> of_track(const TraceJson& trace, const std::string& name) {
  std::vector<TraceJson> found;
  for (const TraceJson& meta : trace.at("traceEvents")) {
    if (meta.at("name") != "thread_name" || meta.at("args").at("name") != name) continue;
    for (const TraceJson& event : trace.at("traceEvents"))
      if (event.at("ph") == "X" && thread_of(event) == thread_of(meta)) found.push_back(event);
  }
  return found;
}

/// What an event lacks.
inline std::string event_problem(const TraceJson& event) {
  const auto has_text = [&](const char* key) {
    return event.contains(key) && event[key].is_string() && !event[key].get<std::string>().empty();
  };
  const auto has_id = [&](const char* key) {
    return event.contains(key) && event[key].is_number_integer();
  };
  const auto has_time = [&](const char* key) {
    return event.contains(key) && event[key].is_number() && event[key].get<double>() >= 0;
  };
  if (!has_text("name") || !has_text("ph") || !has_id("pid") || !has_id("tid"))
    return "an event lacks name, ph, pid or tid: " + event.dump();
  if (event["ph"] == "M")
    return event.contains("args") && event["args"].contains("name") ? "" : "a name without a name";
  if (event["ph"] != "X") return "an event of a kind that is not written: " + event.dump();
  if (!has_text("cat") || !has_time("ts") || !has_time("dur"))
    return "an event lacks cat, ts or dur: " + event.dump();
  return {};
}

/// What is wrong with a trace; empty: every event is whole, threads have names, and of each the
/// events lie within one another or apart.
inline std::string trace_problems(const TraceJson& trace) {
  if (!trace.contains("traceEvents") || !trace["traceEvents"].is_array())
    return "there are no traceEvents";
  std::map<TraceThread, std::vector<std::pair<std::int64_t, std::int64_t>>> threads;
  std::set<TraceThread> named;
  for (const TraceJson& event : trace["traceEvents"]) {
    if (std::string problem = event_problem(event); !problem.empty()) return problem;
    if (event["name"] == "thread_name") named.insert(thread_of(event));
    if (event["ph"] != "X") continue;
    const auto begin = std::llround(event["ts"].get<double>() * 1000);
    threads[thread_of(event)].emplace_back(begin,
                                           begin + std::llround(event["dur"].get<double>() * 1000));
  }
  for (auto& [thread, spans] : threads) {
    if (!named.contains(thread)) return "a thread has no name";
    std::ranges::sort(spans, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::vector<std::int64_t> ends;
    for (const auto& [begin, end] : spans) {
      while (!ends.empty() && ends.back() <= begin) ends.pop_back();
      if (!ends.empty() && end > ends.back())
        return "events overlap at " + std::to_string(begin) + " ns";
      ends.push_back(end);
    }
  }
  return {};
}

}  // namespace livewarp::test
