package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("text \"quoted\" `ü` \n", *n%3+1))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}

// TestEncodeRowsIsEncodingJSON checks that the hand-written appender uses the field names and
// the order of the types.
func TestEncodeRowsIsEncodingJSON(t *testing.T) {
	n := 0
	var full Optimized
	fill(reflect.ValueOf(&full).Elem(), &n)
	rows := RowsResponse{full.Page, &full.Layout}
	for _, c := range []struct {
		value any
		got   []byte
	}{
		{&full, full.Encode()}, {&rows, appendRowsResponse(nil, &rows)},
		{&RowsResponse{Page: Page{Items: []Item{{}}}}, appendRowsResponse(nil, &RowsResponse{Page: Page{Items: []Item{{}}}})},
	} {
		want, err := encode(nil, c.value)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(c.got, want) {
			t.Errorf("got\n%s\nexpected\n%s", c.got, want)
		}
	}
	var again Optimized
	if err := json.Unmarshal(full.Encode(), &again); err != nil || !reflect.DeepEqual(again, full) {
		t.Errorf("read back: %v\n%+v\nexpected\n%+v", err, again, full)
	}
}

func TestSpansAreReadBack(t *testing.T) {
	var span Span
	if err := json.Unmarshal([]byte(`[1,"x",3]`), &span); err == nil {
		t.Error("expected an error for a span of 3 elements")
	}
}

func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("quotes \" and \\ and \x00\x1f\x7f\n\r\t")
	f.Add("ü € 𝄞 \u2028 \xff\xc3 \ud7ff")
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		if err := json.Unmarshal(appendString(nil, s), &got); err != nil {
			t.Fatal(err)
		}
		// Going through runes turns every byte that is not UTF-8 into U+FFFD.
		if want := string([]rune(s)); got != want {
			t.Errorf("got %q, expected %q", got, want)
		}
	})
}
