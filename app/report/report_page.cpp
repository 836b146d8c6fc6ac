#include "app/report/report_page.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/json_report.h"
#include "app/measure/sweep.h"
#include "app/report/html.h"
#include "app/report/report_parts.h"
#include "app/report/report_plots.h"
#include "app/report/report_style.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

constexpr int wide = 992, narrow = 340;  // pixels of plots

std::string in_both_widths(const std::function<std::string(int)>& plot) {
  return plot(wide) + plot(narrow);
}

std::string device_of(const ReportContent& content) {
  std::string text;
  std::set<Executor> executors;
  for (const VariantResult& result : content.results)
    if (result.variant.skip.empty()) executors.insert(result.variant.executor);
  const GpuInfo* const gpu = content.machine->gpu(content.device);
  if (executors.contains(Executor::cuda) && gpu) text = gpu->name;
  if (!executors.contains(Executor::cuda) || executors.contains(Executor::cpu))
    text += (text.empty() ? "" : "; ") + content.machine->cpu.name;
  return text;
}

/// "0.61 \u00d7 the time".
std::string verdict_title(const ReportVerdict& verdict) {
  return verdict.pairs > 0 ? plain_number(verdict.ratio, 3) + " \u00d7 the time" : missing;
}

std::string lead_section(const ReportContent& content) {
  const VariantResult* const best = fastest_of(content.results);
  std::string html = "<div class=\"lead\">";
  if (best) {
    const Measurement& measured = *best->measurement;
    const ui::Quantity rate = ui::rate(measured.rate(), content.workload->info().item_rate);
    html +=
        "<div class=\"card\"><p class=\"eyebrow\">Fastest verified variant</p><p class=\"big\">" +
        escaped(ui::time_text(measured.step.median)) + "</p><p>" +
        escaped(best->variant.info->title + ", " + rate.number + " " + rate.unit) + "</p></div>\n";
  } else {
    html += "<div class=\"card\"><p class=\"eyebrow\">Fastest verified variant</p>"
            "<p class=\"big\">\u2014</p><p>Nothing was measured and verified.</p></div>\n";
  }
  if (content.verdict) {
    const ReportVerdict& verdict = *content.verdict;
    html += "<div class=\"card\"><p class=\"eyebrow\">Against the next, measured in turn</p>"
            "<p class=\"big\">" +
            escaped(verdict_title(verdict)) + "</p><p>" + escaped(verdict.sentence) +
            "</p><p class=\"note\">" + escaped(verdict.details) + "</p></div>\n";
  }
  return html + "</div>\n";
}

std::string pictures_section(const ReportContent& content) {
  std::string html;
  for (const ReportPicture& picture : content.pictures) {
    if (picture.rgba.empty()) {
      html += "<p class=\"note\">No picture: " + escaped(picture.reason) + "</p>\n";
      continue;
    }
    html +=
        fmt::format("<figure><img alt=\"{0}\" width=\"{1}\" height=\"{2}\" src=\"{3}\"><figcaption "
                    "class=\"cap\">{0}</figcaption></figure>\n",
                    escaped(picture.caption), picture.width, picture.height,
                    png_address(picture.width, picture.height, picture.rgba.data()));
    if (!picture.command.empty())
      html += "<details><summary>Command</summary>" +
              commands_list({{"draw it", picture.command}}) + "</details>\n";
  }
  return html;
}

std::string legend(const Graph& graph) {
  std::string html = "<ul class=\"legend\">\n";
  for (const Curve& curve : graph.curves)
    if (!curve.points.empty())
      html += fmt::format("<li><i class=\"s{}{}\"></i>{}</li>\n", curve.series % 6,
                          curve.kind == CurveKind::bound ? " dotted" : "", escaped(curve.label));
  return html + "</ul>\n";
}

std::string graphs_section(const ReportContent& content) {
  std::string html;
  for (const Graph& graph : content.graphs) {
    if (graph.empty()) continue;
    html += "<h2>" + escaped(graph.title) + "</h2>\n";
    if (!graph.setting.empty()) html += "<p class=\"note\">" + escaped(graph.setting) + "</p>\n";
    html += in_both_widths([&](int width) { return curves_plot(graph, width); }) + legend(graph);
  }
  if (!html.empty() && !content.graph_command.empty())
    html += "<details><summary>Command</summary>" +
            commands_list({{"measure them", content.graph_command}}) + "</details>\n";
  return html;
}

constexpr const char* method =
    "<p>Every variant is compared with an fp64 reference before it is timed: without a verified "
    "result no time is shown. Times are medians of samples taken warm, while nothing else of the "
    "program runs; steps too short for the clock are repeated inside one sample. A bench ends when "
    "the 95\u00a0% interval of the median is as narrow as \u00b1\u00a00.5\u00a0% of it, or its time is "
    "over. In the plot a dot is the median, the bar reaches from the 5th to the 95th "
    "percentile.</p>\n";

Json verdict_json(const ReportVerdict& verdict) {
  const bool any = verdict.pairs > 0;
  return {{"best", verdict.best},
          {"next", verdict.next},
          {"verdict", verdict.verdict},
          {"time_ratio", any ? Json(verdict.ratio) : Json()},
          {"low", any ? Json(verdict.low) : Json()},
          {"high", any && std::isfinite(verdict.high) ? Json(verdict.high) : Json()},
          {"pairs", verdict.pairs},
          {"sentence", verdict.sentence},
          {"command", verdict.command}};
}

Json graph_json(const Graph& graph) {
  Json curves = Json::array();
  for (const Curve& curve : graph.curves) {
    Json points = Json::array();
    for (const GraphPoint& point : curve.points)
      points.push_back({{"x", point.x}, {"median_ms", point.median}});
    curves.push_back({{"label", curve.label},
                      {"bound", curve.kind == CurveKind::bound},
                      {"points", std::move(points)}});
  }
  Json json{{"title", graph.title}, {"x_label", graph.x_label}, {"curves", std::move(curves)}};
  if (!graph.places.empty()) json["places"] = graph.places;  // what x = 0, 1, ... stand for
  return json;
}

}  // namespace

std::string report_page(const ReportContent& content) {
  const WorkloadInfo& info = content.workload->info();
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'\">\n<title>" +
      escaped(info.title + " on " + device_of(content)) + "</title>\n<style>" + report_style() +
      "</style>\n</head>\n<body>\n<main>\n";
  html += "<h1>" + escaped(info.title) + "</h1>\n<p class=\"sub\">" + escaped(content.problem) +
          "</p>\n<p class=\"sub\">" +
          escaped(device_of(content) + " \u00b7 " + content.date + " \u00b7 Livewarp " +
                  content.version) +
          "</p>\n";
  if (content.partial)
    html +=
        "<p class=\"warn\">Stopped before all was measured: what is missing was not reached.</p>\n";
  html += lead_section(content);
  html += "<h2>Result</h2>\n<p>" + escaped(info.summary) + "</p>\n" + pictures_section(content);
  const std::string times =
      in_both_widths([&](int width) { return times_plot(content.results, width); });
  html += "<h2>Time of a step</h2>\n" + times + results_section(content) + graphs_section(content);
  html += "<h2>Variants</h2>\n" + variants_section(content);
  html += "<h2>Machine and method</h2>\n" + machine_section(content) + method;
  std::vector<ReportCommand> commands{{"write such a report", content.command}};
  if (content.verdict && !content.verdict->command.empty())
    commands.push_back({"compare the two fastest", content.verdict->command});
  html += "<h2>Reproduce</h2>\n" + commands_list(commands);
  return html + "</main>\n</body>\n</html>\n";
}

std::string report_json(const ReportContent& content) {
  Context context;
  context.machine = content.machine;
  context.device = content.device;
  Json report =
      Json::parse(json_report(context, content.results, content.ceilings, content.partial));
  report["date"] = content.date;
  report["problem"] = content.problem;
  report["command"] = content.command;
  std::size_t ran = 0;
  for (const VariantResult& result : content.results) {
    if (!result.variant.skip.empty()) continue;
    Json commands = Json::object();
    for (const ReportCommand& command : commands_of(result)) commands[command.what] = command.line;
    Json& json = report["results"][ran++];
    json["title"] = result.variant.info->title;
    json["lesson"] = result.variant.info->lesson;
    json["commands"] = std::move(commands);
  }
  report["verdict"] = content.verdict ? verdict_json(*content.verdict) : Json();
  report["graphs"] = Json::array();
  for (const Graph& graph : content.graphs) report["graphs"].push_back(graph_json(graph));
  report["pictures"] = Json::array();
  for (const ReportPicture& picture : content.pictures)
    report["pictures"].push_back({{"caption", picture.caption},
                                  {"reason", picture.rgba.empty() ? Json(picture.reason) : Json()},
                                  {"command", picture.command}});
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace livewarp
