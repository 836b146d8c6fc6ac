#pragma once

#include <string>

#include <gtest/gtest.h>

#include "app/command_line.h"
#include "app/commands.h"
#include "app/test_context.h"
#include "kernels/core/error.h"

namespace livewarp::test {

/// Parses and runs a command line in the test's context; the exit code as the program gives it.
inline int run(Bench& bench, const std::string& line) {
  try {
    const Request request =
        parse_command_line(bench.context.workloads, bench.machine, words(line)).request;
    if (const auto* r = std::get_if<ListRequest>(&request)) return run_list(bench.context, *r);
    if (const auto* r = std::get_if<BenchRequest>(&request)) return run_bench(bench.context, *r);
    if (const auto* r = std::get_if<SweepRequest>(&request)) return run_sweep(bench.context, *r);
    if (const auto* r = std::get_if<VerifyRequest>(&request)) return run_verify(bench.context, *r);
    if (const auto* r = std::get_if<CeilingsRequest>(&request))
      return run_ceilings(bench.context, *r);
    if (const auto* r = std::get_if<LensRequest>(&request)) return run_lens(bench.context, *r);
    if (const auto* r = std::get_if<ShotRequest>(&request)) return run_shot(bench.context, *r);
    if (const auto* r = std::get_if<InfoRequest>(&request)) return run_info(bench.context, *r);
    ADD_FAILURE() << "what is " << line << "?";
    return -1;
  } catch (const Error& error) {
    bench.err << error.what() << "\n" << error.advice() << "\n";
    return exit_bad_request;
  }
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace livewarp::test
