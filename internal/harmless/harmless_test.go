package harmless

import (
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"Ada":                                    "Ada",
		" a\u00a0b\tc\nd ":                       "a b c d",
		"\u202eadA":                              "adA",
		"\u2066A\u200b\u00adB":                   "AB",
		"\u3164\u2800\ufe0f":                     "",
		"A" + strings.Repeat("\u0301", 40) + "b": "\u00c1\u0301\u0301\u0301b",
		"o" + strings.Repeat("\u20dd", 40):       "o\u20dd\u20dd\u20dd",
		"\u0334\u0488Ada \u0335B":                "Ada B",
		"A\u0301\u200b\u0301\u200b\u0301\u200b\u0301\u200b\u0301": "\u00c1\u0301\u0301\u0301",
		"A\u200b\u0301B\u2060\u0308":                              "\u00c1B\u0308",
		"O´Brien":                                                 "O´Brien",
		"´" + strings.Repeat("\u0301", 40):                        "´\u0301\u0301\u0301",
		"Nguyễn Thị Hằng":                                         "Nguyễn Thị Hằng",
		"Nguye\u0302\u0303n":                                      "Nguyễn",
		"น้ำฝน ກຳ":                                                "น้ำฝน ກຳ",
		"مُحَمَّد":                                                "مُحَمَّد",
		"श्रीकृष्ण བསྒྲུབས":                                       "श्रीकृष्ण བསྒྲུབས",
		"\uff21\uff44\uff41":                                      "Ada",
		"a\xff\xfeb":                                              "ab",
		"\U000e0041b":                                             "b",
		"नमस्ते 你好 Zoë":                                           "नमस्ते 你好 Zoë",
	} {
		if got := Line(text); got != want {
			t.Errorf("%q: expected %q, found %q", text, want, got)
		}
		if again := Line(want); again != want {
			t.Errorf("%q: expected a text that stays, found %q", want, again)
		}
	}
	if got := Text("a\n  b"); got != "a\n  b" {
		t.Errorf("expected lines to stay, found %q", got)
	}
}
