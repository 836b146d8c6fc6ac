#pragma once

#include <concepts>
#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/core/base/machine.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/memory/texture.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/display_target.h"
#include "kernels/core/model/history.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/core/model/precision.h"
#include "kernels/core/model/tolerance.h"
#include "kernels/core/workload/closed_form.h"

namespace livewarp {

/// What one launch of a step does, from a formula: rates and shares of ceilings are made of these.
struct CostModel {
  double items = 0;          ///< interactions, cells, pixels: the numerator of the rate
  double flops = 0;          ///< by the workload's convention
  double tensor_flops = 0;   ///< that tensor cores compute in fp16 or bf16, zeros and all
  double roots = 0;          ///< reciprocal ones by special functions, where they may be the limit
  bool other_units = false;  ///< computed by units whose rate no ceiling tells
  double compulsory_bytes = 0;  ///< each input read once, each output written once
  double requested_bytes = 0;   ///< what the threads ask for, before caches
  double fetches = 0;           ///< filtered texture fetches of one or four channels of 8 bits
  bool streams = false;         ///< reads nothing of the last step's, as if new pictures came
  std::string note;             ///< what else belongs to a time; empty mostly
  Precision precision = Precision::fp32;  ///< of the state; set for every variant alike
  double to_device_bytes = 0,
         to_host_bytes =
             0;  ///< copied by the variant; what its memory mode copies is added for every variant
  int time_steps = 1;  ///< of the simulation, of which a variant may make several in one pass; set
                       ///< for every variant alike

  /// Whether units of fused operations compute `flops`: their rate then is a ceiling.
  bool by_fma_units() const { return tensor_flops == 0 && !other_units; }
  /// Of one time step, where this is of a pass of several.
  CostModel of_one_time_step() const;
};

/// A memory mode in which a variant cannot have its state, and why.
struct MemoryRefusal {
  MemoryMode mode = MemoryMode::mapped;
  std::string reason;
};

/// One way to compute a workload's step: all that generic code sees of a variant.
struct VariantInfo {
  std::string name;    ///< unique within the workload: `--variant NAME`
  std::string title;   ///< short, fits a table column
  std::string lesson;  ///< the comment above its kernel or function: see lessons.h
  std::string file;    ///< where that stands, from the project's root
  std::string topic;   ///< key of the lesson in the course texts, "L1.2"
  std::string source;  ///< where the idea is from
  Backend backend = Backend::cpu;
  std::vector<Param> axes;
  std::vector<MemoryMode> memory_modes;
  std::vector<MemoryRefusal>
      memory_refusals;  ///< of a CUDA variant: the modes that are not among those
  Tolerance tolerance;
  /// Of launches that are less exact than others; may be empty: `tolerance` is that of all.
  std::function<Tolerance(const Values& launch)> launch_tolerance;
  bool gpu_only = false;          ///< cannot be executed from source on the host
  int min_compute = 0;            ///< least compute capability, 75 = 7.5; 0 any
  bool one_architecture = false;  ///< compiled for `min_compute` alone, whose instructions it has
  std::string library;    ///< whose call the variant is, "NPP"; empty: its kernels are our own
  std::string finds;      ///< a number that its step finds beside its work, as `compare` calls it
  std::string undivided;  ///< why several devices cannot share its problem; empty if they can
  std::vector<TextFigure> history;  ///< what course texts measured of the same, a figure a source
  /// A library that the variant calls and that is not here, and how one gets it; empty text if
  /// nothing is missing. May be empty. Asked often, by any thread: what it looked for once it
  /// remembers.
  std::function<std::string()> missing;
};

/// Takes a mode from a variant, which says why.
void refuse_memory(VariantInfo& info, MemoryMode mode, std::string reason);
/// Why a variant cannot have its state in this mode on a GPU (null: on any); empty if it can.
std::string memory_reason(const VariantInfo& info, MemoryMode mode, const GpuInfo* gpu);

/// Why a variant cannot run; empty if it can.
std::string unavailable_reason(const VariantInfo& info, Executor executor, const Machine& machine);

/// A function of a variant, which takes its executor last: as `Exec&` where it runs on the CPU, as
/// `KernelExec&` where it launches kernels.
template <class... Args>
class ExecFunction {
 public:
  ExecFunction() = default;
  template <class F>
  requires(!std::same_as<F, ExecFunction>) ExecFunction(F function) {
    if constexpr (std::invocable<const F&, Args..., Exec&>) {
      run_ = std::move(function);
    } else {
      static_assert(std::invocable<const F&, Args..., KernelExec&>);
      run_ = [function = std::move(function)](Args... args, Exec& exec) {
        function(args..., exec.kernels());
      };
    }
  }
  explicit operator bool() const { return bool(run_); }
  void operator()(Args... args, Exec& exec) const { run_(args..., exec); }

 private:
  std::function<void(Args..., Exec&)> run_;
};

/// A variant with its typed functions. W is the workload's traits class.
template <class W>
struct Variant : VariantInfo {
  /// Computes one step from step.in to step.out.
  ExecFunction<const typename W::Step&, const Launch&> step;
  std::function<CostModel(const typename W::Problem&, const Launch&)> cost;
  /// What its warps do, by a formula; may be empty (none is known).
  std::function<ClosedForm(const typename W::Problem&, const Launch&)> closed_form;
  /// Time steps that one launch of the variant makes; may be empty (one).
  std::function<int(const Launch&)> time_steps;
  /// Why the variant cannot compute this problem with this launch; empty text if it can. May be
  /// empty.
  std::function<std::string(const typename W::Problem&, const Launch&, Executor)> refuses;
  /// Dynamic shared memory that a block of its launches has at most; may be empty, where that is
  /// never more than `usual_shared_bytes`.
  std::function<std::size_t(const typename W::Problem&, const Launch&)> shared_bytes;
  /// Extra memory that the variant needs during a step; may be empty (none).
  std::function<std::size_t(const typename W::Problem&, const Launch&)> scratch_bytes;
  /// The extra memory is page-locked memory of the host, for `Exec::on_host`; kernels do not see
  /// it.
  bool scratch_on_host = false;
  /// Texture arrays that the variant needs during a step, as `step.arrays`, in this order; may be
  /// empty (none).
  std::function<TextureArray::Shapes(const typename W::Problem&, const Launch&)> scratch_arrays;

  /// What these two ask for.
  std::size_t bytes_needed(const typename W::Problem& problem, const Launch& launch) const {
    return scratch_bytes ? scratch_bytes(problem, launch) : 0;
  }
  TextureArray::Shapes arrays_needed(const typename W::Problem& problem,
                                     const Launch& launch) const {
    return scratch_arrays ? scratch_arrays(problem, launch) : TextureArray::Shapes();
  }
};

/// The variants of several groups, one after another.
template <class W>
std::vector<Variant<W>> joined(std::initializer_list<std::vector<Variant<W>>> groups) {
  std::vector<Variant<W>> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// A picture that is to be written.
struct Picture {
  PictureSpec spec;
  void* memory = nullptr;        ///< null: a kernel writes the surface
  std::uint64_t surface = 0;     ///< see `PicturePlace`
  const Values* view = nullptr;  ///< of the choice
  double top = 1;                ///< the value at the top of the legend
};

/// The variants of one compilation of the source (CUDA, host copy, native CPU), and what they
/// share.
template <class W>
struct Variants {
  std::vector<Variant<W>> variants;
  /// Writes the picture of `step.in`; CUDA's kernels store fields and volumes by a `PictureTarget`.
  /// The launch lets a picture show the blocks.
  ExecFunction<const typename W::Step&, const typename W::Problem&, const Launch&, const Picture&>
      publish;
  /// Changes `step.in` along a stroke with the tool that the view's values name, or by the stroke's
  /// spots; may be empty.
  ExecFunction<const typename W::Step&, const typename W::Problem&, const Launch&, const Values&,
               const Stroke&>
      paint;
  /// Writes `device_readout_bytes` bytes about `step.in`, of which `readouts` of the traits tells
  /// numbers; may be empty.
  ExecFunction<const typename W::Step&, const typename W::Problem&, void*> enqueue_readouts;
};

}  // namespace livewarp
