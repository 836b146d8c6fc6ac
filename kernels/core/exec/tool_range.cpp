// The one place that knows NVTX. It is made of headers alone, which come with a CUDA toolkit, and
// looks for a tool when it is first called.
#include "kernels/core/exec/tool_range.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
  #include <nvtx3/nvToolsExt.h>
  #define LIVEWARP_HAS_NVTX 1
#else
  #define LIVEWARP_HAS_NVTX 0
#endif

namespace livewarp {

#if LIVEWARP_HAS_NVTX

namespace {

nvtxDomainHandle_t domain() {
  static const nvtxDomainHandle_t ours = nvtxDomainCreateA("livewarp");
  return ours;
}

}  // namespace

ToolRange::ToolRange(const char* name) {
  nvtxEventAttributes_t range{};
  range.version = NVTX_VERSION;
  range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  range.messageType = NVTX_MESSAGE_TYPE_ASCII;
  range.message.ascii = name;
  nvtxDomainRangePushEx(domain(), &range);
}

ToolRange::~ToolRange() { nvtxDomainRangePop(domain()); }

bool has_tool_ranges() { return true; }

#else

ToolRange::ToolRange(const char*) {}
ToolRange::~ToolRange() = default;
bool has_tool_ranges() { return false; }

#endif

}  // namespace livewarp
