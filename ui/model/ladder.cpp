#include "ui/model/ladder.h"

#include <algorithm>

#include "kernels/core/measure/ceilings.h"

namespace livewarp::ui {

namespace {

std::string reason_of(const VariantEntry& variant) {
  if (!variant.reason.empty()) return variant.reason;
  if (variant.check.verdict == Verdict::failed) return variant.check.failure;
  return "not measured yet";
}

void add_bench(LadderRung& rung, const VariantEntry& variant, const Model& model) {
  rung.running = variant.running;
  rung.wrong = variant.check.verdict == Verdict::failed;
  if (!rung.wrong && variant.reason.empty() && variant.bench && variant.bench->count > 0)
    rung.ms = variant.bench->median;
  else
    rung.reason = reason_of(variant);
  if (!rung.timed()) return;
  rung.spread = variant.bench->spread;
  const auto of = of_ceiling(variant.cost, rung.ms / 1000, model.ceilings, variant.info->backend);
  if (!of) return;
  rung.ceiling = of->ceiling;
  rung.bound_ms = of->share * rung.ms;
}

const TextFigure* figure_of(const LadderRung& rung, const TextSource& source) {
  const auto found = std::ranges::find(rung.history, source, &TextFigure::source);
  return found == rung.history.end() ? nullptr : &*found;
}

/// Every source once, in the order of the rungs.
std::vector<TextSource> sources_of(const Ladder& ladder) {
  std::vector<TextSource> sources;
  for (const LadderRung& rung : ladder.rungs)
    for (const TextFigure& figure : rung.history)
      if (std::ranges::find(sources, figure.source) == sources.end())
        sources.push_back(figure.source);
  return sources;
}

/// Of one source, the first rung's first.
std::vector<LadderGhost> ghosts_of(const Ladder& ladder, const TextSource& source) {
  std::vector<LadderGhost> ghosts;
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
    const TextFigure* const figure = figure_of(ladder.rungs[i], source);
    if (figure && figure->ms > 0) ghosts.push_back({i, 0, figure->ms, 0, 1});
  }
  if (ghosts.size() < 2 || !ladder.rungs[ghosts.front().rung].timed()) return {};
  const double here = speed_of(ladder, ladder.rungs[ghosts.front().rung].ms);
  const double there = ghosts.front().ms;
  for (LadderGhost& ghost : ghosts) {
    ghost.ratio = there / ghost.ms;
    ghost.speed = here * ghost.ratio;
  }
  return ghosts;
}

}  // namespace

std::vector<TextFigure> history_of(const VariantInfo& variant, const Values& launch) {
  std::vector<TextFigure> figures;
  for (const TextFigure& figure : variant.history) {
    const bool belongs = std::ranges::all_of(figure.launch, [&](const auto& value) {
      const auto at = launch.find(value.first);
      return at != launch.end() && at->second == value.second;
    });
    if (belongs) figures.push_back(figure);
  }
  return figures;
}

LadderRung rung_of(const VariantInfo& variant, const Values& launch) {
  LadderRung rung{.variant = variant.name, .title = variant.title};
  rung.library = variant.library;
  if (const auto at = launch.find("operands"); at != launch.end())
    if (const std::string operands = get_text(launch, "operands"); operands != "fp32")
      rung.operands = operands;
  rung.history = history_of(variant, launch);
  return rung;
}

void put_libraries_last(Ladder& ladder) {
  std::stable_partition(ladder.rungs.begin(), ladder.rungs.end(),
                        [](const LadderRung& rung) { return rung.library.empty(); });
}

void keep_operands(Ladder& ladder, const std::string& operands) {
  const auto others = std::erase_if(
      ladder.rungs, [&](const LadderRung& rung) { return rung.operands != operands; });
  if (others > 0) ladder.title += ", operands in " + (operands.empty() ? "fp32" : operands);
}

Ladder ladder_of(const Model& model) {
  Ladder ladder;
  if (!model.workload || !model.variant) return ladder;
  ladder.title = model.workload->info().title + ", variant by variant";
  std::string operands;
  for (const VariantEntry& variant : model.variants) {
    if (variant.info->backend != model.variant->backend) continue;
    LadderRung rung = rung_of(*variant.info, variant.choice.launch);
    add_bench(rung, variant, model);
    if (rung.running) operands = rung.operands;
    ladder.partial = ladder.partial || (rung.timed() && variant.partial);
    ladder.rungs.push_back(std::move(rung));
  }
  put_libraries_last(ladder);
  keep_operands(ladder, operands);
  return ladder;
}

const LadderRung* base_of(const Ladder& ladder) {
  const auto found = std::ranges::find_if(ladder.rungs, &LadderRung::timed);
  return found == ladder.rungs.end() ? nullptr : &*found;
}

LadderHistory history_of(const Ladder& ladder) {
  LadderHistory history;
  for (const TextSource& source : sources_of(ladder)) {
    std::vector<LadderGhost> ghosts = ghosts_of(ladder, source);
    if (ghosts.empty()) continue;
    for (LadderGhost& ghost : ghosts) ghost.source = history.sources.size();
    history.sources.push_back({source, ghosts.front().rung});
    history.ghosts.insert(history.ghosts.end(), ghosts.begin(), ghosts.end());
  }
  return history;
}

std::optional<LadderBound> bound_of(const Ladder& ladder) {
  const LadderRung* fastest = nullptr;
  for (const LadderRung& rung : ladder.rungs)
    if (rung.timed() && rung.bound_ms > 0 && rung.bound_ms <= rung.ms &&
        (!fastest || rung.ms < fastest->ms))
      fastest = &rung;
  if (!fastest) return {};
  return LadderBound{fastest->ceiling, fastest->bound_ms};
}

double speed_of(const Ladder& ladder, double ms) {
  const LadderRung* const base = base_of(ladder);
  return base && ms > 0 ? base->ms / ms : 0;
}

double highest_of(const Ladder& ladder, const LadderHistory& history) {
  double highest = 0;
  for (const LadderRung& rung : ladder.rungs)
    highest = std::max(highest, speed_of(ladder, rung.ms));
  for (const LadderGhost& ghost : history.ghosts) highest = std::max(highest, ghost.speed);
  constexpr double distant = 2;
  const auto bound = bound_of(ladder);
  const double limit = bound ? speed_of(ladder, bound->ms) : 0;
  return limit > distant * highest ? highest : std::max(highest, limit);
}

std::string bound_text(const Ladder& ladder, const LadderBound& bound, double highest) {
  const std::string alone = bound.ceiling + " alone " + time_text(bound.ms);
  const double speed = speed_of(ladder, bound.ms);
  if (speed <= highest) return alone + " \u00b7 model";
  double fastest = 0;
  for (const LadderRung& rung : ladder.rungs)
    fastest = std::max(fastest, speed_of(ladder, rung.ms));
  return alone + ", " + factor_text(speed / fastest) +
         " as fast as the fastest: beyond this edge \u00b7 model";
}

ColumnUnit unit_of(const Ladder& ladder) {
  double longest = 0;
  for (const LadderRung& rung : ladder.rungs) longest = std::max(longest, rung.ms);
  return column_unit(longest);
}

std::string figure_text(const TextFigure& figure) {
  const TimeUnit unit = time_unit(figure.ms);
  return trimmed(figure.ms * unit.per_ms, 4) + " " + unit.name;
}

std::string doubt_of(const LadderRung& rung) {
  constexpr double noisy_from = 0.05;
  return rung.timed() && rung.spread > noisy_from ? "noisy" : "";
}

std::string factor_text(double ratio) { return significant(ratio, 3) + "\u00d7"; }

std::string source_text(const Ladder& ladder, const LadderSource& source) {
  return livewarp::source_text(source.source) + ": history, scaled so that " +
         ladder.rungs[source.first].title + " is as fast as here";
}

std::string about_rung(const Ladder& ladder, std::size_t index) {
  const LadderRung& rung = ladder.rungs[index];
  std::string text = rung.title;
  if (!rung.library.empty()) text += ", a call of " + rung.library;
  text += ": " + (rung.timed() ? time_text(rung.ms) + " a step" : rung.reason);
  if (const std::string doubt = doubt_of(rung); !doubt.empty())
    text += ", " + doubt + ", spread " + percent(rung.spread);
  const LadderRung* const base = base_of(ladder);
  if (rung.timed() && base && base != &rung)
    text += ", " + factor_text(speed_of(ladder, rung.ms)) + " as fast as " + base->title;
  if (rung.timed() && rung.bound_ms > 0)
    text += "\n" + percent(rung.bound_ms / rung.ms) + " of " + rung.ceiling;
  const LadderHistory history = history_of(ladder);
  for (const TextFigure& figure : rung.history) {
    text += "\n" + livewarp::source_text(figure.source) + ": " + figure_text(figure) +
            " at its own size, never measured here";
    for (const LadderGhost& ghost : history.ghosts)
      if (ghost.rung == index && history.sources[ghost.source].source == figure.source &&
          history.sources[ghost.source].first != index)
        text += "; " + factor_text(ghost.ratio) + " as fast as its " +
                ladder.rungs[history.sources[ghost.source].first].title;
  }
  return text;
}

}  // namespace livewarp::ui
