//go:build core

package api

// wholeFunctions are none: the build tag core makes a module with half the
// bytes, which holds all that the playground needs to show a trace. The page
// loads the whole one when something else is needed; what both can do, both do
// with the same code.
func wholeFunctions() map[string]function { return nil }

// comparedTraces, fuzzing, stepping and programs are what the whole module keeps between calls, and loopLayout is how it lays out a
// loop.
type (
	comparedTraces struct{}
	fuzzing        struct{}
	stepping       struct{}
	loopLayout     struct{}
	programs       struct{}
)
