package texts_test

import (
	"testing"

	"unbox/lang/texts"
)

// TestSpecs reads specifications of formats.
func TestSpecs(t *testing.T) {
	for text, want := range map[string]texts.Spec{
		"":            {Fill: ' ', Precision: -1},
		"08.3f":       {Fill: '0', Align: '=', Zero: true, ZeroAlign: true, Width: 8, Precision: 3, Type: 'f'},
		"é>+#1,d":     {Fill: 'é', Align: '>', Sign: '+', Alternate: true, Width: 1, Precision: -1, Group: ',', Type: 'd'},
		"1000000000":  {Fill: ' ', Width: 1000000000, Precision: -1},
		".2000000000": {Fill: ' ', Precision: 2000000000},
	} {
		if got, ok := texts.ParseSpec(text); !ok || got != want {
			t.Errorf("%q: expected %+v, found %+v, %v", text, want, got, ok)
		}
	}
	for text, tooMany := range map[string]bool{"9223372036854775807": false, "9223372036854775808": true, ".9223372036854775808f": true, "1x2": false} {
		if got := texts.TooManyDigits(text); got != tooMany {
			t.Errorf("%q: expected %v, found %v", text, tooMany, got)
		}
	}
	grouped, _ := texts.ParseSpec("=+012,d")
	if got := grouped.PadNumber("+", "", "1234"); got != "+000,001,234" {
		t.Errorf("expected zeros with separators, found %q", got)
	}
}
