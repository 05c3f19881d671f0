package api

import "unbox/optimizer"

// maxCauses is the maximum number of causes that travel with a reason. An object may have ten thousand uses, in the row of each of which its
// reason is given.
const maxCauses = 64

// causes are what a remark rests on, as they travel: the first ones, if there are many.
func (c *comparedPoints) causes(ref optimizer.RemarkRef) []Cause {
	result, names := c.result(ref.FromLeft), c.names(ref.FromLeft)
	causes := []Cause{}
	for _, cause := range result.Causes(int(ref.Index)) {
		identity := c.differ.CauseIdentity(ref, cause)
		if len(causes) == maxCauses {
			break
		}
		row := c.differ.RowOf(identity)
		if row < 0 {
			continue // it is on neither side: both points come after its removal
		}
		out := Cause{Kind: cause.Kind.String(), Text: c.parts(ref, result.CauseText(int(ref.Index), cause, c.recorded, names)), At: c.place(row), Next: cause.Kind == optimizer.CauseJump}
		if about := c.differ.About(ref.FromLeft, identity); about.Index >= 0 {
			out.Reason = result.Remarks[about.Index].Reason.ID()
		}
		causes = append(causes, out)
	}
	return causes
}
