package texts

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strconv"
	"strings"
	"sync"
)

// packedNames are the names of the characters of some blocks; names.py writes the file.
//
//go:embed names.gz
var packedNames []byte

// namedCharacters are these characters by their names, which are unpacked when the first one is asked for.
var namedCharacters = sync.OnceValue(func() map[string]rune {
	reader, err := gzip.NewReader(bytes.NewReader(packedNames))
	if err != nil {
		panic("BUG: names.gz: " + err.Error())
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic("BUG: names.gz: " + err.Error())
	}
	named := make(map[string]rune)
	for line := range strings.Lines(string(text)) {
		number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		c, err := strconv.ParseUint(number, 16, 32)
		if err != nil {
			panic("BUG: names.gz: " + err.Error())
		}
		named[name] = rune(c)
	}
	return named
})

// Named returns the character of a name, in letters of any case; false if there is none in the blocks that are known.
func Named(name string) (rune, bool) {
	c, ok := namedCharacters()[strings.ToUpper(name)]
	return c, ok && IsASCII(name)
}
