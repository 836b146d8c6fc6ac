#include <iostream>

#include "app/run_program.h"

int main(int argc, char** argv) {
  return livewarp::run_program({argv + 1, argv + argc}, std::cout, std::cerr);
}
