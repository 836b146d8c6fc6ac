#pragma once

#include <string>

#include "app/edit/study/edit_study.h"
#include "kernels/core/base/machine.h"
#include "ui/views/edit_view.h"

/// What was found of a user's kernel, as a window shows it.
namespace livewarp {

/// Which compilers are missing, and what can be done without them; empty: none is. `host`, `nvrtc`:
/// why they cannot compile, empty if they can.
std::string missing_tools_text(const std::string& host, const std::string& nvrtc, bool has_gpu);

/// `text`: the one that was studied. While it awaits a GPU, `measuring` is set.
ui::EditVerdict edit_verdict(const EditSubject& subject, const EditStudy& study,
                             ui::SharedText text);

/// Of a text that could not be studied at all.
ui::EditVerdict failed_verdict(ui::SharedText text, const std::string& reason,
                               const std::string& advice);

}  // namespace livewarp
