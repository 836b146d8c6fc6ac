#pragma once

#include <climits>
#include <span>
#include <string>
#include <vector>

namespace livewarp {

/// The numbers of the bits that are set, the least first.
inline std::vector<int> set_bits(std::span<const unsigned long> words) {
  constexpr int bits = int(sizeof(unsigned long)) * CHAR_BIT;
  std::vector<int> numbers;
  for (std::size_t word = 0; word < words.size(); ++word)
    for (int bit = 0; bit < bits; ++bit)
      if (words[word] >> bit & 1) numbers.push_back(int(word) * bits + bit);
  return numbers;
}

/// "0-31,64-95": rising numbers as the system writes lists of CPUs; empty for none.
inline std::string cpu_list(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[first]);
    if (last > first) text += "-" + std::to_string(numbers[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace livewarp
