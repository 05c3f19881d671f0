// Package jsonlist reads lists of strangers from JSON item by item, and stops as soon as one is too long: encoding/json makes the whole
// list first, and of "{}," it may make hundreds of bytes.
package jsonlist

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// LongError means that a list has too many items.
type LongError struct{ Most int }

// Error says how many there may be.
func (e *LongError) Error() string {
	return fmt.Sprintf("expected a list of at most %d items, found a longer one", e.Most)
}

// Read reads a list of at most so many items; null is none. The items that come after these are not looked at.
//
// Errors: a *LongError, or those of encoding/json.
func Read[T any](text []byte, most int) ([]T, error) {
	if len(text) == 0 || bytes.TrimLeft(text, " \t\r\n")[0] != '[' {
		var list []T
		return list, json.Unmarshal(text, &list) // null, or an error that says what it is instead
	}
	from := json.NewDecoder(bytes.NewReader(text))
	if _, err := from.Token(); err != nil {
		return nil, err
	}
	list := []T{}
	for from.More() {
		if len(list) == most {
			return nil, &LongError{most}
		}
		var item T
		if err := from.Decode(&item); err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	_, err := from.Token()
	return list, err
}
