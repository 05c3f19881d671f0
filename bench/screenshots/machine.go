package main

// machineScenes are the Machine panel's code and times.
var machineScenes = []scene{{name: "code", show: showCode}, {name: "times", show: showTimes}}

// showCode points at an operation next to its machine code.
func showCode(tab *stage) error {
	return steps(
		func() error { return openMachine(tab) },
		tab.until(`document.querySelector(".asm-name")`),
		tab.script(`[...document.querySelectorAll(".asm-row")].find((r) => r.innerText.includes("guard_class(p0"))
				.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }))`),
		tab.script(`document.querySelector(".asm-values [data-v=p0]")
				.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }))`),
		tab.until(`document.querySelector(".lane.is-marked")`),
	)
}

// showTimes measures on the server and in the browser, and waits for both.
func showTimes(tab *stage) error {
	return steps(
		func() error { return openMachine(tab) },
		tab.script(`[...document.querySelectorAll("[aria-label=Machine] button")][1].click()`),
		func() error { return tab.Click(".measure") },
		tab.until(`document.querySelectorAll(".times").length === 2`),
	)
}

// openMachine opens the panel when the run's outcome, which comes last, has
// arrived.
func openMachine(tab *stage) error {
	return steps(
		tab.until(`/agree/i.test(document.querySelector("#pane-run").textContent)`),
		tab.script(`document.querySelector("#tab-machine")?.click()`),
		tab.script(`[...document.querySelectorAll(".views-choice button")].find((b) => b.innerText === "Machine")?.click()`),
	)
}
