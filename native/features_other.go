//go:build !amd64

package native

// Host returns what every x86-64 processor can do: this machine has another one.
func Host() Features { return Features{} }
