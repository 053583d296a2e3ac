// Threads and the lock that they share. Unsafe code: C's interfaces take pointers to the lock, which must not move,
// and to what a thread is started with.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A value that threads share, changed by one at a time, and a way to wait until another has changed it.
final class Shared<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Changes the value, and wakes those that wait.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` gives a result.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(changed, mutex)
        }
    }
}

extension System {
    /// A thread that was started.
    struct Thread {
        fileprivate let handle: pthread_t

        /// Waits until the thread has ended.
        func join() { pthread_join(handle, nil) }
    }

    /// Starts a thread; nil where the system has no more.
    static func thread(_ body: @escaping @Sendable () -> Void) -> Thread? {
        let work = Unmanaged.passRetained(ThreadWork(body))
        #if canImport(Darwin) || canImport(Musl)
            var handle: pthread_t?
            guard pthread_create(&handle, nil, runThread, work.toOpaque()) == 0, let handle else {
                work.release()
                return nil
            }
        #else
            var handle = pthread_t()
            guard pthread_create(&handle, nil, runThread, work.toOpaque()) == 0 else {
                work.release()
                return nil
            }
        #endif
        return Thread(handle: handle)
    }

    /// Number of processors that are there to be used.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Seconds of a clock that never goes back.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What a thread does, in a form that C can carry.
private final class ThreadWork: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
    private func runThread(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        System.refuseSignals()
        Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
    }
#else
    private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        System.refuseSignals()
        if let pointer { Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
    }
#endif
