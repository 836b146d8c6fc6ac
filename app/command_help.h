#pragma once

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>

namespace livewarp {

/// Help in lines of at most 100 columns: usage, summary, bare arguments, options under their
/// headings.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace livewarp
