#include "app/experiments/partners.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>
#include <string_view>

#include "app/base/running_child.h"
#include "app/base/table.h"
#include "app/measure/json_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

constexpr double seconds_to_end = 30;  ///< beyond those that they work

class WrongResult : public Error {
  using Error::Error;
};

/// One process, and what it has said line by line.
class Partner {
 public:
  explicit Partner(const ChildRequest& request) : child_(request) {}

  RunningChild& child() { return child_; }
  /// False once it says no more.
  bool listen() { return child_.listen(10ms); }
  bool said(std::ptrdiff_t lines) const { return std::ranges::count(child_.out(), '\n') >= lines; }
  std::string line(std::size_t index) const {
    std::istringstream all(child_.out());
    std::string line;
    for (std::size_t i = 0; i <= index; ++i) std::getline(all, line);
    return line;
  }
  /// Throws what it says of itself, or how it ended.
  [[noreturn]] void fail();
  void throw_if_wrong(const Json& said) const {
    if (said.contains("wrong")) throw WrongResult(said["wrong"].get<std::string>());
  }

 private:
  RunningChild child_;
};

void Partner::fail() {
  const int status = child_.wait();
  std::string why = child_.error().substr(0, child_.error().find('\n'));
  if (constexpr std::string_view name = "livewarp: "; why.starts_with(name))
    why.erase(0, name.size());
  throw Error(why.empty() ? "a process ended with code " + std::to_string(status)
                          : printable(why, 300));
}

using Partners = std::vector<std::unique_ptr<Partner>>;

/// Until each has said so many lines.
void await_lines(Partners& partners, std::ptrdiff_t lines, double seconds,
                 const std::stop_token& stop, const char* too_late) {
  const auto limit = Steady::now() + std::chrono::duration<double>(seconds);
  for (const auto& partner : partners)
    while (!partner->said(lines)) {
      if (stop.stop_requested()) throw Cancelled();
      if (Steady::now() > limit)
        throw Error(std::string("a process ") + too_late + " within " + plain_number(seconds, 3) +
                    " s, and was ended");
      if (!partner->listen() && !partner->said(lines)) partner->fail();
    }
}

void start_together(Partners& partners) {
  const auto start = (Steady::now() + 50ms).time_since_epoch();
  const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(start).count();
  for (const auto& partner : partners) partner->child().tell(std::to_string(count) + "\n");
}

double rate_of(const Partner& partner) {
  const Json said = Json::parse(partner.line(1));
  partner.throw_if_wrong(said);
  return said.at("problems").get<double>() / said.at("seconds").get<double>();
}

std::vector<double> rates(Partners& partners, const PartnersRequest& request) {
  await_lines(partners, 1, request.seconds_to_start, request.stop, "was not ready");
  for (const auto& partner : partners)
    if (partner->line(0) != "ready") partner->throw_if_wrong(Json::parse(partner->line(0)));
  request.ready();
  start_together(partners);
  await_lines(partners, 2, request.seconds + seconds_to_end, request.stop, "did not end");
  std::vector<double> all;
  for (const auto& partner : partners) all.push_back(rate_of(*partner));
  return all;
}

}  // namespace

PartnersResult run_partners(const PartnersRequest& request) {
  PartnersResult result;
  Partners partners;
  // A process that is ended in the middle of a kernel could disturb the other: it is asked first.
  const auto end_all = [&] {
    for (const auto& partner : partners) partner->child().end(2s);
  };
  try {
    for (int i = 0; i < request.processes; ++i)
      partners.push_back(
          std::make_unique<Partner>(ChildRequest{request.command, request.environment}));
    result.per_second = rates(partners, request);
  } catch (const Cancelled&) {
    end_all();
    throw;
  } catch (const WrongResult& wrong) {
    result.wrong = true;
    result.why_not = wrong.what();
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  end_all();
  return result;
}

}  // namespace livewarp
