package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"unbox/internal/words"
)

// decode reads a request. The text of a long trace is nearly the whole request, and encoding/json looks at
// each of its characters twice, one state at a time. So if the first field of the request is a text, and it is
// an ordinary one, it is cut out first, and encoding/json reads the rest.
//
// Errors: anything that encoding/json would not take.
func decode(request []byte, into any) error {
	if text := firstText(into); text != nil {
		if unquoted, rest, ok := cutText(request); ok {
			*text, request = unquoted, rest
		}
	}
	if err := json.Unmarshal(request, into); err != nil {
		return fmt.Errorf("expected a request in JSON: %w", err)
	}
	return nil
}

// firstText returns the first field of a request if that is its text, otherwise nil.
func firstText(request any) *string {
	v := reflect.ValueOf(request).Elem()
	if v.Kind() != reflect.Struct || v.NumField() == 0 || v.Type().Field(0).Tag.Get("json") != "text" {
		return nil
	}
	text, _ := v.Field(0).Addr().Interface().(*string)
	return text
}

// cutText returns the text that a request begins with and the request without
// it. It is not ok for a request that begins differently, or whose text has
// characters that traces do not have: those are for encoding/json.
func cutText(request []byte) (text string, rest []byte, ok bool) {
	const start = `{"text":"`
	if !bytes.HasPrefix(request, []byte(start)) {
		return "", nil, false
	}
	text, after, ok := cutString(request[len(start):])
	if !ok || !utf8.ValidString(text) {
		return "", nil, false
	}
	switch {
	case bytes.HasPrefix(after, []byte(`,"`)):
		after = after[1:]
	case !bytes.HasPrefix(after, []byte("}")):
		return "", nil, false
	}
	return text, append([]byte{'{'}, after...), true
}

// cutString unquotes a string after its opening quote and returns what comes
// after the closing one.
func cutString(s []byte) (unquoted string, after []byte, ok bool) {
	var b strings.Builder
	b.Grow(len(s))
	for copied := 0; ; {
		i := copied + words.Plain(s[copied:])
		b.Write(s[copied:i])
		switch {
		case i == len(s) || s[i] < 0x20:
			return "", nil, false
		case s[i] == '"':
			return b.String(), s[i+1:], true
		}
		c, length := escaped(s[i:])
		if length == 0 {
			return "", nil, false
		}
		b.WriteByte(c)
		copied = i + length
	}
}

// escaped reads an escape of an ASCII character; its length is 0 if it is none.
func escaped(s []byte) (c byte, length int) {
	if len(s) >= 2 && escapes[s[1]] != 0 {
		return escapes[s[1]], 2
	}
	if !bytes.HasPrefix(s, []byte(`\u00`)) || len(s) < 6 {
		return 0, 0
	}
	n, err := strconv.ParseUint(string(s[4:6]), 16, 8)
	if err != nil || n >= utf8.RuneSelf {
		return 0, 0
	}
	return byte(n), 6
}

// escapes are the short escapes that traces need.
var escapes = [256]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\', '/': '/'}
