// The part of Swift's overlay of macOS's C library that pemtool uses, beyond the headers; see darwin.h.

@_exported import DarwinC

public var errno: Int32 {
    get { 0 }
    set {}
}

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }

public var TIOCGWINSZ: UInt { 0x4008_7468 }
public var CLOCK_MONOTONIC: clockid_t { clockid_t(rawValue: 6) }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: UnsafeMutableRawPointer) -> CInt { -1 }

public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
public var SIG_IGN: @convention(c) (Int32) -> Void { unsafeBitCast(1, to: (@convention(c) (Int32) -> Void).self) }
