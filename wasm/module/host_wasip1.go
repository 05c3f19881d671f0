//go:build !core

package main

import (
	"unbox/wasm/api"
	"unbox/wasm/codegen/browser"
)

// useHost lets programs run their traces as WebAssembly where the host can do that, and lets documents be
// written.
func useHost(e *api.Engine) {
	e.UseGround(func(size int) api.ProgramGround {
		if g := browser.NewGround(size); g != nil {
			return g
		}
		return nil
	})
	useDocuments(e)
}
