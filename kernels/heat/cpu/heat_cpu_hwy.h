#pragma once

#include <string>

#include "kernels/heat/cpu/heat_cpu_step.h"

namespace livewarp {

/// Rows of the plate with the vector instructions of that name (see vector_isa.h): `cached` stores
/// as usual, `streaming` past the caches. Any radius; Stored is float, double or Half. Throws
/// `Error` if the processor lacks them.
enum class HeatStores { cached, streaming };
template <class Stored>
HeatRow<Stored> heat_vector_row(const std::string& isa, HeatStores stores);

/// Cells [first, last) of one row by the 5-point star, from the rows above, here and below.
template <class Real>
using HeatLine = void (*)(const Real* up, const Real* row, const Real* down, Real* out,
                          std::int64_t first, std::int64_t last, Real number);
/// The same for rows by themselves; Real is float or double.
template <class Real>
HeatLine<Real> heat_vector_line(const std::string& isa, HeatStores stores);

/// The same for two rows at once; see `HeatLines`.
template <class Real>
HeatTwoLines<Real> heat_vector_lines(const std::string& isa, HeatStores stores);

/// Makes streamed stores visible to other threads; at the end of a piece.
void heat_finish_streaming();

}  // namespace livewarp
