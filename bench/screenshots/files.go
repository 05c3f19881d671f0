package main

import (
	"os"
	"path/filepath"
	"strings"
)

// fileScenes are the first views of traces of one's own, named after their files.
//
// Errors: a file that cannot be read.
func fileScenes(files []string) ([]scene, error) {
	var scenes []scene
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		scenes = append(scenes, scene{name: name, show: func(tab *stage) error { return readText(tab, string(text)) }})
	}
	return scenes, nil
}

// readText reads a text that is pasted into the page.
func readText(tab *stage, text string) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("#tab-trace")?.click()`),
		func() error { return tab.Replace(text) },
		tab.Ready, tab.Settled,
		tab.script(`document.activeElement.blur()`),
		func() error { return tab.Press("e") },
		tab.until(`document.querySelector(".reading")`),
		tab.Ready, tab.Settled,
	)
}
