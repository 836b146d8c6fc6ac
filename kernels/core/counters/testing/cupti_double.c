/* Stands in for NVIDIA's library of hardware counters in tests: the same functions, whose answers words in the environment
   variable LIVEWARP_CUPTI_DOUBLE script, each of which changes one thing. Without any it has a chip that needs three passes.
   It refuses a struct of another size than CUPTI 13.0 has, and a call that comes out of turn. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  success = 0,
  invalid_parameter = 1,
  invalid_operation = 7,
  hardware_busy = 26,
  invalid_metric_name = 17,
  insufficient_privileges = 35
};

enum { image_bytes = 48, config_bytes = 40, data_bytes = 56, planned_passes = 3 };

static struct {
  int initialized, host, enabled, configured, started, in_range, passes, decoded, data_ready, metrics;
  uint8_t* data;
} now;

static int scripted(const char* word) {
  const char* script = getenv("LIVEWARP_CUPTI_DOUBLE");
  return script && strstr(script, word);
}

/* For tests: whether a range is open, how much has not been undone. */
int cuptiDoubleInRange(void) { return now.in_range; }
int cuptiDoubleOpen(void) { return now.initialized + now.host + now.enabled + now.started + now.in_range; }

int cuptiGetVersion(uint32_t* version) {
  *version = scripted("old-api") ? 28 : 130001;
  return success;
}

int cuptiGetResultString(int status, const char** text) {
  switch (status) {
  case invalid_parameter: *text = "CUPTI_ERROR_INVALID_PARAMETER"; return success;
  case invalid_operation: *text = "CUPTI_ERROR_INVALID_OPERATION"; return success;
  case hardware_busy: *text = "CUPTI_ERROR_HARDWARE_BUSY"; return success;
  case insufficient_privileges: *text = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"; return success;
  case 999: *text = "CUPTI_ERROR_UNKNOWN"; return success;
  default: return invalid_parameter;
  }
}

typedef struct Head {
  size_t size;
  void* reserved;
} Head;

/* The size that the real header's ..._STRUCT_SIZE is, on 64-bit Linux. */
static int is(const void* parameters, size_t size, int in_turn) {
  const Head* head = parameters;
  if (head->size != size || head->reserved) return invalid_parameter;
  return in_turn ? success : invalid_operation;
}

int cuptiProfilerInitialize(void* p) {
  const int status = is(p, 16, !now.initialized);
  if (status == success) memset(&now, 0, sizeof now), now.initialized = 1;
  return status;
}

int cuptiProfilerDeInitialize(void* p) {
  const int status = is(p, 16, now.initialized && !now.enabled && !now.host);
  if (status == success) now.initialized = 0;
  return status;
}

int cuptiDeviceGetChipName(void* p) {
  struct {
    Head head;
    size_t device;
    const char* name;
  }* asked = p;
  if (asked->device != 1) return invalid_parameter;
  asked->name = "XX100";
  return is(p, 32, now.initialized);
}

int cuptiProfilerGetCounterAvailability(void* p) {
  struct {
    Head head;
    void* context;
    size_t bytes;
    uint8_t* image;
  }* asked = p;
  if (scripted("refused")) return insufficient_privileges;
  if (scripted("busy")) return hardware_busy;
  if (!asked->context) return invalid_parameter;
  if (asked->image && asked->bytes < image_bytes) return invalid_parameter;
  if (asked->image) memset(asked->image, 'a', image_bytes);
  asked->bytes = image_bytes;
  return is(p, 40, now.initialized && !now.enabled);
}

int cuptiProfilerHostInitialize(void* p) {
  struct {
    Head head;
    int type;
    const char* chip;
    const uint8_t* availability;
    void* host;
  }* made = p;
  const int status = is(p, 48, now.initialized && !now.host);
  if (status != success) return status;
  if (made->type != 0 || strcmp(made->chip, "XX100") != 0 || made->availability[image_bytes - 1] != 'a')
    return invalid_parameter;
  now.host = 1;
  made->host = &now;
  return success;
}

int cuptiProfilerHostDeinitialize(void* p) {
  const int status = is(p, 24, now.host);
  if (status == success) now.host = 0;
  return status;
}

/* What a chip counts in a step; 0: it has no such metric. */
static double planted(const char* metric) {
  static const struct {
    const char* name;
    double value;
  } all[] = {{"dram__bytes.sum", 1200},
             {"lts__t_sectors_srcunit_tex.sum", 40},
             {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 50},
             {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 25},
             {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", 4},
             {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", 1},
             {"l1tex__t_sectors_pipe_tex.sum", 20},
             {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 7},
             {"smsp__inst_executed.sum", 90000},
             {"sm__warps_active.avg.pct_of_peak_sustained_active", 62.5}};
  size_t i;
  if (scripted("no-dram") && strncmp(metric, "dram", 4) == 0) return 0;
  if (scripted("no-stores") && strstr(metric, "op_st")) return 0;
  if (scripted("no-metrics")) return 0;
  for (i = 0; i < sizeof all / sizeof *all; ++i)
    if (strcmp(all[i].name, metric) == 0) return all[i].value;
  return 0;
}

int cuptiProfilerHostGetMetricProperties(void* p) {
  struct {
    Head head;
    void* host;
    const char* metric;
  }* asked = p;
  const int status = is(p, 60, now.host);
  if (status != success) return status;
  return planted(asked->metric) > 0 ? success : invalid_metric_name;
}

int cuptiProfilerHostConfigAddMetrics(void* p) {
  struct {
    Head head;
    void* host;
    const char** metrics;
    size_t count;
  }* added = p;
  const int status = is(p, 40, now.host && !now.metrics);
  size_t i;
  if (status != success) return status;
  for (i = 0; i < added->count; ++i)
    if (!(planted(added->metrics[i]) > 0)) return invalid_metric_name;
  now.metrics = (int)added->count;
  return success;
}

int cuptiProfilerHostGetConfigImageSize(void* p) {
  struct {
    Head head;
    void* host;
    size_t bytes;
  }* asked = p;
  asked->bytes = config_bytes;
  return is(p, 32, now.metrics > 0);
}

int cuptiProfilerHostGetConfigImage(void* p) {
  struct {
    Head head;
    void* host;
    size_t bytes;
    uint8_t* image;
  }* asked = p;
  if (asked->bytes != config_bytes) return invalid_parameter;
  memset(asked->image, 'c', config_bytes);
  return is(p, 40, now.metrics > 0);
}

int cuptiProfilerHostGetNumOfPasses(void* p) {
  struct {
    Head head;
    size_t bytes;
    uint8_t* image;
    size_t passes;
  }* asked = p;
  if (asked->bytes != config_bytes || asked->image[config_bytes - 1] != 'c') return invalid_parameter;
  asked->passes = planned_passes;
  return is(p, 40, 1);
}

int cuptiRangeProfilerEnable(void* p) {
  struct {
    Head head;
    void *context, *profiler;
  }* made = p;
  const int status = is(p, 32, now.initialized && !now.enabled);
  if (status != success) return status;
  now.enabled = 1;
  made->profiler = &now;
  return success;
}

int cuptiRangeProfilerDisable(void* p) {
  const int status = is(p, 24, now.enabled && !now.started);
  if (status == success) now.enabled = 0;
  return status;
}

int cuptiRangeProfilerGetCounterDataSize(void* p) {
  struct {
    Head head;
    void* profiler;
    const char** metrics;
    size_t count, most_ranges;
    uint32_t most_nodes;
    size_t bytes;
  }* asked = p;
  if (asked->most_ranges != 1 || asked->most_nodes < 1 || (int)asked->count != now.metrics) return invalid_parameter;
  asked->bytes = data_bytes;
  return is(p, 64, now.enabled);
}

int cuptiRangeProfilerCounterDataImageInitialize(void* p) {
  struct {
    Head head;
    void* profiler;
    size_t bytes;
    uint8_t* data;
  }* made = p;
  const int status = is(p, 40, now.enabled);
  if (status != success || made->bytes != data_bytes) return status ? status : invalid_parameter;
  memset(made->data, 0, data_bytes);
  now.data_ready = 1;
  return success;
}

int cuptiRangeProfilerSetConfig(void* p) {
  struct {
    Head head;
    void* profiler;
    size_t config_bytes;
    const uint8_t* config;
    size_t data_bytes;
    uint8_t* data;
    int range, replay;
    size_t most_ranges;
    uint16_t levels, first_level;
    size_t pass;
    uint16_t target_level;
  }* set = p;
  const int status = is(p, 90, now.data_ready);
  if (status != success) return status;
  if (set->config[config_bytes - 1] != 'c' || set->data_bytes != data_bytes || set->range != 2 || set->replay != 3 ||
      set->most_ranges != 1 || set->levels != 1 || set->first_level != 1 || set->pass != 0 || set->target_level != 1)
    return invalid_parameter;
  now.data = set->data;
  now.configured = 1;
  return success;
}

int cuptiRangeProfilerStart(void* p) {
  const int status = is(p, 24, now.configured && !now.started);
  if (status == success) now.started = 1;
  return status;
}

int cuptiRangeProfilerPushRange(void* p) {
  struct {
    Head head;
    void* profiler;
    const char* name;
  }* pushed = p;
  const int status = is(p, 32, now.started && !now.in_range && pushed->name != NULL);
  if (status == success) now.in_range = 1;
  return status;
}

int cuptiRangeProfilerPopRange(void* p) {
  const int status = is(p, 24, now.in_range);
  if (status == success) now.in_range = 0;
  return status;
}

int cuptiRangeProfilerStop(void* p) {
  struct {
    Head head;
    void* profiler;
    size_t pass, target_level;
    uint8_t done;
  }* stopped = p;
  const int status = is(p, 41, now.started && !now.in_range);
  if (status != success) return status;
  now.started = 0;
  stopped->pass = (size_t)++now.passes;
  stopped->done = !scripted("endless") && now.passes >= planned_passes;
  return success;
}

int cuptiRangeProfilerDecodeData(void* p) {
  struct {
    Head head;
    void* profiler;
    size_t dropped;
  }* decoded = p;
  const int status = is(p, 32, !now.started && now.passes >= planned_passes);
  if (status != success) return status;
  decoded->dropped = scripted("dropped") ? 1 : 0;
  memset(now.data, 'd', data_bytes);
  return success;
}

int cuptiRangeProfilerGetCounterDataInfo(void* p) {
  struct {
    Head head;
    const uint8_t* data;
    size_t bytes, ranges;
  }* asked = p;
  asked->ranges = asked->bytes == data_bytes && asked->data[data_bytes - 1] == 'd' ? 1 : 0;
  return is(p, 40, 1);
}

int cuptiProfilerHostEvaluateToGpuValues(void* p) {
  struct {
    Head head;
    void* host;
    const uint8_t* data;
    size_t data_bytes, range;
    const char** metrics;
    size_t count;
    double* values;
  }* asked = p;
  const int status = is(p, 72, now.host);
  size_t i;
  if (status != success) return status;
  if (asked->range != 0 || asked->data[data_bytes - 1] != 'd') return invalid_parameter;
  for (i = 0; i < asked->count; ++i)
    asked->values[i] = scripted("no-number") && i == 0 ? NAN : planted(asked->metrics[i]);
  return success;
}

/* Of managed memory's pages: three groups of faults, three moves, told at the first flush after they are enabled. */
typedef struct PageRecord {
  uint32_t kind, counter;
  uint64_t value, more[13];
} PageRecord;

static struct {
  void (*give)(uint8_t**, size_t*, size_t*);
  void (*take)(void*, uint32_t, uint8_t*, size_t, size_t);
  int configured, enabled, told;
} pages;

int cuptiActivityRegisterCallbacks(void (*give)(uint8_t**, size_t*, size_t*),
                                   void (*take)(void*, uint32_t, uint8_t*, size_t, size_t)) {
  pages.give = give;
  pages.take = take;
  return success;
}

int cuptiActivityConfigureUnifiedMemoryCounter(const uint32_t* counters, uint32_t count) {
  uint32_t i;
  if (scripted("no-pages")) return 28;
  for (i = 0; i < count; ++i)
    if (counters[4 * i] != 1 || counters[4 * i + 3] != 1) return invalid_parameter;
  pages.configured = 1;
  return success;
}

int cuptiActivityEnable(int kind) {
  if (kind != 25 || !pages.configured || pages.enabled) return invalid_operation;
  pages.enabled = 1;
  pages.told = 0;
  return success;
}

int cuptiActivityDisable(int kind) {
  if (kind != 25 || !pages.enabled) return invalid_operation;
  pages.enabled = 0;
  return success;
}

int cuptiActivityFlushAll(uint32_t flag) {
  static const uint32_t planted_pages[6][2] = {{4, 10}, {1, 1 << 16}, {4, 20}, {2, 4096}, {1, 2 << 16}, {4, 30}};
  uint8_t* buffer = NULL;
  size_t bytes = 0, most = 0, i;
  (void)flag;
  if (pages.told || !pages.enabled) return success;
  pages.told = 1;
  pages.give(&buffer, &bytes, &most);
  for (i = 0; i < 6; ++i) {
    PageRecord record = {25, planted_pages[i][0], planted_pages[i][1], {0}};
    memcpy(buffer + i * sizeof record, &record, sizeof record);
  }
  pages.take(NULL, 0, buffer, bytes, 6 * sizeof(PageRecord));
  return success;
}

int cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid, uint8_t** record) {
  uint8_t* const next = *record ? *record + sizeof(PageRecord) : buffer;
  if (next >= buffer + valid) return 12; /* CUPTI_ERROR_MAX_LIMIT_REACHED */
  *record = next;
  return success;
}
