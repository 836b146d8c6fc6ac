#include "app/code/code_listing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace livewarp {
namespace {

// Of a header
//   1  #pragma once
//   2  __device__ __forceinline__ float squared(float x) {
//   3    return x * x;
//   4  }
//   5  __global__ void squares(const float* in, float* out) {
//   6    const float value = in[threadIdx.x];
//   7    out[threadIdx.x] = squared(value);
//   8  }
// NVRTC 13.0.88 made this for 9.0 (--generate-line-info) ...
constexpr const char* squares_ptx = R"(
.version 9.0
.target sm_90
.address_size 64

	// .globl	_Z7squaresPKfPf

.visible .entry _Z7squaresPKfPf(
	.param .u64 _Z7squaresPKfPf_param_0,
	.param .u64 _Z7squaresPKfPf_param_1
)
{
	.reg .f32 	%f<3>;
	.reg .b64 	%rd<8>;
	.loc	1 5 0


	ld.param.u64 	%rd1, [_Z7squaresPKfPf_param_0];
	.loc	1 6 3
	mov.u32 	%r1, %tid.x;
	ld.global.f32 	%f1, [%rd6];
	.loc	1 7 3
	.loc	1 3 3, function_name $L__info_string0, inlined_at 1 7 3
	mul.f32 	%f2, %f1, %f1;
	.loc	1 7 3
	st.global.f32 	[%rd7], %f2;

$L__BB0_2:
	.loc	1 8 1
	ret;

}
	.file	1 "/home/me/kernels/toy/toy.cuh"
	.section	.debug_str
	{
$L__info_string0:
.b8 95,90,55,115,113,117,97,114,101,100,102,0

	}
)";

// ... and nvdisasm 13.2.51 (-g -c) said this of its machine code; code for 8.6 has
// a line .sectioninfo too.
constexpr const char* squares_sass = R"(	.target	sm_90

	.elftype	@"ET_EXEC"


//--------------------- .text._Z7squaresPKfPf     --------------------------
	.section	.text._Z7squaresPKfPf,"ax",@progbits
	.sectioninfo	@"SHI_REGISTERS=10"
	.align	128
        .global         _Z7squaresPKfPf
        .type           _Z7squaresPKfPf,@function
        .other          _Z7squaresPKfPf,@"STO_CUDA_ENTRY STV_DEFAULT"
_Z7squaresPKfPf:
.text._Z7squaresPKfPf:
	//## File "/home/me/kernels/toy/toy.cuh", line 5
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File "/home/me/kernels/toy/toy.cuh", line 6
        /*0010*/                   S2R R7, SR_TID.X ;
	//## File "/home/me/kernels/toy/toy.cuh", line 7
        /*0040*/                   LDC.64 R4, c[0x0][0x218] ;
	//## File "/home/me/kernels/toy/toy.cuh", line 6
        /*0060*/                   LDG.E R2, desc[UR4][R2.64] ;
	//## File "/home/me/kernels/toy/toy.cuh", line 3
        /*0080*/                   FMUL R7, R2, R2 ;
	//## File "/home/me/kernels/toy/toy.cuh", line 7
        /*0090*/                   STG.E desc[UR4][R4.64], R7 ;
	//## File "/home/me/kernels/toy/toy.cuh", line 8
        /*00a0*/                   EXIT ;
.L_x_0:
        /*00b0*/                   BRA `(.L_x_0);
        /*00c0*/                   NOP;
        /*00d0*/                   NOP;
.L_x_1:


//--------------------- SYMBOLS --------------------------

	.type		.nv.reservedSmem.offset0,@object
	.size		.nv.reservedSmem.offset0,0x4
)";

// cuobjdump 13.5.37 (-sass) says it so.
constexpr const char* squares_dump = R"dump(
	code for sm_90
	.target	sm_90

		Function : _Z7squaresPKfPf
	.headerflags	@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
        /*0000*/                   LDC R1, c[0x0][0x28] ;           /* 0x00000a00ff017b82 */
                                                                    /* 0x000fe20000000800 */
        /*0010*/                   S2R R7, SR_TID.X ;               /* 0x0000000000077919 */
                                                                    /* 0x000e2e0000002100 */
)dump";

const std::string toy_file = "/home/me/kernels/toy/toy.cuh";

TEST(CodeListing, PtxHasTheLineOfEachInstruction) {
  const std::vector<ListedKernel> kernels = read_ptx(squares_ptx);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].symbol, "_Z7squaresPKfPf");
  const std::vector<ListedLine> expected{
      {"ld.param.u64 %rd1, [_Z7squaresPKfPf_param_0]", false, toy_file, 5},
      {"mov.u32 %r1, %tid.x", false, toy_file, 6},
      {"ld.global.f32 %f1, [%rd6]", false, toy_file, 6},
      {"mul.f32 %f2, %f1, %f1", false, toy_file, 3},
      {"st.global.f32 [%rd7], %f2", false, toy_file, 7},
      {"$L__BB0_2:", true, "", 0},
      {"ret", false, toy_file, 8}};
  EXPECT_EQ(kernels[0].lines, expected);
}

TEST(CodeListing, PtxInstructionsMayTakeSeveralLines) {
  const std::vector<ListedKernel> kernels = read_ptx(".weak .entry k(\n)\n{\n\t.loc 1 4 2\n"
                                                     "\t{ // callseq 0, 0\n\t.param .b32 p;\n"
                                                     "\tcall.uni \n\tf, \n\t(\n\tp\n\t);\n\t}\n"
                                                     "\t// begin inline asm\n\tbar.sync 0;\n}\n"
                                                     ".file 1 \"a.cuh\", 12, 34\n");
  ASSERT_EQ(kernels.size(), 1u);
  ASSERT_EQ(kernels[0].lines.size(), 2u);
  EXPECT_EQ(kernels[0].lines[0].text, "call.uni f, ( p )");
  EXPECT_EQ(kernels[0].lines[1], (ListedLine{"bar.sync 0", false, "a.cuh", 4}));
}

TEST(CodeListing, SassHasTheLineOfEachInstructionAndNoPadding) {
  const std::vector<ListedKernel> kernels = read_sass(squares_sass);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].symbol, "_Z7squaresPKfPf");
  const std::vector<ListedLine> expected{{"LDC R1, c[0x0][0x28]", false, toy_file, 5},
                                         {"S2R R7, SR_TID.X", false, toy_file, 6},
                                         {"LDC.64 R4, c[0x0][0x218]", false, toy_file, 7},
                                         {"LDG.E R2, desc[UR4][R2.64]", false, toy_file, 6},
                                         {"FMUL R7, R2, R2", false, toy_file, 3},
                                         {"STG.E desc[UR4][R4.64], R7", false, toy_file, 7},
                                         {"EXIT", false, toy_file, 8},
                                         {".L_x_0:", true, "", 0},
                                         {"BRA `(.L_x_0)", false, toy_file, 8}};
  EXPECT_EQ(kernels[0].lines, expected);
}

TEST(CodeListing, ADumpTellsNoLines) {
  const std::vector<ListedKernel> kernels = read_sass(squares_dump);
  ASSERT_EQ(kernels.size(), 1u);
  const std::vector<ListedLine> expected{{"LDC R1, c[0x0][0x28]", false, "", 0},
                                         {"S2R R7, SR_TID.X", false, "", 0}};
  EXPECT_EQ(kernels[0].lines, expected);
}

TEST(CodeListing, OfAnInlinedFunctionItsOwnLineStandsFirst) {
  const std::vector<ListedKernel> kernels =
      read_sass("\t.section\t.text.k,\"ax\",@progbits\n"
                "\t//## File \"a.cuh\", line 3 inlined at \"a.cuh\", line 7\n"
                "\t//## File \"a.cuh\", line 7\n\t/*0000*/ FMUL R7, R2, R2 ;\n");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].lines.at(0), (ListedLine{"FMUL R7, R2, R2", false, "a.cuh", 3}));
}

TEST(CodeListing, WhatIsNoListingHasNoKernels) {
  for (const char* const text : {"", "\n\n", "nvdisasm fatal : no", "/*0000*/ FMUL ;", "{ } ;"}) {
    EXPECT_TRUE(read_ptx(text).empty()) << text;
    EXPECT_TRUE(read_sass(text).empty()) << text;
  }
  EXPECT_TRUE(read_ptx(".entry k(").at(0).lines.empty());
}

}  // namespace
}  // namespace livewarp
