#include "kernels/nbody/nbody_energy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <functional>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "kernels/nbody/nbody_potential.h"
#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

namespace {

/// The sum of `part` over ranges of at most `grain` out of 0 ... n. Threads take them one after the
/// other and the results are added up in the order of the ranges, so that the sum is the same
/// however many threads there are. They are started here, and not taken from a pool, so that they
/// are of the low priority of a caller that works in the background.
class SumOnThreads {
 public:
  SumOnThreads(std::int64_t n, std::int64_t grain, const Job& job,
               const std::function<double(Range)>& part)
      : n_(n), grain_(grain), job_(job), part_(part), sums_(std::size_t(ceil_div(n, grain))) {}

  /// Throws what a part or the job threw first, once all threads have ended.
  double run() {
    // Half of the machine: the rest is for who draws, and for the driver.
    const auto most = std::int64_t(std::max(2u, std::thread::hardware_concurrency() / 2));
    const std::int64_t helpers = std::min(most, std::int64_t(sums_.size())) - 1;
    {
      std::vector<std::jthread> threads;
      for (std::int64_t i = 0; i < helpers; ++i) threads.emplace_back([this] { work(); });
      work();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::accumulate(sums_.begin(), sums_.end(), 0.0);
  }

 private:
  void work() {
    try {
      for (std::size_t i = next_++; i < sums_.size(); i = next_++) {
        report();
        const std::int64_t first = std::int64_t(i) * grain_;
        sums_[i] = part_({first, std::min(first + grain_, n_)});
        ++done_;
      }
    } catch (...) {
      next_ = sums_.size();
      std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
  /// One thread at a time, so that progress never falls.
  void report() {
    std::lock_guard lock(mutex_);
    job_.at(double(done_) / double(sums_.size()));
  }

  std::int64_t n_, grain_;
  const Job& job_;
  const std::function<double(Range)>& part_;
  std::vector<double> sums_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// A place and the mass that it stands for.
struct Source {
  Double3 at;
  double mass = 0;
  std::int64_t body = 0;
};

template <class Vec4>
Source source_of(const Vec4* x, std::int64_t i) {
  return {{x[i].x, x[i].y, x[i].z}, x[i].w, i};
}

/// m / r of other bodies at a body.
double pull_of(const std::vector<Source>& sources, Range range, const Source& to,
               double softening2) {
  double sum = 0;
  for (std::int64_t j = range.first; j < range.last; ++j) {
    const Source& from = sources[std::size_t(j)];
    const Double3 away = from.at + (-1) * to.at;
    if (from.body != to.body) sum += from.mass / std::sqrt(dot(away, away) + softening2);
  }
  return sum;
}

/// Bodies that no sample could stand for, and the others.
struct Weighed {
  std::vector<Source> heavy;
  double light_mass = 0;
  double heaviest_light = 0;  ///< mass above which a body is heavy
};

template <class Vec4>
Weighed weighed(const Vec4* x, std::int64_t n) {
  constexpr double heavy_share = 1.0 / 64;  // so there are never more than 64
  double mass = 0;
  for (std::int64_t i = 0; i < n; ++i) mass += x[i].w;
  Weighed found;
  found.heaviest_light = heavy_share * mass;
  for (std::int64_t i = 0; i < n; ++i) {
    if (x[i].w > found.heaviest_light)
      found.heavy.push_back(source_of(x, i));
    else
      found.light_mass += x[i].w;
  }
  return found;
}

/// As many light bodies as asked, each with the same share of their mass: the masses laid end to
/// end are cut into stretches of that share, and the body at a random place of each is taken. So no
/// order of bodies in memory can agree with the sample's, massless bodies never come, and those of
/// several shares come as often. If fewer bodies are there than asked, they are all of them, as
/// they are.
template <class Vec4>
std::vector<Source> light_sample(const Vec4* x, std::int64_t n, const Weighed& weighed,
                                 std::int64_t count, std::uint64_t seed) {
  std::vector<Source> sample;
  const double share = weighed.light_mass / double(count);
  const auto place = [&](std::size_t k) {
    return share * (double(k) + BodyRandom(seed, k).uniform());
  };
  double behind = 0, next = place(0);
  for (std::int64_t i = 0; i < n; ++i) {
    if (x[i].w > weighed.heaviest_light) continue;
    if (n <= count) {
      sample.push_back(source_of(x, i));
      continue;
    }
    for (behind += x[i].w; next < behind && std::int64_t(sample.size()) < count;
         next = place(sample.size())) {
      sample.push_back(source_of(x, i));
      sample.back().mass = share;
    }
  }
  return sample;
}

template <class Vec4>
PointMasses point_masses(const Vec4* x, std::int64_t n) {
  PointMasses masses(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = std::size_t(i);
    masses.x[at] = x[i].x;
    masses.y[at] = x[i].y;
    masses.z[at] = x[i].z;
    masses.mass[at] = x[i].w;
  }
  return masses;
}

/// Pairs of a heavy body and any other.
template <class Vec4>
double heavy_pairs(const Weighed& weighed, const Vec4* x, std::int64_t n, double softening2,
                   const Job& job) {
  const auto heavy = std::int64_t(weighed.heavy.size());
  if (heavy == 0) return 0;
  double among_them = 0;
  for (std::int64_t i = 0; i < heavy; ++i) {
    const Source& body = weighed.heavy[std::size_t(i)];
    among_them += body.mass * pull_of(weighed.heavy, {0, i}, body, softening2);
  }
  const std::function<double(Range)> part = [&](Range range) {
    double sum = 0;
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Source body = source_of(x, i);
      if (body.mass <= weighed.heaviest_light)
        sum += body.mass * pull_of(weighed.heavy, {0, heavy}, body, softening2);
    }
    return sum;
  };
  return among_them + SumOnThreads(n, 8'192, job, part).run();
}

}  // namespace

double exact_potential(const Nbody::Problem& problem, const HostState& state, const Job& job) {
  const PointMasses masses = with_vec4(state.precision, [&]<class Vec4>(Vec4) {
    return point_masses(bodies_of<Vec4>(state).position, problem.n);
  });
  const double softening2 = problem.softening * problem.softening;
  const std::function<double(Range)> part = [&](Range bodies) {
    return sum_over_pairs(masses, bodies, softening2);
  };
  return -SumOnThreads(problem.n, 64, job, part).run();
}

double sampled_potential(const Nbody::Problem& problem, const HostState& state, const Job& job,
                         const PotentialSample& sample) {
  const double softening2 = problem.softening * problem.softening;
  std::vector<Source> bodies, sources;
  const double of_heavy = with_vec4(state.precision, [&]<class Vec4>(Vec4) {
    const Vec4* const x = bodies_of<Vec4>(state).position;
    const Weighed all = weighed(x, problem.n);
    bodies = light_sample(x, problem.n, all, sample.bodies, 1);
    sources = light_sample(x, problem.n, all, sample.sources, 2);
    return heavy_pairs(all, x, problem.n, softening2, Job{job.stop, {}});  // soon done
  });
  const std::function<double(Range)> part = [&](Range range) {
    double sum = 0;
    for (std::int64_t i = range.first; i < range.last; ++i) {
      const Source& body = bodies[std::size_t(i)];
      sum += body.mass * pull_of(sources, {0, std::int64_t(sources.size())}, body, softening2);
    }
    return sum;
  };
  const double light = SumOnThreads(std::int64_t(bodies.size()), 16, job, part).run();
  return -of_heavy - 0.5 * light;
}

}  // namespace livewarp
