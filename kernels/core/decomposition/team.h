// Who computes the parts of a divided problem: devices, or threads of the host.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/decomposition/decomposition.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

/// Bytes that go from one part's memory to another's. `RowCopy::whole`: memory of the device that
/// asks for steps.
struct PartCopy {
  int from = 0, to = 0;
  const void* source = nullptr;
  void* target = nullptr;
  std::size_t bytes = 0;
};

/// The parts of a problem on their devices. Each part has two lanes, which are CUDA streams or
/// nothing: what is given to a lane runs in order; lanes run side by side. On the host all is done
/// when the call returns.
class Team {
 public:
  /// `edges`: rows at the edges of a part, computed apart, and what is copied beside the rest.
  enum class Lane { interior, edges };

  Team() = default;
  virtual ~Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  virtual int parts() const = 0;
  /// Whether this process computes that part.
  virtual bool is_here(int /*part*/) const { return true; }
  /// Parts that share the cores of this machine.
  virtual int sharers() const { return parts(); }
  /// Whether an exchange runs beside the interior.
  virtual bool overlaps() const = 0;
  /// Called within the next step or collection, before its work and behind it: processes that share
  /// it are told and heard.
  struct Around {
    std::function<void()> before, after;
  };
  virtual void around(bool /*collecting*/, Around) {}
  /// Calls `use` where memory that is made, filled or read belongs to that part, if it is here.
  virtual void at(int part, const std::function<void()>& use) const = 0;

  static const char* what_of(Lane lane) { return lane == Lane::edges ? "edges" : "interior"; }

  /// One step: `work` makes the calls below, at once or when `exec` comes to it. It begins when all
  /// that `exec` was given before is done, and what `exec` is given next begins when all lanes are
  /// done.
  virtual void run(Exec& exec, std::function<void()> work) = 0;

  /// Copies from parts to the whole, in the order of `exec`'s commands, while no step is issued; on
  /// the host perhaps beside one.
  virtual void collect(Exec& exec, std::vector<PartCopy> copies) = 0;

  /// Calls `work` when all is done that `exec` was given before; what it is given next waits.
  virtual void after(Exec& exec, std::function<void()> work) = 0;
  /// Copies from parts to memory of the host, once the parts' lanes are done; waits for it.
  virtual void read(std::span<const PartCopy> copies) const = 0;

  /// Whether the next steps note what parts do when; what the last of them did, once it is done.
  virtual void note(bool on) = 0;
  virtual std::vector<PartSpan> noted() const = 0;

  /// Lets every part compute: `compute` is given its executor, and for each part called once,
  /// perhaps by several threads.
  virtual void each(Lane lane, const std::function<void(int part, Exec&)>& compute) = 0;
  /// Copies, each in the lane of the part that gets it (that of the other, where the whole does),
  /// behind what the source's part was given in that lane.
  virtual void copy(Lane lane, std::span<const PartCopy> copies) = 0;
  /// The same for what parts exchange, in the way that was chosen.
  virtual void exchange(Lane lane, std::span<const PartCopy> copies) = 0;
  /// What a part's lane `later` is given from now on waits for what its other lane has been given.
  virtual void follow(Lane later) = 0;
  /// Waits until all parts' lane is done.
  virtual void settle(Lane lane) = 0;
  /// Copies at once, within a part's memory, or to memory of the host or from it.
  virtual void move(void* to, const void* from, std::size_t bytes) const = 0;
};

/// Of a simulation that several processes share, by its number in all of them; 0: this process has
/// all parts. Throws `Error` as the two below.
std::unique_ptr<Team> make_team(const Decomposition& decomposition, Executor executor,
                                std::int64_t simulation);
/// On the host: by threads side by side, or, where the executor of a step executes kernels, one
/// after another on it.
std::unique_ptr<Team> make_host_team(const Decomposition& decomposition, Executor executor);
/// Part by part on the devices of `part_devices`, which go round. Throws `Error` where devices
/// cannot exchange in that way.
std::unique_ptr<Team> make_cuda_team(const Decomposition& decomposition);

/// The devices that parts are given to, in that order; the process's own comes first unless others
/// were named. Empty without a GPU.
std::vector<int> part_devices();
/// Where a part is computed: "GPU 0", "thread 2".
std::string place_of_part(int part, Executor executor);
/// Names them; one may come twice, and none brings back what is usual. Throws `Error` on one that
/// is not there.
void select_part_devices(const std::vector<int>& devices);
/// Why parts cannot exchange in that way, on the present devices or the host; empty if they can.
std::string exchange_refusal(const Decomposition& decomposition, Executor executor);
std::string gpu_exchange_refusal(const Decomposition& decomposition);

}  // namespace livewarp
