package school

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// lettersOf are the first letters of a script.
func lettersOf(script *unicode.RangeTable) (letters string) {
	for c := rune(0); c < unicode.MaxRune && len([]rune(letters)) < 4; c++ {
		if unicode.Is(script, c) && unicode.IsLetter(c) {
			letters += string(c)
		}
	}
	return letters
}

// everyScript returns count names of letters of all scripts of Unicode.
func everyScript(count int) (names []string) {
	var scripts []string
	for name, script := range unicode.Scripts {
		if letters := lettersOf(script); letters != "" && name != "Common" {
			scripts = append(scripts, letters)
		}
	}
	slices.Sort(scripts)
	for n := range count {
		names = append(names, fmt.Sprint(scripts[n%len(scripts)], " ", strings.Repeat("o", n/len(scripts))))
	}
	return names
}

// TestAStormOfScripts has a thousand people join at once, two of them with each name, one in capital letters: names of all scripts of Unicode. Everybody is in
// once or is told why not, nobody has a name that is taken for another's, and all are there when the server begins anew.
func TestAStormOfScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	names := everyScript(maxSeats)
	in, refused := make([]Joined, 2*len(names)), make([]error, 2*len(names))
	var all sync.WaitGroup
	for n := range in {
		all.Go(func() {
			nick := names[n/2]
			if n%2 == 1 {
				nick = strings.ToUpper(nick)
			}
			in[n], refused[n] = s.school.Join(code, nick, "")
		})
	}
	all.Wait()
	seats := 0
	for n, err := range refused {
		switch {
		case err == nil:
			seats++
		case !strings.Contains(err.Error(), "expected a nickname that is not taken") && !strings.Contains(err.Error(), "expected at most 500 seats"):
			t.Errorf("%q: expected a seat, or that the name is taken or the class full, found %v", names[n/2], err)
		}
		if n%2 == 1 && err == nil && refused[n-1] == nil {
			t.Errorf("%q: expected that one of two has the name, found that both have", names[n/2])
		}
	}
	if seats < maxSeats*9/10 || len(c.state.Seats) != seats {
		t.Errorf("expected about %d seats, found %d, and %d in the class", maxSeats, seats, len(c.state.Seats))
	}
	there := slices.Collect(maps.Values(c.state.Seats))
	for i, a := range there {
		for _, b := range there[i+1:] {
			if sameName(a.Nick, b.Nick) {
				t.Errorf("expected names that are not taken for each other, found %q and %q", a.Nick, b.Nick)
			}
		}
	}
	s.restart()
	for n, joined := range in {
		if refused[n] != nil {
			continue
		}
		if again, err := s.school.Rejoin(joined.Rejoin); err != nil || again.Nick != joined.Nick {
			t.Errorf("%q: expected the seat of before, found %q, %v", joined.Nick, again.Nick, err)
		}
	}
}
