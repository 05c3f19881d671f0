package workshop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"unbox/internal/golden"
)

// drawnGolden is a session, and which pictures are made of it.
type drawnGolden struct {
	// Pictures, Bytes and Milliseconds are the limits.
	Pictures     int    `json:"pictures"`
	Bytes        int    `json:"bytes"`
	Milliseconds int64  `json:"milliseconds"`
	Lines        []then `json:"lines"`
	// Named are the moments with a name.
	Named []int `json:"named"`
	// Worth are those of which there is a picture, the most important ones first.
	Worth []drawnMoment `json:"worth"`
}

type drawnMoment struct {
	Index  int      `json:"index"`
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	To     int      `json:"to"`
}

// manySidedSession has a moment of each kind.
func manySidedSession() []then {
	at := int64(1_000_000)
	var lines []then
	add := func(after int64, s Step) {
		at += after
		lines = append(lines, then{Version: uint64(len(lines) + 1), At: at, Step: &s})
	}
	view := func(text string) Step { return Step{View: json.RawMessage(text)} }
	length := 0
	write := func(after int64, text string) {
		add(after, Step{Change: json.RawMessage(fmt.Sprintf(`[%d,[0,%q]]`, length, text))})
		length += len(text)
	}
	add(0, Step{Open: &Opening{Owner: "o", When: 1000}})
	write(10, "[i0]")
	write(1_499, "x") // what was before it stood a moment too short
	write(1_500, "y") // and this one just long enough
	add(100, view(`{"passes":["fold","cse"],"to":1}`))
	add(20_000, view(`{"passes":["fold"],"to":7}`))
	add(50, Step{Checkpoint: "first"})
	add(50, view(`{"page":"/lessons/a/b"}`))
	add(9_000, Step{Checkpoint: "in a lesson"})
	add(50, view(`{"page":"/lab"}`))
	add(9_000, view(`{"page":"/","passes":["fold",3],"to":"none"}`))
	add(4_000, Step{Ask: &Question{ID: 1, Text: "How many?", Kind: "number"}})
	add(4_000, Step{Reveal: &Reveal{1, "3"}})
	add(4_000, Step{Done: 1})
	add(1_600, Step{Second: &Second{"m", true}})
	add(20_000, Step{Present: "m"})
	add(1_700, view(`[7]`))
	write(0, "z")
	return lines
}

// TestPicturesOfASession compares with what is kept, which the page's tests read, too (static/src/workshop/kept.test.ts).
func TestPicturesOfASession(t *testing.T) {
	found := drawnGolden{MaxPictures, MaxPictureBytes, momentIsLookedAt.Milliseconds(), manySidedSession(), nil, []drawnMoment{}}
	var whole segment
	for _, s := range segments(found.Lines) {
		whole.deflated = append(whole.deflated, s.deflated...)
	}
	for i, l := range found.Lines {
		if l.named(i) {
			found.Named = append(found.Named, i)
		}
	}
	worth, err := (&Session{whole: whole}).WorthDrawing()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range worth {
		found.Worth = append(found.Worth, drawnMoment{w.Index, w.Text, w.Passes, w.To})
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(found); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/pictures.json", out.String())
}
