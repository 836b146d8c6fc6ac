#include "app/telemetry/topology_words.h"

#include <algorithm>
#include <vector>

#include "app/base/table.h"
#include "app/telemetry/topology_unknowns.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

struct MeetingWords {
  const char *name, *way;
};

MeetingWords words_of(PciMeeting meeting) {
  switch (meeting) {
  case PciMeeting::board: return {"PSB", "by PCI Express, on one board"};
  case PciMeeting::one_switch: return {"PIX", "by PCI Express, through one switch"};
  case PciMeeting::switches: return {"PXB", "by PCI Express, through several switches"};
  case PciMeeting::host_bridge: return {"PHB", "by PCI Express, through the host's bridge"};
  case PciMeeting::numa_node:
    return {"NODE", "by PCI Express, through host bridges of one NUMA node"};
  case PciMeeting::system: break;
  }
  return {"SYS", "by PCI Express, and between NUMA nodes"};
}

std::string joint_meaning(const GpuPair& pair) {
  if (pair.nvlinks.value.value_or(0) == 0) return words_of(*pair.meeting.value).way;
  const int links = *pair.nvlinks.value;
  return "by " + std::to_string(links) + (links == 1 ? " NVLink" : " NVLinks") +
         (pair.by_switch ? " through NVSwitch" : "");
}

template <class T, class Text>
std::string told_cell(const Told<T>& told, const Text& text) {
  return told.value ? text(*told.value) : missing;
}

std::string links_cell(const std::vector<NvLink>& links) {
  if (links.empty()) return "none";
  const auto switched = std::ranges::count(links, NvLink::End::nvswitch, &NvLink::end);
  std::string count = std::to_string(links.size());
  if (switched == 0) return count;
  if (std::size_t(switched) == links.size()) return count + " to NVSwitch";
  return count + ", " + std::to_string(switched) + " to NVSwitch";
}

FindingsTable places_table(const Topology& topology) {
  FindingsTable table{"Where each GPU is",
                      {{"GPU", false},
                       {"name", false},
                       {"PCI", false},
                       {"NUMA node"},
                       {"CPUs near it", false},
                       {"NVLinks", false}},
                      {}};
  const auto same = [](const std::string& text) { return text; };
  for (const GpuPlace& gpu : topology.gpus)
    table.rows.push_back({std::to_string(gpu.index), gpu.name, gpu.pci.empty() ? missing : gpu.pci,
                          told_cell(gpu.numa_node, [](int node) { return std::to_string(node); }),
                          told_cell(gpu.cpus, same), told_cell(gpu.nvlinks, links_cell)});
  return table;
}

template <class Cell>
FindingsTable matrix(const Topology& topology, const std::string& title, const Cell& cell) {
  FindingsTable table{title, {{"GPU", false}}, {}};
  for (const GpuPlace& gpu : topology.gpus)
    table.columns.push_back({std::to_string(gpu.index), false});
  for (const GpuPlace& from : topology.gpus) {
    std::vector<std::string> row{std::to_string(from.index)};
    for (const GpuPlace& to : topology.gpus) {
      const GpuPair* const pair = topology.pair(from.index, to.index);
      row.push_back(pair ? cell(*pair) : "");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string access_cell(const GpuPair& pair) {
  if (!pair.facts.access.value) return missing;
  if (!*pair.facts.access.value) return "no";
  return pair.facts.native_atomics.value.value_or(false) ? "yes, atomics" : "yes";
}

std::string rank_cell(const GpuPair& pair) {
  if (!pair.facts.access.value.value_or(false)) return missing;
  return told_cell(pair.facts.performance_rank, [](int rank) { return std::to_string(rank); });
}

/// "all pairs", "2 of 6 pairs", "no pair"
std::string some_of(std::ptrdiff_t some, std::size_t all) {
  if (some == 0) return "no pair";
  if (std::size_t(some) == all) return "all pairs";
  return std::to_string(some) + " of " + std::to_string(all) + " pairs";
}

std::string summary_of(const Topology& topology) {
  const auto& pairs = topology.pairs;
  const auto joined = std::ranges::count_if(
      pairs, [](const GpuPair& pair) { return pair.nvlinks.value.value_or(0) > 0; });
  const auto reached = std::ranges::count_if(
      pairs, [](const GpuPair& pair) { return pair.facts.access.value.value_or(false); });
  return std::to_string(topology.gpus.size()) + " GPUs: NVLink joins " +
         some_of(joined, pairs.size()) + ", and peer access is possible in " +
         some_of(reached, pairs.size()) + ".";
}

/// Each name that occurs, once.
std::vector<std::string> meanings(const Topology& topology) {
  std::vector<std::string> lines;
  for (const GpuPair& pair : topology.pairs) {
    const std::string name = joint_text(pair);
    if (name == missing) continue;
    const std::string line = name + ": joined " + joint_meaning(pair) + ".";
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string joint_text(const GpuPair& pair) {
  if (const int links = pair.nvlinks.value.value_or(0); links > 0)
    return "NV" + std::to_string(links);
  return pair.meeting.value ? words_of(*pair.meeting.value).name : missing;
}

Findings topology_findings(const Topology& topology) {
  Findings findings;
  if (topology.gpus.empty()) {
    findings.verdict.emplace_back("There is no GPU here that could be joined with another.");
    return findings;
  }
  findings.left_out = topology_unknowns(topology);
  if (topology.pairs.empty()) {
    findings.tables = {places_table(topology)};
    findings.verdict.emplace_back("There is one GPU here, and none beside it to be joined with.");
    return findings;
  }
  findings.tables = {matrix(topology, "How GPUs are joined", joint_text),
                     matrix(topology, "Peer access, row to column", access_cell),
                     matrix(topology, "Rank, 0 the best", rank_cell), places_table(topology)};
  findings.verdict = meanings(topology);
  findings.verdict.insert(findings.verdict.begin(), summary_of(topology));
  const std::vector<std::string> refused = peer_refusals(topology);
  findings.verdict.insert(findings.verdict.end(), refused.begin(), refused.end());
  return findings;
}

}  // namespace livewarp
