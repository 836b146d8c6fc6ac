#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Source text of kernels, read as far as an edit of it takes: words, and where a definition begins
/// and ends.
namespace livewarp {

inline constexpr std::string_view kernels_begin = "LIVEWARP_KERNELS_BEGIN",
                                  kernels_end = "LIVEWARP_KERNELS_END";

/// Where the text has the word by itself; npos where it has not.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);
void replace_word(std::string& text, std::string_view word, std::string_view by);

/// Part of a text: whole lines.
struct TextPart {
  std::size_t first = 0, end = 0;
  std::string_view of(std::string_view text) const { return text.substr(first, end - first); }
};

/// Where the head of the kernel of that name begins, "__global__ void NAME(": npos where there is
/// none.
std::size_t find_kernel(std::string_view text, std::string_view kernel);

/// The definition of a kernel, or of a structure, from the comment directly above it to its last
/// brace; nothing where there is none, or its braces do not close.
std::optional<TextPart> kernel_definition(std::string_view text, std::string_view kernel);
std::optional<TextPart> structure_definition(std::string_view text, std::string_view name);

/// What stands between LIVEWARP_KERNELS_BEGIN and LIVEWARP_KERNELS_END; nothing without both.
std::optional<TextPart> kernels_part(std::string_view text);

}  // namespace livewarp
