#include "app/tune/setting_graphs.h"

#include <algorithm>
#include <limits>
#include <set>

#include "kernels/core/base/text.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

using Kind = Finding::Kind;
using State = HeatCell::State;

State state_of(Kind kind) {
  switch (kind) {
  case Kind::unseen: return State::unseen;
  case Kind::measured: return State::measured;
  case Kind::cut_off: return State::cut_off;
  case Kind::left_out: return State::refused;
  case Kind::wrong: break;
  }
  return State::wrong;
}

/// Which of two findings a cell shows: a time before none, the better time, else what is not yet
/// known.
bool is_shown_before(const Finding& a, const Finding& b) {
  const auto order = [](Kind kind) {
    constexpr int orders[]{2, 0, 1, 3, 4};  // unseen, measured, cut off, left out, wrong
    return orders[int(kind)];
  };
  if (a.kind != b.kind) return order(a.kind) < order(b.kind);
  return a.ms < b.ms;
}

double best_of(std::span<const Finding> findings) {
  double best = std::numeric_limits<double>::infinity();
  for (const Finding& finding : findings)
    if (finding.kind == Kind::measured) best = std::min(best, finding.ms);
  if (best == std::numeric_limits<double>::infinity())
    for (const Finding& finding : findings)
      if (finding.has_time()) best = std::min(best, finding.ms);
  return best;
}

/// "block", "items per thread", "size".
std::string words_of(const Dimension& dimension) {
  if (dimension.id == "size") return "size";
  const std::string text = lowered(dimension.label);
  return text.substr(0, text.find(','));
}

/// What the window calls a value of a dimension.
std::string name_of(const SpaceSetting& setting, const Dimension& dimension, std::size_t d) {
  const VariantInfo& info = *setting.variant.info;
  if (dimension.id == "variant") return info.title;
  const std::string& value = dimension.values[std::size_t(setting.places[d])];
  const auto axis = std::ranges::find(info.axes, dimension.id, &Param::id);
  if (axis == info.axes.end()) return value;
  const auto option = std::ranges::find(axis->options, value, &Option::id);
  return option == axis->options.end() ? value : option->label;
}

std::vector<std::string> names_of(const SettingSpace& space, std::size_t d) {
  std::vector<std::string> names = space.dimensions[d].values;
  for (const SpaceSetting& setting : space.settings)
    if (setting.places[d] >= 0)
      names[std::size_t(setting.places[d])] = name_of(setting, space.dimensions[d], d);
  return names;
}

/// What stands at its best, and what was the same for all.
std::string others_text(const SettingSpace& space, std::span<const std::size_t> shown) {
  std::vector<std::string> varied, fixed;
  for (std::size_t d = 0; d < space.dimensions.size(); ++d) {
    const Dimension& dimension = space.dimensions[d];
    if (std::ranges::count(shown, d) > 0) continue;
    if (dimension.values.size() > 1)
      varied.push_back(words_of(dimension));
    else if (!dimension.values.empty())
      fixed.push_back(dimension.id == "variant" ? dimension.values[0]
                                                : words_of(dimension) + " " + dimension.values[0]);
  }
  const SelectedVariant& first = space.settings.front().variant;
  if (std::ranges::count(space.dimensions, "variant", &Dimension::id) == 0)
    fixed.insert(fixed.begin(), first.info->title);
  if (!space.varies("size"))
    for (const std::string& id : first.workload->info().size_params)
      fixed.push_back(id + " " + grouped(get_integer(first.choice.problem, id)));
  std::string text = joined(fixed);
  if (!varied.empty()) text += (text.empty() ? "" : "; ") + joined(varied) + " at their best";
  return text;
}

/// Why no setting has two values: one reason for each cell, by rows.
class CellReasons {
 public:
  CellReasons(const SettingSpace& space, std::size_t x, std::size_t y)
      : space_(space), columns_(int(space.dimensions[x].values.size())),
        rows_(int(space.dimensions[y].values.size())),
        reasons_(std::size_t(columns_) * std::size_t(rows_)) {
    // A variant that lacks the other axis has no cell, whatever else of it cannot be.
    for (const SpaceSetting& setting : space.settings) {
      const int column = setting.places[x], row = setting.places[y];
      if (column < 0) keep(-1, row, lacks(setting, x));
      if (row < 0) keep(column, -1, lacks(setting, y));
    }
    for (const Refusal& refusal : space.refusals)
      keep(refusal.places[x], refusal.places[y], refusal.reason);
  }
  const std::string& at(std::size_t place) const { return reasons_[place]; }

 private:
  std::string lacks(const SpaceSetting& setting, std::size_t d) const {
    return setting.variant.info->title + " has no " + words_of(space_.dimensions[d]);
  }
  /// The first one stays; -1: of all columns, or of all rows. One of both says nothing of a cell.
  void keep(int column, int row, const std::string& reason) {
    if ((column == -1 && row == -1) || column < -1 || row < -1) return;
    if (!seen_.emplace(column, row).second) return;
    for (int c = std::max(column, 0); c <= (column < 0 ? columns_ - 1 : column); ++c)
      for (int r = std::max(row, 0); r <= (row < 0 ? rows_ - 1 : row); ++r) {
        std::string& kept = reasons_[std::size_t(r) * std::size_t(columns_) + std::size_t(c)];
        if (kept.empty()) kept = reason;
      }
  }

  const SettingSpace& space_;
  int columns_, rows_;
  std::vector<std::string> reasons_;
  std::set<std::pair<int, int>> seen_;
};

}  // namespace

std::string setting_words(const SettingSpace& space, const SpaceSetting& setting,
                          const SpaceSetting* unlike) {
  std::string text;
  for (std::size_t d = 0; d < space.dimensions.size(); ++d) {
    if (setting.places[d] < 0 || (unlike && unlike->places[d] == setting.places[d])) continue;
    const Dimension& dimension = space.dimensions[d];
    const bool bare = dimension.id == "variant" || dimension.id == "memory";
    if (!text.empty()) text += " \u00b7 ";
    text += (bare ? "" : words_of(dimension) + " ") + name_of(setting, dimension, d);
  }
  return text;
}

double compared_scale(const SettingSpace& space, const SpaceSetting& setting) {
  if (!space.varies("size")) return 1;
  const auto items = [](const SpaceSetting& of) {
    return of.variant.workload->cost(of.variant.choice).of_one_time_step().items;
  };
  return items(space.settings.front()) / items(setting);
}

HeatMap heat_map(const SettingSpace& space, std::span<const Finding> findings, std::size_t x,
                 std::size_t y, const HeatMarks& marks) {
  const Dimension &of_x = space.dimensions[x], &of_y = space.dimensions[y];
  HeatMap map{.title = "Time over " + words_of(of_x) + " and " + words_of(of_y),
              .setting = others_text(space, std::vector{x, y}),
              .x_label = of_x.label,
              .y_label = of_y.label,
              .x = names_of(space, x),
              .y = names_of(space, y),
              .cells = std::vector<HeatCell>(of_x.values.size() * of_y.values.size()),
              .per_item = space.varies("size")};
  const auto place_of = [&](std::size_t setting) -> std::optional<std::size_t> {
    const int column = space.settings[setting].places[x], row = space.settings[setting].places[y];
    if (column < 0 || row < 0) return {};
    return std::size_t(row) * map.x.size() + std::size_t(column);
  };
  for (std::size_t i = 0; i < space.settings.size(); ++i) {
    const auto place = place_of(i);
    if (!place) continue;
    std::optional<std::size_t>& shown = map.cells[*place].place;
    if (!shown || i == marks.best ||
        (*shown != marks.best && is_shown_before(findings[i], findings[*shown])))
      shown = i;
  }
  const CellReasons reasons(space, x, y);
  const double best = marks.best ? findings[*marks.best].ms : best_of(findings);
  for (std::size_t place = 0; place < map.cells.size(); ++place) {
    HeatCell& cell = map.cells[place];
    if (!cell.place) {
      cell.reason = reasons.at(place);
      if (!cell.reason.empty()) cell.state = State::refused;
      continue;
    }
    const Finding& finding = findings[*cell.place];
    const SpaceSetting& setting = space.settings[*cell.place];
    cell.state = state_of(finding.kind);
    cell.setting = setting_words(space, setting);
    cell.reason = finding.reason;
    if (!finding.has_time()) continue;
    cell.ms = finding.ms / compared_scale(space, setting);
    cell.ratio = finding.ms / best;
    const bool fastest = finding.kind == Kind::measured && finding.ms == best;
    if (marks.best ? cell.place == marks.best : fastest) map.best = place;
  }
  if (marks.running)
    if (const auto setting = setting_of(space, *marks.running)) map.running = place_of(*setting);
  return map;
}

std::pair<std::size_t, std::size_t> fullest_axes(const SettingSpace& space) {
  std::vector<std::size_t> varied;
  for (std::size_t d = 0; d < space.dimensions.size(); ++d)
    if (space.dimensions[d].values.size() > 1) varied.push_back(d);
  if (varied.empty()) return {0, 0};
  std::pair<std::size_t, std::size_t> best{varied[0], varied[0]};
  std::size_t most = 0;
  for (const std::size_t x : varied)
    for (const std::size_t y : varied) {
      if (x == y || space.dimensions[x].id == "variant") continue;
      std::set<std::pair<int, int>> cells;
      for (const SpaceSetting& setting : space.settings)
        if (setting.places[x] >= 0 && setting.places[y] >= 0)
          cells.emplace(setting.places[x], setting.places[y]);
      if (cells.size() <= most) continue;
      most = cells.size();
      best = {x, y};
    }
  return best;
}

Graph value_graph(const SettingSpace& space, std::span<const Finding> findings,
                  std::size_t dimension) {
  const Dimension& of = space.dimensions[dimension];
  Graph graph;
  graph.title = "Time against " + words_of(of);
  graph.setting = others_text(space, std::vector{dimension});
  graph.x_label = of.label;
  graph.places = of.values;
  Curve curve{"best \u00b7 bench", CurveKind::bench, 0, {}};
  for (std::size_t value = 0; value < of.values.size(); ++value) {
    const Finding* best = nullptr;
    std::size_t place = 0;
    for (std::size_t i = 0; i < space.settings.size(); ++i)
      if (space.settings[i].places[dimension] == int(value) && findings[i].has_time() &&
          (!best || is_shown_before(findings[i], *best))) {
        best = &findings[i];
        place = i;
      }
    if (!best) continue;
    const SpaceSetting& setting = space.settings[place];
    const double ms = best->ms / compared_scale(space, setting);
    curve.points.push_back({double(value), ms, ms, ms, setting_words(space, setting)});
  }
  if (!curve.points.empty()) graph.curves.push_back(std::move(curve));
  return graph;
}

std::optional<std::size_t> setting_of(const SettingSpace& space, const Choice& choice) {
  for (std::size_t i = 0; i < space.settings.size(); ++i) {
    const Choice& one = space.settings[i].variant.choice;
    if (one.variant == choice.variant && one.launch == choice.launch &&
        one.problem == choice.problem &&
        (one.memory == choice.memory || space.settings[i].variant.executor != Executor::cuda))
      return i;
  }
  return {};
}

}  // namespace livewarp
