//go:build wasip1 || js

package solve

import "fmt"

// ByName returns the embedded solver, the only one inside WebAssembly.
func ByName(name string) (Solver, error) {
	if name == "builtin" || name == "" {
		return Embedded(), nil
	}
	return nil, fmt.Errorf("expected the solver `builtin`, found `%s`: other programs cannot be started here", name)
}
