/// One element of a lossy list, decoded or dropped.
///
/// Decoding an attempt succeeds even where the element fails. That is what moves the list on: a container stays where it
/// is when decoding throws, and a loop that tries again would never end.
enum LossyAttempt<Value: Decodable>: Decodable {
    case value(Value)
    case drop(LossyDrop)

    init(from decoder: any Decoder) throws {
        let report = DecodingReport.current
        let dropsBefore = report?.drops.count ?? 0
        do {
            // Through the container and not `Value(from:)`, because decoders treat dates and dictionaries only there.
            self = .value(try decoder.singleValueContainer().decode(Value.self))
        } catch let error as CancellationError {
            throw error
        } catch {
            let drop = LossyDrop(
                path: CodingPathText.text(decoder.codingPath),
                reason: DecodingFailure.Reason(decoding: error)
            )
            report?.keepFirst(dropsBefore)
            report?.add(drop)
            self = .drop(drop)
        }
    }
}
