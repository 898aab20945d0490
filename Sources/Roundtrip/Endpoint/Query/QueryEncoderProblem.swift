/// Why a value cannot become a query; the sentence shows no value.
struct QueryProblem: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    /// What another error means that was thrown while a value encoded itself.
    init(encoding error: any Error) {
        self =
            error as? QueryProblem
            ?? QueryProblem("The query cannot be encoded. \(EncodingProblem.sentence(for: error))")
    }
}
