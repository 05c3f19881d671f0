package main

// lessonScenes are pages of the lessons: the contents with something done, and a step
// with a mistake and with the right program.
var lessonScenes = []scene{
	{name: "lesson-contents", path: "lessons/", show: showContents},
	{name: "lesson-mistake", path: lessonPath, show: showMistake},
	{name: "lesson-green", path: lessonPath, show: showGreen},
	{name: "lesson-text", path: "lessons/boxes-in-a-real-trace/the-rules", show: showText},
	{name: "lesson-race", path: "lessons/the-race/the-race", show: showRace},
	{name: "lesson-certificate", path: lessonPath, show: showCertificate},
	{name: "lesson-lost", path: "lessons/nothing/here", show: showLost},
}

// lessonWindows are the sizes of their pictures.
var lessonWindows = []window{{360, 740}, {1440, 900}}

// lessonPath is a step in the middle of the course.
const lessonPath = "lessons/equal-things/computed-once-and-for-all"

// lessonProgram is a program of that step, except for the sum that it computes.
func lessonProgram(sum string) string {
	return `def fold(bb):
    """Returns a block in which no two numbers are added."""
    out = Block()
    for op in bb:
        if op.name == "add":
            x, y = op.args[0], op.args[1]
            if isinstance(x, Constant) and isinstance(y, Constant):
                print("folding", x.value, "+", y.value)
                op.make_equal_to(Constant(` + sum + `))
                continue
        out.append(op)
    return out
`
}

// showContents marks some steps as done, as if a learner had been here.
func showContents(tab *stage) error {
	return steps(
		func() error {
			return tab.Eval(`(() => {
				const steps = [...document.querySelectorAll("li[data-step]")].slice(0, 8);
				for (const s of steps) localStorage.setItem("unbox:lesson:1:progress:" + s.dataset.step, JSON.stringify({ done: 1 }));
				localStorage.setItem("unbox:lesson:1:place", JSON.stringify({ path: "/`+lessonPath+`", title: "Computed once and for all" }));
			})()`, nil)
		},
		tab.Reload,
		tab.until(`document.querySelector("#continue a") && document.querySelector(".upload")`),
	)
}

func showMistake(tab *stage) error { return showProgram(tab, "x.value + y.value", "fail") }

func showGreen(tab *stage) error {
	return showProgram(tab, "wrap(x.value + y.value)", "pass")
}

// showProgram puts a program into the editor and waits until it is judged.
func showProgram(tab *stage, sum, status string) error {
	return steps(
		func() error { return tab.Judged("fail") },
		tab.script(`window.unboxClocks[2_500] = 100`), // the celebration ends, which it never does in tests
		tab.script(`document.querySelector("#tab-exercise")?.click()`),
		func() error { return tab.Solve(lessonProgram(sum)) },
		func() error { return tab.Judged(status) },
		tab.until(`document.querySelector(".printed") && !document.querySelector(".celebrating")`),
		tab.script(`document.activeElement.blur()`),
	)
}

// showText is a step with drawings and a table.
func showText(tab *stage) error {
	return tab.Wait(`document.querySelector(".prose table") && document.querySelector(".workbench.ready")`)
}

// showRace runs a race of the last step, as somebody does who comes there without a program.
func showRace(tab *stage) error {
	const race = `document.querySelector(".illustration[data-kind=race] .illustration-drawn")`
	const button = race + `?.shadowRoot?.querySelector(".race .primary")`
	return steps(
		tab.until(button+` && document.querySelector(".workbench.ready")`),
		tab.script(button+`.click()`),
		tab.until(button+`.textContent === "Race again"`),
		tab.script(race+`.scrollIntoView({block: "start"})`),
	)
}

// showCertificate solves a step, has it verified, and opens the certificate about it.
func showCertificate(tab *stage) error {
	return steps(
		func() error { return showGreen(tab) },
		tab.script(`[...document.querySelectorAll(".bench-controls .button")].at(-1).click()`),
		tab.until(`document.querySelector(".badge")?.innerText === "verified"`),
		tab.Settled,
		func() error { return tab.Open(tab.site.URL + "lessons/certificate") },
		tab.until(`document.querySelector(".certificate-form input")`),
		func() error { return tab.Focus(".certificate-form input") },
		func() error { return tab.Type("Ada Lovelace") },
		func() error { return tab.Click(".certificate-form button") },
		tab.until(`document.querySelector(".certificate-standing.is-valid")`),
	)
}

// showLost is an address at which there is nothing.
func showLost(tab *stage) error { return tab.Wait(`document.querySelector("h1")`) }
