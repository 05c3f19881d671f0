package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// filled returns a response in which every field has a value of its own.
func filled() *OptimizeResponse {
	n := 0
	var r OptimizeResponse
	fill(reflect.ValueOf(&r).Elem(), &n)
	return &r
}

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

// TestEncodeIsEncodingJSON holds the appender, written by hand, to the field
// names and the order that types.go says.
func TestEncodeIsEncodingJSON(t *testing.T) {
	for _, r := range []*OptimizeResponse{filled(), {
		Diagnostics: []Diagnostic{}, Stages: []Stage{}, LeftAsides: []Aside{}, RightAsides: []Aside{},
		Rows: []Row{}, Remarks: []Remark{}, Inputs: []Input{},
	}} {
		want, err := encode(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Encode(); !bytes.Equal(got, want) {
			t.Errorf("got\n%s\nexpected\n%s", got, want)
		}
	}
}

// TestEncodeRowsIsEncodingJSON does the same for what travels of a result.
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

func TestRowsAreReadBack(t *testing.T) {
	want := filled()
	var got OptimizeResponse
	if err := json.Unmarshal(want.Encode(), &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(&got, want) {
		t.Errorf("got\n%+v\nexpected\n%+v", got, *want)
	}
	var row Row
	if err := json.Unmarshal([]byte(`[1,2,3]`), &row); err == nil {
		t.Error("expected an error for a row of 3 numbers")
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
