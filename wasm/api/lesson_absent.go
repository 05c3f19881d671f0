//go:build nolessons

package api

import "errors"

// lesson refuses. The learner's language makes the module half a megabyte larger on
// the wire, so a module for pages without lessons can be built without it, with
// the tag "nolessons".
func (e *Engine) lesson([]byte) ([]byte, error) {
	return nil, errors.New("expected the module of the lessons, found one that was built without `lesson`")
}
