// What ThreadSanitizer cannot see, for every test that is built with it.

#if defined(__SANITIZE_THREAD__)

  #include <oneapi/tbb/global_control.h>

namespace livewarp::test {
namespace {

/// oneTBB's library is not instrumented: that a task begins after what was given to it, and ends
/// before who waits for it goes on, is not seen, and all that its threads touch would seem to be
/// unordered. So it has none here: what is tested is the program's own threads.
const tbb::global_control no_workers(tbb::global_control::max_allowed_parallelism, 1);

}  // namespace
}  // namespace livewarp::test

#endif
