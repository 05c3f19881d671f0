package vm

import (
	"math"
	"strings"

	"unbox/lang/elementary"
	"unbox/lang/twister"
)

// The distributions of the module random that are made of several numbers between 0 and 1: these are drawn in the order in which CPython
// draws them, and the same functions are taken of them.

// places are the names of parameters in their order.
func places(names string) []string { return strings.Fields(names) }

// shaped is a method of random.Random that draws a number from a distribution with one or two parameters. The function returns what is
// wrong with them, if something is.
func shaped(name, parameters string, draw func(t *twister.Twister, work func(), p [2]float64) (float64, string)) builtin {
	names := places("self " + parameters)
	return builtin{name: name, min: len(names), max: len(names), places: names, run: func(vm *VM, a args) Ref {
		var p [2]float64
		for k := range a.n - 1 {
			x, ok := vm.numberAsFloat(vm.arg(a, k+1))
			if !ok {
				return 0
			}
			p[k] = x
		}
		v, wrong := draw(vm.twisterOf(a), func() { vm.work(1) }, p)
		switch {
		case wrong == divides:
			return vm.zeroDivision(wrong)
		case wrong == overflows:
			return vm.powerOverflow()
		case wrong != "":
			return vm.raise(vm.types.valueError, "%s", wrong)
		}
		return vm.float(v)
	}}
}

// What is wrong where a parameter is 0 by which is divided, and where a power is too large.
const (
	divides   = "float division by zero"
	overflows = "Numerical result out of range"
)

// powerOf is a power of a positive number, and what is wrong with it.
func powerOf(x, y float64) (float64, string) {
	v := elementary.Pow(x, y)
	if math.IsInf(v, 0) && !math.IsInf(y, 0) {
		return 0, overflows
	}
	return v, ""
}

// logNormal is random.lognormvariate: the logarithm has a normal distribution.
func (vm *VM) logNormal(a args) Ref {
	x := vm.normal(a)
	if x == 0 {
		return 0
	}
	v := elementary.Exp(vm.floatOf(x))
	if math.IsInf(v, 0) && !math.IsInf(vm.floatOf(x), 0) {
		return vm.raise(vm.types.overflowError, "math range error")
	}
	return vm.float(v)
}

// pareto is random.paretovariate.
func pareto(t *twister.Twister, _ func(), p [2]float64) (float64, string) {
	u := 1 - t.Float()
	if p[0] == 0 {
		return 0, divides
	}
	return powerOf(u, -1/p[0])
}

// weibull is random.weibullvariate.
func weibull(t *twister.Twister, _ func(), p [2]float64) (float64, string) {
	u := 1 - t.Float()
	if p[1] == 0 {
		return 0, divides
	}
	v, wrong := powerOf(-elementary.Log(u), 1/p[1])
	return p[0] * v, wrong
}

// vonMises is random.vonmisesvariate, by the method of Best and Fisher: an angle around mu, the nearer the larger kappa is.
func vonMises(t *twister.Twister, work func(), p [2]float64) (float64, string) {
	mu, kappa := p[0], p[1]
	if kappa <= 1e-6 {
		return 2 * math.Pi * t.Float(), ""
	}
	s := 0.5 / kappa
	r := s + math.Sqrt(1+float64(s*s))
	var z float64
	for {
		work()
		z = elementary.Cos(math.Pi * t.Float())
		d := z / (r + z)
		u := t.Float()
		if u < 1-float64(d*d) || u <= (1-d)*elementary.Exp(d) {
			break
		}
	}
	q := 1 / r
	turn := elementary.Acos((q + z) / (1 + float64(q*z)))
	if t.Float() <= 0.5 {
		turn = -turn
	}
	angle := math.Mod(mu+turn, 2*math.Pi)
	if angle < 0 {
		angle += 2 * math.Pi
	}
	return angle, ""
}

// gamma is random.gammavariate: by Cheng's method if alpha is more than 1, by that of Ahrens and Dieter if it is less.
func gamma(t *twister.Twister, work func(), p [2]float64) (float64, string) {
	alpha, scale := p[0], p[1]
	switch {
	case alpha <= 0 || scale <= 0:
		return 0, "gammavariate: alpha and beta must be > 0.0"
	case alpha > 1:
		return cheng(t, work, alpha) * scale, ""
	case alpha == 1:
		return -elementary.Log(1-t.Float()) * scale, ""
	}
	for {
		work()
		b := (math.E + alpha) / math.E
		y := b * t.Float()
		x := 0.0
		if y <= 1 {
			x = elementary.Pow(y, 1/alpha)
		} else {
			x = -elementary.Log((b - y) / alpha)
		}
		u := t.Float()
		if y > 1 && u <= elementary.Pow(x, alpha-1) || y <= 1 && u <= elementary.Exp(-x) {
			return x * scale, ""
		}
	}
}

// cheng draws from a gamma distribution whose scale is 1.
func cheng(t *twister.Twister, work func(), alpha float64) float64 {
	root := math.Sqrt(float64(2*alpha) - 1)
	b, c := alpha-elementary.Log(4), alpha+root
	magic := 1 + elementary.Log(4.5)
	for {
		work()
		u := t.Float()
		if !(1e-7 < u && u < 0.9999999) {
			continue
		}
		w := 1 - t.Float()
		v := elementary.Log(u/(1-u)) / root
		x := alpha * elementary.Exp(v)
		z := u * u * w
		r := b + float64(c*v) - x
		if r+magic-float64(4.5*z) >= 0 || r >= elementary.Log(z) {
			return x
		}
	}
}

// beta is random.betavariate: what share one number of a gamma distribution has in the sum of two.
func beta(t *twister.Twister, work func(), p [2]float64) (float64, string) {
	x, wrong := gamma(t, work, [2]float64{p[0], 1})
	if x == 0 || wrong != "" {
		return 0, wrong
	}
	y, wrong := gamma(t, work, [2]float64{p[1], 1})
	return x / (x + y), wrong
}
