package version

import "os"

// recorded reads the environment that the host of the WebAssembly module sets.
// The module itself contains no version, so its bytes, its name and every
// cached copy stay the same as long as its code does.
func recorded() string { return os.Getenv("UNBOX_VERSION") }
