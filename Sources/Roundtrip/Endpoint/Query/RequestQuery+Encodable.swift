extension RequestQuery {
    /// How a list in an encoded value becomes items. A list without elements has none.
    public enum Arrays: Sendable, Hashable {
        /// `tag=a&tag=b`, as forms in browsers do.
        case repeated
        /// `tag[]=a&tag[]=b`, as PHP and Rails read it; lists and objects inside carry their place: `tag[0][name]=a`.
        case bracketed
        /// `tag=a,b` (the comma encoded like any other character). An element with a comma is a problem.
        case commaSeparated
    }

    /// The properties of a value as items, keys as declared.
    ///
    /// `nil` is left out and `""` is sent as `k=`; an object inside is `outer[inner]=…`; dates are RFC 3339, data is
    /// base64, a URL absolute, `Bool` is `true` or `false`. A type that is a ``QueryValue`` goes by its query
    /// text. The keys of a dictionary and the elements of a set are sorted, so that the same value always makes the same
    /// URL.
    ///
    /// What has no name (a number, a text, a list on its own) and what has no text (NaN) becomes the query's problem, as
    /// does a list of lists or objects unless it is `bracketed`.
    public init(encoding value: some Encodable, arrays: Arrays = .repeated) {
        do throws(QueryProblem) {
            let node = try QueryEncoder.tree(of: value)
            var flattening = QueryFlattening(arrays: arrays)
            try flattening.add(root: node)
            self.init(items: flattening.items)
        } catch {
            self.init(items: [], problem: error.sentence)
        }
    }
}
