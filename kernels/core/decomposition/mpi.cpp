#include "kernels/core/decomposition/mpi.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "kernels/core/base/error.h"
#include "kernels/core/base/runtime_library.h"

namespace livewarp {

namespace {

using Handle = void*;  // communicators, types and requests of Open MPI are pointers

constexpr int threads_multiple = 3;
/// A message's length is an int.
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// MPI_Status.
struct Status {
  int source, tag, error, cancelled;
  std::size_t count;
};

}  // namespace

/// MPI is there until the process ends: what it started is not started twice.
struct Mpi::Library : RuntimeLibrary {
  Library()
      : RuntimeLibrary({"libmpi.so.40"},
                       {.title = "Open MPI",
                        .how = "install Open MPI (scripts/setup --mpi on Debian and Ubuntu)",
                        .versions = "Open MPI 4 or 5"},
                       Scope::global) {
    take(init, "MPI_Init_thread");
    take(finalize, "MPI_Finalize");
    take(comm_rank, "MPI_Comm_rank");
    take(comm_size, "MPI_Comm_size");
    take(set_handler, "MPI_Comm_set_errhandler");
    take(isend, "MPI_Isend");
    take(irecv, "MPI_Irecv");
    take(test, "MPI_Test");
    take(iprobe, "MPI_Iprobe");
    take(get_count, "MPI_Get_count");
    take(error_string, "MPI_Error_string");
    take(abort, "MPI_Abort");
    world = find("ompi_mpi_comm_world");
    byte = find("ompi_mpi_byte");
    errors_return = find("ompi_mpi_errors_return");
    if (missing().empty())
      query_cuda = reinterpret_cast<int (*)()>(look_for("MPIX_Query_cuda_support"));
  }

  void check(int status, const char* what) const {
    if (status == 0) return;
    std::array<char, 1024> words{};
    int length = 0;
    error_string(status, words.data(), &length);
    throw Error(std::string("MPI, ") + what + ": " + words.data());
  }

  int (*init)(int*, char***, int required, int* provided) = nullptr;
  int (*finalize)() = nullptr;
  int (*comm_rank)(Handle, int*) = nullptr;
  int (*comm_size)(Handle, int*) = nullptr;
  int (*set_handler)(Handle, Handle) = nullptr;
  int (*isend)(const void*, int, Handle type, int to, int tag, Handle, Handle* request) = nullptr;
  int (*irecv)(void*, int, Handle type, int from, int tag, Handle, Handle* request) = nullptr;
  int (*test)(Handle* request, int* done, Status*) = nullptr;
  int (*iprobe)(int from, int tag, Handle, int* there, Status*) = nullptr;
  int (*get_count)(const Status*, Handle type, int*) = nullptr;
  int (*error_string)(int, char*, int*) = nullptr;
  int (*abort)(Handle, int) = nullptr;
  int (*query_cuda)() = nullptr;  ///< null where it knows nothing of device memory
  Handle world = nullptr, byte = nullptr, errors_return = nullptr;

 private:
  template <class F>
  void take(F& function, const char* name) {
    function = reinterpret_cast<F>(find(name));
  }
};

namespace {

/// Once all are being ended, nothing is given to the library any more: what is still under way
/// would be received into memory that is gone.
void require_running(const std::stop_token& stop) {
  if (stop.stop_requested())
    throw Error("the run was ended while ranks worked together: by hand, or since one has died");
}

/// Asks again and again, soon at first: a message of a neighbour is microseconds away, a step of a
/// large problem seconds.
class Patience {
 public:
  explicit Patience(const std::stop_token& stop) : stop_(&stop) {}
  /// Throws `Error` once the run is stopped.
  void wait() {
    using namespace std::chrono_literals;
    require_running(*stop_);
    if (++asked_ < 2000)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(asked_ < 20'000 ? 50us : 1000us);
  }

 private:
  const std::stop_token* stop_;
  int asked_ = 0;
};

}  // namespace

bool Mpi::is_asked_for() {
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size && std::atoi(size) > 1;
}

Mpi::Mpi(std::stop_token stop) : library_(std::make_shared<Library>()), stop_(std::move(stop)) {
  library_->require();
  int provided = 0;
  library_->check(library_->init(nullptr, nullptr, threads_multiple, &provided), "start");
  library_->check(library_->set_handler(library_->world, library_->errors_return), "start");
  library_->check(library_->comm_rank(library_->world, &rank_), "rank");
  library_->check(library_->comm_size(library_->world, &size_), "number of ranks");
  if (provided < threads_multiple)
    throw Error("this Open MPI was built without threads (MPI_THREAD_MULTIPLE)");
}

Mpi::~Mpi() {
  // Where others have died it would wait for them.
  if (!stop_.stop_requested()) library_->finalize();
}

bool Mpi::takes_device_memory() const {
  return library_->query_cuda && library_->query_cuda() == 1;
}

void Mpi::abort() const { library_->abort(library_->world, 1); }

void Mpi::exchange(std::span<const MpiMessage> messages) const {
  require_running(stop_);
  std::vector<Handle> requests;
  for (const MpiMessage& message : messages)
    for (std::size_t first = 0; first == 0 || first < message.bytes; first += most_bytes) {
      const int bytes = int(std::min(most_bytes, message.bytes - first));
      const std::size_t at = requests.size();
      requests.push_back(nullptr);
      if (message.sent)
        library_->check(library_->isend(static_cast<const std::byte*>(message.sent) + first, bytes,
                                        library_->byte, message.rank, message.tag, library_->world,
                                        &requests[at]),
                        "send");
      else
        library_->check(library_->irecv(static_cast<std::byte*>(message.received) + first, bytes,
                                        library_->byte, message.rank, message.tag, library_->world,
                                        &requests[at]),
                        "receive");
    }
  Patience patience(stop_);
  while (!requests.empty()) {
    int done = 0;
    library_->check(library_->test(&requests.back(), &done, nullptr), "exchange");
    if (done)
      requests.pop_back();
    else
      patience.wait();
  }
}

void Mpi::send(int rank, int tag, std::span<const std::byte> bytes) const {
  const MpiMessage message{rank, tag, bytes.data(), nullptr, bytes.size()};
  exchange({&message, 1});
}

std::vector<std::byte> Mpi::receive(int rank, int tag) const {
  require_running(stop_);
  Patience patience(stop_);
  Status status{};
  for (int there = 0;;) {
    library_->check(library_->iprobe(rank, tag, library_->world, &there, &status), "probe");
    if (there) break;
    patience.wait();
  }
  int bytes = 0;
  library_->check(library_->get_count(&status, library_->byte, &bytes), "length");
  std::vector<std::byte> message{std::size_t(bytes)};
  const MpiMessage wanted{rank, tag, nullptr, message.data(), message.size()};
  exchange({&wanted, 1});
  return message;
}

}  // namespace livewarp
