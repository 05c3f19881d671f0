package playground

import "testing"

func TestNegotiate(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   string
	}{
		{"no field", nil, "identity"},
		{"empty field", []string{""}, "identity"},
		{"a browser", []string{"gzip, deflate, br, zstd"}, "br"},
		{"old tools", []string{"gzip"}, "gzip"},
		{"an alias", []string{"x-gzip"}, "gzip"},
		{"upper case", []string{"BR;Q=0.5"}, "br"},
		{"weights decide", []string{"br;q=0.1, gzip;q=0.9"}, "gzip"},
		{"weights that are no numbers", []string{"br;q=nan, gzip;q=0.1"}, "gzip"},
		{"such a weight is as if nothing was said", []string{"br;q=NaN, *;q=0.5"}, "br"},
		{"equal weights: the smaller form", []string{"gzip;q=0.5, br;q=0.5"}, "br"},
		{"two fields", []string{"gzip;q=0.5", "br"}, "br"},
		{"identity preferred", []string{"identity, br;q=0.5"}, "identity"},
		{"identity preferred over all others", []string{"identity;q=0.8, *;q=0.3"}, "identity"},
		{"br refused", []string{"br;q=0, gzip"}, "gzip"},
		{"all but br refused", []string{"br, *;q=0"}, "br"},
		{"anything", []string{"*"}, "br"},
		{"unknown codings", []string{"zstd, dcb"}, "identity"},
		{"everything refused", []string{"*;q=0"}, ""},
		{"identity and nothing else refused", []string{"identity;q=0"}, ""},
		{"identity refused, gzip allowed", []string{"identity;q=0, gzip;q=0.1"}, "gzip"},
		{"a weight that is no number", []string{"br;q=much, gzip"}, "gzip"},
		{"a weight out of range", []string{"br;q=7, gzip"}, "gzip"},
		{"junk", []string{";;,,=;q,\x00"}, "identity"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := negotiate(tt.fields, []string{"br", "gzip", "identity"}); got != tt.want {
				t.Errorf("negotiate(%q): got %q, expected %q", tt.fields, got, tt.want)
			}
		})
	}
}

func TestNegotiateWithoutCompressedForm(t *testing.T) {
	if got := negotiate([]string{"br, gzip"}, []string{"identity"}); got != "identity" {
		t.Errorf("got %q, expected identity", got)
	}
	if got := negotiate([]string{"br, identity;q=0"}, []string{"identity"}); got != "" {
		t.Errorf("got %q, expected nothing to be acceptable", got)
	}
}
