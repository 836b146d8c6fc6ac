#include "app/lecture/key_script.h"
#include "app/testing/fuzz/text_fuzz.h"

namespace livewarp::fuzz {

bool read(ImageBytes file) {
  return read_text(file, [](std::string_view text) {
    for (const script::Line& line : parse_key_script(text, "fuzz").lines)
      expect(line.number > 0, "a line without a number was read");
    return true;
  });
}

std::vector<test::Sample> seeds() {
  return {sample_of("all", "# what follows is for readers\n"
                           "key Ctrl+Shift+Z 3\nkey F9\ngpu key Alt+Enter\n"
                           "type 4096\nwait 1.5 s\ncpu say \"a text\"\n"
                           "expect variant vector within 20 s\nexpect says \"some words\"\n"
                           "expect silent \"NaN\" within 2 s\nexpect slide 3\nexpect idle\n"
                           "shot picture.png\nreport figures.json\n")};
}

}  // namespace livewarp::fuzz
