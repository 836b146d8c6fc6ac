// Bytes between GPUs in files, at full precision.
#include "app/lab/peers_report.h"
#include "app/telemetry/topology_words.h"

namespace livewarp {

namespace {

Json number_if(bool known, double number) { return known ? Json(number) : Json(); }

Json peer_json(const PeerResults& results, const PeerResult& result) {
  const PeerTask& task = result.task;
  const bool latency = task.figure == PeerFigure::latency;
  Json json{{"from", results.devices[task.from]},
            {"to", results.devices[task.to]},
            {"from_place", task.from},
            {"to_place", task.to},
            {"way", info_of(task.way).id},
            {"figure", info_of(task.figure).id},
            {"bytes", latency ? Json() : Json(task.bytes)},
            {"in_a_row", latency ? Json(info_of(task.way).in_a_row) : Json()}};
  json["median_ms"] = number_if(result.timed(), result.ms.median);
  json["min_ms"] = number_if(result.timed(), result.ms.min);
  json["p95_ms"] = number_if(result.timed(), result.ms.p95);
  json["count"] = result.ms.count;
  json["held"] = result.timed() ? Json(result.held) : Json();
  json["gigabytes_per_second"] =
      number_if(result.timed() && !latency, result.gigabytes_per_second());
  json["latency_us"] = number_if(result.timed() && latency, result.latency_us());
  json["why_not"] = result.why_not;
  json["wrong"] = result.wrong;
  return json;
}

Json peers_json(const PeerResults& results, const std::vector<PeerResult>& some) {
  Json all = Json::array();
  for (const PeerResult& result : some) all.push_back(peer_json(results, result));
  return all;
}

}  // namespace

Json to_json(const PeerResults& results) {
  Json json{{"devices", results.devices},
            {"bytes", results.bytes},
            {"results", peers_json(results, results.results)},
            {"curve", peers_json(results, results.curve)},
            {"no_access", Json::array()},
            {"absent", results.absent},
            {"topology", to_json(results.topology)}};
  for (const PeerResults::NoAccess& pair : results.no_access)
    json["no_access"].push_back({{"from", results.devices[pair.from]},
                                 {"to", results.devices[pair.to]},
                                 {"why", pair.why}});
  return json;
}

std::string peers_csv(const PeerResults& results) {
  constexpr const char* columns[]{"from",
                                  "to",
                                  "from_place",
                                  "to_place",
                                  "way",
                                  "figure",
                                  "bytes",
                                  "in_a_row",
                                  "median_ms",
                                  "min_ms",
                                  "p95_ms",
                                  "count",
                                  "gigabytes_per_second",
                                  "latency_us",
                                  "why_not"};
  std::string text;
  for (const char* column : columns) text += (text.empty() ? "" : ",") + std::string(column);
  text += "\r\n";
  for (const std::vector<PeerResult>* const some : {&results.results, &results.curve})
    for (const PeerResult& result : *some) {
      const Json json = peer_json(results, result);
      std::string line;
      for (const char* column : columns) line += (line.empty() ? "" : ",") + csv_cell(json[column]);
      text += line + "\r\n";
    }
  return text;
}

}  // namespace livewarp
