package main

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"unbox/playground"
)

// This file reads the values of settings: each function returns what reads one kind of text, whose error says what was expected and what was
// found.

// oneOf reads one of a few words.
func oneOf(into *string, words ...string) func(string) error {
	return func(text string) error {
		for _, w := range words {
			if strings.EqualFold(text, w) {
				*into = w
				return nil
			}
		}
		return fmt.Errorf("expected `%s`, found `%s`", strings.Join(words, "` or `"), text)
	}
}

// text reads any text.
func text(into *string) func(string) error {
	return func(text string) error {
		*into = text
		return nil
	}
}

// onOff reads a switch.
func onOff(into *bool) func(string) error {
	return func(text string) error {
		switch strings.ToLower(text) {
		case "on", "true", "1":
			*into = true
		case "off", "false", "0":
			*into = false
		default:
			return fmt.Errorf("expected `on` or `off`, found `%s`", text)
		}
		return nil
	}
}

// number reads a whole number.
func number(into *int, least, most int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("expected a whole number from %d to %d, found `%s`", least, most, text)
		}
		*into = n
		return nil
	}
}

// span reads a time.
func span(into *time.Duration, least time.Duration) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		if days, is := strings.CutSuffix(text, "d"); is {
			var count uint64
			count, err = strconv.ParseUint(days, 10, 16)
			d = time.Duration(count) * 24 * time.Hour
		}
		if err != nil || d < least {
			return fmt.Errorf("expected a time such as `20s`, `2h` or `90d`, at least %v, found `%s`", least, text)
		}
		*into = d
		return nil
	}
}

// size reads a number of bytes.
func size(into *int, least int) func(string) error {
	return func(text string) error {
		digits, unit := text, 1
		for suffix, n := range map[string]int{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
			if before, ok := strings.CutSuffix(text, suffix); ok {
				digits, unit = strings.TrimSpace(before), n
			}
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < 0 || n > 1<<40/unit || n*unit < least {
			return fmt.Errorf("expected bytes such as `512KiB` or `16MiB`, at least %d, found `%s`", least, text)
		}
		*into = n * unit
		return nil
	}
}

// hostPort reads HOST:PORT.
func hostPort(into *string) func(string) error {
	return func(text string) error {
		if err := playground.CheckAddress(text); err != nil {
			return err
		}
		*into = text
		return nil
	}
}

// domains reads domain names of this server, separated by commas.
func domains(into *[]string) func(string) error {
	return func(text string) error {
		*into = nil
		for part := range strings.SplitSeq(text, ",") {
			name := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(part), "."))
			if !goodDomain.MatchString(name) || len(name) > 253 || net.ParseIP(name) != nil {
				return fmt.Errorf("expected names such as `unbox.example.org`, separated by commas, found `%s`", part)
			}
			*into = append(*into, name)
		}
		return nil
	}
}

// goodDomain matches a name with at least one dot that consists of letters,
// digits and hyphens.
var goodDomain = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// https reads an address that begins with https://.
func https(into *string) func(string) error {
	return func(text string) error {
		to, err := url.Parse(text)
		if err != nil || to.Scheme != "https" || to.Host == "" {
			return fmt.Errorf("expected an address that begins with `https://`, found `%s`", text)
		}
		*into = text
		return nil
	}
}
