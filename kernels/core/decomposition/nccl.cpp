#include "kernels/core/decomposition/nccl.h"

#if LIVEWARP_HAS_CUDA

  #include "kernels/core/base/error.h"
  #include "kernels/core/base/runtime_library.h"

namespace livewarp {

namespace {

/// ncclDataType_t: bytes.
constexpr int nccl_bytes = 0;

class NcclLibrary : public RuntimeLibrary {
 public:
  NcclLibrary()
      : RuntimeLibrary({"libnccl.so.2", "libnccl.so"},
                       {.title = "NCCL",
                        .how = "install NVIDIA's NCCL, or pip install nvidia-nccl-cu13 and set "
                               "LD_LIBRARY_PATH",
                        .versions = "NCCL 2.7 or later"}) {
    take(init_all, "ncclCommInitAll");
    take(destroy, "ncclCommDestroy");
    take(group_start, "ncclGroupStart");
    take(group_end, "ncclGroupEnd");
    take(send, "ncclSend");
    take(receive, "ncclRecv");
    take(words, "ncclGetErrorString");
  }

  void check(int status, const char* what) const {
    if (status != 0)
      throw Error(std::string("NCCL, ") + what + ": " + words(status) + " (" +
                  std::to_string(status) + ")");
  }

  int (*init_all)(void** communicators, int count, const int* devices) = nullptr;
  int (*destroy)(void* communicator) = nullptr;
  int (*group_start)() = nullptr;
  int (*group_end)() = nullptr;
  int (*send)(const void*, std::size_t, int type, int peer, void* communicator,
              cudaStream_t) = nullptr;
  int (*receive)(void*, std::size_t, int type, int peer, void* communicator,
                 cudaStream_t) = nullptr;
  const char* (*words)(int status) = nullptr;

 private:
  template <class F>
  void take(F& function, const char* name) {
    function = reinterpret_cast<F>(find(name));
  }
};

const NcclLibrary& nccl() {
  static const NcclLibrary library;
  return library;
}

}  // namespace

std::string nccl_missing() { return nccl().missing(); }

NcclGroup::NcclGroup(const std::vector<int>& devices) : communicators_(devices.size()) {
  nccl().require();
  nccl().check(nccl().init_all(communicators_.data(), int(devices.size()), devices.data()),
               "communicators");
}

NcclGroup::~NcclGroup() {
  for (void* const communicator : communicators_) nccl().destroy(communicator);
}

void NcclGroup::exchange(std::span<const NcclCopy> copies) {
  const NcclLibrary& library = nccl();
  library.check(library.group_start(), "group");
  int sent = 0, received = 0;  // a group that was begun is ended, whatever comes
  for (const NcclCopy& one : copies) {
    const PartCopy& copy = one.copy;
    sent = library.send(copy.source, copy.bytes, nccl_bytes, copy.to,
                        communicators_.at(std::size_t(copy.from)), one.sender);
    if (sent != 0) break;
    received = library.receive(copy.target, copy.bytes, nccl_bytes, copy.from,
                               communicators_.at(std::size_t(copy.to)), one.receiver);
    if (received != 0) break;
  }
  const int ended = library.group_end();
  library.check(sent, "send");
  library.check(received, "receive");
  library.check(ended, "exchange");
}

}  // namespace livewarp

#endif
