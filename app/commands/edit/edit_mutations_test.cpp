// Kernels in which something was changed at random: none ends the program, none is waited for
// without an end. LIVEWARP_MUTATIONS and LIVEWARP_MUTATION_SEED say how many, and which.
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/measure/context.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;

int number_of(const char* variable, int otherwise) {
  const std::string text = environment(variable);
  return text.empty() ? otherwise : std::stoi(text);
}

struct Subject {
  const char *workload, *variant;
};
constexpr std::array<Subject, 3> subjects{
    {{"heat", "naive"}, {"nbody", "shared"}, {"transpose", "padded"}}};

/// Changes source as a slip of the hand does, or a thought that was not finished.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  /// Only what stands behind the macro that opens the kernels.
  std::string mutated(std::string text) {
    const std::size_t first = text.find("__global__");
    for (unsigned count = 1 + below(2); count > 0; --count) change(text, first);
    return text;
  }

 private:
  unsigned below(std::size_t n) { return unsigned(random_() % n); }
  void change(std::string& text, std::size_t first) {
    const std::size_t at = first + below(text.size() - first);
    switch (below(6)) {
    case 0: text.erase(at, 1 + below(12)); break;
    case 1: text.insert(at, 1, "+-*/<>=()[]{};,.&|!~^%0123456789xy"[below(34)]); break;
    case 2: exchange_words(text, first); break;
    case 3: line(text, at, [](std::string one) { return one + one; }); break;
    case 4: line(text, at, [](const std::string&) { return std::string(); }); break;
    default: change_number(text, at); break;
    }
  }
  /// One word of C++ for another.
  void exchange_words(std::string& text, std::size_t first) {
    static constexpr std::array<std::array<const char*, 2>, 10> pairs{
        {{" < ", " <= "},
         {" + ", " - "},
         {" * ", " + "},
         {" && ", " || "},
         {"threadIdx.x", "threadIdx.y"},
         {"blockDim.x", "blockDim.y"},
         {"__syncthreads();", ";"},
         {" > ", " >= "},
         {"++", "--"},
         {" = ", " += "}}};
    const auto& pair = pairs.at(below(pairs.size()));
    const std::size_t at = text.find(pair[0], first + below(text.size() - first));
    if (at != std::string::npos) text.replace(at, std::string(pair[0]).size(), pair[1]);
  }
  template <class F>
  static void line(std::string& text, std::size_t at, F&& other) {
    const std::size_t begin = text.rfind('\n', at) + 1, end = text.find('\n', at);
    if (end == std::string::npos) return;
    text.replace(begin, end + 1 - begin, other(text.substr(begin, end + 1 - begin)));
  }
  void change_number(std::string& text, std::size_t at) {
    at = text.find_first_of("0123456789", at);
    if (at != std::string::npos) text[at] = char('0' + below(10));
  }

  std::mt19937 random_;
};

/// Tries mutants, and says what was wrong with the program.
class MutationRun {
 public:
  MutationRun(int count, int seed) : count_(count), seed_(seed) {
    for (const Subject& subject : subjects) {
      const std::string file = folder_.file(std::string(subject.workload) + ".cuh");
      run({"edit", subject.workload, "--variant", subject.variant, "--write", file});
      starters_.push_back(test::content_of(file));
    }
  }
  std::string complaints() {
    {
      std::vector<std::jthread> workers;
      for (int i = 0; i < 2; ++i) workers.emplace_back([this] { work(); });
    }
    return complaints_;
  }
  int right() const { return right_; }

 private:
  static ChildOutput run(const std::vector<std::string>& words) {
    return run_child(test::compiling_program(words, {"LIVEWARP_NVRTC=/nowhere"}), {},
                     std::chrono::seconds(120));
  }
  void work() {
    for (int i = next_++; i < count_; i = next_++) {
      const std::string complaint = tried(i);
      const std::lock_guard lock(mutex_);
      complaints_ += complaint;
    }
  }
  std::string tried(int number) {
    const std::size_t which = std::size_t(number) % subjects.size();
    const std::string text = Mutator(unsigned(seed_ + number)).mutated(starters_.at(which));
    const std::string file = folder_.file("mutant-" + std::to_string(number) + ".cuh");
    std::ofstream(file) << text;
    const std::string what =
        "seed " + std::to_string(seed_ + number) + ", " + subjects.at(which).workload + ": ";
    try {
      const ChildOutput output = run({"edit", subjects.at(which).workload, "--variant",
                                      subjects.at(which).variant, "--with", file});
      right_ += output.status == exit_ok;
      const bool sound = output.status == exit_ok || output.status == exit_wrong;
      if (sound && output.error.empty() && output.out.find(" ms") == std::string::npos) return {};
      return what + std::to_string(output.status) + "\n" + output.out + output.error + text + "\n";
    } catch (const std::exception& error) {
      return what + error.what() + "\n" + text + "\n";
    }
  }

  const test::TemporaryFolder folder_;
  int count_, seed_;
  std::atomic<int> next_ = 0, right_ = 0;
  std::vector<std::string> starters_;
  std::mutex mutex_;
  std::string complaints_;
};

TEST(KernelMutations, EndNothing) {
#if defined(LIVEWARP_SANITIZED)
  GTEST_SKIP() << "kernels have a time, which two checkers at once exceed";
#endif
  if (!fs::exists(test::program_of_build()))
    GTEST_SKIP() << test::program_of_build() << " is not there";
  const int count = number_of("LIVEWARP_MUTATIONS", 20);
  MutationRun run(count, number_of("LIVEWARP_MUTATION_SEED", 1));
  EXPECT_EQ(run.complaints(), "");
  EXPECT_LT(run.right(), count) << "nothing was changed";
}

}  // namespace
}  // namespace livewarp
