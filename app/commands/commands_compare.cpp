#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/commands/report_comparison.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// A number of a verified result; 0 where there is none.
double number_of(const Json& result, const char* key) {
  const auto found = result.find(key);
  const bool verified = result.value("verified", false);
  return verified && found != result.end() && found->is_number() ? found->get<double>() : 0;
}

std::string time_text(double ms) { return ms > 0 ? plain_number(ms, 4) : missing; }
std::string ratio_text(double b, double a) {
  return a > 0 && b > 0 ? fmt::format("{:.3f}", b / a) : missing;
}

std::string why_no_time(const Json& result) {
  if (number_of(result, "median_ms") > 0) return "";
  const auto reason = result.find("no_time");
  if (reason != result.end() && reason->is_string()) return reason->get<std::string>();
  return result.value("verified", false) ? "not timed" : "not verified";
}

/// Clocks that were not alike are no property of the code.
std::string clocks_text(const Json& a, const Json& b) {
  const double of_a = number_of(a, "sm_clock_mhz"), of_b = number_of(b, "sm_clock_mhz");
  if (of_a <= 0 || of_b <= 0 || std::abs(of_a / of_b - 1) < 0.01) return "";
  return fmt::format("SM clock {:.0f} | {:.0f} MHz", of_a, of_b);
}

std::string remark(const ReportPair& pair) {
  std::vector<std::string> parts = pair.differences;
  const std::string no_a = why_no_time(*pair.a), no_b = why_no_time(*pair.b);
  if (!no_a.empty()) parts.push_back("A: " + no_a);
  if (!no_b.empty()) parts.push_back("B: " + no_b);
  if (const std::string clocks = clocks_text(*pair.a, *pair.b); !clocks.empty())
    parts.push_back(clocks);
  return joined(parts);
}

class CompareCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"two saved results side by side, and what differs between them",
            "Puts what two runs of bench or verify wrote with --json side by side, variant by "
            "variant: of two machines, or of one before and after a change. Ratios are B's by A's. "
            "Only verified results have times."};
  }
  void declare(CLI::App& app, const CommandScope&) override {
    OptionGroup files(app, "Files:");
    files.positional(
        "A", true, [this](const std::string& path) { a_ = path; }, "What bench --json wrote.");
    files.positional(
        "B", true, [this](const std::string& path) { b_ = path; }, "The same of another run.");
  }
  int run(const Context& context) override {
    const SavedReport a = read_report(a_), b = read_report(b_);
    *context.out << "A: " << a.path << "\nB: " << b.path << "\n";
    for (const std::string& line : report_differences(a, b)) *context.out << line << "\n";
    const std::vector<ReportPair> pairs = common_variants(a, b);
    if (pairs.empty()) {
      *context.err << "livewarp: the two have no variant in common\n";
      return exit_wrong;
    }
    *context.out << "\n" << table(pairs);
    const auto alone = a.content["results"].size() + b.content["results"].size() - 2 * pairs.size();
    if (alone > 0)
      *context.out << "\n"
                   << grouped(std::int64_t(alone))
                   << (alone == 1 ? " result stands" : " results stand")
                   << " in one of them only\n";
    return exit_ok;
  }

 private:
  static std::string table(const std::vector<ReportPair>& pairs) {
    TextTable table({{"variant"},
                     {"memory"},
                     {"A ms", ColumnAlign::right},
                     {"B ms", ColumnAlign::right},
                     {"time B/A", ColumnAlign::right},
                     {"rate B/A", ColumnAlign::right},
                     {"A | B"}});
    for (const ReportPair& pair : pairs) {
      const double a = number_of(*pair.a, "median_ms"), b = number_of(*pair.b, "median_ms");
      // Times of other work are no ratio; a rate may be.
      const bool alike = pair.differences.empty();
      table.add(
          {(*pair.a)["workload"].get<std::string>() + " " + (*pair.a)["variant"].get<std::string>(),
           (*pair.a)["memory"].get<std::string>(), time_text(a), time_text(b),
           alike ? ratio_text(b, a) : missing,
           ratio_text(number_of(*pair.b, "rate"), number_of(*pair.a, "rate")), remark(pair)});
    }
    return table.text();
  }

  std::string a_, b_;
};

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace livewarp
