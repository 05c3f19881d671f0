package main

import "errors"

// inV8 is for the program that starts V8, not for the program in V8.
func inV8(...string) error { return errors.New("expected -v8 outside of V8, found it inside") }
