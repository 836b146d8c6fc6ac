#include "kernels/pictures/fuzz/image_fuzz.h"

namespace livewarp::fuzz {

bool read(ImageBytes file) { return read_as(pnm_format(), file); }

std::vector<test::Sample> seeds() { return test::pnm_samples(); }

}  // namespace livewarp::fuzz
