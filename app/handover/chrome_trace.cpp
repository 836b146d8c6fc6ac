#include "app/handover/chrome_trace.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include <nlohmann/json.hpp>

namespace livewarp {

namespace {

using Json = nlohmann::ordered_json;

constexpr int host_process = 1, gpu_process = 2;

struct Place {
  int process, thread;
  const char *name, *category;
};

Place place_of(Track track) {
  switch (track) {
  case Track::frame: return {host_process, 1, "Frames", "frame"};
  case Track::worker: return {host_process, 2, "Steps on the CPU", "step"};
  case Track::check: return {host_process, 3, "Verification", "check"};
  case Track::job: return {host_process, 4, "Measuring", "bench"};
  case Track::stream: return {gpu_process, 11, "CUDA stream", "step"};
  case Track::picture: return {gpu_process, 14, "Pictures before OpenGL shows them", "draw"};
  case Track::scene: return {gpu_process, 12, "OpenGL: picture", "draw"};
  case Track::panels: break;
  }
  return {gpu_process, 13, "OpenGL: panels", "draw"};
}

/// In nanoseconds: whole numbers, so that what nests still does once it is written.
struct Event {
  const NotedSpan* noted = nullptr;
  std::int64_t begin = 0, end = 0;
};

std::int64_t to_ns(double ms) { return std::llround(ms * 1e6); }

/// Puts the events of one track in order, each within another or behind it.
std::vector<Event> in_order(std::vector<Event> events) {
  std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<Event> done, around;
  for (Event event : events) {
    while (!around.empty() && event.end > around.back().end) {
      event.begin = std::max(event.begin, around.back().end);
      around.pop_back();
    }
    if (!around.empty()) event.begin = std::max(event.begin, around.back().begin);
    if (event.end <= event.begin) continue;
    done.push_back(event);
    around.push_back(event);
  }
  std::ranges::stable_sort(done, {}, &Event::begin);
  return done;
}

Json named(const char* what, int process, int thread, const std::string& name) {
  return {
      {"name", what}, {"ph", "M"}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

double microseconds(std::int64_t ns) { return double(ns) / 1000; }

Json event_json(const Event& event, const Place& place) {
  Json json{{"name", event.noted->name},
            {"cat", place.category},
            {"ph", "X"},
            {"ts", microseconds(event.begin)},
            {"dur", microseconds(event.end - event.begin)},
            {"pid", place.process},
            {"tid", place.thread}};
  if (event.noted->uncertainty_ms > 0)
    json["args"] = {{"uncertainty_us", event.noted->uncertainty_ms * 1000}};
  return json;
}

/// What is known of the clocks beside the host's, in words.
Json clock_facts(const std::vector<NotedSpan>& spans) {
  std::map<int, double> worst;  // by thread
  for (const NotedSpan& noted : spans) {
    double& known = worst[place_of(noted.track).thread];
    known = std::max(known, noted.uncertainty_ms * 1000);
  }
  Json facts{{"clock", "steady clock of the host, microseconds since the first interval"}};
  const auto add = [&](const char* name, Track track) {
    if (const auto found = worst.find(place_of(track).thread); found != worst.end())
      facts[name] = found->second;
  };
  add("cuda_clock_uncertainty_us", Track::stream);
  add("opengl_clock_uncertainty_us", Track::scene);
  return facts;
}

}  // namespace

std::string chrome_trace(const std::vector<NotedSpan>& spans, const TraceAbout& about) {
  double first = std::numeric_limits<double>::infinity();
  for (const NotedSpan& noted : spans) first = std::min(first, noted.span.begin);
  std::map<int, std::vector<Event>> threads;
  std::map<int, Place> places;
  for (const NotedSpan& noted : spans) {
    const Place place = place_of(noted.track);
    places.emplace(place.thread, place);
    threads[place.thread].push_back(
        {&noted, to_ns(noted.span.begin - first), to_ns(noted.span.end - first)});
  }
  Json events = Json::array();
  events.push_back(named("process_name", host_process, 0, about.host));
  if (!about.gpu.empty()) events.push_back(named("process_name", gpu_process, 0, about.gpu));
  for (const auto& [thread, place] : places)
    events.push_back(named("thread_name", place.process, thread, place.name));
  for (const auto& [thread, all] : threads)
    for (const Event& event : in_order(all)) events.push_back(event_json(event, places.at(thread)));
  Json other = clock_facts(spans);
  for (const auto& [name, text] : about.facts) other[name] = text;
  return Json{{"displayTimeUnit", "ms"},
              {"otherData", std::move(other)},
              {"traceEvents", std::move(events)}}
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace livewarp
