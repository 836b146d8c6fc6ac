#include "app/edit/host_compiler.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "app/base/child_process.h"
#include "app/base/temporary_file.h"
#include "app/turns/locked_file.h"
#include "kernels/core/base/error.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto longest_compilation = 300s;  // on a machine that is busy with other things
constexpr int oldest_version = 11;          // of g++, with what the headers ask of C++20

/// As cmake/Targets.cmake compiles the kernels that are traced.
const std::vector<std::string>& traced_options() {
  static const std::vector<std::string> options{
#include "app/edit/traced_options.inc"
  };
  return options;
}

/// What every unit begins with.
constexpr const char* common_header = R"(#include <cassert>
#include <cstdio>
#include "kernels/core/device/device.cuh"
#include "kernels/core/device/library_kernel.h"
)";

/// FNV-1a, 64 bits.
class Hash {
 public:
  Hash& add(std::string_view text) {
    for (const char c : text) value_ = (value_ ^ std::uint8_t(c)) * 1099511628211u;
    value_ = (value_ ^ 0xffu) * 1099511628211u;
    return *this;
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

void write_file(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << content;
  if (!file.flush()) throw Error("cannot write " + path.string());
}

}  // namespace

/// A folder with the headers that units include. It appears whole or not at all: several processes
/// may make it at the same time.
class HostCompiler::Headers {
 public:
  /// `key` names what they go with: their texts, the compiler and its options.
  Headers(const fs::path& cache, const std::string& key) {
    if (!cache.empty() && keep(cache, cache / ("edit-" + key))) return;
    own_.emplace();
    folder_ = own_->path();
    write_all(folder_);
  }

  const fs::path& folder() const { return folder_; }
  fs::path common() const { return folder_ / "common.h"; }
  fs::path precompiled() const { return folder_ / "common.h.gch"; }

 private:
  /// False where nothing can be kept.
  bool keep(const fs::path& cache, const fs::path& folder) {
    std::error_code failed;
    folder_ = folder;
    if (fs::exists(folder, failed)) return true;
    const fs::path part = folder.string() + fmt::format(".part-{}", own_process());
    try {
      forget_others(cache);
      write_all(part);
    } catch (const std::exception&) {
      fs::remove_all(part, failed);
      return false;
    }
    fs::rename(part, folder, failed);  // fails where another has been faster
    if (failed) fs::remove_all(part, failed);
    return fs::exists(folder, failed);
  }
  static void write_all(const fs::path& folder) {
    for (const auto& [name, text] : host_headers()) write_file(folder / name, text);
    for (const std::string_view file : kernel_files())
      write_file(folder / file, kernel_source(file));
    write_file(folder / "common.h", common_header);
  }
  /// Those of other versions of the program or of the compiler, unless they were made just now.
  static void forget_others(const fs::path& cache) {
    std::error_code ignored;
    const auto recently = fs::file_time_type::clock::now() - 1h;
    for (const auto& entry : fs::directory_iterator(cache, ignored))
      if (entry.path().filename().string().starts_with("edit-") &&
          entry.last_write_time(ignored) < recently)
        fs::remove_all(entry.path(), ignored);
  }

  std::optional<PrivateFolder> own_;
  fs::path folder_;
};

HostCompiler::HostCompiler(fs::path cache)
    : HostCompiler(std::move(cache), {"g++", "g++-14", "g++-13", "g++-12", "g++-11"}) {}

HostCompiler::HostCompiler(fs::path cache, const std::vector<std::string>& candidates)
    : cache_(std::move(cache)) {
  look_for(candidates);
  if (hindrance_.empty() && host_headers().empty())
    hindrance_ = "this build does not hold the kernels' sources";
}

HostCompiler::~HostCompiler() = default;

void HostCompiler::look_for(const std::vector<std::string>& candidates) {
  advice_ = "on Debian and Ubuntu: sudo apt install g++";
  path_ = find_program(candidates);
  if (path_.empty()) {
    hindrance_ = "there is no g++ on the PATH, which compiles kernels for the emulator";
    return;
  }
  try {
    const ChildOutput said = run_child({path_, "-dumpfullversion"}, 10s);
    version_ = said.out.substr(0, said.out.find('\n'));
  } catch (const Error& error) {
    hindrance_ = path_ + " does not tell its version: " + error.what();
    return;
  }
  int major = 0;
  std::from_chars(version_.data(), version_.data() + version_.size(), major);
  if (major < oldest_version)
    hindrance_ = fmt::format("{} is version {}, and {} or later is needed", path_,
                             version_.empty() ? "unknown" : version_, oldest_version);
}

std::vector<std::string> HostCompiler::command() const {
  std::vector<std::string> all{path_, "-std=c++20", "-fPIC", "-DLIVEWARP_TRACED=1"};
  all.insert(all.end(), traced_options().begin(), traced_options().end());
  all.insert(all.end(), {"-fno-diagnostics-show-caret", "-fdiagnostics-color=never",
                         "-fmessage-length=0", "-I", headers_->folder().string()});
  return all;
}

namespace {

ChildOutput run_compiler(std::vector<std::string> command, const std::stop_token& stop) {
  // Its words are read: they must be in English.
  return run_child({.command = std::move(command), .environment = {"LC_ALL=C", "LANGUAGE"}}, {},
                   longest_compilation, stop);
}

/// Makes the precompiled header if there is none. Without it everything takes longer, and works.
void precompile(std::vector<std::string> command, const fs::path& header, const fs::path& made,
                const std::stop_token& stop) {
  std::error_code ignored;
  if (fs::exists(made, ignored)) return;
  const fs::path part = made.string() + fmt::format(".part-{}", own_process());
  command.insert(command.end(), {"-w", "-x", "c++-header", header.string(), "-o", part.string()});
  if (run_compiler(std::move(command), stop).status == 0) fs::rename(part, made, ignored);
  fs::remove(part, ignored);
}

}  // namespace

CompiledUnit HostCompiler::compile(const std::string& unit, const std::string& file,
                                   const fs::path& library, const std::stop_token& stop) {
  if (!hindrance_.empty()) throw Error(hindrance_, advice_);
  if (!headers_) {
    Hash key;
    key.add(version_).add(path_).add(common_header);
    for (const std::string& option : traced_options()) key.add(option);
    for (const auto& [name, text] : host_headers()) key.add(name).add(text);
    for (const std::string_view name : kernel_files()) key.add(name).add(kernel_source(name));
    headers_ = std::make_unique<Headers>(cache_, key.text());
  }
  std::vector<std::string> words = command();
  precompile(words, headers_->common(), headers_->precompiled(), stop);
  const TemporaryFile source(unit), object{std::string()};
  const fs::path beside = fs::path(file).parent_path();
  words.insert(words.end(),
               {"-Wall", "-Wdouble-promotion", "-fmax-errors=8", "-iquote",
                beside.empty() ? "." : beside.string(), "-include", headers_->common().string(),
                "-c", "-o", object.path(), "-x", "c++", source.path()});
  ChildOutput said = run_compiler(std::move(words), stop);
  CompiledUnit compiled{said.status == 0, read_compiler_messages(said.error, file)};
  if (compiled.made) {
    // By itself: with the options of instrumentation it would be given a sanitizer's runtime.
    said = run_compiler({path_, "-shared", "-o", library.string(), object.path()}, stop);
    compiled.made = said.status == 0;
  }
  const bool errors = std::ranges::any_of(compiled.messages, &CompilerMessage::error);
  if (!compiled.made && !errors)
    throw Error(fmt::format("{} fails with code {}", path_, said.status),
                said.error.substr(0, said.error.find('\n')));
  return compiled;
}

}  // namespace livewarp
