#include "app/base/version.h"

#include "livewarp/version.h"

namespace livewarp {

std::string version_text() { return LIVEWARP_VERSION " (" LIVEWARP_COMMIT ")"; }

}  // namespace livewarp
