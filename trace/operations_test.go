package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/internal/golden"
	"unbox/trace"
)

//go:generate go test -run ^TestOperationReference$ -update

const referencePath = "../docs/trace-operations.md"

// TestOperationReference writes the operation reference from the table, and
// compares it with the one that is there. With -update it is the generator.
func TestOperationReference(t *testing.T) {
	golden.Compare(t, referencePath, operationReference())
}

const referenceHead = `# Operations of traces

<!-- Written by "go generate ./trace" from the operation table. Do not edit. -->

Every operation of the [operation table](../trace/optable.go), by group. Each shows what it means, an example, how
it is written and what it does beside computing its result:

| effect | meaning |
| --- | --- |
| pure | computes its result from its arguments alone |
| read, write | reads or writes a field or an item |
| allocate | makes a new object or array |
| guard | leaves the trace if its condition does not hold; the values in brackets are what is needed then |
| visible | can be seen from outside, in order; objects among the arguments escape |
| control | a label, a jump, an input or an end |
| bookkeeping | marks a place in the source program |
| opaque | may do anything |

In the signatures, "value" is an int, a ref or a float, and what can be left out stands in brackets. A spelling with a
dialect after it is the one that is printed for operations that a pass adds to a trace of that dialect; all others are
read, and kept where they were written.
`

func operationReference() string {
	var b strings.Builder
	b.WriteString(referenceHead)
	group := ""
	for _, code := range trace.Opcodes() {
		info := code.Info()
		if code == trace.OpParam {
			continue // written as a part of a label
		}
		if info.Group != group {
			group = info.Group
			fmt.Fprintf(&b, "\n## %s\n", group)
		}
		writeOperation(&b, code, info)
	}
	return b.String()
}

func writeOperation(b *strings.Builder, code trace.Opcode, info *trace.OpInfo) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n```\n%s\n```\n\n", info.Name(), info.Doc, info.Example)
	fmt.Fprintf(b, "- Effect: %s\n", info.Effect)
	if info.Commuted == code {
		b.WriteString("- The arguments can be exchanged.\n")
	} else if info.Commuted != trace.OpNone {
		fmt.Fprintf(b, "- With the arguments exchanged: `%s`\n", info.Commuted)
	}
	if info.Inverse != trace.OpNone {
		fmt.Fprintf(b, "- True exactly where this one is false: `%s`\n", info.Inverse)
	}
	for k, s := range info.Spellings {
		fmt.Fprintf(b, "- `%s`%s\n", info.Signature(k), dialectsOf(s.In))
	}
}

// dialectsOf names the dialects in a Spelling.In.
func dialectsOf(in string) string {
	if in == "" {
		return ""
	}
	var names []string
	for d, letter := range "pyt" {
		if strings.ContainsRune(in, letter) {
			names = append(names, trace.Dialect(d).String())
		}
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// TestOperationTable checks that every row has the form that the readers of the
// table rely on.
func TestOperationTable(t *testing.T) {
	for _, code := range trace.Opcodes() {
		info := code.Info()
		if info.Group == "" || info.Doc == "" || info.Example == "" || len(info.Spellings) == 0 {
			t.Errorf("%s: expected a group, a meaning, an example and a spelling", code)
		}
		if info.Doc != "" && (!strings.HasSuffix(info.Doc, ".") || strings.ToUpper(info.Doc[:1]) != info.Doc[:1]) {
			t.Errorf("%s: expected a sentence, found %q", code, info.Doc)
		}
		if c := info.Commuted; c != trace.OpNone && c.Info().Commuted != code {
			t.Errorf("%s: its commuted partner %s has the partner %s", code, c, c.Info().Commuted)
		}
		if c := info.Inverse; c != trace.OpNone && c.Info().Inverse != code {
			t.Errorf("%s: its inverse %s has the inverse %s", code, c, c.Info().Inverse)
		}
		for _, d := range []trace.Dialect{trace.Paper, trace.PyPy, trace.Toy} {
			if s := info.Spellings[code.SpellingFor(d, trace.Int)]; s.Name == "" {
				t.Errorf("%s: expected a name in dialect %s", code, d)
			}
		}
	}
}
