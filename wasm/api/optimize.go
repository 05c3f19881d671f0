package api

import (
	"unbox/optimizer"
)

// optimize answers an OptimizeRequest.
func (e *Engine) optimize(request []byte) ([]byte, error) {
	var q OptimizeRequest
	if err := decode(request, &q); err != nil {
		return nil, err
	}
	if q.Edit != nil && !e.session.asked.apply(&q) {
		return encode(nil, Absent{Gone: q.Edit.Of})
	}
	r, err := e.Compare(&q)
	if err != nil {
		return nil, err
	}
	e.session.asked.remember(&q)
	e.out = appendOptimized(e.out[:0], r)
	return e.out, nil
}

// pointIn brings a point into the range of existing points: negative ones count
// from the end.
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
