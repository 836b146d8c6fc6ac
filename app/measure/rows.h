#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measure/context.h"
#include "app/options/option_group.h"

namespace livewarp {

/// Which rows a command is asked to run, and with what. Axes stay texts until a row is known.
struct RowRequest {
  const Workload* workload = nullptr;  ///< null: all
  std::vector<std::string> variants;   ///< empty: all
  std::optional<Backend> backend;
  std::optional<Executor> executor;  ///< who runs CUDA rows
  std::vector<MemoryMode> memories;  ///< empty: each row's default
  bool every_memory = false;         ///< "all": one that is impossible is no failure
  Given axes;
  Values problem;
};

/// Reads the options that select rows. Throws `Error` on what no row can fulfil.
RowRequest row_request(const Workload* workload, const Given& given);

/// One row with the setting in which it is to run.
struct Row {
  const Workload* workload = nullptr;
  const VariantInfo* info = nullptr;
  Executor executor = Executor::cpu;
  Choice choice;
  std::string skip;  ///< why it does not run; empty if it does
  /// Asked for by name, backend or executor: not running it is a failure. In a memory mode that the row
  /// itself refuses it is asked for only by name.
  bool requested = false;
};

/// Whether rows are timed (CUDA rows need a GPU) or only checked (without one, from source).
enum class Purpose { time, check };

/// The rows of a request in registry order, CUDA rows once in each memory mode asked for, those that cannot run with their reason. A row that lacks
/// a given axis keeps its own; one that does not offer the given value is skipped, and refused
/// (throws `Error`) where it was the only one named. Throws `Error` too where a row that was named, or all
/// rows, cannot compute the problem.
std::vector<Row> select_rows(const Context& context, const RowRequest& request, Purpose purpose);

/// The memory mode in which the row really runs: `host` on `simt` and the CPU.
MemoryMode memory_of(const Row& row);

/// "block 256, items 4": the row's launch for tables. What the row finds out by itself is named:
/// "isa auto (avx512)".
std::string launch_text(const Row& row);

/// The instruction set with which the row computes here, also where its axis says "auto"; empty if it
/// has no such axis.
std::string isa_of(const Row& row);

/// Who runs it: name of the GPU or of the CPU.
std::string device_text(const Row& row, const Context& context);

/// Throws `Error` with numbers if the problem of the choice needs more memory than is free.
void require_memory(const Workload& workload, const Choice& choice, Executor executor);
inline void require_memory(const Row& row) {
  require_memory(*row.workload, row.choice, row.executor);
}

/// Why the row cannot run on this machine or in this build; empty if it can.
std::string unavailable_here(const Context& context, const Row& row);

/// The row of a complete choice on its own executor (a CUDA row needs a GPU), with the reason where it
/// cannot run. Throws `Error` if no machine could: the row cannot compute the problem.
Row row_of(const Context& context, const Choice& choice);

/// How every command says that the one row asked for cannot run: "nbody naive cannot run here: ...".
std::string cannot_run_text(const Row& row, const std::string& reason);

}  // namespace livewarp
