package api

import (
	"strings"

	"unbox/optimizer"
	"unbox/trace"
)

// optimize answers an OptimizeRequest.
func (e *Engine) optimize(request []byte) ([]byte, error) {
	var q OptimizeRequest
	if err := decode(request, &q, &q.Text); err != nil {
		return nil, err
	}
	if q.Result != 0 {
		r, err := e.Compare(&q)
		if err != nil {
			return nil, err
		}
		e.out = appendOptimized(e.out[:0], r)
		return e.out, nil
	}
	r, err := e.Optimize(&q)
	if err != nil {
		return nil, err
	}
	e.out = appendOptimizeResponse(e.out[:0], r)
	return e.out, nil
}

// Optimize takes a trace through a pipeline and compares two points of it.
//
// Errors: a pass that does not exist. Errors in the trace are in the response.
func (e *Engine) Optimize(q *OptimizeRequest) (*OptimizeResponse, error) {
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	trace, diagnostics := e.session.parse(q.Text)
	r := &OptimizeResponse{
		Diagnostics: Diagnostics(q.Text, diagnostics),
		Stages:      []Stage{}, Rows: []Row{}, Remarks: []Remark{}, Inputs: []Input{},
		LeftAsides: []Aside{}, RightAsides: []Aside{},
	}
	if trace != nil {
		r.Dialect = trace.Dialect.String()
		r.Inputs = e.session.inputs()
		e.session.compare(r, q, passes)
	}
	return r, nil
}

// compare fills in the stages and the comparison of two of them.
func (s *session) compare(r *OptimizeResponse, q *OptimizeRequest, passes optimizer.PassSet) {
	points := s.pipeline(passes)
	r.From, r.To = pointIn(q.From, points), pointIn(q.To, points)
	var left, right *optimizer.Result
	for k, pass := range append([]optimizer.PassID{0}, passes.List()...) {
		result := s.point(k)
		stage := Stage{Ops: trace.Operations(result.Out)}
		if k > 0 {
			stage.Pass = pass.String()
			stage.count(result, pass)
		}
		r.Stages = append(r.Stages, stage)
		if k == r.From {
			left = result
		}
		if k == r.To {
			right = result
		}
	}
	c := comparison{left: left, right: right, numbered: q.Numbered}
	c.fill(r, &s.differ)
}

// pointIn brings a point into the range of the points there are: negative ones
// count from the end.
func pointIn(k, points int) int {
	if k < 0 {
		k += points
	}
	return min(max(k, 0), points-1)
}

// count counts the remarks that a pass gave.
func (s *Stage) count(result *optimizer.Result, pass optimizer.PassID) {
	for i := range result.Remarks {
		if result.Remarks[i].Pass != pass {
			continue
		}
		switch result.Remarks[i].Kind {
		case optimizer.Removed:
			s.Removed++
		case optimizer.Replaced:
			s.Replaced++
		case optimizer.Learned:
			s.Learned++
		case optimizer.Added:
			s.Added++
		case optimizer.Moved:
			s.Moved++
		}
	}
}

// comparison is two points side by side.
type comparison struct {
	left, right *optimizer.Result
	numbered    string
	// recorded names the values of the recorded trace; the others those of the
	// two sides, each made when a remark first needs it.
	recorded, leftNames, rightNames *trace.Namer
	remarks                         []Remark
	// index[0] has the places in remarks of the right result's, index[1] of the
	// left result's, +1.
	index [2][]int32
}

func (c *comparison) fill(r *OptimizeResponse, differ *optimizer.Differ) {
	options := trace.PrintOptions{Numbered: c.numbered, Comments: true, RowsApart: true}
	leftList := trace.Print(c.left.Annotated(), options)
	rightList := leftList
	if c.right != c.left {
		rightList = trace.Print(c.right.Annotated(), options)
	}
	rows := differ.Diff(
		optimizer.DiffSide{Result: c.left, Listing: leftList},
		optimizer.DiffSide{Result: c.right, Listing: rightList})
	c.remarks = make([]Remark, 0, len(c.right.Remarks))
	c.index[0] = make([]int32, len(c.right.Remarks))
	c.index[1] = make([]int32, len(c.left.Remarks))
	r.Rows = make([]Row, len(rows))
	for i, row := range rows {
		r.Rows[i] = Row{int(row.Left), int(row.Right), RowKind(row.Kind), c.remark(row, differ), int(row.Partner)}
	}
	r.LeftAsides, r.RightAsides = asidesOf(leftList), asidesOf(rightList)
	r.Left, r.Right = strings.Join(leftList.Lines(), "\n"), strings.Join(rightList.Lines(), "\n")
	r.Remarks = c.remarks
	r.Impossible = c.impossible()
}

func asidesOf(list *trace.Listing) []Aside {
	asides := []Aside{}
	for line := range list.Len() {
		for _, a := range list.Asides(line) {
			asides = append(asides, Aside{Line: a.Line, At: trace.NewOffsets(list.Line(line)).UTF16(a.At), Text: a.Text})
		}
	}
	return asides
}

// remark returns the place in the response of a row's remark, -1 if it has none.
func (c *comparison) remark(row optimizer.DiffRow, differ *optimizer.Differ) int {
	if row.Remark < 0 {
		return -1
	}
	result, index := c.right, c.index[0]
	if row.FromLeft {
		result, index = c.left, c.index[1]
	}
	if index[row.Remark] == 0 {
		left, right := differ.RemarkLines(row.Reason())
		c.remarks = append(c.remarks, c.words(result, int(row.Remark), int(left), int(right)))
		index[row.Remark] = int32(len(c.remarks))
	}
	return int(index[row.Remark]) - 1
}

// words says a remark in words.
func (c *comparison) words(result *optimizer.Result, i, left, right int) Remark {
	remark := &result.Remarks[i]
	out := Remark{
		Kind: remark.Kind.String(), Pass: remark.Pass.String(), Reason: remark.Reason.ID(),
		Text: result.Text(i, c.names(&c.recorded, result.In), c.namesOf(result)),
		Left: left, Right: right,
	}
	out.Rule = result.RuleName(i)
	return out
}

func (c *comparison) namesOf(result *optimizer.Result) *trace.Namer {
	if result == c.right {
		return c.names(&c.rightNames, result.Out)
	}
	return c.names(&c.leftNames, result.Out)
}

func (c *comparison) names(namer **trace.Namer, t *trace.Trace) *trace.Namer {
	if *namer == nil {
		*namer = trace.NewNamer(t, c.numbered)
	}
	return *namer
}

// impossible says why the right side can never reach its end, "" if it can.
func (c *comparison) impossible() string {
	if c.right.Impossible == trace.None {
		return ""
	}
	return c.right.ImpossibleText(c.names(&c.recorded, c.right.In))
}
