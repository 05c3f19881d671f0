package browsertest

import (
	"fmt"
	"testing"
)

// boxes is a trace of two boxes and a number.
const boxes = `class BoxedInteger { intval: int }
[p0, p1, i2]
i3 = get(p0, intval)
i4 = get(p1, intval)
i5 = int_add(i3, i4)
i6 = int_add(i5, i2)
finish(i6)
`

func field(name string) string {
	return fmt.Sprintf(`document.querySelector("#input-%s")`, name)
}

// TestInputsDoNotDisturbEachOther types an object key by key into one field: the other
// fields keep what they hold, and the run follows once the object is closed.
func TestInputsDoNotDisturbEachOther(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(boxes))
	must(t, tab.Wait(field("i2")))
	for name, value := range map[string]string{"p1": "BoxedInteger(intval=30)", "i2": "3"} {
		must(t, tab.Focus("#input-"+name))
		must(t, tab.Type(value))
	}
	must(t, tab.Focus("#input-p0"))
	typed := ""
	for _, key := range "BoxedInteger(intval=9)" {
		typed += string(key)
		must(t, tab.Type(string(key)))
		must(t, tab.Wait(field("p0")+fmt.Sprintf(".value === %q", typed)))
		must(t, tab.Wait(field("p1")+`.value === "BoxedInteger(intval=30)" && `+field("i2")+`.value === "3"`))
		if string(key) == "(" {
			must(t, tab.Wait(`/closing \)/.test(document.querySelector("#input-p0-errors").innerText)`))
			must(t, tab.Wait(`/cannot be read yet/.test(document.querySelector("#pane-run").innerText) && !document.querySelector("#pane-run .verdict")`))
		}
	}
	must(t, tab.Wait(runAgrees+` && /42/.test(document.querySelector("#pane-run .outcomes:not(.is-stale)").innerText)`))

	// Half-typed again, it survives a reload and a link.
	must(t, tab.Type("9, 1"))
	must(t, tab.Wait(`/one value/.test(document.querySelector("#input-p0-errors").innerText)`))
	must(t, tab.Settled())
	var link string
	must(t, tab.Eval("location.href", &link))
	must(t, tab.Reload())
	stranger, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, stranger.AtDesk())
	t.Cleanup(func() { expectNoProblems(t, site, stranger) })
	must(t, stranger.Open(link))
	for _, tab := range []*Tab{tab, stranger} {
		must(t, tab.Wait(field("p0")+`?.value === "BoxedInteger(intval=9)9, 1" && `+field("p1")+`.value === "BoxedInteger(intval=30)" && `+field("i2")+`.value === "3"`))
	}
}

// TestInputsOfAnotherTraceAreSaid changes the name of an input: what was given to the old
// name waits for it, and nothing that the form does not show is an error.
func TestInputsOfAnotherTraceAreSaid(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace("[i0, i1]\ni2 = int_add(i0, i1)\nfinish(i2)\n"))
	must(t, tab.Wait(field("i1")))
	must(t, tab.Focus("#input-i1"))
	must(t, tab.Type("7"))
	// In the editor, letter for letter: a text that takes the place of the whole is another trace.
	must(t, tab.Eval(`(() => {
		const { view } = document.querySelector(".cm-content").cmTile;
		const places = [...view.state.doc.toString().matchAll(/i1/g)].map((m) => m.index);
		view.dispatch({ changes: places.map((from) => ({ from, to: from + 2, insert: "n" })), userEvent: "input.type" });
	})()`, nil))
	must(t, tab.Wait(`/not taken by this trace: i1/.test(document.querySelector(".inputs-strangers").innerText)`))
	must(t, tab.Settled())
	must(t, tab.Wait(runAgrees))
	must(t, tab.Click(".inputs-strangers button"))
	must(t, tab.Wait(`!document.querySelector(".inputs-strangers")`))
}
