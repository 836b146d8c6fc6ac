// The variants that let cuBLAS multiply.
#pragma once

#include <vector>

#include "kernels/matmul/matmul_cublas.h"
#include "kernels/matmul/matmul_variants_halves.h"
#include "kernels/pictures/library_variant.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

inline Variant<Matmul> cublas_fp32() {
  const auto run = [](const Matmul::Step& step, const Launch&, KernelExec& exec) {
    const CublasProduct product(step);
    exec.gpu().call_library("cublasGemmEx",
                            [product](void* stream) { cublas().multiply(product, stream); });
  };
  auto variant = library_variant<Matmul>("cuBLAS", "cublas", "cuBLAS", run);
  variant.topic = Matmul::info().variant_topic;
  variant.source = "NVIDIA cuBLAS, cublasGemmEx";
  variant.missing = [] { return cublas().missing(); };
  return variant;
}

inline Variant<Matmul> cublas_fp16() {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const bool brain = brain_operands(launch);
    const CublasProduct product(step, halves_of(step, brain, exec), brain);
    exec.gpu().call_library("cublasGemmEx",
                            [product](void* stream) { cublas().multiply(product, stream); });
  };
  auto variant = library_variant<Matmul>("cuBLAS", "cublas-fp16", "cuBLAS fp16", run);
  variant.topic = Matmul::info().variant_topic;
  variant.source = "NVIDIA cuBLAS, cublasGemmEx";
  variant.missing = [] { return cublas().missing(); };
  variant.axes = {operands_axis()};
  takes_halves(variant);
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return half_cost(problem, brain_operands(launch));
  };
  return variant;
}

/// They stand last.
inline std::vector<Variant<Matmul>> library_variants() { return {cublas_fp32(), cublas_fp16()}; }

}  // namespace matmul

LIVEWARP_KERNELS_END
