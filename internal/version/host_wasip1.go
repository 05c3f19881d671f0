package version

import "os"

// fromHost asks the environment that the host of the WebAssembly module gives
// it. The module itself carries no version: its bytes, and so its name and
// every cached copy of it, stay the same while its code does.
func fromHost() string { return os.Getenv("UNBOX_VERSION") }
