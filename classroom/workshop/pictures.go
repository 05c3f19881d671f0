package workshop

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// This file chooses the moments of a session of which pictures are made. static/src/workshop/kept.ts does it for the page;
// testdata/pictures.json is a session with the result, which the tests of both compare.

// Limits of the pictures of a session: the number, the bytes as JSON, and the time for which a moment has to stand to count as worth
// looking at.
const (
	MaxPictures      = 100
	MaxPictureBytes  = 12_000_000
	momentIsLookedAt = 1500 * time.Millisecond
)

// Drawn is a moment of which a picture is worth its space.
type Drawn struct {
	// Index counts the moments from 0.
	Index int
	Moment
}

// WorthDrawing returns the moments of which a picture is worth its space, the most important ones first: those with a name and the last
// one, then those that stood longest. It leaves out moments at which no trace was presented.
//
// Errors: the stored data is damaged.
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
