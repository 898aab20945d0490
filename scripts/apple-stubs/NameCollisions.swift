// A file of an app that imports everything, and writes the names of the package without the module's name.
import Combine
import DarwinFoundation
import Foundation
import Roundtrip
import SwiftData
import SwiftUI

func spellsWhatAFeatureSpells(url: URL) -> HTTPRequest {
    var headers: HTTPHeaders = ["Accept": "application/json"]
    headers["X-Api-Key"] = nil
    let body: HTTPBody = .none
    let method: HTTPMethod = .get
    return HTTPRequest(method: method, url: url, headers: headers, body: body)
}

func namesWhatWentWrong(_ error: any Error) -> String? {
    switch error {
    case let error as NetworkError: error.errorDescription
    case is TransportError: "transport"
    default: nil
    }
}
