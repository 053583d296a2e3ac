import DERKit
import Testing

/// Years that end in 00 are leap years only every fourth time. The answers are from Python's `calendar.isleap`.
@Suite struct LeapCenturyTests {
    @Test(arguments: [
        (1600, true), (1700, false), (1800, false), (1900, false), (2000, true), (2100, false), (2200, false),
        (2300, false), (2400, true), (2500, false), (4000, true), (9600, true), (9900, false),
    ]) func onlyEveryFourthCenturyHasALeapDay(_ year: Int, _ isLeap: Bool) {
        let der = [0x18, 0x0f] + Array("\(year)0229000000Z".utf8)
        let error = derError { () throws(DERError) in _ = try onlyElement(der).generalizedTime(in: der.span) }
        #expect((error == nil) == isLeap)
    }
}
