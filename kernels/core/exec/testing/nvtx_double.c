/* Stands in for a profiler in tests: NVTX loads it where NVTX_INJECTION64_PATH names it. It writes the ranges of threads
   to the file that LIVEWARP_NVTX_DOUBLE names, a line each: "DOMAIN: NAME" where one begins, "end" where it ends. */
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char domains[8][32];
static int domain_count;

static void note(const char* first, const char* second) {
  const char* path = getenv("LIVEWARP_NVTX_DOUBLE");
  FILE* file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fprintf(file, "%s%s\n", first, second);
  fclose(file);
}

static nvtxDomainHandle_t NVTX_API create(const char* name) {
  strncpy(domains[domain_count], name, sizeof domains[0] - 1);
  return (nvtxDomainHandle_t)domains[domain_count++];
}

static int NVTX_API push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* range) {
  char head[64];
  snprintf(head, sizeof head, "%s: ", domain ? (const char*)domain : "none");
  note(head, range->messageType == NVTX_MESSAGE_TYPE_ASCII ? range->message.ascii : "?");
  return 0;
}

static int NVTX_API pop(nvtxDomainHandle_t domain) {
  (void)domain;
  note("end", "");
  return 0;
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t tables) {
  unsigned size = 0;
  NvtxFunctionTable functions = NULL;
  const NvtxExportTableCallbacks* callbacks = (const NvtxExportTableCallbacks*)tables(NVTX_ETID_CALLBACKS);
  if (!callbacks || !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &functions, &size)) return 0;
  if (size <= NVTX_CBID_CORE2_DomainCreateA) return 0;
  *functions[NVTX_CBID_CORE2_DomainRangePushEx] = (NvtxFunctionPointer)push;
  *functions[NVTX_CBID_CORE2_DomainRangePop] = (NvtxFunctionPointer)pop;
  *functions[NVTX_CBID_CORE2_DomainCreateA] = (NvtxFunctionPointer)create;
  return 1;
}
