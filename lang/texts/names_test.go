package texts

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNamedCharacters asks CPython for the names of all characters that are known.
func TestNamedCharacters(t *testing.T) {
	for name, want := range map[string]rune{"bullet": '•', "LATIN SMALL LETTER E WITH ACUTE": 'é', "Pile of Poo": '💩'} {
		if c, ok := Named(name); !ok || c != want {
			t.Errorf("%s: expected %q, found %q, %v", name, want, c, ok)
		}
	}
	for _, name := range []string{"NO SUCH THING", "WHITE ſTAR", "BLACK CıRCLE"} { // the capitals of ſ and ı are S and I
		if c, ok := Named(name); ok {
			t.Errorf("%s: expected no character, found %q", name, c)
		}
	}
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 to compare with")
	}
	var program strings.Builder
	program.WriteString("import unicodedata\n")
	for name, c := range namedCharacters() {
		program.WriteString("print(unicodedata.name('" + string(c) + "') == '" + name + "')\n")
	}
	text := strings.NewReplacer("name(''')", `name("'")`, `name('\')`, `name('\\')`).Replace(program.String())
	command := exec.Command(path, "-")
	command.Stdin = strings.NewReader(text)
	out, err := command.Output()
	if n := strings.Count(string(out), "True\n"); err != nil || n != len(namedCharacters()) || n < 4000 {
		t.Errorf("expected the %d names to be those of CPython, found %d that are, %v", len(namedCharacters()), n, err)
	}
}
