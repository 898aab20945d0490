import Foundation
import Roundtrip
import RoundtripTesting

/// A server that carries out what it is asked and fails at random in every way that it can.
actor ChaosServer {
    private var generator: SeededGenerator
    private let held = Gate()
    /// How often the work of each call was done.
    private(set) var applied: [String: Int] = [:]
    private(set) var faults: [String: Int] = [:]
    private(set) var arrivals: [String: Int] = [:]
    private var keys: Set<String> = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    enum Fault: String, CaseIterable {
        case none, resetBefore, resetAfter, closeAfter, truncate, hold, busy, tooMany, unauthorized, resetInBody
    }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        let call = request.path
        arrivals[call, default: 0] += 1
        let isFaulty = Double.random(in: 0..<1, using: &generator) < 0.3
        let fault = isFaulty ? Fault.allCases.randomElement(using: &generator) ?? .none : .none
        faults[fault.rawValue, default: 0] += 1
        switch fault {
        case .resetBefore: return .reset()
        case .busy: return .status(503, headers: ["Retry-After": "0"])
        case .tooMany: return .status(429)
        case .unauthorized: return .status(401)
        case .none, .resetAfter, .closeAfter, .truncate, .hold, .resetInBody: apply(request, call)
        }
        switch fault {
        case .resetAfter: return .reset()
        case .closeAfter: return .closeWithoutAnswer
        case .truncate: return .truncated(announced: 100, body: Data("{".utf8))
        case .resetInBody: return .reset(after: Data(#"{"a":"#.utf8))
        case .hold: return .stream { [held] _ in try await held.wait() }
        default: return .json("{}")
        }
    }

    /// A request with a key is carried out once, however often it comes.
    private func apply(_ request: LoopbackServer.Request, _ call: String) {
        if let key = request.headers["Idempotency-Key"], !keys.insert(key).inserted { return }
        applied[call, default: 0] += 1
    }
}

/// A small generator with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
