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

    /// Why a file cannot be read, or `nil` if nothing speaks against it.
    init?(reading file: URL) {
        var status = stat()
        guard stat(file.path, &status) == 0 else {
            self.init(errno: errno)
            return
        }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFDIR {
            self.init(errno: EISDIR)
        } else if kind != S_IFREG {
            // A pipe or device has no length, and opening one can take for ever.
            self.init(errno: EINVAL)
        } else if FileManager.default.isReadableFile(atPath: file.path) {
            return nil
        } else {
            self = .notPermitted
        }
    }
}
