#pragma once

#include <cstdint>
#include <string>

namespace livewarp {

/// Sorts n ordered integers.
using SortRunFunction = void (*)(std::uint32_t* keys, std::int64_t n);

/// That with the vector instructions of that name (see vector_isa.h). Throws `Error` if the
/// processor lacks them.
SortRunFunction sort_vector_run(const std::string& isa);

}  // namespace livewarp
