import Roundtrip
