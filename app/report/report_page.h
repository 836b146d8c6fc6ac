#pragma once

#include <string>

#include "app/report/report_content.h"

namespace livewarp {

/// The report as one HTML file: it holds all that it shows, runs no script, and asks for nothing
/// from a network.
std::string report_page(const ReportContent& content);

/// The same as JSON: what `bench` writes, so that whatever reads that reads this, and beside it
/// verdict, pictures' captions, graphs, and the commands of each result.
std::string report_json(const ReportContent& content);

}  // namespace livewarp
