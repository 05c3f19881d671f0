package main

// fixed are mutants that every change has to find, one of each area: `go run ./bench/mutants
// -fixed` is part of what runs before a change is merged.
var fixed = []string{}
