package api

import (
	"unbox/optimizer"
	"unbox/trace"
)

// causes are what a remark rests on, as they travel.
func (c *comparedPoints) causes(ref optimizer.RemarkRef) []Cause {
	result := c.result(ref.FromLeft)
	causes := []Cause{}
	for _, cause := range result.Causes(int(ref.Index)) {
		identity := c.differ.CauseIdentity(ref, cause)
		row := c.differ.RowOf(identity)
		if row < 0 {
			continue // it is on neither side: both points come after what made it go
		}
		out := Cause{Kind: cause.Kind.String(), Text: c.causeText(ref, cause, row), At: c.place(row), Next: cause.Kind == optimizer.CauseJump}
		if about := c.differ.About(ref.FromLeft, identity); about.Index >= 0 {
			out.Reason = result.Remarks[about.Index].Reason.ID()
		}
		causes = append(causes, out)
	}
	return causes
}

// causeWords say what an operation does to be a cause.
var causeWords = [...]string{
	optimizer.CauseOperation:  " computes it",
	optimizer.CauseInput:      " is where it comes in",
	optimizer.CauseGuard:      " holds",
	optimizer.CauseAllocation: " allocates it",
	optimizer.CauseWrite:      " writes it",
	optimizer.CauseRead:       " reads it",
	optimizer.CauseEscape:     " needs it",
	optimizer.CauseJump:       " passes it to the next round",
	optimizer.CauseLater:      " takes its place",
}

// causeText says what an operation does: "`jump(p15, p10)` passes it to the next round".
func (c *comparedPoints) causeText(ref optimizer.RemarkRef, cause optimizer.Cause, row int) []Part {
	var parts []Part
	remark := &c.result(ref.FromLeft).Remarks[ref.Index]
	if cause.Kind == optimizer.CauseJump && remark.In != trace.None && remark.Reason == optimizer.ReasonMaterialize {
		parts = c.parts(ref, []optimizer.Part{
			{Kind: optimizer.PartValue, Text: c.recorded.Name(remark.In), In: remark.In, Copy: remark.Copy},
			{Text: " must exist from here on: "},
		})
	}
	left := c.rows[row].Left >= 0
	line := sideLine(&c.rows[row], left)
	text, spans := c.listing(left).Operation(line)
	for _, s := range spans {
		part := Part{Kind: PartCode, Text: text[s.From:s.To], Value: c.differ.Identity(left, s.Value), Row: -1}
		if s.Kind == trace.SpanPath {
			part.Kind = PartPath
		}
		if part.Value != 0 {
			part.Kind, part.Row = PartValue, c.differ.RowOf(part.Value)
		}
		parts = append(parts, part)
	}
	return append(parts, Part{Text: causeWords[cause.Kind], Row: -1})
}
