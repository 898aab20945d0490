/// A list that skips the elements that do not decode, and says which.
///
/// One bad element of a feed then costs that element and not the page. `null` counts as bad unless the element is
/// optional. Only elements are forgiven: a body that is no list is an error, never an empty list.
///
/// ```swift
/// struct Feed: Decodable { let items: LossyArray<Item> }
/// feed.items.count      // those that decoded
/// feed.items.drops      // [items[3]: missingKey("id")]
/// ```
public struct LossyArray<Element> {
    public var elements: [Element]
    /// What was skipped, in order.
    public let drops: [LossyDrop]
    /// Where in the body's list the skipped elements stood.
    let droppedPositions: [Int]

    public init() {
        self.init([])
    }

    public init(_ elements: [Element], drops: [LossyDrop] = []) {
        self.elements = elements
        self.drops = drops
        droppedPositions = []
    }
}

extension LossyArray: Decodable where Element: Decodable {
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        var drops: [LossyDrop] = []
        var droppedPositions: [Int] = []
        while !container.isAtEnd {
            let position = container.currentIndex
            switch try container.decode(LossyAttempt<Element>.self) {
            case .value(let element):
                elements.append(element)
            case .drop(let drop):
                drops.append(drop)
                droppedPositions.append(position)
            }
        }
        self.elements = elements
        self.drops = drops
        self.droppedPositions = droppedPositions
    }
}

extension LossyArray: Encodable where Element: Encodable {
    /// Writes the elements as a plain list.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(elements)
    }
}

extension LossyArray: RandomAccessCollection {
    public var startIndex: Int { elements.startIndex }
    public var endIndex: Int { elements.endIndex }
    public subscript(position: Int) -> Element { elements[position] }
}

extension LossyArray: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossyArray: Equatable where Element: Equatable {}
extension LossyArray: Hashable where Element: Hashable {}

extension LossyArray: CustomStringConvertible, CustomReflectable {
    public var description: String { elements.description }

    /// The same as that of a plain list.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
