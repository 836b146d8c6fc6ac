#include "kernels/pictures/fuzz/image_fuzz.h"

namespace livewarp::fuzz {

bool read(ImageBytes file) { return read_as(jpeg_format(), file); }

std::vector<test::Sample> seeds() { return test::jpeg_samples(); }

}  // namespace livewarp::fuzz
