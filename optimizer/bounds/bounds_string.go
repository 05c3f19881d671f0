package bounds

// Bounds in plain words, as remarks and the playground show them. What one view
// already says is not repeated by the other: for 0 to 15, there is no need to
// add that the upper bits are 0.

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// String says in a few plain words which integers are members: "any integer",
// "7", "0 or 1", "between 0 and 15", "at least 0", "negative", "even",
// "between 8 and 64, its lowest 3 bits are 0", "an integer whose bit 5 is 1". All of these can follow "is".
func (b Bounds) String() string {
	rest, ok := b.without(b.Lo)
	switch {
	case !ok:
		return strconv.FormatInt(b.Lo, 10)
	case rest.IsConstant():
		return fmt.Sprintf("%d or %d", b.Lo, b.Hi)
	}
	inner := ^b.Unknown & differing(b.Lo, b.Hi)
	ends, bits := b.rangeText(inner), bitsText(b.Ones&inner, inner)
	switch its, found := strings.CutPrefix(bits, "its "); {
	case ends == "" && found:
		return "an integer whose " + its
	case ends == "" && bits == "":
		return "any integer"
	}
	return joinText(ends, bits)
}

func joinText(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, ", ")
}

// rangeText says what the ends add to the inner bits, those that are not the
// same for all integers between the ends.
func (b Bounds) rangeText(inner uint64) string {
	free, _ := normal(math.MinInt64, math.MaxInt64, b.Ones&inner, ^inner)
	switch {
	case b.Lo == free.Lo && b.Hi == free.Hi:
		return ""
	case b.Hi == free.Hi:
		return fmt.Sprintf("at least %d", b.Lo)
	case b.Lo == free.Lo && b.Hi == -1:
		return "negative"
	case b.Lo == free.Lo:
		return fmt.Sprintf("at most %d", b.Hi)
	}
	return fmt.Sprintf("between %d and %d", b.Lo, b.Hi)
}

// bitsText describes the known bits.
func bitsText(ones, known uint64) string {
	run := bits.TrailingZeros64(^known)
	switch {
	case known == 0:
		return ""
	case known == 1:
		return [...]string{"even", "odd"}[ones]
	case bits.OnesCount64(known) == 1:
		return fmt.Sprintf("its bit %d is %d", bits.TrailingZeros64(known), min(ones, 1))
	case known != 1<<run-1:
		return fmt.Sprintf("its bits in the mask 0x%x are 0x%x", known, ones)
	case ones == 0:
		return fmt.Sprintf("its lowest %d bits are 0", run)
	case ones == known:
		return fmt.Sprintf("its lowest %d bits are 1", run)
	case run <= 8:
		return fmt.Sprintf("its lowest %d bits are 0b%0*b", run, run, ones)
	}
	return fmt.Sprintf("its lowest %d bits are 0x%x", run, ones)
}
