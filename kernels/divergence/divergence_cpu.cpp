#include <algorithm>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/divergence/divergence.h"
#include "kernels/divergence/divergence_cpu_hwy.h"
#include "kernels/divergence/divergence_variants.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

/// Items of a piece: between pieces a step can be stopped, and threads share them.
constexpr std::int64_t piece = 4096;

std::uint32_t computed(const DivergenceTask& task, std::int64_t i) {
  const int rounds = task.counts[i];
  return rounds > task.cheap ? task.expensive_side(task.values[i], rounds)
                             : task.cheap_side(task.values[i], rounds);
}

void plain_step(const Divergence::Step& step, const Launch&, Exec& exec) {
  const DivergenceTask task = divergence::task_of(step);
  exec.for_range(step.problem->n, piece, 1, [&](Range items) {
    for (std::int64_t i = items.first; i < items.last; ++i) task.results[i] = computed(task, i);
  });
}

/// The items of a piece, cheap ones first. Each is written to both ends of the gap that is left, of
/// which only its own moves on: no branch that could be guessed wrongly.
std::vector<std::int64_t> sorted_items(const DivergenceTask& task, Range range) {
  std::vector<std::int64_t> items(std::size_t(range.size()));
  std::size_t front = 0, back = items.size();
  for (std::int64_t i = range.first; i < range.last; ++i) {
    const bool expensive = task.counts[i] > task.cheap;
    items[front] = items[back - 1] = i;
    front += !expensive;
    back -= expensive;
  }
  return items;
}

void sorted_step(const Divergence::Step& step, const Launch&, Exec& exec) {
  const DivergenceTask task = divergence::task_of(step);
  exec.for_range(step.problem->n, piece, 1, [&](Range range) {
    for (const std::int64_t i : sorted_items(task, range)) task.results[i] = computed(task, i);
  });
}

DivergenceVectors vectors_of(const DivergenceTask& task) {
  return {task.values,
          task.counts,
          task.results,
          0,
          task.cheap,
          Divergence::steps_a_round,
          task.cheap_round.factor,
          task.cheap_round.increment,
          task.expensive_round.factor,
          task.expensive_round.increment};
}

void vector_step(const Divergence::Step& step, const Launch& launch, Exec& exec) {
  const DivergencePiece compute = divergence_vector_piece(launch.text("isa"));
  const DivergenceVectors all = vectors_of(divergence::task_of(step));
  const int threads = launch.values().contains("threads") ? launch.threads() : 1;
  exec.for_range(step.problem->n, piece, threads, [&](Range range) {
    DivergenceVectors some = all;
    some.value += range.first;
    some.rounds += range.first;
    some.result += range.first;
    some.n = range.size();
    compute(some);
  });
}

/// Copies a piece's items side by side in the order of its lists, and their results back.
void sorted_vector_step(const Divergence::Step& step, const Launch& launch, Exec& exec) {
  const DivergencePiece compute = divergence_vector_piece(launch.text("isa"));
  const DivergenceTask task = divergence::task_of(step);
  exec.for_range(step.problem->n, piece, launch.threads(), [&](Range range) {
    const std::vector<std::int64_t> items = sorted_items(task, range);
    std::vector<std::uint32_t> value(items.size()), result(items.size());
    std::vector<std::int32_t> rounds(items.size());
    std::ranges::transform(items, value.begin(), [&](std::int64_t i) { return task.values[i]; });
    std::ranges::transform(items, rounds.begin(), [&](std::int64_t i) { return task.counts[i]; });
    DivergenceVectors some = vectors_of(task);
    some.value = value.data();
    some.rounds = rounds.data();
    some.result = result.data();
    some.n = std::int64_t(items.size());
    compute(some);
    for (std::size_t t = 0; t < items.size(); ++t) task.results[items[t]] = result[t];
  });
}

/// Items that go together: lanes of a vector, unless they were sorted.
void publish(const Divergence::Step& step, const Divergence::Problem& problem, const Launch& launch,
             const Picture& picture, Exec& exec) {
  const bool lanes = launch.values().contains("isa") && divergence::neighbours_wait(launch);
  const DivergenceScene scene = divergence::scene_of(
      step, picture, problem.n, lanes ? divergence_vector_lanes(launch.text("isa")) : 1);
  paint_on_host(picture, exec, [&](int px, int py) {
    return divergence_pixel(py * picture.spec.width + px, scene);
  });
}

/// A vector goes on until its last lane is done.
ClosedForm vector_form(const Divergence::Problem& problem, const Launch& launch) {
  return divergence_closed_form(DivergenceWay::loop, problem,
                                divergence_vector_lanes(launch.text("isa")));
}

Param vectors_axis() {
  return isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 items at a time.");
}

}  // namespace

Variants<Divergence> Divergence::cpu_variants() {
  // Lesson reference: One core, one item after another, a branch for each. A core has no lanes that
  // could wait: cheap items between expensive ones cost what they cost. What a branch costs is a
  // wrong guess of the branch predictor, some 15 to 20 cycles, once an item at most.
  auto reference = cpu_variant<Divergence>("reference", "Reference", plain_step);

  // Lesson sorted-serial: Cheap items first, then expensive ones, in pieces that stay in the cache:
  // the predictor guesses wrong once a piece. With 1 and 2 rounds at random, wrong guesses nearly
  // double the time of the serial loop, and sorting saves more than it costs; with hundreds of
  // rounds neither matters. The lists are made without a branch: each item is written to both.
  auto sorted = cpu_variant<Divergence>("sorted-serial", "Sorted, serial", sorted_step);
  sorted.topic = "L6.11";

  auto vector = cpu_variant<Divergence>("vector", "Vector, masks", vector_step);
  vector.source = "Intel 64 and IA-32 Architectures Optimization Reference Manual: AVX-512 masks";
  vector.axes = {vectors_axis()};
  vector.closed_form = vector_form;

  // Lesson sorted-vector: Sorted lists for vectors, on all cores: the items of a list are copied
  // side by side, computed with hardly a lane that waits, and their results copied back. The wider
  // the vectors, the more this is worth, and the more a mixed one loses.
  auto sorted_vector =
      cpu_variant<Divergence>("sorted-vector", "Sorted, vector", sorted_vector_step);
  sorted_vector.topic = "L6.11";
  sorted_vector.axes = {vectors_axis(), threads_axis("items"),
                        choice_axis("lists", "Lists are made", {{"step", "Every step", {}}}, "step",
                                    "A piece of items is sorted just before it is computed.")};

  // Lesson threads: The same masked vectors on all cores, in pieces of 4,096 items that idle cores
  // take over: cores do not wait for one another as lanes do. Where all expensive items stand at
  // the end, equal shares would leave most cores without work.
  auto threads = cpu_variant<Divergence>("threads", "Vector, threads", vector_step);
  threads.source = "oneTBB: parallel_for over ranges of items";
  threads.axes = {vectors_axis(), threads_axis("items")};
  threads.closed_form = vector_form;
  return {{reference, sorted, vector, sorted_vector, threads}, publish};
}

}  // namespace livewarp
