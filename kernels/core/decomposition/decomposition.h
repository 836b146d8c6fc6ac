// Domain decomposition: a problem divided into parts, each on a device of its own. What is divided
// are rows: rows of cells, or bodies. Plain numbers; who computes is a `Team` (team.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/exec/exec.h"
#include "kernels/core/model/param.h"

namespace livewarp {

/// How a part gets rows that another has computed.
enum class ExchangeWay {
  peer,    ///< copies from device to device
  staged,  ///< through page-locked memory of the host
  nccl     ///< sends and receives of NVIDIA's communication library
};

/// What a launch says of it.
struct Decomposition {
  int parts = 1;
  ExchangeWay way = ExchangeWay::peer;
  bool overlap = true;  ///< the exchange runs beside the computation, where that is possible
  bool operator==(const Decomposition&) const = default;
};

inline constexpr int most_parts = 64;
inline constexpr const char* parts_axis_id = "parts";
inline constexpr const char* exchange_axis_id = "exchange";
inline constexpr const char* overlap_axis_id = "overlap";

/// The axes of a launch that say so. `whole`: why a variant's problem cannot be divided; empty if
/// it can. `no_overlap`: why nothing can be exchanged beside the computation; empty if it can.
std::vector<Param> decomposition_axes(const std::string& whole, const std::string& no_overlap);
/// Of a launch; one part where it has no such axes.
Decomposition decomposition_of(const Values& launch);
/// The launch in one part.
Values undivided(Values launch);

/// What is to be divided.
struct Partition {
  std::int64_t rows = 1;
  std::int64_t halo = 0;     ///< rows beyond its own, on either side, that a part reads in a step
  bool periodic = false;     ///< beyond the last row comes the first
  bool all_read = false;     ///< in place of a halo: a part reads all rows
  std::int64_t granule = 1;  ///< parts begin at multiples of it
  std::string row = "row", many = "rows";
};

/// One part: the rows that it computes, and the rows that it holds for that. Rows held may lie
/// below 0 or beyond the last: those of a periodic problem go round.
struct PartRows {
  Range own, held;
  bool operator==(const PartRows&) const = default;
  std::int64_t local(std::int64_t row) const { return row - held.first; }
};

/// Who has computed which rows.
struct PlacedPart {
  Range rows;
  std::string place;  ///< "GPU 0", "thread 2"
  bool operator==(const PlacedPart&) const = default;
};

/// What a part did in a step, and when: ms since its device began with the step.
struct PartSpan {
  int part = 0;
  bool edges = false;  ///< in the lane of the edges, beside the interior
  std::string what;    ///< "interior", "edges", "exchange", "copies"
  double begin_ms = 0, end_ms = 0;
};

/// Why it cannot be divided into so many; empty if it can: a part has a row at least, and as many
/// as its neighbours read of it.
std::string division_refusal(const Partition& partition, int parts);
/// As evenly as granules allow. Throws `Error` with the refusal.
std::vector<PartRows> divide(const Partition& partition, int parts);

/// Rows that are copied from one part's memory to another's, counted from the first that each
/// holds. `whole` in place of a part: memory that holds all rows.
struct RowCopy {
  static constexpr int whole = -1;
  int from = whole, to = whole;
  std::int64_t source = 0, target = 0, rows = 0;
  bool operator==(const RowCopy&) const = default;
};
/// What every part gets from the others after a step, so that it has all that it holds.
std::vector<RowCopy> halo_copies(const Partition& partition, const std::vector<PartRows>& parts);
/// From the parts to the whole: what each has computed.
std::vector<RowCopy> gather_copies(const std::vector<PartRows>& parts);
/// From the whole to the parts: what each holds.
std::vector<RowCopy> scatter_copies(const Partition& partition, const std::vector<PartRows>& parts);

/// The rows at an edge of a part that a neighbour reads, and those that computing them reads: a
/// problem of its own, of three halos, or of all that the part holds where that is less. Rows are
/// counted from the first that the part holds.
struct Strip {
  int part = 0;
  Range read;
  Range right;  ///< what comes out right of it
  bool operator==(const Strip&) const = default;
};
std::vector<Strip> edge_strips(const Partition& partition, const std::vector<PartRows>& parts);
/// The strip, a place in the list, that has computed the rows of a copy. Throws `Error` if none
/// has.
std::size_t strip_of(const std::vector<Strip>& strips, const RowCopy& copy);

}  // namespace livewarp
