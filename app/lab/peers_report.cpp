// Matrices of bandwidth and latency between GPUs, and what they say in sentences.
#include "app/lab/peers_report.h"

#include <algorithm>
#include <optional>

#include "app/base/table.h"
#include "app/lab/streams_report.h"
#include "app/telemetry/topology_words.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr int peer_digits = 3;

const char* unit_of(PeerFigure figure) {
  return figure == PeerFigure::latency ? "\u00b5s" : "GB/s";
}
double figure_of(const PeerResult& result) {
  return result.task.figure == PeerFigure::latency ? result.latency_us()
                                                   : result.gigabytes_per_second();
}

const PeerResult* find_peer(const PeerResults& results, const PeerTask& task) {
  for (const PeerResult& result : results.results)
    if (result.task.from == task.from && result.task.to == task.to && result.task.way == task.way &&
        result.task.figure == task.figure)
      return &result;
  return nullptr;
}

std::string pair_text(const PeerResults& results, std::size_t from, std::size_t to) {
  return place_name(results, from) + " to " + place_name(results, to);
}

std::string matrix_title(const PeerWayInfo& way, const PeerFigureInfo& figure) {
  std::string title = std::string(way.label) + ", " + figure.label;
  if (figure.figure == PeerFigure::latency) title += std::string(" of ") + way.once;
  if (figure.figure == PeerFigure::both_ways) title += ", their sum";
  return title + ", " + unit_of(figure.figure) + ": from the row's GPU to the column's";
}

/// Without rows where nothing of it was timed.
FindingsTable peer_matrix(const PeerResults& results, const PeerWayInfo& way,
                          const PeerFigureInfo& figure) {
  FindingsTable table{matrix_title(way, figure), {{"from", false}}, {}};
  bool any = false;
  for (std::size_t from = 0; from < results.devices.size(); ++from) {
    table.columns.push_back({place_name(results, from)});
    std::vector<std::string> row{place_name(results, from)};
    for (std::size_t to = 0; to < results.devices.size(); ++to) {
      const PeerResult* const result = find_peer(results, {from, to, way.way, figure.figure});
      const bool timed = result && result->timed();
      any |= timed;
      row.push_back(timed ? plain_number(figure_of(*result), peer_digits)
                          : (from == to ? "" : missing));
    }
    table.rows.push_back(std::move(row));
  }
  if (!any) table.rows.clear();
  return table;
}

/// The least and the greatest of all pairs.
struct PeerRange {
  double low = 0, high = 0;
};
std::optional<PeerRange> range_of(const PeerResults& results, PeerWay way, PeerFigure figure) {
  std::optional<PeerRange> range;
  for (const PeerResult& result : results.results) {
    if (!result.timed() || result.task.way != way || result.task.figure != figure) continue;
    const double number = figure_of(result);
    if (!range) range = PeerRange{number, number};
    range = PeerRange{std::min(range->low, number), std::max(range->high, number)};
  }
  return range;
}

/// "18.2 to 19.1 GB/s", or one number where all are the same.
std::string range_text(const PeerRange& range, PeerFigure figure) {
  const std::string low = plain_number(range.low, peer_digits),
                    high = plain_number(range.high, peer_digits);
  return (low == high ? low : low + " to " + high) + " " + unit_of(figure);
}

std::string way_sentence(const PeerResults& results, const PeerWayInfo& way) {
  std::string text;
  for (const PeerFigureInfo& figure : peer_figures()) {
    const std::optional<PeerRange> range = range_of(results, way.way, figure.figure);
    if (!range) continue;
    text += (text.empty() ? std::string(way.label) + ": " : ", ") +
            range_text(*range, figure.figure) + " " +
            (figure.figure == PeerFigure::latency ? std::string("for ") + way.once : figure.label);
  }
  return text.empty() ? text : text + ".";
}

/// What the way over the host costs, of pairs that were measured by both.
std::string detour_sentence(const PeerResults& results) {
  std::optional<PeerRange> ratio;
  for (const PeerResult& staged : results.results) {
    if (!staged.timed() || staged.task.way != PeerWay::staged ||
        staged.task.figure != PeerFigure::one_way)
      continue;
    PeerTask direct = staged.task;
    direct.way = PeerWay::copy;
    const PeerResult* const copy = find_peer(results, direct);
    if (!copy || !copy->timed()) continue;
    const double times = copy->gigabytes_per_second() / staged.gigabytes_per_second();
    if (!ratio) ratio = PeerRange{times, times};
    ratio = PeerRange{std::min(ratio->low, times), std::max(ratio->high, times)};
  }
  if (!ratio) return {};
  const std::string low = plain_number(ratio->low, peer_digits),
                    high = plain_number(ratio->high, peer_digits);
  return "A copy by peer access moves " + (low == high ? low : low + " to " + high) +
         " times the bytes a second of one through the host.";
}

std::string places_sentence(const PeerResults& results) {
  for (const int device : results.devices)
    if (std::ranges::count(results.devices, device) > 1)
      return "A GPU that is named more than once has a letter for each time: its bytes go from its "
             "own memory to its own memory.";
  return {};
}

std::string issue_sentence(const PeerResults& results) {
  std::size_t count = 0;
  for (const PeerResult& result : results.results) count += result.timed() && !result.held ? 1 : 0;
  if (count == 0) return {};
  return "The times of " + std::to_string(count) + " of " + std::to_string(results.results.size()) +
         " may hold what the host took to issue them.";
}

bool has_several_gpus(const PeerResults& results) {
  return std::ranges::any_of(results.devices,
                             [&](int device) { return device != results.devices.front(); });
}

FindingsTable joints_table(const PeerResults& results) {
  FindingsTable table{"How they are joined", {{"from", false}}, {}};
  for (std::size_t from = 0; from < results.devices.size(); ++from) {
    table.columns.push_back({place_name(results, from), false});
    std::vector<std::string> row{place_name(results, from)};
    for (const int to : results.devices) {
      const GpuPair* const pair = results.topology.pair(results.devices[from], to);
      row.push_back(pair ? joint_text(*pair) : "");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Graph peer_graph(const PeerResults& results) {
  Graph graph;
  if (results.curve.empty()) return graph;
  const PeerTask& first = results.curve.front().task;
  graph.title = "Bandwidth from " + pair_text(results, first.from, first.to);
  graph.x_label = "bytes";
  graph.rate_unit = "GB/s";
  graph.partial = results.interrupted;
  std::vector<PeerResult> all = results.curve;
  all.insert(all.end(), results.results.begin(), results.results.end());
  for (const PeerWayInfo& way : peer_ways()) {
    Curve curve{way.label, CurveKind::bench, int(way.way), {}};
    for (const PeerResult& result : all) {
      if (!result.timed() || result.task.way != way.way || result.task.from != first.from ||
          result.task.to != first.to || result.task.figure != PeerFigure::one_way)
        continue;
      const double rate = result.gigabytes_per_second(), ms = result.ms.median;
      curve.points.push_back({double(result.task.bytes), rate, rate * ms / result.ms.p95,
                              rate * ms / result.ms.p05, memory_size(result.task.bytes)});
    }
    std::ranges::sort(curve.points, {}, &GraphPoint::x);
    if (!curve.points.empty()) graph.curves.push_back(std::move(curve));
  }
  return graph;
}

void tell_left_out(const PeerResults& results, Findings& findings) {
  for (const std::string& absent : results.absent)
    findings.left_out.push_back("Left out: " + absent + ".");
  for (const PeerResults::NoAccess& pair : results.no_access)
    tell_untimed(findings, pair_text(results, pair.from, pair.to) + " by peer access", pair.why,
                 false);
  for (const std::vector<PeerResult>* const some : {&results.results, &results.curve})
    for (const PeerResult& result : *some)
      if (!result.timed())
        tell_untimed(findings,
                     pair_text(results, result.task.from, result.task.to) + ", " +
                         info_of(result.task.way).label + ", " + info_of(result.task.figure).label,
                     result.why_not, result.wrong);
}

}  // namespace

std::string place_name(const PeerResults& results, std::size_t place) {
  const int device = results.devices[place];
  std::string name = "GPU " + std::to_string(device);
  if (std::ranges::count(results.devices, device) < 2) return name;
  const auto before =
      std::count(results.devices.begin(), results.devices.begin() + std::ptrdiff_t(place), device);
  return name + char('a' + before);
}

Findings peer_findings(const PeerResults& results) {
  Findings findings;
  findings.setting = memory_size(results.bytes) + " each way";
  for (const PeerWayInfo& way : peer_ways()) {
    for (const PeerFigureInfo& figure : peer_figures())
      if (FindingsTable table = peer_matrix(results, way, figure); !table.rows.empty())
        findings.tables.push_back(std::move(table));
    if (std::string sentence = way_sentence(results, way); !sentence.empty())
      findings.verdict.push_back(std::move(sentence));
  }
  if (!findings.tables.empty() && has_several_gpus(results))
    findings.tables.push_back(joints_table(results));
  for (std::string sentence :
       {detour_sentence(results), places_sentence(results), issue_sentence(results)})
    if (!sentence.empty() && !findings.verdict.empty())
      findings.verdict.push_back(std::move(sentence));
  if (Graph graph = peer_graph(results); !graph.curves.empty())
    findings.graphs.push_back(std::move(graph));
  tell_left_out(results, findings);
  return findings;
}

}  // namespace livewarp
