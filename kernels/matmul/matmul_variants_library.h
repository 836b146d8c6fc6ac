// The variants that let cuBLAS multiply.
#pragma once

#include <string>
#include <vector>

#include "kernels/matmul/matmul_cublas.h"
#include "kernels/matmul/matmul_variants_operands.h"
#include "kernels/pictures/library_variant.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

/// One call for all numbers; it leaves sums of fp64 and of int8 as they are, of which C is made.
inline Variant<Matmul> by_cublas(const char* name, const char* title,
                                 const std::vector<std::string>& offered) {
  const auto run = [](const Matmul::Step& step, const Launch& launch, KernelExec& exec) {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    const auto multiply = [&exec](const CublasProduct& product) {
      exec.gpu().call_library("cublasGemmEx",
                              [product](void* stream) { cublas().multiply(product, stream); });
    };
    if (numbers == MatmulNumbers::fp32) return multiply(CublasProduct(step));
    const MatmulOperands operands = operands_of(step, numbers, exec);
    multiply(CublasProduct(step, operands, numbers));
    finish(step, numbers, operands, exec);
  };
  auto variant = library_variant<Matmul>("cuBLAS", name, title, run);
  variant.topic = Matmul::info().variant_topic;
  variant.source = "NVIDIA cuBLAS, cublasGemmEx";
  variant.missing = [] { return cublas().missing(); };
  offer_operands(variant, offered);
  variant.refuses = [](const Matmul::Problem& problem, const Launch& launch,
                       Executor) -> std::string {
    const MatmulNumbers numbers = matmul_numbers(launch.values());
    if (numbers == MatmulNumbers::int8 && (problem.n % 8 != 0 || problem.k % 8 != 0))
      return "cuBLAS takes int8 where n and k are multiples of 8";
    return operand_refusal(problem, numbers);
  };
  variant.cost = [](const Matmul::Problem& problem, const Launch& launch) {
    return library_cost(problem, matmul_numbers(launch.values()));
  };
  return variant;
}

/// They stand last.
inline std::vector<Variant<Matmul>> library_variants() {
  return {by_cublas("cublas", "cuBLAS", {"fp32", "fp64", "int8"}),
          by_cublas("cublas-fp16", "cuBLAS 16 bit", {"fp16", "bf16"})};
}

}  // namespace matmul

LIVEWARP_KERNELS_END
