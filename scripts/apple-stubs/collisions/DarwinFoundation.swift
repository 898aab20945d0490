// Names that `import Foundation` brings along on Apple's systems and not here: the C types of Darwin, and what newer
// systems added. Their contents do not matter: see scripts/check-apple.

public struct AbsoluteTime {}
public struct Boolean {}
public struct ByteCount {}
public struct ByteOffset {}
public struct Fixed {}
public struct FourCharCode {}
public struct Fract {}
public struct Handle {}
public struct ItemCount {}
public struct NumVersion {}
public struct OptionBits {}
public struct Point {}
public struct ProcessSerialNumber {}
public struct ProgressManager {}
public struct ProgressReporter {}
public struct Ptr {}
public struct Rect {}
public struct Selector {}
public struct SignedByte {}
public struct Size {}
public struct Style {}
public struct StyleField {}
public struct StyleParameter {}
public struct Subprogress {}
public struct TimeBase {}
public struct TimeRecord {}
public struct TimeScale {}
public struct TimeValue {}
public struct UniChar {}
public struct UnitsFormatStyle {}
public struct Zone {}
