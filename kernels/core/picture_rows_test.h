// What the tests of workloads on pictures share: rows that are run on given texels, and what is expected of all.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/rows_test.h"

namespace livewarp {

using Bytes = std::vector<std::uint8_t>;

inline Bytes field_of(const HostState& state, std::size_t field) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(state.fields.at(field).data());
  return {bytes, bytes + state.fields[field].size()};
}

/// The same bytes every time, and no pattern.
inline Bytes noise_bytes(std::size_t count) {
  Bytes bytes(count);
  std::uint32_t state = 12'345;
  for (std::uint8_t& byte : bytes) {
    state = state * 1'664'525u + 1'013'904'223u;
    byte = std::uint8_t(state >> 24);
  }
  return bytes;
}

/// A workload whose state is a source and a result.
class PictureRows {
 public:
  explicit PictureRows(std::unique_ptr<Workload> workload) : workload_(std::move(workload)) {}
  const Workload& workload() const { return *workload_; }
  std::vector<const VariantInfo*> rows() const { return rows_of(*workload_); }

  /// The row at its defaults, with noise of that size, and what `more` says.
  Choice choice_of(const VariantInfo& row, std::int64_t width, std::int64_t height,
                   const Values& more) const {
    Choice choice = default_choice(*workload_, row.name, row.backend);
    choice.problem["width"] = width;
    choice.problem["height"] = height;
    choice.problem["chart"] = std::string("noise");
    for (const auto& [id, value] : more) choice.problem[id] = value;
    return choice;
  }

  /// The state after one step into poisoned memory; from `start` or from the seed.
  HostState stepped(const Choice& choice, const HostState* start = nullptr) const {
    const Executor home = home_of(*workload_->find(choice.variant));
    const auto exec = exec_for(home);
    const auto simulation = workload_->simulate(choice, home, start);
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
    return simulation->snapshot();
  }

  /// What a row makes of these texels.
  Bytes made_of(const Choice& choice, const Bytes& source) const {
    HostState state = workload_->initial_state(choice.problem);
    EXPECT_EQ(state.fields[0].size(), source.size());
    const auto* const bytes = reinterpret_cast<const std::byte*>(source.data());
    state.fields[0].assign(bytes, bytes + source.size());
    return field_of(stepped(choice, &state), 1);
  }

  /// Every row at every launch, at all sizes that a check looks at.
  void expect_agreement() const {
    for (const VariantInfo* row : rows())
      for (const Choice& choice : choices_of(*workload_, *row)) {
        const CheckResult result = check_sizes(*workload_, choice, home_of(*row), exec_for, Job{});
        EXPECT_TRUE(result.ok()) << text_of(choice, {}) << ": " << result.failure;
      }
  }

  /// Every CUDA row on a GPU, at every launch and in every memory mode.
  void expect_agreement_on_gpu() const {
    for (const VariantInfo* row : workload_->variants()) {
      if (row->backend != Backend::cuda) continue;
      for (Choice choice : choices_of(*workload_, *row))
        for (const MemoryMode memory : row->memory_modes) {
          choice.memory = memory;
          const CheckResult result =
              check_sizes(*workload_, choice, Executor::cuda, exec_for, Job{});
          EXPECT_TRUE(result.ok())
              << text_of(choice, {}) << ", " << name_of(memory) << ": " << result.failure;
        }
    }
  }

  /// A comparison is worth what it would see: a row's step from a source with one defect is compared with
  /// the reference's from the sound one.
  void expect_mutants_seen(const Choice& choice) const {
    const HostState sound = workload_->initial_state(choice.problem);
    const auto mutants = workload_->mutants(choice.problem, sound);
    EXPECT_GE(mutants.size(), 3u);
    for (std::size_t which = 0; which < mutants.size(); ++which) {
      const HostState out = stepped(choice, &mutants[which]);
      bool seen = false;
      for (const Discrepancy& found : workload_->compare(choice.problem, sound, out, {}, Job{}))
        seen = seen || !found.within(tolerance_of(*workload_, choice));
      EXPECT_TRUE(seen) << text_of(choice, {"width", "height"}) << ", mutant " << which;
    }
  }

  void expect_lessons(const std::string& topic) const {
    for (const VariantInfo* row : workload_->variants()) {
      EXPECT_FALSE(row->lesson.empty() || row->source.empty() || row->title.empty()) << row->name;
      EXPECT_EQ(row->topic, topic) << row->name;
      const Tolerance cap = workload_->tolerance(row->backend, Precision::fp32);
      EXPECT_LE(row->tolerance.rms, cap.rms) << row->name;
      EXPECT_LE(row->tolerance.worst, cap.worst) << row->name;
      const Work work = workload_->work(choice_of(*row, 96, 40, {}));
      EXPECT_EQ(work.items, 96.0 * 40.0) << row->name;
      EXPECT_GE(work.compulsory_bytes, 4 * 96.0 * 40.0) << row->name;
      EXPECT_GE(work.requested_bytes, work.compulsory_bytes) << row->name;
    }
  }

  /// The picture after a step, of `choice`'s row.
  Bytes picture_of(const Choice& choice) const {
    const Executor home = home_of(*workload_->find(choice.variant));
    const auto exec = exec_for(home);
    const auto simulation = workload_->simulate(choice, home);
    simulation->step(*exec);
    simulation->commit();
    Bytes picture(simulation->picture().bytes());
    simulation->publish(picture.data(), *exec);
    exec->synchronize();
    return picture;
  }

  void expect_stops() const {
    const Choice choice = default_choice(*workload_, "", Backend::cpu);
    const HostState in = workload_->initial_state(choice.problem);
    std::stop_source stop;
    stop.request_stop();
    const Job job{stop.get_token(), {}};
    EXPECT_THROW(workload_->compare(choice.problem, in, in, {}, job), Cancelled);
  }

 private:
  std::unique_ptr<Workload> workload_;
};

}  // namespace livewarp
