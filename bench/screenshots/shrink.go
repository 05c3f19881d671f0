package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// shrink writes a PNG again in the 256 colours that it uses most. A page of text
// has few colours except at the edges of its letters, and a quarter of the size
// is worth slightly different edges.
func shrink(picture []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	box := full.Bounds()
	counts := map[color.RGBA]int{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			counts[rgba(full.At(x, y))]++
		}
	}
	small := image.NewPaletted(box, commonest(counts, 256))
	index := map[color.RGBA]uint8{}
	for c := range counts {
		index[c] = uint8(small.Palette.Index(c))
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			small.SetColorIndex(x, y, index[rgba(full.At(x, y))])
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&out, small)
	return out.Bytes(), err
}

func rgba(c color.Color) color.RGBA {
	r, g, b, a := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
}

// commonest returns up to n colours, the most frequent first.
func commonest(counts map[color.RGBA]int, n int) color.Palette {
	colours := slices.Collect(maps.Keys(counts))
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(n, len(colours))] {
		palette = append(palette, c)
	}
	return palette
}
