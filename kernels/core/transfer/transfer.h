#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/measure/statistics.h"

/// How fast bytes get from the host to a GPU and back, against how many they are: by every kind of
/// memory that a host has, in one copy or in many. And what the host does alone.
namespace livewarp {

/// Where the host's bytes lie and who moves them. The last three need no GPU.
enum class TransferKind {
  pageable,
  pinned,
  write_combined,
  mapped,
  managed,
  prefetch,
  copy,
  touch,
  touch_huge
};
/// `both`: at once, each by its own memory and stream. `host`: no GPU takes part.
enum class TransferWay { to_gpu, from_gpu, both, host };

struct TransferKindInfo {
  TransferKind kind;
  const char* id;
  const char* label;
  const char* method;  ///< who moves the bytes, and what a time holds
  bool needs_gpu = true;
  bool in_pieces = true;       ///< may go in many small pieces
  std::size_t least = 0;       ///< bytes below which it is another kind
  std::size_t most = ~0UL;     ///< bytes beyond which it is not measured
  const char* why_not_more{};  ///< half a sentence: why not below `least`, or beyond `most`
};
/// In the order in which they are told.
std::span<const TransferKindInfo> transfer_kinds();
const TransferKindInfo& info_of(TransferKind kind);
/// Null if there is none.
const TransferKindInfo* find_transfer_kind(std::string_view id);

struct TransferWayInfo {
  TransferWay way;
  const char* id;
  const char* label;
};
std::span<const TransferWayInfo> transfer_ways();
const TransferWayInfo& info_of(TransferWay way);
const TransferWayInfo* find_transfer_way(std::string_view id);

inline constexpr std::size_t least_transfer = std::size_t{1} << 10,
                             most_transfer = std::size_t{1} << 30;
/// What a piece is at least, and a multiple of: what one thread of a kernel moves.
inline constexpr std::size_t transfer_granule = 16;
inline constexpr int most_transfer_pieces = 1 << 16;

struct TransferRequest {
  std::vector<TransferKind> kinds;
  std::vector<TransferWay> ways;  ///< of those that need a GPU
  std::size_t from = least_transfer, to = most_transfer;
  int pieces = 1;
  double seconds = 0.2;        ///< for each point, once it has the least number of samples
  std::size_t host_bytes = 0;  ///< that are free; 0: not known
};
/// Powers of two within bounds.
std::vector<std::size_t> transfer_sizes(std::size_t from, std::size_t to);

/// One kind and way at one size.
struct TransferPoint {
  TransferKind kind = TransferKind::pinned;
  TransferWay way = TransferWay::to_gpu;
  std::size_t bytes = 0;  ///< each way
  int pieces = 1;         ///< in which they went
  Summary ms;             ///< of one transfer, all pieces; count 0: no time
  /// Transfers in a row in one sample, of which it is the average.
  int in_a_row = 1;
  /// Whether the GPU was held back until all was issued: then a time holds no cost of issuing.
  bool held = false;
  std::optional<std::int64_t> page_faults;  ///< that touching took, where the system counts them
  std::string why_not;                      ///< why there is no time
  bool wrong = false;                       ///< what arrived is not what was sent

  bool timed() const { return ms.count > 0; }
  /// Of both ways together.
  double bytes_per_second() const;
};

/// Memory of one kind and size, and what moves it.
class Mover {
 public:
  virtual ~Mover() = default;
  /// Puts a pattern where bytes start from, and something else where they arrive.
  virtual void prepare(TransferWay way) = 0;
  /// Milliseconds of one transfer, the average of so many in a row. Throws `Error`.
  virtual double sample(TransferWay way, int in_a_row) = 0;
  /// How many in a row make a good sample.
  virtual int in_a_row(TransferWay way) const = 0;
  /// Where what arrived is not what was sent; empty if it is.
  virtual std::string mismatch(TransferWay way) = 0;
  /// What else is known after the samples.
  virtual void tell(TransferPoint& /*point*/) const {}
};
using MakeMover =
    std::function<std::unique_ptr<Mover>(TransferKind, std::size_t bytes, int pieces)>;

/// Told of every point: when it begins, and when it is done.
struct TransferWatch {
  std::function<void(const TransferPoint&)> begins = {}, done;
  std::stop_token stop = {};
};

/// Measures all points of a request, kind after kind, sizes ascending. What cannot be measured has
/// its reason in its point. `gpu`: the current device, null without one. Throws `Cancelled`.
void measure_transfers(const TransferRequest& request, const GpuInfo* gpu,
                       const TransferWatch& watch);
/// The same by movers that a test makes.
void measure_transfers(const TransferRequest& request, const GpuInfo* gpu,
                       const TransferWatch& watch, const MakeMover& make);

/// Bytes of the host and of the GPU that a point takes.
struct TransferNeed {
  std::size_t host = 0, gpu = 0;
};
TransferNeed transfer_need(TransferKind kind, TransferWay way, std::size_t bytes);

/// The first byte of a piece: pieces are as equal as multiples of the granule can be.
std::size_t piece_begin(std::size_t bytes, int pieces, int piece);

}  // namespace livewarp
