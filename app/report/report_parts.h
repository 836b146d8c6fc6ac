#pragma once

#include <string>
#include <vector>

#include "app/report/report_content.h"

/// Sections of a report's page.
namespace livewarp {

/// A row a result: time, spread, rate, share of a ceiling, error; those that did not run with the
/// reason.
std::string results_section(const ReportContent& content);

/// A card a variant: lesson, check, conditions, commands, and its source with what warps do.
std::string variants_section(const ReportContent& content);

/// Machine, versions, ceilings, how it was measured.
std::string machine_section(const ReportContent& content);

/// Command lines in a list, each under what it does.
std::string commands_list(const std::vector<ReportCommand>& commands);

}  // namespace livewarp
