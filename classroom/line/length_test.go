package line

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSentLength compares the count with what encoding/json writes, for every byte and for characters at the edges.
func TestSentLength(t *testing.T) {
	texts := []string{"", "\u2028\u2029\u2027", "\ufffd", "é€😀", "a\xffb\xc3", "\xed\xa0\x80", strings.Repeat("\x00", 100), "<&>\"\\/\x7f"}
	for b := range 256 {
		texts = append(texts, string([]byte{byte(b)}), string([]byte{'a', byte(b), 'b'}))
	}
	for _, text := range texts {
		sent, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := Length(text), len(sent); got != want {
			t.Errorf("%q: expected %d, found %d", text, want, got)
		}
	}
}
