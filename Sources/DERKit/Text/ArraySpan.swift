#if canImport(Darwin)
    extension Array where Element: FixedWidthInteger {
        /// The elements, as Swift's own `span` has them, which needs macOS 26 and iOS 26; the one of a slice runs on the
        /// systems that Package.swift names.
        ///
        /// An array of integers is never bridged from Objective-C, so that the slice holds the storage of `self` itself,
        /// and not a copy that would end with it: the compiler is told so, for it cannot know.
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
