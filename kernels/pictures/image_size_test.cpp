// The size by the header alone is the size that reading the whole file gives, or refused with the
// same words.
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/model/image.h"
#include "kernels/pictures/image_file.h"
#include "kernels/pictures/testing/image_test_samples.h"

namespace livewarp {
namespace {

using test::append;
using test::file_of;
using test::FileBytes;
using test::png_file;
using test::Sample;
using test::samples;
using test::TemporaryImage;

ImageSize size_of(const FileBytes& file) {
  const TemporaryImage on_disk("sized.img", file);
  return image_size(on_disk.path());
}

ImageSize size_of(const Image& image) {
  return {image.width, image.height, image.channels, image.bits};
}

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A file with bytes put in at a place.
FileBytes with(const FileBytes& file, std::size_t at, const FileBytes& more) {
  FileBytes all(file.begin(), file.begin() + std::ptrdiff_t(at));
  append(all, more);
  all.insert(all.end(), file.begin() + std::ptrdiff_t(at), file.end());
  return all;
}

TEST(ImageSize, IsThatOfThePicture) {
  for (const Sample& sample : samples())
    EXPECT_EQ(size_of(sample.file), size_of(decode_image(sample.file, sample.name))) << sample.name;
  EXPECT_EQ(size_of(file_of("P3 2 1 1023 0 1 2 1021 1022 1023")), (ImageSize{2, 1, 4, 16}));
  EXPECT_EQ(size_of(png_file({.width = 3, .height = 2, .bits = 4}, {{0, 0}, {0, 0}})),
            (ImageSize{3, 2, 1, 8}));
}

TEST(ImageSize, OfATurnedJpegIsThatOfTheUprightPicture) {
  const FileBytes file =
      test::jpeg_by_hand(2, 1, {test::block_by_hand(40), test::block_by_hand(40)});
  EXPECT_EQ(size_of(test::turned(file, 1, true)), (ImageSize{16, 8, 1, 8}));
  EXPECT_EQ(size_of(test::turned(file, 3, true)), (ImageSize{16, 8, 1, 8}));
  EXPECT_EQ(size_of(test::turned(file, 8, true)), (ImageSize{8, 16, 1, 8}));
}

// Longer than what is read at first: comments, profiles, previews.
TEST(ImageSize, IsFoundBehindALongHeader) {
  const std::size_t much = std::size_t{300} << 10;
  const FileBytes comment = file_of("#" + std::string(much, 'x') + "\n");
  EXPECT_EQ(size_of(with(file_of("P5\n3 2\n255\nabcdef"), 5, comment)), (ImageSize{3, 2, 1, 8}));
  // What is read at first ends amid the last number, which tells the depth.
  for (const int digits : {0, 1, 2, 3, 4, 5}) {
    const std::string before = "P2 1000 1 ";
    const std::string blanks((std::size_t{256} << 10) - before.size() - std::size_t(digits), ' ');
    EXPECT_EQ(size_of(file_of(before + blanks + "65535" + std::string(2000, '\n') + "0")),
              (ImageSize{1000, 1, 1, 16}))
        << digits;
  }

  FileBytes segment{0xFF, 0xE2, 0xFF, 0xFF};
  segment.resize(2 + 0xFFFF);
  FileBytes segments;
  for (int i = 0; i < 6; ++i) append(segments, segment);
  const FileBytes jpeg = test::jpeg_by_hand(1, 1, {test::block_by_hand(40)});
  EXPECT_EQ(size_of(with(jpeg, 2, segments)), (ImageSize{8, 8, 1, 8}));

  FileBytes chunk{0, 4, 0, 0, 't', 'E', 'X', 't', 'a', 0};  // of 0x40000 bytes
  chunk.resize(8 + 0x40000 + 4, 'x');
  FileBytes png = with(png_file({.width = 3, .height = 1}, {{1, 2, 3}}), 33, chunk);
  test::mend_checksums(png);
  EXPECT_EQ(size_of(png), (ImageSize{3, 1, 1, 8}));
}

TEST(ImageSize, DoesNotLookAtThePixels) {
  FileBytes file = png_file({.width = 5, .height = 7}, std::vector<FileBytes>(7, FileBytes(5)));
  file.resize(file.size() - 20);
  EXPECT_EQ(size_of(file), (ImageSize{5, 7, 1, 8}));
  EXPECT_THROW(decode_image(file, "a.png"), Error);
  FileBytes jpeg = test::jpeg_samples()[2].file;
  jpeg.resize(jpeg.size() - 20);
  EXPECT_EQ(size_of(jpeg), (ImageSize{19, 11, 4, 8}));
  EXPECT_THROW(decode_image(jpeg, "a.jpg"), Error);
}

void expect_same_words(const std::string& path) {
  const std::string words = error_of([&] { read_image(path); });
  EXPECT_NE(words, "no error") << path;
  EXPECT_EQ(error_of([&] { image_size(path); }), words);
}

TEST(ImageSize, IsRefusedInTheWordsOfReading) {
  for (const char* path : {"", "/no/such/a.png", "/dev/zero", "/tmp"}) expect_same_words(path);
  FileBytes wide = png_file({.width = 4, .height = 1}, {FileBytes(4)});
  for (const std::size_t at : {17, 21}) wide[at] = 0x0F;  // of millions of pixels a side
  test::mend_checksums(wide);
  FileBytes ink = test::jpeg_by_hand(1, 4, FileBytes(4, test::block_by_hand(40)));
  FileBytes tall = test::jpeg_by_hand(1, 1, {test::block_by_hand(40)});
  tall[2 + 2 + 67 + 2 + 3] = 0xF0;
  for (const FileBytes& file :
       {FileBytes{}, file_of("Dear all,"), file_of("P5 9 9 255\nabc"), file_of("P5 9 x 255\nabc"),
        file_of("P6 0 9 255\nabc"), wide, ink, tall}) {
    const TemporaryImage on_disk("refused.img", file);
    expect_same_words(on_disk.path());
  }
}

// Every cut and every turned bit: the size is that of the picture wherever there is one.
TEST(ImageSize, AgreesWithReadingOfDamagedFiles) {
  for (const Sample& sample : samples())
    for (std::size_t at = 0; at < sample.file.size(); ++at) {
      FileBytes file = sample.file;
      file[at] ^= std::uint8_t(1 << at % 8);
      test::mend_checksums(file);
      const TemporaryImage on_disk("damaged.img", file);
      try {
        const Image image = read_image(on_disk.path());
        EXPECT_EQ(image_size(on_disk.path()), size_of(image)) << sample.name << ", byte " << at;
      } catch (const Error&) {
        error_of([&] { image_size(on_disk.path()); });  // a size or a refusal, nothing else
      }
    }
}

}  // namespace
}  // namespace livewarp
