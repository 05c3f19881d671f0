package browsertest

import (
	"fmt"
	"testing"
)

// TestRunOfALogIsMadeUp runs a trace that PyPy recorded, of which the log does not tell
// what its constants are: the page says what it made up, and one constant can be said.
func TestRunOfALogIsMadeUp(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	chooseExample(t, tab, "Storing an attribute")
	must(t, tab.Wait(`/Outcomes agree.*finish\(ConstPtr\(ptr29\)\)/.test(document.querySelector(".verdict:not(.is-stale)")?.innerText)`))
	must(t, tab.Wait(`/which objects ConstPtr\(ptr12\).*are: this run made it up/.test(document.querySelector(".made-up").innerText)`))
	choose := func(name string) {
		must(t, tab.Eval(fmt.Sprintf(`(() => {
			const select = document.querySelector(".made-up select");
			select.value = %q;
			select.dispatchEvent(new Event("change", { bubbles: true }));
		})()`, name), nil))
		must(t, tab.Wait(fmt.Sprintf(`document.getElementById("input-%s")?.value === "obj()"`, name)))
	}
	typeIn := func(name, text string) {
		must(t, tab.Eval(fmt.Sprintf(`(() => {
			const input = document.getElementById("input-%s");
			input.value = %q;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		})()`, name, text), nil))
	}
	// Two constants are one object; a class that the trace does not have is said under the field.
	choose("ConstPtr(ptr12)")
	typeIn("ConstPtr(ptr12)", "ConstPtr(ptr15)")
	must(t, tab.Wait(`document.querySelector(".verdict:not(.is-stale)") && !document.querySelector(".input-error")`))
	typeIn("ConstPtr(ptr12)", "Nonsense(")
	must(t, tab.Wait(`/expected a closing/.test(document.querySelector(".input-error")?.innerText)`))
	typeIn("ConstPtr(ptr12)", "Nonsense()")
	must(t, tab.Wait(`/expected a class of the trace/.test(document.querySelector(".input-error")?.innerText)`))
	// What has nothing in it has no field.
	typeIn("ConstPtr(ptr12)", "")
	must(t, tab.Wait(`!document.getElementById("input-ConstPtr(ptr12)") && document.querySelector(".verdict:not(.is-stale)")`))
}

// withCalls asks functions of which nothing is known, one that computes and one that may
// do anything.
const withCalls = `[i0, i9, p0]
i3 = call_i(ConstClass(f), i9, descr=<Calli 8 i EF=5>)
guard_no_exception() [i3]
i4 = call_i(ConstClass(g), i3, p0, descr=<Calli 8 ir EF=0>)
p4 = call_r(ConstClass(h), i4, descr=<Callr 8 i EF=0>)
i5 = ptr_eq(p4, p0)
guard_false(i5) [i4]
i6 = int_add(i9, i4)
i1 = int_sub(i0, 1)
i2 = int_gt(i1, 0)
guard_true(i2) [i6, i1]
jump(i1, i6, p0)
`

// TestMeasureCallsInTheBrowser measures a trace with calls: all forms do what the
// interpreter does, and the page says that what calls do is made up.
func TestMeasureCallsInTheBrowser(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openMachine(t, site, "time")
	t.Cleanup(func() { expectNoProblems(t, site, tab) })
	must(t, tab.Replace(withCalls))
	must(t, tab.Settled())
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`[...document.querySelectorAll(".group-browser[data-phase=done] .group-note")].some((n) => n.innerText.includes("The page invents the results of calls"))`))
}
