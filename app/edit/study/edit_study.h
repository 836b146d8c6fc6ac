#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/edit/gpu_check.h"
#include "app/edit/kernel_check.h"
#include "app/edit/study/kernel_starter.h"
#include "kernels/core/base/machine.h"

namespace livewarp {

/// All that was found of a user's kernel.
struct EditStudy {
  std::string file, text;             ///< the user's
  std::optional<KernelVerdict> host;  ///< on the emulator; nothing where it was not compiled for it
  std::string no_host;                ///< then why
  GpuCode code;
  std::optional<KernelVerdict> gpu;           ///< on the GPU; nothing where it did not run there
  std::string no_gpu;                         ///< then why
  std::shared_ptr<RunningChild> gpu_process;  ///< that waits for the code; null: there is none
  Json original;                              ///< what the lens counts of the project's kernel

  /// It can run on the GPU, and has not.
  bool awaits_gpu() const { return no_gpu.empty() && !gpu; }
  /// Of the check sizes those that are compared on the GPU: where the emulator has compared all, so
  /// that no bound is wrong, a GPU shows at some of them what only it can get wrong. Each takes the
  /// time of a reference on the host.
  CheckDepth sizes_on_gpu() const {
    return host && host->right() ? CheckDepth::some : CheckDepth::all;
  }
  /// Somebody compared its result, and nobody found anything against it.
  bool right() const;
  /// From the text to what is known by now, NVRTC beside the host's part.
  double seconds() const;
  /// The verdict that says what is wrong; else that of whoever found it right; null without any.
  const KernelVerdict* speaker() const;
  /// What compilers said: g++ where it has seen the text, and what NVRTC alone has against it.
  std::vector<CompilerMessage> messages() const;
};

/// What a user's kernel stands in for, and with what it is tried.
struct EditSubject {
  const Workload* workload = nullptr;
  Choice choice;
  ParsedOptions given;  ///< the choice as options
  KernelOrigin origin;
};

/// Of a kernel that may be any of the project's: the largest takes seconds at a check size.
KernelCheckLimits edit_limits();

/// Tries one text of a kernel after another in place of the same one.
class EditBench {
 public:
  struct Tools {
    HostCompiler* host = nullptr;           ///< outlives it
    const KernelCompiler* nvrtc = nullptr;  ///< likewise
    KernelCheckLimits limits;
    const GpuInfo* gpu = nullptr;  ///< null: there is none
    std::string no_gpu;            ///< then why
    int device = 0;
    double seconds = 3;                ///< that measuring may take
    std::function<void()> before_gpu;  ///< called before a GPU is measured; may be empty
  };
  EditBench(EditSubject subject, Tools tools);

  /// All that there is to be found. Throws `Cancelled`.
  EditStudy study(const std::string& file, const std::string& text, const std::stop_token& stop);
  /// The same without what a GPU has to run. Throws `Cancelled`.
  EditStudy study_on_host(const std::string& file, const std::string& text,
                          const std::stop_token& stop);
  const EditSubject& subject() const { return subject_; }

 private:
  EditedKernel edited(const std::string& file, const std::string& text) const {
    return {subject_.workload, subject_.choice, subject_.origin.kernel, file, text};
  }
  void note_why_no_gpu(EditStudy& study) const;

  EditSubject subject_;
  Tools tools_;
  std::vector<std::string> kernels_;  ///< see `instantiations`
  std::shared_future<Json> original_;
};

}  // namespace livewarp
