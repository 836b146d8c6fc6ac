#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/base/named_memory.h"
#include "kernels/core/blocks/part_of_picture.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"

namespace livewarp::emulator {

/// What names of memory end with, of fields that a step makes anew.
inline constexpr std::string_view name_before = " before", name_after = " after";

/// An array's elements where a picture shows it, beside others or alone.
struct ShownArray {
  std::string name;  ///< of the field: "source"; empty: whichever it is
  std::int64_t width = 0, height = 1;
  PartOfPicture part;
};

/// The elements of a step's result that its picture shows, one a cell, pixel or point of it.
struct ShownElements {
  std::int64_t width = 0, height = 1;
  std::size_t bytes = 0;               ///< of an element; 0: whatever an array has
  std::string reason;                  ///< why it shows none
  std::vector<ShownArray> parts = {};  ///< of a picture of several arrays: all of them

  /// How the picture shows an array of that name; nothing where it shows others.
  std::optional<ShownArray> array(std::string_view name) const;

  std::size_t count() const { return std::size_t(width * height); }
  /// Bytes of an element of that memory, if it can be an array of such elements; else 0.
  std::size_t element_bytes(const NamedMemory& memory) const;
};

ShownElements shown_elements(const Workload& workload, const Choice& choice,
                             const Simulation& simulation);

}  // namespace livewarp::emulator
