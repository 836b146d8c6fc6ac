#pragma once

#include "kernels/core/exec/exec.h"
#include "kernels/core/model/display_target.h"

namespace livewarp {

/// Writes a picture as publish kernels do, for tests; `source` is device memory as `PictureSpec`
/// says.
void write_picture(KernelExec& exec, const PictureSpec& spec, const PicturePlace& place,
                   const void* source);

}  // namespace livewarp
