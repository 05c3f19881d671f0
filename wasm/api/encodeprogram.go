//go:build !core

package api

import (
	"math"
	"strconv"
)

// MarshalJSON writes what encoding/json would, much sooner: there is a time line of 1,440 numbers in the answer to each slice of a
// program, which runs for 60 ms. Times are rounded to microseconds.
func (t ProgramTime) MarshalJSON() ([]byte, error) {
	const perCell, perEvent = 48, 160 // bytes, about
	out := make([]byte, 0, perCell*len(t.Cells)+perEvent*(len(t.Events)+1))
	out = appendList(appendKey(append(out, '{'), "activities"), t.Activities, func(out []byte, s *string) []byte { return appendString(out, *s) })
	out = appendTimes(appendKey(out, "total"), &t.Total)
	out = appendMillis(appendKey(out, "width"), &t.Width)
	out = appendList(appendKey(out, "cells"), t.Cells, appendTimes)
	out = appendList(appendKey(out, "events"), t.Events, appendProgramEvent)
	return append(appendIntField(out, "missed", t.Missed), '}'), nil
}

func appendTimes(out []byte, list *[]float64) []byte { return appendList(out, *list, appendMillis) }

func appendProgramEvent(out []byte, e *ProgramEvent) []byte {
	out = appendMillis(appendKey(append(out, '{'), "at"), &e.At)
	out = appendStringField(out, "what", e.What)
	out = appendIntField(out, "loop", e.Loop)
	out = appendIntField(out, "line", e.Line)
	out = appendStringField(out, "place", e.Place)
	out = appendIntField(out, "recorded", e.Recorded)
	return append(appendMillis(appendKey(out, "making"), &e.Making), '}')
}

// appendMillis appends a time in milliseconds, rounded to microseconds, as short as it goes.
func appendMillis(out []byte, ms *float64) []byte {
	micros := int64(math.Round(*ms * 1000))
	out = strconv.AppendInt(out, micros/1000, 10)
	rest := micros % 1000
	if rest == 0 {
		return out
	}
	out = append(out, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
	for out[len(out)-1] == '0' {
		out = out[:len(out)-1]
	}
	return out
}
