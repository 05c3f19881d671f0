package jsonlist

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []int
		err  string
	}{
		{`[1,2,3]`, []int{1, 2, 3}, ""},
		{` [ ] `, []int{}, ""},
		{`null`, nil, ""},
		{`[1,2,3,4]`, nil, "expected a list of at most 3 items, found a longer one"},
		{`[1,2,3,4,`, nil, "expected a list of at most 3 items, found a longer one"},
		{`[1,"2"]`, nil, "cannot unmarshal string"},
		{`[1,2`, nil, "EOF"},
		{`{"a":1}`, nil, "cannot unmarshal object"},
		{`7`, nil, "cannot unmarshal number"},
		{``, nil, "unexpected end"},
	} {
		got, err := Read[int]([]byte(tt.text), 3)
		switch {
		case tt.err == "" && (err != nil || !slices.Equal(got, tt.want) || (got == nil) != (tt.want == nil)):
			t.Errorf("%s: expected %v, found %v, %v", tt.text, tt.want, got, err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: expected an error with %q, found %v", tt.text, tt.err, err)
		}
	}
}

// few is a list as requests have them.
type few []struct{ A, B, C, D string }

func (f *few) UnmarshalJSON(text []byte) (err error) {
	*f, err = Read[struct{ A, B, C, D string }](text, 100)
	return err
}

// TestLongListsAreNotMade: a list that is too long costs the memory of those items only that there may be.
func TestLongListsAreNotMade(t *testing.T) {
	text := []byte(`{"list":[` + strings.TrimSuffix(strings.Repeat("{},", 300_000), ",") + `]}`)
	var into struct{ List few }
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var long *LongError
			if err := json.Unmarshal(text, &into); !errors.As(err, &long) {
				b.Fatalf("expected a list that is too long, found %v", err)
			}
		}
	})
	if got := result.AllocedBytesPerOp(); got > int64(len(text)) {
		t.Errorf("expected less memory than the text has, %d bytes, found %d", len(text), got)
	}
}
