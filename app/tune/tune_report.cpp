#include "app/tune/tune_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/options/choice_options.h"
#include "app/tune/cross_sweep.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using Kind = Finding::Kind;

constexpr std::size_t shown = 10;  ///< of the ranking

std::string count_text(std::size_t count) { return grouped(std::int64_t(count)); }

std::string rate_text(const VariantResult& result) {
  const double rate = result.measurement->rate();
  const Prefix prefix = prefix_for(rate);
  return plain_number(rate / prefix.factor, 4) + " " + prefix.name +
         (prefix.name.empty() ? "" : " ") + result.variant.workload->info().item_rate;
}

std::string median_text(double ms) {
  return ms < 1 ? fmt::format("{:.2f} \u00b5s", 1000 * ms) : fmt::format("{:.4f} ms", ms);
}

std::string ranking_text(const Tuner& tuner) {
  const Search& search = tuner.search();
  const std::vector<std::size_t> first = search.ranking(shown);
  if (first.empty()) return {};
  double longest = 0, fastest = 0;
  for (const std::size_t at : first) {
    longest = std::max(longest, tuner.results()[at].measurement->step.median);
    fastest = std::max(fastest, tuner.results()[at].measurement->rate());
  }
  const bool micro = longest < 1;
  const Prefix prefix = prefix_for(fastest);
  std::string unit = tuner.space().settings.front().variant.workload->info().item_rate;
  if (!prefix.name.empty()) unit = prefix.name + " " + unit;
  TextTable table({{"setting"},
                   {micro ? "median \u00b5s" : "median ms", ColumnAlign::right},
                   {"\u00d7 best", ColumnAlign::right},
                   {"spread", ColumnAlign::right},
                   {unit, ColumnAlign::right},
                   {"error", ColumnAlign::right},
                   {""}});
  for (const std::size_t at : first) {
    const Finding& finding = search.finding(at);
    const VariantResult& result = tuner.results()[at];
    const Measurement& measured = *result.measurement;
    table.add(
        {setting_text(tuner.space(), tuner.space().settings[at]),
         fmt::format("{:.{}f}", measured.step.median * (micro ? 1000 : 1), micro ? 2 : 4),
         fmt::format("{:.3f}", finding.ms / search.finding(first[0]).ms),
         measured.step.count > 1 ? fmt::format("{:.1f} %", 100 * measured.step.spread) : "1 sample",
         plain_number(measured.rate() / prefix.factor, 4), error_text(result.check().error),
         finding.kind == Kind::cut_off               ? "cut off, provisional"
         : tuner.best() == at && at != first.front() ? "best, measured in turn"
                                                     : ""});
  }
  return table.text();
}

std::map<std::string, std::size_t> reasons_of(const Search& search, Kind kind) {
  std::map<std::string, std::size_t> reasons;
  for (std::size_t i = 0; i < search.size(); ++i)
    if (search.finding(i).kind == kind) ++reasons[search.finding(i).reason];
  return reasons;
}

std::string coverage_text(const Tuner& tuner, double seconds) {
  const Search& search = tuner.search();
  std::string text = seen_text(search.seen(), search.size()) + ": " + counts_text(search) + "\n";
  text[0] = 'S';
  if (search.seen() < search.size() && !tuner.interrupted())
    text += fmt::format(
        "The space is larger than {} s allow, and was searched from coarse to fine; all of it would "
        "take about {} s\n",
        shortest(seconds), plain_number(std::ceil(tuner.seconds_for_all()), 2));
  return text + reasons_text("Left out", reasons_of(search, Kind::left_out)) +
         reasons_text("Wrong", reasons_of(search, Kind::wrong)) +
         reasons_text("Refused", tuner.space().refused());
}

Json result_json(const PairedTest::Result& result) {
  return {{"verdict", name_of(result.verdict)},
          {"ratio", result.pairs ? Json(result.ratio.value) : Json()},
          {"low", result.ratio.low},
          {"high", std::isfinite(result.ratio.high) ? Json(result.ratio.high) : Json()},
          {"pairs", result.pairs}};
}

Json reasons_json(const std::map<std::string, std::size_t>& reasons) {
  Json json = Json::array();
  for (const auto& [reason, count] : reasons)
    json.push_back({{"reason", reason}, {"settings", count}});
  return json;
}

}  // namespace

std::string figures_text(const VariantResult& result) {
  std::string text =
      "median " + median_text(result.measurement->step.median) + ", " + rate_text(result);
  if (result.of_ceiling)
    text +=
        fmt::format(", {:.1f} % of {}", 100 * result.of_ceiling->share, result.of_ceiling->ceiling);
  return text + ", error " + error_text(result.check().error);
}

std::string best_verdict_text(const Tuner& tuner, const std::string& named) {
  const std::string no_share =
      tuner.trouble().empty() ? "" : "No share of a ceiling is known: " + tuner.trouble() + "\n";
  if (!tuner.runner_up()) return "No other setting was measured beside it.\n" + no_share;
  const SettingSpace& space = tuner.space();
  const std::string other =
      named.empty() ? setting_text(space, space.settings[*tuner.runner_up()]) : named;
  if (!tuner.verdict())
    return "UNDECIDED against " + other + ": they were not measured in turn" +
           (tuner.trouble().empty() ? "" : ": " + tuner.trouble()) + "\n";
  const TuneVerdict& verdict = *tuner.verdict();
  if (verdict.time.pairs == 0)
    return "UNDECIDED against " + other + ": " + no_pair_text(verdict.interrupted) + "\n";
  std::string text = verdict_words(verdict.time.verdict, other) + ": it takes " +
                     ratio_text(verdict.time, "its time") + "\n";
  if (verdict.cycles)
    text += "In SM clock cycles " + verdict_word(verdict.cycles->verdict) + ": " +
            ratio_text(*verdict.cycles, "its cycles") + "\n";
  return text + no_share;
}

std::string counts_text(const Search& search) {
  std::string text = count_text(search.count(Kind::measured)) + " measured";
  if (const std::size_t cut = search.count(Kind::cut_off))
    text += ", " + count_text(cut) + " cut off (more than 3 times as slow as the best)";
  if (const std::size_t out = search.count(Kind::left_out))
    text += ", " + count_text(out) + " left out";
  if (const std::size_t wrong = search.count(Kind::wrong))
    text += ", " + count_text(wrong) + " without a right result";
  return text;
}

std::string seen_text(std::size_t seen, std::size_t all) {
  return "seen " + count_text(seen) + " of " + count_text(all) +
         (all == 1 ? " setting" : " settings");
}

std::string tune_text(const Tuner& tuner, double seconds) {
  std::string text;
  if (const auto best = tuner.best()) {
    const SpaceSetting& setting = tuner.space().settings[*best];
    text = "Best: " + setting_text(tuner.space(), setting) + "\n  " +
           to_command_line(*setting.variant.workload, setting.variant.choice) + "\n  " +
           figures_text(tuner.results()[*best]) + "\n" + best_verdict_text(tuner) + "\n";
  } else {
    text = "No setting was measured.\n";
  }
  const std::string ranking = ranking_text(tuner);
  return text + ranking + (ranking.empty() ? "" : "\n") + coverage_text(tuner, seconds);
}

Json tune_json(const Tuner& tuner) {
  const Search& search = tuner.search();
  Json dimensions = Json::array();
  for (const Dimension& dimension : tuner.space().dimensions)
    dimensions.push_back({{"id", dimension.id}, {"values", dimension.values}});
  Json json{{"dimensions", std::move(dimensions)},
            {"settings", search.size()},
            {"seen", search.seen()},
            {"measured", search.count(Kind::measured)},
            {"cut_off", search.count(Kind::cut_off)},
            {"left_out", reasons_json(reasons_of(search, Kind::left_out))},
            {"wrong", reasons_json(reasons_of(search, Kind::wrong))},
            {"refused", reasons_json(tuner.space().refused())},
            {"best", nullptr},
            {"runner_up", nullptr},
            {"time", nullptr},
            {"cycles", nullptr}};
  const auto command = [&](std::size_t at) {
    const SelectedVariant& variant = tuner.space().settings[at].variant;
    return to_command_line(*variant.workload, variant.choice);
  };
  if (tuner.best()) json["best"] = command(*tuner.best());
  if (tuner.runner_up()) json["runner_up"] = command(*tuner.runner_up());
  if (tuner.verdict()) json["time"] = result_json(tuner.verdict()->time);
  if (tuner.verdict() && tuner.verdict()->cycles)
    json["cycles"] = result_json(*tuner.verdict()->cycles);
  return json;
}

std::vector<VariantResult> seen_results(const Tuner& tuner) {
  std::vector<VariantResult> results;
  const std::vector<std::size_t> ranking = tuner.search().ranking(tuner.search().size());
  results.reserve(ranking.size());
  for (const std::size_t at : ranking) results.push_back(tuner.results()[at]);
  for (std::size_t i = 0; i < tuner.results().size(); ++i) {
    const VariantResult& result = tuner.results()[i];
    if (!result.variant.info || tuner.search().finding(i).has_time()) continue;
    results.push_back(result);
    if (tuner.search().finding(i).kind == Kind::left_out)
      results.back().variant.skip = tuner.search().finding(i).reason;
  }
  return results;
}

}  // namespace livewarp
