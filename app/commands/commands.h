#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/base/output_file.h"
#include "app/commands/command.h"
#include "app/measure/variant_run.h"

/// What the commands share: options, files and texts.
namespace livewarp {

/// Limits of options that are seconds.
inline constexpr double shortest_time = 0.01, longest_time = 86'400;

/// Options that select variants: those of the workload, or --backend alone where none is named.
void declare_variants(CLI::App& app, const CommandScope& scope, ParsedOptions& given);

/// --device; one that this machine lacks is refused.
void declare_device(OptionGroup& group, const Machine& machine, int& device,
                    const std::string& help = "CUDA device to use, as livewarp info counts them.");

/// --no-wait, of commands that measure.
void declare_no_wait(OptionGroup& group, bool& no_wait);

/// --time, --device and --no-wait, of commands that measure variants. `help`: of --time.
void declare_measuring(OptionGroup& run, const Machine& machine, BenchOptions& options, int& device,
                       bool& no_wait, const std::string& help);

/// Leaves out variants a step of which would take so long that they are measured only where they
/// are named.
void skip_long_variants(Workbench& bench, const std::vector<SelectedVariant*>& variants);
void skip_long_variants(Workbench& bench, std::vector<SelectedVariant>& variants);

/// Verifies the variant that is about to be drawn. False where it must not be: the error stream
/// then says why. Throws `Error` where memory is short.
bool verified_to_draw(const Context& context, Progress& progress, VariantResult& result);

/// Throws `Error` unless the name ends as that of a PNG file.
void require_png(const std::string& file);

/// A file that an option may name; without a name nothing is written.
struct NamedOutput {
  std::string path;
  OutputFile file;
  /// Throws `Error` where it cannot be written.
  void open() {
    if (!path.empty()) file = OutputFile(path);
  }
  void write(std::string_view content) {
    if (file.is_open()) file.write(content);
  }
};

/// --json
void declare_json(OptionGroup& output, NamedOutput& json);

/// --json and --csv of the commands that report variants.
struct ReportFiles {
  NamedOutput json, csv;
  void declare(OptionGroup& output);
  void open();
  void write(const Context& context, const std::vector<VariantResult>& results,
             const Ceilings& ceilings, bool interrupted);
};

/// The problem in one line: "n 16,384, dt 0.001, start plummer".
std::string problem_text(const Workload& workload, const Values& problem);

/// "Not run: naive, shared: no CUDA device", one line a reason; empty if all ran.
std::string skipped_text(const std::vector<SelectedVariant>& variants);

/// Says on the error stream that results are partial, or else what keeps the command from success:
/// the variants that were asked for and did not run, all of them where none did. "livewarp: nbody
/// naive, shared cannot run here: no CUDA device", one line a reason.
void complain(const Context& context, bool interrupted,
              const std::vector<SelectedVariant>& variants);

}  // namespace livewarp
