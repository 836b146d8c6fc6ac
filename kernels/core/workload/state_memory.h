#pragma once

#include <cstddef>
#include <vector>

#include "kernels/core/base/named_memory.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/model/field_spec.h"

namespace livewarp {

struct HostState;

/// Bytes that a memory mode copies around the kernels of a step.
struct Transfers {
  double to_device = 0, to_host = 0;
};
/// For a state without marks, which are copied only where there are any.
Transfers transfers_of(const std::vector<FieldSpec>& fields, Precision precision, MemoryMode mode);

/// The two copies of a state, in a memory mode: a step reads the present one and writes the next,
/// with the transfers that the mode makes. A field that no step writes has one copy.
class StateMemory {
 public:
  StateMemory() = default;
  /// Holds `state`, converted to `precision`. Throws `Error` if it does not fit the fields.
  StateMemory(std::vector<FieldSpec> fields, const HostState& state, Precision precision,
              MemoryMode mode);
  /// Room for one, which holds nothing yet; results and marks are 0.
  StateMemory(std::vector<FieldSpec> fields, Precision precision, MemoryMode mode);

  const std::vector<FieldSpec>& fields() const { return fields_; }
  bool marked() const { return marked_; }  ///< a field of marks holds something
  void mark(bool marked = true) { marked_ = marked; }

  /// What a variant's functions are given: where a field has one copy, both pointers are the same.
  std::vector<void*> in() const;
  std::vector<void*> out() const;

  /// The same with names and sizes: "position before", which a step reads, and "position after",
  /// which it writes.
  std::vector<NamedMemory> memory() const;

  /// Around the kernels of a step: each begins a stage, if the mode has anything to do in it.
  void bring_in(Exec& exec);
  void bring_out(Exec& exec);
  /// Around a change of the present state: the host's copy of it is to stay the same.
  void open(Exec& exec);
  void close(Exec& exec);

  void commit();  ///< the next is the present
  void poison_next();
  std::vector<std::vector<std::byte>> read() const;
  std::size_t bytes() const;

 private:
  bool is_read(const FieldSpec& field) const {
    return field.role == FieldRole::marks ? marked_ : field.role != FieldRole::result;
  }

  void allocate(Precision precision);

  std::vector<FieldSpec> fields_;
  std::vector<Buffer> present_, next_;
  MemoryMode mode_ = MemoryMode::host;
  bool marked_ = false;
};

}  // namespace livewarp
