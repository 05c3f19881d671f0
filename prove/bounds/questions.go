package bounds

import (
	"path/filepath"

	"unbox/prove/ledger"
)

// SourceFiles returns patterns for the files that hold the transfer functions, from the
// project's folder.
func SourceFiles(root string) (patterns []string) {
	for _, name := range [...]string{"trace/optable.go", "trace/opinfo.go", "trace/eval.go", "optimizer/bounds/*.go"} {
		patterns = append(patterns, filepath.Join(root, filepath.FromSlash(name)))
	}
	return patterns
}

// ProvedFile, in this package's folder, holds what was proved. The key of a lemma is a hash of
// the question that the solvers were asked: it covers what the source does and what is
// promised about it.
const ProvedFile = "testdata/proved.txt"

// Question is a lemma that is built when it is asked for, in parts.
type Question struct {
	Name  string
	Width int
	Make  func() []*Lemma
}

// Questions returns all laws and the lemmas of all contracts.
func Questions(p *Program) (list []Question) {
	for _, law := range Laws() {
		list = append(list, Question{"law: " + law.Name, 64, func() []*Lemma { return law.Lemma(p) }})
	}
	all := Contracts()
	for _, in := range Instances(all) {
		list = append(list, Question{in.Name(), 64, func() []*Lemma { return in.State(p, all, 64) }})
	}
	return list
}

// Key returns the key of a lemma in the file of what was proved.
func Key(parts []*Lemma) (string, error) {
	var texts []string
	for _, l := range parts {
		text, err := l.Question()
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	return ledger.Key(texts...), nil
}
