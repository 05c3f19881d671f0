package codegen_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"unbox/wasm/codegen"
)

// The page has the dispatcher as text, since it is needed before there is a module that could make it.
func TestDispatcherIsThatOfThePage(t *testing.T) {
	const script = "../../static/src/engine/traces.ts"
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if want := hex.EncodeToString(codegen.Dispatcher()); !strings.Contains(string(text), `"`+want+`"`) {
		t.Errorf("expected %s to have the dispatcher %q", script, want)
	}
}

// What run returns is read as it was written, for all codes and exits.
func TestAsks(t *testing.T) {
	for _, a := range []codegen.Ask{{}, {Asks: true}, {Code: 1}, {Exit: 1}, {codegen.MaxCodes - 1, codegen.MaxExits - 1, true}, {codegen.MaxCodes - 1, 0, false}} {
		if n := a.Number(); n >= 0 || codegen.ReadAsk(n) != a {
			t.Errorf("%+v: expected a number below 0 that says the same, found %d: %+v", a, n, codegen.ReadAsk(n))
		}
	}
}
