#include "app/lecture/lecture.h"

namespace livewarp {

double Lecture::planned() const {
  double sum = 0;
  for (const Slide& slide : slides) sum += slide.seconds;
  return sum;
}

std::string Lecture::said(const LectureFault& fault) const {
  return name + ":" + std::to_string(fault.line) + ": " + fault.text;
}

}  // namespace livewarp
