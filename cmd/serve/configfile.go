package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// configFlag is the flag that names a file of settings.
const configFlag = "config"

// configName returns the file of settings, "" for none. It has to be known before the other flags are read.
func configName(args []string, env environment) string {
	name := env["UNBOX_CONFIG"]
	for i, arg := range args {
		given, isFlag := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), configFlag)
		switch value, inline := strings.CutPrefix(given, "="); {
		case !isFlag || arg[0] != '-':
		case inline:
			name = value
		case given == "" && i+1 < len(args):
			name = args[i+1]
		}
	}
	return name
}

// maxSettings is the maximum length of a file of settings in bytes.
const maxSettings = 1 << 20

func readSettings(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSettings+1))
	if err == nil && len(text) > maxSettings {
		err = fmt.Errorf("expected at most %d bytes, found more", maxSettings)
	}
	return text, err
}

// readConfig reads settings from a file: on each line a flag's name without hyphens, `=`, and its value.
// Empty lines and those that begin with # are ignored.
//
// Errors: the file cannot be read, or a message with the line; a setting is there twice.
func readConfig(name string, settings []setting) error {
	if name == "" {
		return nil
	}
	text, err := readSettings(name)
	if err != nil {
		return fmt.Errorf("--%s: expected a file of settings, found this: %w", configFlag, err)
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("%s: expected text in UTF-8, found another encoding, such as UTF-16; save it as UTF-8", name)
	}
	n, lines := 0, map[string]int{}
	// Some editors begin a file with a byte order mark.
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		setting, err := configLine(line, settings)
		if err == nil && lines[setting] > 0 {
			err = fmt.Errorf("expected `%s` once, found it in line %d, too", setting, lines[setting])
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		lines[setting] = n
	}
	return nil
}

// configLine reads one setting, and returns its name.
func configLine(line string, settings []setting) (name string, err error) {
	name, value, found := strings.Cut(line, "=")
	if !found {
		return "", fmt.Errorf("expected a flag's name, `=` and a value, such as `addr = :8080`, found `%s`", line)
	}
	name = strings.TrimSpace(name)
	for _, s := range settings {
		if s.name == name && s.set != nil && s.variable() != "" && s.name != configFlag {
			if err := s.set(strings.TrimSpace(value)); err != nil {
				return "", fmt.Errorf("`%s`: %w", name, err)
			}
			return name, nil
		}
	}
	return "", fmt.Errorf("expected the name of a flag without hyphens, found `%s`%s", name, nearestWords(nearestSetting(name, settings)))
}
