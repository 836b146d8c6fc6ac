#include <cmath>
#include <memory>
#include <optional>
#include <ostream>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/options/choice_options.h"
#include "app/pictures/off_screen.h"
#include "app/record/recording.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

class RecordCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"record a video or a sequence of pictures without a display",
            "Runs a workload and draws it off-screen, frame by frame: a video (VP9 in WebM) where "
            "OUT ends in .webm, else a folder of PNG files. It takes as long as it takes: what is "
            "recorded never stutters. The variant is verified first. A window records itself: "
            "livewarp --record FILE.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  void record(const Context& context, Progress& progress, Recording& recording,
              const SelectedVariant& variant) const;

  const Workload* workload_ = nullptr;
  Backend backend_ = Backend::cpu;  ///< where none is given
  ParsedOptions given_;
  Choice choice_;
  double seconds_ = 10;
  int rate_ = 30;  ///< pictures a second
  int pictures_ = 0;
  std::string out_;
  PictureRequest picture_;
};

void RecordCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) {
    backend_ = usual_backend(*workload_, *scope.machine);
    declare_choice(app, *workload_, scope.variants, given_);
  }
  declare_steps_per_frame(app, given_);
  OptionGroup picture(app, "Recording:"), run(app, "Run:");
  picture.positional(
      "OUT", true, [this](const std::string& text) { out_ = text; },
      "FILE.webm, or a folder for pictures");
  picture.real("seconds", "0.1\u20263,600", 0.1, 3600, seconds_, "How long it is. Default 10.");
  picture.integer("rate", "1\u2026120", 1, 120, rate_, "Pictures a second. Default 30.");
  picture.size("size", picture_.width, picture_.height, "Picture in pixels. Default 1280x720.");
  declare_device(run, *scope.machine, device_);
}

void RecordCommand::finish() {
  choice_ = choice_from(*workload_, given_, backend_);
  picture_.steps = std::max(1, choice_.steps_per_frame);
  pictures_ = std::max(1, int(std::lround(seconds_ * rate_)));
  require_recordable(out_);
}

// The first picture is the initial state.
void RecordCommand::record(const Context& context, Progress& progress, Recording& recording,
                           const SelectedVariant& variant) const {
  OffscreenRun run(context, variant, picture_);
  progress.begin("recording " + variant.workload->info().name + " " + variant.info->name);
  for (int i = 0; i < pictures_; ++i) {
    progress.at(double(i) / pictures_);
    recording.add(run.draw(), double(i) / rate_);
    if (i + 1 < pictures_) run.advance();
  }
  recording.finish(double(pictures_) / rate_);
}

int RecordCommand::run(const Context& context) {
  VariantResult result;
  result.variant = selected_variant(context, choice_);
  const SelectedVariant& variant = result.variant;
  Progress progress(context);
  std::optional<Offscreen> gl;
  if (variant.skip.empty()) gl.emplace(off_screen_for(context, variant));
  const auto recording = make_recording({.path = out_,
                                         .width = picture_.width,
                                         .height = picture_.height,
                                         .pictures_a_second = rate_});
  if (!verified_to_draw(context, progress, result)) return exit_wrong;
  record(context, progress, *recording, variant);
  progress.wipe();
  *context.out << out_ << ": " << workload_->info().name << " " << variant.info->name << ", "
               << problem_text(*workload_, variant.choice.problem) << ", " << grouped(pictures_)
               << " pictures, " << picture_.width << "\u00d7" << picture_.height << ", " << rate_
               << " a second, verified (error " << error_text(result.check().error) << ")\n";
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_record_command() { return std::make_unique<RecordCommand>(); }

}  // namespace livewarp
