#include "app/edit/check_protocol.h"

#include <array>
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

}  // namespace

std::string to_text(const CheckTask& task) {
  return Json{{"library", task.library}, {"workload", task.workload},
              {"given", task.given},     {"launch_seconds", task.launch_seconds},
              {"seconds", task.seconds}, {"memory", task.memory}}
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
              {"scope", verdict.scope},
              {"error", verdict.error},
              {"worst", verdict.worst},
              {"counted", verdict.counted}}
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
      json.at("scope").get_to(verdict.scope);
      // What is not a number is null.
      const auto number = [&](const char* key) {
        return json.at(key).is_number() ? json.at(key).get<double>() : 0;
      };
      verdict.error = number("error");
      verdict.worst = number("worst");
      verdict.counted = json.at("counted");
      found = std::move(verdict);
    } catch (const std::exception&) {
      continue;  // the kernel's own process may be broken in any way
    }
  }
  return found;
}

}  // namespace livewarp
