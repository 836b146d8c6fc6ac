#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/variant.h"
#include "ui/model/model.h"

/// Changes that keys and panels make to a choice, without any drawing.
namespace livewarp::ui {

/// Index of the chosen option; -1 if it is none of them.
int option_index(std::span<const Option> options, const std::string& id);

/// The value of a parameter in a choice: a variant's axis, or of the problem or view.
const Value& value_of(const Choice& choice, const Param& param, bool axis);
void set_value(Choice& choice, const Param& param, bool axis, Value value);

/// A value as people read it: the label of an option, digits in groups.
std::string value_text(const Param& param, const Value& value);

/// The parameters that + and - change: those of the size, or the scale where the mouse scales, else
/// the sides of a picture. Not all need be there.
std::vector<std::string> ids_of_size(const Model& model);

/// How the running variant is set, what matters first: "block 128", "bodies 131,072", the memory
/// mode unless it is left out, and the other axes, those first that are not as usual. Whoever has
/// no room for all of it loses the least.
std::vector<std::string> setting_parts(const Model& model, bool with_memory);

/// The next offered value that this machine allows, upwards or downwards; empty at the end. From a
/// block that is no preset it is the preset next to it in threads.
std::optional<Value> neighbour(const Param& param, const Value& value, int direction);

/// Twice or half of a number, within the parameter's range; empty if that changes nothing.
std::optional<Value> scaled(const Param& param, const Value& value, int direction);

/// A dragged value as it should be kept: whole numbers whole and on a power of two where the range
/// is logarithmic, others on the parameter's step or three significant digits.
double tidy(const Param& param, double value);

/// The variant that is `offset` variants after `from` in the list, stopping at its ends; null if
/// empty.
const VariantEntry* variant_beside(std::span<const VariantEntry* const> variants,
                                   const std::string& from, int offset);

}  // namespace livewarp::ui
