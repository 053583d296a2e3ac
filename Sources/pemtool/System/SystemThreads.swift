// Threads and the lock that they share. The code is unsafe, because C interfaces take pointers to the lock, which must
// not move, and to the argument of a thread.

/// A value that several threads can change, one at a time. Threads can also wait for a change.
///
/// The class is safe and Sendable for callers, because the value is accessible only under the lock, and the two
/// pointers are created and freed with the object and never leave it.
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

    /// Changes the value, and wakes waiting threads.
    func change(_ body: (inout Value) -> Void) {
        wait { (value) -> Void? in body(&value) }
    }

    /// Waits until `body` returns a result.
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
    /// A running thread. If the handle is a pointer, only the system uses that pointer.
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

    /// Starts a thread, or returns `nil` if the system cannot.
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

    /// The number of available processors.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The time of a monotonic clock in seconds.
    static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The work of a thread, in a form that can be passed through C.
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
