package run

import (
	"encoding/json"
	"testing"
)

// FuzzJSONSize: what is counted is what encoding/json writes.
func FuzzJSONSize(f *testing.F) {
	for _, text := range []string{"", "a\"b\\c\n\r\t\b\f\x00\x7f<>&", "é€😀\u2028\u2029\ufffd", "\xff\xc3", "\xe2\x82"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := json.Marshal(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := jsonSize(text); got != len(out)-2 {
			t.Errorf("%q: expected %d bytes, found %d", text, len(out)-2, got)
		}
	})
}

// TestLimited ends a program that writes too much at the byte that is too much, as it
// will be sent.
func TestLimited(t *testing.T) {
	l := &limited{most: 12}
	if n, err := l.Write([]byte("a\x00bc")); n != 4 || err != nil || l.size() != 9 {
		t.Errorf("expected 9 bytes as JSON, found %d, %v", l.size(), err)
	}
	defer func() {
		if recover() == nil || !l.full || l.text.Len() != 4 {
			t.Errorf("expected the end of the program and nothing kept of its last words, found %+v", l)
		}
	}()
	_, _ = l.Write([]byte("\x00"))
}
