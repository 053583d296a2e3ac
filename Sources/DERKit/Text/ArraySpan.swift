#if canImport(Darwin)
    extension Array where Element: FixedWidthInteger {
        /// The span of the elements. Swift's own `span` property of arrays needs macOS 26 and iOS 26; the `span`
        /// property of slices works on all platforms listed in Package.swift.
        ///
        /// An array of integers is never bridged from Objective-C, so the slice shares the storage of `self` instead of
        /// owning a copy that would be freed with it. The compiler cannot know this, so the lifetime is overridden.
        @inlinable
        package var span: Span<Element> {
            @_lifetime(borrow self)
            borrowing get {
                let slice = self[...]
                return unsafe _overrideLifetime(slice.span, borrowing: self)
            }
        }
    }
#endif
