#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/model/choice.h"

/// Managed memory: who touches its pages first, what moves then, and what of it is left once they
/// are where they are used.
namespace livewarp {

/// host_first: the host writes, kernels pass over it. prefetch: likewise, and pages are asked to
/// the GPU before. read_mostly, preferred_gpu, accessed_by: likewise, and the driver is advised.
/// elements, warp_64k, warp_2m: nobody has touched it before a kernel writes it, one element a
/// thread, or a warp for so many bytes.
enum class PagingMethod {
  host_first,
  prefetch,
  read_mostly,
  preferred_gpu,
  accessed_by,
  elements,
  warp_64k,
  warp_2m
};
struct PagingMethodInfo {
  PagingMethod method;
  const char* id;
  const char* label;
  MemoryMode mode = MemoryMode::managed;
  bool host_writes = true;          ///< before any kernel; else the kernel is the first to
  std::size_t bytes_of_a_warp = 0;  ///< 0: one element a thread
};
std::span<const PagingMethodInfo> paging_methods();
const PagingMethodInfo& info_of(PagingMethod method);

/// What a kernel does with what the host has written: it compares it, or adds one to each word.
enum class PagingTouch { read, update };
PagingTouch parse_paging_touch(std::string_view id);

/// Of all that is managed here at one time.
inline constexpr std::size_t most_paging_bytes = std::size_t{512} << 20;

struct PagingRequest {
  std::size_t bytes = std::size_t{256} << 20;  ///< a multiple of 2 MiB
  PagingTouch touch = PagingTouch::read;
  std::size_t host_bytes = 0;  ///< that are free; 0: not known
};

/// Times in ms, medians of rounds that each begin with fresh pages.
struct PagingResult {
  PagingMethod method = PagingMethod::host_first;
  Summary moved;        ///< the prefetch, until all pages have come; count 0: there is none
  Summary first;        ///< of kernels: the first pass over all pages
  Summary steady;       ///< the passes after it
  Summary host;         ///< the host then reads all of it
  Summary host_again;   ///< and once more
  double bytes = 0;     ///< that a kernel's pass reads and writes
  std::string why_not;  ///< why there is no time
  bool wrong = false;   ///< a word was not what it must be
  bool timed() const { return first.count > 0; }
  double steady_bytes_per_second() const {
    return steady.median > 0 ? bytes / (steady.median / 1000) : 0;
  }
};

/// Managed memory, a GPU and a host.
class PagingRunner {
 public:
  virtual ~PagingRunner() = default;
  /// Fresh pages, advised as the method is, and written by the host where it begins so. Throws
  /// `Error`, as all of these.
  virtual void begin(PagingMethod method) = 0;
  /// Asks all pages to the GPU, and waits for them.
  virtual double prefetch_ms() = 0;
  /// A kernel passes over all of it.
  virtual double pass_ms() = 0;
  /// What the last pass found to be wrong; empty if nothing was.
  virtual std::string found_by_gpu() = 0;
  /// The host reads all of it, and says what is wrong.
  virtual double host_ms(std::string& wrong) = 0;
  /// That a pass reads and writes.
  virtual double pass_bytes() const = 0;
};
/// On the current GPU. Throws `Error` where memory is short or the GPU cannot do it, and in builds
/// without CUDA.
std::unique_ptr<PagingRunner> make_paging_runner(const PagingRequest& request);

/// Measures methods, one after another, each in rounds that take about `seconds` together. What is
/// wrong, or fails, has no time, and is told in its result. Throws `Cancelled` between passes.
void measure_paging(PagingRunner& runner, std::span<const PagingMethod> methods, double seconds,
                    const std::stop_token& stop,
                    const std::function<void(const PagingMethodInfo&)>& begins,
                    const std::function<void(const PagingResult&)>& done);

}  // namespace livewarp
