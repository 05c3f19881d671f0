package learn

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"unbox/trace"
)

// The words that say what random traces are made of, besides the names of pure
// operations. The words about objects follow the versions of allocation removal in
// the posts: each lets traces do something that a simpler version need not handle.
const (
	// wordToy is the notation of the posts: getarg, alloc, load, store.
	wordToy = "toy"
	// wordLoop ends a trace with a jump instead of finish.
	wordLoop = "loop"
	// wordTwice lets the jump pass a value twice, and numbers.
	wordTwice = "twice"
	// wordSnapshots gives guards their lists.
	wordSnapshots = "snapshots"
	wordPrint     = "print"
	// wordObjects allocates objects, writes their fields and reads what was written.
	wordObjects = "objects"
	// wordReal adds objects to the inputs, and stores others in them.
	wordReal = "real"
	// wordAgain stores and writes to objects that are already real.
	wordAgain = "again"
	// wordConstants stores numbers in real objects.
	wordConstants = "constants"
	// wordFields lets objects with fields become real.
	wordFields = "fields"
	// wordChains lets objects that refer to others become real, wordCircles those
	// that refer to themselves.
	wordChains  = "chains"
	wordCircles = "circles"
	// wordLoads reads from real objects.
	wordLoads = "loads"
	// wordUses prints objects, compares them and passes them to the environment.
	wordUses = "uses"
	// wordUnwritten reads fields that have not been written.
	wordUnwritten = "unwritten"
	// wordCalls calls functions that may change real objects.
	wordCalls = "calls"
	// wordHeap stands for all words about objects except calls.
	wordHeap = "heap"
	// wordNumbers leaves objects out of every second trace.
	wordNumbers = "numbers"
)

var heapWords = []string{
	wordObjects, wordReal, wordAgain, wordConstants, wordFields, wordChains, wordCircles, wordLoads, wordUses, wordUnwritten,
}

var chanceWords = append([]string{wordToy, wordLoop, wordTwice, wordSnapshots, wordPrint, wordCalls, wordHeap, wordNumbers}, heapWords...)

// guardWords are the guards that a trace can have.
var guardWords = []string{"guard_true", "guard_false", "guard_class", "guard_nonnull"}

// vocabulary says what random traces are made of.
type vocabulary struct {
	words map[string]bool
	// binary and unary compute an integer from integers, compares and floats a truth from
	// two numbers.
	binary, unary, compares, floats []string
	guards                          []string
}

func (v *vocabulary) has(word string) bool { return v.words[word] }

// withoutObjects is the vocabulary of traces about numbers.
func (v *vocabulary) withoutObjects() *vocabulary {
	w := *v
	w.words = maps.Clone(v.words)
	for _, word := range append([]string{wordCalls}, heapWords...) {
		delete(w.words, word)
	}
	return &w
}

// free means that traces may do anything with objects, so that any line can be
// removed.
func (v *vocabulary) free() bool {
	return !v.has(wordObjects) || !slices.ContainsFunc(heapWords, func(w string) bool { return !v.has(w) })
}

// RandomWords checks the words that say what random traces are made of.
//
// Errors: a word without a meaning; no word that gives an operation.
func RandomWords(words string) error {
	_, err := parseVocabulary(words)
	return err
}

// RandomTrace returns the text of the random trace of a seed with at most that many operations between
// its inputs and its end, made from what words name: the traces on which assert_random tries a pass.
//
// Errors: a word without a meaning; no word that gives an operation.
func RandomTrace(words string, seed uint64, length int) (string, error) {
	v, err := parseVocabulary(words)
	if err != nil {
		return "", err
	}
	return randomTrace(v, seed, length).text, nil
}

// parseVocabulary reads a text such as "toy add mul print heap".
func parseVocabulary(text string) (*vocabulary, error) {
	v := &vocabulary{words: make(map[string]bool)}
	for _, word := range strings.Fields(text) {
		switch {
		case word == wordHeap:
			for _, w := range heapWords {
				v.words[w] = true
			}
		case slices.Contains(guardWords, word):
			v.guards = append(v.guards, word)
		case slices.Contains(chanceWords, word):
			v.words[word] = true
		default:
			if !v.operation(word) {
				return nil, fmt.Errorf("expected operations that compute with numbers, guards, or some of %s, found `%s`", strings.Join(chanceWords, ", "), word)
			}
		}
	}
	if len(v.binary)+len(v.unary)+len(v.compares)+len(v.floats) == 0 && !v.has(wordObjects) {
		return nil, fmt.Errorf("expected at least one operation that computes, or `%s`, found `%s`", wordObjects, text)
	}
	return v, nil
}

// operation adds a pure operation by its name.
func (v *vocabulary) operation(name string) bool {
	ref, ok := trace.LookupSpelling(name)
	if !ok {
		return false
	}
	info := ref.Code.Info()
	if info.Effect != trace.EffectPure || info.Result != 'i' {
		return false
	}
	switch layout := info.Spellings[ref.Spelling].Layout; {
	case layout == "ii" && info.Group == "comparison":
		v.compares = append(v.compares, name)
	case layout == "ii":
		v.binary = append(v.binary, name)
	case layout == "i":
		v.unary = append(v.unary, name)
	case layout == "ff":
		v.floats = append(v.floats, name)
	default:
		return false
	}
	return true
}
