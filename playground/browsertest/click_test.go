package browsertest

import "testing"

// TestClickMeetsItsElement clicks in a page that never stands still: a button and its neighbour change
// places in each frame. The neighbour must not be clicked, and the button once.
func TestClickMeetsItsElement(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Open("about:blank"))
	must(t, tab.Eval(`(() => {
		document.body.innerHTML = '<div style="height: 0"></div><button id="wanted">Stay</button><br><button id="beside">Leave</button>';
		window.clicks = { wanted: 0, beside: 0 };
		for (const id in clicks) document.getElementById(id).onclick = () => clicks[id]++;
		const height = document.getElementById("beside").offsetTop - document.getElementById("wanted").offsetTop;
		let frames = 0;
		(function move() {
			document.querySelector("div").style.marginTop = frames % 2 ? "0" : -height + "px";
			frames++;
			requestAnimationFrame(move);
		})();
	})()`, nil))
	for want := 1; want <= 20; want++ {
		must(t, tab.Click("#wanted"))
		var wanted, beside int
		must(t, tab.Eval("clicks.wanted", &wanted))
		must(t, tab.Eval("clicks.beside", &beside))
		if wanted != want || beside != 0 {
			t.Fatalf("expected %d clicks on the button and none beside it, found %d and %d", want, wanted, beside)
		}
	}
}
