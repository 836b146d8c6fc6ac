#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/pictures/pixel_host.h"
#include "kernels/reduce/reduce.h"
#include "kernels/reduce/reduce_cpu_hwy.h"
#include "kernels/reduce/reduce_exact.h"
#include "kernels/reduce/reduce_variants.h"

namespace livewarp {

namespace {

/// Elements of a piece: between pieces a step can be stopped, and threads share them.
constexpr std::int64_t piece = 65'536;

/// Elements as the kernels see them.
template <class T>
ReduceTask<T> task_of(const Reduce::Step& step) {
  return {step.elements<T>(), step.others<T>(), int(step.problem->n), step.problem->is_minimum()};
}

/// Calls f with a number of the problem's type.
template <class F>
void with_type(const Reduce::Step& step, F&& f) {
  switch (step.problem->type) {
  case ReduceType::fp32: return f(float{});
  case ReduceType::fp64: return f(double{});
  case ReduceType::int32: return f(int{});
  }
}

/// Combines what `of(first, last)` makes of each piece, as a tree: thousands of them one after
/// another would be the longest chain of all.
template <class T, class Of>
void in_pieces(const Reduce::Step& step, int threads, Exec& exec, const Of& of) {
  const ReduceTask<T> task = task_of<T>(step);
  std::vector<T> parts(std::size_t(ceil_div(task.n, piece)));
  exec.for_range(task.n, piece, threads, [&](Range range) {
    for (std::int64_t first = range.first; first < range.last; first += piece)
      parts[std::size_t(first / piece)] =
          of(int(first), int(std::min<std::int64_t>(first + piece, range.last)));
  });
  for (std::size_t apart = 1; apart < parts.size(); apart *= 2)
    for (std::size_t i = 0; i + apart < parts.size(); i += 2 * apart)
      parts[i] = task.combined(parts[i], parts[i + apart]);
  *step.written<T>() = parts[0];
}

void reference_step(const Reduce::Step& step, const Launch&, Exec& exec) {
  with_type(step, [&]<class T>(T) {
    const ReduceTask<T> task = task_of<T>(step);
    CompensatedSum sum;
    double least = double(task.x[0]);
    exec.for_range(task.n, piece, 1, [&](Range range) {
      for (auto i = int(range.first); i < int(range.last); ++i) {
        if (task.minimum)
          least = std::fmin(least, double(task.x[i]));
        else if (task.y)
          sum.add_product(double(task.x[i]), double(task.y[i]));
        else
          sum.add(double(task.x[i]));
      }
    });
    *step.written<T>() = T(task.minimum ? least : sum.value());
  });
}

template <class T>
T one_after_another(const ReduceTask<T>& task, int first, int last) {
  T all = task.at(first);
  for (int i = first + 1; i < last; ++i) all = task.combined(all, task.at(i));
  return all;
}

void serial_step(const Reduce::Step& step, const Launch&, Exec& exec) {
  with_type(step, [&]<class T>(T) {
    const ReduceTask<T> task = task_of<T>(step);
    in_pieces<T>(step, 1, exec,
                 [&](int first, int last) { return one_after_another(task, first, last); });
  });
}

/// Halves, of halves, of halves: down to a few elements.
template <class T>
T pairwise(const ReduceTask<T>& task, int first, int last) {
  constexpr int few = 32;
  if (last - first <= few) return one_after_another(task, first, last);
  const int middle = first + (last - first) / 2;
  return task.combined(pairwise(task, first, middle), pairwise(task, middle, last));
}

void pairwise_step(const Reduce::Step& step, const Launch&, Exec& exec) {
  with_type(step, [&]<class T>(T) {
    const ReduceTask<T> task = task_of<T>(step);
    in_pieces<T>(step, 1, exec, [&](int first, int last) { return pairwise(task, first, last); });
  });
}

/// A running sum in T, and what its last addition has rounded away. Once the sum is not finite, it
/// stays what it is: the difference of infinities would be NaN.
template <class T>
struct KahanSum {
  T sum = 0, lost = 0;
  void add(T term) {
    const T wanted = term - lost, next = sum + wanted;
    lost = std::isfinite(double(next)) ? (next - sum) - wanted : T(0);
    sum = next;
  }
};

void compensated_step(const Reduce::Step& step, const Launch&, Exec& exec) {
  with_type(step, [&]<class T>(T) {
    const ReduceTask<T> task = task_of<T>(step);
    KahanSum<T> sum;
    exec.for_range(task.n, piece, 1, [&](Range range) {
      for (auto i = int(range.first); i < int(range.last); ++i) sum.add(task.at(i));
    });
    *step.written<T>() = sum.sum;
  });
}

void vector_step(const Reduce::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.values().contains("threads") ? launch.threads() : 1;
  with_type(step, [&]<class T>(T) {
    const ReduceTask<T> task = task_of<T>(step);
    const ReducePiece<T> of = reduce_vector_piece<T>(launch.text("isa"));
    in_pieces<T>(step, threads, exec, [&](int first, int last) {
      return of(task.x + first, task.y ? task.y + first : nullptr, last - first, task.minimum);
    });
  });
}

void publish(const Reduce::Step& step, const Reduce::Problem& problem, const Launch& launch,
             const Picture& picture, Exec& exec) {
  const ReduceElements elements = reduce::elements_of(step);
  const ReduceScale scale = reduce::scale_of(problem);
  const ReduceTree tree = reduce::tree_of(picture);
  const int size = reduce::shown_size(launch);
  paint_on_host(picture, exec, [&](int px, int py) {
    return reduce_color(elements, px, py, picture.spec.width, picture.spec.height, size, scale,
                        tree);
  });
}

Variant<Reduce> compensated() {
  // Lesson compensated: Kahan's sum: what an addition rounds away is computed, exactly, and taken
  // into account by the next one. Three more operations an element, one after another; the error no
  // longer grows with the number of elements. Compare serial and pairwise: the readout tells the
  // relative error, and "one large" shows it best.
  auto variant = cpu_variant<Reduce>("compensated", "Compensated, Kahan", compensated_step);
  variant.source = "Kahan: Further Remarks on Reducing Truncation Errors (1965)";
  variant.refuses = [](const Reduce::Problem& problem, const Launch&, Executor) -> std::string {
    if (!problem.is_minimum() && problem.type != ReduceType::int32) return {};
    return "nothing is rounded there, so that nothing can be compensated";
  };
  return variant;
}

Variant<Reduce> serial() {
  // Lesson scalar: One core, one running sum: each addition waits for the one before it, some four
  // cycles, and the memory waits too. The error is the largest of all orders: the sum becomes far
  // larger than its terms, and their last bits fall off. Here a new sum begins at each 65,536
  // elements; a single one of fp32 stops growing at 2^24 if the terms are below 1.
  auto variant = cpu_variant<Reduce>("scalar", "Serial", serial_step);
  variant.tolerance = {4096, 4096,
                       "65,536 elements are added one after another: the rounding errors of such a "
                       "chain grow like its root and more, up to 65,536 roundings"};
  return variant;
}

Variant<Reduce> pairwise() {
  // Lesson pairwise: The same core, another order: halves are added up by themselves, as a tree
  // does on a GPU. An element takes part in as many additions as the tree is high, not in as many
  // as there are elements, and the error falls with it: to less than a rounding or two. It costs no
  // more additions, and their chains are independent.
  auto variant = cpu_variant<Reduce>("pairwise", "Pairwise", pairwise_step);
  variant.source = "Higham: Accuracy and Stability of Numerical Algorithms (2002), ch. 4";
  return variant;
}

}  // namespace

Variants<Reduce> Reduce::cpu_variants() {
  // Lesson reference-fp64: Adds in fp64, and keeps what each addition rounds away in a second
  // number: the result is right to the last bit of fp64, in whatever order. What all other variants
  // are compared with is found in the same way.
  auto reference = cpu_variant<Reduce>("reference-fp64", "Reference fp64", reference_step);
  reference.source = "Neumaier: Rundungsfehleranalyse einiger Verfahren zur Summation (1974)";

  auto vectorized = cpu_variant<Reduce>("vector", "SIMD, 8 sums", vector_step);
  vectorized.source = "Fog: Optimizing software in C++, ch. 12; Highway";
  vectorized.axes = {isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 elements of "
                              "fp32 at a time.")};

  // Lesson threads: The same vectors on all cores, in chunks of 65,536 elements whose results are
  // added up as a tree, always the same one: the same bits, whatever the number of threads. A few
  // cores take all that the memory delivers, and then no more of them help.
  auto threads = cpu_variant<Reduce>("threads", "SIMD, threads", vector_step);
  threads.source = "oneTBB: parallel_for over ranges of elements";
  threads.axes = {isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 elements of fp32 "
                           "at a time."),
                  threads_axis("elements")};
  return {{reference, serial(), pairwise(), compensated(), vectorized, threads}, publish};
}

}  // namespace livewarp
