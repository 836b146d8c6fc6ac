#include "app/edit/check_protocol.h"

#include <array>
#include <limits>
#include <sstream>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::array outcomes{KernelOutcome::not_compiled, KernelOutcome::refused,
                              KernelOutcome::stopped,      KernelOutcome::misused,
                              KernelOutcome::wrong,        KernelOutcome::right};

KernelOutcome parse_outcome(const std::string& name) {
  for (const KernelOutcome outcome : outcomes)
    if (name == name_of(outcome)) return outcome;
  throw Error("there is no outcome " + name);
}

constexpr std::array decisions{PairedTest::Verdict::undecided, PairedTest::Verdict::faster,
                               PairedTest::Verdict::slower, PairedTest::Verdict::same};

Json times_json(const std::optional<EditedTimes>& times) {
  if (!times) return {};
  return {{"original_ms", times->original_ms},      {"edited_ms", times->edited_ms},
          {"decision", int(times->result.verdict)}, {"pairs", times->result.pairs},
          {"ratio", times->result.ratio.value},     {"low", times->result.ratio.low},
          {"high", times->result.ratio.high}};
}

Json calls_json(const std::vector<ReturnedCall>& calls) {
  Json all = Json::array();
  for (const ReturnedCall& call : calls)
    all.push_back({{"call", call.call}, {"returned", call.returned}});
  return all;
}

std::vector<ReturnedCall> read_calls(const Json& json) {
  std::vector<ReturnedCall> calls;
  for (const Json& call : json)
    calls.push_back({call.at("call").get<std::string>(), call.at("returned").get<std::string>()});
  return calls;
}

/// What is not a number, or infinite, is null.
double number_in(const Json& json, const char* key, double otherwise = 0) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : otherwise;
}

Json to_json(const GpuSubject& subject) {
  return {{"workload", subject.workload}, {"given", subject.given}, {"device", subject.device}};
}

GpuSubject subject_in(const Json& json) {
  return {json.at("workload").get<std::string>(), json.at("given").get<ParsedOptions>(),
          json.at("device").get<int>()};
}

std::optional<EditedTimes> read_times(const Json& json) {
  if (!json.is_object()) return {};
  EditedTimes times;
  times.original_ms = number_in(json, "original_ms");
  times.edited_ms = number_in(json, "edited_ms");
  times.result.verdict = decisions.at(json.at("decision").get<std::size_t>());
  times.result.pairs = json.at("pairs").get<std::size_t>();
  times.result.ratio = {number_in(json, "ratio"), number_in(json, "low"),
                        number_in(json, "high", std::numeric_limits<double>::infinity())};
  return times;
}

}  // namespace

std::string to_text(const GpuSubject& subject) {
  return Json{{"prepare", to_json(subject)}}.dump() + "\n";
}

std::optional<GpuSubject> read_gpu_subject(const std::string& text) {
  try {
    return subject_in(Json::parse(text).at("prepare"));
  } catch (const Json::exception&) {
    return {};
  }
}

std::string to_text(const GpuTask& task) {
  return Json{{"code", task.code},
              {"symbols", task.symbols},
              {"subject", to_json(task.subject)},
              {"seconds", task.seconds},
              {"calls", task.calls},
              {"all_sizes", task.sizes == CheckDepth::all}}
      .dump();
}

std::optional<GpuTask> read_gpu_task(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    GpuTask task;
    json.at("code").get_to(task.code);
    json.at("symbols").get_to(task.symbols);
    task.subject = subject_in(json.at("subject"));
    json.at("seconds").get_to(task.seconds);
    json.at("calls").get_to(task.calls);
    task.sizes = json.at("all_sizes").get<bool>() ? CheckDepth::all : CheckDepth::some;
    return task;
  } catch (const Json::exception&) {
    return {};
  }
}

std::string to_text(const CheckTask& task) {
  return Json{{"library", task.library},   {"workload", task.workload},
              {"given", task.given},       {"launch_seconds", task.launch_seconds},
              {"seconds", task.seconds},   {"memory", task.memory},
              {"share", task.share.index}, {"shares", task.share.of}}
      .dump();
}

CheckTask read_task(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    CheckTask task;
    json.at("library").get_to(task.library);
    json.at("workload").get_to(task.workload);
    json.at("given").get_to(task.given);
    json.at("launch_seconds").get_to(task.launch_seconds);
    json.at("seconds").get_to(task.seconds);
    json.at("memory").get_to(task.memory);
    json.at("share").get_to(task.share.index);
    json.at("shares").get_to(task.share.of);
    return task;
  } catch (const Json::exception& error) {
    throw Error(std::string("this is no check of a kernel: ") + error.what());
  }
}

std::string to_text(const KernelVerdict& verdict) {
  // What a user's source says may be no UTF-8.
  return Json{{"outcome", name_of(verdict.outcome)},
              {"text", verdict.text},
              {"advice", verdict.advice},
              {"launch", verdict.launch},
              {"scope", verdict.scope},
              {"error", verdict.error},
              {"worst", verdict.worst},
              {"tolerance", {verdict.tolerance.rms, verdict.tolerance.worst}},
              {"counted", verdict.counted},
              {"calls", calls_json(verdict.calls)},
              {"times", times_json(verdict.times)}}
             .dump(-1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

std::optional<KernelVerdict> read_verdict(const std::string& text) {
  std::optional<KernelVerdict> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    try {
      const Json json = Json::parse(line);
      KernelVerdict verdict;
      verdict.outcome = parse_outcome(json.at("outcome").get<std::string>());
      json.at("text").get_to(verdict.text);
      json.at("advice").get_to(verdict.advice);
      json.at("launch").get_to(verdict.launch);
      json.at("scope").get_to(verdict.scope);
      verdict.error = number_in(json, "error");
      verdict.worst = number_in(json, "worst");
      json.at("tolerance").at(0).get_to(verdict.tolerance.rms);
      json.at("tolerance").at(1).get_to(verdict.tolerance.worst);
      verdict.calls = read_calls(json.at("calls"));
      verdict.times = read_times(json.at("times"));
      verdict.counted = json.at("counted");
      found = std::move(verdict);
    } catch (const std::exception&) {
      continue;  // the kernel's own process may be broken in any way
    }
  }
  return found;
}

}  // namespace livewarp
