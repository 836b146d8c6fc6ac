#include "kernels/core/exec/nvrtc.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

/// A call of the library, or the status that it has for an error of its own.
#define LIVEWARP_NVRTC(name, call) LIVEWARP_FALLIBLE(name, nvrtc_internal_error, call)

namespace livewarp {

namespace {

constexpr int nvrtc_internal_error = 11;

namespace fs = std::filesystem;

std::vector<std::string> usual_libraries() {
  if (const char* const named = std::getenv("LIVEWARP_NVRTC"); named && *named) return {named};
  std::vector<std::string> all{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* const root = std::getenv(variable); root && *root)
      all.push_back(std::string(root) + "/lib64/libnvrtc.so");
  for (const char* const folder :
       {"/usr/local/cuda/lib64", "/usr/local/cuda/lib", "/opt/cuda/lib64"})
    all.push_back(std::string(folder) + "/libnvrtc.so");
  return all;
}

std::shared_ptr<void> opened(const std::string& library, int flags) {
  return {LIVEWARP_CALL(dlopen, library.c_str(), flags),
          [](void* handle) { handle ? dlclose(handle) : 0; }};
}

/// The library asks for its built-ins by their bare name: they must be there already where the
/// loader would not find them.
std::shared_ptr<void> opened_builtins(const fs::path& library) {
  std::error_code ignored;
  for (const auto& file : fs::directory_iterator(library.parent_path(), ignored)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("libnvrtc-builtins.so")) continue;
    if (auto found = opened(file.path().string(), RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE))
      return found;
  }
  return {};
}

std::string first_line(const std::string& log) {
  // "file(12): error: ..." counts, warnings before it do not.
  std::size_t at = log.find("error");
  at = at == std::string::npos ? 0 : log.rfind('\n', at) + 1;
  return log.substr(at, log.find('\n', at) - at);
}

}  // namespace

struct Nvrtc::Functions {
  using Handle = void*;
  int (*version)(int*, int*) = nullptr;
  int (*count_architectures)(int*) = nullptr;
  int (*list_architectures)(int*) = nullptr;
  int (*create)(Handle*, const char*, const char*, int, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(Handle*) = nullptr;
  int (*add_name)(Handle, const char*) = nullptr;
  int (*compile)(Handle, int, const char* const*) = nullptr;
  int (*log_size)(Handle, std::size_t*) = nullptr;
  int (*log)(Handle, char*) = nullptr;
  int (*code_size)(Handle, std::size_t*) = nullptr;
  int (*code)(Handle, char*) = nullptr;
  int (*ptx_size)(Handle, std::size_t*) = nullptr;
  int (*ptx)(Handle, char*) = nullptr;
  const char* (*error)(int) = nullptr;

  /// Throws `Error` with what the library says of a status other than 0.
  void check(int status, const char* what) const {
    if (status != 0) throw Error(std::string(what) + ": " + error(status));
  }
};

/// Owns a program of the library.
class Nvrtc::Program {
 public:
  Program(const Functions& functions, const Source& source) : functions_(functions) {
    std::vector<const char*> names, texts;
    for (const auto& [name, text] : source.headers) {
      names.push_back(name.c_str());
      texts.push_back(text.c_str());
    }
    functions_.check(
        LIVEWARP_NVRTC("nvrtcCreateProgram",
                       functions_.create(&handle_, source.text.c_str(), "kernels.cu",
                                         int(names.size()), texts.data(), names.data())),
        "nvrtcCreateProgram");
    for (const std::string& kernel : source.kernels) functions_.add_name(handle_, kernel.c_str());
  }
  ~Program() { functions_.destroy(&handle_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  int try_to_compile(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    texts.reserve(options.size());
    for (const std::string& option : options) texts.push_back(option.c_str());
    return LIVEWARP_NVRTC("nvrtcCompileProgram",
                          functions_.compile(handle_, int(texts.size()), texts.data()));
  }
  void compile(const std::vector<std::string>& options) {
    const int status = try_to_compile(options);
    if (status == 0) return;
    const std::string said = first_line(log());
    throw Error("NVRTC cannot compile this: " + (said.empty() ? functions_.error(status) : said));
  }
  std::string log() const {
    std::size_t bytes = 0;
    if (LIVEWARP_NVRTC("nvrtcGetProgramLogSize", functions_.log_size(handle_, &bytes)) != 0 ||
        bytes == 0)
      return {};
    std::string text(bytes, 0);
    if (LIVEWARP_NVRTC("nvrtcGetProgramLog", functions_.log(handle_, text.data())) != 0) return {};
    return text.substr(0, text.find('\0'));  // without the zero at its end
  }
  std::vector<std::byte> code() const {
    std::size_t bytes = 0;
    functions_.check(LIVEWARP_NVRTC("nvrtcGetCUBINSize", functions_.code_size(handle_, &bytes)),
                     "nvrtcGetCUBINSize");
    std::vector<std::byte> code(bytes);
    functions_.check(LIVEWARP_NVRTC("nvrtcGetCUBIN",
                                    functions_.code(handle_, reinterpret_cast<char*>(code.data()))),
                     "nvrtcGetCUBIN");
    return code;
  }
  std::string ptx() const {
    std::size_t bytes = 0;
    functions_.check(LIVEWARP_NVRTC("nvrtcGetPTXSize", functions_.ptx_size(handle_, &bytes)),
                     "nvrtcGetPTXSize");
    std::string text(bytes, 0);
    functions_.check(LIVEWARP_NVRTC("nvrtcGetPTX", functions_.ptx(handle_, text.data())),
                     "nvrtcGetPTX");
    return text.substr(0, text.find('\0'));
  }

 private:
  const Functions& functions_;
  Functions::Handle handle_ = nullptr;
};

Nvrtc::Nvrtc() : Nvrtc(usual_libraries()) {}

Nvrtc::Nvrtc(const std::vector<std::string>& libraries)
    : functions_(std::make_unique<Functions>()) {
  for (const std::string& library : libraries) {
    open(library);
    if (missing_.empty()) return;
  }
  if (missing_.empty()) missing_ = "no NVRTC";
}

Nvrtc::~Nvrtc() = default;

void Nvrtc::open(const std::string& library) {
  missing_ = "there is no NVRTC here (libnvrtc.so of the CUDA toolkit, or pip's nvidia-cuda-nvrtc)";
  std::error_code ignored;
  const fs::path path(library);
  if (path.is_absolute()) {
    if (!fs::exists(path, ignored)) return;
    builtins_ = opened_builtins(path);
  }
  // It keeps memory of its own for the next compilation: it stays until the program ends.
  library_ = opened(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (!library_) return;
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        LIVEWARP_CALL(dlsym, library_.get(), name));
    if (!function) missing_ = library + " has no " + name + ": a newer one is needed";
    return function != nullptr;
  };
  Functions& all = *functions_;
  const bool complete =
      find(all.version, "nvrtcVersion") &&
      find(all.count_architectures, "nvrtcGetNumSupportedArchs") &&
      find(all.list_architectures, "nvrtcGetSupportedArchs") &&
      find(all.create, "nvrtcCreateProgram") && find(all.destroy, "nvrtcDestroyProgram") &&
      find(all.add_name, "nvrtcAddNameExpression") && find(all.compile, "nvrtcCompileProgram") &&
      find(all.log_size, "nvrtcGetProgramLogSize") && find(all.log, "nvrtcGetProgramLog") &&
      find(all.code_size, "nvrtcGetCUBINSize") && find(all.code, "nvrtcGetCUBIN") &&
      find(all.ptx_size, "nvrtcGetPTXSize") && find(all.ptx, "nvrtcGetPTX") &&
      find(all.error, "nvrtcGetErrorString");
  if (!complete) return;
  missing_.clear();
  // Beside it lie the toolkit's headers, for the kernels that need one of them.
  Dl_info found{};
  if (dladdr(reinterpret_cast<const void*>(all.version), &found) != 0 && found.dli_fname) {
    const fs::path real = fs::weakly_canonical(found.dli_fname, ignored);
    const fs::path include = real.parent_path().parent_path() / "include";
    if (fs::is_directory(include, ignored)) include_folder_ = include.string();
  }
}

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  if (missing_.empty() && LIVEWARP_NVRTC("nvrtcVersion", functions_->version(&major, &minor)) != 0)
    return "unknown";
  return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  if (!missing_.empty() ||
      LIVEWARP_NVRTC("nvrtcGetNumSupportedArchs", functions_->count_architectures(&count)) != 0)
    return {};
  std::vector<int> all(std::size_t(std::max(count, 0)));
  if (LIVEWARP_NVRTC("nvrtcGetSupportedArchs", functions_->list_architectures(all.data())) != 0)
    return {};
  return all;
}

std::vector<std::string> Nvrtc::options_for(int compute, const Source& source) const {
  std::vector<std::string> options{"-std=c++20",
                                   "--gpu-architecture=sm_" + std::to_string(compute)};
  if (!include_folder_.empty()) options.push_back("--include-path=" + include_folder_);
  options.insert(options.end(), source.options.begin(), source.options.end());
  return options;
}

std::vector<std::byte> Nvrtc::compile(const Source& source, int compute) const {
  if (!missing_.empty()) throw Error(missing_);
  Program program(*functions_, source);
  program.compile(options_for(compute, source));
  return program.code();
}

Nvrtc::Attempt Nvrtc::attempt(const Source& source, int compute) const {
  if (!missing_.empty()) throw Error(missing_);
  Program program(*functions_, source);
  Attempt attempt;
  const int status = program.try_to_compile(options_for(compute, source));
  attempt.said = program.log();
  attempt.made = status == 0;
  if (attempt.made)
    attempt.cubin = program.code();
  else if (attempt.said.empty())
    functions_->check(status, "NVRTC");
  return attempt;
}

Nvrtc::Code Nvrtc::compile_with_lines(const Source& source, int compute) const {
  if (!missing_.empty()) throw Error(missing_);
  Program program(*functions_, source);
  std::vector<std::string> options = options_for(compute, source);
  options.emplace_back("--generate-line-info");
  program.compile(options);
  return {program.ptx(), program.code()};
}

}  // namespace livewarp
