#include "app/telemetry/topology_unknowns.h"
#include "app/telemetry/topology_words.h"

namespace livewarp {

namespace {

using TopologyJson = nlohmann::ordered_json;

/// A value under its key, or null, and why.
template <class T, class Write>
void put_told(TopologyJson& json, const char* key, const Told<T>& told, const Write& write) {
  json[key] = told.value ? write(*told.value) : TopologyJson();
  if (!told.value) json["unknown"][key] = told.why_not;
}

TopologyJson as_it_is(const auto& value) { return value; }

const char* id_of(PciMeeting meeting) {
  switch (meeting) {
  case PciMeeting::board: return "board";
  case PciMeeting::one_switch: return "switch";
  case PciMeeting::switches: return "switches";
  case PciMeeting::host_bridge: return "host-bridge";
  case PciMeeting::numa_node: return "numa-node";
  case PciMeeting::system: break;
  }
  return "system";
}

const char* id_of(NvLink::End end) {
  switch (end) {
  case NvLink::End::gpu: return "gpu";
  case NvLink::End::nvswitch: return "nvswitch";
  case NvLink::End::other: break;
  }
  return "other";
}

TopologyJson links_json(const std::vector<NvLink>& links) {
  TopologyJson all = TopologyJson::array();
  for (const NvLink& link : links)
    all.push_back({{"number", link.number},
                   {"end", id_of(link.end)},
                   {"pci", link.pci.empty() ? TopologyJson() : TopologyJson(link.pci)}});
  return all;
}

TopologyJson place_json(const GpuPlace& gpu) {
  TopologyJson json{{"index", gpu.index}, {"name", gpu.name}, {"pci", gpu.pci}};
  put_told(json, "numa_node", gpu.numa_node, as_it_is<int>);
  put_told(json, "cpus", gpu.cpus, as_it_is<std::string>);
  put_told(json, "nvlinks", gpu.nvlinks, links_json);
  return json;
}

TopologyJson pair_json(const GpuPair& pair) {
  TopologyJson json{{"from", pair.from}, {"to", pair.to}};
  const auto status = [](PeerStatus one) { return TopologyJson(words_of(one)); };
  put_told(json, "peer_access", pair.facts.access, as_it_is<bool>);
  put_told(json, "native_atomics", pair.facts.native_atomics, as_it_is<bool>);
  put_told(json, "performance_rank", pair.facts.performance_rank, as_it_is<int>);
  put_told(json, "pci", pair.meeting, [](PciMeeting one) { return TopologyJson(id_of(one)); });
  put_told(json, "nvlinks", pair.nvlinks, as_it_is<int>);
  json["by_switch"] = pair.by_switch;
  put_told(json, "peer_read", pair.read, status);
  put_told(json, "peer_write", pair.write, status);
  put_told(json, "peer_nvlink", pair.nvlink, status);
  return json;
}

}  // namespace

TopologyJson to_json(const Topology& topology) {
  TopologyJson json{{"gpus", TopologyJson::array()}, {"pairs", TopologyJson::array()}};
  for (const GpuPlace& gpu : topology.gpus) json["gpus"].push_back(place_json(gpu));
  for (const GpuPair& pair : topology.pairs) json["pairs"].push_back(pair_json(pair));
  return json;
}

}  // namespace livewarp
