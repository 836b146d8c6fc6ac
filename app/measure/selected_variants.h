#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/measure/context.h"
#include "app/options/option_group.h"

namespace livewarp {

/// Which variants a command is asked to run, and with what. Axes stay texts until a variant is
/// known.
struct VariantSelection {
  const Workload* workload = nullptr;  ///< null: all
  std::vector<std::string> variants;   ///< empty: all
  std::optional<Backend> backend;
  std::optional<Executor> executor;  ///< who runs CUDA variants
  std::vector<MemoryMode> memories;  ///< empty: each variant's default
  bool every_memory = false;         ///< "all": one that is impossible is no failure
  ParsedOptions axes;
  Values problem;
};

/// Reads the options that select variants. Throws `Error` on what no variant can fulfil.
VariantSelection variant_selection(const Workload* workload, const ParsedOptions& given);

/// One variant with the setting in which it is to run.
struct SelectedVariant {
  const Workload* workload = nullptr;
  const VariantInfo* info = nullptr;
  Executor executor = Executor::cpu;
  Choice choice;
  std::string skip;  ///< why it does not run; empty if it does
  /// Asked for by name, backend or executor: not running it is a failure. In a memory mode that the
  /// variant itself refuses it is asked for only by name.
  bool requested = false;
};

/// Whether variants are timed (CUDA variants need a GPU) or only checked (without one, from
/// source).
enum class Purpose { time, check };

/// The variants of a request in registry order, CUDA variants once in each memory mode asked for,
/// those that cannot run with their reason. A variant that lacks a given axis keeps its own; one
/// that does not offer the given value is skipped, and refused (throws `Error`) where it was the
/// only one named. Throws `Error` too where a variant that was named, or all variants, cannot
/// compute the problem.
std::vector<SelectedVariant> select_variants(const Context& context,
                                             const VariantSelection& request, Purpose purpose);

/// Who runs those that are not skipped.
std::set<Executor> executors_of(const std::vector<SelectedVariant>& variants);
/// Who can run anything here that is timed.
std::set<Executor> executors_here(const Context& context, std::optional<Backend> backend = {});

/// The memory mode in which the variant really runs: `host` in the emulator and on the CPU.
MemoryMode memory_of(const SelectedVariant& variant);

/// "block 256, items 4": the variant's launch for tables. What the variant finds out by itself is
/// named: "isa auto (avx512)".
std::string launch_text(const SelectedVariant& variant);

/// The instruction set with which the variant computes here, also where its axis says "auto"; empty
/// if it has no such axis.
std::string isa_of(const SelectedVariant& variant);

/// Who runs it: name of the GPU or of the CPU.
std::string device_text(const SelectedVariant& variant, const Context& context);

/// Throws `Error` with numbers if the problem of the choice needs more memory than is free.
void require_memory(const Workload& workload, const Choice& choice, Executor executor);
inline void require_memory(const SelectedVariant& variant) {
  require_memory(*variant.workload, variant.choice, variant.executor);
}

/// Why the variant cannot run on this machine or in this build; empty if it can.
std::string unavailable_here(const Context& context, const SelectedVariant& variant);

/// The variant of a complete choice on its own executor (a CUDA variant needs a GPU), with the
/// reason where it cannot run. Throws `Error` if no machine could: the variant cannot compute the
/// problem.
SelectedVariant selected_variant(const Context& context, const Choice& choice);

/// How every command says that the one variant asked for cannot run: "nbody naive cannot run here:
/// ...".
std::string cannot_run_text(const SelectedVariant& variant, const std::string& reason);

}  // namespace livewarp
