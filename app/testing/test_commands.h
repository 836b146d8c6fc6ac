#pragma once

#include <string>

#include <gtest/gtest.h>

#include "app/program/command_line.h"
#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp::test {

/// Parses and runs a command line in the test's context; the exit code as the program gives it.
inline int run(Bench& bench, const std::string& line) {
  try {
    const Invocation asked =
        parse_command_line(bench.context.workloads, bench.machine, words(line));
    if (asked.command) return asked.command->run(bench.context);
    bench.out << asked.text;
    return exit_ok;
  } catch (const Error& error) {
    bench.err << error.what() << "\n" << error.advice() << "\n";
    return exit_bad_request;
  }
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace livewarp::test
