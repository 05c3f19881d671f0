package suite

import (
	"errors"
	"math"

	"unbox/bench/kernels/record"
)

// The data of the kernels come from one generator of random numbers, which every
// language has in its harness: Park and Miller's, modulo 2**31 - 1. All its numbers are
// exact as doubles, for Lua.
const modulus = 2147483647

// random returns the next number, 1 to modulus-1.
func random(state int64) int64 { return state * 16807 % modulus }

// fill returns n doubles between 0 and 1.
func fill(seed, n int64) []float64 {
	list := make([]float64, n)
	for k := range list {
		seed = random(seed)
		list[k] = float64(seed) / modulus
	}
	return list
}

// indexes returns n integers from 0 to below-1.
func indexes(seed, n, below int64) []int64 {
	list := make([]int64, n)
	for k := range list {
		seed = random(seed)
		list[k] = seed % below
	}
	return list
}

// ramp returns n ascending doubles.
func ramp(n int64) []float64 {
	list := make([]float64, n)
	for k := range list {
		list[k] = float64(k) * 0.5
	}
	return list
}

// builtins are the functions with which programs make their data.
var builtins = map[string]record.Builtin{
	"fill": func(args []record.Value) (record.Value, error) {
		n, err := integers(args, 2)
		if err != nil {
			return record.Value{}, err
		}
		return record.FloatList(fill(n[0], n[1])), nil
	},
	"indexes": func(args []record.Value) (record.Value, error) {
		n, err := integers(args, 3)
		if err != nil {
			return record.Value{}, err
		}
		return record.IntList(indexes(n[0], n[1], n[2])), nil
	},
	"ramp": func(args []record.Value) (record.Value, error) {
		n, err := integers(args, 1)
		if err != nil {
			return record.Value{}, err
		}
		return record.FloatList(ramp(n[0])), nil
	},
	"zeros": func(args []record.Value) (record.Value, error) {
		n, err := integers(args, 1)
		if err != nil {
			return record.Value{}, err
		}
		return record.FloatList(make([]float64, n[0])), nil
	},
}

func integers(args []record.Value, count int) ([]int64, error) {
	if len(args) != count {
		return nil, errors.New("expected other arguments for a function that makes data")
	}
	list := make([]int64, count)
	for k, v := range args {
		if v.Object == nil || v.Object.Class != "W_IntObject" {
			return nil, errors.New("expected integers for a function that makes data")
		}
		list[k] = v.Object.Fields["intval"].Int
	}
	return list, nil
}

// Digest condenses results to a number that is the same in all languages exactly
// if the results are the same bit for bit (but for the sign of zeros and what a NaN
// holds). It is made of operations that are exact in doubles.
type Digest int64

func (d *Digest) mix(x int64) {
	*d = Digest((int64(*d)*31 + x) % modulus)
}

// Int adds an integer whose magnitude is below 2**53.
func (d *Digest) Int(n int64) {
	d.mix(((n % modulus) + modulus) % modulus)
}

// Float adds a double: its sign and mantissa in two parts, and its exponent.
func (d *Digest) Float(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		d.mix(1)
		return
	}
	mantissa, exponent := math.Frexp(f)
	scaled := mantissa * (1 << 27)
	high := math.Floor(scaled)
	d.mix(int64(high) + 1<<27)
	d.mix(int64((scaled - high) * (1 << 26)))
	d.mix(int64(exponent) + 2000)
}

func digestFloats(list []float64) Digest {
	var d Digest
	for _, f := range list {
		d.Float(f)
	}
	return d
}

func digestFloat(f float64) Digest { return digestFloats([]float64{f}) }

func digestInt(n int64) Digest {
	var d Digest
	d.Int(n)
	return d
}
