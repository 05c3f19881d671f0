package api

import (
	"unbox/optimizer"
	"unbox/trace"
)

// why answers a WhyRequest.
func (e *Engine) why(request []byte) ([]byte, error) {
	var q WhyRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		return WhyResponse{c.why(&e.session.optimizer, q.Row)}, nil
	})
}

// why says why the operation of a row is on the right.
func (c *comparedPoints) why(o *optimizer.Optimizer, row int) []WhyLine {
	lines := []WhyLine{}
	if row < 0 || row >= len(c.rows) || c.rows[row].Right < 0 {
		return lines
	}
	v := c.rightList.Ops[c.rows[row].Right]
	if v == trace.None {
		return lines
	}
	op := &c.right.Out.Ops[v]
	if op.Src == 0 {
		return append(lines, WhyLine{optimizer.WhyStays.String(), []Part{{Text: "a pass put it there: see the reason for that", Row: -1}}})
	}
	answer := o.Why(c.trace, c.passes.First(c.to), trace.Value(op.Src), op.Copy, c.recorded)
	for _, line := range answer.Lines {
		lines = append(lines, WhyLine{line.Kind.String(), c.parts(optimizer.RemarkRef{Index: -1}, line.Parts)})
	}
	return lines
}
