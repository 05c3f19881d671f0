package main

import (
	"context"
	"fmt"

	"unbox/playground/browsertest"
)

// scripts is the number of bytes of scripts transferred so far.
const scripts = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".js")).reduce((sum, e) => sum + e.encodedBodySize, 0)`

// views are the keys that open views of the playground, and what is visible
// then.
var views = []struct{ key, there string }{
	{"o", `document.querySelector("[aria-label='All objects'] .item")`},
	{"h", `document.querySelector(".history-passes")`},
	{"l", `document.querySelector(".round-row")`},
	{"t", `document.querySelector(".time-head h2")`},
	{"m", `document.querySelector(".asm-name")`},
	{"?", `document.querySelector("dialog[open] .shortcuts")`},
}

// weight measures the size of the scripts that are loaded without any user action, and with all views; and the page's memory after many
// edits.
func weight(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, edits int) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	var before, all float64
	if err := inOrder(
		func() error { return tab.Open(site.URL) },
		tab.Ready, tab.Settled,
		func() error { return tab.Eval(scripts, &before) },
	); err != nil {
		return err
	}
	for _, v := range views {
		// A view may have taken the focus to a field, in which letters are typed.
		if err := tab.Eval(`document.activeElement.blur()`, nil); err != nil {
			return err
		}
		if err := tab.Press(v.key); err != nil {
			return err
		}
		if err := tab.Wait(v.there); err != nil {
			return fmt.Errorf("key %s: %w", v.key, err)
		}
	}
	if err := tab.Eval(scripts, &all); err != nil {
		return err
	}
	fmt.Printf("scripts, compressed: %.0f KB before anything is done (with a page built by make page), %.0f KB with the playground's views\n", before/1000, all/1000)
	return heapOfEdits(ctx, browser, site, edits)
}

// heapOfEdits edits the first example again and again, each time until the diff is there.
func heapOfEdits(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, edits int) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	if err := inOrder(
		tab.AtDesk,
		func() error { return tab.Open(site.URL) },
		tab.Ready,
		func() error { return tab.TypeAtEnd("# ") },
	); err != nil {
		return err
	}
	for k := range edits + 1 {
		if k%(edits/4) == 0 {
			heap, err := tab.Heap()
			if err != nil {
				return err
			}
			fmt.Printf("after %d edits the page's scripts hold %.1f MB\n", k, heap/1e6)
		}
		// A key and its correction, so that the text stays as long as it was.
		if err := tab.Type([]string{"x", "\b"}[k%2]); err != nil {
			return err
		}
		if err := tab.Ready(); err != nil {
			return err
		}
	}
	return nil
}
