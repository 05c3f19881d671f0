package receipt

import (
	"strings"
	"testing"
	"time"

	"unbox/playground/secret"
)

func TestReceipts(t *testing.T) {
	key := secret.New()
	good := NewOffice(key).Write("lines/one", "x = 5\n", "tests", time.Unix(1_800_000_000, 0))
	if good.When != "2027-01-15T08:00:00Z" || good.Code != Hash([]byte("x = 5\n")) {
		t.Errorf("got %+v", good)
	}
	changed := func(change func(*Receipt)) Receipt {
		r := good
		change(&r)
		return r
	}
	later := NewOffice(key) // the same server after a restart
	for _, tt := range []struct {
		name        string
		r           Receipt
		code, tests string
		want        string
	}{
		{"a good one", good, "x = 5\n", "tests", ""},
		{"another program", good, "x = 6\n", "tests", "expected the program that passed"},
		{"other tests", good, "x = 5\n", "others", "expected the tests that the program passed"},
		{"a step that is gone", good, "x = 5\n", "", "expected a step of this course, found `lines/one`"},
		{"another step", changed(func(r *Receipt) { r.Step = "lines/two" }), "x = 5\n", "tests", "that this server signed"},
		{"another hash", changed(func(r *Receipt) { r.Code = Hash([]byte("x = 6\n")) }), "x = 6\n", "tests", "that this server signed"},
		{"another time", changed(func(r *Receipt) { r.When = "2028-01-15T08:00:00Z" }), "x = 5\n", "tests", "that this server signed"},
		{"moved borders", changed(func(r *Receipt) { r.Step, r.Code = "lines/on", "e"+r.Code }), "x = 5\n", "tests", "that this server signed"},
		{"no signature", changed(func(r *Receipt) { r.Signature = "" }), "x = 5\n", "tests", "that this server signed"},
		{"nothing", Receipt{}, "", "tests", "that this server signed"},
		{"another server's", NewOffice(secret.New()).Write("lines/one", "x = 5\n", "tests", time.Now()), "x = 5\n", "tests", "that this server signed"},
	} {
		got := later.Check(tt.r, tt.code, tt.tests)
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: expected `%s`, found `%s`", tt.name, tt.want, got)
		}
	}
}
