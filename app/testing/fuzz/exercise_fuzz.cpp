#include "app/exercise/shipped_exercises.h"
#include "app/testing/fuzz/text_fuzz.h"

namespace livewarp::fuzz {

bool read(ImageBytes file) {
  return read_text(file, [](std::string_view text) {
    const Exercise exercise = parse_exercise(text, "fuzz");
    expect(!exercise.title.empty() && !exercise.tasks.empty(),
           "an exercise without a task was read");
    return true;
  });
}

std::vector<test::Sample> seeds() {
  std::vector<test::Sample> all;
  for (const Exercise& exercise : shipped_exercises())
    all.push_back(sample_of(exercise.name, exercise.text));
  return all;
}

}  // namespace livewarp::fuzz
