package optimizer_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/optimizer"
	"unbox/trace"
)

// maxTexts is the number of texts kept for each reason.
const maxTexts = 5

// What remarks say, word for word: for every reason, the first texts that the text tests have for it, with what they rest on and their
// short form, in testdata/remarks.txt. This is the place to read the wording as a whole, and to notice a remark that names the wrong value.
// -update rewrites the file.
func TestRemarksSayWhatTheyMean(t *testing.T) {
	texts := make(map[string][]string)
	for _, path := range caseFiles(t) {
		for _, c := range loadCases(t, path).cases {
			in := mustParse(t, strings.Join(c.input, "\n")+"\n")
			r := c.optimizer(t).Run(in, c.passes(t))
			recorded, result := trace.NewNamer(in, ""), trace.NewNamer(r.Out, "")
			for i := range r.Remarks {
				id := r.Remarks[i].Reason.ID()
				if text := r.Text(i, recorded, result) + causesText(r, i) + " | " + optimizer.PartsText(r.Short(i, recorded, result)); len(texts[id]) < maxTexts && !slices.Contains(texts[id], text) {
					texts[id] = append(texts[id], text)
				}
			}
		}
	}
	var found strings.Builder
	for _, reason := range optimizer.Reasons() {
		for _, text := range texts[reason.ID()] {
			fmt.Fprintf(&found, "%s: %s\n", reason.ID(), text)
		}
	}
	golden.Compare(t, filepath.Join("testdata", "remarks.txt"), found.String())
}

// causesText is what a remark rests on, in a line.
func causesText(r *optimizer.Result, i int) (text string) {
	for _, c := range r.Causes(i) {
		text += fmt.Sprintf(" <- %s %s", c.Kind, causeText(r, c))
	}
	return text
}
