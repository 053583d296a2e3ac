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
///
/// Safe, and Sendable, for its callers: the value is seen under the lock alone, and the two pointers are made with it,
/// never handed out, and freed when no one holds it any more.
@safe final class Shared<Value>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Changes the value, and wakes those that wait.
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` gives a result.
    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        while true {
            if let result = body(&value) { return result }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }
}

extension System {
    /// A thread that was started. Where its handle is a pointer, the system alone follows it.
    @safe struct Thread {
        fileprivate let handle: pthread_t

        /// Waits until the thread has ended.
        func join() {
            #if canImport(Darwin) || canImport(Musl)
                unsafe pthread_join(handle, nil)
            #else
                pthread_join(handle, nil)
            #endif
        }
    }

    /// Starts a thread; nil if the system has no more.
    static func thread(_ body: @escaping @Sendable () -> Void) -> Thread? {
        let work = unsafe Unmanaged.passRetained(ThreadWork(body))
        #if canImport(Darwin) || canImport(Musl)
            var handle: pthread_t?
            if unsafe pthread_create(&handle, nil, runThread, work.toOpaque()) == 0,
                let handle = unsafe handle
            {
                return unsafe Thread(handle: handle)
            }
        #else
            var handle = pthread_t()
            if unsafe pthread_create(&handle, nil, runThread, work.toOpaque()) == 0 {
                return Thread(handle: handle)
            }
        #endif
        unsafe work.release()
        return nil
    }

    /// Number of processors that are there to be used.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Seconds of a clock that never goes back.
    static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
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
        unsafe Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
    }
#else
    private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        System.refuseSignals()
        if let pointer = unsafe pointer {
            unsafe Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body()
        }
        return nil
    }
#endif
