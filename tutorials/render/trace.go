package render

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"unbox/tutorials/lesson"
)

// PlaygroundLink returns the address at which a playground shows a trace. Passes are given by names; without any, the preset is used;
// without that, the playground's default. The form is version 1 of the playground's links (static/src/fragment.ts).
func PlaygroundLink(playground, trace string, passes []string, preset string) string {
	form := struct {
		Text   string   `json:"t"`
		Passes []string `json:"p,omitempty"`
		Preset string   `json:"r,omitempty"`
	}{trace, passes, ""}
	if len(passes) == 0 {
		form.Preset = preset
		if preset == "" {
			form.Preset = "loop"
		}
	}
	return playground + "#1" + packed(form)
}

// packed is a form of links: JSON, deflated, in base64url.
func packed(form any) string {
	text, err := json.Marshal(form)
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic("BUG: the level is a valid one: " + err.Error())
	}
	if _, err := w.Write(text); err != nil {
		panic("BUG: a buffer takes everything: " + err.Error())
	}
	if err := w.Close(); err != nil {
		panic("BUG: a buffer takes everything: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// passesOf reads the attribute passes="fold, cse".
func passesOf(b lesson.Block) []string {
	var names []string
	for name := range strings.SplitSeq(b.Attr["passes"], ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// traceExample renders a trace with its title below it, and a link to the playground.
func (r *renderer) traceExample(b lesson.Block) string {
	link := PlaygroundLink(r.playground, b.Text, passesOf(b), b.Attr["preset"])
	return fmt.Sprintf(`<figure class="example"%s>%s`+
		`<figcaption class="toolbar spread gap-half-4">%s<a class="open-trace" href="%s">Open in the playground</a></figcaption></figure>`+"\n",
		called(b.Attr["title"]), Code("trace", b.Text), titled(b), html.EscapeString(link))
}

// titled writes the title of a block as the beginning of its caption.
func titled(b lesson.Block) string {
	if b.Attr["title"] == "" {
		return ""
	}
	return `<span class="caption-title">` + Inline(b.Attr["title"]) + `</span> `
}
