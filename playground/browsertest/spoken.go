package browsertest

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Spoken is one thing on a page as a screen reader announces it.
type Spoken struct {
	// Role is what it is, such as `button`, Name what it is called.
	Role, Name string
	// Depth is how many other announced things it is in.
	Depth int
}

// silent are roles that a screen reader does not announce by themselves.
var silent = map[string]bool{"none": true, "generic": true, "InlineTextBox": true, "RootWebArea": true, "": true}

// Spoken returns what is on the page as Chromium tells a screen reader, in its order.
//
// Errors: the browser does not answer within Patience.
func (t *Tab) Spoken() (all []Spoken, err error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return nil, err
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range tree.Nodes {
		nodes[n.NodeID] = n
	}
	var walk func(*accessibility.Node, int)
	walk = func(n *accessibility.Node, depth int) {
		role := spokenWords(n.Role)
		if !n.Ignored && !silent[role] {
			all = append(all, Spoken{role, strings.Join(strings.Fields(spokenWords(n.Name)), " "), depth})
			depth++
		}
		for _, id := range n.ChildIDs {
			if child := nodes[id]; child != nil {
				walk(child, depth)
			}
		}
	}
	for _, n := range tree.Nodes {
		if n.ParentID == "" {
			walk(n, 0)
		}
	}
	return all, nil
}

func spokenWords(v *accessibility.Value) (words string) {
	if v != nil {
		_ = json.Unmarshal(v.Value, &words) // what is no text is not said
	}
	return words
}
