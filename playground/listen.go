package playground

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// CheckAddress checks an address to listen on, HOST:PORT. HOST may be empty: that is every address of the machine.
//
// Errors: what was expected, then what was found.
func CheckAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("expected HOST:PORT such as `127.0.0.1:8080`, with a port of at most 65535, found `%s`", address)
	}
	return nil
}

// Listen listens on an address that [CheckAddress] accepts.
//
// Errors: why that is not possible, and what to do about it, in terms of the flag --addr.
func Listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, explainListen(address, err)
	}
	return listener, nil
}

// explainListen says what to do about an address that cannot be used.
func explainListen(addr string, err error) error {
	var advice string
	var unknown *net.DNSError
	switch {
	case errors.As(err, &unknown):
		advice = fmt.Sprintf("no address is known for the name `%s`. --addr :8080 listens on all addresses of this machine", unknown.Name)
	case errors.Is(err, syscall.EADDRINUSE):
		advice = "another program listens there. Stop it, or choose another port: --addr 127.0.0.1:8081 (0 takes any free port)"
	case errors.Is(err, syscall.EACCES):
		advice = "ports below 1024 are reserved on this machine. Choose a higher one: --addr 127.0.0.1:8080"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		advice = "this machine has no such address. --addr :8080 listens on all of its addresses"
	default:
		advice = err.Error()
	}
	return fmt.Errorf("cannot listen on `%s`: %s", addr, advice)
}
