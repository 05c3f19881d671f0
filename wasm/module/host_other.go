//go:build core || !wasip1

package main

import "unbox/wasm/api"

// useTraces does nothing: the small module runs no programs, and only a page has a ground.
func useTraces(*api.Engine) {}
