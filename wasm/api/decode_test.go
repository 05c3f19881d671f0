package api

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzDecode compares the shortcut with what encoding/json reads.
func FuzzDecode(f *testing.F) {
	for _, request := range []string{
		`{"text":"[i0]\ni1 = int_add(i0, 1)\t# \"ü\" \\ \/\r\n","passes":["fold"],"from":0,"to":-1}`,
		`{"text":""}`, `{"text":"a","text":"b"}`, `{"text":"a",}`, `{"text":"a"`, `{"text":"a`, `{"text":"a\`,
		`{"text":"\u00fc\ud834\udd1e\ud834"}`, "{\"text\":\"\xff\"}", "{\"text\":\"a\nb\"}", `{"text":"\x"}`,
		`{"text":"\u003cA\u0000\u007F\u0080"}`, `{"text":"\u00+1"}`, `{"text":"\u00`, `{"text":"a"}}`, `{"text":"a" , "to":1}`, `{ "text":"a"}`, `{"passes":[],"text":"a"}`, `{"text":1}`, `{"Text":"a"}`, `[]`,
	} {
		f.Add([]byte(request))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		var got, want OptimizeRequest
		gotErr := decode(request, &got)
		wantErr := json.Unmarshal(request, &want)
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("%q: got error %v, expected %v", request, gotErr, wantErr)
		}
		if gotErr == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, expected %+v", request, got, want)
		}
	})
}
