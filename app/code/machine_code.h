#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/code/disassembler.h"
#include "app/code/kernel_compiler.h"
#include "app/code/look_worker.h"
#include "ui/views/lens_view.h"

namespace livewarp {

/// What compilers make of the kernels of a step: PTX by NVRTC, machine code by the disassembler.
class MachineCode {
 public:
  MachineCode();
  MachineCode(std::shared_ptr<const KernelCompiler> compiler, Disassembler disassembler)
      : compiler_(std::move(compiler)), disassembler_(std::move(disassembler)) {}

  /// Never throws but `Cancelled`: what stands against it becomes a refusal. What was compiled last
  /// is kept for the other kind of code.
  ui::CodeView look(const Workload& workload, const ui::CodeRequest& request,
                    const std::stop_token& stop = {});

 private:
  struct Compiled {
    std::string workload;
    std::vector<std::string> kernels;
    int compute = 0;
    KernelCompiler::Code code;
  };
  const KernelCompiler::Code& compiled(const std::string& workload,
                                       const std::vector<std::string>& kernels, int compute);
  int usual_architecture() const;
  void look_up(const Workload& workload, const std::stop_token& stop, ui::CodeView& view);

  std::shared_ptr<const KernelCompiler> compiler_;
  Disassembler disassembler_;
  std::optional<Compiled> last_;
};

/// Looks code up for the window. The compiler is opened when it is first asked.
class CodeWorker : public LookWorker<ui::CodeRequest, ui::CodeView> {
 public:
  CodeWorker();
  /// Why there is no SASS here; empty: there is.
  const std::string& sass_reason() const { return sass_reason_; }

 private:
  std::string sass_reason_ = Disassembler().missing();
};

}  // namespace livewarp
