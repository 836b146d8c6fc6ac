#pragma once

#include "app/context.h"
#include "app/requests.h"

/// The headless commands. Each writes its result to the context's streams and returns the exit code;
/// they throw `Error` (exit code 2) before any work is done if something stands against it.
namespace livewarp {

int run_list(const Context& context, const ListRequest& request);
int run_info(const Context& context, const InfoRequest& request);
int run_bench(const Context& context, const BenchRequest& request);
int run_sweep(const Context& context, const SweepRequest& request);
int run_verify(const Context& context, const VerifyRequest& request);
int run_ceilings(const Context& context, const CeilingsRequest& request);
int run_lens(const Context& context, const LensRequest& request);
int run_shot(const Context& context, const ShotRequest& request);
int run_tour(const Context& context, const TourRequest& request);

/// The problem in one line: "n 16,384, dt 0.001, start plummer".
std::string problem_text(const Workload& workload, const Values& problem);

/// "Not run: naive, shared: no CUDA device", one line a reason; empty if all ran.
std::string skipped_text(const std::vector<Row>& rows);

/// What keeps a command from success, for its error stream: the rows that were asked for and did not
/// run, all of them where none did. "livewarp: nbody naive, shared cannot run here: no CUDA device", one
/// line a reason.
std::string unmet_text(const std::vector<Row>& rows);

}  // namespace livewarp
