#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace livewarp {

/// Fewest insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known name that was probably meant; empty if none is near (a third of its letters differ).
std::string nearest_name(const std::string& typed, const std::vector<std::string>& known);

/// "did you mean tile?" or, if none is near, "known are a, b, c".
std::string advice_among(const std::string& typed, const std::vector<std::string>& known);

}  // namespace livewarp
