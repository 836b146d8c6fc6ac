#pragma once

#include <string>
#include <vector>

#include "app/fault/fault_finding.h"
#include "app/fault/fault_quiz.h"
#include "app/measure/context.h"

/// A fault, and what was found of it, in words and for a file.
namespace livewarp {

/// All of them, a line each.
std::string fault_list_text(const std::vector<KernelFault>& faults);
std::string fault_list_json(const Context& context, const std::vector<KernelFault>& faults);

/// "compute-sanitizer --tool racecheck livewarp fault missing-barrier --once"; empty where none of
/// its tools is for it.
std::string sanitizer_command(const KernelFault& fault);

/// What is planted, line by line, as a patch has it.
std::string planted_diff(const FaultSubject& subject);

/// Where it was tried, and in which state.
struct FaultTrial {
  Executor executor = Executor::emulator;
  bool mended = false;
};

/// The fault, what is planted, what was found, who else finds it, how it is mended.
std::string fault_text(const KernelFault& fault, const FaultSubject& subject,
                       const FaultTrial& trial, const FaultFinding& finding);
/// The same as JSON.
std::string fault_json(const Context& context, const KernelFault& fault,
                       const FaultSubject& subject, const FaultTrial& trial,
                       const FaultFinding& finding);

/// The kernel with its fault, line by line, and the choices.
std::string question_text(const std::vector<KernelFault>& faults, const QuizQuestion& question,
                          std::size_t number, const FaultSubject& subject);

}  // namespace livewarp
