#pragma once

#include "app/options/option_group.h"

namespace livewarp {

/// Declares --devices, a list of GPUs that share a problem: it names them for this process, and
/// stands for as many parts among `given`.
void declare_devices(OptionGroup& launch, ParsedOptions& given);

}  // namespace livewarp
