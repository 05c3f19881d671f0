package optimizer

import (
	"slices"
	"strings"
	"testing"

	"unbox/trace"
)

// What follows is a pass as CONTRIBUTING.md describes it: in one file, and with one line in
// a pipeline.
//
// Inverting twice does nothing. So the pass remembers, for each inverted value,
// what was inverted:
//
//	i1 = int_invert(i0)
//	i2 = int_invert(i1)       i2 is i0

// passToy is the number of the pass.
const passToy PassID = 20

var toyRow = registration{
	id:   passToy,
	info: PassInfo{Name: "toy", Title: "toy", Doc: "Takes two inversions for none.", Why: "Anywhere."},
	make: func(w *walk) pass { return &toyPass{walk: w} },
}

// toyPass is the pass.
type toyPass struct {
	*walk
	inverted valueTable[trace.Value]
	finished bool
}

func (p *toyPass) reset() { *p = toyPass{walk: p.walk, inverted: p.inverted[:0]} }

func (p *toyPass) handler(code trace.Opcode) handler {
	if code == trace.OpIntInvert {
		return p.invert
	}
	return nil
}

func (p *toyPass) invert(c *cur) verdict {
	if v := p.inverted.of(c.args[0]); v != trace.None {
		return p.replaceBy(c, v, passToy, ReasonCSE)
	}
	c.tells = c.tells.With(passToy)
	return next
}

func (p *toyPass) emitted(c *cur, _ int32) { p.inverted.set(c.self, c.args[0]) }

func (p *toyPass) startBlock(*cur) { p.inverted = p.inverted[:0] }

func (p *toyPass) finish() { p.finished = true }

// withToy is the pipeline with one more line.
func withToy() []registration {
	return slices.Insert(slices.Clone(passTable), slices.IndexFunc(passTable, func(r registration) bool { return r.id == PassRules }), toyRow)
}

// A pass that follows the recipe works, alone and with the others, forgets at labels, and
// starts each trace afresh.
func TestRecipeOfAPass(t *testing.T) {
	o := Optimizer{pipeline: withToy()}
	for _, passes := range []PassSet{PassSet(0).With(passToy), 1<<len(passTable) - 1 | 1<<passToy} {
		for _, c := range []struct{ text, want string }{
			{"[i0]\ni1 = int_invert(i0)\nprint(i1)\ni2 = int_invert(i1)\nfinish(i2)\n", "[i0]\ni1 = int_invert(i0)\nprint(i1)\nfinish(i0)\n"},
			{"[i0, i1]\ni2 = int_invert(i1)\nfinish(i2)\n", "[i0, i1]\ni2 = int_invert(i1)\nfinish(i2)\n"},
			{"[i0]\ni1 = int_invert(i0)\njump(L, i1)\nL(i3):\ni4 = int_invert(i3)\nfinish(i4)\n", "[i0]\ni1 = int_invert(i0)\njump(L, i1)\nL(i3):\ni4 = int_invert(i3)\nfinish(i4)\n"},
		} {
			in, _ := trace.Parse(c.text)
			if got := o.Run(in, passes).Out.String(); got != c.want {
				t.Errorf("passes %b: expected\n%sfound\n%s", passes, c.want, got)
			}
			if p := o.walk.all[passToy].(*toyPass); !p.finished {
				t.Errorf("expected the pass to hear that the walk is done")
			}
		}
	}
}

// Each pass has a number and a name of its own, and a full description.
func TestPassesAreRegistered(t *testing.T) {
	ids, names := PassSet(0), map[string]bool{}
	for _, r := range passTable {
		if r.id >= maxPasses || ids.Has(r.id) || names[r.info.Name] {
			t.Errorf("pass `%s`: expected a number below %d and a name that no other pass has, found %d", r.info.Name, maxPasses, r.id)
		}
		ids, names[r.info.Name] = ids.With(r.id), true
		if r.info.Title == "" || !strings.HasSuffix(r.info.Doc, ".") || !strings.HasSuffix(r.info.Why, ".") {
			t.Errorf("pass `%s`: expected a title and two sentences, found %+v", r.info.Name, r.info)
		}
	}
	if all, err := PresetByName("loop"); err != nil || all.Passes != ids {
		t.Errorf("expected that the preset `loop` has all passes, found %b of %b (%v)", all.Passes, ids, err)
	}
}

// What else a pass can do is found by its methods. Passes embed the walk, so the walk must
// not have methods with these names, or every pass would have them.
func TestWalkHasNoMethodsOfPasses(t *testing.T) {
	var w any = &walk{}
	_, goes := w.(walker)
	_, starts := w.(blockStarter)
	_, learns := w.(learner)
	_, finishes := w.(finisher)
	_, knows := w.(knower)
	if goes || starts || learns || finishes || knows {
		t.Errorf("expected that the walk does nothing that only passes do, found that it does")
	}
}
