#include "app/code/kernel_compiler.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/base/version.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/waves.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

using nlohmann::json;

/// Kernels of these files ask for instructions that 7.5 lacks.
bool needs_newer(std::string_view file, int compute) {
  return compute < 80 && file.ends_with("_gpu.cuh");
}

/// A text that names every kernel of a workload.
std::string text_of(const std::string& workload, int compute) {
  std::string text;
  for (const std::string_view file : kernel_files())
    if (file.starts_with("kernels/" + workload + "/") && !needs_newer(file, compute))
      text += "#include \"" + std::string(file) + "\"\n";
  // Kernels are named as `KernelRef` has them, without their namespaces.
  return text + "using namespace livewarp;\n";
}

/// With all files of kernels beside the text.
Nvrtc::Source with_files(std::string text, const std::vector<std::string>& kernels) {
  Nvrtc::Source source{.text = std::move(text), .headers = {}, .kernels = kernels};
  for (const std::string_view file : kernel_files())
    source.headers.emplace_back(file, kernel_source(file));
  return source;
}

Nvrtc::Source source_for(const std::string& workload, const std::vector<std::string>& kernels,
                         int compute) {
  return with_files(text_of(workload, compute), kernels);
}

/// The same with a kernel around each: they are made functions that it calls.
Nvrtc::Source traced_source_for(const std::string& workload,
                                const std::vector<std::string>& kernels, TracedBounds bounds,
                                int compute) {
  Nvrtc::Source source = source_for(workload, {}, compute);
  // Lambdas of what was a kernel would else count as the host's.
  source.options = {"--device-as-default-execution-space"};
  source.text =
      "#undef __global__\n#undef __launch_bounds__\n#undef __grid_constant__\n"
      "#define __global__ __device__ __forceinline__\n#define __launch_bounds__(...)\n"
      "#define __grid_constant__\n" +
      source.text +
      "#undef __global__\n#undef __launch_bounds__\n"
      "#define __global__ __attribute__((global))\n"
      "#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))\n"
      "#define LIVEWARP_TRACED_BOUNDS" +
      (bounds.threads > 0 ? fmt::format(" __launch_bounds__({}, {})", bounds.threads, bounds.blocks)
                          : std::string()) +
      "\n#define LIVEWARP_TRACED_SHARED" + (bounds.in_register ? "" : " __shared__") +
      "\n"
      "#include \"kernels/core/device/traced_block.cuh\"\n";
  for (const std::string& kernel : kernels)
    source.kernels.push_back("TracedKernel<" + kernel + ">::kernel");
  return source;
}

/// Of all sources, and where a build holds none of this program's version: FNV-1a, 64 bits.
std::uint64_t hash_of_sources() {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ std::uint8_t(c)) * 1099511628211u;
  };
  if (kernel_files().empty()) add(version_text());
  for (const std::string_view file : kernel_files()) {
    add(file);
    add(kernel_source(file));
  }
  return hash;
}

/// What is kept; nothing of a file that is none of ours.
std::map<std::string, KernelResources> read_kept(const std::filesystem::path& path) {
  std::map<std::string, KernelResources> kept;
  std::ifstream file(path);
  if (!file) return kept;
  try {
    const json all = json::parse(file);
    for (const auto& [name, entry] : all.items()) {
      KernelResources resources;
      resources.registers = entry.at("registers").get<int>();
      resources.static_shared = entry.at("shared").get<std::size_t>();
      resources.local_bytes = entry.at("local").get<std::size_t>();
      resources.max_threads = entry.at("threads").get<int>();
      kept[name] = resources;
    }
  } catch (const json::exception&) {
    kept.clear();
  }
  return kept;
}

void keep(const std::filesystem::path& path, const std::map<std::string, KernelResources>& all) {
  json kept = json::object();
  for (const auto& [name, resources] : all)
    kept[name] = {{"registers", resources.registers},
                  {"shared", resources.static_shared},
                  {"local", resources.local_bytes},
                  {"threads", resources.max_threads}};
  try {
    std::filesystem::create_directories(path.parent_path());
    OutputFile(path.string()).write(kept.dump(1) + "\n");
  } catch (const std::exception&) {
    return;  // then it is compiled again
  }
}

}  // namespace

KernelCompiler::KernelCompiler(std::filesystem::path cache)
    : cache_(std::move(cache)), ptxas_(program_path(), PtxAssembler::usual_tools()) {}

std::string KernelCompiler::hindrance(int compute) const {
  const std::string reason = code_hindrance(compute);
  if (reason.empty()) return reason;
  const std::string other = ptxas_.hindrance(compute);
  return other.empty() ? other : reason + "; " + other;
}

std::string KernelCompiler::code_hindrance(int compute) const {
  if (!nvrtc_.missing().empty()) return nvrtc_.missing();
  if (kernel_files().empty()) return "this build does not hold the kernels' sources";
  const std::vector<int> known = nvrtc_.architectures();
  if (std::ranges::find(known, compute) != known.end()) return {};
  return "NVRTC " + nvrtc_.version() + " does not compile for " + compute_text(compute);
}

std::string KernelCompiler::name(int compute) const {
  if (!code_hindrance(compute).empty()) return ptxas_.name(compute);
  return "NVRTC " + nvrtc_.version() + " for " + compute_text(compute);
}

std::filesystem::path KernelCompiler::file_of(const std::string& workload, int compute) const {
  if (cache_.empty()) return {};
  const std::string by =
      code_hindrance(compute).empty() ? nvrtc_.version() : "ptxas-" + ptxas_.version(compute);
  return cache_ /
         fmt::format("kernels-{}-{}-{}-{:016x}.json", workload, compute, by, hash_of_sources());
}

KernelCompiler::Kept KernelCompiler::make(const std::string& workload,
                                          const std::vector<std::string>& kernels,
                                          int compute) const {
  if (!code_hindrance(compute).empty()) return ptxas_.compile(kernels, compute);
  const Nvrtc::Source source = source_for(workload, kernels, compute);
  Kept made;
  for (const CubinKernel& kernel : cubin_kernels(nvrtc_.compile(source, compute), compute))
    made[plain_kernel_name(kernel.symbol)] = kernel.resources;
  return made;
}

KernelCompiler::Code KernelCompiler::code(const std::string& workload,
                                          const std::vector<std::string>& kernels,
                                          int compute) const {
  if (const std::string reason = code_hindrance(compute); !reason.empty()) throw Error(reason);
  return nvrtc_.compile_with_lines(source_for(workload, kernels, compute), compute);
}

KernelCompiler::Attempt KernelCompiler::attempt(const std::string& text,
                                                const std::vector<std::string>& kernels,
                                                int compute,
                                                const std::vector<std::string>& options) const {
  if (const std::string reason = code_hindrance(compute); !reason.empty()) throw Error(reason);
  Nvrtc::Source source = with_files(text, kernels);
  source.options = options;
  return nvrtc_.attempt(source, compute);
}

std::vector<std::byte> KernelCompiler::traced(const std::string& workload,
                                              const std::vector<std::string>& kernels,
                                              TracedBounds bounds, int compute) const {
  if (const std::string reason = code_hindrance(compute); !reason.empty()) throw Error(reason);
  return nvrtc_.compile(traced_source_for(workload, kernels, bounds, compute), compute);
}

std::vector<std::optional<KernelResources>>
KernelCompiler::compile(const std::string& workload, const std::vector<std::string>& kernels,
                        int compute) const {
  const std::filesystem::path file = file_of(workload, compute);
  Kept known = file.empty() ? Kept() : read_kept(file);
  std::set<std::string> unknown;
  for (const std::string& kernel : kernels)
    if (!known.contains(plain_kernel_name(kernel))) unknown.insert(kernel);
  if (!unknown.empty()) {
    if (const std::string reason = hindrance(compute); !reason.empty()) throw Error(reason);
    known.merge(make(workload, {unknown.begin(), unknown.end()}, compute));
    if (!file.empty()) keep(file, known);
  }
  std::vector<std::optional<KernelResources>> found;
  for (const std::string& kernel : kernels) {
    const auto of_kernel = known.find(plain_kernel_name(kernel));
    found.push_back(of_kernel == known.end() ? std::nullopt : std::optional(of_kernel->second));
  }
  return found;
}

}  // namespace livewarp
