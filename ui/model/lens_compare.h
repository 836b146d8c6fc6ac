#pragma once

#include "ui/views/lens_view.h"

/// Two variants' kernels side by side. Nothing is drawn here.
namespace livewarp::ui {

/// The kernel with what differs from the other one before all else, file by file: lines that the
/// other one has not, and those of the same text whose accesses cost otherwise. Comments and blank
/// lines differ from none. `mark` begins the names of those parts.
LensKernel differing_first(const LensKernel& kernel, const LensKernel& other,
                           const std::string& mark = "differs: ");

/// The kernel with most accesses; null without any.
const LensKernel* main_kernel(const LensView& view);

}  // namespace livewarp::ui
