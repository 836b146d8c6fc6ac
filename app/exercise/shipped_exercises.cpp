#include "app/exercise/shipped_exercises.h"

#include <array>
#include <utility>

namespace livewarp {

namespace {

using File = std::pair<std::string_view, std::string_view>;
constexpr auto files = std::to_array<File>({
#include "app/exercise/exercises.inc"
    {"", ""}});

/// Teaching order; what it does not name comes last.
constexpr auto order =
    std::to_array<std::string_view>({"guard", "stride", "soa", "border", "halo", "coalesce", "pad",
                                     "barrier", "divergence", "shuffle", "histogram", "scan"});

}  // namespace

std::vector<Exercise> shipped_exercises() {
  return shipped_of<Exercise>(files, order, parse_exercise);
}

Exercise find_exercise(const std::string& name) {
  return find_among(shipped_exercises(), name, "exercise", parse_exercise);
}

}  // namespace livewarp
