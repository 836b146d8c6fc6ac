#include "app/commands/report_comparison.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <iterator>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// A value as it is shown: texts without their quotes, whole numbers grouped.
std::string shown(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return grouped(value.get<std::int64_t>());
  return value.is_null() ? "none" : value.dump();
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? "" : shown(*found);
}

bool is_result(const Json& result) {
  const auto all_are = [&](std::initializer_list<const char*> keys, auto is) {
    return std::ranges::all_of(
        keys, [&](const char* key) { return result.contains(key) && is(result[key]); });
  };
  return result.is_object() &&
         all_are({"workload", "variant", "executor", "memory"},
                 [](const Json& value) { return value.is_string(); }) &&
         all_are({"launch", "problem"}, [](const Json& value) { return value.is_object(); }) &&
         all_are({"verified"}, [](const Json& value) { return value.is_boolean(); });
}

bool is_report(const Json& content) {
  if (!content.is_object() || !content.contains("machine") || !content["machine"].is_object() ||
      !content.contains("version"))
    return false;
  const auto results = content.find("results");
  return results != content.end() && results->is_array() &&
         std::ranges::all_of(*results, is_result);
}

bool same_variant(const Json& a, const Json& b) {
  return std::ranges::all_of(std::array{"workload", "variant", "executor", "memory"},
                             [&](const char* key) { return a[key] == b[key]; });
}

void add_differences(const Json& a, const Json& b, std::vector<std::string>& all) {
  for (const auto& [id, value] : b.items()) {
    const auto other = a.find(id);
    if (other == a.end() || *other != value)
      all.push_back(id + " " + (other == a.end() ? "none" : shown(*other)) + " | " + shown(value));
  }
  for (const auto& [id, value] : a.items())
    if (!b.contains(id)) all.push_back(id + " " + shown(value) + " | none");
}

std::vector<std::string> differences(const Json& a, const Json& b) {
  std::vector<std::string> all;
  add_differences(a["launch"], b["launch"], all);
  add_differences(a["problem"], b["problem"], all);
  return all;
}

}  // namespace

std::string SavedReport::machine() const {
  std::string text;
  const Json& parts = content["machine"];
  if (parts.contains("gpus"))
    for (const Json& gpu : parts["gpus"]) text += text_at(gpu, "name") + "; ";
  if (!parts.contains("cpu")) return text + "unknown CPU";
  return text + text_at(parts["cpu"], "name") + ", " + text_at(parts["cpu"], "cores") + " cores";
}

SavedReport read_report(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw Error("cannot read " + path, "livewarp bench WORKLOAD --json FILE writes one");
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  SavedReport report{path, Json::parse(text, nullptr, false)};
  if (report.content.is_discarded())
    throw Error(path + " is no JSON file", "livewarp bench WORKLOAD --json FILE writes one");
  if (!is_report(report.content))
    throw Error(path + " is no report of bench or verify",
                "livewarp bench WORKLOAD --json FILE writes one");
  return report;
}

std::vector<ReportPair> common_variants(const SavedReport& a, const SavedReport& b) {
  std::vector<ReportPair> pairs;
  std::vector<const Json*> left;
  for (const Json& result : b.content["results"]) left.push_back(&result);
  for (const Json& of_a : a.content["results"]) {
    ReportPair best;
    for (const Json* of_b : left) {
      if (!same_variant(of_a, *of_b)) continue;
      std::vector<std::string> found = differences(of_a, *of_b);
      if (!best.b || found.size() < best.differences.size()) best = {&of_a, of_b, std::move(found)};
    }
    if (!best.b) continue;
    std::erase(left, best.b);
    pairs.push_back(std::move(best));
  }
  return pairs;
}

std::vector<std::string> report_differences(const SavedReport& a, const SavedReport& b) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& what, const std::string& of_a, const std::string& of_b) {
    if (of_a != of_b)
      lines.push_back(what + ": " + (of_a.empty() ? "unknown" : of_a) + " | " +
                      (of_b.empty() ? "unknown" : of_b));
  };
  add("machine", a.machine(), b.machine());
  add("version", text_at(a.content, "version"), text_at(b.content, "version"));
  for (const char* key : {"driver_cuda", "runtime_cuda"})
    add(key, text_at(a.content["machine"], key), text_at(b.content["machine"], key));
  return lines;
}

}  // namespace livewarp
