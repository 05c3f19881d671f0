// Package race has the times of the programs of the course's race on other implementations: whole programs in CPython, PyPy and `unbox
// python`, measured once, with the versions and the machine. `go run ./bench/race` measures them again and writes measured.json.
package race

import (
	"embed"
	"encoding/json"
	"slices"
)

//go:embed *.py measured.json
var files embed.FS

// Measured is one record.
type Measured struct {
	// Date is the date of the record, Machine the processor's name.
	Date    string `json:"date"`
	Machine string `json:"machine"`
	// Engines are the names of the engines with their versions, in the order of Program.Times.
	Engines  []string  `json:"engines"`
	Programs []Program `json:"programs"`
}

// Program has the times of a program.
type Program struct {
	Name string `json:"name"`
	// Times are nanoseconds for one iteration of the loop in the fastest run.
	Times []float64 `json:"times"`
}

// Record returns the stored record.
func Record() *Measured {
	text, err := files.ReadFile("measured.json")
	if err != nil {
		panic("BUG: the record is embedded: " + err.Error())
	}
	var m Measured
	if err := json.Unmarshal(text, &m); err != nil {
		panic("BUG: the record is one that bench/race wrote: " + err.Error())
	}
	return &m
}

// Find returns the times of a program; nil if it is not in the race.
func (m *Measured) Find(name string) *Program {
	if i := slices.IndexFunc(m.Programs, func(p Program) bool { return p.Name == name }); i >= 0 {
		return &m.Programs[i]
	}
	return nil
}

// Source returns the text of a program: a function f that runs a loop for as many iterations as its argument says. It is "" for a program
// that is not in the race.
func Source(name string) string {
	text, err := files.ReadFile(name + ".py")
	if err != nil {
		return ""
	}
	return string(text)
}
