#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace livewarp {

/// "16,777,216"; a true minus sign (U+2212) for negative numbers. The same in every locale.
std::string grouped(std::int64_t number);

/// The shortest decimal text that reads back to the same double: "0.01", "1e-7".
std::string shortest(double number);

/// For error texts: "131,072" for text that is a whole number, else the text as it is.
std::string as_shown(const std::string& text);

/// A number with `digits` significant digits, for texts: "0.31", "3.1e-7".
std::string rounded(double number, int digits);

/// A label within a line: "items per thread". Names of one letter (N) and abbreviations keep their
/// capitals.
std::string lowered(std::string label);

/// "a, b, c".
std::string joined(const std::vector<std::string>& parts);

/// "512 MiB", "140 GiB".
std::string memory_size(std::size_t bytes);

/// Text that others wrote, to be shown in a line: blanks in place of control characters, U+FFFD in
/// place of what is no UTF-8, and an ellipsis for what goes beyond `most` bytes.
std::string printable(std::string_view text, std::size_t most = 120);

/// The text as one word of a POSIX shell: as it is, or between single quotes.
std::string shell_word(const std::string& text);

/// "16777216" for "16,777,216": commas where the user puts them into a whole number. Any other text
/// is as it was.
std::string ungrouped(const std::string& text);

/// Whole text as a number, in the "C" form whatever the locale; false if it is anything else.
bool read_integer(std::string_view text, std::int64_t& number);
bool read_real(std::string_view text, double& number);

}  // namespace livewarp
