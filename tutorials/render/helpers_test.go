package render

import (
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// glob lists the files of a pattern, of which there is at least one.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("expected files %s, found %v %v", pattern, files, err)
	}
	return files
}

// stripTags returns the text between the tags of HTML.
func stripTags(t *testing.T, html string) string {
	t.Helper()
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader("<pre>" + html + "</pre>"))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok {
			b.Write(text)
		}
	}
}
