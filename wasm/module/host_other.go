//go:build core || !wasip1

package main

import "unbox/wasm/api"

// useHost does nothing: the small module runs no programs and writes no documents, and only a page has a ground.
func useHost(*api.Engine) {}
