#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/decomposition.h"
#include "kernels/core/decomposition/team.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/workload/part_memory.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/core/workload/state_memory.h"
#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// A state that is divided into parts, each on its device, and stepped there by any variant: the
/// part with the halo around it is a problem of the same kind. What the variant makes of the halo
/// itself is wrong and is replaced by what the neighbours have computed.
///
///     part 0      part 1      part 2          rows; a halo is as wide as what a step reads
///     [ own ]h   h[ own ]h   h[ own ]
///
/// With overlap the rows at the edges are computed first, by strips of three halos of which the
/// middle one comes out right, and travel while the part is computed:
///
///     edges       strips | strips to the neighbours |
///     interior    part ............................ | halos put in place
///
/// The whole state stays where it is, on the device that draws; it is brought up to date when
/// somebody looks.
template <WorkloadTraits W>
class Subdomains {
 public:
  using Problem = typename W::Problem;

  /// Throws `Error` where the problem cannot be divided so, or for lack of memory.
  /// `shared`: its number in all processes that have parts of it; 0: this one has all.
  Subdomains(const Variant<W>& variant, const Problem& problem, const Values& launch,
             Executor executor, std::int64_t shared)
      : chosen_(decomposition_of(launch)),
        partition_(W::partition(problem, steps_of(variant, launch))),
        parts_(divide(partition_, chosen_.parts)), halos_(halo_copies(partition_, parts_)),
        precision_(precision_of(launch)), executor_(executor),
        team_(make_team(chosen_, executor, shared)) {
    const MemoryMode mode = executor == Executor::cuda ? MemoryMode::device : MemoryMode::host;
    if (chosen_.overlap && team_->overlaps()) strips_ = edge_strips(partition_, parts_);
    const Values own_launch = launch_of_part(launch);
    const Problem first = of_part(problem, 0);
    for (const FieldSpec& field : W::fields(first))
      row_bytes_.push_back(field.stored(precision_) / std::size_t(parts_.front().held.size()));
    const auto make = [&](const Problem& piece) {
      return std::make_unique<PartMemory<W>>(piece, variant, own_launch, mode);
    };
    pieces_.resize(parts_.size());
    for (int part = 0; part < chosen_.parts; ++part)
      team_->at(part, [&] { pieces_[std::size_t(part)] = make(of_part(problem, part)); });
    edges_.resize(strips_.size());
    for (std::size_t i = 0; i < strips_.size(); ++i)
      team_->at(strips_[i].part, [&] { edges_[i] = make(of_strip(problem, strips_[i])); });
    if (strips_.empty()) return;
    received_.resize(halos_.size() * W::exchanged().size());
    std::size_t place = 0;
    for (const RowCopy& halo : halos_)
      for (const std::size_t field : W::exchanged()) {
        Buffer& received = received_[place++];
        team_->at(halo.to,
                  [&] { received = Buffer(std::size_t(halo.rows) * row_bytes_[field], mode); });
      }
  }

  /// Whether it serves that problem too, which has the same size.
  bool serves(const Variant<W>& variant, const Problem& problem, const Values& launch) const {
    const Partition wanted = W::partition(problem, steps_of(variant, launch));
    return wanted.rows == partition_.rows && wanted.halo == partition_.halo &&
           wanted.periodic == partition_.periodic;
  }

  ~Subdomains() {
    try {
      for (const Team::Lane lane : {Team::Lane::interior, Team::Lane::edges}) team_->settle(lane);
      for (int part = 0; part < chosen_.parts; ++part)
        team_->at(part, [&] { pieces_[std::size_t(part)].reset(); });
      for (std::size_t i = 0; i < strips_.size(); ++i)
        team_->at(strips_[i].part, [&] { edges_[i].reset(); });
    } catch (const Error&) {
      // A device that fails says so at its next command.
    }
  }
  Subdomains(const Subdomains&) = delete;
  Subdomains& operator=(const Subdomains&) = delete;

  /// See `Team::around`.
  void around(bool collecting, Team::Around calls) { team_->around(collecting, std::move(calls)); }
  /// The whole state was changed: parts get theirs anew before the next step.
  void forget() { *fresh_ = false; }
  /// Steps were made that the whole does not have.
  bool ahead() const { return ahead_; }

  /// From the present state to the next, in all parts.
  void step(const PartStep<W>& step, const StateMemory& whole, Exec& exec) {
    if (executor_ == Executor::cuda && !dynamic_cast<CudaExec*>(&exec)) {
      team_->around(false, {});
      return look_on(step, exec);
    }
    std::vector<PartCopy> scatter = scattered(whole, step.marked);
    PartStep<W> own = step;
    own.launch = launch_of_part(step.launch);
    const std::vector<typename W::Step> interior = bound_parts(own), edges = bound_edges(own);
    // Copies are named now: when they are issued, the present may be another.
    std::vector<PartCopy> halo = halos(), to_edges, from_edges, into_halos;
    if (!strips_.empty()) name_edge_copies(to_edges, from_edges, into_halos);
    team_->run(exec, [this, own, interior, edges, fresh = fresh_, scatter = std::move(scatter),
                      halo = std::move(halo), to_edges = std::move(to_edges),
                      from_edges = std::move(from_edges), into_halos = std::move(into_halos)] {
      using Lane = Team::Lane;
      if (!*fresh) {
        team_->copy(Lane::interior, scatter);
        team_->follow(Lane::edges);
        *fresh = true;
      }
      const auto compute = [&](const typename W::Step& one, Exec& on) {
        const SharedReserve reserve(on, reserved_shared(own.launch));
        own.variant->step(one, Launch(own.launch), on);
      };
      if (!strips_.empty()) {
        team_->copy(Lane::edges, to_edges);
        team_->each(Lane::edges, [&](int part, Exec& on) {
          for (std::size_t i = 0; i < strips_.size(); ++i)
            if (strips_[i].part == part) compute(edges[i], on);
        });
      }
      team_->each(Lane::interior,
                  [&](int part, Exec& on) { compute(interior[std::size_t(part)], on); });
      if (strips_.empty()) return team_->exchange(Lane::interior, halo);
      team_->exchange(Lane::edges, from_edges);
      team_->follow(Lane::interior);
      team_->copy(Lane::interior, into_halos);
    });
  }
  void commit() {
    for (const auto& piece : pieces_)
      if (piece) piece->state.commit();
    ahead_ = true;
  }

  /// Brings the whole up to date, in the order of `exec`'s commands.
  void gather(const StateMemory& whole, Exec& exec) {
    if (!std::exchange(ahead_, false)) return team_->around(true, {});
    std::vector<PartCopy> copies;
    for (const RowCopy& rows : gather_copies(parts_))
      for (std::size_t field = 0; field < whole.fields().size(); ++field)
        if (whole.fields()[field].role == FieldRole::state)
          copies.push_back(copy_of(rows, field, at_row(present(rows.from), field, rows.source),
                                   at_row(whole.in(), field, rows.target)));
    team_->collect(exec, std::move(copies));
  }
  /// The present state on the host: `fields` with what the parts have of it. Waits for them.
  void read(std::vector<std::vector<std::byte>>& fields, const StateMemory& whole) const {
    if (!ahead_) return;
    std::vector<PartCopy> copies;
    for (const RowCopy& rows : gather_copies(parts_))
      for (std::size_t field = 0; field < fields.size(); ++field)
        if (whole.fields()[field].role == FieldRole::state)
          copies.push_back(copy_of(rows, field, at_row(present(rows.from), field, rows.source),
                                   at_row(fields[field].data(), field, rows.target)));
    team_->read(copies);
  }

  void note(bool on) { team_->note(on); }
  std::vector<PartSpan> noted() const { return team_->noted(); }
  void poison_next() {
    for (int part = 0; part < chosen_.parts; ++part)
      team_->at(part, [&] { pieces_[std::size_t(part)]->poison_next(); });
    for (std::size_t i = 0; i < strips_.size(); ++i)
      team_->at(strips_[i].part, [&] { edges_[i]->poison_next(); });
  }
  std::size_t bytes() const {
    std::size_t all = 0;
    for (const auto& pieces : {&pieces_, &edges_})
      for (const auto& piece : *pieces)
        if (piece) all += piece->bytes();
    for (const Buffer& buffer : received_) all += buffer.bytes();
    return all;
  }

 private:
  using Piece = std::unique_ptr<PartMemory<W>>;

  static int steps_of(const Variant<W>& variant, const Values& launch) {
    return variant.time_steps ? variant.time_steps(Launch(launch)) : 1;
  }
  /// Threads of a CPU variant are shared out among the parts.
  Values launch_of_part(Values launch) const {
    const auto threads = launch.find("threads");
    if (threads != launch.end())
      threads->second =
          std::max<std::int64_t>(1, std::get<std::int64_t>(threads->second) / team_->sharers());
    return launch;
  }
  Problem of_part(const Problem& problem, int part) const {
    return W::of_part(problem, parts_[std::size_t(part)]);
  }
  Problem of_strip(const Problem& problem, const Strip& strip) const {
    return W::of_part(problem, {{}, {0, strip.read.size()}});
  }

  std::vector<typename W::Step> bound_parts(const PartStep<W>& step) const {
    std::vector<typename W::Step> all(parts_.size());
    for (int part = 0; part < chosen_.parts; ++part)
      if (const auto& piece = pieces_[std::size_t(part)])
        all[std::size_t(part)] = piece->bound(of_part(step.problem, part), step);
    return all;
  }
  std::vector<typename W::Step> bound_edges(PartStep<W> step) const {
    std::vector<typename W::Step> all(strips_.size());
    step.scratch_kept = false;
    for (std::size_t i = 0; i < strips_.size(); ++i)
      if (edges_[i]) all[i] = edges_[i]->bound(of_strip(step.problem, strips_[i]), step);
    return all;
  }
  /// For an executor that only looks on, and computes nothing: what one part launches.
  void look_on(const PartStep<W>& step, Exec& exec) {
    PartStep<W> own = step;
    own.launch = launch_of_part(step.launch);
    own.variant->step(bound_parts(own).front(), Launch(own.launch), exec);
  }

  /// The fields of a part, or of a strip; none where another process has it.
  using Fields = std::vector<void*>;
  Fields present(int part) const { return in_of(pieces_[std::size_t(part)]); }
  Fields next(int part) const { return out_of(pieces_[std::size_t(part)]); }
  static Fields in_of(const Piece& piece) { return piece ? piece->state.in() : Fields(); }
  static Fields out_of(const Piece& piece) { return piece ? piece->state.out() : Fields(); }
  std::byte* at_row(void* memory, std::size_t field, std::int64_t row) const {
    return static_cast<std::byte*>(memory) + std::size_t(row) * row_bytes_[field];
  }
  /// Null where there are none.
  std::byte* at_row(const Fields& fields, std::size_t field, std::int64_t row) const {
    return fields.empty() ? nullptr : at_row(fields[field], field, row);
  }
  PartCopy copy_of(const RowCopy& rows, std::size_t field, const void* source, void* target) const {
    return {rows.from, rows.to, source, target, std::size_t(rows.rows) * row_bytes_[field]};
  }

  std::vector<PartCopy> scattered(const StateMemory& whole, bool marked) const {
    std::vector<PartCopy> copies;
    for (const RowCopy& rows : scatter_copies(partition_, parts_))
      for (std::size_t field = 0; field < whole.fields().size(); ++field) {
        const FieldRole role = whole.fields()[field].role;
        if (role == FieldRole::state || (role == FieldRole::marks && marked))
          copies.push_back(copy_of(rows, field, at_row(whole.in(), field, rows.source),
                                   at_row(present(rows.to), field, rows.target)));
      }
    return copies;
  }
  std::vector<PartCopy> halos() const {
    std::vector<PartCopy> copies;
    for (const RowCopy& rows : halos_)
      for (const std::size_t field : W::exchanged())
        copies.push_back(copy_of(rows, field, at_row(next(rows.from), field, rows.source),
                                 at_row(next(rows.to), field, rows.target)));
    return copies;
  }
  /// From a part to its strips, from strips to the neighbours, and there into the halos.
  void name_edge_copies(std::vector<PartCopy>& to_edges, std::vector<PartCopy>& from_edges,
                        std::vector<PartCopy>& into_halos) const {
    for (std::size_t i = 0; i < strips_.size(); ++i) {
      const Strip& strip = strips_[i];
      const RowCopy rows{strip.part, strip.part, strip.read.first, 0, strip.read.size()};
      if (!edges_[i]) continue;
      const std::vector<FieldSpec>& fields = edges_[i]->state.fields();
      for (std::size_t field = 0; field < fields.size(); ++field)
        if (fields[field].role == FieldRole::state || fields[field].role == FieldRole::marks)
          to_edges.push_back(copy_of(rows, field, at_row(present(strip.part), field, rows.source),
                                     in_of(edges_[i])[field]));
    }
    std::size_t place = 0;
    for (const RowCopy& halo : halos_)
      for (const std::size_t field : W::exchanged()) {
        const std::size_t strip = strip_of(strips_, halo);
        void* const received = received_[place++].data();
        from_edges.push_back(
            copy_of(halo, field,
                    at_row(out_of(edges_[strip]), field, halo.source - strips_[strip].read.first),
                    received));
        if (received)
          into_halos.push_back(copy_of({halo.to, halo.to, 0, 0, halo.rows}, field, received,
                                       at_row(next(halo.to), field, halo.target)));
      }
  }

  Decomposition chosen_;
  Partition partition_;
  std::vector<PartRows> parts_;
  std::vector<RowCopy> halos_;
  std::vector<Strip> strips_;
  Precision precision_;
  Executor executor_;
  std::vector<std::size_t> row_bytes_;  ///< of each field
  std::vector<Piece> pieces_, edges_;   ///< null where another process has it
  std::vector<Buffer> received_;        ///< of each halo and field, until the interior is done
  bool ahead_ = false;
  /// The parts have what the whole has, or more; a step that is issued later finds it.
  std::shared_ptr<bool> fresh_ = std::make_shared<bool>(false);
  std::unique_ptr<Team> team_;  ///< last: what it was given is done before the memory goes
};

}  // namespace livewarp
