#include <ostream>
#include <utility>

#include "app/base/temporary_file.h"
#include "app/browser/browser_screen.h"
#include "app/browser/h264_encoder.h"
#include "app/browser/viewer_page.h"
#include "app/commands/commands.h"
#include "app/commands/live/live_command.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Off-screen, on the GPU that computes where there is one.
class ServePlace final : public LivePlace {
 public:
  ServePlace(const LiveOptions& options, bool has_gpu, ServeOptions serve)
      : gl_({.cuda_device = has_gpu ? std::max(0, options.device) : -1}), serve_(std::move(serve)),
        words_(options.words) {
    serve_.page = viewer_page();
    serve_.uploads = uploads_.path();
  }

  std::unique_ptr<Screen> make_screen() override {
    auto screen = std::make_unique<BrowserScreen>(gl_, serve_);
    if (words_) say_links(*words_, screen->server());
    return screen;
  }

 private:
  void say_links(std::ostream& words, const FrameServer& server) const {
    const std::string port = std::to_string(server.port());
    words << "Drawn by " << gl_.gl().renderer << " (" << gl_.device() << ").\n"
          << "  steer  " << server.steering_link() << "\n"
          << "  watch  " << server.watching_link() << "\n";
    if (serve_.address == "127.0.0.1")
      words << "From another machine: ssh -L " << port << ":localhost:" << port
            << " USER@HOST there, then open a link.\n";
    if (!h264_unavailable().empty())
      words << "Frames travel as JPEG: " << h264_unavailable() << "\n";
    words << "Ctrl+C ends it." << std::endl;
  }

  PrivateFolder uploads_;
  Offscreen gl_;
  ServeOptions serve_;
  std::ostream* words_;
};

class ServeCommand final : public LiveCommand {
 public:
  CommandInfo info() const override {
    return {"show the window in a browser",
            "Runs kernels live on a machine without a display, and shows the window in browsers: "
            "one steers, any number watch. Links with tokens are written when it is ready; only "
            "this machine is served unless --bind says otherwise.",
            WorkloadArgument::first};
  }
  void finish() override {
    LiveCommand::finish();
    std::string& path = serve_.base_path;
    if (path.find_first_of("?#% \\") != std::string::npos || path.find("..") != std::string::npos)
      throw Error("--base-path " + path + ": no path of a proxy",
                  "letters, digits, - and _ between slashes: --base-path /user/ada/proxy/7007");
    if (!path.starts_with('/')) path.insert(0, 1, '/');
    if (!path.ends_with('/')) path += '/';
  }

 private:
  void declare_place(CLI::App& app, LiveOptions& options) override;
  int show(const Context& context, const Choice& start, const LiveOptions& given) override {
    LiveOptions options = given;
    options.notes = true;  // the hall never sees them: they are in the page that steers
    const auto make_place = [&](const LiveOptions& of) {
      return std::make_unique<ServePlace>(of, context.machine->has_gpu(), serve_);
    };
    const int code = run_live(*context.registry, *context.machine, start, options, make_place);
    return code == exit_interrupted ? exit_ok : code;  // nothing else ends it
  }

  ServeOptions serve_;
};

void ServeCommand::declare_place(CLI::App& app, LiveOptions&) {
  OptionGroup server(app, "Server:");
  server.integer("port", "0\u202665,535", 0, 65'535, serve_.port,
                 "Where it listens; 0 takes any port that is free. Default 7007.");
  server.text("bind", "ADDRESS", serve_.address,
              "Address of this machine that is served: 0.0.0.0 for all. Whoever has a link can "
              "then reach it, unencrypted. Default 127.0.0.1, this machine alone.");
  server.text(
      "base-path", "PATH", serve_.base_path,
      "What a proxy puts before every path, as JupyterHub and Open OnDemand do. Default /.");
  server.value(
      "allow-origin", "https://HOST",
      [this](const std::string& text) { serve_.origins.push_back(text); },
      "Serve pages too that come from there, where a proxy changes the name of the host.");
  server.integer("viewers", "1\u20261,000", 1, 1000, serve_.most_viewers,
                 "How many may look at once. Default 64.");
}

}  // namespace

std::unique_ptr<Command> make_serve_command() { return std::make_unique<ServeCommand>(); }

}  // namespace livewarp
