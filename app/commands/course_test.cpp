// The course map, docs/course.md: every command line in it means something.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/options/choice_line.h"
#include "app/testing/test_commands.h"
#include "app/testing/test_context.h"
#include "kernels/registry.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

/// What stands between back quotes and begins with the program's name.
std::vector<std::string> lines_of_the_map() {
  const std::string text = test::content_of(std::string(LIVEWARP_SOURCE_DIR) + "/docs/course.md");
  const std::string begin = "`livewarp ";
  std::vector<std::string> lines;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t first = at + begin.size(), end = text.find('`', first);
    lines.push_back(text.substr(first, end - first));
    at = end;
  }
  return lines;
}

// A line that names a workload opens a window at a choice that a machine with a
// GPU can run; others are commands, whose options are read and whose work is
// not done.
TEST(CourseMap, EveryLineOpensWhatItSays) {
  const Registry registry;
  test::Bench bench(workloads_of(registry));
  int windows = 0, commands = 0;
  for (const std::string& line : lines_of_the_map()) {
    SCOPED_TRACE(line);
    try {
      const std::string first = line.substr(0, line.find(' '));
      const bool window = std::ranges::any_of(bench.context.workloads, [&](const Workload* each) {
        return each->info().name == first;
      });
      ++(window ? windows : commands);
      if (window) {
        (void)selected_variant(bench.context,
                               choice_of_line(bench.context.workloads, line, Backend::cuda));
      } else if (!line.starts_with("sweep W ") && line.find(' ') != std::string::npos) {
        const Invocation asked =
            parse_command_line(bench.context.workloads, bench.machine, shell_words(line));
        EXPECT_TRUE(asked.command) << asked.text;
      }
    } catch (const Error& error) {
      ADD_FAILURE() << error.what() << "; " << error.advice();
    }
  }
  EXPECT_GT(windows, 80);
  EXPECT_GT(commands, 15);
}

}  // namespace
}  // namespace livewarp
