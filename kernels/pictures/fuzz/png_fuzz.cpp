#include "kernels/pictures/fuzz/image_fuzz.h"

namespace livewarp::fuzz {

/// Also with its checksums made right: else next to nothing would come past them.
bool read(ImageBytes file) {
  const bool as_it_is = read_as(png_format(), file);
  test::FileBytes mended(file.begin(), file.end());
  test::mend_checksums(mended);
  return read_as(png_format(), mended) || as_it_is;
}

std::vector<test::Sample> seeds() { return test::png_samples(); }

}  // namespace livewarp::fuzz
