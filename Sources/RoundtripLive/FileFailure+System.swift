import Foundation
import Roundtrip

extension FileFailure {
    /// The failure behind an error of Foundation's file calls; its description, which holds the path, is dropped.
    init(_ error: any Error) {
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError, underlying.domain == NSPOSIXErrorDomain {
            self.init(errno: Int32(clamping: underlying.code))
        } else if error.domain == NSPOSIXErrorDomain {
            self.init(errno: Int32(clamping: error.code))
        } else {
            switch CocoaError.Code(rawValue: error.code) {
            case .fileNoSuchFile, .fileReadNoSuchFile: self = .missing
            case .fileReadNoPermission, .fileWriteNoPermission, .fileWriteVolumeReadOnly: self = .notPermitted
            case .fileWriteOutOfSpace: self = .diskFull
            default: self = .other(code: error.code)
            }
        }
    }

    init(errno code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing
        case EACCES, EPERM, EROFS: self = .notPermitted
        case ENOSPC, EDQUOT: self = .diskFull
        default: self = .other(code: Int(code))
        }
    }

    /// Why no file can be made in a folder, where the system call's own error is lost.
    init(writingIn folder: URL) {
        self = FileManager.default.fileExists(atPath: folder.path) ? .notPermitted : .missing
    }
}
