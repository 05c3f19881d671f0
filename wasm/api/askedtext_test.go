package api

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"unicode/utf16"
)

// characters are those of edited texts: of one byte and of several, of one code unit and of two.
var characters = []rune("[]i01 #\nü€𝄞")

func randomText(r *rand.Rand, n int) []rune {
	text := make([]rune, r.IntN(n))
	for i := range text {
		text[i] = characters[r.IntN(len(characters))]
	}
	return text
}

// TestEdits compares texts that are sent as edits with the same texts sent as a
// whole.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	units := func(text []rune) int { return len(utf16.Encode(text)) }
	e, whole := New(), New()
	var before []rune
	for number := 1; number < 500; number++ {
		q := OptimizeRequest{Passes: []string{"fold"}, To: -1, Result: number}
		after := randomText(r, 40)
		if number > 1 {
			from := r.IntN(len(before) + 1)
			to := from + r.IntN(len(before)-from+1)
			insert := randomText(r, 6)
			after = append(append(append([]rune{}, before[:from]...), insert...), before[to:]...)
			q.Edit = &Edit{Of: number - 1, Length: units(before), From: units(before[:from]), To: units(before[:to]), Insert: string(insert)}
		} else {
			q.Text = string(after)
		}
		got := bytes.Clone(ask(t, e, "optimize", q))
		q.Text, q.Edit = string(after), nil
		if want := ask(t, whole, "optimize", q); !bytes.Equal(got, want) {
			t.Fatalf("%q becomes %q: expected\n%s\nfound\n%s", string(before), string(after), want, got)
		}
		before = after
	}
}

// TestEditsOfOtherTexts expects an answer with the number that is not known.
func TestEditsOfOtherTexts(t *testing.T) {
	const text = "[i0] # ü𝄞\njump(i0)\n" // 20 code units
	for name, edit := range map[string]Edit{
		"another result":           {Of: 2, Length: 20},
		"no result":                {Of: 0, Length: 20},
		"another length":           {Of: 1, Length: 21},
		"as many units as bytes":   {Of: 1, Length: len(text), To: 1},
		"backward":                 {Of: 1, Length: 20, From: 3, To: 2},
		"before the text":          {Of: 1, Length: 20, From: -1, To: 2},
		"behind the text":          {Of: 1, Length: 20, From: 20, To: 21},
		"from within a character":  {Of: 1, Length: 20, From: 9, To: 20},
		"to within a character":    {Of: 1, Length: 20, From: 0, To: 9},
		"only within a character":  {Of: 1, Length: 20, From: 9, To: 9},
		"a length of half a text":  {Of: 1, Length: 9, From: 0, To: 0},
		"a length that is too big": {Of: 1, Length: 1 << 40, From: 0, To: 1 << 39},
	} {
		e := New()
		ask(t, e, "optimize", OptimizeRequest{Text: text, To: -1, Result: 1})
		got := ask(t, e, "optimize", OptimizeRequest{Edit: &edit, To: -1, Result: 3})
		var absent map[string]int
		if err := json.Unmarshal(got, &absent); err != nil || len(absent) != 1 || absent["gone"] != edit.Of {
			t.Errorf("%s: expected the text of %d to be gone, found %s", name, edit.Of, got)
		}
	}
}

// ask returns the answer of an engine as JSON.
func ask(t *testing.T, e *Engine, name string, request any) []byte {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	return e.Call(name, text)
}
