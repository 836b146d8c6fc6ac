// What sweeps vary: sizes, and values of an axis of the variants or of the one parameter of the
// problem that the workload is about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/measure/sweep.h"

namespace livewarp {

/// The parameters that a sweep over sizes varies together, the main one first: a workload's size,
/// or the sides of a picture, which keeps its shape. None if there is nothing of the kind.
std::vector<const Param*> swept_sides(const Workload& workload);
/// The main one's value.
std::int64_t swept_size(const Workload& workload, const Choice& choice);
/// Whether all sides have one value, as those of a field in a sweep; a picture's have not.
bool sides_are_equal(const Workload& workload);

/// Powers of two, ascending; without those that the choice's file does not let be.
std::vector<SweepStep> size_steps(const Workload& workload, const Choice& choice,
                                  const SweepOver& over);

/// Of a problem, for a line: "bodies 65,536", "3,840x2,160" with a true sign; empty without a size.
std::string size_text(const Workload& workload, const Values& problem);

/// "Width = Height, cells", "Source width, texels".
std::string size_label(const Workload& workload);

/// The filter of scaling, the radius of a blur; null where the workload has none.
const Param* method_of(const Workload& workload);

/// Other parameters of the problem that a sweep may vary: named ways and small numbers, no sizes.
std::vector<std::string> varied_params(const Workload& workload);

/// Whether the value stands in the problem: that one, or one of these.
bool varies_method(const Workload& workload, const SweepOver& over);

/// What is varied of this variant; null if it has nothing of that name.
const Param* swept_param(const Workload& workload, const VariantInfo* variant,
                         const SweepOver& over);

/// Its value, null if there is none; and the choice with another one.
const Value* swept_value(const Workload& workload, const Choice& choice, const SweepOver& over);
Choice with_swept(const Workload& workload, Choice choice, const SweepOver& over,
                  const Value& value);

}  // namespace livewarp
