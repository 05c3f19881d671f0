package suite

import "math"

// The kernels once more in Go, written directly: what every other form must
// compute. The conversions keep the compiler from fusing multiplications with
// additions, which would round differently.

func sqrtInt(n int64) Digest {
	x, y := int64(1)<<40, int64(1234567890123)
	for ; n > 0; n-- {
		x = (x + y/x) / 2
	}
	return digestInt(x)
}

func sqrtFloat(n int64) Digest {
	x, y := 1e12, 1234567.890123
	for ; n > 0; n-- {
		x = (x + y/x) / 2
	}
	return digestFloat(x)
}

func sqrtFix16(n int64) Digest {
	x, y := int64(61728)<<16, int64(123456)<<16
	for ; n > 0; n-- {
		x = (x + (y<<16)/x) / 2
	}
	return digestInt(x)
}

func conv3(n int64) Digest {
	a, k, b := fill(1, n+2), fill(2, 3), make([]float64, n)
	for i := range b {
		b[i] = float64(float64(k[2]*a[i])+float64(k[1]*a[i+1])) + float64(k[0]*a[i+2])
	}
	return digestFloats(b)
}

// conv3x3 works on three lines of an image, of w numbers each, as the other kernels on images do.
func conv3x3(n int64) Digest {
	w := n + 2
	a, k, b := fill(1, w*3), fill(2, 9), make([]float64, w*3)
	for x := int64(1); x <= n; x++ {
		sum := 0.0
		for p := range int64(9) {
			term := k[8-p] * a[p/3*w+x+p%3-1]
			if p == 0 {
				sum = term
				continue
			}
			sum += float64(term)
		}
		b[w+x] = sum
	}
	return digestFloats(b)
}

func dilate3x3(n int64) Digest {
	w := n + 2
	a, b := ramp(w*3), make([]float64, w*3)
	for x := int64(1); x <= n; x++ {
		m := a[x-1]
		for p := range int64(9) {
			m = max(m, a[p/3*w+x+p%3-1])
		}
		b[w+x] = m
	}
	return digestFloats(b)
}

func sobel(n int64) Digest {
	w := n + 2
	a, b := fill(1, w*3), make([]float64, w*3)
	for x := int64(1); x <= n; x++ {
		up, here, down := a[x-1:], a[w+x-1:], a[2*w+x-1:]
		dx := -up[0] + up[2] + -2*here[0] + 2*here[2] + -down[0] + down[2]
		dy := -up[0] + -2*up[1] + -up[2] + down[0] + 2*down[1] + down[2]
		b[w+x] = math.Sqrt(float64(dx*dx)+float64(dy*dy)) / 4
	}
	return digestFloats(b)
}

func sor(n int64) Digest {
	w := n + 2
	g := fill(1, w*3)
	for x := int64(1); x <= n; x++ {
		sum := g[x] + g[2*w+x] + g[w+x-1] + g[w+x+1]
		g[w+x] = float64(0.3125*sum) + float64(-0.25*g[w+x])
	}
	return digestFloats(g)
}

func sparse(n int64) Digest {
	x, col, val := fill(1, 1000), indexes(2, n, 1000), fill(3, n)
	s := 0.0
	for i, c := range col {
		s += float64(x[c] * val[i])
	}
	return digestFloat(s)
}

func monteCarlo(n int64) Digest {
	ring, at, under := indexes(1, 32, modulus), 17, int64(0)
	next := func() float64 {
		d := ring[(at-17)&31] - ring[(at-5)&31]
		if d < 0 {
			d += modulus
		}
		ring[at] = d
		at = (at + 1) & 31
		return 4.656612875245797e-10 * float64(d)
	}
	for ; n > 0; n-- {
		x, y := next(), next()
		if float64(x*x)+float64(y*y) <= 1 {
			under++
		}
	}
	return digestInt(under)
}

func fft(n int64) Digest {
	data := fill(1, n*4)
	const wr, wi = 0.8, 0.6
	for i := int64(0); i < n*4; i += 4 {
		zr, zi := data[i+2], data[i+3]
		dr, di := float64(wr*zr)-float64(wi*zi), float64(wr*zi)+float64(wi*zr)
		data[i+2], data[i+3] = data[i]-dr, data[i+1]-di
		data[i], data[i+1] = data[i]+dr, data[i+1]+di
	}
	return digestFloats(data)
}

func lu(n int64) Digest {
	row, pivot := fill(1, n), fill(2, n)
	for j := range row {
		row[j] -= float64(0.375 * pivot[j])
	}
	return digestFloats(row)
}

// boxes: the sum of y-100 for y from n down to 1.
func boxes(n int64) Digest {
	res := int64(0)
	for y := n; y > 0; y-- {
		res += y - 100
	}
	return digestInt(res)
}
