#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace livewarp {

/// The whole program: understands the arguments after its name, does what they say, and returns the
/// exit code. Whatever goes wrong ends up in `err`, in one line and at most one more of advice.
int run_program(const std::vector<std::string>& args, std::ostream& out, std::ostream& err);

}  // namespace livewarp
