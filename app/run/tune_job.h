#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/run/measuring_job.h"
#include "app/tune/tuner.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

/// Searches a space of settings for the fastest while the live run rests.
class TuneJob final : public MeasuringJob {
 public:
  /// What it works with.
  struct Tools {
    ExecMaker make_exec;
    /// Milliseconds that a step should take; 0 unknown.
    std::function<double(const Choice&, Executor, std::stop_token)> predict;
    CeilingStore* ceilings = nullptr;  ///< outlives the job; null: none are measured
    Places places = {};                ///< where no other process may measure meanwhile
  };
  /// What is known by now.
  struct Found {
    std::vector<Finding> findings;  ///< one a setting
    std::optional<std::size_t> best;
    std::string best_text, figures, verdict, counts;  ///< in words; empty without a best
    bool decided = false;                             ///< the two best were measured in turn
    bool interrupted = false;
    std::string failure;  ///< what ended it early, if something did
  };

  /// `state`: primed or not, of the settings' common problem; those of others begin with their own.
  TuneJob(const Workload& workload, const SettingSpace& space, HostState state, Values problem,
          const TuneOptions& options, Tools tools);
  ~TuneJob() override;

  /// Another object each time that something was found.
  std::shared_ptr<const Found> found() const;
  /// Settings that were measured, or found wrong, since the last call.
  std::vector<VariantResult> take();

 private:
  TuneTools tools_for(const std::stop_token& stop);
  void work(const std::stop_token& stop);
  void end_early(const std::string& failure);
  void note(const Tuner& tuner);
  void guarded(VariantResult& result, const std::function<void()>& work) const;

  const Workload& workload_;
  SettingSpace space_;
  HostState state_;
  Values problem_;
  TuneOptions options_;
  Tools tools_;
  std::unique_ptr<Tuner> tuner_;  ///< the worker's
  std::vector<bool> taken_;       ///< the worker's
  std::optional<Noting> part_;    ///< the worker's: what it is at
  // Guarded by the mutex.
  std::shared_ptr<const Found> found_;
  std::vector<VariantResult> fresh_;
};

}  // namespace livewarp
