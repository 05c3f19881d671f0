package terms

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTable checks the form of each term: an ID for addresses, a text of sentences, a picture that fits into a card, and words that no
// other term has.
func TestTable(t *testing.T) {
	owner := map[string]string{}
	ids := map[string]bool{}
	for _, term := range All() {
		if strings.Trim(term.ID, "abcdefghijklmnopqrstuvwxyz-") != "" || term.Name == "" || !strings.HasSuffix(term.Text, ".") {
			t.Errorf("%s: expected an ID for addresses, a name, and a text with a full stop", term.ID)
		}
		picture := strings.Split(term.Picture, "\n")
		if len(picture) < 3 || len(picture) > 6 {
			t.Errorf("%s: expected a picture of about five lines, found %d", term.ID, len(picture))
		}
		for _, line := range picture {
			if utf8.RuneCountInString(line) > 50 {
				t.Errorf("%s: expected a line of at most 50 characters, found %q", term.ID, line)
			}
		}
		if !strings.HasPrefix(term.Source.URL, "https://") || term.Source.Title == "" {
			t.Errorf("%s: expected where it was described, found %v", term.ID, term.Source)
		}
		for _, word := range term.Words {
			if owner[word] != "" || word != strings.ToLower(word) {
				t.Errorf("%s: expected a small word that no other term has, found %q of %q", term.ID, word, owner[word])
			}
			owner[word] = term.ID
		}
		if ids[term.ID] {
			t.Errorf("expected each term once, found `%s` twice", term.ID)
		}
		ids[term.ID] = true
	}
	if len(owner) < 30 {
		t.Errorf("expected at least 30 words, found %d", len(owner))
	}
}

// TestWhatAJumpPasses holds a word of reasons ("row 55 passes it on") that led to the card of the optimizer's passes.
func TestWhatAJumpPasses(t *testing.T) {
	for _, term := range All() {
		for _, word := range strings.Fields("The jump passes it on") {
			if slices.Contains(term.Words, word) {
				t.Errorf("expected no term in `The jump passes it on`, found %q of %s", word, term.ID)
			}
		}
	}
}
