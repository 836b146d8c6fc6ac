#include "app/options/part_options.h"

#include <algorithm>

#include "app/options/device_list.h"
#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/decomposition/team.h"

namespace livewarp {

void declare_devices(OptionGroup& launch, ParsedOptions& given) {
  const auto take = [&given](const std::string& text) {
    const std::vector<int> devices = parse_devices(text);
    if (present_ranks())
      throw Error("devices " + text + ": each of the processes has a GPU of its own");
    if (devices.size() == 1)
      throw Error("devices " + text + ": one device shares nothing", "--device names it");
    if (part_devices().empty() &&
        std::ranges::any_of(devices, [](int device) { return device != 0; }))
      throw Error("devices " + text + ": there is no GPU here",
                  "without one parts are computed by threads: --parts N, or --devices 0,0");
    if (!part_devices().empty()) select_part_devices(devices);
    given[parts_axis_id] = std::to_string(devices.size());
  };
  launch.value("devices", "INDEX,INDEX\u2026", take,
               "The devices that share the problem, a part each; one may come twice. Short for "
               "--parts with as many, on these.");
}

}  // namespace livewarp
