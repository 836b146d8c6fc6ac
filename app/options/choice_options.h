#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/options/option_group.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Declares options that set a choice, as the workload and its variants have them: variant, axes,
/// memory mode and parameters. With `variants` holding more than one, an axis is declared once for
/// all of them.
void declare_choice(CLI::App& app, const Workload& workload,
                    const std::vector<const VariantInfo*>& variants, ParsedOptions& given);

/// Those that a picture has beyond them: steps per frame, and in a window display path and pause.
void declare_steps_per_frame(CLI::App& app, ParsedOptions& given);
void declare_display(CLI::App& app, ParsedOptions& given);

/// Declares the options of parameters that belong to no workload, except those that `app` has.
void declare_params(CLI::App& app, const std::string& heading, const std::vector<Param>& params,
                    ParsedOptions& given);
/// Their values: as given, else at their defaults.
Values read_params(const std::vector<Param>& params, const ParsedOptions& given);

/// Backend of the variant that is taken where none is named: CUDA where there is a GPU.
Backend usual_backend(const Workload& workload, const Machine& machine);

/// A text of the command line as a value of `param`, blocks in any form ("128x1" is "128"). Throws
/// `Error` naming value and limit, or what is wrong with a file.
Value read_value(const Param& param, const std::string& text);

/// With the values that go along with naming a file (see `Param::selects`), where no others are
/// given.
ParsedOptions with_selected(const Workload& workload, ParsedOptions given);

/// The problem or view values among `given`; parameters that are not named are left out.
Values given_params(const Workload& workload, const ParsedOptions& given, bool view);

/// The variant of that name. Throws `Error` with the nearest name or those known.
const VariantInfo& named_variant(const Workload& workload, const std::string& name);

/// The choice that `given` describes (with what files select), complete and checked; what is not
/// given is at its default. The variant defaults to the workload's own for the backend that is
/// given, else for `fallback`.
Choice choice_from(const Workload& workload, const ParsedOptions& given, Backend fallback);

/// A choice for each CUDA variant, by `choice_of` from `given` with its name. Variants that lack a
/// given axis, or do not offer its value, are left out; where all do, throws the first `Error`.
std::vector<Choice> choices_of_cuda(const Workload& workload, const ParsedOptions& given,
                                    const std::function<Choice(const ParsedOptions&)>& choice_of);

/// The shortest command line that `choice_from` reads back to an equal choice, on any machine: it
/// always names workload and variant. `command` is what comes first, "livewarp" or "livewarp shot".
std::string to_command_line(const Workload& workload, const Choice& choice,
                            const std::string& command = "livewarp");
/// The words behind the command.
std::vector<std::string> to_arguments(const Workload& workload, const Choice& choice);

}  // namespace livewarp
