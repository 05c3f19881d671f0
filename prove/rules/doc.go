package rules

import "errors"

var errNarrowFloats = errors.New("conversions between integers and floats are encoded at 64 bits only")
