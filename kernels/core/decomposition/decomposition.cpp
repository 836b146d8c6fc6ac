#include "kernels/core/decomposition/decomposition.h"

#include <algorithm>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/decomposition/ranks.h"

namespace livewarp {

namespace {

Param of_decomposition(Param axis, const std::string& why_not) {
  axis.group = ParamGroup::launch;
  axis.aside = true;
  axis.reason = why_not;
  return axis;
}

/// In the order of `ExchangeWay`; made once, since frames ask for what a launch says.
const std::vector<Option>& ways() {
  static const std::vector<Option> all{
      {"peer", "Peer copy", {}}, {"staged", "Staged", {}}, {"nccl", "NCCL", {}}};
  return all;
}

/// One for each process that mpirun has started.
std::int64_t usual_parts() { return present_ranks() ? present_ranks()->size() : 1; }

Param overlap_axis() {
  Param axis;
  axis.id = overlap_axis_id;
  axis.label = "Overlap";
  axis.kind = ParamKind::toggle;
  axis.default_value = true;
  axis.help =
      "On GPUs rows that the neighbours read are computed first, apart, and travel while the interior "
      "is computed. Without it, and by threads, the exchange begins when all is computed.";
  return axis;
}

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
  return grouped(count) + " " + (count == 1 ? one : many);
}

/// Rows that go round, from `first` on, in pieces that do not: calls use(row, offset, rows).
template <class Use>
void unwrapped(const Range& range, std::int64_t all, const Use& use) {
  for (std::int64_t row = range.first; row < range.last;) {
    const std::int64_t place = ((row % all) + all) % all;
    const std::int64_t rows = std::min(range.last - row, all - place);
    use(place, row - range.first, rows);
    row += rows;
  }
}

}  // namespace

std::vector<Param> decomposition_axes(const std::string& whole, const std::string& no_overlap) {
  return {
      of_decomposition(
          log_scaled(integer_param(
              parts_axis_id, "Parts", "", 1, most_parts, whole.empty() ? usual_parts() : 1,
              "The problem is divided into so many parts, each on a device of its "
              "own. With fewer devices they share them, on a CPU its cores.")),
          whole),
      of_decomposition(
          choice_param(exchange_axis_id, "Exchange", ways(), "peer",
                       "How parts get what others have computed. Peer copy: from device to device. "
                       "Staged: down into the host's page-locked memory and up again. NCCL: sends "
                       "and receives of NVIDIA's communication library."),
          whole),
      of_decomposition(overlap_axis(), whole.empty() ? no_overlap : whole)};
}

Decomposition decomposition_of(const Values& launch) {
  Decomposition made;
  if (!launch.contains(parts_axis_id)) return made;
  made.parts = int(get_integer(launch, parts_axis_id));
  const std::vector<Option>& all = ways();
  const auto way = std::ranges::find(all, get_text(launch, exchange_axis_id), &Option::id);
  made.way = ExchangeWay(way - all.begin());
  made.overlap = get_toggle(launch, overlap_axis_id);
  return made;
}

Values undivided(Values launch) {
  if (launch.contains(parts_axis_id)) launch[parts_axis_id] = std::int64_t{1};
  return launch;
}

std::string division_refusal(const Partition& partition, int parts) {
  if (parts <= 1) return {};
  const std::int64_t granules = ceil_div(partition.rows, partition.granule);
  if (granules < parts)
    return counted(partition.rows, partition.row, partition.many) + " cannot be divided into " +
           grouped(parts) + " parts of " +
           counted(partition.granule, partition.row, partition.many) + " or more";
  const std::int64_t least = partition.rows / parts;
  if (!partition.all_read && least < partition.halo)
    return "a part of " + counted(least, partition.row, partition.many) +
           " is narrower than its halo of " + grouped(partition.halo) + ": choose at most " +
           counted(std::max<std::int64_t>(1, partition.rows / partition.halo), "part", "parts");
  return {};
}

std::vector<PartRows> divide(const Partition& partition, int parts) {
  if (const std::string refusal = division_refusal(partition, parts); !refusal.empty())
    throw Error(refusal);
  const std::int64_t granules = ceil_div(partition.rows, partition.granule);
  const auto border = [&](int part) {
    return std::min(granules * part / parts * partition.granule, partition.rows);
  };
  std::vector<PartRows> all;
  for (int part = 0; part < parts; ++part) {
    const Range own{border(part), border(part + 1)};
    const bool below = partition.periodic || part > 0;
    const bool above = partition.periodic || part + 1 < parts;
    const Range reached{own.first - (below ? partition.halo : 0),
                        own.last + (above ? partition.halo : 0)};
    all.push_back({own, partition.all_read ? Range{0, partition.rows} : reached});
  }
  return all;
}

std::vector<RowCopy> halo_copies(const Partition& partition, const std::vector<PartRows>& parts) {
  std::vector<RowCopy> copies;
  for (int to = 0; to < int(parts.size()); ++to) {
    const PartRows& target = parts[std::size_t(to)];
    const auto fill = [&](const Range& missing) {
      unwrapped(missing, partition.rows,
                [&](std::int64_t row, std::int64_t offset, std::int64_t rows) {
                  for (int from = 0; from < int(parts.size()); ++from) {
                    const PartRows& source = parts[std::size_t(from)];
                    const std::int64_t first = std::max(row, source.own.first);
                    const std::int64_t last = std::min(row + rows, source.own.last);
                    if (first < last)
                      copies.push_back({from, to, source.local(first),
                                        target.local(missing.first + offset + (first - row)),
                                        last - first});
                  }
                });
    };
    fill({target.held.first, target.own.first});
    fill({target.own.last, target.held.last});
  }
  return copies;
}

std::vector<RowCopy> gather_copies(const std::vector<PartRows>& parts) {
  std::vector<RowCopy> copies;
  for (int from = 0; from < int(parts.size()); ++from) {
    const PartRows& part = parts[std::size_t(from)];
    copies.push_back(
        {from, RowCopy::whole, part.local(part.own.first), part.own.first, part.own.size()});
  }
  return copies;
}

std::vector<RowCopy> scatter_copies(const Partition& partition,
                                    const std::vector<PartRows>& parts) {
  std::vector<RowCopy> copies;
  for (int to = 0; to < int(parts.size()); ++to)
    unwrapped(parts[std::size_t(to)].held, partition.rows,
              [&](std::int64_t row, std::int64_t offset, std::int64_t rows) {
                copies.push_back({RowCopy::whole, to, row, offset, rows});
              });
  return copies;
}

std::vector<Strip> edge_strips(const Partition& partition, const std::vector<PartRows>& parts) {
  std::vector<Strip> strips;
  if (partition.all_read || partition.halo == 0) return strips;
  const std::int64_t halo = partition.halo;
  for (int i = 0; i < int(parts.size()); ++i) {
    const PartRows& part = parts[std::size_t(i)];
    const std::int64_t held = part.held.size();
    const Range own{part.local(part.own.first), part.local(part.own.last)};
    const bool below = own.first > 0, above = own.last < held;
    if (held <= 3 * halo) {
      if (below || above) strips.push_back({i, {0, held}, own});
      continue;
    }
    if (below) strips.push_back({i, {0, 3 * halo}, {halo, 2 * halo}});
    if (above) strips.push_back({i, {held - 3 * halo, held}, {held - 2 * halo, held - halo}});
  }
  return strips;
}

std::size_t strip_of(const std::vector<Strip>& strips, const RowCopy& copy) {
  for (std::size_t i = 0; i < strips.size(); ++i)
    if (strips[i].part == copy.from && copy.source >= strips[i].right.first &&
        copy.source + copy.rows <= strips[i].right.last)
      return i;
  throw Error("no strip computes the rows that are exchanged",
              "report this as an error of Livewarp");
}

}  // namespace livewarp
