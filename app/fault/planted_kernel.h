#pragma once

#include <string>
#include <vector>

#include "app/edit/edited_unit.h"
#include "app/edit/study/kernel_starter.h"
#include "app/fault/fault.h"

namespace livewarp {

/// Lines of a text, both counted from 1; `last` is before `first` where lines were only taken away.
struct LineRange {
  int first = 1, last = 0;
};

/// A kernel of the project with a fault in it.
struct PlantedText {
  std::string sound, planted;    ///< as an editor begins with it, see `starter_of`
  std::vector<LineRange> lines;  ///< of `planted`, in its order
};

/// Throws `Error` where a part that is replaced does not stand there exactly once.
PlantedText plant(const KernelFault& fault, const std::string& sound);

/// What a fault is tried on.
struct FaultSubject {
  const Workload* workload = nullptr;
  Choice choice;
  Choice small;  ///< the same at a size whose one step shows the fault, in several blocks
  KernelOrigin origin;
  PlantedText text;
  std::string file;  ///< as messages name the text; it does not tell which fault is in it

  EditedKernel edited(bool mended) const {
    return {workload, choice, origin.kernel, file, mended ? text.sound : text.planted};
  }
};

/// Throws `Error` where its kernel is not there, or the fault cannot be planted.
FaultSubject subject_of(const KernelFault& fault, const Workload* workload);

/// The launches of a small step, in their order: "reduce_sequential".
std::vector<std::string> launches_of(const FaultSubject& subject);

}  // namespace livewarp
