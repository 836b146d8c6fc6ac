// Fuzzing a reader of pictures: whatever the bytes are, they are a picture or refused with an
// `Error`. Another exception, a crash, or a complaint of a sanitizer is a fault.
#pragma once

#include <string>
#include <vector>

#include "kernels/pictures/image_format.h"
#include "kernels/pictures/testing/image_test_samples.h"

namespace livewarp::fuzz {

/// Reads the bytes with one reader: first the size by the header, and where that is no more than
/// four million pixels, so that no file takes long, the picture too. True if it was one. Throws
/// `std::logic_error` if what it gave contradicts itself.
bool read_as(const ImageFormat& format, ImageBytes file);

/// What must hold of anything that was read, and of the text with which it was refused. Throw
/// `std::logic_error`.
void expect(bool holds, const std::string& what);
void expect_one_line(const std::string& text);

/// What each target gives; it is linked with libFuzzer, or with the driver of fuzz_main.cpp.
bool read(ImageBytes file);
std::vector<test::Sample> seeds();

}  // namespace livewarp::fuzz
