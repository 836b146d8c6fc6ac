#pragma once

#include <cstddef>

namespace livewarp {

inline constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;

/// Asks for huge pages, where the system has them; before the memory is touched. Of small ones
/// chance decides, anew for each state, which of them meet in a cache: two equal runs then differ.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace livewarp
