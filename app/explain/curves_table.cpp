#include "app/explain/curves_table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/explain/parameter_curves.h"
#include "app/telemetry/json_number.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

constexpr std::size_t reasons_width = 100, reasons_indent = 4;

std::vector<Quantity> predicted_quantities(const ui::CurvesView& view) {
  std::vector<Quantity> all;
  for (const ui::CurvePoint& point : view.points)
    for (const Prediction& one : point.predicted.predictions)
      if (std::ranges::find(all, one.quantity) == all.end()) all.push_back(one.quantity);
  return all;
}

std::optional<double> predicted_of(const ui::CurvePoint& point, Quantity quantity) {
  for (const Prediction& one : point.predicted.predictions)
    if (one.quantity == quantity) return one.value;
  return {};
}

/// What was counted, with what was predicted of that size.
std::optional<std::pair<Prediction, double>> counted_of(const ui::CurvePoint& point,
                                                        Quantity quantity) {
  if (!point.count) return {};
  const auto& predictions = point.count->predicted.predictions;
  for (std::size_t i = 0; i < predictions.size(); ++i)
    if (predictions[i].quantity == quantity && point.count->counted[i])
      return std::pair(predictions[i], *point.count->counted[i]);
  return {};
}

std::string number_text(const std::optional<double>& value) {
  return value ? plain_number(*value, 4) : missing;
}

std::string ms_text(double ms) { return ms > 0 ? fmt::format("{:.4f}", ms) : missing; }

bool is_counted(const ui::CurvesView& view, Quantity quantity) {
  return std::ranges::any_of(view.points, [&](const ui::CurvePoint& point) {
    return counted_of(point, quantity).has_value();
  });
}

bool is_timed(const ui::CurvesView& view) {
  return std::ranges::any_of(view.points,
                             [](const ui::CurvePoint& point) { return point.time.has_value(); });
}

TextTable table_of(const ui::CurvesView& view, const std::vector<Quantity>& quantities) {
  std::vector<TextTable::Column> columns{{view.over, ColumnAlign::right}};
  for (const Quantity quantity : quantities) {
    columns.push_back({info_of(quantity).label, ColumnAlign::right});
    if (is_counted(view, quantity)) columns.push_back({"counted", ColumnAlign::right});
  }
  if (is_timed(view))
    for (const char* const heading : {"median ms", "bound ms", "of it"})
      columns.push_back({heading, ColumnAlign::right});
  return TextTable(std::move(columns));
}

/// A reason, and the values that it is the reason of.
using Reasons = std::vector<std::pair<std::string, std::vector<std::string>>>;

void add_reason(Reasons& reasons, const std::string& reason, const std::string& value) {
  if (reason.empty()) return;
  auto found = std::ranges::find(reasons, reason, &Reasons::value_type::first);
  if (found == reasons.end()) found = reasons.insert(reasons.end(), {reason, {}});
  found->second.push_back(value);
}

std::string reasons_text(const ui::CurvesView& view) {
  Reasons predicted, counted, timed;
  for (const ui::CurvePoint& point : view.points) {
    add_reason(predicted, point.refusal.empty() ? point.predicted.absent : point.refusal,
               point.text);
    add_reason(counted, point.uncounted, point.text);
    add_reason(timed, point.untimed, point.text);
  }
  std::string text;
  const auto tell = [&](const char* what, const Reasons& reasons) {
    for (const auto& [reason, values] : reasons) {
      std::string line = std::string(what) + ": " + reason;
      if (values.size() < view.points.size()) line += " (" + view.over + " " + joined(values) + ")";
      text += wrapped(line, reasons_width, reasons_indent) + "\n";
    }
  };
  tell("not computed", predicted);
  tell("not counted", counted);
  tell("not timed", timed);
  return text;
}

Json point_json(const ui::CurvePoint& point, const std::vector<Quantity>& quantities) {
  Json predicted = Json::object(), counted = Json::object(), agree = Json::object();
  for (const Quantity quantity : quantities) {
    const char* const id = info_of(quantity).id;
    if (const auto value = predicted_of(point, quantity)) predicted[id] = json_number(*value);
    if (const auto found = counted_of(point, quantity)) {
      counted[id] = json_number(found->second);
      agree[id] = agrees(found->first, found->second);
    }
  }
  const auto known = [](double ms) { return ms > 0 ? json_number(ms) : Json(); };
  const auto reason = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  const ui::CurveTime time = point.time.value_or(ui::CurveTime{});
  return {{"value", json_number(point.x)},
          {"predicted", predicted},
          {"counted", counted},
          {"counted_at", point.count ? Json(point.count->size) : Json()},
          {"agrees", agree},
          {"median_ms", known(time.median)},
          {"p05_ms", known(time.low)},
          {"p95_ms", known(time.high)},
          {"bound_ms", known(point.bound_ms)},
          {"bound", reason(point.bound)},
          {"fetched_ms", known(point.moved_ms)},
          {"refused", reason(point.refusal.empty() ? point.predicted.absent : point.refusal)},
          {"uncounted", reason(point.uncounted)},
          {"untimed", reason(point.untimed)}};
}

}  // namespace

std::string curves_text(const ui::CurvesView& view) {
  const std::vector<Quantity> quantities = predicted_quantities(view);
  TextTable table = table_of(view, quantities);
  std::string sizes;
  for (const ui::CurvePoint& point : view.points) {
    if (point.count) sizes = point.count->size;
    std::vector<std::string> cells{point.text};
    for (const Quantity quantity : quantities) {
      const auto found = counted_of(point, quantity);
      cells.push_back(number_text(found ? found->first.value : predicted_of(point, quantity)));
      if (is_counted(view, quantity)) cells.push_back(found ? number_text(found->second) : missing);
    }
    if (!is_timed(view)) {
      table.add(std::move(cells));
      continue;
    }
    const double median = point.time ? point.time->median : 0;
    cells.push_back(ms_text(median));
    cells.push_back(ms_text(point.bound_ms));
    cells.push_back(median > 0 && point.bound_ms > 0
                        ? fmt::format("{:.1f} % of {}", 100 * point.bound_ms / median, point.bound)
                        : "");
    table.add(std::move(cells));
  }
  std::string text = table.text();
  if (!sizes.empty()) text += "predicted and counted at " + sizes + ", by the emulator\n";
  text += reasons_text(view);
  if (!view.verdict.empty()) text += "\n" + view.verdict + "\n";
  return text;
}

Json to_json(const ui::CurvesView& view) {
  Json json{{"variant", view.choice.variant},
            {"launch", to_json(view.choice.launch)},
            {"problem", to_json(view.choice.problem)},
            {"over", view.over},
            {"points", Json::array()}};
  const std::vector<Quantity> quantities = predicted_quantities(view);
  for (const ui::CurvePoint& point : view.points)
    json["points"].push_back(point_json(point, quantities));
  json["verdict"] = view.verdict.empty() ? Json() : Json(view.verdict);
  return json;
}

std::string curves_csv(const ui::CurvesView& view) {
  const std::vector<Quantity> quantities = predicted_quantities(view);
  std::string text = "variant," + view.over;
  for (const Quantity quantity : quantities) {
    const std::string id = info_of(quantity).id;
    text += "," + id + "_predicted," + id + "_counted";
  }
  text += ",counted_at,median_ms,p05_ms,p95_ms,bound_ms,bound,fetched_ms,refused,uncounted,"
          "untimed\n";
  for (const ui::CurvePoint& point : view.points) {
    const Json json = point_json(point, quantities);
    text += csv_cell(Json(view.choice.variant)) + "," + csv_cell(json["value"]);
    for (const Quantity quantity : quantities)
      for (const char* const what : {"predicted", "counted"}) {
        const Json& all = json[what];
        const char* const id = info_of(quantity).id;
        text += "," + (all.contains(id) ? csv_cell(all[id]) : std::string());
      }
    for (const char* const key : {"counted_at", "median_ms", "p05_ms", "p95_ms", "bound_ms",
                                  "bound", "fetched_ms", "refused", "uncounted", "untimed"})
      text += "," + csv_cell(json[key]);
    text += "\n";
  }
  return text;
}

}  // namespace livewarp
