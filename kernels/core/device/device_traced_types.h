// CUDA's vector types for the host compiler with instrumentation: a GPU loads and stores those of
// two and four as one, whereas the compiler would cut a copy of a plain structure into its members.
// Included by device_host_types.h alone.
#pragma once

#include <type_traits>

#include "kernels/core/base/compilation.h"

LIVEWARP_KERNELS_BEGIN

/// What copies so many bytes at once, whatever lies there: kernels are compiled without strict
/// aliasing.
template <unsigned Bytes>
struct Whole;
template <>
struct Whole<2> {
  using type = unsigned short;
};
template <>
struct Whole<4> {
  using type = unsigned;
};
template <>
struct Whole<8> {
  using type = unsigned long long;
};
template <>
struct Whole<16> {
  typedef float type __attribute__((vector_size(16)));
};

template <class T>
inline __attribute__((always_inline)) void copy_whole(T& to, const T& from) {
  using Word = typename Whole<sizeof(T)>::type;
  *reinterpret_cast<Word*>(&to) = *reinterpret_cast<const Word*>(&from);
}

/// Copies go by `take`, which the structure has.
#define LIVEWARP_COPIED(name)                                                                      \
  name() = default;                                                                                \
  constexpr name(const name& other) { take(other); }                                               \
  constexpr name& operator=(const name& other) {                                                   \
    take(other);                                                                                   \
    return *this;                                                                                  \
  }
#define LIVEWARP_VECTOR2(name, T)                                                                  \
  struct alignas(2 * sizeof(T)) name {                                                             \
    T x, y;                                                                                        \
    constexpr name(T x_, T y_) : x(x_), y(y_) {}                                                   \
    LIVEWARP_COPIED(name)                                                                          \
   private:                                                                                        \
    constexpr void take(const name& other) {                                                       \
      if (std::is_constant_evaluated())                                                            \
        x = other.x, y = other.y;                                                                  \
      else                                                                                         \
        copy_whole(*this, other);                                                                  \
    }                                                                                              \
  };                                                                                               \
  constexpr name make_##name(T x, T y) { return name(x, y); }
// Three lie at any multiple of one: a GPU has no access for them together.
#define LIVEWARP_VECTOR3(name, T)                                                                  \
  struct name {                                                                                    \
    T x, y, z;                                                                                     \
    constexpr name(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}                                      \
    LIVEWARP_COPIED(name)                                                                          \
   private:                                                                                        \
    constexpr void take(const name& other) { x = other.x, y = other.y, z = other.z; }              \
  };                                                                                               \
  constexpr name make_##name(T x, T y, T z) { return name(x, y, z); }
#define LIVEWARP_VECTOR4(name, T)                                                                  \
  struct alignas(4 * sizeof(T)) name {                                                             \
    T x, y, z, w;                                                                                  \
    constexpr name(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}                         \
    LIVEWARP_COPIED(name)                                                                          \
   private:                                                                                        \
    constexpr void take(const name& other) {                                                       \
      if (std::is_constant_evaluated())                                                            \
        x = other.x, y = other.y, z = other.z, w = other.w;                                        \
      else                                                                                         \
        copy_whole(*this, other);                                                                  \
    }                                                                                              \
  };                                                                                               \
  constexpr name make_##name(T x, T y, T z, T w) { return name(x, y, z, w); }

LIVEWARP_KERNELS_END
