#include "app/code/machine_code.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/base/platform.h"
#include "app/code/step_launches.h"
#include "app/measure/lens_view.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/waves.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

/// The program's name of a source file: compilers put the present folder before it.
std::string source_path(const std::string& told) {
  for (const std::string_view file : kernel_files())
    if (told == file || told.ends_with("/" + std::string(file))) return std::string(file);
  return told.substr(told.rfind('/') + 1);
}

/// The lines of a file that became instructions, with those about them.
ui::CodeSource source_of(const std::string& path, const std::map<int, int>& counts) {
  ui::CodeSource source{path, {}};
  const std::vector<std::string_view> text = kernel_lines(path);
  std::vector<int> marked;
  for (const auto& [line, count] : counts) marked.push_back(line);
  for (const int number : text.empty() ? marked : lines_around(text, marked)) {
    const bool known = number > 0 && std::size_t(number) <= text.size();
    const auto count = counts.find(number);
    source.lines.push_back({number, known ? std::string(text[std::size_t(number - 1)]) : "",
                            count == counts.end() ? 0 : count->second});
  }
  return source;
}

/// Parameters are called after their kernel, whose mangled name is longer than a line.
std::string in_short(std::string text, const std::string& symbol) {
  const std::string name = symbol + "_param_";
  if (const std::size_t at = text.find(name); at != std::string::npos)
    text.replace(at, name.size(), "param_");
  return text;
}

ui::CodeKernel kernel_of(const std::string& name, const ListedKernel& listed,
                         const std::string& own_file) {
  ui::CodeKernel kernel;
  kernel.name = name;
  std::map<std::string, std::map<int, int>> counts;
  for (const ListedLine& line : listed.lines) {
    const std::string path = line.file.empty() || line.line <= 0 ? "" : source_path(line.file);
    kernel.code.push_back(
        {in_short(line.text, listed.symbol), line.label, path, path.empty() ? 0 : line.line});
    if (line.label) continue;
    ++kernel.instructions;
    if (!path.empty()) ++counts[path][line.line];
  }
  for (const auto& [path, of_lines] : counts) {
    const bool first = path == own_file;
    kernel.sources.insert(first ? kernel.sources.begin() : kernel.sources.end(),
                          source_of(path, of_lines));
  }
  return kernel;
}

/// Of the step's kernels those that were compiled, in the order of the launches.
std::vector<ui::CodeKernel> kernels_of(const std::vector<std::string>& names,
                                       const std::vector<ListedKernel>& listed,
                                       std::span<const std::byte> cubin, int compute,
                                       const std::string& own_file) {
  std::map<std::string, KernelResources> needs;
  for (const CubinKernel& kernel : cubin_kernels(cubin, compute))
    needs[plain_kernel_name(kernel.symbol)] = kernel.resources;
  std::vector<ui::CodeKernel> kernels;
  for (const std::string& name : names)
    for (const ListedKernel& each : listed) {
      const std::string plain = plain_kernel_name(each.symbol);
      if (plain != plain_kernel_name(name)) continue;
      kernels.push_back(kernel_of(name, each, own_file));
      if (const auto known = needs.find(plain); known != needs.end())
        kernels.back().resources = known->second;
    }
  return kernels;
}

}  // namespace

MachineCode::MachineCode()
    : MachineCode(std::make_shared<const KernelCompiler>(cache_folder()), Disassembler()) {}

const KernelCompiler::Code& MachineCode::compiled(const std::string& workload,
                                                  const std::vector<std::string>& kernels,
                                                  int compute) {
  if (!last_ || last_->workload != workload || last_->kernels != kernels ||
      last_->compute != compute) {
    last_.reset();
    last_ = Compiled{workload, kernels, compute, compiler_->code(workload, kernels, compute)};
  }
  return last_->code;
}

int MachineCode::usual_architecture() const {
  for (const int usual : {90, 86, 80, 75, 100, 120})
    if (compiler_->code_hindrance(usual).empty()) return usual;
  return 90;  // whose hindrance is then told
}

void MachineCode::look_up(const Workload& workload, const std::stop_token& stop,
                          ui::CodeView& view) {
  const bool sass = view.request.kind == ui::CodeKind::sass;
  if (const std::string reason = compiler_->code_hindrance(view.compute); !reason.empty())
    throw Error(reason);
  if (sass && !disassembler_.missing().empty()) throw Error(disassembler_.missing());
  StepLaunches launches(workload, view.request.choice);
  const std::string main = launches.main(view.request.choice.launch).kernel.name;
  std::vector<std::string> names;
  const LaunchRecorder all = launches.all(view.request.choice.launch);
  for (const LaunchRecorder::Record& record : all.records())
    if (std::ranges::find(names, record.kernel.name) == names.end())
      names.push_back(record.kernel.name);
  if (stop.stop_requested()) throw Cancelled();
  const KernelCompiler::Code& code = compiled(workload.info().name, names, view.compute);
  if (stop.stop_requested()) throw Cancelled();
  view.made = compiler_->name(view.compute) + (sass ? ", " + disassembler_.name() : "");
  view.kernels =
      kernels_of(names, sass ? disassembler_.read(code.cubin, stop) : read_ptx(code.ptx),
                 code.cubin, view.compute, workload.find(view.request.choice.variant)->file);
  const auto at = std::ranges::find(view.kernels, main, &ui::CodeKernel::name);
  if (at != view.kernels.end()) view.main = std::size_t(at - view.kernels.begin());
  if (view.kernels.empty()) throw Error("none of the step's kernels is in what was compiled");
}

ui::CodeView MachineCode::look(const Workload& workload, const ui::CodeRequest& request,
                               const std::stop_token& stop) {
  ui::CodeView view;
  view.request = request;
  view.compute = request.compute != 0 ? request.compute : usual_architecture();
  const VariantInfo* const variant = workload.find(request.choice.variant);
  if (!variant || variant->backend != Backend::cuda) {
    view.refusal = "runs on the CPU: it has no kernels";
    return view;
  }
  try {
    look_up(workload, stop, view);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    view.refusal = error.what();
  }
  return view;
}

CodeWorker::CodeWorker()
    : LookWorker([code = std::shared_ptr<MachineCode>()](const Workload& workload,
                                                         const ui::CodeRequest& request,
                                                         const std::stop_token& stop) mutable {
        if (!code) code = std::make_shared<MachineCode>();
        return std::make_shared<const ui::CodeView>(code->look(workload, request, stop));
      }) {}

}  // namespace livewarp
