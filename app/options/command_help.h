#pragma once

#include <string>

namespace CLI {
class App;
}

namespace livewarp {

/// Help of `app`, in lines of at most 100 columns: usage, summary, bare arguments, options under
/// their headings, sub-commands, footer. `name` is how it is called.
std::string help_text(const CLI::App& app, const std::string& name);

}  // namespace livewarp
