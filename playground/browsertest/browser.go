// Package browsertest drives the real page in a real Chromium. It has what
// the tests, the page's benchmark and the screenshots share: a browser, the
// site, and a tab that records everything that goes wrong in it.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/chromedp/chromedp"
)

// Off is the value of the environment variable UNBOX_BROWSER that leaves the
// browser tests out. Any other value is the program to start.
const Off = "off"

// ErrNoBrowser is returned when no browser is found. .ci/chromium installs one
// or says how to.
var ErrNoBrowser = errors.New("expected Chromium or Google Chrome, found none: run .ci/chromium, or name the program in UNBOX_BROWSER")

// shells are the names of Chromium without a window: the same engine, but nothing is drawn around the page, which takes a
// sixth of the tests' processor time. whole are the names of whole browsers.
var (
	shells = []string{"chromium-headless-shell", "chrome-headless-shell"}
	whole  = []string{
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	}
)

// find returns the path of the browser that UNBOX_BROWSER names, otherwise of the first candidate that is installed.
//
// Errors: ErrNoBrowser, or that UNBOX_BROWSER names no program.
func find(candidates []string) (string, error) {
	if name := os.Getenv("UNBOX_BROWSER"); name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("UNBOX_BROWSER: %w", err)
		}
		return path, nil
	}
	for _, name := range candidates {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

// Browser is a running Chromium with a profile of its own, which is deleted in
// the end.
type Browser struct {
	ctx  context.Context
	stop func()
}

// Option is a flag with which Chromium is started.
type Option = chromedp.ExecAllocatorOption

// BaselineOnly keeps V8 from compiling functions of scripts and of WebAssembly modules a second time, better, once they are
// called often, and from checking functions of a module that nobody calls. Every visitor of a test compiles scripts and modules
// again, and hardly any stays long enough for that to pay: the tests take about a fifth less processor time. Measurements must not use it.
var BaselineOnly Option = chromedp.Flag("js-flags", "--liftoff-only --wasm-lazy-validation --no-maglev --no-turbofan")

// Start starts Chromium with its windows, as measurements and pictures need it; without them if there is no other. It can
// reach this machine and nothing else: a page that requests something from elsewhere fails, and its tab notes that.
//
// Errors: ErrNoBrowser, or the browser does not start.
func Start(ctx context.Context, options ...Option) (*Browser, error) {
	return start(ctx, slices.Concat(whole, shells), options)
}

// StartShell starts Chromium without windows, as tests need it; with them if there is no other. Otherwise it is Start.
func StartShell(ctx context.Context, options ...Option) (*Browser, error) {
	return start(ctx, slices.Concat(shells, whole), options)
}

func start(ctx context.Context, candidates []string, options []Option) (*Browser, error) {
	path, err := find(candidates)
	if err != nil {
		return nil, err
	}
	// The first two are chromedp's own. With the others, each visitor would get two more processes: one draws suggestions
	// below Chromium's address bar, one waits for another site.
	const without = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-features", without),
		chromedp.Flag("site-per-process", true), // as browsers with windows have it
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2"),
		chromedp.Flag("lang", "en"),
	)
	flags = append(flags, options...)
	if os.Geteuid() == 0 {
		// Chromium's sandbox refuses to run as root.
		flags = append(flags, chromedp.NoSandbox)
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(ctx, flags...)
	browser, stopBrowser := chromedp.NewContext(allocator)
	stop := func() {
		stopBrowser()
		stopAllocator()
	}
	if err := chromedp.Do(browser); err != nil {
		stop()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return &Browser{ctx: browser, stop: stop}, nil
}

// Close ends the browser and every tab.
func (b *Browser) Close() { b.stop() }

// Visitor opens an empty tab as someone who was never here: no storage, no
// cache. It is closed when ctx is done or by Tab.Close.
func (b *Browser) Visitor(ctx context.Context) (*Tab, error) {
	return newTab(ctx, b.ctx, chromedp.WithNewBrowserContext())
}
