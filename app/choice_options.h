#pragma once

#include <string>
#include <vector>

#include "app/option_list.h"
#include "kernels/core/workload.h"

namespace livewarp {

/// Options that set a choice, declared by the workload and its rows: variant, axes, memory mode and
/// parameters. With `rows` holding more than one, an axis is declared once for all of them.
std::vector<OptionSpec> choice_options(const Workload& workload,
                                       const std::vector<const VariantInfo*>& rows);

/// Options that a single choice has beyond those: display path, pause, steps per frame.
std::vector<OptionSpec> display_options();

/// A text of the command line as a value of `param`, blocks in any form ("128x1" is "128"). Throws
/// `Error` naming value and limit, or what is wrong with a file.
Value read_value(const Param& param, const std::string& text);

/// With the values that go along with naming a file (see `Param::selects`), where no others are given.
Given with_selected(const Workload& workload, Given given);

/// The problem or view values among `given`; parameters that are not named are left out.
Values given_params(const Workload& workload, const Given& given, bool view);

/// The variant of that name. Throws `Error` with the nearest name or those known.
const VariantInfo& named_variant(const Workload& workload, const std::string& name);

/// The choice that `given` describes, complete and checked; what is not given is at its default. The
/// variant defaults to the workload's own for the backend that is given, else for `fallback`.
Choice choice_from(const Workload& workload, const Given& given, Backend fallback);

/// The shortest command line that `choice_from` reads back to an equal choice, on any machine: it
/// always names workload and variant. `command` is what comes first, "livewarp" or "livewarp shot".
std::string to_command_line(const Workload& workload, const Choice& choice,
                            const std::string& command = "livewarp");

}  // namespace livewarp
