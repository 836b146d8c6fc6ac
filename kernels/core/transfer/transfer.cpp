#include "kernels/core/transfer/transfer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <stdexcept>

#include "kernels/core/base/error.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/core/transfer/transfer_movers.h"

namespace livewarp {

namespace {

constexpr std::size_t any = ~std::size_t{0}, managed_most = std::size_t{512} << 20;
constexpr const char* managed_cap = "managed memory is measured up to 512 MiB";

// clang-format off
constexpr std::array kinds{
  TransferKindInfo{TransferKind::pageable, "pageable", "pageable",
                   "cudaMemcpyAsync of plain host memory: the driver copies by way of page-locked "
                   "memory of its own while the call waits"},
  TransferKindInfo{TransferKind::pinned, "pinned", "pinned",
                   "cudaMemcpyAsync of page-locked memory: a copy engine reads and writes it"},
  TransferKindInfo{TransferKind::write_combined, "write-combined", "write-combined",
                   "the same of page-locked memory that the host's caches leave out"},
  TransferKindInfo{TransferKind::mapped, "mapped", "mapped",
                   "a kernel reads, or writes, page-locked host memory itself"},
  TransferKindInfo{TransferKind::managed, "managed", "managed, by faults",
                   "pages move when they are touched: by a kernel that reads all, or by the host, "
                   "a word of each", true, true, 0, managed_most, managed_cap},
  TransferKindInfo{TransferKind::prefetch, "prefetch", "managed, prefetched",
                   "cudaMemPrefetchAsync asks for the pages", true, true, 0, managed_most,
                   managed_cap},
  TransferKindInfo{TransferKind::copy, "memcpy", "memcpy on the host",
                   "memcpy by one thread; bytes are counted once", false},
  TransferKindInfo{TransferKind::touch, "touch", "first touch, small pages",
                   "a word of each page of memory that is fresh from the system, by one thread",
                   false, false},
  TransferKindInfo{TransferKind::touch_huge, "touch-huge", "first touch, huge pages",
                   "the same where huge pages are asked for", false, false, huge_page_bytes, any,
                   "a huge page has 2 MiB"},
};
constexpr std::array ways{
  TransferWayInfo{TransferWay::to_gpu, "to-gpu", "to the GPU"},
  TransferWayInfo{TransferWay::from_gpu, "from-gpu", "from the GPU"},
  TransferWayInfo{TransferWay::both, "both", "both at once"},
  TransferWayInfo{TransferWay::host, "host", "on the host"},
};
// clang-format on

constexpr std::size_t least_samples = 5, most_samples = 20;

/// Why a point is not even tried; empty if it is.
std::string hindrance(const TransferPoint& point, const TransferRequest& request,
                      const GpuInfo* gpu) {
  const TransferKindInfo& kind = info_of(point.kind);
  if (kind.needs_gpu && !gpu) return "it needs a GPU";
  if (point.bytes < kind.least || point.bytes > kind.most) return kind.why_not_more;
  if (point.bytes / transfer_granule < std::size_t(point.pieces))
    return memory_size(point.bytes) + " has no " + grouped(point.pieces) + " pieces of " +
           grouped(std::int64_t(transfer_granule)) + " bytes or more";
  if (std::string refusal =
          kind.needs_gpu ? gpu_refusal(point.kind, *gpu) : host_refusal(point.kind);
      !refusal.empty())
    return refusal;
  const TransferNeed need = transfer_need(point.kind, point.way, point.bytes);
  if (request.host_bytes && need.host > request.host_bytes)
    return "it needs " + memory_size(need.host) + " of main memory, " +
           memory_size(request.host_bytes) + " are free";
  const std::size_t free = need.gpu ? cuda_free_bytes() : 0;
  if (free && need.gpu > free)
    return "it needs " + memory_size(need.gpu) + " of GPU memory, " + memory_size(free) +
           " are free";
  return {};
}

void stop_if_asked(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
}

/// The samples of one point, the first one dropped; none where the bytes did not arrive.
void measure(TransferPoint& point, Mover& mover, double seconds, const std::stop_token& stop) {
  using Steady = std::chrono::steady_clock;
  mover.prepare(point.way);
  point.in_a_row = mover.in_a_row(point.way);
  mover.sample(point.way, point.in_a_row);
  std::vector<double> samples;
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  while (samples.size() < least_samples || (samples.size() < most_samples && spent() < seconds)) {
    stop_if_asked(stop);
    samples.push_back(mover.sample(point.way, point.in_a_row));
  }
  mover.tell(point);
  point.why_not = mover.mismatch(point.way);
  point.wrong = !point.why_not.empty();
  if (!point.wrong) point.ms = summarize(samples);
}

MemoryMode mode_of(TransferKind kind) {
  switch (kind) {
  case TransferKind::pinned:
  case TransferKind::write_combined: return MemoryMode::pinned;
  case TransferKind::mapped: return MemoryMode::mapped;
  case TransferKind::managed: return MemoryMode::managed;
  case TransferKind::prefetch: return MemoryMode::prefetch;
  default: return MemoryMode::pageable;
  }
}

std::vector<TransferWay> ways_of(const TransferKindInfo& kind, const TransferRequest& request) {
  return kind.needs_gpu ? request.ways : std::vector{TransferWay::host};
}

}  // namespace

std::span<const TransferKindInfo> transfer_kinds() { return kinds; }
std::span<const TransferWayInfo> transfer_ways() { return ways; }

const TransferKindInfo& info_of(TransferKind kind) {
  return *std::ranges::find(kinds, kind, &TransferKindInfo::kind);
}
const TransferWayInfo& info_of(TransferWay way) {
  return *std::ranges::find(ways, way, &TransferWayInfo::way);
}

const TransferKindInfo* find_transfer_kind(std::string_view id) {
  const auto found = std::ranges::find(kinds, id, &TransferKindInfo::id);
  return found == kinds.end() ? nullptr : &*found;
}
const TransferWayInfo* find_transfer_way(std::string_view id) {
  const auto found = std::ranges::find(ways, id, &TransferWayInfo::id);
  return found == ways.end() ? nullptr : &*found;
}

std::vector<std::size_t> transfer_sizes(std::size_t from, std::size_t to) {
  std::vector<std::size_t> sizes;
  for (std::size_t bytes = std::bit_ceil(from); bytes <= to; bytes *= 2) sizes.push_back(bytes);
  return sizes;
}

double TransferPoint::bytes_per_second() const {
  if (!(ms.median > 0)) return 0;
  return double(bytes) * (way == TransferWay::both ? 2 : 1) / ms.median * 1000;
}

TransferNeed transfer_need(TransferKind kind, TransferWay way, std::size_t bytes) {
  const std::size_t sides = way == TransferWay::both ? 2 : 1;
  switch (kind) {
  case TransferKind::pageable:
  case TransferKind::pinned:
  case TransferKind::write_combined:
  case TransferKind::mapped: return {sides * bytes, sides * bytes};
  // Its pages may all lie on either side, and a kernel copies them to or from memory of the GPU.
  case TransferKind::managed:
  case TransferKind::prefetch: return {sides * bytes, 2 * sides * bytes};
  case TransferKind::copy: return {2 * bytes, 0};
  case TransferKind::touch:
  case TransferKind::touch_huge: break;
  }
  return {bytes, 0};
}

std::size_t piece_begin(std::size_t bytes, int pieces, int piece) {
  return bytes / transfer_granule * std::size_t(piece) / std::size_t(pieces) * transfer_granule;
}

void measure_transfers(const TransferRequest& request, const GpuInfo* gpu,
                       const TransferWatch& watch, const MakeMover& make) {
  for (const TransferKind kind : request.kinds)
    for (const std::size_t bytes : transfer_sizes(request.from, request.to)) {
      std::unique_ptr<Mover> mover;  // for all ways, made when first needed
      for (const TransferWay way : ways_of(info_of(kind), request)) {
        stop_if_asked(watch.stop);
        TransferPoint point{.kind = kind,
                            .way = way,
                            .bytes = bytes,
                            .pieces = info_of(kind).in_pieces ? request.pieces : 1};
        if (watch.begins) watch.begins(point);
        point.why_not = hindrance(point, request, gpu);
        try {
          if (point.why_not.empty()) {
            if (!mover) mover = make(kind, bytes, point.pieces);
            measure(point, *mover, request.seconds, watch.stop);
          }
        } catch (const Cancelled&) {
          throw;
        } catch (const std::exception& error) {
          point.why_not = error.what();
          mover.reset();  // what it had in flight is unknown
        }
        if (watch.done) watch.done(point);
      }
    }
}

void measure_transfers(const TransferRequest& request, const GpuInfo* gpu,
                       const TransferWatch& watch) {
  measure_transfers(request, gpu, watch, [](TransferKind kind, std::size_t bytes, int pieces) {
    return info_of(kind).needs_gpu ? make_gpu_mover(kind, bytes, pieces)
                                   : make_host_mover(kind, bytes, pieces);
  });
}

std::string gpu_refusal(TransferKind kind, const GpuInfo& gpu) {
  return memory_refusal(mode_of(kind), gpu);
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<Mover> make_gpu_mover(TransferKind, std::size_t, int) {
  throw Error("transfers: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
