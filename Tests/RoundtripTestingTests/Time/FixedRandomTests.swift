import RoundtripTesting
import Testing

@Suite struct FixedRandomTests {
    @Test(
        arguments: [
            ([], [0, 0]),
            ([0.25], [0.25, 0.25, 0.25]),
            ([0, 0.5, 1], [0, 0.5, 1, 1, 1]),
            ([-1, 7, .nan, .infinity], [0, 1, 0, 1, 1]),
        ] as [([Double], [Double])]
    )
    func `fractions come in turn and the last one stays`(given: [Double], expected: [Double]) {
        let random = FixedRandom(given)
        #expect(expected.map { _ in random.fraction() } == expected)
    }

    @Test func `copies share their place in the list`() {
        let random = FixedRandom(0.1, 0.2, 0.3)
        let copy = random
        #expect([random.fraction(), copy.fraction(), random.fraction()] == [0.1, 0.2, 0.3])
    }
}
