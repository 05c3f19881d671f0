package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/examples"
	"unbox/static"
	"unbox/wasm/api"
)

// framed opens an article of another site with a frame of the embed page in it, which follows the heights that the frame tells.
func framed(t *testing.T, width int64, address string) *Tab {
	t.Helper()
	article := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>An article</title><body style="margin: 0"><iframe title="A trace" style="display: block; width: 100%%; border: 0" height="420"></iframe><script>
			window.heights = [];
			addEventListener("message", (e) => { if (e.data.unboxHeight) { heights.push(e.data.unboxHeight); document.querySelector("iframe").style.height = e.data.unboxHeight + "px"; } });
			document.querySelector("iframe").src = %q;
		</script>`, site.URL+address)
	}))
	t.Cleanup(article.Close)
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.Resize(width, 800))
	must(t, tab.Open(article.URL))
	return tab
}

// TestEmbed puts the embed page into a frame of another site: it tells its height, until nothing in it scrolls, for rows that were chosen
// and for all.
func TestEmbed(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{700, 360} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			tab := framed(t, width, "embed?rows=10-29&theme=dark")
			must(t, tab.Wait(`window.heights.at(-1) > 250`))
			var heights []float64
			must(t, tab.Eval(`window.heights`, &heights))
			// It is never higher than it ends, so that what stands after it moves down once.
			if last := heights[len(heights)-1]; last > 560 || slices.Max(heights) > last {
				t.Errorf("expected eleven rows in at most 560 pixels, and no more before, found %v", heights)
			}
			must(t, tab.Eval(`location.href = document.querySelector("iframe").src`, nil))
			must(t, tab.Wait(`document.querySelectorAll(".picture-row").length > 8`))
			expectWholeRows(t, tab)
			// The way out stands at the right edge, and not in a line of its own.
			must(t, tab.Wait(`(() => { const link = [...document.querySelectorAll(".frame-head a")].at(-1).getBoundingClientRect(); return link.right > innerWidth - 24 && link.top < document.querySelector(".frame-note").getBoundingClientRect().bottom; })()`))
			all := framed(t, width, "embed")
			must(t, all.Wait(`window.heights.some((h) => h > 600)`))
		})
	}
}

// TestEmbedPage opens the embed page by itself: rows that were chosen and others in folds, the colours, the reason of a row, and words about
// addresses that cannot be shown.
func TestEmbedPage(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Resize(700, 420))
	must(t, tab.Open(site.URL+"embed?rows=10-29&theme=dark"))
	must(t, tab.Wait(`document.querySelectorAll(".picture-row").length > 11`))
	must(t, tab.Wait(`document.documentElement.dataset.theme === "dark"`))
	var numbers []string
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row .row-number")].map((n) => n.textContent).filter((n) => n !== "")`, &numbers))
	if got := strings.Join(numbers, " "); got != "1 10 12 15 17 20 22 23 25 26 27 29" {
		t.Errorf("expected the label and the rows 10 to 29, found %s", got)
	}
	must(t, tab.Settled())
	expectAccessible(t, tab, "embedded")
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row")].find((r) => r.textContent.includes("p5 = new")).click()`, nil))
	must(t, tab.Wait(`document.querySelector(".why-question")?.textContent.includes("p5")`))
	must(t, tab.Settled())
	expectAccessible(t, tab, "embedded, with a reason")
	must(t, tab.Eval(`document.querySelector(".frame-close").click()`, nil))
	must(t, tab.Wait(`!document.querySelector(".why")`))
	must(t, tab.Eval(`document.querySelector(".picture-row.is-fold").click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".picture-row").length > 14`))
	must(t, tab.Open(site.URL+"embed?rows=9-3"))
	must(t, tab.Wait(`document.querySelector(".embed-trouble")?.textContent.includes("expected rows such as 10-29, found 9-3")`))
	must(t, tab.Open(site.URL+"embed#1nonsense"))
	must(t, tab.Wait(`document.querySelector(".embed-trouble")?.textContent.includes("the link is damaged")`))
}

// TestEmbedDialog copies a frame, and opens its address.
func TestEmbedDialog(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 800)
	must(t, tab.Eval(`document.querySelector(".menu.share button").click()`, nil))
	must(t, tab.Wait(`document.querySelector("[role=menu]")`))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")].find((i) => /article/.test(i.textContent)).click()`, nil))
	must(t, tab.Wait(`document.querySelector("dialog[open] .embed-snippet")`))
	must(t, tab.Focus(".embed-choices input"))
	must(t, tab.Type("29-3"))
	must(t, tab.Wait(`/Expected two numbers/.test(document.querySelector("#embed-rows").textContent)`))
	must(t, tab.Type("4"))
	must(t, tab.Wait(`document.querySelector(".embed-snippet").value.includes("rows=29-34")`))
	expectAccessible(t, tab, "what is taken into an article")
	var address string
	must(t, tab.Eval(`/src="([^"]*)"/.exec(document.querySelector(".embed-snippet").value)[1].replace("&#38;", "&")`, &address))
	must(t, tab.Open(address))
	must(t, tab.Wait(`[...document.querySelectorAll(".picture-row .row-number")].map((n) => n.textContent).filter((n) => n !== "").join(" ") === "1 29 32 34"`))
}

// preparedExample is the picture of the first example, as JSON.
func preparedExample(t *testing.T) []byte {
	t.Helper()
	p, err := api.New().Prepared(&api.PreparedRequest{Text: examples.All()[0].Text, Passes: []string{"peel", "guards", "virtual"}, To: -1, Title: "Boxes </script> <b>"})
	must(t, err)
	text, err := json.Marshal(p)
	must(t, err)
	return text
}

// exampleInDocs is the first or second example of a page with the element in docs/embedding.md.
func exampleInDocs(t *testing.T, n int) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/embedding.md")
	must(t, err)
	found := regexp.MustCompile("(?s)```html\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(found) != 2 {
		t.Fatalf("expected two examples in docs/embedding.md, found %d", len(found))
	}
	return found[n][1]
}

// shadow is what is in an element.
const shadow = `document.querySelector("unbox-trace").shadowRoot`

// TestElementFromDisk opens a page from a disk that has the element as the documentation shows it, with the picture in it.
func TestElementFromDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	element, err := static.Asset("unbox-trace.js")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "unbox-trace.js"), element, 0o644))
	inside := strings.Replace(exampleInDocs(t, 1), `{"unboxTrace":1,…}`, strings.ReplaceAll(string(preparedExample(t)), "<", `\u003c`), 1)
	page := "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>An article</title><main><h1>An article</h1>" +
		strings.SplitAfter(exampleInDocs(t, 0), "</script>\n")[0] + inside + "</main></html>"
	must(t, os.WriteFile(filepath.Join(dir, "page.html"), []byte(page), 0o644))
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.Resize(700, 900))
	must(t, tab.Before(`document.addEventListener("unbox-row", (e) => (window.told = e.detail.row), true);`))
	must(t, tab.Open("file://"+filepath.Join(dir, "page.html")))
	must(t, tab.Wait(shadow+`.querySelectorAll(".picture-row").length > 30 && `+shadow+`.querySelectorAll(".life").length === 7`))
	must(t, tab.Wait(shadow+`.querySelector(".frame-note").textContent.startsWith("Boxes </script> <b>")`))
	must(t, tab.Wait(`getComputedStyle(`+shadow+`.querySelector(".tok-allocate") ?? `+shadow+`.querySelector(".row-code")).fontFamily !== ""`))
	must(t, tab.Eval(`document.querySelector("unbox-trace").row = 27`, nil))
	must(t, tab.Wait(shadow+`.querySelector(".why-question")?.textContent.includes("p10")`))
	// By keyboard, as in the page.
	must(t, tab.Eval(shadow+`.querySelector(".rows").focus()`, nil))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector("unbox-trace").row === 29`))
	must(t, tab.Eval(shadow+`.querySelector(".picture-row.is-fold").click()`, nil))
	must(t, tab.Wait(shadow+`.querySelectorAll(".picture-row.is-first").length > 5`))
	expectNoViolations(t, tab, "the element")
	if problems := tab.Problems(); len(problems) > 0 {
		t.Errorf("expected a page without problems, found %q", problems)
	}
}

// TestElementSaysWhatItExpects gives the element what is no picture: what stands in it stays, and an event says why.
func TestElementSaysWhatItExpects(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL+"embed?rows=0-0"))
	element, err := static.Asset("unbox-trace.js")
	must(t, err)
	must(t, tab.Eval(string(element), nil))
	for given, want := range map[string]string{
		`{}`: "expected the output of `unbox show --json`, found something else", `null`: "found something else",
		`{unboxTrace: 2}`: "expected a prepared picture of form 1, found form 2", `{unboxTrace: 1, whole: {}}`: "found a part of it",
	} {
		var said string
		must(t, tab.Eval(`(() => {
			const e = document.createElement("unbox-trace");
			let said = "";
			e.addEventListener("unbox-error", (event) => (said = event.detail.message));
			console.warn = () => {};
			document.body.append(e);
			e.data = `+given+`;
			return said;
		})()`, &said))
		if !strings.Contains(said, want) {
			t.Errorf("%s: expected an error with %q, found %q", given, want, said)
		}
	}
}

// TestElementIsSmall holds the element to its size: 60 KB, compressed.
func TestElementIsSmall(t *testing.T) {
	t.Parallel()
	packed, err := static.Files().Open("unbox-trace.js.br")
	must(t, err)
	defer packed.Close()
	info, err := packed.Stat()
	must(t, err)
	if info.Size() > 60_000 {
		t.Errorf("expected at most 60 KB, found %d bytes", info.Size())
	}
}
