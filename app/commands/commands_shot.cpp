#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/options/choice_options.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string steps_text(std::int64_t steps) {
  return grouped(steps) + (steps == 1 ? " step" : " steps");
}

/// Writes it, and says how large it is.
template <class Picture>
std::pair<int, int> written(const Picture& image, OutputFile& file) {
  write_picture(image, file);
  return {image.width, image.height};
}

class ShotCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"draw one picture without a display",
            "Runs a workload for some frames and draws the picture off-screen. The variant is "
            "verified first.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  Backend backend_ = Backend::cpu;  ///< where none is given
  ParsedOptions given_;
  Choice choice_;
  std::optional<int> frames_;
  int width_ = 0, height_ = 0;  ///< 0: not given
  bool result_ = false;         ///< the workload's own picture, instead of one that is drawn
  std::string out_;
  PictureRequest picture_;
};

void ShotCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) {
    backend_ = usual_backend(*workload_, *scope.machine);
    declare_choice(app, *workload_, scope.variants, given_);
  }
  declare_steps_per_frame(app, given_);
  OptionGroup picture(app, "Picture:"), run(app, "Run:");
  picture.positional(
      "OUT.png", true, [this](const std::string& text) { out_ = text; }, "the picture to write");
  picture.integer("frames", "0\u20261,000,000", 0, 1'000'000, frames_,
                  "Frames before the picture is taken. Default 200, with --result 1.");
  picture.size("size", width_, height_, "Picture in pixels. Default 1280x720.");
  picture.flag(
      "result", result_,
      "Write the result itself, where it is a picture: all its pixels, alpha kept, grey as "
      "grey. Needs no OpenGL.");
  declare_device(run, *scope.machine, device_);
}

void ShotCommand::finish() {
  choice_ = choice_from(*workload_, given_, backend_);
  if (result_ && width_ > 0)
    throw Error("size: a result has a size of its own", "leave out --size, or --result");
  if (result_ && !workload_->result_size(choice_.problem))
    throw Error("the result of " + workload_->info().name + " is no picture",
                "leave out --result to draw one of it");
  if (result_ && frames_ == 0) throw Error("frames 0: with --result must be 1 \u2026 1,000,000");
  picture_.frames = frames_.value_or(result_ ? 1 : picture_.frames);
  picture_.steps = std::max(1, choice_.steps_per_frame);
  if (width_ > 0) picture_.width = width_, picture_.height = height_;
  require_png(out_);
}

int ShotCommand::run(const Context& context) {
  OutputFile file(out_);
  VariantResult result;
  result.variant = selected_variant(context, choice_);
  const SelectedVariant& variant = result.variant;
  Progress progress(context);
  std::optional<Offscreen> gl;
  if (!result_ && variant.skip.empty()) gl.emplace(off_screen_for(context, variant));
  if (!verified_to_draw(context, progress, result)) return exit_wrong;
  const auto [width, height] =
      result_ ? written(computed_result(context, progress, variant, picture_), file)
              : written(draw_off_screen(context, progress, variant, picture_), file);
  progress.wipe();
  *context.out << out_ << ": " << variant.workload->info().name << " " << variant.info->name << ", "
               << problem_text(*variant.workload, variant.choice.problem) << ", after "
               << steps_text(std::int64_t(picture_.frames) * picture_.steps) << ", " << width
               << "\u00d7" << height << ", verified (error " << error_text(result.check().error)
               << ")\n";
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_shot_command() { return std::make_unique<ShotCommand>(); }

}  // namespace livewarp
