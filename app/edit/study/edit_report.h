#pragma once

#include <string>

#include "app/edit/study/edit_study.h"
#include "app/measure/context.h"

/// What was found of a user's kernel, in words and for a file.
namespace livewarp {

/// "naive, edited": how results call it, so that nobody takes it for the project's.
std::string edited_name(const EditSubject& subject);

/// A point a line, errors of the compilers at their lines, why it is not right, and what the lens
/// counts beside the original's; a time only of a verified kernel.
std::string study_text(const EditSubject& subject, const EditStudy& study);

/// The same as JSON: head as of every report, workload, variant with "edited": true, kernel, file,
/// verified, outcome, text, advice, compiler, scope, error, worst, counted and original_counted,
/// gpu with its times (null where nothing was verified there), patch.
Json study_json(const Context& context, const EditSubject& subject, const EditStudy& study);

/// What was changed, as a patch of the project's file; empty where nothing was. Throws `Error`.
std::string patch_of(const EditSubject& subject, const std::string& file, const std::string& text);

}  // namespace livewarp
