#include "app/commands/live/window_command.h"

#include "app/commands/commands.h"

namespace livewarp {

CommandInfo WindowCommand::info() const {
  return {
      "",
      "Runs GPU kernels live: choose a workload, change one thing, see picture and measured time "
      "change. Without a sub-command the window opens.",
      WorkloadArgument::first};
}

void WindowCommand::declare_place(CLI::App& app, LiveOptions& options) {
  OptionGroup window(app, "Window:");
  window.size("size", options.width, options.height,
              "Window in pixels. Default: fitted to the screen.");
  window.flag(
      "no-vsync", [&options](auto&) { options.vsync = false; },
      "Do not wait for the screen's refresh.");
}

int WindowCommand::show(const Context& context, const Choice& start, const LiveOptions& options) {
  return run_window(*context.registry, *context.machine, start, options);
}

std::unique_ptr<Command> make_window_command() { return std::make_unique<WindowCommand>(); }

}  // namespace livewarp
