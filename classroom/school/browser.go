package school

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// This file recognizes browsers in which somebody has signed in before. Wrong passwords from one of them are counted on their own: whoever
// guesses passwords at the same address cannot keep a teacher out of her own browser (OWASP's Authentication Cheat Sheet calls such words
// device cookies). The word opens nothing without the password.

// BrowserLifetime is how long a browser is recognized after the last time that somebody signed in.
const BrowserLifetime = 180 * 24 * time.Hour

// Browser returns the word by which KnownBrowser recognizes the browser of a session that was just made; "" if that is void.
func (s *School) Browser(session string) string {
	a, err := s.Known(session)
	if err != nil {
		return ""
	}
	what := fmt.Sprintf("%s.%d.%d.%s", a.ID, a.Epoch, time.Now().Add(BrowserLifetime).Unix(), randomWord(9))
	return what + "." + s.options.Key.For("browser").Sign([]byte(what))
}

// KnownBrowser returns a name for the browser that sends this word if somebody has signed in with it to the account of that name; otherwise
// "". Signing out everywhere and a new password make it void, as they do sessions.
func (s *School) KnownBrowser(account, word string) string {
	at := strings.LastIndexByte(word, '.')
	if at < 0 || !s.options.Key.For("browser").Check([]byte(word[:at]), word[at+1:]) {
		return ""
	}
	parts := strings.Split(word[:at], ".")
	until, err := strconv.ParseInt(parts[2], 10, 64)
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.accountNamed(account)
	if a == nil || err != nil || a.ID != parts[0] || strconv.Itoa(a.Epoch) != parts[1] || time.Now().Unix() > until {
		return ""
	}
	return "browser " + parts[3]
}
