#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers as panels write them: the same in every locale, `,` groups thousands, `.` is the decimal
/// point, U+2212 the minus, a space before units; what is missing is a dash, never 0.
namespace livewarp::ui {

inline constexpr const char* missing = "\u2014";
inline constexpr const char* middle_dot = " \u00b7 ";

/// A number and its unit, apart because they are set in different type.
struct Quantity {
  std::string number, unit;
};

/// `digits` significant digits without an exponent from 1e-3 on: "8.37", "0.0137", "2,052"; below
/// it "3.1e-7". Trailing zeros stay: they are digits. A dash for what is not finite.
std::string significant(double value, int digits);
/// The same without zeros that end the decimals: "100", "37.5".
std::string trimmed(double value, int digits);
/// "3.1e-7" whatever the size; 0 is "0".
std::string scientific(double value, int digits);
/// A number that something else wrote with a hyphen, with its minus.
std::string with_minus(std::string number);
/// An error: "0.25" where that is read at once, else "3.1e-7".
std::string error_figure(double value);
/// A tolerance, without digits that say nothing: "5e-6", "1.5e-6".
std::string limit(double value);
/// "12.340": thousands grouped, `decimals` places.
std::string fixed(double value, int decimals);

/// The unit in which a time has one to three digits before its point.
struct TimeUnit {
  const char* name = "ms";
  double per_ms = 1;
};
TimeUnit time_unit(double ms);
/// Three significant digits in that unit: "8.37", "0.00", "123", always at most four characters
/// while the unit fits the time.
std::string time_in(double ms, TimeUnit unit);
/// "8.37 ms".
std::string time_text(double ms);

/// One unit for a whole column: ms with three decimals, or us with one if nothing reaches 1 ms.
/// Fewer decimals, and at last s, where the largest time would need more than `room` characters.
struct ColumnUnit {
  TimeUnit unit;
  int decimals = 3;
};
ColumnUnit column_unit(double largest_ms, std::size_t room = 8);
/// "12.300"; "<0.001" for what is there but smaller than the last decimal.
std::string cell(double ms, const ColumnUnit& column);

/// "2,052" and "G interactions/s": G, M or k of a workload's unit, three to four digits.
Quantity rate(double per_second, std::string_view unit);
/// "41.0" and "TFLOP/s".
Quantity flop_rate(double per_second);
/// "0.6 %".
std::string percent(double fraction, int digits = 2);
/// "12 s", "2 min 5 s": for what is left of a job.
std::string duration(double seconds);

/// The next of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten at or above `value`.
double nice_ceiling(double value);
/// End of an axis that begins at 0: grows at once, shrinks only when less than a third is used, so
/// that it stands still while one looks at it.
double sticky_maximum(double previous, double value);

}  // namespace livewarp::ui
