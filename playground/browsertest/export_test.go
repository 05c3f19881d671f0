package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// catchCopies keeps what the page puts on the clipboard in window.copied.
const catchCopies = `window.copied = ""; navigator.clipboard.writeText = async (text) => { window.copied = text; }`

// copied is what is on the clipboard once a button has been clicked.
func copied(t *testing.T, tab *Tab, button string) string {
	t.Helper()
	must(t, tab.Eval(catchCopies, nil))
	must(t, tab.Eval(button+`.click()`, nil))
	must(t, tab.Wait(`window.copied`))
	var got string
	must(t, tab.Eval(`window.copied`, &got))
	return got
}

// chooseExample opens an example from the menu and waits for its result.
func chooseExample(t *testing.T, tab *Tab, title string) {
	t.Helper()
	must(t, tab.Eval(`[...document.querySelectorAll(".menu button")].find((b) => b.innerText.startsWith("Examples")).click()`, nil))
	item := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith(%q))`, title)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+`.click()`, nil))
	must(t, tab.Wait(`!document.querySelector("[role=menu]")`))
	must(t, tab.Settled())
	must(t, tab.Ready())
}

// proveTexts proves two texts as `unbox prove BEFORE AFTER` does.
func proveTexts(t *testing.T, before, after string) prove.Verdict {
	t.Helper()
	recorded, problems := trace.Parse(before)
	if recorded == nil {
		t.Fatalf("expected a trace, found %v in\n%s", problems, before)
	}
	optimized, problems := trace.Parse(after)
	if optimized == nil {
		t.Fatalf("expected what is exported to be a trace, found %v in\n%s", problems, after)
	}
	recorded, optimized, err := prove.Align(recorded, optimized)
	if err != nil {
		t.Fatal(err)
	}
	// Far more steps than a question of these takes.
	verdict, err := prove.Equivalent(t.Context(), recorded, optimized, prove.Options{AfterSource: true, Budget: solve.Budget{Steps: 1_000_000}})
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// TestExportedTextsAreProved takes what the optimizer made of PyPy's traces out of the
// page, in every way there is, and proves it against what is in the editor: guards that
// were strengthened, merged or peeled say whose questions they ask.
func TestExportedTextsAreProved(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../examples/5[134]0-*.trace")
	if err != nil || len(files) != 3 {
		t.Fatalf("expected three examples, found %v, %v", files, err)
	}
	tab := visit(t, "")
	annotated := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		_, title, _ := strings.Cut(string(content), "# title: ")
		title, _, _ = strings.Cut(title, "\n")
		chooseExample(t, tab, title)
		for _, preset := range []string{"", "everything"} {
			if preset != "" {
				choosePreset(t, tab, preset)
				must(t, tab.Settled())
				must(t, tab.Ready())
			}
			recorded := copied(t, tab, `[...document.querySelectorAll(".copy-items button")][0]`)
			optimized := copied(t, tab, `[...document.querySelectorAll(".copy-items button")][1]`)
			must(t, tab.Click(".menu.share button"))
			share := `[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith("Copy optimized"))`
			must(t, tab.Wait(share))
			if shared := copied(t, tab, share); shared != optimized {
				t.Errorf("%s: expected the Share menu to copy the same text as the diff", title)
			}
			annotated += strings.Count(optimized, " from ")
			for _, before := range []string{recorded, text(t, tab)} {
				if v := proveTexts(t, before, optimized); v.Status != prove.Proved {
					t.Errorf("%s, %q: expected a proof, found %s", title, preset, v.Summary())
				}
			}
		}
	}
	if annotated == 0 {
		t.Error("expected guards that say whose questions they ask, found none")
	}
}

// catchFiles keeps what the page has the browser save in window.saved, and saves nothing.
const catchFiles = `window.saved = []; window.savedAs = "";
	const url = URL.createObjectURL; URL.createObjectURL = (blob) => { window.saved.push(blob); return url.call(URL, blob); };
	HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };`

// savePicture chooses an item of the menu and waits for its file.
func savePicture(t *testing.T, tab *Tab, kind string) {
	t.Helper()
	must(t, tab.Eval(`window.saved.length = 0`, nil))
	must(t, tab.Click(".menu.share button"))
	item := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith("Save picture as %s"))`, kind)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+`.click()`, nil))
	must(t, tab.Wait(`window.saved.length === 1 && window.savedAs.endsWith(".`+strings.ToLower(kind)+`")`))
	must(t, tab.Settled())
}

// TestSavedPictures saves the rows with their lines, and the objects of a moment, as SVG and as PNG: whole, though only a part is in
// view, with colours as values, and not empty.
func TestSavedPictures(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 420)
	must(t, tab.Eval(catchFiles, nil))
	const parsed = `new DOMParser().parseFromString(await window.saved[0].text(), "image/svg+xml")`
	savePicture(t, tab, "SVG")
	var rows struct {
		Text, Colors string
		Lines        int
		Failed       bool
	}
	must(t, tab.Eval(`(async () => { const svg = `+parsed+`; return {
		text: [...svg.querySelectorAll("text")].map((e) => e.textContent).join("").replace(/\s+/g, " "),
		colors: [...svg.querySelectorAll("[fill], [stroke]")].map((e) => e.getAttribute("fill") + e.getAttribute("stroke")).filter((c) => /var\(|light-dark|currentcolor/i.test(c)).join(),
		lines: svg.querySelectorAll("svg path").length, failed: svg.querySelector("parsererror") !== null }; })()`, &rows))
	if rows.Failed || rows.Colors != "" || rows.Lines < 20 {
		t.Errorf("expected lifelines in a document with colours as values, found %+v", rows)
	}
	for _, row := range []string{"p5 = new(BoxedInteger)", "jump(p15, p10)"} {
		if !strings.Contains(rows.Text, row) {
			t.Errorf("expected the row `%s`, found %s", row, rows.Text)
		}
	}

	savePicture(t, tab, "PNG")
	var pixels struct{ Width, Height, Inked int }
	must(t, tab.Eval(`(async () => {
		const image = await createImageBitmap(window.saved[0]), canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
		context.drawImage(image, 0, 0);
		const all = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
		return { width: image.width, height: image.height, inked: all.filter((p) => p !== all[0]).length };
	})()`, &pixels))
	if pixels.Height < 2*600 || pixels.Inked < pixels.Width*pixels.Height/200 {
		t.Errorf("expected all rows in pixels, found %+v", pixels)
	}

	must(t, tab.Press("t"))
	must(t, tab.Wait(`document.querySelector(".time-head h2")`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`document.querySelectorAll(".heap-box.is-known").length > 2`))
	must(t, tab.Settled())
	savePicture(t, tab, "SVG")
	var objects struct {
		Dashed int
		Text   string
	}
	must(t, tab.Eval(`(async () => { const svg = `+parsed+`; return {
		dashed: [...svg.querySelectorAll("rect")].filter((r) => /^5(px)?, ?3(px)?$/.test(r.getAttribute("stroke-dasharray"))).length,
		text: [...svg.querySelectorAll("text")].map((e) => e.textContent).join(" ") }; })()`, &objects))
	if objects.Dashed < 3 || !strings.Contains(objects.Text, "p15 BoxedInteger intval i14") {
		t.Errorf("expected dashed boxes, found %+v", objects)
	}
}

// TestSavedColumns saves both columns as SVG and as PNG, and the comparison as one HTML file: with all rows that differ, of which only some are in view.
func TestSavedColumns(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Resize(1280, 420))
	must(t, tab.Settled())
	must(t, tab.Eval(catchFiles, nil))
	save := func(item, ending string) {
		must(t, tab.Eval(`window.saved.length = 0`, nil))
		must(t, tab.Click(".menu.share button"))
		found := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith(%q))`, item)
		must(t, tab.Wait(found))
		must(t, tab.Eval(found+`.click()`, nil))
		must(t, tab.Wait(`window.saved.length === 1 && window.savedAs.endsWith(".`+ending+`")`))
		must(t, tab.Settled())
	}
	save("Save both columns as SVG", "svg")
	var svg string
	must(t, tab.Eval(`(async () => { const svg = new DOMParser().parseFromString((await window.saved[0].text()).replace(/<style>[^]*<\/style>/, ""), "image/svg+xml");
		return svg.querySelector("parsererror") ? "broken" : [...svg.querySelectorAll("text")].map((e) => e.textContent).join("\n"); })()`, &svg))
	for _, part := range []string{"recorded", "after dce", "p5 = new(BoxedInteger)", "stays inside", "jump(p15, p10)", "jump(L1, i20, i19)"} {
		if !strings.Contains(svg, part) {
			t.Errorf("expected %q in the picture, found %s", part, svg)
		}
	}
	save("Save both columns as PNG", "png")
	var pixels struct {
		Width, Height int
		Paper         []int
	}
	must(t, tab.Eval(`(async () => {
		const image = await createImageBitmap(window.saved[0]), context = new OffscreenCanvas(1, 1).getContext("2d");
		context.drawImage(image, 0, 0);
		return { width: image.width, height: image.height, paper: [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)] };
	})()`, &pixels))
	if pixels.Height < 2*600 || pixels.Width < 2*700 || fmt.Sprint(pixels.Paper) != "[253 252 249]" {
		t.Errorf("expected all rows in pixels, on paper, found %+v", pixels)
	}
	save("Save as one HTML file", "html")
	var page string
	must(t, tab.Eval(`window.saved[0].text()`, &page))
	if !strings.HasPrefix(page, "<!doctype html>") || !strings.Contains(page, "jump") || !strings.Contains(page, `class="row is-removed`) {
		t.Errorf("expected a page with the rows, found %.300s", page)
	}
}
