// A kernel of a variant, rewritten by the user while it is looked at.
#include <filesystem>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "app/base/platform.h"
#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/edit/source/watched_file.h"
#include "app/edit/study/edit_report.h"
#include "app/measure/variant_run.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;

/// A GPU's compiler is enough, and so is the host's.
void require_compiler(const Context& context, const HostCompiler& host,
                      const KernelCompiler& nvrtc) {
  if (host.hindrance().empty()) return;
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  const std::string other = gpu_code_hindrance(nvrtc, gpu ? 10 * gpu->major + gpu->minor : 0);
  if (!other.empty()) throw Error(host.hindrance() + "; " + other, host.advice());
}

std::string no_gpu_text(const Machine& machine) {
  return machine.gpu_reason.empty() ? "there is no CUDA device here" : machine.gpu_reason;
}

class EditCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"change a kernel, and see at each save what becomes of it",
            "Puts a kernel of yours in the place of a CUDA variant's. It is compiled for the "
            "emulator, every access is checked, its result compared with the reference, and what "
            "its warps do with memory counted beside the original's; without a GPU. On a GPU it is "
            "compiled too, verified there, and only then timed in turn with the original. Your "
            "code runs in processes of its own. Exit code 0 if it is right, 1 if not.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  int write_starter(const Context& context) const;
  int try_once(const Context& context, EditBench& bench);
  int watch(const Context& context, EditBench& bench);
  int tell(const Context& context, const EditSubject& subject, const EditStudy& study);
  std::string read() const;

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  EditSubject subject_;
  std::string kernel_, with_, write_;
  bool diff_ = false, watch_ = false;
  double seconds_ = 3;
  NamedOutput json_;
};

void EditCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) declare_choice(app, *workload_, scope.variants, given_);
  OptionGroup edit(app, "Edit:"), run(app, "Run:"), output(app, "Output:");
  edit.text(
      "write", "FILE", write_,
      "Write the variant's kernel to this file, to begin with. Never over one that is there.");
  edit.text("with", "FILE", with_, "Your kernel: try it in the place of the variant's.");
  edit.flag("watch", watch_, "Try it again whenever it is saved, until Ctrl+C.");
  edit.text("kernel_name", "NAME", kernel_,
            "Which kernel of the step is meant; without it the one that does its main work.");
  run.real("time", "SECONDS", shortest_time, longest_time, seconds_,
           "Longest time for measuring on a GPU. Default 3.");
  declare_device(run, *scope.machine, device_);
  output.flag("diff", diff_, "Write what you have changed as a patch, and try nothing.");
  declare_json(output, json_);
}

void EditCommand::finish() {
  if (!given_.contains("variant"))
    throw Error("--variant is missing: whose kernel is it to be?",
                "livewarp list " + workload_->info().name + " names the variants");
  if (with_.empty() && write_.empty())
    throw Error("neither --write nor --with names a file",
                "--write my.cuh writes what to begin with, --with my.cuh tries it");
  if (!with_.empty() && !write_.empty() && with_ != write_)
    throw Error("--write and --with name two files");
  if (diff_ && (watch_ || with_.empty() || !json_.path.empty()))
    throw Error("--diff writes a patch of the file that --with names, and tries nothing",
                "leave out --watch and --json");
  if (!write_.empty() && !watch_ && !json_.path.empty())
    throw Error("--json tells of a kernel that was tried", "name your file with --with");
  subject_ = {workload_, choice_from(*workload_, given_, Backend::cuda), given_, {}};
  if (const std::string refusal = workload_->refusal(subject_.choice, Executor::emulator);
      !refusal.empty() && workload_->find(subject_.choice.variant)->backend == Backend::cuda)
    throw Error(workload_->info().name + " " + subject_.choice.variant + ": " + refusal);
  subject_.origin = origin_of(*workload_, subject_.choice, kernel_);
}

std::string EditCommand::read() const {
  return read_source(with_, "--write " + with_ + " writes what to begin with");
}

/// Never over a file that is there: it may be somebody's work.
int EditCommand::write_starter(const Context& context) const {
  if (std::filesystem::exists(write_))
    throw Error(write_ + " is there already",
                "choose another name, or try it: --with " + shell_word(write_));
  OutputFile(write_).write(starter_of(subject_.origin));
  *context.out << write_ << " is written: " << subject_.origin.kernel << " of "
               << subject_.origin.file << "\n";
  if (!watch_)
    *context.out << wrapped(fmt::format("livewarp edit {} --variant {} --with {} tries it; with "
                                        "--watch at each save.",
                                        workload_->info().name, subject_.choice.variant,
                                        shell_word(write_)),
                            98, 0)
                 << "\n";
  return exit_ok;
}

int EditCommand::tell(const Context& context, const EditSubject& subject, const EditStudy& study) {
  *context.out << study_text(subject, study) << std::flush;
  if (!json_.path.empty()) {
    // At each save anew: whoever reads it has the last verdict, whole.
    if (!json_.file.is_open()) json_.open();
    json_.write(
        study_json(context, subject, study).dump(2, ' ', false, Json::error_handler_t::replace) +
        "\n");
    json_.file = {};
  }
  return study.right() ? exit_ok : exit_wrong;
}

int EditCommand::try_once(const Context& context, EditBench& bench) {
  Progress progress(context);
  progress.begin("trying " + with_);
  const EditStudy study = bench.study(with_, read(), context.stop);
  progress.wipe();
  return tell(context, bench.subject(), study);
}

/// One save after another; what fails is told, and the next one waited for. The code is that of the
/// last one that was tried.
int EditCommand::watch(const Context& context, EditBench& bench) {
  constexpr auto look_every = 15ms;
  WatchedFile file(with_);
  int code = exit_ok;
  *context.out << "watching " << with_ << ", until Ctrl+C\n" << std::flush;
  for (; !context.stop.stop_requested(); std::this_thread::sleep_for(look_every)) {
    const WatchedFile::News news = file.look();
    if (news == WatchedFile::News::gone)
      *context.err << "livewarp: " << with_ << " is not there any more: waiting until it is\n";
    if (news != WatchedFile::News::changed) continue;
    try {
      const auto since = std::chrono::steady_clock::now();
      const double before = file.age().count();
      const EditStudy study = bench.study(with_, read(), context.stop);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
      *context.out << "\n";
      code = tell(context, bench.subject(), study);
      constexpr double just_now = 5;  // seconds: else it was saved before anybody watched
      *context.out << (before < just_now
                           ? fmt::format("\nthe verdict came {:.1f} s after the save\n",
                                         std::max(before, 0.0) + took.count())
                           : fmt::format("\nthe verdict took {:.1f} s\n", took.count()))
                   << std::flush;
    } catch (const Error& error) {
      *context.err << "livewarp: " << error.what() << "\n";
    } catch (const Cancelled&) {
      break;
    }
  }
  return code;
}

int EditCommand::run(const Context& context) {
  if (!write_.empty()) {
    const int written = write_starter(context);
    if (!watch_) return written;
    with_ = write_;
  }
  if (diff_) {
    *context.out << patch_of(subject_, with_, read());
    return exit_ok;
  }
  if (!std::filesystem::exists(with_)) read();
  json_.open();
  HostCompiler host(cache_folder());
  const KernelCompiler nvrtc({});
  require_compiler(context, host, nvrtc);
  Progress progress(context);
  Workbench turns(context, progress);
  EditBench::Tools tools;
  tools.host = &host;
  tools.nvrtc = &nvrtc;
  tools.limits = edit_limits();
  tools.gpu = context.machine->gpu(context.device);
  tools.no_gpu = no_gpu_text(*context.machine);
  tools.device = context.device;
  tools.seconds = seconds_;
  const SelectedVariant variant = selected_variant(context, subject_.choice);
  tools.before_gpu = [&] {
    turns.take_turn({&variant});
    progress.wipe();
  };
  EditBench bench(subject_, tools);
  return watch_ ? watch(context, bench) : try_once(context, bench);
}

}  // namespace

std::unique_ptr<Command> make_edit_command() { return std::make_unique<EditCommand>(); }

}  // namespace livewarp
