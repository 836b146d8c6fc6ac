#pragma once

#include "app/commands/live/live_command.h"

namespace livewarp {

/// The program without a sub-command: the window.
class WindowCommand final : public LiveCommand {
 public:
  CommandInfo info() const override;

 private:
  void declare_place(CLI::App& app, LiveOptions& options) override;
  int show(const Context& context, const Choice& start, const LiveOptions& options) override;
};

std::unique_ptr<Command> make_window_command();

}  // namespace livewarp
