#pragma once

#include <cstdint>
#include <string>

#include "kernels/reduce/reduce.h"

namespace livewarp {

/// What is made of n elements; y of a dot product alone, else null.
template <class T>
using ReducePiece = T (*)(const T* x, const T* y, std::int64_t n, bool minimum);

/// That with the vector instructions of that name (see vector_isa.h). T is float, double or int.
/// Throws `Error` if the processor lacks them.
template <class T>
ReducePiece<T> reduce_vector_piece(const std::string& isa);

}  // namespace livewarp
