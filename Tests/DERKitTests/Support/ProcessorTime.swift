#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Returns the processor time of `work` on this thread in seconds, which does not depend on other load.
func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let began = now()
    try work()
    return now() - began
}
