// The processes of one run as those who compute parts: rank 0 has the window or writes the report,
// the others do what it tells them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/decomposition/mpi.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

/// What rank 0 tells the others about one of its simulations.
struct RankCommand {
  enum class What { make, select, adjust, step, prime, gather, read, forget, poison, drop, end };
  What what = What::end;
  std::int64_t number = 0;  ///< of the command: its answer has it too
  std::int64_t simulation = 0;
  std::int64_t commits = 0;  ///< that the simulation has had when this is done
  bool marked = false;       ///< its cells are
  bool primed = false;       ///< of `make`: its first state is
  Executor executor = Executor::cpu;
  Choice choice;  ///< of `make`; of `select` variant and launch, of `adjust` problem and view
};
std::vector<std::byte> to_bytes(const RankCommand& command);
/// Throws `Error` on what is none.
RankCommand command_of(std::span<const std::byte> bytes);

/// What messages about a simulation are told apart by.
enum class RankTag { halo, scatter, gather };
int rank_tag(std::int64_t simulation, RankTag kind);

/// The processes of this run.
class Ranks {
 public:
  /// `build`: what must be the same in all of them. Throws `Error` without MPI.
  Ranks(const std::string& build, std::stop_token stop);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return mpi_.rank(); }
  int size() const { return mpi_.size(); }
  bool leads() const { return rank() == 0; }
  /// How many of them are on this machine, and which of those this one is.
  int on_this_machine() const { return on_this_machine_; }
  int local_rank() const { return local_rank_; }
  /// Why they cannot work together; empty if they can. All of them know.
  const std::string& disagreement() const { return disagreement_; }
  const Mpi& mpi() const { return mpi_; }

  /// Of rank 0: a number for a simulation that all have.
  std::int64_t next_simulation() { return ++simulations_; }
  /// Likewise for a command.
  std::int64_t next_command() { return ++commands_; }
  /// Of rank 0: to all others.
  void tell(const RankCommand& command) const;
  /// Of rank 0, behind a command: waits until all others have done it. Throws `Error` with what
  /// went wrong there.
  void hear(const RankCommand& command) const;
  void tell_and_hear(const RankCommand& command) const {
    tell(command);
    hear(command);
  }
  /// Of the others: the next command, and what became of it.
  RankCommand listen() const;
  void answer(const RankCommand& command, const std::string& trouble) const;
  /// Says why, and ends all: the others wait for what does not come.
  [[noreturn]] void give_up(const std::string& why) const;

 private:
  Mpi mpi_;
  int on_this_machine_ = 1, local_rank_ = 0;
  std::string disagreement_;
  mutable std::mutex telling_;
  std::atomic<std::int64_t> simulations_ = 0, commands_ = 0;
};

/// Those of this process; null where it was started alone. A fact of the process, like its device.
Ranks* present_ranks();
/// While it lives they are there.
class PresentRanks {
 public:
  explicit PresentRanks(Ranks& ranks);
  ~PresentRanks();
  PresentRanks(const PresentRanks&) = delete;
  PresentRanks& operator=(const PresentRanks&) = delete;
};

}  // namespace livewarp
