#include "app/telemetry/counter_text.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(CounterText, ShowsWhatIsKnownAndDashesForTheRest) {
  CountedStep step{"naive", "block 256", {}, {}, {}, 1e6};
  step.reading.dram_bytes = 1.25e6;
  step.reading.instructions = 90000;
  step.reading.achieved_occupancy = 0.625;
  const std::string text = counter_table({step});
  for (const char* const part :
       {"naive", "block 256", "1.25", "90,000", "62.5 %", "\u2014", "theoretical"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const auto json = counter_json(step);
  EXPECT_EQ(json["compulsory_bytes"], 1e6);
  EXPECT_EQ(json["dram_bytes"], 1.25e6);
  EXPECT_EQ(json["achieved_occupancy"], 0.625);
  EXPECT_TRUE(json["l2_bytes"].is_null());
  EXPECT_TRUE(json["theoretical_occupancy"].is_null());
}

}  // namespace
}  // namespace livewarp
