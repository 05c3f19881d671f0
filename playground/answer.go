package playground

import (
	"encoding/json"
	"net/http"
	"reflect"
)

// sayError answers with {"error": message}, and says after how many seconds to try again where that may help.
func sayError(w http.ResponseWriter, status int, message string) {
	if wait := map[int]string{http.StatusServiceUnavailable: "2", http.StatusTooManyRequests: "60"}[status]; wait != "" && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", wait) // in seconds
	}
	sayJSON(w, status, map[string]string{"error": message})
}

// sayJSON answers with something short that can be marshalled.
func sayJSON(w http.ResponseWriter, status int, answer any) {
	sayText(w, status, marshal(answer))
}

// marshal writes something as JSON for which that cannot fail.
func marshal(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("BUG: an answer always marshals: " + err.Error())
	}
	return text
}

// sayText answers with parts of a JSON text, one after the other.
func sayText(w http.ResponseWriter, status int, parts ...[]byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	for _, part := range append(parts, []byte("\n")) {
		if _, err := w.Write(part); err != nil {
			return // the client has gone
		}
	}
}

// plainKind says which kind of JSON a Go type is read from.
func plainKind(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "a text"
	case reflect.Slice:
		return "bytes in base64"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a number"
}
