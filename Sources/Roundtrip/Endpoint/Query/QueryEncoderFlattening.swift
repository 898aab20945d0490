/// Writes a tree of values as the items of a query.
struct QueryFlattening {
    let arrays: RequestQuery.Arrays
    private(set) var items: [RequestQuery.Item] = []

    init(arrays: RequestQuery.Arrays) {
        self.arrays = arrays
    }

    mutating func add(root: QueryNode) throws(QueryProblem) {
        switch root.content {
        case .nothing: break
        case .object:
            for member in root.members { try add(member.node, name: member.name) }
        case .text, .list:
            throw QueryProblem("A query needs names: encode a value with keys instead of a single value or a list.")
        }
    }

    private mutating func add(_ node: QueryNode, name: String) throws(QueryProblem) {
        switch node.content {
        case .nothing: break
        case .text(let text): items.append(RequestQuery.Item(name: name, value: text))
        case .object:
            for member in node.members { try add(member.node, name: "\(name)[\(member.name)]") }
        case .list:
            switch arrays {
            case .repeated: try addRepeated(node.elements, name: name)
            case .bracketed: try addBracketed(node.elements, name: name)
            case .commaSeparated: try addCommaSeparated(node.elements, name: name)
            }
        }
    }

    private mutating func addRepeated(_ elements: [QueryNode], name: String) throws(QueryProblem) {
        items += try texts(of: elements).map { RequestQuery.Item(name: name, value: $0) }
    }

    private mutating func addBracketed(_ elements: [QueryNode], name: String) throws(QueryProblem) {
        for (place, element) in elements.enumerated() {
            if case .text = element.content {
                try add(element, name: name + "[]")
            } else {
                try add(element, name: "\(name)[\(place)]")
            }
        }
    }

    private mutating func addCommaSeparated(_ elements: [QueryNode], name: String) throws(QueryProblem) {
        let texts = try texts(of: elements)
        guard !texts.isEmpty else { return }
        guard !texts.contains(where: { $0.contains(",") }) else {
            throw QueryProblem("An element of a comma-separated list has a comma itself. Use another form of arrays.")
        }
        items.append(RequestQuery.Item(name: name, value: texts.joined(separator: ",")))
    }

    private func texts(of elements: [QueryNode]) throws(QueryProblem) -> [String] {
        var texts: [String] = []
        for element in elements {
            switch element.content {
            case .nothing: break
            case .text(let text): texts.append(text)
            case .object, .list:
                throw QueryProblem("A list of lists or objects can only be sent with bracketed arrays.")
            }
        }
        return texts
    }
}
