// The names of Combine's public types. Their contents do not matter: see scripts/check-apple.

public struct AnyCancellable {}
public struct AnyPublisher {}
public struct AnySubscriber {}
public protocol Cancellable {}
public protocol ConnectablePublisher {}
public final class CurrentValueSubject {}
public protocol CustomCombineIdentifierConvertible {}
public struct CombineIdentifier {}
public struct Deferred {}
public struct Empty {}
public struct Fail {}
public final class Future {}
public struct ImmediateScheduler {}
public struct Just {}
public final class ObservableObjectPublisher {}
public protocol ObservableObject {}
public final class PassthroughSubject {}
public struct Published {}
public protocol Publisher {}
public enum Publishers {}
public struct Record {}
public protocol Scheduler {}
public protocol SchedulerTimeIntervalConvertible {}
public protocol Subject {}
public protocol Subscriber {}
public enum Subscribers {}
public protocol Subscription {}
public enum Subscriptions {}
public protocol TopLevelDecoder {}
public protocol TopLevelEncoder {}
