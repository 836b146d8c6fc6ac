#include "app/reports/saved_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <utility>

#include "app/measure/json_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

namespace {

constexpr int most_cores = 1 << 20;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(what, "livewarp bench WORKLOAD --json FILE writes a report");
}

/// Reads members of the report's objects and says where one is not as it should be.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  [[noreturn]] void refuse_content(const std::string& why) const {
    refuse(path_ + " is no report of results: " + why);
  }
  const Json& object(const Json& parent, const char* key) const {
    const auto found = parent.find(key);
    if (found == parent.end() || !found->is_object()) refuse_content(named(key) + " is no object");
    return *found;
  }
  /// Missing or null: empty.
  std::string text(const Json& parent, const char* key) const {
    const auto found = parent.find(key);
    if (found == parent.end() || found->is_null()) return {};
    if (!found->is_string()) refuse_content(named(key) + " is no text");
    return one_line(found->get<std::string>());
  }
  std::string needed_text(const Json& parent, const char* key) const {
    std::string found = text(parent, key);
    if (found.empty()) refuse_content(named(key) + " is missing");
    return found;
  }
  bool toggle(const Json& parent, const char* key) const {
    const auto found = parent.find(key);
    if (found == parent.end() || !found->is_boolean())
      refuse_content(named(key) + " is neither true nor false");
    return found->get<bool>();
  }
  /// Missing or null: `missing`.
  double number(const Json& parent, const char* key, double missing) const {
    const auto found = parent.find(key);
    if (found == parent.end() || found->is_null()) return missing;
    if (!found->is_number()) refuse_content(named(key) + " is no number");
    const double value = found->get<double>();
    if (!std::isfinite(value) || value < 0)
      refuse_content(named(key) + " is " + found->dump() + ", which none can be");
    return value;
  }
  Values values(const Json& parent, const char* key) const {
    Values all;
    for (const auto& [id, value] : object(parent, key).items())
      all[one_line(id)] = value_of(id, value);
    return all;
  }

 private:
  static std::string named(const std::string& key) { return "\"" + one_line(key) + "\""; }
  /// What the file says is shown in one line, and not longer than that.
  static std::string one_line(std::string text) {
    constexpr std::size_t longest = 200;
    if (text.size() > longest) {
      text.resize(longest);
      // No character of several bytes is cut.
      while (!text.empty() && static_cast<unsigned char>(text.back()) >= 0x80) text.pop_back();
    }
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == 0x7F; }, ' ');
    return text;
  }
  Value value_of(const std::string& id, const Json& value) const {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return one_line(value.get<std::string>());
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
      refuse_content(named(id) + " is larger than any number that there is");
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number_float() && std::isfinite(value.get<double>())) return value.get<double>();
    refuse_content(named(id) + " is neither number, text, true nor false");
  }

  const std::string& path_;
};

SavedResult result_of(const Reader& reader, const Json& json, const SavedReport& report) {
  if (!json.is_object()) reader.refuse_content("one of its results is no object");
  SavedResult result{.workload = reader.needed_text(json, "workload"),
                     .variant = reader.needed_text(json, "variant"),
                     .backend = reader.text(json, "backend"),
                     .executor = reader.needed_text(json, "executor"),
                     .memory = reader.needed_text(json, "memory"),
                     .launch = reader.values(json, "launch"),
                     .problem = reader.values(json, "problem"),
                     .verified = reader.toggle(json, "verified"),
                     .no_time = reader.text(json, "no_time"),
                     .rate_unit = reader.text(json, "rate_unit"),
                     .version = reader.text(json, "version"),
                     .date = reader.text(json, "date")};
  if (result.version.empty()) result.version = report.version;
  // Older reports are from before anything could be reserved.
  if (result.executor == name_of(Executor::cuda))
    result.launch.try_emplace(reserve_axis_id, std::int64_t{0});
  const double median = reader.number(json, "median_ms", 0), rate = reader.number(json, "rate", 0);
  const double error = reader.number(json, "error", -1);
  const double clock = reader.number(json, "sm_clock_mhz", 0);
  if (result.verified) {
    result.median_ms = median;
    result.rate = rate;
    result.error = error;
    result.sm_clock_mhz = clock;
  }
  if (!result.is_timed() && result.no_time.empty())
    result.no_time = result.verified ? "not timed" : "not verified";
  return result;
}

void read_machine(const Reader& reader, const Json& content, SavedReport& report) {
  const Json& machine = reader.object(content, "machine");
  report.driver_cuda = reader.text(machine, "driver_cuda");
  report.runtime_cuda = reader.text(machine, "runtime_cuda");
  if (machine.contains("cpu")) {
    const Json& cpu = reader.object(machine, "cpu");
    report.cpu = reader.text(cpu, "name");
    report.cores = int(std::min(reader.number(cpu, "cores", 0), double(most_cores)));
  }
  const auto gpus = machine.find("gpus");
  if (gpus == machine.end()) return;
  if (!gpus->is_array()) reader.refuse_content("\"gpus\" is no list");
  for (const Json& gpu : *gpus) {
    if (!gpu.is_object()) reader.refuse_content("one of its GPUs is no object");
    report.gpus.push_back(reader.text(gpu, "name"));
  }
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = 0; (at = text.find(part)) != std::string::npos;)
    text.erase(at, part.size());
  return text;
}

}  // namespace

std::string SavedReport::machine() const {
  std::string text;
  for (const std::string& gpu : gpus) text += gpu + "; ";
  if (cpu.empty()) return text + "unknown CPU";
  return text + cpu + (cores > 0 ? ", " + std::to_string(cores) + " cores" : "");
}

std::string SavedReport::short_name() const {
  const bool on_gpu = std::ranges::any_of(
      results, [](const SavedResult& result) { return result.executor == "cuda"; });
  std::string name = on_gpu && !gpus.empty() ? gpus.front() : cpu;
  for (const char* part :
       {"NVIDIA ", "GeForce ", "AMD ", "Intel", "(R)", "(TM)", "(r)", "(tm)", " Processor", " CPU"})
    name = without(name, part);
  while (name.starts_with(' ')) name.erase(0, 1);
  return name.empty() ? std::filesystem::path(path).stem().string() : name;
}

std::size_t SavedReport::times() const {
  return std::size_t(std::ranges::count_if(results, &SavedResult::is_timed));
}

SavedReport parse_report(std::string_view text, const std::string& path) {
  const Json content = Json::parse(text, nullptr, false);
  if (content.is_discarded()) refuse(path + " is no JSON file, or only the beginning of one");
  const Reader reader(path);
  if (!content.is_object()) reader.refuse_content("it is no object");
  SavedReport report{.path = path};
  read_machine(reader, content, report);
  report.version = reader.text(content, "version");
  const auto results = content.find("results");
  if (results == content.end() || !results->is_array())
    reader.refuse_content("it has no list \"results\"");
  for (const Json& result : *results) {
    report.results.push_back(result_of(reader, result, report));
    SavedResult& read = report.results.back();
    if (read.date.empty()) read.date = reader.text(content, "date");
    if (read.version.empty()) reader.refuse_content("\"version\" is missing");
  }
  return report;
}

SavedReport read_report(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) refuse(path + " is a folder");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse("cannot read " + path);
  std::string text(largest_report + 1, '\0');
  stream.read(text.data(), std::streamsize(text.size()));
  text.resize(std::size_t(stream.gcount()));
  if (stream.bad()) refuse("cannot read " + path);
  if (text.size() > largest_report)
    refuse(path + " is larger than " + memory_size(largest_report) + ", which no report is");
  return parse_report(text, path);
}

SavedReport read_times(const std::string& path) {
  SavedReport report = read_report(path);
  if (report.times() == 0) refuse(path + " has no verified time");
  return report;
}

}  // namespace livewarp
