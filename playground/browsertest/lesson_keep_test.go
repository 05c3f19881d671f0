package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func TestCodeIsKept(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.TypeAtEnd("# mine"))
	must(t, tab.Reload())
	must(t, tab.Judged("pass"))
	if got := text(t, tab); got != rightFold+"# mine" {
		t.Errorf("after a reload: got %q", got)
	}
	// Another tab begins with it and goes its own way.
	other := sibling(t, tab, site.URL+foldStep)
	must(t, other.Judged("pass"))
	must(t, other.TypeAtEnd(" and yours"))
	must(t, tab.TypeAtEnd(" alone"))
	must(t, other.Reload())
	must(t, tab.Reload())
	for page, want := range map[*Tab]string{tab: "# mine alone", other: "# mine and yours"} {
		must(t, page.Judged("pass"))
		if got := text(t, page); got != rightFold+want {
			t.Errorf("two tabs: got %q, expected %q at its end", got, want)
		}
	}
	// A reset can be undone, also one of two at once, and green comes back from anywhere.
	must(t, tab.Solve("broken("))
	must(t, tab.Judged("error"))
	chooseReset(t, tab, "Last green")
	chooseReset(t, tab, "Starter")
	must(t, tab.Judged("fail"))
	must(t, tab.Focus(Editor))
	must(t, tab.Press("z", ctrl))
	must(t, tab.Judged("pass"))
}

func chooseReset(t *testing.T, tab *Tab, title string) {
	t.Helper()
	must(t, tab.Eval(`document.querySelector("button[aria-label='Reset the code']").click()`, nil))
	item := fmt.Sprintf(`[...document.querySelectorAll(".menu-item")].find((i) => i.querySelector(".menu-title").textContent === %q)`, title)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+".click()", nil))
}

func TestStepGoesOnFromOnesOwnCode(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	mine := rightFold + "# my own\n"
	must(t, tab.Solve(mine))
	must(t, tab.Judged("pass"))
	must(t, tab.Click(".next-step"))
	must(t, tab.Wait(`location.pathname.endsWith("/ask-again") && document.querySelector(".verdict.fail")`))
	if got := text(t, tab); got != mine {
		t.Errorf("expected the code of the step before, found %q", got)
	}
	chooseReset(t, tab, "Starter")
	must(t, tab.Wait(`!document.querySelector(".cm-content").textContent.includes("my own")`))
}

func TestProgressMovesToAnotherBrowser(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold+"# carried over\n"))
	must(t, tab.Judged("pass"))
	menu := func(tab *Tab, title string) {
		must(t, tab.Eval(`[...document.querySelectorAll(".header-tools [aria-haspopup=menu]")].at(-1).click()`, nil))
		item := fmt.Sprintf(`[...document.querySelectorAll(".menu-item")].find((i) => i.textContent.startsWith(%q))`, title)
		must(t, tab.Wait(item))
		must(t, tab.Eval(item+".click()", nil))
	}
	must(t, tab.Eval(`(() => { const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return make(blob); }; })()`, nil))
	menu(tab, "Save my progress")
	must(t, tab.Wait(`window.saved`))
	var saved string
	must(t, tab.Eval(`window.saved`, &saved))

	stranger := openStep(t, foldStep)
	must(t, stranger.Eval(`HTMLInputElement.prototype.click = function () {
		const files = new DataTransfer();
		files.items.add(new File([`+strconv.Quote(saved)+`], "progress.json"));
		this.files = files.files;
		this.dispatchEvent(new Event("change"));
	}`, nil))
	menu(stranger, "Load progress")
	must(t, stranger.Wait(`document.querySelector(".toast")?.innerText.includes("1 step loaded")`))
	must(t, stranger.Click(".toast-action"))
	must(t, stranger.Judged("pass"))
	if got := text(t, stranger); !strings.HasSuffix(got, "# carried over\n") {
		t.Errorf("expected the code of the other browser, found %q", got)
	}
}
