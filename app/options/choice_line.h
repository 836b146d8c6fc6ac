#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The words of a line as a POSIX shell has them: blanks divide, quotes join, a backslash takes the
/// next character as it is, what follows a # at a word's beginning is for readers. Throws `Error`
/// where a quote is not closed.
std::vector<std::string> shell_words(std::string_view line);

/// The choice that a command line describes, as `to_command_line` writes it: "livewarp nbody
/// --variant shared", with or without the program's name, complete and checked. What is not given
/// is at its default, whatever the machine; without a variant it is that of `fallback`. Throws
/// `Error`.
Choice choice_of_line(const std::vector<const Workload*>& workloads, std::string_view line,
                      Backend fallback);

}  // namespace livewarp
