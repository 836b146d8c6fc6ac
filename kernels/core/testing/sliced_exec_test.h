// An executor for tests of steps that are split into several launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "kernels/core/exec/executors.h"
#include "kernels/emulator/run/emulator_exec.h"

namespace livewarp {

/// Executes kernels on the host, asking for that many slices of each step.
class SlicedExec : public KernelExec {
 public:
  explicit SlicedExec(int slices) : slices_(slices) {}
  int launches() const { return launches_; }
  Executor executor() const override { return exec_->executor(); }
  void fill_bytes(void* memory, int byte, std::size_t bytes) override {
    exec_->fill_bytes(memory, byte, bytes);
  }
  std::uint64_t texture(const TextureSpec& spec) override { return exec_->texture(spec); }
  std::uint64_t surface(const TextureArray& array, int level) override {
    return exec_->surface(array, level);
  }
  void copy_to_array(const TextureArray& array, const void* source, std::size_t pitch) override {
    exec_->copy_to_array(array, source, pitch);
  }
  void copy_from_array(void* target, std::size_t pitch, const TextureArray& array) override {
    exec_->copy_from_array(target, pitch, array);
  }
  void copy_to_host(void* host, const void* memory, std::size_t bytes) override {
    exec_->copy_to_host(host, memory, bytes);
  }
  void copy_from_host(void* memory, const void* host, std::size_t bytes) override {
    exec_->copy_from_host(memory, host, bytes);
  }
  void on_host(std::function<void()> work) override { exec_->on_host(std::move(work)); }
  void for_range(std::int64_t n, std::int64_t grain, int threads,
                 const std::function<void(Range)>& body) override {
    exec_->for_range(n, grain, threads, body);
  }

 protected:
  /// Names the protected members as its own, so that another object's can be called.
  struct Members : KernelExec {
    static auto launch() { return &Members::launch_raw; }
    static auto upload() { return &Members::upload_symbol; }
    static auto copy() { return &Members::copy_symbol; }
  };
  int slice_count() const override { return slices_; }
  void launch_raw(const KernelRef& kernel, Dim3 grid, Dim3 block, std::size_t shared_bytes,
                  const void* const* args, const std::size_t* sizes, std::size_t count) override {
    ++launches_;
    ((*exec_).*Members::launch())(kernel, grid, block, shared_bytes, args, sizes, count);
  }
  void upload_symbol(const void* symbol, const void* source, std::size_t bytes) override {
    ((*exec_).*Members::upload())(symbol, source, bytes);
  }
  void copy_symbol(const void* symbol, const void* memory, std::size_t bytes) override {
    ((*exec_).*Members::copy())(symbol, memory, bytes);
  }

 private:
  const std::unique_ptr<KernelExec> exec_ = make_emulator_exec();
  int slices_, launches_ = 0;
};

}  // namespace livewarp
