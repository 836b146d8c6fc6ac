#include "kernels/emulator/lens/lens.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "kernels/core/base/error.h"
#include "kernels/emulator/lens/lens_lines.h"
#include "kernels/emulator/lens/traced_step.h"
#include "kernels/emulator/run/block_runner.h"

namespace livewarp::emulator {

namespace {

// As much as the host executes in a moment: interactions of bodies, cells and pixels.
constexpr double most_items = 1.5e6, most_elements = 1 << 16;

/// Adds what an access of the code did to its line's counts.
void add(AccessCount& all, const AccessCount& one) {
  if (all.requests == 0) {
    all = one;
    return;
  }
  all.requests += one.requests;
  all.lanes += one.lanes;
  all.present += one.present;
  all.structure = std::max(all.structure, one.structure);
  all.quad_sectors += one.quad_sectors;
  all.addresses += one.addresses;
  all.sectors += one.sectors;
  all.ideal_sectors += one.ideal_sectors;
  all.bytes_used += one.bytes_used;
  all.wavefronts += one.wavefronts;
  all.ideal_wavefronts += one.ideal_wavefronts;
  all.degree = std::max(all.degree, one.degree);
  if (one.highest <= all.highest) return;
  all.highest = one.highest;
  all.costliest = one.costliest;
}

/// Accesses of one kind, of a place in the code or of a line of source.
template <class Place>
using Accesses = std::map<std::tuple<Place, MemorySpace, AccessKind, unsigned>, AccessCount>;

/// A kernel with what its launches did.
struct Sum {
  KernelAccesses kernel;
  Accesses<std::uintptr_t> accesses;
  std::int64_t passed = 0, lanes = 0;  ///< basic blocks by warps, and by lanes
};

void add(Sum& sum, const LaunchCounts& launch) {
  ++sum.kernel.launches;
  sum.kernel.warps += launch.warps;
  for (const AccessCount& access : launch.accesses)
    if (access.requests > 0)
      add(sum.accesses[{access.code, access.space, access.kind, access.bytes}], access);
  for (const BlockCount& block : launch.blocks) {
    sum.passed += block.warps;
    sum.lanes += block.lanes;
    if (!block.in_loop) continue;
    sum.kernel.loop_rounds += block.warps;
    sum.kernel.loop_lanes += block.lanes;
  }
}

KernelAccesses finished(Sum& sum, SourceLines& lines) {
  if (sum.passed > 0) sum.kernel.active = double(sum.lanes) / double(sum.passed);
  std::set<std::uintptr_t> codes;
  for (const auto& [key, count] : sum.accesses) codes.insert(count.code);
  const LensLines line(codes, lines);
  Accesses<SourceLine> by_line;
  for (const auto& [key, count] : sum.accesses)
    add(by_line[{line.of(count.code), count.space, count.kind, count.bytes}], count);
  for (const auto& [key, count] : by_line) sum.kernel.lines.push_back({std::get<0>(key), count});
  return sum.kernel;
}

bool same(const KernelAccesses& kernel, const LaunchCounts& launch) {
  return kernel.kernel == launch.kernel && kernel.grid == launch.grid &&
         kernel.block == launch.block;
}

std::vector<KernelAccesses> kernels_of(const std::vector<LaunchCounts>& launches) {
  std::vector<Sum> sums;
  for (const LaunchCounts& launch : launches) {
    auto sum = std::ranges::find_if(sums, [&](const Sum& s) { return same(s.kernel, launch); });
    if (sum == sums.end()) {
      Sum made;
      made.kernel.kernel = launch.kernel;
      made.kernel.grid = launch.grid;
      made.kernel.block = launch.block;
      sum = sums.insert(sums.end(), std::move(made));
    }
    add(*sum, launch);
  }
  SourceLines lines;
  std::vector<KernelAccesses> kernels;
  kernels.reserve(sums.size());
  for (Sum& sum : sums) kernels.push_back(finished(sum, lines));
  return kernels;
}

}  // namespace

namespace {

/// The largest check size of the variant that takes a moment.
Values check_problem(const Workload& workload, const Choice& choice) {
  const std::vector<Values> problems = workload.check_problems(choice);
  const auto items = [&](const Values& problem) {
    Choice sized = choice;
    sized.problem = problem;
    const bool serves = workload.refusal(sized, Executor::emulator).empty();
    const double found = serves ? workload.cost(sized).items : -1;
    return found > most_items ? 0 : found;
  };
  return *std::ranges::max_element(problems, {}, items);
}

std::vector<std::string> sizes_of(const WorkloadInfo& info) {
  if (!info.size_params.empty()) return info.size_params;
  std::vector<std::string> sizes;
  for (const char* id : {"width", "height"})
    if (find_param(info.params, id)) sizes.emplace_back(id);
  return sizes;
}

/// How many elements a size is a multiple of, as far as sectors and tiles of 32 ask for it.
std::vector<std::int64_t> alignments(const Values& problem, const std::vector<std::string>& sizes) {
  std::vector<std::int64_t> all;
  for (const std::string& id : sizes)
    all.push_back(std::gcd(get_integer(problem, id), std::int64_t{32}));
  return all;
}

/// Half of every size, as long as that is no less than one: what begins at a sector goes on to.
bool halve(Values& problem, const std::vector<std::string>& sizes,
           const std::vector<std::int64_t>& aligned) {
  bool changed = false;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto& size = std::get<std::int64_t>(problem.at(sizes[i]));
    if (size < 2) continue;
    const std::int64_t kept = aligned[i], half = size / 2;
    size = half > kept ? (half + kept - 1) / kept * kept : half;
    changed = true;
  }
  return changed;
}

}  // namespace

Values lens_problem(const Workload& workload, const Choice& choice) {
  const WorkloadInfo& info = workload.info();
  const std::vector<std::string> sizes = sizes_of(info);
  Choice small = choice;
  for (const Param& param : info.params)  // whose size is not ours to choose
    if (param.kind == ParamKind::file) small.problem[param.id] = std::string();
  const auto is_large = [&] {
    double elements = 1;
    for (const std::string& id : sizes) elements *= double(get_integer(small.problem, id));
    return elements > most_elements || workload.cost(small).items > most_items;
  };
  const std::vector<std::int64_t> aligned = alignments(small.problem, sizes);
  while (is_large())
    if (!halve(small.problem, sizes, aligned)) break;
  if (is_large() || !workload.refusal(small, Executor::emulator).empty())
    return check_problem(workload, choice);
  return small.problem;
}

Lens look(const Workload& workload, const Choice& choice, const LensScope& scope) {
  Lens lens;
  lens.problem = choice.problem;
  const auto recorder = std::make_shared<AccessRecorder>(
      [&](const LaunchPlan& plan, std::uint64_t block, unsigned warp) {
        return (scope.whole_grid || block == middle_block(plan.grid)) &&
               (!scope.warp || warp == *scope.warp);
      });
  lens.refusal = run_traced_step(workload, choice, recorder, scope.library, scope.stop);
  if (!lens.refusal.empty()) return lens;
  lens.kernels = kernels_of(recorder->launches());
  return lens;
}

}  // namespace livewarp::emulator
