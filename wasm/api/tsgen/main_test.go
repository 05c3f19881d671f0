package main

import (
	"os"
	"strings"
	"testing"
)

// TestFresh checks that the page's types are those of the optimizer.
func TestFresh(t *testing.T) {
	sources, err := read("../types*.go")
	if err != nil {
		t.Fatal(err)
	}
	want, err := typeScript(project(".."), sources...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../static/src/api.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("static/src/api.gen.ts does not say what wasm/api/types*.go say: run `go generate ./wasm/api`")
	}
}

func TestTypeScript(t *testing.T) {
	const paint = `package paint

type Brush uint8

const (
	// Flat is for walls.
	Flat Brush = iota
	Round
)
`
	const source = `package p

import "unbox/paint"

// Tool is what a brush is.
type Tool = paint.Brush

// Colour is a colour.
type Colour int

const (
	// Red is red.
	Red Colour = iota
	Green
)

// Pixel is where.
// And how.
type Pixel struct {
	X, Y int
	Colour Colour
}

type Thing struct {
	// Name is its name.
	Name  string   ` + "`json:\"name\"`" + `
	Tags  []string ` + "`json:\"tags,omitempty\"`" + `
	Inner *Thing   ` + "`json:\"inner\"`" + `
}
`
	const want = header + `
/** Tool is what a brush is. */
export type Tool = 0 | 1;
/** Flat is for walls. */
export const Flat = 0;
export const Round = 1;

/** Colour is a colour. */
export type Colour = 0 | 1;
/** Red is red. */
export const Red = 0;
export const Green = 1;

/**
 * Pixel is where.
 * And how.
 */
export type Pixel = [x: number, y: number, colour: Colour];

export interface Thing {
  /** Name is its name. */
  name: string;
  tags?: string[];
  inner: Thing | null;
}
`
	imported := func(path string) ([][]byte, error) {
		if path != "unbox/paint" {
			t.Errorf("expected the files of `unbox/paint` to be asked for, found `%s`", path)
		}
		return [][]byte{[]byte("package paint\n"), []byte(paint)}, nil
	}
	got, err := typeScript(imported, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nexpected\n%s", got, want)
	}
}

func TestTypeScriptRefuses(t *testing.T) {
	tests := []struct{ source, want string }{
		{"type A map[string]int", "expected `A` to be a struct"},
		{"type A struct { B chan int `json:\"b\"` }", "A: expected a string"},
		{"type A struct {", "expected"},
		{"import \"unbox/trace\"\ntype A = trace.Parse", "expected `A` to be an alias of a type with constants"},
		{"type A = other.B", "expected `A` to be an alias of a type with constants"},
	}
	for _, tt := range tests {
		_, err := typeScript(project("."), []byte("package p\n"+tt.source+"\n"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, expected %q", tt.source, err, tt.want)
		}
	}
}
