// Which streams waited for one another.
#include "app/lab/streams_report.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/base/table.h"
#include "app/lab/experiment.h"

namespace livewarp {

namespace {

std::array<std::string, order_kernels> kernel_names(const StreamOrderResult& result) {
  return {"stream A", info_of(result.which).middle, "stream B"};
}

std::string pair_name(const StreamOrderResult& result, std::size_t pair) {
  const auto names = kernel_names(result);
  return names[order_pairs[pair].first] + " and " + names[order_pairs[pair].second];
}

std::string overlap_text(const StreamOrderResult& result) {
  if (result.all_overlapped()) return "all three";
  std::string text;
  for (std::size_t pair = 0; pair < order_pairs.size(); ++pair)
    if (result.overlapped(pair)) text += (text.empty() ? "" : "; ") + pair_name(result, pair);
  return text.empty() ? "nothing" : text;
}

Timeline order_timeline(const StreamOrderResult& result) {
  Timeline timeline;
  timeline.title = info_of(result.which).label;
  const auto names = kernel_names(result);
  for (std::size_t i = 0; i < order_kernels; ++i) {
    const GpuInterval& kernel = result.kernels[i];
    timeline.spans.push_back({timeline.lane(names[i]), "kernel " + std::to_string(i + 1),
                              SpanKind::kernel, kernel.begin_ms, kernel.end_ms});
    timeline.end_ms = std::max(timeline.end_ms, kernel.end_ms);
  }
  return timeline;
}

std::string order_sentence(const StreamOrderResult& result) {
  const StreamCaseInfo& info = info_of(result.which);
  std::string text = std::string(info.label) + ": ";
  if (result.all_overlapped())
    text += "all three kernels ran beside one another";
  else if (!result.any_overlapped())
    text += "the kernels ran one after another";
  else
    text += "beside each other ran " + overlap_text(result);
  text += ", " + plain_number(result.total_ms.median, 3) + " ms in all";
  text += result.as_ruled() ? ", as the rule says: " : "; the rule says otherwise: ";
  text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  return text + info.rule + ".";
}

}  // namespace

void tell_untimed(Findings& findings, const std::string& what, const std::string& why_not,
                  bool wrong) {
  findings.wrong |= wrong;
  findings.left_out.push_back((wrong ? "Wrong: " : "Left out: ") + what + ": " + why_not + ".");
}

Findings stream_order_findings(const std::vector<StreamOrderResult>& results, double kernel_ms) {
  Findings findings;
  findings.setting = "three kernels of " + plain_number(kernel_ms, 3) + " ms";
  FindingsTable table{"Three kernels, issued to stream A, the default stream, stream B",
                      {{"case", false},
                       {"total ms"},
                       {"side by side", false},
                       {"as ruled", false},
                       {"rule", false}},
                      {}};
  for (const StreamOrderResult& result : results) {
    const StreamCaseInfo& info = info_of(result.which);
    if (!result.timed()) {
      tell_untimed(findings, info.label, result.why_not, result.wrong);
      continue;
    }
    table.rows.push_back({info.label, plain_number(result.total_ms.median, 3), overlap_text(result),
                          result.as_ruled() ? "yes" : "no", info.rule});
    findings.verdict.push_back(order_sentence(result));
    findings.timelines.push_back(order_timeline(result));
  }
  if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  return findings;
}

Json to_json(const std::vector<StreamOrderResult>& results) {
  Json json{{"cases", Json::array()}};
  for (const StreamOrderResult& result : results) {
    const StreamCaseInfo& info = info_of(result.which);
    Json one{{"id", info.id}, {"rule", info.rule}, {"why_not", result.why_not}};
    one["wrong"] = result.wrong;
    one["total_ms"] = result.timed() ? Json(result.total_ms.median) : Json();
    one["count"] = result.total_ms.count;
    one["as_ruled"] = result.timed() ? Json(result.as_ruled()) : Json();
    one["overlaps"] = Json::array();
    if (result.timed())
      for (std::size_t pair = 0; pair < order_pairs.size(); ++pair)
        one["overlaps"].push_back(
            {{"pair", pair_name(result, pair)}, {"part_of_the_shorter", result.overlaps[pair]}});
    if (result.timed()) one["timeline"] = to_json(order_timeline(result));
    json["cases"].push_back(std::move(one));
  }
  return json;
}

}  // namespace livewarp
