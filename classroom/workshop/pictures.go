package workshop

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// This file says of which moments of a session pictures are made. static/src/workshop/kept.ts says it for the page; testdata/pictures.json is a
// session with the answer, which the tests of both compare.

// Limits of the pictures of a session: how many, how many bytes as JSON, and how long a moment stands that is there to be looked at.
const (
	MaxPictures      = 100
	MaxPictureBytes  = 12_000_000
	momentIsLookedAt = 1500 * time.Millisecond
)

// Drawn is a moment of which a picture is worth its place.
type Drawn struct {
	// Index counts the moments from 0.
	Index int
	Moment
}

// WorthDrawing returns the moments of which a picture is worth its place, the most important ones first: those with a name and the last one, then those
// that stood for long. Moments at which no trace was presented have none.
//
// Errors: what is kept is damaged.
func (s *Session) WorthDrawing() ([]Drawn, error) {
	var worth []Drawn
	index := 0
	err := s.Moments(func(m Moment) {
		if m.Trace && strings.TrimSpace(m.Text) != "" && (m.Named || m.Stood >= momentIsLookedAt) {
			worth = append(worth, Drawn{index, m})
		}
		index++
	})
	slices.SortStableFunc(worth, func(a, b Drawn) int {
		switch {
		case a.Named != b.Named && a.Named:
			return -1
		case a.Named != b.Named:
			return 1
		case a.Named:
			return a.Index - b.Index
		}
		return cmp.Compare(b.Stood, a.Stood)
	})
	return worth, err
}
