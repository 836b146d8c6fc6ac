#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <tuple>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/named_memory.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

class Buffer;
class TextureArray;
struct TextureSpec;

/// What a step's time is made of. Commands given after `Exec::stage(s)` count under s.
enum class Stage { upload, kernel, download, publish };

/// A kernel as generic code sees it; made by `LIVEWARP_KERNEL(...)` in device.cuh, which yields
/// symbol and text at once.
struct KernelRef {
  const char* name = "";                      ///< as written, template arguments included
  const void* symbol = nullptr;               ///< CUDA runtime's handle; null in the host copy
  void (*call)(void* const* args) = nullptr;  ///< body on the host; null in the CUDA copy
  bool main = false;                          ///< see `Kernel::main`
  bool in_order = false;                      ///< see `Kernel::in_order`
};

/// A kernel with its parameter types.
template <class... P>
struct Kernel {
  KernelRef ref;

  /// The kernel as the main one of its step: that whose registers and occupancy are told. Where
  /// none is marked, it is the last that the step launches.
  Kernel main() const {
    Kernel marked = *this;
    marked.ref.main = true;
    return marked;
  }
  /// The kernel as one whose blocks wait for those before them in the grid, and trust that they
  /// have begun: the emulator then begins them one after another. A GPU promises no order, and
  /// keeps this one.
  Kernel in_order() const {
    Kernel marked = *this;
    marked.ref.in_order = true;
    return marked;
  }
};

/// Half-open range of indices.
struct Range {
  std::int64_t first = 0, last = 0;
  std::int64_t size() const { return last - first; }
  bool operator==(const Range&) const = default;
};

class KernelExec;

/// Runs steps: the CUDA runtime, the emulator (host execution of kernels), or the CPU. What generic
/// code does around a step, and the loop that CPU variants are written against. All calls come from
/// one thread at a time.
class Exec {
 public:
  virtual ~Exec() = default;
  virtual Executor executor() const = 0;
  /// What ends its work; may be one that never does.
  virtual std::stop_token stop_token() const { return {}; }

  /// Host loop over [0, n) in pieces of at most `grain`, on `threads` threads. Between pieces the
  /// stop token is read: throws `Cancelled`.
  virtual void for_range(std::int64_t n, std::int64_t grain, int threads,
                         const std::function<void(Range)>& body) = 0;

  /// The same executor as CUDA variants need it. Throws `Error` where no kernels run (CPU).
  virtual KernelExec& kernels();

  /// Begins a stage: what follows is timed under it.
  virtual void stage(Stage) {}

  /// What the buffer's mode does with an input before a step: a round trip copies it from the host,
  /// prefetching asks for its pages; in other modes nothing.
  virtual void copy_in(Buffer&) {}
  /// With an output after a step: a round trip copies it to the host; managed memory is read there,
  /// prefetched or not.
  virtual void copy_out(Buffer&) {}
  /// Both of many buffers: those that lie side by side may go in one piece.
  virtual void copy_all_in(std::span<Buffer* const> buffers);
  virtual void copy_all_out(std::span<Buffer* const> buffers);
  /// With an output before a step: prefetching asks for its pages.
  virtual void make_ready(Buffer&) {}

  /// Waits until all commands given so far are done; nothing to wait for on the host. Throws
  /// `Error`.
  virtual void synchronize() {}

  /// Whether somebody hears what instrumented kernels do with memory: what it executes should be
  /// one of `Workload::simulate_traced`.
  virtual bool traces() const { return false; }
  /// What memory the launches to come may touch, for an executor that traces.
  virtual void use_memory(const std::vector<NamedMemory>&) {}

  /// Every launch to come gives its blocks so many bytes of dynamic shared memory more than it asks
  /// for, which nothing uses: fewer stay on a multiprocessor. Nothing where no kernels run.
  virtual void reserve_shared(std::size_t /*bytes*/) {}
};

/// As long as it lives, launches of an executor reserve shared memory.
class SharedReserve {
 public:
  SharedReserve(Exec& exec, std::size_t bytes) : exec_(&exec) { exec.reserve_shared(bytes); }
  ~SharedReserve() { exec_->reserve_shared(0); }
  SharedReserve(const SharedReserve&) = delete;
  SharedReserve& operator=(const SharedReserve&) = delete;

 private:
  Exec* exec_;
};

/// Converts arguments to the parameter types P of a kernel and calls `use` with their places and
/// sizes.
template <class... P, class F, class... A>
void with_arguments(F&& use, const A&... args) {
  static_assert(sizeof...(P) == sizeof...(A), "wrong number of kernel arguments");
  std::tuple<P...> values{static_cast<P>(args)...};
  std::apply(
      [&](auto&... value) {
        const std::array<const void*, sizeof...(P)> slots{&value...};
        const std::array<std::size_t, sizeof...(P)> sizes{sizeof(value)...};
        use(slots.data(), sizes.data());
      },
      values);
}

/// What only a GPU can do; see `KernelExec::gpu`.
class GpuOnly {
 public:
  virtual ~GpuOnly() = default;

  /// Launches a kernel all of whose blocks must be on the device together, since they wait for one
  /// another: at most `KernelExec::resident_blocks`.
  template <class... P, class... A>
  void launch_cooperative(const Kernel<P...>& kernel, Dim3 grid, Dim3 block,
                          std::size_t shared_bytes, const A&... args) {
    with_arguments<P...>(
        [&](const void* const* values, const std::size_t* sizes) {
          launch_cooperative_raw(kernel.ref, grid, block, shared_bytes, values, sizes,
                                 sizeof...(P));
        },
        args...);
  }
  /// Lets a library put work of its own where a launch would stand. `call` is given the stream, a
  /// `cudaStream_t`, perhaps later: it owns what it needs, does not wait, and throws `Error` if the
  /// library refuses. `name` is how errors call it, and lives on. Not between begin_graph() and
  /// end_graph().
  virtual void call_library(const char* name, std::function<void(void* stream)> call) = 0;

 protected:
  virtual void launch_cooperative_raw(const KernelRef& kernel, Dim3 grid, Dim3 block,
                                      std::size_t shared_bytes, const void* const* args,
                                      const std::size_t* sizes, std::size_t count) = 0;
};

/// Runs kernels: the CUDA runtime or the emulator. CUDA variants are written once against this
/// class.
class KernelExec : public Exec {
 public:
  KernelExec& kernels() final { return *this; }
  void reserve_shared(std::size_t bytes) override { reserved_shared_ = bytes; }

  /// Runs `kernel` over grid x block threads with `shared_bytes` of dynamic shared memory.
  /// Arguments are converted to the kernel's parameter types here and copied, so they need not live
  /// on.
  template <class... P, class... A>
  void launch(const Kernel<P...>& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
              const A&... args) {
    with_arguments<P...>(
        [&](const void* const* values, const std::size_t* sizes) {
          launch_raw(kernel.ref, grid, block, shared_bytes, values, sizes, sizeof...(P));
        },
        args...);
  }

  /// Splits [0, n) into the launches that the runner wants (one, unless a step would hold the
  /// device for too long), each but the last a multiple of `granule`.
  std::vector<Range> slices(std::int64_t n, std::int64_t granule) const {
    return slices(Range{0, n}, granule);
  }
  /// The same of a range, from whose first element granules are counted.
  std::vector<Range> slices(const Range& all, std::int64_t granule) const;
  /// The same for a kernel that computes an element a thread: each launch but the last is of whole
  /// waves, since one that leaves a part of the device idle takes as long as one that does not.
  std::vector<Range> waves(const KernelRef& kernel, const Range& all, Dim3 block,
                           std::size_t shared_bytes) const;
  std::vector<Range> waves(const KernelRef& kernel, std::int64_t n, Dim3 block,
                           std::size_t shared_bytes) const {
    return waves(kernel, Range{0, n}, block, shared_bytes);
  }
  /// Blocks of a kernel that the whole device holds at once; 1 where kernels are executed on the
  /// host.
  virtual std::int64_t resident_blocks(const KernelRef&, Dim3, std::size_t) const { return 1; }

  /// Launches between the two are given to the device as one CUDA graph, made when they are first
  /// met and kept. Elsewhere they run one after another.
  virtual void begin_graph() {}
  virtual void end_graph() {}

  /// Launches between the first two may run at the same time as those that follow, until join():
  /// neither may touch what the others write. For a small kernel that would leave most of the
  /// device idle. Elsewhere, and in a step that is split, they run one after another.
  virtual void begin_beside() {}
  virtual void end_beside() {}
  virtual void join() {}

  /// Fills a `__constant__` array with `count` elements from host memory.
  template <class T, std::size_t N>
  void upload(T (&symbol)[N], const T* source, std::size_t count) {
    upload_symbol(&symbol, source, count * sizeof(T));
  }
  /// The same from memory that kernels can reach.
  template <class T, std::size_t N>
  void copy_to_constant(T (&symbol)[N], const T* memory, std::size_t count) {
    copy_symbol(&symbol, memory, count * sizeof(T));
  }
  /// Sets bytes of memory that kernels can reach.
  virtual void fill_bytes(void* memory, int byte, std::size_t bytes) = 0;

  /// The texture object of a description, a kernel's `cudaTextureObject_t`: made when it is first
  /// asked for, and kept as long as the executor. Throws `Error` where the hardware's rules do not
  /// allow it.
  virtual std::uint64_t texture(const TextureSpec& spec) = 0;
  /// The surface object by which kernels write a level of an array, a kernel's
  /// `cudaSurfaceObject_t`; kept too.
  virtual std::uint64_t surface(const TextureArray& array, int level) = 0;
  std::uint64_t surface(const TextureArray& array) { return surface(array, 0); }
  /// Copies rows that begin every `pitch` bytes in memory that kernels can reach into an array,
  /// which has one level.
  virtual void copy_to_array(const TextureArray& array, const void* source, std::size_t pitch) = 0;
  /// Copies an array into such rows.
  virtual void copy_from_array(void* target, std::size_t pitch, const TextureArray& array) = 0;

  /// Copies between memory that kernels can reach and page-locked memory of the host, as
  /// `scratch_on_host` gives it. The memory must stay until it is done.
  virtual void copy_to_host(void* host, const void* memory, std::size_t bytes) = 0;
  virtual void copy_from_host(void* memory, const void* host, std::size_t bytes) = 0;
  /// Calls `work` on a thread of the host when all before it is done; what comes after waits for
  /// it. It must not throw, nor call CUDA.
  virtual void on_host(std::function<void()> work) = 0;

  /// What only a GPU can do. Throws `Error` in the emulator.
  virtual GpuOnly& gpu();

 protected:
  /// What launches take beyond what they are given: executors add it.
  std::size_t reserved_shared() const { return reserved_shared_; }
  virtual int slice_count() const { return 1; }
  virtual void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                          const void* const* args, const std::size_t* sizes, std::size_t count) = 0;
  virtual void upload_symbol(const void* symbol, const void* source, std::size_t bytes) = 0;
  virtual void copy_symbol(const void* symbol, const void* memory, std::size_t bytes) = 0;

 private:
  std::size_t reserved_shared_ = 0;
};

}  // namespace livewarp
