package vm

import "math"

// The elementary functions are Go's. C's, which CPython calls, are rounded to the nearest
// double in almost all cases; Go's can differ from that in the last digit.

func sin(x float64) float64 { return math.Sin(x) }
func cos(x float64) float64 { return math.Cos(x) }
func tan(x float64) float64 { return math.Tan(x) }
func exp(x float64) float64 { return math.Exp(x) }
func log(x float64) float64 { return math.Log(x) }

func pow(x, y float64) float64 { return math.Pow(x, y) }
