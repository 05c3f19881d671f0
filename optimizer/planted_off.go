//go:build !planted

package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// plantedBugs are the switches that are on: none. See planted.go.
type plantedBugs struct{}

func (plantedBugs) on(plantedBug) bool { return false }

func (w *walk) forward(code trace.Opcode, a, b bounds.Bounds) bounds.Bounds {
	return bounds.Forward(code, a, b)
}

func (w *walk) backward(code trace.Opcode, r, a, b bounds.Bounds) (newA, newB bounds.Bounds, ok bool) {
	return bounds.Backward(code, r, a, b)
}

func (*virtualPass) onTheWay(trace.Value) bool { return false }

func (w *walk) truncatedRemainder(*cur) uint64 { return 0 }

func (w *walk) assertShortChain(*cur) {}

func (w *walk) deadEffect(int) bool { return false }
