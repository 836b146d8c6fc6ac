#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/base/machine.h"

/// Processes that measure on one GPU, or on the host's cores, would spoil one another's times: they
/// take turns, across users, in the order in which they came.
namespace livewarp {

/// What only one process at a time is to measure on.
struct TurnPlace {
  std::string id;     ///< a file's name: "gpu-0000:17:00.0"
  std::string title;  ///< "the GPU"
  auto operator<=>(const TurnPlace&) const = default;
};
TurnPlace gpu_place(const Machine& machine, int device);
TurnPlace cpu_place();

/// Who has the turn, or waits for it.
struct TurnTaker {
  std::string user, command;
  int pid = 0;
  std::int64_t since = 0;  ///< seconds of the system's clock
  bool operator==(const TurnTaker&) const = default;
};
/// "livewarp bench nbody of anna (pid 4711, since 14:03:12)"
std::string taker_text(const TurnTaker& taker);

struct TurnQueue {
  std::optional<TurnTaker> holder;  ///< empty where it is not known, or between two turns
  int place = 1;                    ///< 1: the next one
  bool operator==(const TurnQueue&) const = default;
};
/// "waiting for the GPU: livewarp bench nbody of anna (pid 4711, since 14:03:12) measures; 2nd in
/// the queue"
std::string waiting_text(const TurnPlace& place, const TurnQueue& queue);

/// Somebody's turn, as long as it lives.
class Turn {
 public:
  Turn();
  ~Turn();
  Turn(Turn&&) noexcept;
  Turn& operator=(Turn&&) noexcept;
  /// Whether others wait meanwhile. Not so where no turns can be taken: `note` says why.
  bool held() const;
  const std::string& note() const { return note_; }

 private:
  friend class Turns;
  struct Held;
  std::unique_ptr<Held> held_;
  std::string note_;
};

/// The folder in which processes agree.
class Turns {
 public:
  /// $LIVEWARP_TURNS, else a folder of /tmp that all users share; "off" for none.
  Turns();
  explicit Turns(std::filesystem::path folder) : folder_(std::move(folder)) {}

  using Waiting = std::function<void(const TurnQueue&)>;
  /// Waits for the turn; `waiting` is told now and then who has it. Where files cannot be made
  /// nobody is waited for. Throws `Cancelled` on stop.
  Turn take(const TurnPlace& place, const std::stop_token& stop, const Waiting& waiting) const;
  /// The turn, if nobody has it or waits; else nothing, and `busy` says who.
  std::optional<Turn> try_take(const TurnPlace& place, TurnQueue& busy) const;

 private:
  class Line;
  Turn without(const Line& line) const;
  std::filesystem::path folder_;
};

}  // namespace livewarp
