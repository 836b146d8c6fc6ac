#pragma once

#include <cstdint>
#include <string>

#include "ui/frame/frame.h"

/// The CUDA variant whose kernels the tabs of Explain look at, whether it runs or not.
namespace livewarp::ui {

/// That of the cursor, or the CUDA variant that was looked at last; null without any.
const VariantEntry* looked_at_variant(Frame& frame);

/// Its step: of a variant that does not run, with the block that was chosen for it here.
Choice looked_at_choice(const Frame& frame, const VariantEntry& variant);
/// The same with another block, which then runs if the variant does.
void look_at_block(Frame& frame, const VariantEntry& variant, const std::string& shape);

/// What its launch reserves of shared memory, dragged or typed: the step then runs so, if the
/// variant does. Nothing where the variant has none to reserve.
void looked_at_reserve(Frame& frame, const char* id, const VariantEntry& variant, double most_kib,
                       const std::string& command, float width);
void look_at_reserve(Frame& frame, const VariantEntry& variant, std::int64_t kib);

/// A list of the CUDA variants. `command`: "livewarp lens nbody", whose options go on from there;
/// `text`: what its help says.
void looked_at_list(Frame& frame, const char* id, const VariantEntry& current,
                    const std::string& command, const std::string& text, float width);
/// A list of the variant's blocks; nothing where it has none to choose.
void looked_at_blocks(Frame& frame, const char* id, const VariantEntry& variant,
                      const std::string& command, float width);

/// What stands before all that is said of the variant's own kernel while an edited one runs in its
/// place; empty: none does. `done` to it: "traced".
std::string looked_at_original(const Frame& frame, const VariantEntry& variant,
                               const std::string& done);

/// Why no step can be looked at; empty if one can. `done` to a kernel: "traced".
std::string looked_at_hindrance(const Frame& frame, const std::string& done);

}  // namespace livewarp::ui
