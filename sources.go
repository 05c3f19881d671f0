// Package unbox holds the project's own sources. Lessons quote the optimizer as
// it is, by file and name, so that what they show is what runs.
package unbox

import "embed"

// Sources are the files that lessons may quote, by their path in the project.
//
//go:embed trace/*.go interp/*.go optimizer/*.go optimizer/bounds/*.go optimizer/rules/*.go optimizer/rules/*.rules heap/*.go native/registers.go native/exits.go native/moves.go native/guards.go native/uses.go native/measure/statistics.go prove/*.go fuzz/*.go
var Sources embed.FS
