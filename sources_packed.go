//go:build packed

package unbox

import _ "embed"

// packed is what Packed returned when the page was built.
//
//go:embed .build/sources.zip
var packed []byte

func archive() []byte { return packed }
