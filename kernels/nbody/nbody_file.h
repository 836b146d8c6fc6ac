// Files of bodies: text, one body a line, seven numbers
//
//     x, y, z, vx, vy, vz, m
//
// between which stand commas, blanks, or both. What follows a # is not read, nor are empty lines;
// the first line may name the columns. Masses are 0 or more, nothing is farther, faster or heavier
// than 1e12.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/model/param.h"
#include "kernels/nbody/nbody_starts.h"

namespace livewarp {

inline constexpr std::int64_t most_bodies_of_file = 16'777'216;

/// Reads all bodies. Throws `Error` naming the file and the line.
std::vector<Body> read_bodies(const std::string& path);

/// How many `read_bodies` would give: lines are counted and not looked at, so that it may still
/// refuse. Throws `Error` where there is no such file, no body in it, or more than
/// `most_bodies_of_file`.
std::int64_t body_count(const std::string& path);

/// The same of a file that is in memory; `name` is what errors call it.
std::vector<Body> parse_bodies(std::span<const std::uint8_t> text, const std::string& name);
std::int64_t count_bodies(std::span<const std::uint8_t> text, const std::string& name);

/// What a parameter for such a file opens.
const FileType& body_files();

}  // namespace livewarp
