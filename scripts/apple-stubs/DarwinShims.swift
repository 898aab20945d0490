// What Apple's Foundation has and this system's lacks or marks unavailable, signatures only: see scripts/check-apple.
// Compiled into RoundtripLive itself, because only a declaration of the same module hides an unavailable one.
