package terms

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTable checks the form of each term: an ID for addresses, a text of sentences, a picture that fits into a card, and words that no
// other term has.
func TestTable(t *testing.T) {
	owner := map[string]string{}
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
		if found, ok := Find(term.ID); !ok || found.Name != term.Name {
			t.Errorf("expected to find `%s`, found %v", term.ID, found)
		}
	}
	if _, ok := Find("nonsense"); ok || len(owner) < 30 {
		t.Errorf("expected no term called `nonsense`, and at least 30 words, found %d", len(owner))
	}
}
