#pragma once

#include <string>
#include <string_view>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/param.h"

namespace livewarp {

enum class Backend { cuda, cpu };

/// Who runs a variant. The emulator executes the kernels' own source on the host and never yields a
/// time.
enum class Executor { cuda, emulator, cpu };

/// Where the state lives and how it moves. `host` is plain memory, for CPU variants and the
/// emulator.
/// - `device`: device memory, where it stays.
/// - `pageable`, `pinned`: device memory and a host copy, plain or page-locked; a step copies its
/// inputs in
///   and its outputs out.
/// - `mapped`: page-locked host memory that kernels reach across the bus.
/// - `managed`: pages move to whoever touches them; the host reads the outputs after every step.
/// - `prefetch`: the same, but pages are asked to the device before a step and to the host after
/// it.
/// - `read_mostly`, `preferred_gpu`, `accessed_by`: as managed, with advice to the driver. In this
/// order: whoever reads a page gets a copy of it; pages are to lie on the GPU; they are to lie on
/// the host, and the GPU maps them.
/// - `pool`: device memory from a stream-ordered pool.
enum class MemoryMode {
  host,
  device,
  pinned,
  mapped,
  pageable,
  managed,
  prefetch,
  read_mostly,
  preferred_gpu,
  accessed_by,
  pool
};

/// How a picture reaches OpenGL. `interop`: CUDA writes fields and volumes straight into textures,
/// by surfaces, and points and images into buffers; `buffer`: all into buffers. `automatic`:
/// interop where it works, else by buffer, else a copy; upload on a CPU.
enum class DisplayPath { automatic, interop, buffer, copy, upload };
/// CUDA and OpenGL share memory, which is mapped for every picture.
inline bool shares_memory(DisplayPath path) {
  return path == DisplayPath::interop || path == DisplayPath::buffer;
}

// Names as typed and as shown; `parse_*` throw `Error` listing the known names.
std::string_view name_of(Backend);
std::string_view name_of(Executor);
std::string_view name_of(MemoryMode);
std::string_view name_of(DisplayPath);
std::string_view label_of(MemoryMode);
/// One sentence: where the state lies, and what of it moves in a step.
std::string_view what_it_does(MemoryMode);
std::string_view label_of(DisplayPath);
Backend parse_backend(std::string_view);
Executor parse_executor(std::string_view);
MemoryMode parse_memory(std::string_view);
DisplayPath parse_display(std::string_view);

/// Of `Choice::steps_per_frame`; also where that is automatic.
inline constexpr int most_steps_per_frame = 1024;

/// All that the user has chosen: plain and comparable. Command line, presets, panels and undo all
/// produce one.
struct Choice {
  std::string workload;
  std::string variant;
  Values launch;  ///< the variant's own axes: block, items per thread, threads, isa, ...
  MemoryMode memory = MemoryMode::device;
  DisplayPath display = DisplayPath::automatic;
  Values problem;           ///< groups problem and start of the workload's parameters
  Values view;              ///< group view: changes the picture, never the computation
  int steps_per_frame = 0;  ///< at most `most_steps_per_frame`; 0: as many as fit into a frame
  bool paused = false;
  bool operator==(const Choice&) const = default;
};

/// Whether they differ in nothing that a run computes: only in how it is looked at.
bool same_setting(const Choice& a, const Choice& b);

/// Typed access to a variant's axes.
class Launch {
 public:
  explicit Launch(const Values& values) : values_(&values) {}
  Dim3 block() const { return parse_dim(get_text(*values_, "block")); }
  /// Of `threads_axis`; 1 without it.
  int threads() const { return values_->contains("threads") ? int(integer("threads")) : 1; }
  std::int64_t integer(const std::string& id) const { return get_integer(*values_, id); }
  const std::string& text(const std::string& id) const { return get_text(*values_, id); }
  const Values& values() const { return *values_; }

 private:
  const Values* values_;
};

}  // namespace livewarp
