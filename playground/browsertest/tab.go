package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Patience is how long Tab waits for something to become true: far longer than it takes,
// so that a busy machine causes no failure.
const Patience = 5 * time.Minute

// Tab is one open page. Its methods are for one goroutine.
type Tab struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	problems []string
	requests []string
}

// preparation runs in every page before its own scripts: it keeps the workers,
// so that a test can end one, reports violations of the policy, and marks when
// the editor is there.
//
// Where the page would give something up after some seconds, or remove something, it never does: on a busy machine
// anything can take any time. A test that needs such a clock to run sets unboxClocks[milliseconds] to the time that it
// should take.
const preparation = `
window.unboxWorkers = [];
window.Worker = class extends Worker {
	constructor(...args) { super(...args); window.unboxWorkers.push(this); }
};
document.addEventListener("securitypolicyviolation", (e) =>
	console.error("policy violation: " + e.violatedDirective + " " + e.blockedURI + " " + e.sample));
new MutationObserver((_, observer) => {
	if (!document.querySelector(".cm-content[contenteditable=true]")) return;
	observer.disconnect();
	performance.mark("test:editable");
}).observe(document, { childList: true, subtree: true });
{
	const { setTimeout } = window;
	window.unboxClocks = {};
	// The end of a slice after a stop, a celebration, a run at a server that compiles, a message, a socket that opens, a message with a button, a measurement
	// that begins, an engine's call.
	const clocks = [2_000, 2_500, 4_000, 5_000, 6_000, 12_000, 15_000, 30_000];
	window.setTimeout = (act, time, ...rest) => {
		if (!clocks.includes(time)) return setTimeout(act, time, ...rest);
		return unboxClocks[time] ? setTimeout(act, unboxClocks[time], ...rest) : 0;
	};
	AbortSignal.timeout = () => new AbortController().signal; // questions to the server
}
` + aiming

// aiming gives each page unboxAim(selector): where the mouse has to click to hit the first visible element
// that matches, or null while there is none or another element covers it. Until the mouse button goes down
// on that element, other elements under the mouse get no events: if a page moves between aiming and
// clicking, a neighbour must not be clicked.
const aiming = `
window.unboxAim = (selector) => {
	window.unboxAimed?.stop();
	const element = [...document.querySelectorAll(selector)].find((e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0);
	if (!element) return null;
	element.scrollIntoViewIfNeeded();
	const box = element.getClientRects()[0];
	const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
	const hit = (target) => target instanceof Element && (element.contains(target) || target.closest("label")?.contains(element));
	if (!hit(document.elementFromPoint(x, y))) return null;
	const aimed = { down: false, clicked: false, stop: () => heard.abort(), missed: () => !aimed.clicked && (!aimed.down || element.isConnected) };
	const heard = new AbortController();
	for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
		addEventListener(type, (event) => {
			if (type === "pointerdown") aimed.down = hit(event.target);
			if (type === "click") aimed.clicked = aimed.down && hit(event.target);
			if (aimed.down) return;
			event.preventDefault();
			event.stopImmediatePropagation();
		}, { capture: true, signal: heard.signal });
	}
	window.unboxAimed = aimed;
	return [x, y];
};
`

func newTab(ctx, parent context.Context, options ...chromedp.ContextOption) (*Tab, error) {
	tabCtx, cancel := chromedp.NewContext(parent, options...)
	stop := context.AfterFunc(ctx, cancel)
	t := &Tab{ctx: tabCtx, cancel: func() { stop(); cancel() }}
	// Opens the tab, whose life hangs on this very context.
	if err := chromedp.Listen(tabCtx, t.note); err != nil {
		cancel()
		return nil, err
	}
	// Several tabs are open at once, and each behaves as the one in front does. What else slows
	// hidden tabs, chromedp's own flags switch off.
	focused := emulation.SetFocusEmulationEnabledParams{Enabled: true}
	err := errors.Join(
		command(t, network.Enable, network.EnableParams{}),
		command(t, runtime.Enable, cdp.Empty{}),
		command(t, cdplog.Enable, cdp.Empty{}),
		t.Before(preparation),
		command(t, emulation.SetFocusEmulationEnabled, focused),
		t.Resize(1280, 800))
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// command sends a command of the protocol and drops its result.
func command[P, R any](t *Tab, c cdp.Command[P, R], params P) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	_, err := chromedp.Call(ctx, c, params)
	return err
}

// Before runs a script in the pages that are opened from now on, before their own.
func (t *Tab) Before(script string) error {
	return command(t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// Sibling opens another empty tab of the same visitor: same storage, same cache.
func (t *Tab) Sibling(ctx context.Context) (*Tab, error) { return newTab(ctx, t.ctx) }

// Close closes the tab.
func (t *Tab) Close() { t.cancel() }

// note listens to the browser's events.
func (t *Tab) note(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		t.requests = append(t.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		t.problems = append(t.problems, "exception: "+explain(e.ExceptionDetails))
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError || e.Entry.Level == cdplog.EntryLevelWarning {
			t.problems = append(t.problems, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			var words []string
			for _, arg := range e.Args {
				words = append(words, arg.Description+string(arg.Value))
			}
			t.problems = append(t.problems, "console: "+strings.Join(words, " "))
		}
	}
}

// explain is an exception's text with its stack, if it has one.
func explain(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Text + " " + e.Exception.Description
	}
	return fmt.Sprintf("%s (line %d)", e.Text, e.LineNumber+1)
}

// Problems are the errors and warnings that the page caused so far: uncaught
// exceptions, console messages, refused or failed requests.
func (t *Tab) Problems() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.problems...)
}

// Requests are the addresses that the page asked for so far.
func (t *Tab) Requests() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.requests...)
}

func (t *Tab) run(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// Open goes to an address and waits until the document is there.
func (t *Tab) Open(url string) error { return t.run(chromedp.Navigate(url)) }

// SetOut starts to load an address, and waits for nothing.
func (t *Tab) SetOut(url string) error { return t.Eval(fmt.Sprintf("location.href = %q", url), nil) }

// Reload loads the page again, as the browser's button does.
func (t *Tab) Reload() error { return t.run(chromedp.Reload()) }

// Freeze stops the page's tasks, as for a laptop whose lid is closed, or lets them continue. Until then, nothing of the page answers.
func (t *Tab) Freeze(frozen bool) error {
	state := page.SetWebLifecycleStateStateActive
	if frozen {
		state = page.SetWebLifecycleStateStateFrozen
	}
	return command(t, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
}

// DisableCache makes the tab ask for everything again.
func (t *Tab) DisableCache() error {
	return command(t, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
}

// Resize sets the size of the window in CSS pixels, and waits until the page has been notified and has redrawn
// itself.
func (t *Tab) Resize(width, height int64) error {
	size := emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600}
	if err := command(t, emulation.SetDeviceMetricsOverride, size); err != nil {
		return err
	}
	// A phone's page may be laid out wider than its screen, a desktop's is as wide as its window.
	if err := t.Wait(fmt.Sprintf("(%v ? screen.width : innerWidth) === %d && (%v ? screen.height : innerHeight) === %d", size.Mobile, width, size.Mobile, height)); err != nil {
		return err
	}
	return t.Drawn()
}

// Drawn waits for three frames of the page: in the first it hears how large it and its parts are and which theme the
// system has, in the second is what it makes of that, and after the third it has done what it does once that is drawn.
func (t *Tab) Drawn() error {
	const frames = `new Promise((done) => {
		let left = 3;
		const next = () => (left-- > 0 ? requestAnimationFrame(next) : setTimeout(done));
		next();
	})`
	if t.Eval(frames, nil) == nil {
		return nil
	}
	return t.Wait(`document.body`) // another page has come meanwhile, which knows from its beginning
}

// themes are what a reader's system may be set to.
var themes = map[string][]*emulation.MediaFeature{
	"light": {{Name: "prefers-color-scheme", Value: "light"}},
	"dark":  {{Name: "prefers-color-scheme", Value: "dark"}},
	// More contrast, on paper; and the reader's own few colours in place of the page's, on black.
	"contrast": {{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-contrast", Value: "more"}},
	"forced":   {{Name: "prefers-color-scheme", Value: "dark"}, {Name: "forced-colors", Value: "active"}},
}

// Theme makes the system's theme "light", "dark", "contrast" or "forced", without motion, and waits until the page has drawn it.
func (t *Tab) Theme(name string) error {
	features, known := themes[name]
	if !known {
		return fmt.Errorf("expected the theme light, dark, contrast or forced, found `%s`", name)
	}
	still := &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}
	if err := command(t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: append(slices.Clone(features), still)}); err != nil {
		return err
	}
	for _, f := range features {
		if err := t.Wait(fmt.Sprintf("matchMedia('(%s: %s)').matches", f.Name, f.Value)); err != nil {
			return err
		}
	}
	return t.Drawn()
}

// Eval evaluates an expression in the page and stores its value, as JSON, in
// result, which may be nil. A promise is waited for.
func (t *Tab) Eval(expression string, result any) error {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	got, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression:    expression,
		ReturnByValue: new(true),
		AwaitPromise:  new(true),
		UserGesture:   new(true),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", expression, err)
	}
	if got.ExceptionDetails != nil {
		return fmt.Errorf("%s: %s", expression, explain(got.ExceptionDetails))
	}
	if result == nil || len(got.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal(got.Result.Value, result)
}

// looking is a promise that becomes true as soon as an expression is, which it looks at every
// 15 ms, a hundred times; then it becomes false, or what the expression throws. The page looks
// by itself: to ask it through the browser each time would keep both busy.
const looking = `new Promise((resolve, reject) => {
	let looks = 100;
	const again = () => {
		let thrown = null;
		try { if (%s) return resolve(true); } catch (error) { thrown = error; }
		if (--looks > 0) setTimeout(again, 15);
		else if (thrown) reject(thrown);
		else resolve(false);
	};
	again();
})`

// Wait waits until an expression is true.
//
// Errors: it is not within Patience; the error says what the page shows.
func (t *Tab) Wait(expression string) error {
	deadline := time.Now().Add(Patience)
	for {
		var yes bool
		err := t.Eval(fmt.Sprintf(looking, expression), &yes)
		if err == nil && yes {
			return nil
		}
		if time.Now().After(deadline) || t.ctx.Err() != nil {
			var shown string
			_ = t.Eval(`((text) => text.length < 3000 ? text : text.slice(0, 500) + " […] " + text.slice(-2500))(document.body.innerText)`, &shown) // only decoration
			return errors.Join(fmt.Errorf("expected within %v: %s\nthe page shows:\n%s", Patience, expression, shown), err)
		}
		time.Sleep(15 * time.Millisecond) // another page may be on its way
	}
}

// Text returns the text of the first element that matches a selector.
func (t *Tab) Text(selector string) (string, error) {
	var text string
	err := t.Eval(fmt.Sprintf("document.querySelector(%q).innerText", selector), &text)
	return text, err
}

// Click clicks with the mouse in the middle of the first visible element that matches, as soon as there is
// one that nothing covers. A click that would miss it, because the page moved, is repeated.
//
// Errors: no such element within Patience; the error says what the page shows.
func (t *Tab) Click(selector string) error {
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); {
		if err := t.Wait(fmt.Sprintf("unboxAim(%q)", selector)); err != nil {
			return err
		}
		var at []float64
		if err := t.Eval(fmt.Sprintf("unboxAim(%q)", selector), &at); err != nil {
			return err
		}
		if len(at) != 2 {
			continue
		}
		if err := t.run(chromedp.MouseClickXY(at[0], at[1])); err != nil {
			return err
		}
		beside := false
		// Another document may be there by now: then the click has opened it.
		if err := t.Eval(`(() => { window.unboxAimed?.stop(); return window.unboxAimed?.missed() === true; })()`, &beside); err != nil || !beside {
			return nil
		}
	}
	return fmt.Errorf("expected to click on %q within %v, but the page moved each time", selector, Patience)
}

// Type sends the keys of a text to what has the focus.
func (t *Tab) Type(text string) error { return t.run(keys(text)) }

// Press presses one key with modifiers.
func (t *Tab) Press(key string, modifiers ...chromedp.KeyOption) error {
	return t.run(keys(key, modifiers...))
}

// keys presses and releases the key of each rune of a text. As with a keyboard, a key writes its character unless the page has taken the key for a command:
// the character goes along with the press. The driver's own KeyEvent sends it afterwards, to whatever the command has given the focus.
func keys(text string, modifiers ...chromedp.KeyOption) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, r := range text {
			for _, event := range pressed(r, modifiers) {
				if _, err := cdp.Call(ctx, target, input.DispatchKeyEvent, *event); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// pressed returns the events of one key: down, with its character if it writes one, and up.
func pressed(r rune, modifiers []chromedp.KeyOption) []*input.DispatchKeyEventParams {
	events := kb.Encode(r)
	for _, event := range events {
		for _, modify := range modifiers {
			modify(event)
		}
	}
	if len(events) != 3 {
		return events
	}
	down, char, up := events[0], events[1], events[2]
	if char.Modifiers&^int64(chromedp.ModifierShift) == 0 {
		down.Text, down.UnmodifiedText = char.Text, char.UnmodifiedText
	}
	return []*input.DispatchKeyEventParams{down, up}
}

// Paste pastes a text where the cursor is.
func (t *Tab) Paste(text string) error {
	quoted, err := json.Marshal(text)
	if err != nil {
		return err
	}
	return t.Eval(fmt.Sprintf(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	})()`, quoted), nil)
}

// Screenshot returns the window as PNG.
func (t *Tab) Screenshot() ([]byte, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// Paper returns the page as it is printed on A4, as PDF.
func (t *Tab) Paper() ([]byte, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	const width, height = 8.27, 11.69 // inches
	got, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: width, PaperHeight: height, PreferCSSPageSize: new(true)})
	return got.Data, err
}

// ── The parts of the page ─────────────────────────────────────────────────

// Selectors of the page's parts.
const (
	Editor = ".cm-content"
	Grid   = ".diff-scroll"
)

// Ready waits until the engine has answered and the diff is that of the text.
func (t *Tab) Ready() error {
	return t.Wait(`document.querySelector(".engine.ready") && (
		document.querySelector(".reading.stale-none .picture-row") && !document.querySelector(".pipeline") ||
		document.querySelector(".diff-row") && document.querySelector(".pipeline.stale-none"))`)
}

// AtDesk makes the pages that are opened from now on begin at the desk, with Run open, as if
// the visitor had left them so; newcomers see the picture.
func (t *Tab) AtDesk() error {
	return t.Before(`try { localStorage["unbox:settings:1"] ??= '{"reading":false,"runOpen":true}'; } catch {}`)
}

// Settled waits until the page has done everything that it does by itself: drawn,
// computed, stored. The page reports that itself, see `static/src/settled.ts`.
func (t *Tab) Settled() error {
	return t.Wait(`document.documentElement.dataset.settled === "yes"`)
}

// Replace replaces the whole text in the editor: select all, paste.
func (t *Tab) Replace(text string) error {
	if err := t.Focus(Editor); err != nil {
		return err
	}
	if err := t.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)); err != nil { // Ctrl+A
		return err
	}
	return t.Paste(text)
}

// Focus gives the focus to an element as soon as it is there: the editor is loaded when the desk opens.
func (t *Tab) Focus(selector string) error {
	if err := t.Wait(fmt.Sprintf("document.querySelector(%q)", selector)); err != nil {
		return err
	}
	return t.Eval(fmt.Sprintf("document.querySelector(%q).focus()", selector), nil)
}

// TypeAtEnd goes to the end of the text in the editor and types.
func (t *Tab) TypeAtEnd(text string) error {
	if err := t.Focus(Editor); err != nil {
		return err
	}
	if err := t.Press(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)); err != nil { // Ctrl+End
		return err
	}
	return t.Type(text)
}
