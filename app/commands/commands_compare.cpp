#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/reports/report_comparison.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string time_text(double ms) { return ms > 0 ? plain_number(ms, 4) : missing; }
std::string ratio_text(double b, double a) {
  return a > 0 && b > 0 ? fmt::format("{:.3f}", b / a) : missing;
}

/// Clocks that were not alike are no property of the code.
std::string clocks_text(const SavedResult& a, const SavedResult& b) {
  if (a.sm_clock_mhz <= 0 || b.sm_clock_mhz <= 0 ||
      std::abs(a.sm_clock_mhz / b.sm_clock_mhz - 1) < 0.01)
    return "";
  return fmt::format("SM clock {:.0f} | {:.0f} MHz", a.sm_clock_mhz, b.sm_clock_mhz);
}

std::string remark(const ReportPair& pair) {
  std::vector<std::string> parts;
  for (const Difference& each : pair.differences)
    parts.push_back(each.id + " " + each.a + " | " + each.b);
  if (!pair.a->is_timed()) parts.push_back("A: " + pair.a->no_time);
  if (!pair.b->is_timed()) parts.push_back("B: " + pair.b->no_time);
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
    const auto alone = a.results.size() + b.results.size() - 2 * pairs.size();
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
      const SavedResult &a = *pair.a, &b = *pair.b;
      // Times of other work are no ratio; a rate may be.
      const bool alike = pair.differences.empty();
      table.add({a.workload + " " + a.variant, a.memory, time_text(a.median_ms),
                 time_text(b.median_ms), alike ? ratio_text(b.median_ms, a.median_ms) : missing,
                 ratio_text(b.rate, a.rate), remark(pair)});
    }
    return table.text();
  }

  std::string a_, b_;
};

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace livewarp
