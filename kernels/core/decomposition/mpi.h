// Message passing between the processes of one run (MPI 3), by Open MPI, which is found when the
// program runs under its mpirun: described here as far as ranks call it, after mpi-forum.org and
// Open MPI's mpi.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace livewarp {

/// Bytes for or from another rank, and what they are told apart by.
struct MpiMessage {
  int rank = 0;
  int tag = 0;
  const void* sent = nullptr;  ///< null: they are received
  void* received = nullptr;
  std::size_t bytes = 0;
};

/// The process as one of several that mpirun has started. Calls may come from several threads.
class Mpi {
 public:
  /// Whether mpirun has started this process beside others.
  static bool is_asked_for();
  /// Joins the others. Throws `Error` where the library is not there, or is none of this kind.
  explicit Mpi(std::stop_token stop = {});
  ~Mpi();
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Whether device memory can be sent as it is.
  bool takes_device_memory() const;
  /// Whether all are being ended.
  bool ended() const { return stop_.stop_requested(); }
  /// Ends all of them.
  void abort() const;

  /// Sends and receives all of these at once, and returns when all are done. Throws `Error` when
  /// the run is stopped meanwhile: another rank has ended, or mpirun ends all.
  void exchange(std::span<const MpiMessage> messages) const;
  void send(int rank, int tag, std::span<const std::byte> bytes) const;
  /// The next of that tag from that rank, whatever its length; no other thread may wait for the
  /// same.
  std::vector<std::byte> receive(int rank, int tag) const;

 private:
  struct Library;

  std::shared_ptr<const Library> library_;
  std::stop_token stop_;
  int rank_ = 0, size_ = 1;
};

}  // namespace livewarp
