#pragma once

#include <string>
#include <string_view>

namespace livewarp {

/// What turns one text into another, as `diff -u` writes it and `patch` reads it, with three lines
/// around each change: "--- OLD_NAME", "+++ NEW_NAME", then the changes. Empty where they are
/// equal. The fewest lines, unless nearly all of two long texts differ.
std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         const std::string& old_name, const std::string& new_name);

}  // namespace livewarp
