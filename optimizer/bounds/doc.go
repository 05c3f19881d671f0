// Package bounds is what the optimizer knows about an integer: a range and known bits.
// Forward computes what an operation's result can be, Backward what a result says
// about the arguments. Every function here is proved at 64 bits by unbox/prove/bounds,
// which reads this source.
package bounds
