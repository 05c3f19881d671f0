//go:build !core

package main

import (
	"fmt"

	"unbox/show"
	"unbox/wasm/api"
)

// useDocuments lets comparisons be written as `unbox show` writes them.
func useDocuments(e *api.Engine) {
	e.UseDocuments(func(q *api.DocumentRequest, r *api.Optimized) (string, error) {
		d := &show.Document{Title: q.Title, Result: r, Left: q.Left, Right: q.Right, Theme: q.Theme}
		switch q.Form {
		case "html":
			if q.Theme == "" {
				return d.HTML("auto"), nil
			}
			return d.HTML(q.Theme), nil
		case "columns":
			return d.Columns(), nil
		}
		return "", fmt.Errorf("expected the form `html` or `columns`, found `%s`", q.Form)
	})
}
