#pragma once

#include <string>
#include <vector>

#include "kernels/emulator/lens/access_recorder.h"

namespace livewarp::emulator {

/// What the counts of an access say, in the words of the field.
struct Finding {
  enum class Kind {
    coalesced,
    broadcast,
    misaligned,
    uncoalesced,
    conflict_free,
    bank_conflict,
    uniform,     ///< constant memory: one address
    serialized,  ///< ... several
    modelled,    ///< a texture's sectors
    structure,
    divergent,
    part_of_warp
  };
  Kind kind = Kind::coalesced;
  bool good = true;    ///< there is nothing to mend
  std::string tag;     ///< "32-way conflict": for a column
  std::string words;   ///< "32-way bank conflict"
  std::string reason;  ///< sentences
  std::string cure;    ///< the usual one; empty where none is needed
};

/// What is to be said of one access: of its way to memory first, then of its lanes. None of an
/// access that no warp made. Means are over its requests, patterns those of its costliest one.
std::vector<Finding> findings(const AccessCount& count);

}  // namespace livewarp::emulator
