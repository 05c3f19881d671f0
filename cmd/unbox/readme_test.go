package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// madeFile is a file that a command line makes.
var madeFile = regexp.MustCompile(`(?:-o|>) *(\S+)`)

// usedFile is a trace or a program in a command line.
var usedFile = regexp.MustCompile(`\S+\.(?:trace|py)\b`)

// TestReadmeNamesFilesThatExist: who follows the README word by word has each file that a command reads.
func TestReadmeNamesFilesThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	made, used := map[string]bool{}, 0
	for line := range strings.Lines(string(text)) {
		command, isCommand := strings.CutPrefix(line, "    $ ")
		command, _, _ = strings.Cut(command, " # ")
		if !isCommand {
			continue
		}
		for _, match := range madeFile.FindAllStringSubmatch(command, -1) {
			made[match[1]] = true
		}
		for _, name := range usedFile.FindAllString(command, -1) {
			used++
			if _, err := os.Stat(filepath.Join(root, name)); err != nil && !made[name] {
				t.Errorf("expected a file of the repository, or one made before, found `%s` in `%s`", name, strings.TrimSpace(command))
			}
		}
	}
	if used < 5 {
		t.Errorf("expected commands with files, found %d", used)
	}
}
