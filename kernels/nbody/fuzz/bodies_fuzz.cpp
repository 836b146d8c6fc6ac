#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/nbody/nbody_file.h"
#include "kernels/pictures/fuzz/image_fuzz.h"

namespace livewarp::fuzz {

namespace {

void expect_sound(const Body& body) {
  for (const double number : {body.x.x, body.x.y, body.x.z, body.v.x, body.v.y, body.v.z})
    expect(std::abs(number) <= 1e12, "a body is too far or too fast");
  expect(body.mass >= 0 && body.mass <= 1e12, "a body has an impossible mass");
}

}  // namespace

bool read(ImageBytes file) {
  try {
    const std::vector<Body> bodies = parse_bodies(file, "fuzz");
    expect(std::int64_t(bodies.size()) == count_bodies(file, "fuzz"),
           "there are other bodies than were counted");
    for (const Body& body : bodies) expect_sound(body);
    return true;
  } catch (const Error& error) {
    expect_one_line(error.what());
    return false;
  }
}

std::vector<test::Sample> seeds() {
  const auto sample = [](const char* name, const std::string& text) {
    return test::Sample{name, test::file_of(text)};
  };
  return {
      sample("commas", "x,y,z,vx,vy,vz,m\n1,2,3,4,5,6,7\n-1.5e-3,+2,3.25,0,0,-0,1e9\n"),
      sample("blanks", "# two bodies\n\n 1 2\t3 4 5 6 7\r\n1e12 2 3 4 5 6 0 # the last"),
      sample("both", "1, 2, 3, 4, 5, 6, 7\n8 ,9 ,10 ,11 ,12 ,13 ,14"),
      sample("header", "\xEF\xBB\xBFX Y Z VX VY VZ Mass\n0.1 0.2 0.3 0.4 0.5 0.6 0.7\n"),
  };
}

}  // namespace livewarp::fuzz
